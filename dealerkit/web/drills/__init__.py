"""Drills in a browser: short exercises one at a time, marked and saved as at the terminal; progress; exams."""

from __future__ import annotations

from dealerkit.web.drills import exams, pages, practice, progress, rows, sitting_pages, stopwatch

DOORS = (exams, progress, stopwatch, practice, rows, sitting_pages, pages)
"""The modules with pages, in the order in which addresses are matched."""
ROUTES = [route for door in DOORS for route in door.ROUTES]
