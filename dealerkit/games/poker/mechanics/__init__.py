"""Mechanics of poker: what players may do in a step."""
