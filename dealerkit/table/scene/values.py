"""A table as one viewer sees it: plain frozen values, independent of any drawing."""

from __future__ import annotations

import attrs

from dealerkit.cards import Face

SQUARED = frozenset({"stock", "discards"})
"""Kinds of places with squared cards: only their number and a face-up top card are visible."""
CUT_IN = "cut card in"
"""Note on the cards with the cut card among them."""


@attrs.frozen
class Lying:
    """A card on the table.

    Attributes:
        face: Its face; None if the viewer has not seen it.
        up: Whether it lies face up. A viewer may know the face of a card that lies face down.
        by: Seat that played it to the trick; 0 outside a trick, or if unknown.
    """

    face: Face | None
    up: bool
    by: int = 0


@attrs.frozen
class Heap:
    """The cards in one place.

    Attributes:
        place: Name of the place in acts and records; never shown.
        title: Title of the place: `discard rack`, `for sale`.
        kind: `stock`, `discards`, `hand`, `board`, `trick`, `row`, `tableau`, `pile`, `meld` or `aside`.
        seat: Owning seat; 0 for the table. A side's place belongs to its first seat.
        count: Number of cards.
        cards: Cards that can be told apart, in order, the last one on top; of a squared place only a face-up top card.
        after: Place of the row that this row continues; empty for none.
        notes: Special states in words: `cut card in`, `frozen`.
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
    """Chips, or marks, at one place.

    Attributes:
        row: Name of the row in acts and records; never shown.
        title: Title: `Player`, `side pot 1`, `commission`.
        kind: `stack`, `spot` (a place for bets on a layout), `front` (in front of a player, brought into the pot later), `pot`,
            `house` or `mark` (a debt or a score; no chips).
        seat: Owning seat; 0 for the table.
        amount: Amount of money as text: `12.5`.
        face: The card that the pot belongs to; None for an ordinary pot.
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
        number: Number of the seat, from 1.
        side: First seat of its side in a partnership game; 0 otherwise.
        button: Whether it has the button, or deals.
        acts: Whether it is to act.
        to_call: Amount to call, as text; empty for none.
        to_call_is_all_in: Whether the call takes the player's last chip.
        standing: Further states: `folded`, `all-in`, `sits out`, `has mucked`.
        said: The player's last words in this round, if they moved neither cards nor chips: `checks`, `bids three`.
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
    """Progress of the table: round, open step, debts.

    Attributes:
        game: Title of the game.
        rules: Name of the rule set; empty for none.
        round: The round, counted: `hand 2`; empty before the first.
        part: Title of the open part of the procedure, such as `The river`; empty if it has none.
        step: Number of the open step in the round, or in the part before the rounds, from 1; 0 if none is open.
        steps: Number of steps in that round or part.
        mends: Whether a remedy (the correction of a slip) is being carried out.
        say: Sentence on the open step. It gives away the act that is due.
        owed: Corrections still owed, in words.
        dealer_waits: Whether the dealer waits for players.
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
        status: Progress of the table.
        seats: The seats, in order.
        heaps: Every place with cards, and empty places that are shown all the same.
        chips: Every row with chips, and each seat's stack, even an empty one.
        marks: Every mark, zero ones included where marks have a column.
        spots: Spots for bets on the layout that are offered, from the bettor outward: row and title.
        deals: Word for the seat with the button: `button`, or `dealer` if a player deals.
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
        """Return the places of a seat, its hand first; for 0 those of the table."""
        return tuple(heap for heap in self.heaps if heap.seat == seat)

    def chips_of(self, seat: int, *kinds: str) -> tuple[Chips, ...]:
        """Return the chips of some kinds that belong to a seat, or for 0 to the table."""
        return tuple(chips for chips in self.chips if chips.seat == seat and chips.kind in kinds)
