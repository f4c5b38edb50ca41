"""Facts about the draw for the first deal."""

from __future__ import annotations

from dealerkit.facts.cutting import high_card_undecided
from dealerkit.facts.situation import Situation, fact


@fact
def no_dealer_yet(now: Situation) -> bool:
    """Return whether nobody has been drawn to deal first (SG-02)."""
    return now.felt.button == 0


@fact
def dealer_undecided(now: Situation) -> bool:
    """Return whether nobody deals yet, and the draw for the first deal is still to be made, or was a tie (SG-02)."""
    return bool(no_dealer_yet(now) and high_card_undecided(now))
