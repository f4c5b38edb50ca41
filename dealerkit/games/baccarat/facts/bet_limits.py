"""Facts about the bets of a layout: which break its limits, which may lie beside another, the difference between the sides."""

from __future__ import annotations

from fractions import Fraction

from dealerkit.facts.layout_limits import limits, rule_of
from dealerkit.facts.situation import GameData, Situation
from dealerkit.felt import read_number
from dealerkit.games.baccarat.facts.coup import SIDES
from dealerkit.rules.box_rows import is_against_the_house


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
            broken.append(rule_of(now.game, "side_without_main") or spot.rule)
    if name == SIDES[1] and SIDES[0] in rows and rows[SIDES[0]][seat] and not options.get("allow_opposed_bets", True):
        broken.append(rule_of(now.game, "allow_opposed_bets"))
    return tuple(broken)


def side_may_be_alone(game: GameData) -> bool:
    """Return whether a side bet may be made without a main bet: if the house allows it, but never in a game with boxes, where a
    box without a main bet gets no cards (BA-78, BJ-25).
    """
    return bool(game.options.get("side_without_main", not is_against_the_house(game.data)))


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
