"""Scenes made by hand, at the limits of the drawing; see `small_scenes.py`."""

from __future__ import annotations

from tests.gathered import holds_for_each
from tests.table.scene.small_scenes import FILE, line, screens


def test_scenes_made_by_hand_are_drawn_as_they_were():
    """`python -m tests.table.scene.small_scenes` writes the letters again, where a drawing was meant to change."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    there = [*screens()]

    def is_drawn_again(each: tuple[str, list[str]]) -> None:
        then = next((row for row in lines if row.startswith(f"{each[0]}: ")), "")
        assert line(*each).split() == then.split()

    holds_for_each(is_drawn_again, there, lambda each: each[0])
    assert len(lines) == len(there)
