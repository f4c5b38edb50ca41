"""Figures of a game that its family knows how to count, plain, and the registries of who counts them and deals in bulk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import attrs

from dealerkit.rules.games import Game
from dealerkit.rules.registries import Registry


@attrs.frozen
class FigureTable:
    """A table of figures.

    Attributes:
        title: What stands above it.
        header: The heads of its columns; the first column says what the figures of a row are.
        rows: Its rows, in words and figures as they are printed.
        notes: What is said below it.
    """

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()


@attrs.frozen
class CountedFigures:
    """Everything that was counted of a game, for people and for programs.

    Attributes:
        title: What was counted.
        data: The same as plain data.
        lead: What is said first, a line each.
        tables: The tables.
    """

    title: str
    data: Mapping[str, object]
    lead: Sequence[str]
    tables: Sequence[FigureTable]


ODDS: Registry[Callable[[Game], CountedFigures]] = Registry("kind of odds", "numbers")
"""Who counts the odds of a game, by how its cards are worth something (`reading`)."""


def odds_of(reading: str) -> Callable[[Callable[[Game], CountedFigures]], Callable[[Game], CountedFigures]]:
    """Register who counts the odds of games with a reading, in a module called `numbers`.

    Args:
        reading: The reading as a game's file names it.
    """

    def register(function: Callable[[Game], CountedFigures]) -> Callable[[Game], CountedFigures]:
        ODDS.add(reading, function, function.__module__)
        return function

    return register


@attrs.frozen(eq=False)
class BulkRounds:
    """Rounds that were dealt in bulk, shoe by shoe.

    Attributes:
        rounds: How many rounds each shoe had.
        net: What a box won in them, in smallest units.
        ends: How often a box's round ended in each way that is told, by its name.
    """

    rounds: Sequence[int]
    net: Sequence[int]
    ends: Mapping[str, int]


@attrs.frozen
class RoundPlan:
    """The settings of a run of rounds.

    Attributes:
        game: The game's id, or the path of its file.
        rules: The rule set, as it is chosen by `--rules`; the game's own if None.
        settings: Options that are not at their default, as they are written.
        seed: What all cards are drawn from.
        rounds: How many rounds.
        boxes: Boxes with a bet.
        stake: The bet on each, in smallest units.
    """

    game: str
    rules: str | None
    settings: Mapping[str, str]
    seed: int
    rounds: int
    boxes: int
    stake: int


class BulkDealer(Protocol):
    """Deals the blocks of one run; a block of a number is always the same.

    Attributes:
        exact: The house edge that was counted, to compare with.
        limits: What is not as at a table, in sentences; may be empty.
    """

    exact: float
    limits: Sequence[str]

    def block(self, seed: int, number: int, most: int | None = None) -> BulkRounds:
        """Deal a block.

        Args:
            seed: What all cards are drawn from.
            number: Which block, from 0.
            most: How many rounds, where it is not dealt to its end.
        """


BULK: Registry[Callable[[Game, int, int], BulkDealer]] = Registry("dealer of bulk rounds", "bulk")
"""Who deals a game in bulk, by its reading: made of the game, how many boxes have a bet, and the stake in smallest units."""


def bulk_of(
    reading: str,
) -> Callable[[Callable[[Game, int, int], BulkDealer]], Callable[[Game, int, int], BulkDealer]]:
    """Register who deals games with a reading in bulk, in a module called `bulk`, which alone may need NumPy.

    Args:
        reading: The reading as a game's file names it.
    """

    def register(maker: Callable[[Game, int, int], BulkDealer]) -> Callable[[Game, int, int], BulkDealer]:
        BULK.add(reading, maker, maker.__module__)
        return maker

    return register
