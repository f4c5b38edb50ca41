"""The boxes of a round against the house: whose hands there are, what was said on them, and what is known of each.

A hand is remembered by the round and not by its place: one that was picked up is still known. What the dealer's closed card is
counts only when it lies open or the dealer has looked at it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from dealerkit.arithmetic.conditions import Told, holds_any
from dealerkit.cards import Face
from dealerkit.facts.situation import GameData
from dealerkit.rules.boxes import Boxes, Word

T = TypeVar("T")

_NOT_MADE = object()

Event = tuple[str, int]
"""A card, as a number in the order in which the round's cards came, and the place it came to; empty if it left the table."""


@attrs.define(eq=False)
class BoxHand:
    """A hand of a box.

    Attributes:
        seat: Whose box it is.
        child: Its name within the box; empty for the first hand.
        split: Whether it came from a split: `no`, `yes`, or `ace` of aces.
        cards: Its cards, each by its number in the order in which the cards of the round came.
        began: The cards that it began with, once a split has taken one of them.
        words: What was said on it, in order, as far as it was open then.
        waits: The word whose cards are still to come; None if none is.
        due: How many cards that word still asks for.
        into: The hand that takes the last card, where a split is still to be laid.
        picked: Whether its cards have been picked up.
        called: How many cards it had when its total was called last.
        unpaid: How many cards of the round were dealt when one came before the wager of its last word was put, so that another
            word counts instead (WAR-I05); 0 if none did.
        void: Whether its main bet went back to its owner, so that it is out of the round (BJI-08).
        place: The place where its cards lie.
    """

    seat: int
    child: str = ""
    split: str = "no"
    cards: list[int] = attrs.Factory(list)
    began: list[int] = attrs.Factory(list)
    words: list[str] = attrs.Factory(list)
    waits: Word | None = None
    due: int = 0
    into: BoxHand | None = None
    picked: bool = False
    called: int = 0
    unpaid: int = 0
    void: bool = False
    place: str = attrs.field(init=False)

    @place.default
    def _place(self) -> str:
        return f"s{self.seat}.{self.child}" if self.child else f"s{self.seat}"


