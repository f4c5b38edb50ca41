"""The help modes: their names in drills, walks, codes, exams and saved answers."""

from __future__ import annotations

from typing import Final

MODES: Final = ("learn", "guided", "practice", "exam")
"""The help modes, from the most help to the least. A walk's code contains the index of its mode, so a new mode must come last."""
AT_ONCE: Final = MODES[:2]
"""The modes in which a mistake is shown at once, and asked again."""
