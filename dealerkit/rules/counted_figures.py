"""Counted figures of a game, such as its odds, as plain values; and registries of the functions that count them, and of those
that deal many rounds at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

import attrs

from dealerkit.rules.games import Game
from dealerkit.rules.registries import Registry


@attrs.frozen
class FigureTable:
    """A printed table of figures.

    Attributes:
        title: Title of the table.
        header: Headings of its columns; the first column names the rows.
        rows: Its rows, each a list of words and figures as printed.
        notes: Notes printed below it.
    """

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()


@attrs.frozen
class CountedFigures:
    """All counted figures of a game, as data and for print.

    Attributes:
        title: Title of the report.
        data: The figures as plain data, for JSON.
        lead: Lines of text before the tables.
        tables: The tables.
    """

    title: str
    data: Mapping[str, object]
    lead: Sequence[str]
    tables: Sequence[FigureTable]


ODDS: Registry[Callable[[Game], CountedFigures]] = Registry("kind of odds", "numbers")
"""Functions that count the odds of a game, by the game's reading of cards (`reading`)."""


def odds_of(reading: str) -> Callable[[Callable[[Game], CountedFigures]], Callable[[Game], CountedFigures]]:
    """Return a decorator that registers a function to count the odds of all games that value cards in a certain way.

    The function stands in a module called `numbers` of its family of games.

    Args:
        reading: Name of that way of valuing cards: `reading` in a game's file.
    """

    def register(function: Callable[[Game], CountedFigures]) -> Callable[[Game], CountedFigures]:
        ODDS.add(reading, function, function.__module__)
        return function

    return register


@attrs.frozen(eq=False)
class BulkRounds:
    """Results of rounds dealt in bulk, shoe by shoe.

    Attributes:
        rounds: Number of rounds of each shoe.
        net: A box's winnings in each shoe, in smallest chips; negative for a loss.
        ends: Number of a box's rounds by the way in which they ended, such as a win.
    """

    rounds: Sequence[int]
    net: Sequence[int]
    ends: Mapping[str, int]


@attrs.frozen
class BulkShoe:
    """One shoe that was dealt in bulk, with all that is needed to deal it again at a table.

    Attributes:
        letters: Ranks of its cards in the order in which they come out, such as `A5TK`.
        nets: Winnings of each box in each round, in smallest chips; one row for each round.
        whole: Whether all its rounds are included; False if the last one ran out of cards and was left out.
        cards: Names of the same cards, such as `Ah`; empty if no bet depends on suits.
    """

    letters: str
    nets: Sequence[Sequence[int]]
    whole: bool
    cards: Sequence[str] = ()


@attrs.frozen
class RunPlan:
    """Settings common to all kinds of simulated runs.

    Attributes:
        game: Id of the game, or path of its file.
        rules: Rule set, as for `--rules`; None for the game's own.
        settings: Options that differ from the defaults: the value of each as typed, by name.
        seed: Seed of all cards and choices.
        rounds: Number of coups, rounds or hands.
    """

    game: str
    rules: str | None
    settings: Mapping[str, str]
    seed: int
    rounds: int


@attrs.frozen
class RoundPlan(RunPlan):
    """The settings of a run of rounds against the house.

    Attributes:
        boxes: Number of boxes with a bet.
        stake: Bet on each box, in smallest chips.
    """

    boxes: int
    stake: int


class BulkDealer(Protocol):
    """An object that deals many rounds at once, in numbered blocks; the same seed and number always give the same rounds.

    Attributes:
        limits: Sentences that tell the reader how it differs from a table; may be empty.
        in_shoes: Whether rounds follow each other out of a shoe, as at a table; if not, no shoe can be dealt again.
        bet: Name of the first bet on each box.
        play: Name of the way in which the boxes play, such as `basic strategy`.
    """

    bet: str
    play: str
    limits: Sequence[str]
    in_shoes: bool

    @property
    def exact(self) -> float:
        """Counted house edge, for comparison with the dealt rounds."""

    def shoes(self, seed: int) -> Iterator[BulkShoe]:
        """Yield the shoes of a run one by one, from the first.

        Args:
            seed: Seed of all cards.
        """

    def block(self, seed: int, number: int, most: int | None = None) -> BulkRounds:
        """Return the results of one block of rounds.

        Args:
            seed: Seed of all cards.
            number: Number of the block, from 0.
            most: Largest number of rounds to deal; None for the whole block.
        """


BULK: Registry[Callable[[Game, int, int], BulkDealer]] = Registry("dealer of bulk rounds", "bulk")
"""Functions that return a bulk dealer, by the game's reading. They take the game, the number of boxes with a bet, and the stake
in smallest units.
"""


def bulk_of(
    reading: str,
) -> Callable[[Callable[[Game, int, int], BulkDealer]], Callable[[Game, int, int], BulkDealer]]:
    """Return a decorator that registers a function to make the bulk dealer of all games that value cards in a certain way.

    The function stands in a module called `bulk` of its family of games, the only kind of module that may need NumPy.

    Args:
        reading: Name of that way of valuing cards: `reading` in a game's file.
    """

    def register(maker: Callable[[Game, int, int], BulkDealer]) -> Callable[[Game, int, int], BulkDealer]:
        BULK.add(reading, maker, maker.__module__)
        return maker

    return register
