"""The cut: its depth, and the player who cuts; and the draw for the first deal."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from dealerkit.cards import Face
from dealerkit.facts.elimination import is_out
from dealerkit.facts.situation import Situation, by_option, fact
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.felt.verbs import verbs_that
from dealerkit.rules.registries import Registry

_MIXING = verbs_that("mixes") | verbs_that("makes_ready")
"""Acts of the dealer that change the order of the deck, so that earlier cuts do not count."""


def at_the_table(now: Situation) -> list[int]:
    """Return the seats with a player present and chips to play, not eliminated, from the left of the button or dealer; all seats
    if there are none.
    """
    felt, order = now.felt, in_turn(now, now.felt.button)
    stack = felt.rows["stack"]
    there = [seat for seat in order if not felt.away >> seat & 1 and (felt.layout.debt or stack[seat] > 0)]
    return [seat for seat in there if not is_out(now, seat)] or order


def right_of_dealer(now: Situation) -> int:
    """Return the seat on the dealer's right: the last at the table before the button or dealer (CU-08, SG-03)."""
    seats = [seat for seat in at_the_table(now) if seat != now.felt.button]
    return seats[-1] if seats else now.felt.button


CutterOf = Callable[[Situation], int]

STUB_CUTTERS: Registry[CutterOf] = Registry("player who cuts the stub")
"""Functions that return the seat that cuts a reshuffled stub, by the value of the option `draw_cut`."""


def stub_cutter(value: str) -> Callable[[CutterOf], CutterOf]:
    """Register the function that returns the seat that cuts a reshuffled stub.

    Args:
        value: Value of the option `draw_cut` for which it is used.
    """

    def register(function: CutterOf) -> CutterOf:
        STUB_CUTTERS.add(value, function, function.__module__)
        return function

    return register


def cutter_of_stub(now: Situation) -> int:
    """Return the seat that cuts a reshuffled stub; 0 for the dealer."""
    cutter = STUB_CUTTERS.get(str(now.game.options.get("draw_cut")))
    return 0 if cutter is None else cutter(now)


# -- who cuts -----------------------------------------------------------------------------------------------------------


def cuts_since_the_shuffle(now: Situation) -> list[Act]:
    """Return the cuts since the deck was last mixed or dealt from, in order, including the act under judgement."""
    acts: list[Act] = []
    yet = [now.act] if now.act is not None and not (now.log and now.log[-1] is now.act) else []
    for act in itertools.chain(yet, now.backwards()):
        if act.who == "f" or (act.who == "d" and (act.verb in _MIXING or act.verb == "deal")):
            break
        if act.verb == "cut":
            acts.append(act)
    return acts[::-1]


@fact
def cut_was_begun(now: Situation) -> bool:
    """Return whether a player has cut since the shuffle, or has put the cut card in, even if it was another player's right
    (CU-08).
    """
    for act in reversed(now.log):
        if act.who == "d" and act.verb in _MIXING:
            return False
        if act.seat and act.verb in ("cut", "insert"):
            return True
    return False


def cut_place(now: Situation) -> int:
    """Return the number of cards that the dealer has to cut: those above a player's cut card (BA-16, CU-09). It is 0 if there is
    no such cut card, or once the dealer has cut.
    """
    place = cut_card_at(now)
    done = any(act.who == "d" and act.n in (None, place) for act in cuts_since_the_shuffle(now) if act is not now.act)
    return 0 if done else place


def cut_card_at(now: Situation) -> int:
    """Return the number of cards above the cut card when a player inserted it after the last shuffle; 0 if none did."""
    for act in reversed(now.log):
        if act.who == "d" and act.verb in _MIXING:
            break
        if act.seat and act.verb == "insert":
            return len(now.felt.layout.pack) - int(act.n or 0)
    return 0


# -- who deals first ------------------------------------------------------------------------------------------------------


@by_option("first_dealer", "jack")
def first_jack_deals() -> None:
    """Return whether the first deal goes to the player who is dealt the first jack (option `first_dealer`, DE-07)."""


def drawn_in_turn(now: Situation) -> list[tuple[int, Face | None]]:
    """Return the cards dealt in the draw for the first deal, in order: pairs of seat and face."""
    cards = [(now.felt.out[card], seat, now.felt.faces[card]) for seat, card in _drawn(now)]
    return [(seat, face) for _, seat, face in sorted(cards, key=lambda card: card[0])]


def _drawn(now: Situation) -> list[tuple[int, int]]:
    felt = now.felt
    return [(seat, card) for seat in range(1, felt.seats + 1) for card in felt.places[f"s{seat}"]]


def next_drawn(now: Situation) -> int:
    """Return the seat that gets the next card of the draw, from the left of the button."""
    order = at_the_table(now)
    return order[len(_drawn(now)) % len(order)]


JACK = "J"
"""Rank that decides the draw (DE-07)."""


def first_dealer(now: Situation) -> int | None:
    """Return the seat that deals first by the draw; None while unknown."""
    if first_jack_deals(now):
        return next((seat for seat, face in drawn_in_turn(now) if face is not None and face.letter == JACK), None)
    best = highest_drawn(now)
    return best[0] if best is not None and len(best) == 1 else None


def highest_drawn(now: Situation) -> list[int] | None:
    """Return the seats with the highest card of the last round of the draw, the ace high; None while a card is unknown.

    If the suit decides between equal ranks (option `first_dealer`, DE-10), it is a single seat.
    """
    cards = {seat: now.felt.places[f"s{seat}"] for seat in range(1, now.felt.seats + 1)}
    rounds = max(map(len, cards.values()))
    last = {seat: mine[-1] for seat, mine in cards.items() if rounds and len(mine) == rounds}
    faces = {seat: now.felt.faces[card] for seat, card in last.items()}
    if None in faces.values():
        return None
    by_suit = now.game.options.get("first_dealer") == "high_by_suit"
    worth = {seat: face.index if by_suit or face.rank is None else face.rank.place * 4 for seat, face in faces.items() if face}
    best = max(worth.values(), default=0)
    return [seat for seat, value in worth.items() if value == best]


@fact
def high_card_undecided(now: Situation) -> bool:
    """Return whether the draw for the first deal is still to be made, or was a tie (CU-17, DE-10)."""
    best = highest_drawn(now)
    return best is not None and len(best) != 1


@fact
def no_dealer_yet(now: Situation) -> bool:
    """Return whether nobody has been drawn to deal first (SG-02)."""
    return now.felt.button == 0


@fact
def dealer_undecided(now: Situation) -> bool:
    """Return whether nobody deals yet, and the draw for the first deal is still to be made, or was a tie (SG-02)."""
    return bool(no_dealer_yet(now) and high_card_undecided(now))
