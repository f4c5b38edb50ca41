"""Every fact that a game names, at many moments of its cases."""

from __future__ import annotations

import pytest

from tests.facts.moments import NOT_ASKED, answered, kept, moments_of, signs
from tests.gathered import holds_for_each
from tests.obedience.snapshots import LETTERS
from tests.table.moments import moment_at

KEPT = kept()


@pytest.mark.parametrize("game", KEPT)
def test_facts_hold_where_they_held(game: str) -> None:
    """Each fact at each moment of a game; how they are written again, where a change was meant, stands in `moments.py`."""
    part = KEPT[game]

    def told(numbered: tuple[int, tuple[str, int]]) -> None:
        at, (case, line) = numbered
        then = {name: row[at] for name, row in part["facts"].items() if row[at] != NOT_ASKED}
        now = moment_at(case, line)
        assert signs(now, [*then]) == then
        answers = {module: row[LETTERS * at : LETTERS * (at + 1)] for module, row in part["answers"].items()}
        assert answered(now) == answers

    holds_for_each(told, enumerate(moments_of(part)), lambda numbered: f"{numbered[1][0]}, line {numbered[1][1]}")
