"""Facts about any table: the pack, the stock, who sits where."""

from __future__ import annotations

import functools

from dealerkit.cards import Face
from dealerkit.facts.situation import Situation, fact, only_with
from dealerkit.felt import Act


@fact
def always(now: Situation) -> bool:
    """Return true: for a section that repeats as long as the table is open."""
    return True


@fact
@only_with("tap", "true", alone=True)
def taps(now: Situation) -> bool:
    """Return whether the house uses the tap (option `tap`, FTR-02)."""
    return bool(now.game.options.get("tap", True))


def in_turn(now: Situation, after: int) -> list[int]:
    """Return all seats in order, from the left of one of them."""
    return list(_turns(now.felt.seats, after))


@functools.lru_cache(maxsize=1024)
def _turns(seats: int, after: int) -> tuple[int, ...]:
    return tuple((after + step - 1) % seats + 1 for step in range(1, seats + 1))


def last_played(now: Situation) -> Face | None:
    """Return the uppermost of the cards played, which the next one goes on; None if there is none, or if nobody can read it."""
    felt = now.felt
    played = felt.places[felt.layout.played]
    return felt.faces[played[-1]] if played else None


@fact
def house_asks_calls(now: Situation) -> bool:
    """Return whether the house wants every total called aloud (option `calls_required`)."""
    return bool(now.game.options.get("calls_required", False))


def just_done(now: Situation) -> Act:
    """Return the act that the duties are asked about."""
    assert now.act is not None
    return now.act
