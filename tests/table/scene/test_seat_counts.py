"""Seats round a felt of every size are drawn as they were; see `seat_counts.py`."""

from __future__ import annotations

import dealerkit as dk
from tests.gathered import holds_for_each
from tests.table.scene.seat_counts import FILE, line, tables


def test_seats_stand_where_they_stood() -> None:
    """Each number of seats that a game can have, on each screen."""
    then = FILE.read_text(encoding="utf-8").splitlines()
    now = [*tables()]

    def is_drawn_again(numbered: tuple[int, tuple[str, dk.Table]]) -> None:
        at, (name, table) = numbered
        assert line(name, table) == then[at], (
            f"`python -m tests.table.scene.seat_counts --show {name.split()[0]}`, here and before"
        )

    holds_for_each(is_drawn_again, enumerate(now), lambda numbered: numbered[1][0])
    assert len(then) == len(now)
