"""Facts about a deal declared void."""

from __future__ import annotations

from dealerkit.facts.situation import Situation, fact
from dealerkit.facts.slips import since_slip, slip_called
from dealerkit.facts.tables import just_done


@fact
def misdeal_called(now: Situation) -> bool:
    """Return whether the last act declares the deal void, by the floor or the dealer, and no player has acted since the slip
    (SG-06).
    """
    act, slip = just_done(now), slip_called(now, "")
    return act.to[:1] == ("misdeal",) and slip is not None and not any(past.seat for past in since_slip(now, slip))


@fact
def void_deal_is_gathered(now: Situation) -> bool:
    """Return whether the dealer gathers all cards."""
    return just_done(now).verb == "gather"


@fact
def deal_stands(now: Situation) -> bool:
    """Return whether the floor has ruled otherwise than a misdeal."""
    act = just_done(now)
    return act.verb == "rule" and act.to[:1] != ("misdeal",)
