"""Facts of a toy."""

from __future__ import annotations

from dealerkit.facts import Situation, fact


@fact
def tide_is_in(now: Situation) -> bool:
    """Return whether a card lies before every seat."""
    return all(now.felt.cards(f"s{seat}") for seat in range(1, now.felt.seats + 1))
