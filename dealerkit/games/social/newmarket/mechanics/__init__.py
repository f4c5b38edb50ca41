"""Mechanics of Newmarket."""
