"""Sheets: the house rules of a game on paper, made from the same data that the engine runs."""
