"""Differences between rule files: in their text (`texts`) and in what is ruled (`rulings`). Each is asked for with two of a kind,
and answers with a value that has `as_json()`, and `lines()` for a screen.
"""
