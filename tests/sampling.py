"""What is tried every day of what can be tried, and what is left to `.ci/run --long`.

A proof that is the same over many seeds, games or rule sets is given for a sample every day. The others are no less tests: each
has a name of its own and the mark `slow`, so that pytest counts what it left out. `daily` and `daily_games` sample the values of
one argument, and can keep some in any case; the mark `sample` does so whatever arguments a test has: `@pytest.mark.sample(4)`.
"""

from __future__ import annotations

import os
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

import pytest
from _pytest.mark.structures import ParameterSet

from dealerkit.rules.games import game, games

LONG: Final = int(os.environ.get("DEALERKIT_LONG", "0"))
"""How many times more than every day a campaign tries, where it can try any number."""

T = TypeVar("T")


def daily(values: Iterable[T], every: int, *, first: int = 0, keep: Iterable[T] | Callable[[T], bool] = ()) -> list[ParameterSet]:
    """Mark all but a sample of values as slow, for `parametrize`.

    Args:
        values: What can be tried; a tuple stands for several arguments.
        every: Of so many one is tried every day.
        first: The place of the first that is, so that tests of the same values need not all try the same of them.
        keep: Those that are tried every day whatever their place.
    """
    kept = keep if callable(keep) else list(keep).__contains__
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if at % every == first % every or kept(value) else pytest.mark.slow,
        )
        for at, value in enumerate(values)
    ]


def daily_games(every: int, *, first: int = 0, of: Iterable[str] | None = None) -> list[ParameterSet]:
    """The same of games, one of each family among those of every day."""
    found = list(games() if of is None else of)
    return daily(found, every, first=first, keep={game(name).family: name for name in reversed(found)}.values())


def first_daily(sampled: Iterable[ParameterSet], most: int) -> list[ParameterSet]:
    """Leave all but the first of a sample to `.ci/run`, where each takes long by itself: they are thorough.

    Args:
        sampled: What `daily` or `daily_games` returns.
        most: How many are tried every day.
    """
    found: list[ParameterSet] = []
    for one in sampled:
        slow = any(mark.name == "slow" for mark in one.marks)
        most -= not slow
        found.append(one if slow or most >= 0 else pytest.param(*one.values, marks=(*one.marks, pytest.mark.thorough)))
    return found


def places(name: str, count: int, every: int) -> range:
    """Return which of so many tests under one name are tried every day: always the same, and at least one.

    >>> list(places("test_bets", 10, 4)), list(places("test_cards", 10, 4)), list(places("test_cards", 1, 4))
    ([0, 4, 8], [2, 6], [0])
    """
    return range(zlib.crc32(name.encode()) % max(1, min(every, count)), count, every)


def sample(items: Sequence[pytest.Item]) -> None:
    """Mark as slow what the mark `sample` leaves out of every day; what is slow already does not count.

    Args:
        items: What pytest has collected.
    """
    found: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sample") and not item.get_closest_marker("slow"):
            found[item.nodeid.partition("[")[0]].append(item)
    for name, those in found.items():
        mark = those[0].get_closest_marker("sample")
        assert mark is not None
        kept = places(name.rpartition("::")[2], len(those), *mark.args)
        for at, item in enumerate(those):
            if at not in kept:
                item.add_marker(pytest.mark.slow)
