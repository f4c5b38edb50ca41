"""Calculations for blackjack: dealer's totals, best play, house edge, side bets, rounds in bulk."""
