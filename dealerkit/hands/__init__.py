"""Recorded hands: checked one by one, read and written in the Poker Hand History format."""
