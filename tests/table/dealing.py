"""Self-dealing tables: a perfect dealer, players from a random seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import dealerkit as dk
from dealerkit.felt import Act

SPOTS = ("player", "banker", "tie")
COUP = (
    "s1 bet tie 10",
    "d close",
    "d deal player 9h",
    "d deal banker 2c",
    "d deal player Kd",
    "d deal banker 5d",
    "d call player wins",
    "d push player",
    "d take s1 tie 10",
    "d clear",
)


def bets(table: dk.Table, rng: random.Random) -> list[Act]:
    """Return bets of one coup, for a few seats at a time."""
    acts = []
    for seat in range(1, table.seats + 1):
        for spot in rng.sample(SPOTS, rng.choice((0, 1, 1, 2))):
            acts.append(Act.make(f"s{seat}", "bet", spot, n=rng.choice((10, 25, 50, 85, 100, 115))))
    return acts


def moves(table: dk.Table, rng: random.Random) -> list[Act]:
    """Return every legal act of players, or a sample if there are too many."""
    acts: list[Act] = []
    for seat in table.ask:
        asked: Mapping[str, Any] = table.ask[seat]
        for move, allowed in asked.items():
            verb, *to = move.split()
            if verb == "play":
                faces = [table.felt.faces[card] for card in table.felt.cards(seat)]
                acts += [Act.make(seat, "play", cards=[face]) for face in faces if face in allowed]
            elif verb in ("pay", "post"):
                acts += [Act.make(seat, verb, *to, n=amount) for amount in allowed]
            elif verb in ("cut", "insert") and len(allowed):
                acts.append(Act.make(seat, verb, n=rng.choice(list(allowed))))
            elif verb in ("bet", "raise") and not to:
                acts += [Act.make(seat, verb, n=amount) for amount in (allowed.amounts[0], allowed.amounts[-1])]
            elif verb not in ("bet", "take", "leave", "cut", "insert") or to == ["trick"]:
                acts.append(Act.make(seat, verb, *to))
    return acts


def next_act(table: dk.Table, rng: random.Random) -> Act | None:
    """Return the act of a perfect dealer, or one of the players' choices."""
    if table.plan():
        return table.plan()[0]
    if table.players is not None and not table.players.until:
        choice = moves(table, rng)
        return rng.choice(choice) if choice else None
    return table.next_act()


def coups(seed: int, seats: int = 5, count: int = 8, **options: object) -> list[Act]:
    """Return the acts of a clean table: opening, shoe and some coups with bets."""
    rng = random.Random(seed)
    table = dk.Table("mini-baccarat", seats=seats, seed=seed, options=options)
    table.advance("bets")
    for _ in range(count):
        for act in bets(table, rng):
            table.push(act)
        table.advance("deal")
        while table.agenda.step is None or table.agenda.step.id != "clear":
            table.advance()
        table.advance()
        if table.players is None:
            break
    assert table.ok, table.findings
    return list(table.log)


def coup_starts(acts: list[Act]) -> Iterator[tuple[int, int]]:
    """Yield the slices of each coup's dealer acts, from the close to the clear."""
    start = None
    for at, act in enumerate(acts):
        if act.verb == "close":
            start = at
        if act.verb == "clear" and start is not None:
            yield start, at + 1
            start = None


def to_the_next_hand(table: dk.Table) -> None:
    """Do the due acts until another hand has begun."""
    begun = table.now.marks["hand"]
    while table.now.marks["hand"] == begun:
        act = table.next_act()
        assert act is not None
        table.push(act)
