"""Sensible bettors at a layout: bets within limits, mostly on a hand."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from dealerkit.facts.layout_limits import LayoutLimits, limits
from dealerkit.felt import Act, Felt
from dealerkit.games.baccarat.facts.bet_limits import side_may_be_alone
from dealerkit.table.bots.cut import cut
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table


@chooser("wager")
def wager(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return a bet within the limits and the stack, mostly on a hand; None for no bet. A bet that stays after a push is left, or
    sometimes taken back.
    """
    felt, at = table.felt, int(seat[1:])
    stack, spots = felt.rows["stack"][at], limits(table.now.game, felt)
    for name, spot in spots.items():
        if spot.equals and (missing := felt.rows[spot.equals][at] - felt.rows[name][at]):
            return _made_equal(felt, seat, name, spot.equals, missing)
    lying = [move for move in moves if move.startswith("take ") and felt.rows[move.split()[1]][at]]
    if lying:
        return Act.make(seat, *rng.choice(lying).split()) if rng.random() < 0.3 else None
    bets = [move for move in moves if move.startswith("bet ")]
    main = [move for move in bets if move.split()[1] in _main(felt, spots)]
    if not bets or stack < max(spots[name].low for name in _main(felt, spots)):
        return Act.make(seat, "leave") if "leave" in moves else None
    if rng.random() < 0.12:
        return Act.make(seat, "leave") if "leave" in moves and rng.random() < 0.02 else None
    others = _others(table, bets, main, spots)
    side = bool(others) and (not main or rng.random() < 0.15)
    if not side and not main:
        return None
    move = rng.choice(others if side else main)
    spot = spots[move.split()[1]]
    least = spot.low or felt.layout.scale
    amount = least * rng.choice((5, 5, 10, 10, 25) if side else (1, 2, 2, 3, 5, 10, 10, 20))
    if spot.step:
        amount = max(spot.step, amount // spot.step * spot.step)
    amount = min(amount, spot.high or amount, stack)
    return Act.make(seat, *move.split(), n=felt.written(amount)) if amount > 0 else None


def _made_equal(felt: Felt, seat: str, name: str, other: str, missing: int) -> Act:
    """Return the act that makes a bet as large as the other one that it must equal, as after the push of one of them; of what the
    seat cannot match the other one is taken back.
    """
    if missing > felt.rows["stack"][int(seat[1:])]:
        return Act.make(seat, "take", other)
    return Act.make(seat, "bet" if missing > 0 else "take", name, n=felt.written(abs(missing)))


def _main(felt: Felt, spots: Mapping[str, LayoutLimits]) -> list[str]:
    """Return the bets that most bettors make: those on a hand of the layout, or if there are none, those that are not
    side bets.
    """
    places = felt.layout.places
    on_hands = [name for name in spots if name in places and places[name].kind == "hand"]
    return on_hands or [name for name, spot in spots.items() if not (spot.side or spot.equals)]


def _others(table: Table, bets: Sequence[str], main: Sequence[str], spots: Mapping[str, LayoutLimits]) -> list[str]:
    """Return the bets that are on no hand; without side bets, if these need a bet on a hand and none is made."""
    others = [move for move in bets if move not in main]
    if side_may_be_alone(table.now.game) or _has_main(bets, spots):
        return others
    return [move for move in others if not spots[move.split()[1]].side]


def _has_main(bets: Sequence[str], spots: Mapping[str, LayoutLimits]) -> bool:
    """Return whether a bet other than a side bet has been made, since it is no longer among those that can be chosen."""
    return any(f"bet {name}" not in bets for name, spot in spots.items() if not (spot.side or spot.equals))


chooser("bettor_cuts")(cut)
