"""Planners of baccarat."""
