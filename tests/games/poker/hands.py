"""Self-dealing hands of poker: a perfect dealer, players from a random seed."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import dealerkit as dk
from dealerkit.felt import Act

MOST_ACTS = 3000
"""Greater than the number of acts in any hand."""


def face_up(table: dk.Table, cards: list[int]) -> list[str]:
    """Return the names of cards."""
    return table.felt.names(cards)


def wager(table: dk.Table, seat: str, moves: Mapping[str, Any], rng: random.Random) -> Act:
    """Return a player's choice in a betting round; folding is less likely."""
    raising = next((word for word in ("raise", "bet") if word in moves), "")
    dice = rng.random()
    if raising and dice < 0.3:
        amounts = moves[raising].amounts
        low, high = amounts[0], amounts[-1]
        chips = rng.choice([low, low, high, rng.choice(amounts), min(high, low * 3 if low * 3 in amounts else low)])
        return Act.make(seat, raising, n=table.felt.written(chips))
    if "bringin" in moves:
        return Act.make(seat, "bringin", n=next(iter(moves["bringin"])))
    if "check" in moves:
        return Act.make(seat, "fold" if dice > 0.98 else "check")
    return Act.make(seat, "fold" if dice > 0.82 or "call" not in moves else "call")


def lay_aside(table: dk.Table, seat: str, moves: Mapping[str, Any], rng: random.Random) -> Act:
    """Return a player's choice in a draw."""
    hand = [table.felt.faces[card] for card in table.felt.cards(seat)]
    count = min(rng.choice([0, 0, *moves["draw"]]), len(hand))
    if not count:
        return Act.make(seat, "pat")
    if None in hand or rng.random() < 0.3:
        return Act.make(seat, "draw", n=count)
    return Act.make(seat, "draw", cards=rng.sample(hand, count))


def choice(table: dk.Table, rng: random.Random) -> Act | None:
    """Return the choice of the player whose turn it is; None if there is none."""
    players = table.players
    if players is None:
        return None
    name = players.mechanic.name
    if name == "straddle" and rng.random() < 0.5:
        return None
    if name == "free_posts":
        return None
    for seat, moves in table.ask.items():
        if name == "betting":
            return wager(table, seat, moves, rng)
        if name == "draw":
            return lay_aside(table, seat, moves, rng)
        if name == "show" and "muck" in moves and rng.random() < 0.2:
            return Act.make(seat, "muck")
        act = players.mechanic.plain(table.now, players.params, seat, moves)
        if act is not None:
            return act
    return None


def duty(table: dk.Table) -> Act | None:
    """Return the dealer's duty after an act: a bet to announce, an all-in button."""
    for pending in table.agenda.books.duties:
        for cure in pending.left:
            if cure.verbs == {"allin"}:
                return Act.make("d", "allin", pending.owner)
            if pending.duty.id == "kill_the_absent" and not table.plan():  # after the deal
                felt = table.felt
                return next(
                    (
                        Act.make("d", "kill", f"s{seat}")
                        for seat in range(1, table.seats + 1)
                        if felt.away >> seat & 1 and felt.places[f"s{seat}"]
                    ),
                    None,
                )
            if "announce" in cure.verbs:
                return Act.make("d", "announce", table.log[-1].verb, n=table.log[-1].n)
    return None


def cut_due(table: dk.Table) -> Act | None:
    """Return the cut of a new stub for the draw, by the house's cutter; None if none is due (DR-19)."""
    cures = itertools.chain.from_iterable(pending.left for pending in table.agenda.books.duties)
    return table.next_act() if any("cut" in cure.verbs for cure in cures) else None


def next_act(table: dk.Table, rng: random.Random) -> Act | None:
    """Return the act of a perfect dealer, or a player's choice; None at the end."""
    due = duty(table) or cut_due(table)
    if due is not None:
        return due
    plan = table.plan()
    if plan:
        return plan[0]
    act = choice(table, rng)
    if act is not None:
        return act
    return table.next_act()


def hands_dealt(table: dk.Table) -> int:
    """Return the number of hands begun."""
    return table.now.rounds.get("hand", 0)


def over(table: dk.Table, hand: int) -> bool:
    """Return whether the hand of that number has ended."""
    return hands_dealt(table) != hand or (table.agenda.step is None and table.players is None)
