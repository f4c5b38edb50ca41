"""Mechanics of poker: what players do in a step."""
