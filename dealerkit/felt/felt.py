"""The felt: cards in places, chips in rows. What *can* happen.

A card is a whole number: its position in the pack as it was made up. `faces`, `up`, `seen` and `out` are indexed by it, so the
two aces of hearts of an eight-deck shoe are two numbers with the same face. A place is a list of cards, the last one on top. A
cut card is `-1` (or `-2`) among the cards of a stack: a thing in the shoe, not a threshold.

Chips are rows of whole numbers in the smallest unit: one cell a seat, and cell 0 for the house. Effects
(`dealerkit.felt.effects`) only transfer, so the sum never changes. Marks (commission boxes) are debts noted with a lammer, not
chips.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import attrs

from dealerkit.cards import UNKNOWN, Card, Composition, Face
from dealerkit.errors import Impossible, MissingRow
from dealerkit.felt.numbers import Number, written

ALL = (1 << 31) - 1
"""Mask of a card that everybody has seen. Bit 0 is the dealer, bit n is seat n."""

MOST_SEATINGS = 15
"""Entries of `Felt.seatings` that are kept besides the latest: no hand has as many shuffles."""

BOTTOM_CUT, SPARE_CUT = -1, -2
"""The two cut cards: one from the bottom of the pack, one that a bettor inserts."""


@attrs.frozen
class PlaceSpec:
    """The kind of a place, and the cards that may lie in it.

    Attributes:
        kind: `stock` (source of the deal), `discards`, `hand`, `board`, `trick`, `pile` or `aside`.
        face: Usual side of its cards: `up` or `down`.
        looks: Who sees a card dealt face down there: `owner` or `nobody`.
        cleared: Whether its cards are taken away when the layout is cleared.
        takes: Cards played there, in their order; empty if it is not a sequence.
        after: Place that must be complete before the first card is played here; empty for none.
        whole: Whether a player takes all its cards, unless a card or a number is named.
        keeps: Number of cards that stay when its cards go back into the stock, such as an upcard.
    """

    kind: str
    face: str = "down"
    looks: str = "nobody"
    cleared: bool = False
    takes: tuple[Face, ...] = ()
    after: str = ""
    whole: bool = False
    keeps: int = 0


@attrs.frozen
class Layout:
    """The furniture of a table before anything happens: places and chip rows, compiled from the game's rule set.

    Attributes:
        pack: Composition of the cards.
        places: Every place by name; seats' hands are `s1`, `s2` ...
        start: Place of the pack at the beginning.
        stock: Place from which cards are dealt.
        burns: Place of burned cards.
        discards: Place of used cards.
        rows: Names of the rows of chips besides `stack`, in their order on the layout from the bettor outward.
        marks: Names of the rows of marks.
        scale: Smallest chips in one unit of money as written.
        debt: Whether a stack may go below zero (social games, SG-07).
        front: Rows of chips in front of players that are brought into the pot.
        pots: Rows of chips that belong to nobody until won: the main pot, the side pots, pots on cards.
        played: Place of a played card, unless a sequence takes it.
        sequence: Place of the sequence that takes a card, by the card's face.
        chips: Values of the house's chips, in smallest chips, the largest first; empty if unknown.
        blind: Smallest total of a call before any bet is swept: the big blind, even if it was posted short; 0 if short posts
            count as posted.
        sides: Number of sides of partners who sit across from each other; 0 if every seat plays alone.
        melds: Pile for melds of a rank, by the rank's letter.
        opened: Rows of wagers made after betting was closed, by a decision or on an offer.
        stays: Whether a bet neither taken nor paid stays when the cards are cleared (BA-53, BA-55); otherwise all bets are taken
            up.
        banked: Whether the house banks the game: the cage covers what the rack lacks for a payment.
        cleared: Places whose cards are taken away when the layout is cleared.
    """

    pack: Composition
    places: Mapping[str, PlaceSpec]
    start: str
    stock: str
    burns: str
    discards: str
    rows: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    scale: int = 1
    debt: bool = False
    front: tuple[str, ...] = ("bet",)
    pots: tuple[str, ...] = ("pot",)
    chips: tuple[int, ...] = ()
    blind: int = 0
    played: str = ""
    sequence: Mapping[Face, str] = attrs.field(factory=dict)
    sides: int = 0
    melds: Mapping[str, str] = attrs.field(factory=dict)
    stays: bool = False
    banked: bool = False
    opened: frozenset[str] = frozenset()
    cleared: tuple[str, ...] = attrs.field(init=False)

    @cleared.default
    def _those_cleared(self) -> tuple[str, ...]:
        return tuple(name for name, spec in self.places.items() if spec.cleared)

    def first_seat(self, seat: int) -> int:
        """Return the first seat of a seat's side, which holds the side's cards and marks; without partners the seat itself."""
        return (seat - 1) % self.sides + 1 if self.sides else seat


class Rows(dict[str, list[int]]):
    """Rows of chips by name, each with one cell a seat. Looking up a missing row raises an error about the game's file.

    Raises:
        MissingRow: If the game's file has no such row.
    """

    kind = "rows"

    def __missing__(self, name: str) -> list[int]:
        raise MissingRow(self.kind, name, self)


class Marks(Rows):
    """Rows of marks (noted debts and scores) by name, each with one cell a seat."""

    kind = "marks"


_ASIDE = frozenset({"collected", "deck", "flaws", "layout", "moved", "named", "taken"})
"""Attributes that `Felt.same_as` does not compare."""


class Felt:
    """Cards and chips on one table. Only effects change it.

    Attributes:
        faces: Face of each card; None while unknown.
        up: 1 for a card face up. A face-up card inside the stock is boxed.
        seen: Who has seen the card so far: a mask, one bit a seat, bit 0 the dealer.
        out: Position of the card in the order of leaving the stock, from 1; 0 while in the stock.
        places: Cards by place, the last one on top.
        rows: Chips by row, one cell a seat, cell 0 the house.
        marks: Marks by row, one cell a seat.
        moved: Cards that the last act moved.
        collected: Places and their cards when all cards were last taken up.
        gone: Hands of this round that were picked up before the others, by their place.
        closed: Bets at the moment when betting closed, by row; None while betting is open.
        settled: Whether chips have been taken or paid since betting closed.
        taken: Chips that the dealer last took, by spot and seat.
        paid: Chips paid since betting closed, by spot and seat, less chips that came back; the spot is empty if the act named
            none. Kept only where bets may stay.
        bare: How often betting was closed with nothing on the layout, since the cards were last gathered.
        cut_out: Whether the cut card has come out.
        cut_at: Number of cards out when the cut card came.
        stale: Bets of the cleared round at the moment when its betting closed, by row; None once betting has closed again.
        deck: Given order of the cards after the first shuffle; empty once used.
        flaws: Flaw of the card itself: `foreign`, `wrong-back` or `damaged`.
        tick: Number of cards that have left the stock so far.
        spare: Cut cards laid aside.
        button: The seat with the button, or the dealing seat; 0 for none.
        known: Whether the order of the stock is known, because the program shuffles the cards.
        put: Each seat's chips in the pots of this hand, one cell a seat; dead money in cell 0.
        put_before: The same as it was when the last pot was pushed, in case chips come back out of a stack. Empty for none.
        brought: Bets of the current round that have already been swept into the pot, one cell a seat: until the next card is
            dealt they still count as bets. Empty for none.
        laid_by: The tick at which the present street was dealt, followed by the bets swept in the round before it, one for each
            seat: if the street is taken back, that round continues. Only the tick once these bets count again although the street
            still lies there. Empty for none.
        released: Hands that their players threw forward face down and the dealer has not killed yet; one bit a seat.
        folded: Seats that have folded in this hand, one bit a seat.
        drawing: Seats that have laid their whole hand aside and wait for new cards, one bit a seat.
        away: Seats that are not dealt in, one bit a seat.
        returned: Seats that have come back and had no card since, one bit a seat.
        fresh: Whether no card has left the stock since the last shuffle.
        seatings: Who sat at the table at each of the last few first cards after a shuffle, the latest last: the tick before that
            card, masks of the absent seats and of those with chips, and the button.
    """

    __slots__ = (
        "away",
        "bare",
        "brought",
        "button",
        "closed",
        "collected",
        "cut_at",
        "cut_out",
        "deck",
        "drawing",
        "faces",
        "flaws",
        "folded",
        "fresh",
        "gone",
        "known",
        "laid_by",
        "layout",
        "marks",
        "moved",
        "named",
        "out",
        "paid",
        "places",
        "put",
        "put_before",
        "released",
        "returned",
        "rows",
        "seatings",
        "seats",
        "seed",
        "seen",
        "settled",
        "shuffles",
        "spare",
        "stale",
        "taken",
        "tick",
        "up",
    )

    def __init__(self, layout: Layout, stacks: Sequence[int], seed: int | None = None, button: int = 0) -> None:
        size = len(layout.pack)
        self.layout = layout
        self.seats = len(stacks) - 1
        self.known = seed is not None
        self.faces: list[Face | None] = list(layout.pack.faces()) if self.known else [None] * size
        self.named: Counter[Face] = Counter()
        self.up = bytearray(size)
        self.seen = [0] * size
        self.out = [0] * size
        self.places: dict[str, list[int]] = {name: [] for name in layout.places}
        self.places[layout.start] = list(range(size))
        self.rows: dict[str, list[int]] = Rows({"stack": list(stacks)})
        for row in layout.rows:
            self.rows[row] = [0] * len(stacks)
        self.marks: dict[str, list[int]] = Marks({row: [0] * len(stacks) for row in layout.marks})
        self.moved: Sequence[int] = ()
        self.gone: dict[str, tuple[int, ...]] = {}
        self.collected: tuple[tuple[str, tuple[int, ...]], ...] = ()
        self.button = button
        self.seed = seed
        self.shuffles = 0
        self.tick = 0
        self.fresh = True
        self.seatings: tuple[tuple[int, int, int, int], ...] = ()
        self.cut_out = False
        self.cut_at = 0
        self.spare: list[int] = []
        self.deck: list[Face] = []
        self.flaws: dict[int, str] = {}
        self.closed: dict[str, list[int]] | None = None
        self.settled = False
        self.taken: dict[tuple[str, int], int] = {}
        self.paid: dict[tuple[str, int], int] = {}
        self.stale: dict[str, list[int]] | None = None
        self.put = [0] * len(stacks)
        self.put_before: tuple[int, ...] = ()
        self.brought: tuple[int, ...] = ()
        self.laid_by: tuple[int, ...] = ()
        self.released = 0
        self.folded = self.away = self.returned = self.drawing = self.bare = 0

    def copy(self) -> Felt:
        """Return an equal felt."""
        twin = object.__new__(Felt)
        twin.layout, twin.seats, twin.seed = self.layout, self.seats, self.seed
        twin.known, twin.button, twin.shuffles = self.known, self.button, self.shuffles
        twin.tick, twin.fresh = self.tick, self.fresh
        twin.gone = dict(self.gone)
        twin.seatings, twin.moved, twin.collected = self.seatings, self.moved, self.collected
        twin.closed, twin.settled, twin.stale = self.closed, self.settled, self.stale
        twin.bare, twin.cut_out, twin.cut_at = self.bare, self.cut_out, self.cut_at
        twin.away, twin.returned = self.away, self.returned
        twin.folded, twin.released, twin.drawing = self.folded, self.released, self.drawing
        twin.put_before, twin.brought, twin.laid_by = self.put_before, self.brought, self.laid_by
        twin.faces, twin.seen, twin.out = self.faces[:], self.seen[:], self.out[:]
        twin.up, twin.spare, twin.named, twin.deck = bytearray(self.up), self.spare[:], self.named.copy(), self.deck[:]
        twin.flaws, twin.taken, twin.paid, twin.put = dict(self.flaws), dict(self.taken), dict(self.paid), self.put[:]
        twin.places = {name: cards[:] for name, cards in self.places.items()}
        twin.rows = Rows({name: row[:] for name, row in self.rows.items()})
        twin.marks = Marks({name: row[:] for name, row in self.marks.items()})
        return twin

    def same_as(self, other: Felt) -> bool:
        """Return whether two felts are equal in every respect."""
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__ if name not in _ASIDE)

    # -- seats --------------------------------------------------------------------------------------------------

    def funded(self) -> int:
        """Return a mask, one bit a seat, of the seats with chips behind, in front of them or in the pots of this hand."""
        rows = [self.rows[name] for name in ("stack", *self.layout.front) if name in self.rows]
        return sum(1 << seat for seat in range(1, self.seats + 1) if self.put[seat] or any(row[seat] for row in rows))

    def left_out(self) -> int:
        """Return a mask, one bit a seat, of the seats that sit out and have put nothing into the pots of this hand."""
        if not self.away:
            return 0
        rows = [self.rows[name] for name in self.layout.front if name in self.rows]
        return sum(
            1 << seat
            for seat in range(1, self.seats + 1)
            if self.away >> seat & 1 and not self.put[seat] and not any(row[seat] for row in rows)
        )

    def dealt_from(self) -> None:
        """Note the players at the table, at the moment when the first card after a shuffle leaves the stock."""
        self.fresh = False
        self.seatings = (*self.seatings[-MOST_SEATINGS:], (self.tick, self.left_out(), self.funded(), self.button))

    # -- cards --------------------------------------------------------------------------------------------------

    def place(self, name: str) -> list[int]:
        """Return the cards in a place, the lowest first, including cut cards.

        Raises:
            Impossible: If the table has no such place.
        """
        cards = self.places.get(name)
        if cards is None:
            others = sorted(place.replace("_", " ").replace("-", " ") for place in self.places if not _of_seat(place))
            with_seats = " and the seats" if len(others) < len(self.places) else ""
            what = "the seats get no hands at this table" if _of_seat(name) else f"there is no {name.replace('_', ' ')} here"
            msg = f"{what}; the places are {', '.join(others)}{with_seats}"
            raise Impossible(msg)
        return cards

    def cards(self, name: str) -> list[int]:
        """Return the cards of a place without the cut cards, in order.

        Raises:
            Impossible: If the table has no such place.
        """
        return [card for card in self.place(name) if card >= 0]

    def names(self, cards: Iterable[int]) -> list[str]:
        """Return the cards' names; `??` where the face is not known."""
        return [UNKNOWN if (face := self.faces[card]) is None else face.name for card in cards]

    def cut_card_at_mouth(self) -> bool:
        """Return whether the cut card comes out of the stock next, if the order of the stock is known."""
        stock = self.places[self.layout.stock]
        return bool(self.known and stock and stock[-1] < 0)

    def left(self) -> int:
        """Return the number of cards in the stock, without cut cards."""
        stock = self.places[self.layout.stock]
        return len(stock) - stock.count(BOTTOM_CUT) - stock.count(SPARE_CUT)

    def all_cards(self) -> Iterator[int]:
        """Yield every card, place by place."""
        for name in self.places:
            yield from self.cards(name)

    def card(self, card: int) -> Card:
        """Return the card as a physical piece: face, number of its deck, and back."""
        pack, flaw = self.layout.pack, self.flaws.get(card)
        number = -1 if flaw == "foreign" else card * pack.decks // len(pack)
        return Card(self.faces[card], number, "another" if flaw == "wrong-back" else pack.back)

    def show(self, card: int, mask: int = ALL) -> None:
        """Note that some seats have seen a card.

        Args:
            card: Number of the card in the pack.
            mask: The seats, one bit each, bit 0 the dealer.
        """
        self.seen[card] |= mask

    def name_card(self, card: int, face: Face | None) -> str | None:
        """Set the face of an unknown card.

        Args:
            card: Number of the card in the pack.
            face: Its face; None if the act names none.

        Returns:
            `duplicate` if more cards have this face now than the pack has, `foreign` if the pack has no such card; otherwise
            None.
        """
        if face is None or self.faces[card] is not None:
            return None
        self.faces[card] = face
        self.named[face] += 1
        pack = self.layout.pack
        held = pack.decks * (pack.jokers if face.rank is None else int(face.letter in pack.ranks))
        if self.named[face] > held:
            return "duplicate" if held else "foreign"
        return None

    def forget(self, cards: Iterable[int]) -> None:
        """Make the faces of cards unknown, because they were shuffled out of sight."""
        for card in cards:
            face = self.faces[card]
            if face is not None:
                self.faces[card] = None
                self.named[face] -= 1

    def shuffle(self, name: str) -> None:
        """Put a place's cards in random order by the table's seed. At a table without a seed their faces become unknown.

        Raises:
            Impossible: If the table has no such place.
        """
        cards = self.place(name)
        self.shuffles += 1
        self.fresh = True
        if self.deck:
            self.lay(cards)
        elif self.known:
            mix(cards, random.Random(f"{self.seed}/{self.shuffles}"))
        else:
            self.forget(card for card in cards if card >= 0)
        size = len(self.faces)
        if len(cards) == size and min(cards) >= 0:  # the whole pack is shuffled
            self.seen[:] = self.out[:] = [0] * size
            return
        for card in cards:
            if card >= 0:
                self.seen[card] = 0
                self.out[card] = 0

    def scramble(self, name: str) -> None:
        """Mix the cards of a place other than the stock, by the table's seed; without a seed they become unknown.

        Raises:
            Impossible: If the table has no such place.
        """
        cards = self.place(name)
        self.shuffles += 1
        if self.known:
            mix(cards, random.Random(f"{self.seed}/{self.shuffles}"))
        else:
            self.forget(cards)

    def lay(self, cards: list[int]) -> None:
        """Put the stock in the given order, the first card on top; cards that are not named go below.

        Raises:
            Impossible: If the pack has fewer cards of a face.
        """
        left = {card: self.faces[card] for card in cards if card >= 0}
        on_top: list[int] = []
        for face in self.deck:
            card = next((card for card, mine in left.items() if mine is face), None)
            if card is None:
                msg = f"the deck order has the {face} more often than the pack does"
                raise Impossible(msg)
            del left[card]
            on_top.append(card)
        rest = list(left)
        mix(rest, random.Random(f"{self.seed}/rest"))
        cards[:] = [card for card in cards if card < 0] + rest + on_top[::-1]

    # -- chips --------------------------------------------------------------------------------------------------

    def units(self, number: Number | None) -> int:
        """Return an amount of money, as written in an act, in smallest chips.

        Raises:
            Impossible: If no chip is that small.
        """
        if number is None:
            return 0
        if isinstance(number, int):
            return number * self.layout.scale
        amount, rest = divmod(number.numerator * self.layout.scale, number.denominator)
        if rest:
            msg = f"the smallest chip is {self.money(1)}"
            raise Impossible(msg)
        return amount

    def said(self, number: Number | None) -> Number:
        """Return an amount that somebody said, in smallest chips. It may have a fraction, since people can say amounts that no
        chips make up.
        """
        return 0 if number is None else number * self.layout.scale

    def written(self, amount: int) -> Number:
        """Return an amount in smallest chips as the number of money that an act has."""
        scale = self.layout.scale
        if scale == 1:
            return amount
        whole, rest = divmod(amount, scale)
        return Fraction(amount, scale) if rest else whole

    def money(self, amount: int) -> str:
        """Return an amount in smallest chips as text in money: `12.5`."""
        return written(self.written(amount))

    def row(self, name: str) -> list[int]:
        """Return a chip row: amounts in smallest chips, indexed by seat, the house at 0.

        Raises:
            Impossible: If the table has no such row.
        """
        row = self.rows.get(name)
        if row is None:
            msg = f"this table has no place for chips named '{name}'; known: {', '.join(self.rows)}"
            raise Impossible(msg)
        return row

    def chips(self) -> int:
        """Return the sum of all chips on the table, in smallest chips. It never changes."""
        return sum(map(sum, self.rows.values()))


def mix(cards: list[int], chance: random.Random) -> None:
    """Put cards in random order, like `random.shuffle` but faster, and by an algorithm that no Python release changes, so that a
    seed always gives the same order.

    Args:
        cards: Cards to mix, in place.
        chance: Random generator.
    """
    bits = chance.getrandbits
    high = len(cards) - 1
    while high > 0:
        size = (high + 1).bit_length()
        low = max(1, (1 << (size - 1)) - 1)  # below this index one random bit less is enough
        for last in range(high, low - 1, -1):
            at = bits(size)
            while at > last:
                at = bits(size)
            cards[last], cards[at] = cards[at], cards[last]
        high = low - 1


def _of_seat(name: str) -> bool:
    """Return whether a place is a seat's own hand."""
    return name[:1] == "s" and name[1:].isdecimal()
