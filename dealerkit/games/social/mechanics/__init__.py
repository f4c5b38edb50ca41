"""Mechanics of games at home."""
