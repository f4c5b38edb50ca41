"""Simulated players of poker for empty seats."""
