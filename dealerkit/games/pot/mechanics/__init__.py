"""Mechanics of games for a pot."""
