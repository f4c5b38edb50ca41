"""Planners of home games."""
