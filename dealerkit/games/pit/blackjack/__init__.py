"""Calculations for blackjack: the dealer's totals, best play, house edge, side bets, and rounds dealt in bulk."""
