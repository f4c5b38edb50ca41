"""Tricks: lead, follow, trump; the winner takes the trick and leads to the next."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from dealerkit.cards import Face, Suit
from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.facts.tricks import contract
from dealerkit.felt import Act
from dealerkit.mechanics.registry import EVERYTHING, NOTHING, Ask, Moves, Params, Run, mechanic

SUITS = {"clubs": Suit.CLUBS, "diamonds": Suit.DIAMONDS, "hearts": Suit.HEARTS, "spades": Suit.SPADES}


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Which rule an illegal card breaks: `lead`, `follow`, `joker` or `take`."""
    if act.verb == "take":
        return "take"
    if act.verb == "name":
        return "trumps"
    if not now.felt.places["trick"]:
        return "lead"
    if act.cards and act.cards[0] is not None and act.cards[0].rank is None:
        return "joker"
    return "follow" if act.who in ask else "turn"


def _first_card(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    if "take trick" in moves:
        return Act.make(seat, "take", "trick")
    allowed = moves.get("play")
    if allowed is None:
        return Act.make(seat, *next(iter(moves)).split())
    cards = [face for card in now.felt.cards(seat) if (face := now.felt.faces[card]) is None or face in allowed]
    return Act.make(seat, "play", cards=cards[:1])


def suit_of(face: Face, trumps: Suit | None) -> Suit | None:
    """The suit a card belongs to; a joker belongs to trumps, or to none (NP-A3)."""
    return trumps if face.suit is None else face.suit


def strength(face: Face, led: Suit | None, trumps: Suit | None) -> int:
    """How high a card stands in its trick: jokers over trumps over the suit led over the rest (NP-03, NP-04, NP-19)."""
    if face.rank is None:
        return 300
    suit = face.suit
    base = 200 if suit is trumps and trumps is not None else 100 if suit is led else 0
    return base + face.rank.place


def legal(hand: list[Face | None], led: Face | None, named: Suit | None, trumps: Suit | None) -> Container[Any]:
    """The cards of a hand that may be played (NP-17, NP-18, NP-A2, NP-A3); anything from a hand nobody has seen.

    Args:
        hand: The cards still held.
        led: The first card of the trick; None for the leader.
        named: The suit that a led joker stands for.
        trumps: The trump suit; None if there is none.
    """
    if None in hand:
        return EVERYTHING
    known = [face for face in hand if face is not None]
    if led is None:
        return frozenset(known)
    suit = led.suit or named or trumps
    if suit is None:  # a joker led where nothing is trumps: anything goes
        return frozenset(known)
    following = [face for face in known if suit_of(face, trumps) is suit]
    return frozenset(following or known)


@mechanic("tricks", fault=_broken, plain=_first_card)
def tricks(now: Situation, params: Params) -> Run:
    """Tricks with strict following; the bidder leads, and the first card's suit is trumps unless the bid says there are
    none (NP-15 to NP-20).

    Returns:
        `won`: tricks by seat; `revoked`: seats that failed to follow while able, in order; `trumps`: the suit or None.
    """
    felt = now.felt
    bid = contract(now)
    leader = bid["bidder"] if bid else in_turn(now, felt.button)[0]
    no_trumps = bool(bid and bid.get("trumps") is False)
    trumps: Suit | None = None
    won = dict.fromkeys(range(felt.seats + 1), 0)
    revoked: list[int] = []
    void: dict[int, set[Suit]] = {}
    first = True
    while any(felt.cards(f"s{seat}") for seat in range(1, felt.seats + 1)):
        led: Face | None = None
        named: Suit | None = None
        best: tuple[int, int] = (-1, leader)
        waiting = in_turn(now, leader - 1 if leader > 1 else felt.seats)
        while waiting:
            seat = waiting[0]
            allowed = legal([felt.faces[card] for card in felt.cards(f"s{seat}")], led, named, trumps)
            act = yield {f"s{seat}": {"play": allowed}}
            if act is None:
                return None
            if act.verb != "play" or not felt.moved:
                continue
            face = felt.faces[felt.moved[0]]
            if act.seat in waiting:
                waiting.remove(act.seat)
            if face is None:
                continue
            if act.seat == seat and face not in allowed:
                revoked.append(seat)
            suit = suit_of(face, trumps)
            if suit is not None and suit in void.get(act.seat, ()) and act.seat not in revoked:
                revoked.append(act.seat)
            if led is None:
                led = face
                if first and not no_trumps:
                    if face.suit is None:
                        choice = yield {f"s{act.seat}": {f"name {suit}": NOTHING for suit in SUITS}}
                        named = SUITS.get(choice.to[0]) if choice is not None and choice.verb == "name" else None
                        trumps = named
                    else:
                        trumps = face.suit
                first = False
            else:
                asked = led.suit or named or trumps
                if asked is not None and suit_of(face, trumps) is not asked:
                    void.setdefault(act.seat, set()).add(asked)
            best = max(best, (strength(face, led.suit or named or trumps, trumps), act.seat), key=lambda pair: pair[0])
        leader = best[1]
        won[leader] += 1
        taken = False
        while not taken:
            act = yield {f"s{leader}": {"take trick": NOTHING}}
            if act is None:
                return None
            taken = act.verb == "take"
        if params.get("stop_when_decided") and bid and _decided(bid, won, now):
            break
    return {"won": won, "revoked": revoked, "trumps": trumps}


def _decided(bid: Any, won: dict[int, int], now: Situation) -> bool:
    mine = won[bid["bidder"]]
    left = max(len(now.felt.cards(f"s{seat}")) for seat in range(1, now.felt.seats + 1))
    wanted: int = bid["tricks"]
    return mine > 0 if wanted == 0 else mine >= wanted or mine + left < wanted
