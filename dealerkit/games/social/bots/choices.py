"""Simulated players who choose trumps: they stand on a good suit, beg from a bad one, and keep trumps and high cards."""

from __future__ import annotations

import random

from dealerkit.cards import Face, Suit
from dealerkit.facts.ending import target
from dealerkit.felt import Act
from dealerkit.games.social.newmarket.bots import keep_or_exchange
from dealerkit.table.bots.knowledge import hand_of, open_cards
from dealerkit.table.bots.players import Moves
from dealerkit.table.bots.registry import chooser
from dealerkit.table.table import Table


def _strength(hand: list[Face], trumps: Suit | None) -> int:
    """Return the value of a hand with a suit as trumps: high and low trumps score points, the jack in two ways, and every trump
    may win tricks.
    """
    worth = {"A": 5, "K": 4, "Q": 3, "J": 3, "2": 2, "3": 2}
    return sum(worth.get(face.letter, 1) for face in hand if face.suit is trumps)


def _upcard(table: Table) -> Face | None:
    cards = open_cards(table, "upcard") if "upcard" in table.felt.places else []
    return cards[-1] if cards else None


def _trump_choice(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return the answer to stand or beg, give or refuse, by the value of the hand with the proposed suit; for other choices the
    first answer.
    """
    upcard = _upcard(table)
    words = {move.split()[1] for move in moves}
    if upcard is None or upcard.suit is None or not words & {"stand", "beg", "give", "refuse"}:
        return None
    worth = _strength([face for face in hand_of(table, seat) if face is not None], upcard.suit) + rng.choice((-1, 0, 0, 1))
    if "beg" in words:
        return Act.make(seat, "answer", "stand" if worth >= 4 else "beg")
    if "give" not in words:
        return None
    marks, at = target(table.now)
    eldest = table.felt.button % table.seats + 1
    risky = marks[eldest] + 2 * table.felt.layout.scale >= at
    runs = table.felt.left() >= 3 * table.seats + 1
    return Act.make(seat, "answer", "give" if worth >= 4 and not risky and runs else "refuse")


@chooser("choice")
def answer(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Return an answer to a choice: about trumps, or about a hand on the table."""
    return _trump_choice(table, seat, moves, rng) or keep_or_exchange(table, seat, moves, rng)


@chooser("discard")
def discard(table: Table, seat: str, moves: Moves, _rng: random.Random) -> Act | None:
    """Return the discard of a card: the lowest that is not trump, else the lowest trump."""
    upcard = _upcard(table)
    hand = [face for face in hand_of(table, seat) if face is not None]
    if not hand or "discard" not in moves:
        return None
    trumps = upcard.suit if upcard is not None else None

    def kept(face: Face) -> tuple[bool, int]:
        return face.suit is trumps, face.rank.place if face.rank is not None else 13

    return Act.make(seat, "discard", cards=(min(hand, key=kept),))
