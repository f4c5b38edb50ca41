"""Hands in the Poker Hand History format (PHH): read, written, checked fast, and turned into records of our own and back."""
