"""Facts about trumps, which an upcard proposes and players accept, refuse or buy; and about the score that ends the game."""

from __future__ import annotations

from collections.abc import Mapping

from dealerkit.facts.ending import over_target, target
from dealerkit.facts.situation import Situation, fact, only_with
from dealerkit.facts.tables import in_turn
from dealerkit.felt.acts import is_seat

UPCARD = "upcard"
"""Place of the cards turned up to propose trumps, the last one on top."""


def _answer(now: Situation, step: str) -> str:
    """Return the word by which a choice was answered; empty before it is made."""
    answer = now.results.get(step)
    return str(answer["word"]) if answer else ""


@fact
def begged(now: Situation) -> bool:
    """Return whether the player on the dealer's left begs, refusing the upcard's suit (AF-12)."""
    return _answer(now, "begging") == "beg"


@fact
def gift_given(now: Situation) -> bool:
    """Return whether the dealer gives a point to keep the upcard's suit (AF-15)."""
    return begged(now) and _answer(now, "answering") == "give"


@fact
def cards_are_run(now: Situation) -> bool:
    """Return whether the dealer has refused to give a point, so that the cards are run: more are dealt, and another card is
    turned up (AF-16).
    """
    return begged(now) and _answer(now, "answering") == "refuse"


@fact
def trumps_fixed(now: Situation) -> bool:
    """Return whether the suit of the last upcard is trumps: it was accepted, or kept for a point, or it differs from the suit
    turned up before the cards were run (AF-13, AF-15, AF-20).
    """
    if not cards_are_run(now):
        return _answer(now, "begging") == "stand" or gift_given(now)
    faces = [now.felt.faces[card] for card in now.felt.cards(UPCARD)]
    if len(faces) < 2:
        return False
    last, before = faces[-1], faces[-2]
    return last is None or before is None or last.suit is not before.suit


def _enough_for_a_run(now: Situation) -> bool:
    """Return whether the stock has three cards for each player and an upcard (AF-25)."""
    return now.felt.left() >= 3 * now.felt.seats + 1


@fact
def run_due(now: Situation) -> bool:
    """Return whether the cards are to be run (more dealt, another turned up), for the first time or again, and there are enough
    of them (AF-18, AF-19, AF-25).
    """
    return cards_are_run(now) and not trumps_fixed(now) and _enough_for_a_run(now)


@fact
def run_under_way(now: Situation) -> bool:
    """Return whether the cards are being run: players have got their three cards, and the upcard is not turned yet (AF-18)."""
    last = next((act for act in reversed(now.since("hand")) if act.verb == "deal"), None)
    return cards_are_run(now) and last is not None and is_seat(last.to[0])


@fact
def stock_ran_out(now: Situation) -> bool:
    """Return whether the cards were run until too few were left to play the hand, so that the same dealer deals again (AF-24)."""
    return cards_are_run(now) and "tricks" not in now.results and not one_at_target(now)


@fact
def upcard_turned(now: Situation) -> bool:
    """Return whether a card has been turned up to propose trumps (AF-09)."""
    return bool(now.felt.cards(UPCARD))


_TAKERS: Mapping[str, slice] = {"eldest": slice(1), "all_opponents": slice(-1)}
"""The players who score the point of a gift, as a slice of the players in turn from the dealer's left, by the option's value
(AF-A9).
"""


def gift_goes_to(now: Situation) -> list[int]:
    """Return the seats that score the point of a gift (option `gift_to`, AF-A9)."""
    return in_turn(now, now.felt.button)[_TAKERS[str(now.game.options.get("gift_to", "eldest"))]]


@fact
@only_with("gift_may_end_game", "false")
def gift_barred(now: Situation) -> bool:
    """Return whether a gift would end the game, and the house does not allow that (option `gift_may_end_game`, AF-A4)."""
    points, at = target(now)
    ends = any(points[seat] + now.felt.layout.scale >= at for seat in gift_goes_to(now))
    return ends and not now.game.options.get("gift_may_end_game", True)


@fact
def one_at_target(now: Situation) -> bool:
    """Return whether exactly one player has the points that end the game, so that no more are counted (AF-48)."""
    return len(over_target(now)) == 1


@fact
def best_at_target(now: Situation) -> bool:
    """Return whether exactly one player leads with at least the points that end the game; after a tie another hand is played
    (AF-A5).
    """
    over = over_target(now)
    return bool(over) and over.count(max(over)) == 1
