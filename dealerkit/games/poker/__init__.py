"""Poker: blinds, streets, boards, draws and showdowns."""
