"""Planners of Canasta."""
