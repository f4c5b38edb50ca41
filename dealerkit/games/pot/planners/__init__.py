"""Planners of games for a pot."""
