"""The help modes: their names in drills, walks, codes, exams and saved answers."""

from __future__ import annotations

from typing import Final

MODES: Final = ("learn", "guided", "practice", "exam")
"""From the most help to the least. A walk's code holds the index of its mode, so that a new one must come last."""
