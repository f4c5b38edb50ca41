"""Sheets: house rules and reports on paper, made from the same data that the engine runs on."""
