"""The spots of a layout and their limits: the smallest and the largest bet, and of what it must be a multiple."""

from __future__ import annotations

from typing import NamedTuple

from dealerkit.facts.situation import GameData
from dealerkit.felt import Felt, read_number


class LayoutLimits(NamedTuple):
    """The limits of a spot, in smallest chips.

    Attributes:
        low: The smallest bet.
        high: The largest bet; 0 for no limit.
        step: Number of which bets must be multiples; 0 for any amount.
        side: Whether it is a side bet.
        rule: Id of the rule on the limits; empty if the game names none.
        equals: Spot on which as much must lie, as of a blind beside an ante; empty for none.
    """

    low: int
    high: int
    step: int
    side: bool
    rule: str = ""
    equals: str = ""

    def takes(self, chips: int) -> bool:
        """Return whether a bet of an amount may lie on the spot, regardless of other bets.

        Args:
            chips: The amount, in smallest chips.
        """
        return chips >= self.low and not (self.high and chips > self.high) and not (self.step and chips % self.step)


def limits(game: GameData, felt: Felt) -> dict[str, LayoutLimits]:
    """Return the limits of every spot, by its name, from the game's `felt.spots` and the options in force (BA-72)."""

    def read(game: GameData) -> dict[str, LayoutLimits]:
        by_spot = {}
        for name in spots(game):
            spec = game.data["felt"]["spots"][name]
            low, high, step = (felt.units(read_number(str(spec.get(key, "0")))) for key in ("minimum", "maximum", "step"))
            rule = str(spec.get("rule") or rule_of(game, "minimum"))
            by_spot[name] = LayoutLimits(low, high, step, bool(spec.get("side", False)), rule, str(spec.get("equals", "")))
        return by_spot

    return game.once("limits", read)


def spots(game: GameData) -> tuple[str, ...]:
    """Return the spots of the bets offered at this table: the main bets, and the side bets that are switched on (BA-23)."""
    return game.once(
        "spots", lambda dealt: tuple(name for name, spec in dealt.data["felt"]["spots"].items() if spec.get("offered", True))
    )


def rule_of(game: GameData, option: str) -> str:
    """Return the rule of a game's option; empty if the game has no such option."""
    return str((game.data.get("options") or {}).get(option, {}).get("rule", ""))
