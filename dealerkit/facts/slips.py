"""The slip that a remedy corrects: its cards, the act that was due, the owners of chips."""

from __future__ import annotations

from collections.abc import Mapping

from dealerkit.facts.situation import RuledOn, Situation
from dealerkit.felt import Act


def slip_called(now: Situation, code: str) -> RuledOn | None:
    """Return the last slip of this hand with a given code; None if there is none.

    Args:
        now: Situation at the table.
        code: Code of the slip's finding; empty for any.
    """
    begun = now.marks.get("hand", 0)
    return next((slip for slip in reversed(now.slips) if slip.at > begun and (not code or slip.code == code)), None)


def the_slip(now: Situation, params: Mapping[str, object]) -> RuledOn | None:
    """Return the slip that a step of a remedy corrects; None for none.

    Args:
        now: Situation at the table.
        params: The step's parameters; `of` names the remedy.
    """
    ruled_on: RuledOn | None = now.mended.get(str(params.get("of")))
    return ruled_on if ruled_on is not None and ruled_on.at > now.marks.get("hand", 0) else None


def last_slip(now: Situation, fault: str) -> RuledOn | None:
    """Return the last slip with a ruling on a fault, in this hand or earlier; None without one."""
    return next((slip for slip in reversed(now.slips) if slip.fault == fault), None)


def slip_act(now: Situation, slip: RuledOn | None) -> Act | None:
    """Return the act that was the slip; None for none."""
    return now.log[slip.at - 1] if slip is not None and slip.at <= len(now.log) else None


def since_slip(now: Situation, slip: RuledOn | None) -> list[Act]:
    """Return the acts since the slip."""
    return [] if slip is None else now.log[slip.at :]


def overtaken(now: Situation, at: int) -> bool:
    """Return whether players have acted or cards have come since a given point of the log, so that a ruling given then may no
    longer fit.

    Args:
        now: Situation at the table.
        at: Number of acts in the log at that point.
    """
    return any(act.seat or act.verb in ("deal", "burn") for act in now.log[at:])


def chips_of_the_hand(now: Situation) -> tuple[int, dict[int, int]]:
    """Return each seat's chips in the pots of this hand, with dead money counted for the player who posted it.

    Gathering the cards sets these chips to zero.

    Returns:
        Number of acts in the log now, and the chips by seat, in smallest chips.
    """
    felt = now.felt
    if "pot" not in felt.rows:
        return len(now.log), {}
    chips = {seat: felt.put[seat] for seat in range(1, felt.seats + 1) if felt.put[seat]}
    for act in now.since("hand"):
        if act.verb == "post" and act.to == ("dead",) and not felt.rows["dead"][act.seat]:
            chips[act.seat] = chips.get(act.seat, 0) + felt.units(act.n)
    return len(now.log), chips


def stakes_of_the_hand(now: Situation) -> tuple[int, Mapping[int, int]]:
    """Return each seat's chips in the pots of this hand: as noted before the cards were gathered or the floor ruled, else as they
    are now.

    Returns:
        Number of acts in the log at that time, and the chips by seat, in smallest chips.
    """
    noted = now.stakes
    return noted if noted is not None and noted[0] >= now.marks.get("hand", 0) else chips_of_the_hand(now)
