"""Readers of the rule files: loader, overlays, sets, games, differences, lint, cases."""
