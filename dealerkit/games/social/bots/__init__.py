"""Simulated players of home games for empty seats."""
