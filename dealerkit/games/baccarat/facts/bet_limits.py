"""Facts about the limits of a layout: largest bets, bets allowed beside another, the difference between the sides."""

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
            rule = str(spec.get("rule") or _rule_of(game, "minimum"))
            by_spot[name] = LayoutLimits(low, high, step, bool(spec.get("side", False)), rule, str(spec.get("equals", "")))
        return by_spot

    return game.once("limits", read)


def bets_against_rules(now: Situation) -> list[tuple[int, str]]:
    """Return seat and spot of every bet that breaks a rule now, in the order of the seats."""
    rows, options = now.felt.rows, now.game.options
    alone, opposed = side_may_be_alone(now.game), options.get("allow_opposed_bets", True)
    broken = []
    for name, spot in limits(now.game, now.felt).items():
        row = rows[name]
        if spot.equals:
            broken += [(seat, name) for seat, chips in enumerate(row) if chips != rows[spot.equals][seat]]
            continue
        if not any(row):
            continue
        beside = rows[SIDES[0]] if name == SIDES[1] and not opposed else row if spot.side and not alone else None
        for seat, chips in enumerate(row):
            if chips and (not spot.takes(chips) or (beside is not None and beside[seat])) and rules_broken(now, seat, name):
                broken.append((seat, name))
    return sorted(broken)


def rules_broken(now: Situation, seat: int, name: str) -> tuple[str, ...]:
    """Return the ids of the rules that a bet breaks now; empty if it breaks none.

    A bet can break three rules. BA-72: it is below the minimum, above the maximum, or not a multiple of the step; or it is not as
    large as the bet that it must equal (HOD-02). BA-78 (option
    `side_without_main`): it is a side bet without a main bet, and the house does not allow that. BA-80 (option
    `allow_opposed_bets`): it is on banker beside a bet on player, and the house does not allow that.

    Args:
        now: Situation at the table.
        seat: Seat that made the bet.
        name: Spot of the bet, such as `player_pair`.
    """
    rows, options = now.felt.rows, now.game.options
    spot, chips = limits(now.game, now.felt)[name], rows[name][seat]
    broken = []
    if chips != rows[spot.equals][seat] if spot.equals else not spot.takes(chips):
        broken.append(spot.rule)
    if spot.side and not side_may_be_alone(now.game):
        main = [other for other, limit in limits(now.game, now.felt).items() if not limit.side]
        if not any(rows[other][seat] for other in main):
            broken.append(_rule_of(now.game, "side_without_main") or spot.rule)
    if name == SIDES[1] and SIDES[0] in rows and rows[SIDES[0]][seat] and not options.get("allow_opposed_bets", True):
        broken.append(_rule_of(now.game, "allow_opposed_bets"))
    return tuple(broken)


def side_may_be_alone(game: GameData) -> bool:
    """Return whether a side bet may be made without a main bet: if the house allows it, but never in a game with boxes, where a
    box without a main bet gets no cards (BA-78, BJ-25).
    """
    return bool(game.options.get("side_without_main", not is_against_the_house(game.data)))


def _rule_of(game: GameData, option: str) -> str:
    """Return the rule of a game's option; empty if the game has no such option."""
    return str((game.data.get("options") or {}).get(option, {}).get("rule", ""))


def differs_too_much(now: Situation) -> bool:
    """Return whether the total bets on player and on banker differ by more than the posted differential (BA-72); if 0 is posted,
    there is no limit.
    """
    most = now.game.once("differential", _differential)
    if not most:
        return False
    sums = [sum(now.felt.rows[side][1:]) for side in SIDES]
    return abs(sums[0] - sums[1]) > now.felt.units(most)


def _differential(game: GameData) -> Fraction:
    return Fraction(read_number(str(game.options.get("differential", "0"))))
