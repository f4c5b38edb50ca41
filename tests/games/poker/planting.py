"""Hands with one dealer's slip: a perfect dealer, random players, and one or two wrong acts."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import attrs

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from tests.games.poker.hands import cut_due

Planted = Callable[[dk.Table, random.Random], Sequence[str] | None]
"""The wrong acts in place of the due one, for the current table; None at an unsuitable moment."""


@attrs.frozen
class Slip:
    """A slip to be planted.

    Attributes:
        codes: The findings, in order, up to the end of the hand, including players' own faults.
        games: The games that it is tried in.
        plant: The function for the wrong acts.
        rules: The rule set; the game's own if None.
        options: The house's options.
        seats: Players at the table.
        stop: Whether the hand ends with it, because there are several right ways to go on and the floor decides.
        stacks: Chips of every seat.
    """

    codes: tuple[str, ...]
    games: tuple[str, ...]
    plant: Planted
    rules: str | None = None
    options: Mapping[str, object] = attrs.field(factory=dict)
    seats: int = 4
    stop: bool = False
    stacks: int = 200


def choice(table: dk.Table, rng: random.Random) -> Act | None:
    """Return a player's act: any allowed one, with few folds, and with shown hands."""
    players = table.players
    if players is None or not table.ask:
        return None
    seat, moves = next(iter(table.ask.items()))
    names = list(moves)
    if "show" in names:
        return Act.make(seat, "show")
    if "draw" in names:
        most = moves["draw"].most  # type: ignore[attr-defined]
        count = rng.choice((0, 1, 2, 3))
        return Act.make(seat, "draw", n=min(count, most)) if count else Act.make(seat, "pat")
    if "raise" in names and rng.random() < 0.2:
        low = list(moves["raise"])  # type: ignore[call-overload]
        if low:
            return Act.make(seat, "raise", n=low[0])
    if "fold" in names and "call" in names and rng.random() < 0.12:
        return Act.make(seat, "fold")
    if "fold" in names and "check" in names and rng.random() < 0.03:
        return Act.make(seat, "fold")
    return players.mechanic.plain(table.now, players.params, seat, moves)


def go_on(table: dk.Table, rng: random.Random) -> bool:
    """Push one act; return whether the hand continues."""
    act = cut_due(table) or (table.plan()[0] if table.plan() else choice(table, rng) or table.next_act())
    if act is None:
        return False
    table.push(act)
    return act.verb != "gather"


def table_for(slip: Slip, game: str, seed: int) -> dk.Table:
    """Return a table for the slip."""
    return dk.Table(
        game, rules=slip.rules, seats=slip.seats, seed=seed, options=dict(slip.options), stacks=[slip.stacks] * slip.seats
    )


def clean_hand(slip: Slip, game: str, seed: int) -> dk.Table:
    """Return the hand without the slip."""
    table, rng = table_for(slip, game, seed), random.Random(seed)
    for _ in range(400):
        if not go_on(table, rng):
            break
    return table


def slipped_hand(slip: Slip, game: str, seed: int) -> tuple[dk.Table, bool]:
    """Return the hand with the slip at its first suitable moment, and whether there was one."""
    table, rng, when = table_for(slip, game, seed), random.Random(seed), random.Random(f"{seed}/slip")
    planted = False
    for _ in range(400):
        if not planted:
            acts = slip.plant(table, when)
            if acts:
                planted = True
                for act in acts:
                    table.push(act)
                if slip.stop:
                    break
        try:
            if not go_on(table, rng):
                break
        except Impossible:  # the stub has run out because of it
            break
    return table, planted
