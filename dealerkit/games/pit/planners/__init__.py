"""Planners of games against the house."""
