"""The boxes (betting places) of a round against the house: the hands in them, the decisions said on them, and their known
features.

The round remembers a hand even after its cards were picked up from their place. The dealer's hole card counts only once it lies
face up or the dealer has looked at it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from dealerkit.arithmetic.conditions import Told, holds_any
from dealerkit.cards import Face
from dealerkit.facts.situation import GameData
from dealerkit.rules.boxes import Boxes, Wager, Word

T = TypeVar("T")

_NOT_MADE = object()

Event = tuple[str, int]
"""A card, as its number in the order in which the round's cards came, and the place to which it came; empty if it left
the table.
"""


@attrs.define(eq=False)
class BoxHand:
    """A hand of a box.

    Attributes:
        seat: Seat of the box.
        child: Name of the hand within the box; empty for the first hand.
        split: Whether it came from a split: `no`, `yes`, or `ace` for aces.
        cards: Its cards, each by its number in the order in which the round's cards came.
        began: The cards with which it began, once a split has taken one of them.
        words: Decisions said on it that were allowed at the time, in order.
        waits: The decision whose cards are still to come; None for none.
        due: Number of cards still to come for that decision.
        into: The hand that gets the last card, while a split is still to be laid side by side; None for none.
        picked: Whether its cards have been picked up.
        called: Number of its cards when its total was last called.
        unpaid: Number of cards dealt in the round when a card came before the wager for its last decision was put down, so that
            another decision counts instead (WAR-I05); 0 if that did not happen.
        void: Whether its main bet went back to its owner, so that it is out of the round (BJI-08).
        place: Place where its cards lie.
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
    """A round against the house so far. Cards are numbers, in the order in which they came.

    Attributes:
        boxes: Rules of the game in force.
        hands: Every hand with a bet, in the order of play.
        dealer: Cards of the dealer's hand.
        board: Cards that all hands share.
        up: The dealer's card that was first dealt face up; None while there is none.
        looked: Whether the dealer has looked at the hole card.
        served: The hand that was last dealt a card, after the first cards of the round; None before.
        deals: Number of cards dealt in the round to each place, less those that left it again.
        bets: By seat and row, chips put on the rows that open only after the deal, with a decision or an offer; less chips that
            went back to their owner; in smallest chips.
        taken: By seat and row, chips taken to the rack, less chips that came back.
        paid: By seat and row, chips paid, less chips collected back.
        cleared: Whether the cards of the round have been cleared.
        stood: The bets when betting was closed: by row, one amount for each seat.
        faces: Face of each card; None if unknown.
        shown: Dealer's and shared cards that lie face up.
        lying: Cache of the wagers on each hand, by the hand's place.
        down: Players' cards that lie face down (BJ-35).
        memo: Cache of values computed from the round, emptied when a card comes, a decision is said, or chips are bet or go back;
            but not when chips are taken or paid, which cannot change these values.
    """

    boxes: Boxes
    hands: list[BoxHand]
    dealer: list[int] = attrs.Factory(list)
    board: list[int] = attrs.Factory(list)
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
        """Whether all of the dealer's own cards lie face up."""
        return self.shown.issuperset(self.dealer)

    @property
    def dealt(self) -> int:
        """Number of cards dealt in the round."""
        return sum(self.deals.values())

    def letters(self, cards: Sequence[int]) -> tuple[str, ...] | None:
        """Return the letters of the ranks of cards, or if suits count in the game, the cards' names; None if one of them is
        unknown.

        Args:
            cards: Numbers of the cards.
        """
        faces = [self.faces.get(card) for card in cards]
        if None in faces:
            return None
        if self.boxes.reading.suits:
            return tuple([face.name for face in faces if face is not None])
        return tuple([face.letter for face in faces if face is not None])

    @property
    def board_up(self) -> list[int]:
        """The shared cards that lie face up, by number."""
        return [card for card in self.board if card in self.shown]

    def letters_with_board(self, cards: Sequence[int]) -> tuple[str, ...] | None:
        """Return the ranks, as `letters` does, of some cards and after them of the shared cards that lie face up.

        Args:
            cards: Numbers of the cards.
        """
        return self.letters([*cards, *self.board_up]) if self.board else self.letters(cards)

    def up_letter(self) -> str | None:
        """Return the letter of the rank of the dealer's up-card; None if there is none, or it is unknown."""
        face = None if self.up is None else self.faces.get(self.up)
        return None if face is None else face.letter

    def lacks_bet(self, hand: BoxHand) -> bool:
        """Return whether the last decision said on a hand requires a wager that has not been put down."""
        wager = self.boxes.words[hand.words[-1]].wager if hand.words else ""
        return bool(wager) and not self.stake(hand, wager)

    def is_bet_wrong(self, hand: BoxHand) -> bool:
        """Return whether the wager that the last word on a hand costs is missing, or has a wrong size (PIT-I12)."""
        wager = self.boxes.wagers.get(self.boxes.words[hand.words[-1]].wager) if hand.words else None
        return wager is not None and self.stake(hand, wager.name) not in self.sizes(hand, wager)

    def sizes(self, hand: BoxHand, wager: Wager) -> Sequence[int]:
        """Return the sizes that a wager measured by another one may have, ascending, in smallest chips (BJ-42, BJ-57, MST-04,
        HOD-09).

        Args:
            hand: The hand; for the wager of a split, the hand that was split.
            wager: The wager.
        """
        of = self.stake(hand, wager.of or self.boxes.main)
        if wager.times:
            return [of * times for times in self._multiples(hand, wager)]
        most = self.boxes.part(of, wager.share, wager.rounding) if wager.share != 1 else of
        return range(1 if wager.less else most, most + 1)

    def _multiples(self, hand: BoxHand, wager: Wager) -> Sequence[int]:
        """Return the multiples that a player may choose for a wager: those in force when the decision that costs it is made."""
        words = self.boxes.words
        before = next((at for at, word in enumerate(hand.words) if words[word].wager == wager.name), len(hand.words))
        return wager.multiples({**self.features(hand), "decisions": before})

    def is_closed(self, hand: BoxHand) -> bool:
        """Return whether a card of a hand lies face down."""
        return bool(self.down) and not self.down.isdisjoint(hand.cards)

    def first_cards(self, hand: BoxHand) -> list[int]:
        """Return the cards with which a hand began, by number."""
        return hand.began or hand.cards[: self.boxes.cards]

    def once(self, key: object, make: Callable[[], T]) -> T:
        """Return a value computed from the round as it stands, and cached until that changes (`memo`).

        Args:
            key: Key of the value in the cache.
            make: Function that computes it.
        """
        kept = self.memo.get(key, _NOT_MADE)
        if kept is _NOT_MADE:
            kept = self.memo[key] = make()
        value: T = kept
        return value

    def features(self, hand: BoxHand) -> Told:
        """Return the known features of a hand by itself, such as its total, and the dealer's up-card."""
        return self.once(("told", hand.place), lambda: self._features(hand))

    def _features(self, hand: BoxHand) -> dict[str, object]:
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
            "board": len(self.board_up),
            "decisions": len(hand.words),
            **read,
            "dealer_natural": natural,
            "natural_shown": natural is True,
        }

    def _is_left(self, hand: BoxHand) -> bool:
        """Return whether a hand still lies there and is not over 21."""
        return not (hand.picked or self._read(hand).get("bust"))

    def _read(self, hand: BoxHand) -> Told:
        """Return the features that a hand's cards decide, with the shared ones that lie face up; empty while one of them is
        unknown.
        """
        letters = self.letters_with_board(hand.cards)
        return self.boxes.reading.hand(letters, hand.split) if letters else {}

    def against(self, hand: BoxHand) -> Told:
        """Return the known features of a hand, including the comparison with the dealer's hand once that lies face up."""
        return self.once(("against", hand.place), lambda: self._against(hand))

    def _against(self, hand: BoxHand) -> Told:
        features, dealers = self.features(hand), self.letters_with_board(self.dealer)
        if not (dealers and self.open and len(self.dealer) >= self.boxes.cards):
            return features
        letters, reading = self.letters_with_board(hand.cards), self.boxes.reading
        return {**features, **reading.compare(features, reading.hand(dealers, "no"), letters, dealers)} if letters else features

    def dealer_natural(self) -> bool | None:
        """Return whether the dealer has a natural; None while that cannot be known (BJ-67, BJ-68)."""
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
        """Return whether a hand has no further decision and takes no more cards."""
        boxes = self.boxes
        if hand.picked or hand.void:
            return True
        if hand.waits is not None or (self.lacks_cards(hand) and not (hand.words and boxes.reading.suits)):
            return False
        if hand.words and boxes.words[hand.words[-1]].ends:
            return True
        return holds_any(boxes.over, self.against(hand)) or not self.words_open(hand)

    def lacks_cards(self, hand: BoxHand) -> bool:
        """Return whether a hand has fewer cards than it begins with. A hand read by a ranking has all its cards before its first
        decision, so that none comes any more after that.
        """
        return len(hand.cards) < self.boxes.cards

    def words_open(self, hand: BoxHand, *, offered: bool = False) -> Sequence[Word]:
        """Return the decisions that may be said on a hand now.

        Args:
            hand: The hand.
            offered: Whether to return the decisions for an offer to all players, instead of those in turn.
        """
        return self.once(("words", hand.place, offered), lambda: self._words_open(self.against(hand), offered=offered))

    def _words_open(self, features: Told, *, offered: bool) -> list[Word]:
        return [word for word in self.boxes.words.values() if word.is_offered(features) is offered and word.is_open(features)]

    def was_undecided(self, board: int) -> bool:
        """Return whether some hand still had a decision to make while a number of shared cards lay face up.

        Args:
            board: That number.
        """
        words = self.boxes.words
        left = [hand for hand in self.hands if not (hand.picked or hand.void or (hand.words and words[hand.words[-1]].ends))]
        return any(self._words_open({**self.against(hand), "board": board}, offered=False) for hand in left)

    @property
    def turn(self) -> BoxHand | None:
        """The hand that has to decide or to get a card; None once all are done."""
        return self.once("turn", lambda: next((hand for hand in self.hands if not self.is_done(hand)), None))

    def stake(self, hand: BoxHand, wager: str) -> int:
        """Return the chips put on a wager of a hand, in smallest chips."""
        return self.put(hand.seat, self.boxes.row(wager, hand.child))

    def wagers_of(self, hand: BoxHand) -> Sequence[str]:
        """Return the names of the wagers that lie on a hand, starting with the one nearest the bettor."""
        kept = self.lying.get(hand.place)
        if kept is None:
            kept = self.lying[hand.place] = [name for name in self.boxes.wagers if self.stake(hand, name)]
        return kept

    def bet(self, bet: tuple[int, str], chips: int) -> None:
        """Note chips put on a seat's row; a negative number for chips that went back to their owner.

        Args:
            bet: Seat and row.
            chips: The amount, in smallest chips.
        """
        self.bets[bet] += chips
        self.lying.clear()
        self.memo.clear()

    def put(self, seat: int, row: str) -> int:
        """Return the chips that a seat has put on a row, less chips that went back, in smallest chips."""
        stood = self.stood.get(row, ())
        return (stood[seat] if seat < len(stood) else 0) + self.bets.get((seat, row), 0)

    def is_settled(self, seat: int, row: str, take: int, pay: int) -> bool:
        """Return whether exactly these amounts, in smallest chips, have been taken from a seat's row and paid to it."""
        return (self.taken[seat, row], self.paid[seat, row]) == (take, pay)

    def only_row(self, seat: int) -> str:
        """Return the row of a seat's only wager; empty if it has none, or several."""
        hands = (hand for hand in self.hands if hand.seat == seat)
        rows = [self.boxes.row(name, hand.child) for hand in hands for name in self.wagers_of(hand)]
        return rows[0] if len(rows) == 1 else ""


def boxes_in(game: GameData) -> Boxes:
    """Return the compiled rules of a game against the house."""
    boxes: Boxes = game.memo["boxes"]
    return boxes
