"""Planners of games at home."""
