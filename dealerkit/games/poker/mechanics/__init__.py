"""Mechanics of poker."""
