"""Whole numbers in, whole numbers out: betting, ranking, coups, odds, cuts. Imports nothing else of this package."""
