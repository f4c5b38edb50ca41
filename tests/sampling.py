"""The sample of tests for every day, and the rest for `.ci/run --long`.

A proof over many seeds, games or rule sets is run for a sample every day. The others are tests of their own with names and the
mark `slow`, so that pytest counts the deselected ones. `daily` and `daily_games` sample the values of one argument, and can
always include some; the mark `sample` samples the combinations of all arguments of a test: `@pytest.mark.sample(4)`. Where the
rest is to be tried before each pull request, its mark is `thorough` instead: `@pytest.mark.sample(4, rest="thorough")`. Where
each takes long, only the first of a sample are for every day, and the others thorough: `@pytest.mark.sample(4, most=2)`.
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
"""Factor for the number of trials of a campaign of any size, compared with every day."""

T = TypeVar("T")


def daily(
    values: Iterable[T], every: int, *, first: int = 0, keep: Iterable[T] | Callable[[T], bool] = (), rest: str = "slow"
) -> list[ParameterSet]:
    """Mark all but a sample of values as slow, for `parametrize`.

    Args:
        values: The values; a tuple is for several arguments.
        every: The interval of values tried every day.
        first: The index of the first such value, so that different tests can try different ones of the same values.
        keep: Values that are tried every day in addition.
        rest: The mark of the others, `slow` or `thorough`.
    """
    kept = keep if callable(keep) else list(keep).__contains__
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if at % every == first % every or kept(value) else getattr(pytest.mark, rest),
        )
        for at, value in enumerate(values)
    ]


def daily_games(every: int, *, first: int = 0, of: Iterable[str] | None = None, rest: str = "slow") -> list[ParameterSet]:
    """Sample games in the same way, with one of each family among those of every day."""
    found = list(games() if of is None else of)
    return daily(found, every, first=first, keep={game(name).family: name for name in reversed(found)}.values(), rest=rest)


def first_daily(sampled: Iterable[ParameterSet], most: int) -> list[ParameterSet]:
    """Mark all but the first of a sample as thorough, for `.ci/run`, if each takes a long time.

    Args:
        sampled: The result of `daily` or `daily_games`.
        most: Number of tests for every day.
    """
    found: list[ParameterSet] = []
    for one in sampled:
        slow = any(mark.name == "slow" for mark in one.marks)
        most -= not slow
        found.append(one if slow or most >= 0 else pytest.param(*one.values, marks=(*one.marks, pytest.mark.thorough)))
    return found


def places(name: str, count: int, every: int) -> range:
    """Return the indexes of the daily tests among the tests with one name: always the same, and at least one.

    >>> list(places("test_bets", 10, 4)), list(places("test_cards", 10, 4)), list(places("test_cards", 1, 4))
    ([0, 4, 8], [2, 6], [0])
    """
    return range(zlib.crc32(name.encode()) % max(1, min(every, count)), count, every)


def sample(items: Sequence[pytest.Item]) -> None:
    """Mark as slow all tests that the mark `sample` excludes from every day; tests that are slow already do not count.

    Its argument `rest` is another mark for them. With `most`, all but so many of the sample are thorough, as with `first_daily`.

    Args:
        items: The tests collected by pytest.
    """
    found: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("sample")
        if mark is not None and not any(map(item.get_closest_marker, ("slow", mark.kwargs.get("rest", "slow")))):
            found[item.nodeid.partition("[")[0]].append(item)
    for name, those in found.items():
        mark = those[0].get_closest_marker("sample")
        assert mark is not None
        kept = places(name.rpartition("::")[2], len(those), *mark.args)
        daily = kept[: mark.kwargs.get("most")]
        for at, item in enumerate(those):
            if at not in kept:
                item.add_marker(mark.kwargs.get("rest", "slow"))
            elif at not in daily:
                item.add_marker(pytest.mark.thorough)
