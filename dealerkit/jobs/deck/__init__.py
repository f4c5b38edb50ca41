"""Decks of cards: verified, cut, drawn from for the deal."""
