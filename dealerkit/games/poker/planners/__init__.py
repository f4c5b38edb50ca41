"""Planners of poker: the acts due from the dealer in a step or a remedy."""