@attrs.define(eq=False)
class BoxRound:
    """A round, as far as it has come.

    Attributes:
        boxes: The rules of the game in force.
        hands: Every hand with a bet, in the order in which they play.
        dealer: The cards of the dealer's hand.
        up: The card of it that was dealt face up first; None while there is none.
        looked: Whether the dealer has looked at the closed card.
        served: The hand that was dealt a card last, after the first cards of the round; None before.
        deals: How many cards were dealt in the round, by the place that they went to, less those that left it again.
        bets: What was put on the rows that a decision or an offer opens, less whatever went back to its owner, by seat and row,
            in smallest chips.
        taken: What was taken to the rack, less what came back out of it, by seat and row.
        paid: What was paid, less what was collected, by seat and row.
        cleared: Whether the cards of the round have been cleared.
        stood: The bets as they stood when betting was closed, by row.
        faces: The face of each card, by that number; None where nobody knows it.
        shown: The cards of the dealer that lie face up, by their numbers.
        lying: The wagers that lie on each hand, by its place, as far as that has been worked out.
        down: The cards of the players that lie face down, in the same way (BJ-35).
        memo: What has been worked out since a card came, a word was said, or chips were bet or went back. What is taken or paid
            changes none of it.
    """

    boxes: Boxes
    hands: list[BoxHand]
    dealer: list[int] = attrs.Factory(list)
    up: int | None = None
    looked: bool = False
    served: BoxHand | None = None
    deals: dict[str, int] = attrs.field(factory=lambda: defaultdict(int))
    bets: dict[tuple[int, str], int] = attrs.field(factory=lambda: defaultdict(int))
    taken: dict[tuple[int, str], int] = attrs.field(factory=lambda: defaultdict(int))
    paid: dict[tuple[int, str], int] = attrs.field(factory=lambda: defaultdict(int))
    cleared: bool = False
    stood: Mapping[str, Sequence[int]] = attrs.Factory(dict)
    faces: Mapping[int, Face | None] = attrs.Factory(dict)
    shown: set[int] = attrs.Factory(set)
    lying: dict[str, list[str]] = attrs.Factory(dict)
    down: set[int] = attrs.Factory(set)
    memo: dict[object, Any] = attrs.Factory(dict)

    @property
    def open(self) -> bool:
        """Whether each card of the dealer lies face up."""
        return self.shown.issuperset(self.dealer)

    @property
    def dealt(self) -> int:
        """How many cards were dealt in the round."""
        return sum(self.deals.values())

    def letters(self, cards: Sequence[int]) -> tuple[str, ...] | None:
        """Return the ranks of cards, by their letters; None if one of them is unknown."""
        faces = [self.faces.get(card) for card in cards]
        return None if None in faces else tuple([face.letter for face in faces if face is not None])

    def up_letter(self) -> str | None:
        """Return the rank of the dealer's card that lies up, by its letter; None without one, or where nobody knows it."""
        face = None if self.up is None else self.faces.get(self.up)
        return None if face is None else face.letter

    def lacks_bet(self, hand: BoxHand) -> bool:
        """Return whether the last word said of a hand costs a wager that has not been put."""
        wager = self.boxes.words[hand.words[-1]].wager if hand.words else ""
        return bool(wager) and not self.stake(hand, wager)

    def is_closed(self, hand: BoxHand) -> bool:
        """Return whether a card of a hand lies face down."""
        return bool(self.down) and not self.down.isdisjoint(hand.cards)

    def first_cards(self, hand: BoxHand) -> list[int]:
        """Return the cards that a hand began with, by their numbers."""
        return hand.began or hand.cards[: self.boxes.cards]

    def once(self, key: object, make: Callable[[], T]) -> T:
        """Return a value worked out from the round as it stands, cached as long as `memo` is."""
        kept = self.memo.get(key, _NOT_MADE)
        if kept is _NOT_MADE:
            kept = self.memo[key] = make()
        made: T = kept
        return made

    def told(self, hand: BoxHand) -> Told:
        """Return what is known of a hand by itself, with the dealer's card that lies up."""
        return self.once(("told", hand.place), lambda: self._told(hand))

    def _told(self, hand: BoxHand) -> dict[str, object]:
        boxes, of_seat = self.boxes, [other for other in self.hands if other.seat == hand.seat]
        read, natural = self._read(hand), self.dealer_natural()
        before = next((other for other in of_seat if other is hand or self._is_left(other)), None)
        return {
            "cards": len(hand.cards),
            "split": hand.split,
            "first_hand": not hand.child,
            "first_left": before is hand and not (hand.picked or read.get("bust")),
            "room": len(of_seat) <= len(boxes.children),
            "shown": not self.is_closed(hand),
            "word": hand.words[-1] if hand.words else "none",
            "dealer_up": self.up_letter(),
            **read,
            "dealer_natural": natural,
            "natural_shown": natural is True,
        }

    def _is_left(self, hand: BoxHand) -> bool:
        """Return whether a hand still lies there and is not over 21."""
        return not (hand.picked or self._read(hand).get("bust"))

    def _read(self, hand: BoxHand) -> Told:
        """Return what a hand's own cards tell; nothing while one of them is unknown."""
        letters = self.letters(hand.cards)
        return self.boxes.reading.hand(letters, hand.split) if letters else {}

    def against(self, hand: BoxHand) -> Told:
        """Return what is known of a hand, with how it stands against the dealer's once that lies open."""
        return self.once(("against", hand.place), lambda: self._against(hand))

    def _against(self, hand: BoxHand) -> Told:
        told, dealers = self.told(hand), self.letters(self.dealer)
        if not (dealers and self.open and len(self.dealer) >= self.boxes.cards):
            return told
        letters, reading = self.letters(hand.cards), self.boxes.reading
        return {**told, **reading.compare(told, reading.hand(dealers, "no"), letters, dealers)} if letters else told

    def dealer_natural(self) -> bool | None:
        """Return whether the dealer has a natural; None while nobody can know (BJ-67, BJ-68)."""
        return self.once("dealer natural", self._dealer_natural)

    def _dealer_natural(self) -> bool | None:
        reading = self.boxes.reading
        up = self.up_letter()
        if reading.natural is None or up is None:
            return None
        if not reading.natural(up):
            return False
        letters = self.letters(self.dealer)
        if letters is None or len(letters) < 2 or not (self.open or self.looked):
            return None
        return bool(reading.hand(letters, "no").get("natural"))

    def is_done(self, hand: BoxHand) -> bool:
        """Return whether a hand has nothing more to say and takes no more cards."""
        boxes = self.boxes
        if hand.picked or hand.void:
            return True
        if hand.waits is not None or len(hand.cards) < boxes.cards:
            return False
        if hand.words and boxes.words[hand.words[-1]].ends:
            return True
        return holds_any(boxes.over, self.against(hand)) or not self.words_open(hand)

    def words_open(self, hand: BoxHand, *, offered: bool = False) -> Sequence[Word]:
        """Return the words that may be said of a hand now.

        Args:
            hand: The hand.
            offered: Those that are said while something is offered to all, instead of those in turn.
        """
        return self.once(("words", hand.place, offered), lambda: self._words_open(self.against(hand), offered=offered))

    def _words_open(self, told: Told, *, offered: bool) -> list[Word]:
        return [word for word in self.boxes.words.values() if word.is_offered(told) is offered and word.is_open(told)]

    @property
    def turn(self) -> BoxHand | None:
        """The hand that is to say something, or to get a card; None once all are done."""
        return self.once("turn", lambda: next((hand for hand in self.hands if not self.is_done(hand)), None))

    def stake(self, hand: BoxHand, wager: str) -> int:
        """Return what was put on a wager of a hand, in smallest chips."""
        return self.put(hand.seat, self.boxes.row(wager, hand.child))

    def wagers_of(self, hand: BoxHand) -> Sequence[str]:
        """Return the wagers that lie on a hand, outward from the bettor."""
        kept = self.lying.get(hand.place)
        if kept is None:
            kept = self.lying[hand.place] = [name for name in self.boxes.wagers if self.stake(hand, name)]
        return kept

    def bet(self, bet: tuple[int, str], chips: int) -> None:
        """Note chips that were put on a seat's row, or below zero went back to their owner."""
        self.bets[bet] += chips
        self.lying.clear()
        self.memo.clear()

    def put(self, seat: int, row: str) -> int:
        """Return what a seat has put on a row, less whatever went back to it."""
        stood = self.stood.get(row, ())
        return (stood[seat] if seat < len(stood) else 0) + self.bets.get((seat, row), 0)

    def is_settled(self, seat: int, row: str, take: int, pay: int) -> bool:
        """Return whether so many smallest chips were taken from a seat's row, and so many paid."""
        return (self.taken[seat, row], self.paid[seat, row]) == (take, pay)

    def only_row(self, seat: int) -> str:
        """Return the row of the only wager of a seat; empty if it has none or several."""
        hands = (hand for hand in self.hands if hand.seat == seat)
        rows = [self.boxes.row(name, hand.child) for hand in hands for name in self.wagers_of(hand)]
        return rows[0] if len(rows) == 1 else ""


def boxes_in(game: GameData) -> Boxes:
    """Return the rules of boxes of a game against the house."""
    made: Boxes = game.memo["boxes"]
    return made
