"""The first to act in a betting round, by the words of `opens:`; and the finished rounds of the hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from dealerkit.facts.hands import live_in_turn
from dealerkit.facts.situation import Situation
from dealerkit.rules.registries import Registry

Opener = Callable[[Situation], "int | None"]

OPENERS: Registry[Opener] = Registry("opener")
"""Functions that return the first seat to act, by the word in the step's `opens`; None as their result while unknown."""


def opener_called(word: str) -> Callable[[Opener], Opener]:
    """Register a function that returns the first seat to act in a betting round.

    Args:
        word: Word for it in rule files, after `opens:`.
    """

    def register(function: Opener) -> Opener:
        OPENERS.add(word, function, function.__module__)
        return function

    return register


MayOpen = Callable[[Situation, int], "bool | None"]

MAY_OPEN: Registry[MayOpen] = Registry("condition to open the betting")
"""Functions that return whether a seat may make the first bet, by the value of the option `opening`; None as their result while
unknown.
"""


def may_open(value: str) -> Callable[[MayOpen], MayOpen]:
    """Register a function that returns whether a seat may make the first bet.

    Args:
        value: Value of the option `opening` for which it is used.
    """

    def register(function: MayOpen) -> MayOpen:
        MAY_OPEN.add(value, function, function.__module__)
        return function

    return register


@attrs.frozen
class StreetRound:
    """The result of a finished betting round.

    Attributes:
        opener: First seat to act; 0 if none could.
        aggressor: Seat with the last bet or raise; 0 for none.
        first_bettor: Seat with the first bet; 0 for none.
        raises: Number of bets and raises.
        ended: Number of acts in the log at its end.
    """

    opener: int
    aggressor: int
    first_bettor: int
    raises: int
    ended: int = 0


def rounds_of(now: Situation) -> list[StreetRound]:
    """Return the finished betting rounds of this hand, in order."""
    return [value for value in now.results.values() if isinstance(value, StreetRound)]


def last_round(now: Situation) -> StreetRound | None:
    """Return the last finished betting round; None for none."""
    rounds = rounds_of(now)
    return rounds[-1] if rounds else None


@opener_called("left_of_button")
def left_of_button(now: Situation) -> int | None:
    """Return the first seat still in, from the left of the button (DP-18); 0 for none."""
    return next(iter(live_in_turn(now, now.felt.button)), 0)


def opener_of(now: Situation, params: Mapping[str, object]) -> int | None:
    """Return the first seat to act in a betting round; None while unknown.

    Args:
        now: Situation at the table.
        params: The step's parameters; `opens` names the rule, by default the left of the button.
    """
    return OPENERS[str(params.get("opens", "left_of_button"))](now)
