"""Hands that were judged once are judged so again, act by act, and taken back as they came; see `snapshots.py`."""

from __future__ import annotations

import functools
import re

import attrs
import pytest

from tests.gathered import holds_for_each
from tests.obedience.answers import FOLDER, Answers
from tests.obedience.snapshots import Snapshot, first_other, read
from tests.sampling import daily_games


def is_told_again(snapshot: Snapshot, told: Answers) -> None:
    """Fail with the act after which the table tells something else."""
    other = first_other(snapshot, functools.partial(told.look, snapshot))
    if other is not None:
        at, act, then = other
        show = f"`python -m tests.obedience.snapshots --show {snapshot.id}` tells all, here and in a checkout from before"
        pytest.fail(f"after act {at}, {act}, the table tells something else (then: {then}); {show}")


@pytest.mark.parametrize("game", daily_games(4, rest="thorough"))
def test_a_table_tells_what_it_told(game: str) -> None:
    """Findings, rulings, what is due, asked and owed, cards and chips: a hand and an act are named where they differ."""
    told = Answers()
    holds_for_each(lambda snapshot: is_told_again(snapshot, told), read(game), lambda snapshot: snapshot.id)
    others = told.others((FOLDER / f"{game}.txt").read_text(encoding="utf-8"))
    assert not others, "facts answer something else: `python -m tests.obedience.answers --show HAND` tells all, here and before"


def test_another_telling_is_noticed_where_it_begins() -> None:
    """Letters of one act, a finding, or an act that is no longer the next one."""
    snapshot = read("holdem")[0]
    assert first_other(snapshot) is None
    middle = len(snapshot.letters) // 4 * 2
    letters = snapshot.letters[:middle] + "??" + snapshot.letters[middle + 2 :]
    acts = sum(int(line) if line.isdigit() else 1 for line in snapshot.lines)
    other = first_other(attrs.evolve(snapshot, letters=letters))
    assert other is not None
    assert (other[0], other[2]) == (acts - len(snapshot.letters) // 2 + middle // 2 + 1, "??")
    at = next(number for number, line in enumerate(snapshot.lines) if "!" in line)
    found = [re.sub(" ! .*", " ! burn/not", line) if number == at else line for number, line in enumerate(snapshot.lines)]
    other = first_other(attrs.evolve(snapshot, lines=tuple(found)))
    assert other is not None
    assert other[2].endswith("! burn/not")
