"""Lint: every problem in rule files that can be told before a card is dealt."""
