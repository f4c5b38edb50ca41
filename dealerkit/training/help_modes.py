"""How much help a trainee has: the words that drills, walks, codes, exams and kept answers have for it."""

from __future__ import annotations

from typing import Final

MODES: Final = ("learn", "guided", "practice", "exam")
"""The most help first. A walk's code holds the place of its word in this row, so that a new one stands at the end."""
