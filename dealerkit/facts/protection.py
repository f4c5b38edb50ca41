"""Facts about the protection of the game: the dealer's hands, cash, tips, relief, and talk during a hand."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts.rounds import comes_from_a_shoe, this_round
from dealerkit.facts.situation import Situation, fact
from dealerkit.facts.tables import just_done, pot_is_gone
from dealerkit.felt import Act

NOTHING_TOLD = frozenset({"nothing", "none"})
"""Words in a record's `relieve` for a handover without any information."""


@fact
def hand_is_on(now: Situation) -> bool:
    """Return whether a hand or coup is in progress: its cards are out, and the pot has not been pushed."""
    places = now.felt.layout.places
    lying = any(now.felt.places[name] for name, place in places.items() if place.kind == "hand")
    return lying and not pot_is_gone(now)


@fact
def nothing_handed_over(now: Situation) -> bool:
    """Return whether the record says that the outgoing dealer handed over nothing: no blinds or level, warnings, button, fund or
    open disputes. A record that does not mention the handover does not count against the dealer.
    """
    return bool(NOTHING_TOLD & set(just_done(now).to))


@fact
def hands_not_shown(now: Situation) -> bool:
    """Return whether the dealer still has to show clear hands after this act, as after every act but leaving right after showing
    them.
    """
    if just_done(now).who != "d":
        return False
    before = next((act for act in now.backwards(1) if act.who == "d"), None)
    return just_done(now).verb != "leave" or before is None or before.verb != "clap"


@fact
def from_pot_or_drop(now: Situation) -> bool:
    """Return whether chips were changed out of a pot or the drop, where the camera takes them for chips of the game."""
    return just_done(now).to[0] in {*now.felt.layout.pots, "pot", "drop"}


@fact
def language_not_posted(now: Situation) -> bool:
    """Return whether somebody speaks, during a hand, a language that the house does not post (`languages` of the table)."""
    posted = now.game.data["felt"].get("languages")
    return bool(posted) and just_done(now).to[0] not in posted and hand_is_on(now)


@fact
def next_hand_begun(now: Situation) -> bool:
    """Return whether the next hand has begun, by its shuffle or, from a shoe, by its first card; a dispute then belongs to the
    hand before (SD-16).
    """
    if just_done(now).verb in ("riffle", "wash"):
        return True
    if just_done(now).verb != "deal" or not comes_from_a_shoe(now.game):
        return False
    return sum(act.verb == "deal" for act in this_round(now)) == 1


@fact
def dispute_open(now: Situation) -> bool:
    """Return whether something is in dispute, and the floor has not ruled (RM-26)."""
    return disputes_open(this_round(now))


def disputes_open(acts: Sequence[Act]) -> bool:
    """Return whether something was disputed in these acts and the floor has not ruled since."""
    last = next((act for act in reversed(acts) if act.who == "f" or act.verb == "dispute"), None)
    return last is not None and last.who != "f"
