"""Mechanics of home games."""
