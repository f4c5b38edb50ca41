"""Planners of poker."""
