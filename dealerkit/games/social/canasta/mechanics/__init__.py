"""Mechanics of Canasta."""
