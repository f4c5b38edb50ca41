"""What is tried every day of what can be tried, and what is left to `.ci/run --long`.

A proof that is the same over many seeds, games or rule sets is given for a sample every day. The others are no less tests: each
has a name of its own and the mark `slow`, so that pytest counts what it left out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
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
