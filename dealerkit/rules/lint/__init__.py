"""Lint: finding problems in rule files before a card is dealt."""
