"""Facts about eliminated players."""

from __future__ import annotations

from dealerkit.facts.elimination import playing
from dealerkit.facts.situation import Situation, fact


@fact
def one_player_left(now: Situation) -> bool:
    """Return whether all players but one have been eliminated."""
    return len(playing(now)) <= 1
