"""Facts about a shoe from which several rounds are dealt."""

from __future__ import annotations

from dealerkit.facts.rounds import round_id
from dealerkit.facts.situation import Situation, fact


@fact
def shoe_is_emptied(now: Situation) -> bool:
    """Return whether no card is left to deal before the last round of the shoe is over, because all cards were brought together
    (BI-08, BJI-11).
    """
    acts = now.since("shoe")
    last = next((act.verb for act in reversed(acts[:-1]) if act.verb in _ROUND), "")
    begun = any(act.verb in ("load", "deal") for act in acts)
    over = not begun or (last == "clear" and any(act.verb == "cutcard" for act in acts))
    return not now.felt.left() and now.log[-1].verb in ("gather", "shuffle", "merge") and not over


@fact
def unused_shoe_is_apart(now: Situation) -> bool:
    """Return whether, before the first round of a shoe, some of its cards lie elsewhere than at the place of the shuffle (BA-13,
    BJ-14).
    """
    felt = now.felt
    begun = now.rounds.get(round_id(now.game), 0)
    return not begun and any(cards for name, cards in felt.places.items() if name != felt.layout.start)


_ROUND = frozenset({"load", "deal", "clear", "close"})
"""Dealer's verbs that prepare a shoe, and that begin and end a round."""
