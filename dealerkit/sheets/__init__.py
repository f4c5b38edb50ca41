"""Sheets: the house rules of a game on paper, made of the same data that the engine runs."""
