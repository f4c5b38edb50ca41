"""Recorded hands: checking them one by one, and reading and writing the Poker Hand History format (PHH)."""
