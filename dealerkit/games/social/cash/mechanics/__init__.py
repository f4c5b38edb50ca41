"""Mechanics of Cash."""
