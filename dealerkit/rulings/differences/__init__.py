"""What differs: what rule files say otherwise (`texts`), and what is ruled otherwise (`rulings`). Asked for with two of a
kind, each answers with a value that has `as_json()`, and `lines()` for a screen.
"""
