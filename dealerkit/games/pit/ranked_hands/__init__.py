"""Odds of games that read hands by a ranking, counted from their own words and pay lines."""
