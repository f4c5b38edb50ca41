"""Lint: problems in rule files that can be found before a card is dealt."""
