"""Facts about any table: the pack, the stock, the seats."""

from __future__ import annotations

import functools

from dealerkit.cards import Face
from dealerkit.facts.situation import Situation, by_option, fact
from dealerkit.felt import Act


@fact
def always(now: Situation) -> bool:
    """Return true: for a section that repeats as long as the table is open."""
    return True


@by_option("tap", "true", usual="true")
def taps() -> None:
    """Return whether the house uses the tap (option `tap`, FTR-02)."""


def in_turn(now: Situation, after: int) -> list[int]:
    """Return all seats in order, beginning at the left of seat `after` (0: from seat 1)."""
    return list(_turns(now.felt.seats, after))


@functools.lru_cache(maxsize=1024)
def _turns(seats: int, after: int) -> tuple[int, ...]:
    return tuple((after + step - 1) % seats + 1 for step in range(1, seats + 1))


def last_played(now: Situation) -> Face | None:
    """Return the uppermost played card, on which the next one goes; None if there is none, or it is unknown."""
    felt = now.felt
    played = felt.places[felt.layout.played]
    return felt.faces[played[-1]] if played else None


@by_option("calls_required", "true")
def house_asks_calls() -> None:
    """Return whether the house wants every total called aloud (option `calls_required`)."""


def just_done(now: Situation) -> Act:
    """Return the act under judgement. There must be one, as there is when duties are tested."""
    assert now.act is not None
    return now.act


def pot_is_gone(now: Situation) -> bool:
    """Return whether the pot has been pushed, and no new hand has begun."""
    felt = now.felt
    lying = any(felt.rows[name][0] for name in felt.layout.pots if name in felt.rows)
    return not lying and any(act.verb == "award" for act in now.since("hand"))


def sides_seen(now: Situation) -> set[str]:
    """Return which sides of a new deck have been spread since it was brought to the table: `up`, `down` or both."""
    seen: set[str] = set()
    for act in reversed(now.log):
        if act.verb == "introduce":
            return seen
        if act.verb == "deal":
            break
        if act.verb == "spread":
            seen.add(act.face)
    return set()


def deck_lies_together(now: Situation) -> bool:
    """Return whether the cards of a round have been brought together, and not shuffled, loaded into a shoe or dealt since."""
    return next((act.verb for act in reversed(now.log) if act.verb in _AFTER_GATHERING), "") == "gather"


_AFTER_GATHERING = frozenset({"gather", "riffle", "shuffle", "load", "deal"})
