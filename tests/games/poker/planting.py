"""Hands with one dealer's slip in them: a perfect dealer, players who do anything that is allowed, and one wrong act or two."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import attrs

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from tests.games.poker.hands import cut_due

Planted = Callable[[dk.Table, random.Random], Sequence[str] | None]
"""What is done instead of what is due, at a table as it stands; None if this is not the moment for it."""


@attrs.frozen
class Slip:
    """A slip to be planted.

    Attributes:
        codes: What is found, in order, by the time the hand is over; players' own faults among it.
        games: The games it is tried in.
        plant: What is done instead.
        rules: The rule set; the game's own if None.
        options: The house's options.
        seats: Players at the table.
        stop: Whether the hand goes no further after it: there is no more than one right way on, and that is the floor's.
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
    """What a player does: anything that is allowed, though folding is rare and hands are shown."""
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
    """One act further; whether the hand goes on."""
    act = cut_due(table) or (table.plan()[0] if table.plan() else choice(table, rng) or table.next_act())
    if act is None:
        return False
    table.push(act)
    return act.verb != "gather"


def table_for(slip: Slip, game: str, seed: int) -> dk.Table:
    """A table at which it may be planted."""
    return dk.Table(
        game, rules=slip.rules, seats=slip.seats, seed=seed, options=dict(slip.options), stacks=[slip.stacks] * slip.seats
    )


def clean_hand(slip: Slip, game: str, seed: int) -> dk.Table:
    """The hand without the slip."""
    table, rng = table_for(slip, game, seed), random.Random(seed)
    for _ in range(400):
        if not go_on(table, rng):
            break
    return table


def slipped_hand(slip: Slip, game: str, seed: int) -> tuple[dk.Table, bool]:
    """The hand with the slip, as soon as its moment comes; whether it came."""
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
