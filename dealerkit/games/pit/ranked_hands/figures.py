"""Parts common to the figures of all games with hands read by a ranking: totals, house edge and element of risk."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from dealerkit.games.pit.ranked_hands.terms import RankedTerms
from dealerkit.rules.counted_figures import FigureTable
from dealerkit.rules.reports.odds import NOT_OFFERED, chosen_options, percent, share

_NOTES: Final = (
    "House edge: the house's average share of each unit of the first bet. Element of risk: its share of all money bet.",
    "Pushes count as bets. A figure below zero favours the player.",
    "Best play has the best result on average; usual play follows the game's own table, as the players of empty seats do.",
)


class PlayTotals(NamedTuple):
    """PlayTotals of all deals under one way to play.

    Attributes:
        net: The player's net result, in units of the first bet.
        staked: Sum of all wagers.
        deals: Number of deals.
    """

    net: Fraction
    staked: Fraction
    deals: int

    @property
    def edge(self) -> Fraction:
        """The house's average share of each unit of the first bet."""
        return -self.net / self.deals

    @property
    def risk(self) -> Fraction:
        """The house's average share of all money bet."""
        return -self.net / self.staked


def odds_text(units: Fraction | None) -> str:
    """Return the result of a unit of a wager as printed; empty for a wager that was not made.

    >>> odds_text(Fraction(3, 2)), odds_text(Fraction(0)), odds_text(Fraction(-1)), odds_text(Fraction(-1, 2))
    ('3 to 2', 'push', 'lose', 'half back')
    """
    if units is None:
        return ""
    if units > 0:
        return f"{units.numerator} to {units.denominator}"
    return {Fraction(0): "push", Fraction(-1): "lose"}.get(units, "half back")


def edge_table(terms: RankedTerms, ways: Mapping[str, PlayTotals], sides: Mapping[str, PlayTotals]) -> FigureTable:
    """Return the table of house edge and element of risk.

    Args:
        terms: Terms of the game.
        ways: PlayTotals of the first bet, with all wagers that decisions require, under each way to play.
        sides: PlayTotals of each side bet under best play.
    """
    name = ", ".join(map(terms.title, terms.wagers))
    rows = [(name, play, percent(totals.edge), percent(totals.risk)) for play, totals in ways.items()]
    for wager, totals in sides.items():
        title = terms.title(wager) if terms.offered(wager) else f"{terms.title(wager)} *"
        rows.append((title, "best", percent(totals.edge), percent(totals.risk)))
    notes = _NOTES if all(map(terms.offered, sides)) else (*_NOTES, NOT_OFFERED)
    return FigureTable("House edge", ("bet", "play", "house edge", "element of risk"), rows, notes)


def edge_data(terms: RankedTerms, ways: Mapping[str, PlayTotals]) -> dict[str, object]:
    """Return the same as plain data, with the game and its options.

    Args:
        terms: Terms of the game.
        ways: PlayTotals of the first bet, with all wagers that decisions require, under each way to play.
    """
    return {
        "game": terms.game.id,
        "options": dict(terms.game.options),
        "deals": ways["best"].deals,
        "edge": {play: share(totals.edge) for play, totals in ways.items()},
        "element_of_risk": {play: share(totals.risk) for play, totals in ways.items()},
        "staked": {play: share(totals.staked / totals.deals) for play, totals in ways.items()},
    }


def lead(terms: RankedTerms) -> tuple[str, ...]:
    """Return the lines above the tables: the options that differ from their defaults."""
    chosen = chosen_options(terms.game)
    return (chosen,) if chosen else ()
