"""The states that a table goes back to: where a checkpoint is set, which are dropped, and what is found again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from dealerkit.table.history import _CHECKPOINT_EVERY, History, Stand

EVERY = _CHECKPOINT_EVERY


class Copied:
    """A felt that says at which length of the log it was copied."""

    def __init__(self, at: int) -> None:
        self.at = at

    def copy(self) -> Copied:
        """Return the same again."""
        return Copied(self.at)


def stand(at: int, begun: int, *keys: int) -> Stand:
    """A state in a round, with mechanics running that opened at these lengths of the log: one open, others waiting."""
    opened = [SimpleNamespace(key=("ask", key)) for key in keys]
    agenda: Any = SimpleNamespace(round=SimpleNamespace(begun=begun), stack=None, open=opened[0] if opened else None)
    return Stand(at, agenda, 0, 0)


def kept(*stands: Stand, held: tuple[int, ...] = ()) -> tuple[History, dict[Any, Any]]:
    """A history of these states, with mechanics held that opened at these lengths."""
    runs: Any = SimpleNamespace(held={("ask", at): at for at in held})
    first: Any = Copied(0)
    history = History(first, runs)
    for each in stands:
        felt: Any = Copied(each.at)
        history.note(each, felt)
    return history, runs.held


@pytest.mark.parametrize(
    ("stands", "at"),
    [
        pytest.param([stand(0, 0), stand(EVERY, 1)], EVERY, id="a-round-begins"),
        pytest.param([stand(0, 0), stand(EVERY - 1, 1)], 0, id="too-soon"),
        pytest.param([stand(0, 0), stand(EVERY, 0)], 0, id="in-the-middle-of-a-round"),
        pytest.param([stand(EVERY, 1)], 0, id="the-first-state"),
        pytest.param([stand(0, 0), stand(EVERY, 1, EVERY)], EVERY, id="a-mechanic-opens-there"),
        pytest.param([stand(0, 0), stand(EVERY, 1, EVERY - 1)], 0, id="a-mechanic-is-running"),
        pytest.param([stand(0, 0), stand(EVERY, 1), stand(2 * EVERY - 1, 2)], EVERY, id="too-soon-after-the-last"),
        pytest.param([stand(0, 0), stand(EVERY, 1), stand(2 * EVERY, 2)], 2 * EVERY, id="another"),
    ],
)
def test_a_checkpoint_is_set_where_a_round_begins(stands: list[Stand], at: int) -> None:
    """After enough acts, and not while somebody is asked who was asked before."""
    history, _ = kept(*stands)
    found = [history.felt_at(length) for length in (5 * EVERY, at)]
    assert [(length, felt.at) for length, felt in found] == [(at, at)] * 2  # type: ignore[attr-defined]
    if at:
        assert history.felt_at(at - 1)[0] < at


def test_only_the_last_two_checkpoints_are_kept() -> None:
    """What lies before the older one is lost, with the mechanics that nobody needs any more but the last of them."""
    rounds = [stand(at * EVERY, at) for at in range(5)]
    between = [stand(at * EVERY + 5, at) for at in range(5)]
    stands = sorted((*rounds, *between), key=lambda each: each.at)
    history, held = kept(*stands[:4], held=(1, 2, EVERY, 2 * EVERY, 3 * EVERY))
    assert (history.oldest, len(held)) == (0, 5)
    history, held = kept(*stands, held=(1, 2, EVERY, 3 * EVERY - 1, 3 * EVERY, 4 * EVERY))
    assert history.oldest == 3 * EVERY
    assert sorted(held.values()) == [3 * EVERY - 1, 3 * EVERY, 4 * EVERY]
    assert [history.felt_at(length)[0] for length in (3 * EVERY, 4 * EVERY - 1, 4 * EVERY)] == [3 * EVERY, 3 * EVERY, 4 * EVERY]
    assert history.back_to(3 * EVERY + 4).at == 3 * EVERY
    with pytest.raises(IndexError):
        history.back_to(3 * EVERY - 1)  # the states before are gone


def test_a_table_that_goes_back_drops_what_came_later() -> None:
    """States, checkpoints, and the mechanics that opened later; what opened then is kept."""
    stands = [stand(0, 0), stand(7, 0), stand(EVERY, 1), stand(EVERY + 3, 1)]
    held = (0, 7, EVERY, EVERY + 3)
    for length, at, checkpoint in (
        (EVERY + 3, EVERY + 3, EVERY),
        (EVERY + 2, EVERY, EVERY),
        (EVERY, EVERY, EVERY),
        (9, 7, 0),
        (7, 7, 0),
    ):
        history, running = kept(*stands, held=held)
        assert history.back_to(length) == stands[[each.at for each in stands].index(at)]
        assert sorted(running.values()) == [key for key in held if key <= length]
        assert history.felt_at(5 * EVERY)[0] == checkpoint
        history.note(stand(length + 1, 9), Copied(length + 1))  # type: ignore[arg-type]
        assert history.back_to(length).at == at
