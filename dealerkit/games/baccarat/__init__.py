"""Baccarat: bets on sides, a shoe, third cards, commission."""
