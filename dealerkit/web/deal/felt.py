"""A table in play as data for a page: places, chips, the things that can be touched, and their names."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from dealerkit.cards import SUITS, Face
from dealerkit.rules.box_rows import children
from dealerkit.sheets.drawings.cards import card
from dealerkit.sheets.drawings.chips import chips as draw_chips
from dealerkit.table.scene import CUT_IN, Chips, Heap, Scene, Seat, look, lying_words, told
from dealerkit.table.table import Table
from dealerkit.web.deal.gestures import TouchedThing

BACK: Final = "back"
_RANKS: Final = "23456789TJQKA"
_MOST_CARDS = 26
"""Most cards drawn at a place; of more, the last ones are drawn, with their total."""
_CHIP_SCALE: Final = 2.6
"""Pixels for a unit of the chip drawing, so that a single chip is as large as one in a stack."""


@attrs.frozen
class DrawnCard:
    """A card on the drawn felt.

    Attributes:
        symbol: Its symbol in the sheet of cards: `c-Ah`, `c-back`.
        known: Whether it is face down but known to the dealer.
        by: The seat that played it; 0 for none.
    """

    symbol: str
    known: bool = False
    by: int = 0


@attrs.frozen
class FeltBox:
    """A thing on the drawn felt: a spot, a heap of cards, chips.

    Attributes:
        thing: The thing as gestures name it.
        kind: The kind of drawing: `stock`, `pile`, `cards`, `chips`, `plate`, `rack`, `mark`, `button`.
        title: The text on it.
        label: The thing and its content in words.
        cards: The cards that are drawn.
        count: The number of cards in it.
        amount: The amount as text; empty if it is not money.
        chips: The drawing of the chips; empty if there are none.
        note: A further text on it; may be empty.
        size: The layout of the cards: `few`, `many` (each visible), or `crowd` (a heap of backs).
        cut: The place of the cut card: `in` these cards, `out` beside them; empty if they have none.
    """

    thing: TouchedThing
    kind: str
    title: str
    label: str
    cards: tuple[DrawnCard, ...] = ()
    count: int = 0
    amount: str = ""
    chips: str = ""
    note: str = ""
    size: str = "few"
    cut: str = ""


@attrs.frozen
class SeatBox:
    """A seat on the drawn felt, with the things before it.

    Attributes:
        seat: The seat.
        plate: The seat itself, with the chips behind.
        boxes: The things in front of it, outward from the player.
        side: `left`, `top` or `right`.
        drop: Number of steps by which it is lower than the highest seat of its row, 0 to 4.
        narrow: Its place on a felt too narrow for the whole row at the top: `top-3` for one of three there, `left-row-2` to
            `right-row-4` at a side; empty if the row always fits.
    """

    seat: Seat
    plate: FeltBox
    boxes: tuple[FeltBox, ...]
    side: str
    drop: int
    narrow: str = ""


@attrs.frozen
class DrawnTable:
    """A table drawn for a page.

    Attributes:
        scene: The visible state of the table.
        shape: `half` for a table with betting boxes, else `oval`.
        seats: The seats, clockwise from the dealer's left.
        middle: The things in the middle, cards before chips.
        near: The things in front of the dealer.
        told: The table described in sentences.
    """

    scene: Scene
    shape: str
    seats: tuple[SeatBox, ...]
    middle: tuple[FeltBox, ...]
    near: tuple[FeltBox, ...]
    told: tuple[str, ...]

    @property
    def boxes(self) -> Iterator[FeltBox]:
        """Every box on the felt."""
        for seat in self.seats:
            yield seat.plate
            yield from seat.boxes
        yield from self.middle
        yield from self.near

    @property
    def things(self) -> tuple[TouchedThing, ...]:
        """All things that can be touched."""
        return tuple(box.thing for box in self.boxes)

    @property
    def aside(self) -> int:
        """Number of seats at each side of a narrow felt; 0 if the row at the top always fits."""
        return sum(seat.narrow.startswith("left") for seat in self.seats)

    def of(self, side: str) -> tuple[SeatBox, ...]:
        """Return the seats at one side of the felt."""
        return tuple(seat for seat in self.seats if seat.side == side)


def drawn(table: Table, *, asks: bool = False) -> DrawnTable:
    """Return a table drawn for the dealer.

    Args:
        table: The table.
        asks: Whether the dealer is being asked a question, so that the page may not show whose turn it is.
    """
    scene = look(table, every=True)
    if asks:
        seats = tuple(attrs.evolve(seat, acts=False, to_call="", to_call_is_all_in=False) for seat in scene.seats)
        scene = attrs.evolve(scene, seats=seats)
    maker = _BoxMaker(table, scene)
    house = table.game.data.get("dealing") != "seat"
    shape = "half" if scene.spots and house else "oval"
    near = [*maker.near(house=house)]
    placed = _placed(len(scene.seats), shape)
    seats_drawn = tuple(
        SeatBox(seat, maker.plate(seat), tuple(maker.before(seat)), *place, narrow)
        for seat, place, narrow in zip(scene.seats, placed, _narrow(len(scene.seats), shape), strict=True)
    )
    return DrawnTable(scene, shape, seats_drawn, tuple(maker.middle()), tuple(near), tuple(told(scene)))


def _placed(count: int, shape: str) -> list[tuple[str, int]]:
    """Return for each seat its side of the felt, and how much lower than the others it is drawn."""
    aside = 0 if shape == "half" or count < 6 else 1 if count < 8 else 2
    top = count - 2 * aside
    places = [("left", 0)] * aside
    for at in range(top):
        off = abs(at - (top - 1) / 2) / max((top - 1) / 2, 1)
        places.append(("top", round(off * off * 4) if shape == "half" else round(off * off * 2)))
    return [*places, *[("right", 0)] * aside]


def _narrow(count: int, shape: str) -> list[str]:
    """Return for each seat its side of a narrow felt: at most four at the top, the others equally at both sides.

    >>> _narrow(5, "oval")
    ['left-row-2', 'top-3', 'top-3', 'top-3', 'right-row-2']
    """
    aside = (count - 3) // 2
    if shape == "half" or not 1 <= aside <= _ROWS_ASIDE:
        return [""] * count
    rows, top = range(2, aside + 2), count - 2 * aside
    return [*(f"left-row-{row}" for row in reversed(rows)), *[f"top-{top}"] * top, *(f"right-row-{row}" for row in rows)]


_ROWS_ASIDE: Final = 3
"""Most seats, one above the other, at each side of a narrow felt."""


class _BoxMaker:
    """Makes the boxes of a scene."""

    def __init__(self, table: Table, scene: Scene) -> None:
        self.table, self.scene = table, scene
        self.layout = table.felt.layout
        self.values = tuple(value // self.layout.scale for value in self.layout.chips if value >= self.layout.scale)

    # -- seats ----------------------------------------------------------------------------------------------------

    def plate(self, seat: Seat) -> FeltBox:
        """Return the box of the seat itself."""
        stack = next(iter(self.scene.chips_of(seat.number, "stack")), None)
        name = f"s{seat.number}"
        marks = list(seat.standing)
        words = [f"Seat {seat.number}"]
        if stack is not None:
            words.append(f"{stack.amount} behind")
        if seat.button:
            words.append(self.scene.deals)
        words += marks
        if seat.said:
            words.append(seat.said)
        if seat.acts:
            words.append("is to act" + (f", {seat.to_call} to call" if seat.to_call else ""))
        note = ", ".join([*marks, *([seat.said] if seat.said else [])])
        return FeltBox(
            TouchedThing(f"seat {name}", ("seat", "stack"), "stack", name),
            "plate",
            f"Seat {seat.number}",
            ", ".join(words),
            amount=stack.amount if stack is not None else "",
            chips=self._chips(stack.amount) if stack is not None else "",
            note=note,
        )

    def before(self, seat: Seat) -> Iterator[FeltBox]:
        """Yield the boxes of the things in front of a seat."""
        if self.scene.spots:
            for name, title in self.scene.spots:
                chips = next((lying for lying in self.scene.chips_of(seat.number, "spot") if lying.row == name), None)
                yield self._bet(seat, name, title, chips.amount if chips is not None else "", "spot")
        yield from map(self._heap, self._hands(seat))
        for pile in self.scene.chips_of(seat.number, "front"):
            yield self._bet(seat, pile.row, pile.title, pile.amount, "front")
        for mark in self.scene.marks:
            if mark.seat == seat.number:
                thing = TouchedThing(f"mark s{seat.number} {mark.row}", ("mark", mark.row), mark.row, f"s{seat.number}")
                label = f"{mark.title} of seat {seat.number}: {mark.amount}"
                yield FeltBox(thing, "mark", mark.title, label, amount=mark.amount)
        if seat.button:
            thing = TouchedThing("button", ("button",), "button", f"s{seat.number}")
            yield FeltBox(thing, "button", self.scene.deals, f"The {self.scene.deals}, at seat {seat.number}")

    def _hands(self, seat: Seat) -> Iterator[Heap]:
        """Yield the hands of a seat; of split hands those in play, and the next one while a hand can be split."""
        heaps = list(self.scene.of(seat.number))
        later = {f"s{seat.number}.{name}" for name in children(self.table.game.data)}
        empty = [heap for heap in heaps if heap.place in later and not heap.cards]
        may_split = any(len(heap.cards) > 1 for heap in heaps)
        yield from (heap for heap in heaps if heap not in empty[1 if may_split else 0 :])

    def _bet(self, seat: Seat, row: str, title: str, amount: str, kind: str) -> FeltBox:
        thing = TouchedThing(f"{kind} s{seat.number} {row}", (kind, "bet"), row, f"s{seat.number}", amount)
        what = (
            f"{title}, seat {seat.number}: {amount or 'no bet'}" if kind == "spot" else f"{title} of seat {seat.number}: {amount}"
        )
        return FeltBox(thing, "chips", title, what, amount=amount, chips=self._chips(amount), note=kind)

    # -- the middle and the dealer ------------------------------------------------------------------------------------

    def middle(self) -> Iterator[FeltBox]:
        """Yield the boxes in the middle of the felt."""
        for heap in self.scene.of(0):
            if heap.kind not in ("stock", "discards"):
                yield self._heap(heap)
        pots = {pile.row: pile for pile in self.scene.chips_of(0, "pot")}
        names = [name for name in self.layout.pots if name in self.table.felt.rows]
        built = [name for name in names if name in pots]
        main = names[0] if names else ""
        upcoming = next((name for name in names[1:] if name not in pots), "") if len(names) > 1 else ""
        cards = self.table.game.data.get("tables", {}).get("pay_cards", {})
        for name in names:
            if name not in built and name != main and name not in cards:
                continue
            pile = pots.get(name)
            is_main = name == main and name not in cards
            title = pile.title if pile is not None else name.replace("-", " ").replace("_", " ")
            face = Face.read(str(cards[name])) if name in cards else None
            thing = TouchedThing(
                f"pot {name}", ("pot", "main_pot" if is_main else "side_pot"), name, next=upcoming if is_main else ""
            )
            amount = pile.amount if pile is not None else "0"
            shown = (DrawnCard(_symbol(face)),) if face is not None else ()
            first = title[:1].upper() + title[1:]
            yield FeltBox(
                thing, "chips", title, f"{first}: {amount}", shown, amount=amount, chips=self._chips(amount), note="pot"
            )
        yield from map(self._row_of_chips, self.scene.chips_of(0, "spot", "front"))

    def near(self, *, house: bool) -> Iterator[FeltBox]:
        """Yield the boxes in front of the dealer.

        Args:
            house: Whether the game is against the house.
        """
        heaps = [heap for heap in self.scene.of(0) if heap.kind in ("stock", "discards")]
        for heap in sorted(heaps, key=lambda heap: heap.kind != "stock"):
            yield self._heap(heap)
        others = list(self.scene.chips_of(0, "house"))
        rack = next((chips for chips in others if chips.row == "stack"), None)
        if house and (rack is not None or self.layout.rows):
            amount = rack.amount if rack is not None else ""
            thing = TouchedThing("rack", ("rack",), "stack")
            yield FeltBox(thing, "rack", "rack", f"The rack{f': {amount}' if amount else ''}", amount=amount)
        yield from (self._row_of_chips(chips) for chips in others if chips is not rack)

    def _row_of_chips(self, pile: Chips) -> FeltBox:
        thing = TouchedThing(f"chips {pile.row}", ("house",), pile.row)
        return FeltBox(
            thing, "chips", pile.title, f"{pile.title}: {pile.amount}", amount=pile.amount, chips=self._chips(pile.amount)
        )

    def _heap(self, heap: Heap) -> FeltBox:
        kinds, kind = self._kinds(heap)
        squared = heap.kind in ("stock", "discards")
        faces = list(heap.cards)
        picked = tuple(card.face.name if card.face is not None else "??" for card in faces)
        shown = [DrawnCard(_symbol(card.face), not card.up and card.face is not None, card.by) for card in faces[-_MOST_CARDS:]]
        owner = f" of seat {heap.seat}" if heap.seat else ""
        words = lying_words(heap)
        notes = [*heap.notes]
        cut = "in" if CUT_IN in notes else ""
        if kind == "stock" and self.scene.cut_out:
            cut = "out"
            notes.append("cut card out")
        label = f"{heap.title[:1].upper()}{heap.title[1:]}{owner}{f' ({chr(44).join(notes)})' if notes else ''}: {words}"
        if squared and not shown and heap.count:
            shown = [DrawnCard(f"c-{BACK}")]
        backs = all(card.symbol == f"c-{BACK}" for card in shown)
        crowd = "few" if len(shown) < 4 else "crowd" if backs and len(shown) > 5 else "many"
        return FeltBox(
            TouchedThing(
                f"cards {heap.place}", kinds, heap.place, f"s{heap.seat}" if heap.seat else "", "", picked if not squared else ()
            ),
            kind,
            heap.title,
            label,
            tuple(shown),
            heap.count,
            note=", ".join(notes),
            size=crowd,
            cut=cut,
        )

    def _kinds(self, heap: Heap) -> tuple[tuple[str, ...], str]:
        if heap.kind == "stock":
            return (("stock",) if heap.place == self.layout.stock else ("cards",)), "stock"
        kinds: list[str] = []
        if heap.kind == "hand":
            kinds.append("seat_hand" if heap.seat else "table_hand")
        if heap.place == self.layout.burns:
            kinds.append("burns")
        if heap.place == self.layout.discards:
            kinds.append("muck")
        elif heap.kind == "discards":
            kinds.append("pile")
        if heap.kind == "board":
            kinds.append("board")
        return (*kinds, "cards"), "pile" if heap.kind == "discards" else "cards"

    def _chips(self, amount: str) -> str:
        return _drawn_chips(amount, self.values) if amount and amount != "0" and not amount.startswith("-") else ""


@functools.lru_cache(maxsize=4096)
def _drawn_chips(amount: str, values: tuple[int, ...]) -> str:
    """Return an SVG drawing of chips; the amount in words stands beside it."""
    drawing = draw_chips(amount, values)
    inner = drawing.svg[drawing.svg.index("</title>") + len("</title>") : -len("</svg>")]
    size = f'width="{drawing.width * _CHIP_SCALE:g}" height="{drawing.height * _CHIP_SCALE:g}"'
    box = f'viewBox="0 0 {drawing.width:g} {drawing.height:g}"'
    return f'<svg class="chips" aria-hidden="true" focusable="false" {size} {box}>{inner}</svg>'


def _symbol(face: Face | None) -> str:
    return f"c-{BACK}" if face is None else f"c-{face.name}"


_OUTER = re.compile(r'^<svg[^>]*viewBox="([^"]*)"[^>]*><title>.*?</title>(.*)</svg>$', re.DOTALL)


@functools.cache
def card_sheet(ink_name: str) -> str:
    """Return one SVG file with a symbol for every card, from which pages draw cards.

    Args:
        ink_name: See `dealerkit.sheets.drawings.cards.card`.

    Raises:
        UnknownName: If there is no such ink.
    """
    codes: Iterable[str] = [f"{rank}{suit}" for suit in SUITS for rank in _RANKS]
    symbols = [_as_symbol(code, card(code, width=16, compact=True, ink_name=ink_name).svg) for code in [*codes, "Jk"]]
    symbols.append(_as_symbol(BACK, card("??", width=16, ink_name=ink_name).svg))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def _as_symbol(code: str, svg: str) -> str:
    outer = _OUTER.match(svg)
    assert outer is not None
    return f'<symbol id="c-{code}" viewBox="{outer[1]}">{outer[2]}</symbol>'
