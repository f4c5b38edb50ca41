"""A table as somebody looks at it: plain frozen values without a line of drawing in them."""

from __future__ import annotations

import attrs

from dealerkit.cards import Face

SQUARED = frozenset({"stock", "discards"})
"""Kinds of places whose cards lie squared on top of each other: all that can be seen is how many, and the top card if it lies
face up.
"""
CUT_IN = "cut card in"
"""The note on the cards in which the cut card lies."""


@attrs.frozen
class Lying:
    """A card as it lies.

    Attributes:
        face: What is printed on it; None where whoever looks has not seen it.
        up: Whether it lies face up. A face that is known although it lies face down is known to whoever looks, perhaps to nobody
            else.
        by: The seat that played it to the trick; 0 where it is not a trick, or nobody knows.
    """

    face: Face | None
    up: bool
    by: int = 0


@attrs.frozen
class Heap:
    """The cards in one place.

    Attributes:
        place: The place's name in acts and records; never shown.
        title: What it is called at the table: `discard rack`, `for sale`.
        kind: `stock`, `discards`, `hand`, `board`, `trick`, `row`, `tableau`, `pile`, `meld` or `aside`.
        seat: Whose it is; 0 for the table's. What belongs to a side is its first seat's.
        count: How many cards lie there.
        cards: The cards that can be told apart, in order, the last one on top: of a squared place only a top card that lies open.
        after: The place of the row that this one goes on with; empty if none.
        notes: What is special about it, in words: `cut card in`, `frozen`.
    """

    place: str
    title: str
    kind: str
    seat: int
    count: int
    cards: tuple[Lying, ...]
    after: str = ""
    notes: tuple[str, ...] = ()


@attrs.frozen
class Chips:
    """Chips, or marks, that lie somewhere.

    Attributes:
        row: The row's name in acts and records; never shown.
        title: What it is called: `Player`, `side pot 1`, `commission`.
        kind: `stack`, `spot` (a place for bets on a layout), `front` (before a player, brought into the pot), `pot`, `house` or
            `mark` (a debt or a score; no chips).
        seat: Whose it is; 0 for the table's.
        amount: How much, as text: `12.5`.
        face: The card whose pot it is; None if it is none's.
    """

    row: str
    title: str
    kind: str
    seat: int
    amount: str
    face: Face | None = None


@attrs.frozen
class Seat:
    """A player's seat.

    Attributes:
        number: From 1.
        side: The first seat of its side where partners play; else 0.
        button: Whether the button lies there, or its player deals.
        acts: Whether the table waits for this player.
        to_call: What it takes to call, as text; empty where nothing is to call.
        to_call_is_all_in: Whether that is all that the player has.
        standing: What else marks it: `folded`, `all-in`, `sits out`, `has thrown in`.
        said: What the player said last in this round, where that moved no card and no chip: `checks`, `bids three`.
    """

    number: int
    side: int
    button: bool
    acts: bool
    to_call: str
    to_call_is_all_in: bool
    standing: tuple[str, ...]
    said: str


@attrs.frozen
class Status:
    """The progress of the table: its round, the open step, what is owed.

    Attributes:
        game: What the game is called.
        rules: The rule set's name; empty if there is none.
        round: The round, counted: `hand 2`; empty before the first.
        part: The part of the procedure that is open: `The river`; empty if it has no title of its own.
        step: Which step of the round, or of what comes before the rounds, is open, from 1; 0 where none is.
        steps: How many there are.
        mends: Whether a remedy is being carried out.
        say: The sentence that says what the open step is about; it gives away what is due.
        owed: What has been found missing or wrong and is still to be put right, in words.
        dealer_waits: Whether the dealer waits for players, and has nothing to do.
    """

    game: str
    rules: str
    round: str
    part: str
    step: int
    steps: int
    mends: bool
    say: str
    owed: tuple[str, ...]
    dealer_waits: bool


@attrs.frozen
class Scene:
    """The scene at a table, as one viewer sees it.

    Attributes:
        status: Where it stands.
        seats: The seats, in order.
        heaps: Every place with cards in it, and those that belong to the table's picture though they are empty.
        chips: Every row with chips in it, each seat's stack also where it is empty.
        marks: Every mark, also those that have come to nothing where there is a column for them.
        spots: The places for bets on the layout, outward from the bettor: row and title; only those that are offered.
        deals: What whoever has the button is called: `button`, or `dealer` where a player deals.
        cut_out: Whether the cut card has come out.
    """

    status: Status
    seats: tuple[Seat, ...]
    heaps: tuple[Heap, ...]
    chips: tuple[Chips, ...]
    marks: tuple[Chips, ...]
    spots: tuple[tuple[str, str], ...]
    deals: str
    cut_out: bool

    def of(self, seat: int) -> tuple[Heap, ...]:
        """Return the places of a seat, its hand first; of the table for 0."""
        return tuple(heap for heap in self.heaps if heap.seat == seat)

    def chips_of(self, seat: int, *kinds: str) -> tuple[Chips, ...]:
        """Return the chips of a seat, or of the table for 0, of these kinds."""
        return tuple(chips for chips in self.chips if chips.seat == seat and chips.kind in kinds)
