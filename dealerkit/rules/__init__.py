"""Reads the rule files: loader, overlays, sets, games, differences, lint, cases."""
