"""A trick: the cards that may be played to it, their strength in it, its winner."""

from __future__ import annotations

from collections.abc import Container, Iterable

import attrs

from dealerkit.cards import Face, Suit
from dealerkit.mechanics.registry import EVERYTHING


def suit_of(face: Face, trumps: Suit | None) -> Suit | None:
    """Return the suit a card belongs to; a joker belongs to trumps, or to none (NP-A3)."""
    return trumps if face.suit is None else face.suit


def strength(face: Face, led: Suit | None, trumps: Suit | None) -> int:
    """Return a card's strength in its trick: jokers above trumps above the suit led above the rest (NP-03, NP-04, NP-19).

    Args:
        face: The card.
        led: The suit led; None for the first card.
        trumps: The trump suit; None if there is none.
    """
    if face.rank is None:
        return 300
    suit = face.suit
    base = 200 if suit is trumps and trumps is not None else 100 if suit is led else 0
    return base + face.index // 4


class OfSuits:
    """The choice of any card of some suits, or with `but` of any other suit, for an unseen hand."""

    __slots__ = ("but", "suits", "trumps")

    def __init__(self, suits: Iterable[Suit], trumps: Suit | None, *, but: bool = False) -> None:
        self.suits, self.trumps, self.but = frozenset(suits), trumps, but

    def __contains__(self, face: object) -> bool:
        return not isinstance(face, Face) or (suit_of(face, self.trumps) in self.suits) is not self.but

    def __iter__(self) -> object:
        return iter(())


class OfHand(frozenset[object]):
    """The choice of certain cards of a hand. An unnamed card stands for the last of the hand, and is allowed if that card is."""

    last: Face | None = None

    def __contains__(self, value: object) -> bool:
        return super().__contains__(self.last if value is None else value)


def legal(
    hand: list[Face | None],
    led: Face | None,
    named: Suit | None,
    trumps: Suit | None,
    void: Iterable[Suit] = (),
    *,
    may_trump: bool = False,
) -> Container[object]:
    """Return the cards of a hand that may be played (NP-17, NP-18, NP-A2, NP-A3; AF-28 to AF-30).

    Args:
        hand: The cards still held; None for an unknown card.
        led: The first card of the trick; None for the leader.
        named: The suit for which a led joker stands.
        trumps: The trump suit; None if there is none.
        void: Suits that this player has failed to follow before, and so cannot hold.
        may_trump: Whether a player who can follow may play a trump instead.
    """
    suit = None if led is None else led.suit or named or trumps
    known = [face for face in hand if face is not None]
    following = [face for face in known if suit is not None and suit_of(face, trumps) is suit]
    open_ = {suit, trumps} - {None} if may_trump else {suit}
    if None in hand:
        if suit is not None and following:
            return OfSuits([choice for choice in open_ if choice is not None], trumps)
        return OfSuits(void, trumps, but=True) if void else EVERYTHING
    cards = OfHand([face for face in known if suit_of(face, trumps) in open_] if following else known)
    cards.last = known[-1] if known else None
    return cards


@attrs.define
class Trick:
    """A trick on the table.

    Attributes:
        leader: Seat that leads.
        led: The card led; None before.
        named: The suit for which a led joker stands.
        unnamed: Whether other players have played although no suit was named.
        cards: For each seat that has played, the number of its card on the felt, and the card.
        slips: Seats that did not follow suit although they could, while the trick can still be corrected.
        void: Seats that have shown in this trick that they lack the suit led.
        over: Surplus cards, of players who had played already.
    """

    leader: int
    led: Face | None = None
    named: Suit | None = None
    unnamed: bool = False
    cards: dict[int, tuple[int, Face | None]] = attrs.field(factory=dict)
    slips: list[int] = attrs.field(factory=list)
    void: dict[int, Suit] = attrs.field(factory=dict)
    over: list[int] = attrs.field(factory=list)

    def take_back(self, seat: int) -> None:
        """Take back the card that a seat played to the trick; if it did not follow suit with it, that is forgiven (NP-A7).

        Args:
            seat: The seat.
        """
        del self.cards[seat]
        self.void.pop(seat, None)
        if seat in self.slips:
            self.slips.remove(seat)
        if seat == self.leader:
            self.led = self.named = None

    def winner(self, trumps: Suit | None) -> int:
        """Return the seat of the strongest card; the leader if no card is known."""
        suit = None if self.led is None else self.led.suit or self.named or trumps
        known = {seat: strength(face, suit, trumps) for seat, (_, face) in self.cards.items() if face is not None}
        return max(known, key=lambda seat: (known[seat], seat == self.leader)) if known else self.leader
