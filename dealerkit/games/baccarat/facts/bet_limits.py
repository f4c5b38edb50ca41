"""Facts about the limits of a layout: the highest bet, bets allowed beside another, the difference of the sides."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from dealerkit.facts.situation import GameData, Situation
from dealerkit.felt import Felt, read_number
from dealerkit.games.baccarat.facts.coup import SIDES, spots
from dealerkit.rules.box_rows import is_against_the_house


class LayoutLimits(NamedTuple):
    """The limits of a spot, in smallest chips.

    Attributes:
        low: The smallest bet.
        high: The largest; 0 for any amount.
        step: What bets are multiples of; 0 for any amount.
        side: Whether it is a side bet.
        rule: The rule that says so, by its id; empty where the game names none.
    """

    low: int
    high: int
    step: int
    side: bool
    rule: str = ""

    def takes(self, chips: int) -> bool:
        """Return whether a bet of so much may lie there, whatever lies beside it."""
        return chips >= self.low and not (self.high and chips > self.high) and not (self.step and chips % self.step)


def limits(game: GameData, felt: Felt) -> dict[str, LayoutLimits]:
    """Return the limits of every spot, as the game's `felt.spots` and the options in force have them (BA-72)."""

    def read(game: GameData) -> dict[str, LayoutLimits]:
        by_spot = {}
        for name in spots(game):
            spec = game.data["felt"]["spots"][name]
            low, high, step = (felt.units(read_number(str(spec.get(key, "0")))) for key in ("minimum", "maximum", "step"))
            rule = str(spec.get("rule") or _rule_of(game, "minimum"))
            by_spot[name] = LayoutLimits(low, high, step, bool(spec.get("side", False)), rule)
        return by_spot

    return game.once("limits", read)


def bets_against_rules(now: Situation) -> list[tuple[int, str]]:
    """Return seat and spot of every bet that is against a rule now, by seat."""
    rows, options = now.felt.rows, now.game.options
    alone, opposed = side_may_be_alone(now.game), options.get("allow_opposed_bets", True)
    broken = []
    for name, spot in limits(now.game, now.felt).items():
        row = rows[name]
        if not any(row):
            continue
        beside = rows[SIDES[0]] if name == SIDES[1] and not opposed else row if spot.side and not alone else None
        for seat, chips in enumerate(row):
            if chips and (not spot.takes(chips) or (beside is not None and beside[seat])) and rules_broken(now, seat, name):
                broken.append((seat, name))
    return sorted(broken)


def rules_broken(now: Situation, seat: int, name: str) -> tuple[str, ...]:
    """Return the ids of the rules that a bet breaks now; empty if it breaks none.

    The rule of its limits: under the minimum, over the maximum, off the step (BA-72). That of the option `side_without_main`: a
    side bet alone, where the house does not say that it may be (BA-78). That of `allow_opposed_bets`: on banker besides player,
    where the house does not allow it (BA-80).

    Args:
        now: The table as it lies.
        seat: Whose bet it is.
        name: The spot it lies on, such as `player_pair`.
    """
    rows, options = now.felt.rows, now.game.options
    spot, chips = limits(now.game, now.felt)[name], rows[name][seat]
    broken = []
    if not spot.takes(chips):
        broken.append(spot.rule)
    if spot.side and not side_may_be_alone(now.game):
        main = [other for other, limit in limits(now.game, now.felt).items() if not limit.side]
        if not any(rows[other][seat] for other in main):
            broken.append(_rule_of(now.game, "side_without_main") or spot.rule)
    if name == SIDES[1] and SIDES[0] in rows and rows[SIDES[0]][seat] and not options.get("allow_opposed_bets", True):
        broken.append(_rule_of(now.game, "allow_opposed_bets"))
    return tuple(broken)


def side_may_be_alone(game: GameData) -> bool:
    """Return whether a side bet may be made without a main one: where the house says so, and not on a box, which has no cards
    without (BA-78, BJ-25).
    """
    return bool(game.options.get("side_without_main", not is_against_the_house(game.data)))


def _rule_of(game: GameData, option: str) -> str:
    """Return the rule of a game's option; empty if it has no such option."""
    return str((game.data.get("options") or {}).get(option, {}).get("rule", ""))


def differs_too_much(now: Situation) -> bool:
    """Return whether all bets on player and all bets on banker differ by more than is posted; 0 posts nothing (BA-72)."""
    most = now.game.once("differential", _differential)
    if not most:
        return False
    sums = [sum(now.felt.rows[side][1:]) for side in SIDES]
    return abs(sums[0] - sums[1]) > now.felt.units(most)


def _differential(game: GameData) -> Fraction:
    return Fraction(read_number(str(game.options.get("differential", "0"))))
