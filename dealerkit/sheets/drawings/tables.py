"""The table of a game from above: seats, betting boxes, places of cards and chips, from its `felt`.

A table with betting boxes is a half circle, any other an oval. Seats are numbered clockwise from the dealer's left. The dealer
is at the foot of the picture, as the dealer sees the table; seen from the players' side, it is turned round.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final, Literal

import attrs

from dealerkit.cards import Face
from dealerkit.rules.games import Game
from dealerkit.rules.texts import DEFAULT_LANGUAGE
from dealerkit.sheets.drawings.cards import card_height, draw_card
from dealerkit.sheets.drawings.drawing import Canvas, Drawing, Point, number
from dealerkit.sheets.drawings.felts import (
    ALONG,
    CHIPS,
    FRONT,
    LEFT,
    MARK,
    MIDDLE,
    POT,
    RACK,
    RIGHT,
    SEAT,
    SPOT,
    WORDS,
    DrawnFelt,
    Thing,
    felt_of,
)
from dealerkit.sheets.drawings.inks import USUAL, Ink, ink
from dealerkit.sheets.drawings.letters import ASCENT, LEADING, widest, wrap

CARD: Final = 11.0
"""Width of a drawn card, in millimetres."""
GAP: Final = 1.6
"""Space between two boxes, in millimetres."""
RAIL: Final = 6.0
"""Width of the table's edge, in millimetres."""
LABEL, LEAST_LABEL = 3.9, 1.5
LABEL_ARC: Final = math.radians(40)
"""Largest angle that a label covers on an arc, because it is set straight."""
LINE_DEPTH: Final = 8.0
"""Depth of a line for bets of all seats, in millimetres."""
PRINTED_WIDE, PRINTED_HIGH, PRINTED_DROP = 44.0, 5.2, 4.6
"""For words printed under the betting boxes: width and height of a line, and distance of the first line from the arc."""
BUTTON_SIZE: Final = 5.0
"""Radius of the button, in millimetres."""
DEALER = "dealer"
PLAYERS: Final = "players"
TABLEAU = "tableau"
SEATS, BUTTON, TITLE = "seats", "button", "title"


@attrs.frozen
class DrawnPiece:
    """A box of a table with its position.

    Attributes:
        name: Its name in the game's file; `dealer`, `button` or `seats` for things of every table.
        title: Its title.
        kind: `spot`, `cards`, `chips`, `rack`, `mark`, `seat`, `dealer`, `button`, or `title` for a label without a box.
        seat: Its seat; 0 for the table's own.
        outline: Its corners in order, in millimetres.
        lines: The lines of its label.
        size: Height of the label's font.
        middle: The middle of the label.
        turn: Degrees of rotation of label and cards, clockwise.
        cards: Number of cards shown side by side in it.
        face: The card printed in it; None for none.
    """

    name: str
    title: str
    kind: str
    seat: int
    outline: tuple[Point, ...]
    lines: tuple[str, ...]
    size: float
    middle: Point
    turn: float = 0
    cards: int = 0
    face: Face | None = None


@attrs.frozen
class TableLayout:
    """A table with the positions of everything on it.

    Attributes:
        felt: The felt from which it is made.
        width: Width in millimetres.
        height: Height in millimetres.
        edge: Outline of the table, in SVG's path language, seen from the dealer's side.
        inner: Outline of the felt inside the rail.
        pieces: Its boxes; no two of them overlap.
    """

    felt: DrawnFelt
    width: float
    height: float
    edge: str
    inner: str
    pieces: tuple[DrawnPiece, ...]


def layout(
    game: Game, lang: str = DEFAULT_LANGUAGE, *, seen_from: Literal["dealer", "players"] = "dealer", ink_name: str = USUAL
) -> Drawing:
    """Draw the table of a game.

    Args:
        game: The game with its options in force.
        lang: The language of the labels, as far as they are translated.
        seen_from: The side at the foot of the picture.
        ink_name: See `dealerkit.sheets.drawings.cards.card`.

    Raises:
        UnknownName: If there is no such ink.
    """
    table_layout = laid_out(game, lang, seen_from=seen_from)
    colours = ink(ink_name)
    canvas = Canvas(table_layout.width, table_layout.height)
    turned = (table_layout.width, table_layout.height, 180.0) if seen_from == PLAYERS else (0.0, 0.0, 0.0)
    with canvas.moved(turned[0], turned[1], turn=turned[2]):
        canvas.path(table_layout.edge, fill=colours["wood"], stroke=colours["line"], stroke_width=0.3)
        canvas.path(table_layout.inner, fill=colours["felt"], stroke=colours["line"], stroke_width=0.3)
    for piece in table_layout.pieces:
        _draw(canvas, piece, colours)
    return canvas.drawing(_alt(table_layout.felt, seen_from))


def laid_out(game: Game, lang: str = DEFAULT_LANGUAGE, *, seen_from: Literal["dealer", "players"] = "dealer") -> TableLayout:
    """Return the positions of everything on the table of a game.

    Args:
        game: The game.
        lang: The language of the labels.
        seen_from: The side at the foot of the picture.
    """
    felt = felt_of(game, lang)
    table_layout = _half_circle(felt) if felt.spots and felt.house else _oval(felt)
    if seen_from != PLAYERS:
        return table_layout
    pieces = (_turned(piece, table_layout.width, table_layout.height) for piece in table_layout.pieces)
    return attrs.evolve(table_layout, pieces=tuple(pieces))


def _turned(piece: DrawnPiece, width: float, height: float) -> DrawnPiece:
    """Return a piece of a table that is turned round: at the opposite position, with its label upright."""
    if piece.kind == SPOT:  # wider at its outer edge
        outline = tuple((width - x, height - y) for x, y in piece.outline)
        return attrs.evolve(piece, outline=outline, middle=(width - piece.middle[0], height - piece.middle[1]))
    x = sum(point[0] for point in piece.outline) / len(piece.outline)
    y = sum(point[1] for point in piece.outline) / len(piece.outline)
    right, down = width - 2 * x, height - 2 * y
    outline = tuple((px + right, py + down) for px, py in piece.outline)
    return attrs.evolve(piece, outline=outline, middle=(piece.middle[0] + right, piece.middle[1] + down))


# The half circle


def _half_circle(felt: DrawnFelt) -> TableLayout:
    """Return a half circle: bettors sit along the arc, each in front of their own boxes; the dealer stands at the straight
    side.
    """
    spread = math.radians(164)
    share = spread / felt.seats
    heights = [7.5 if spot.side else 11.0 for spot in felt.spots]
    middle = _row(felt.at(MIDDLE), reverse=True)
    marks = [thing for thing in felt.at(FRONT) if thing.kind == MARK]
    rise = 16.0 + _highest(middle)
    lines = [thing for thing in felt.at(ALONG) if thing.kind != WORDS]
    words = [thing for thing in felt.at(ALONG) if thing.kind == WORDS]
    along = LINE_DEPTH * len(lines) + (PRINTED_HIGH * len(words) + PRINTED_DROP if words else 0.0)
    inner = max(58.0, 16.0 / share, math.hypot(_across(middle) / 2, rise) + 3 + along)
    outer = inner + sum(heights)
    reach = outer + 2 * RAIL + 12
    depth = 34.0 + 15 * len(marks)
    width, height = 2 * reach, reach + depth
    x, y = reach, reach
    pieces: list[DrawnPiece] = []
    for seat in range(1, felt.seats + 1):
        begins = math.pi - math.radians(8) - (seat - 1) * share
        radius = outer
        for spot, high in zip(felt.spots, heights, strict=True):
            pieces.append(_sector(spot, seat, (x, y), radius, high, begins, share))
            radius -= high
        pieces.append(_seat(felt, seat, _polar((x, y), outer + 6.5, begins - share / 2)))
    for at, thing in enumerate(lines):
        piece = _sector(thing, 0, (x, y), inner - LINE_DEPTH * at, LINE_DEPTH, math.pi - math.radians(8), spread)
        pieces.append(attrs.evolve(piece, turn=0))
    under = y - inner + LINE_DEPTH * len(lines) + PRINTED_DROP
    for at, thing in enumerate(words):
        middle_of_words = (x, under + PRINTED_HIGH * (at + 0.5))
        pieces.append(_boxed(attrs.evolve(thing, kind=TITLE), 0, middle_of_words, PRINTED_WIDE, PRINTED_HIGH - 0.2, 0))
    pieces += _put(middle, x, y - rise + _highest(middle) / 2)
    bottom = height - RAIL - 8
    pieces += _front(felt, x, bottom, marks)
    for where, sign in ((LEFT, -1), (RIGHT, 1)):
        things = _row(felt.at(where))
        pieces += _put(things, x + sign * ((inner + outer) / 2 + 4), bottom - 12)
    pieces.append(_dealer(felt, x, height - 3.5))
    return TableLayout(felt, width, height, _half(x, y, reach, depth - 7, 0), _half(x, y, reach, depth - 7, RAIL), tuple(pieces))


def _half(x: float, y: float, reach: float, depth: float, inset: float) -> str:
    """Return the outline of a half circle with a straight part under it, at a distance inside the edge."""
    r = reach - inset - 0.3
    foot = y + depth - inset
    return (
        f"M{number(x - r)} {number(y)}A{number(r)} {number(r)} 0 0 1 {number(x + r)} {number(y)}"
        f"L{number(x + r)} {number(foot)}L{number(x - r)} {number(foot)}Z"
    )


def _sector(thing: Thing, seat: int, centre: Point, radius: float, high: float, begins: float, share: float) -> DrawnPiece:
    """Return a betting box along the arc.

    Args:
        thing: The thing.
        seat: The seat, from 1.
        centre: Centre of the arc.
        radius: Radius of its outer edge.
        high: Its height.
        begins: Angle at which it begins.
        share: Angle that it covers.
    """
    gap = 0.6
    steps = max(8, round(math.degrees(share) / 3))
    outer, inner = radius - gap / 2, radius - high + gap / 2
    angles = [begins - share * at / steps for at in range(steps + 1)]

    def edge(r: float, turned: Sequence[float]) -> list[Point]:
        trim = gap / r
        ends = [min(max(angle, begins - share + trim), begins - trim) for angle in turned]
        return [_polar(centre, r, angle) for angle in ends]

    outline = (*edge(outer, angles), *edge(inner, angles[::-1]))
    middle = begins - share / 2
    room = 2 * inner * math.tan(min(share, LABEL_ARC) / 2) - 2.4
    lines, size = _fitted(thing.title, room, high - 1.6)
    turn = 90 - math.degrees(middle)
    return DrawnPiece(
        thing.name, thing.title, SPOT, seat, outline, lines, size, _polar(centre, (inner + outer) / 2, middle), turn
    )


def _polar(centre: Point, radius: float, angle: float) -> Point:
    return centre[0] + radius * math.cos(angle), centre[1] - radius * math.sin(angle)


# The oval


def _oval(felt: DrawnFelt) -> TableLayout:
    """Return an oval, around which the players sit; a dealer of the house sits in the middle of its lower side."""
    own = felt.at(SEAT)
    rows = _middle_rows(felt)
    inside_width = max(map(_across, rows), default=0.0)
    inside_height = sum(map(_highest, rows)) + GAP * max(len(rows) - 1, 0)
    front = _row([thing for thing in felt.at(FRONT) if thing.kind != RACK])
    near = [*_row(felt.at(LEFT)), *_row(felt.at(RIGHT))]
    foot = max(_across(near), _across(front) + 60) + 10 if felt.house else 0.0
    deep = 12.0 + sum(_seat_box(thing)[1] + GAP for thing in own)
    wide_seat = max(_seat_box(thing)[0] for thing in own) + 5
    bottom_depth = 17.0 + _highest(near) if felt.house else deep
    r = max((deep + bottom_depth + inside_height) / 2 + 5, deep + 22)
    straight = max(foot, inside_width - 1.0 * (r - deep), 30.0)
    while not _seats_fit(felt.seats, r, straight, foot, deep, wide_seat):
        straight += 4
    reach_x, reach_y = r + straight / 2, r
    outside = RAIL + 13.0
    x, y = reach_x + outside, reach_y + outside
    width = 2 * x
    height = 2 * y
    pieces: list[DrawnPiece] = []
    for seat in range(1, felt.seats + 1):
        pieces += _place(felt, seat, own, _on_edge((x, y), r, straight, deep, _along(seat, felt.seats, r - deep, straight, foot)))
    top = y - r + deep
    bottom = y + r - bottom_depth
    at_y = (top + bottom) / 2 - inside_height / 2
    for row in rows:
        pieces += _put(row, x, at_y + _highest(row) / 2)
        at_y += _highest(row) + GAP
    if felt.house:
        pieces += _put(near, x, y + r - 15 - _highest(near) / 2)
        pieces += _front(felt, x, y + r - 2, [])
        pieces.append(_dealer(felt, x, y + r + RAIL + 7))
    return TableLayout(felt, width, height, _stadium(x, y, r + RAIL, straight), _stadium(x, y, r, straight), tuple(pieces))


def _middle_rows(felt: DrawnFelt) -> list[list[tuple[Thing, float, float]]]:
    """Return the things in the middle, in rows: each board in its own row, other places, printed cards, columns, rows that grow
    to both sides of a card in pairs, and last the pot with the things beside it.
    """
    things = felt.at(MIDDLE)
    wide = [thing for thing in things if thing.cards > 2]
    rest = [thing for thing in things if thing.cards <= 2 and thing.face is None and not thing.row]
    most = max(3, math.ceil(math.sqrt(len(rest) * 1.6)))
    rows = [_row([thing]) for thing in wide]
    rows += [_row(rest[at : at + most]) for at in range(0, len(rest), most)]
    rows.append(_row([thing for thing in things if thing.face is not None and not thing.row]))
    rows.append(_row([thing for thing in things if thing.row == TABLEAU]))
    begun = [thing for thing in things if thing.row == thing.name]
    for at in range(0, len(begun), 2):
        beside = (_wings(things, middle) for middle in begun[at : at + 2])
        rows.append(_row([thing for wings in beside for thing in wings]))
    return [row for row in (*rows, _row(felt.at(POT))) if row]


def _wings(things: Sequence[Thing], middle: Thing) -> list[Thing]:
    """Return a card with the rows that grow from it: the first at its left, the others at its right."""
    others = [thing for thing in things if thing.row == middle.name and thing is not middle]
    return [*others[:1], middle, *others[1:]]


def _seats_fit(count: int, r: float, straight: float, foot: float, deep: float, wide: float) -> bool:
    """Return whether the boxes of neighbouring seats do not touch."""
    if count < 2:
        return True
    along = (_along(seat, count, r - deep, straight, foot) for seat in range(1, count + 1))
    places = [_on_edge((0, 0), r, straight, deep, at) for at in along]
    boxes = [_box(px - nx * deep * 0.53, py - ny * deep * 0.53, wide, deep, _upright(nx, ny)) for px, py, nx, ny in places]
    pairs = [*itertools.pairwise(boxes), (boxes[-1], boxes[0])] if count > 2 else [(boxes[0], boxes[1])]
    if foot:
        gap = _box(0, r - 15, foot, 30, 0)
        pairs += [(boxes[0], gap), (boxes[-1], gap)]
    return all(apart(first, other) for first, other in pairs)


def _along(seat: int, count: int, r: float, straight: float, foot: float) -> float:
    """Return the position of a seat along a line with radius r at its ends, clockwise from the middle of the lower side."""
    whole = 2 * straight + 2 * math.pi * r
    if not foot:
        return (seat - 1) * whole / count
    return foot / 2 + (whole - foot) * (seat - 0.5) / count


def _on_edge(centre: Point, r: float, straight: float, deep: float, at: float) -> tuple[float, float, float, float]:
    """Return a point of the edge and the outward direction there, for a position along a line `deep` inside the edge."""
    x, y = centre
    half, inner = straight / 2, r - deep
    arc = math.pi * inner
    at %= 2 * straight + 2 * arc
    if at < half:
        return x - at, y + r, 0, 1
    at -= half
    if at < arc:
        angle = math.pi / 2 + at / inner
        return x - half + r * math.cos(angle), y + r * math.sin(angle), math.cos(angle), math.sin(angle)
    at -= arc
    if at < straight:
        return x - half + at, y - r, 0, -1
    at -= straight
    if at < arc:
        angle = -math.pi / 2 + at / inner
        return x + half + r * math.cos(angle), y + r * math.sin(angle), math.cos(angle), math.sin(angle)
    at -= arc
    return x + half - at, y + r, 0, 1


def _place(felt: DrawnFelt, seat: int, own: Sequence[Thing], edge: tuple[float, float, float, float]) -> Iterator[DrawnPiece]:
    """Yield a seat with the things in front of it, from a point of the edge inward."""
    x, y, nx, ny = edge
    yield _seat(felt, seat, (x + nx * (RAIL + 6.5), y + ny * (RAIL + 6.5)))
    turn = _upright(nx, ny)
    depth = 3.0
    for thing in own:
        wide, high = _seat_box(thing)
        inset = depth + high / 2
        yield _boxed(thing, seat, (x - nx * inset, y - ny * inset), wide, high, turn)
        if thing is own[0] and seat == felt.button:
            along, deep = wide / 2 + BUTTON_SIZE + 1, depth + high - BUTTON_SIZE
            px, py = x - nx * deep - ny * along, y - ny * deep + nx * along
            yield _button(felt, seat, (px, py))
        depth += high + GAP


def _upright(nx: float, ny: float) -> float:
    """Return the degrees by which a box is turned to face its seat, with its text never upside down."""
    turn = math.degrees(math.atan2(ny, nx)) - 90
    turn = (turn + 180) % 360 - 180
    return turn if -90 <= turn <= 90 else turn - math.copysign(180, turn)


def _seat_box(thing: Thing) -> tuple[float, float]:
    """Return width and height of a box in front of a seat."""
    if thing.kind == CHIPS:
        return 14.0, 9.0
    return (24.0, 15.0) if thing.name == "hand" else (20.0, 9.0)


def _stadium(x: float, y: float, r: float, straight: float) -> str:
    half = straight / 2
    radius = number(r)
    return (
        f"M{number(x - half)} {number(y + r)}A{radius} {radius} 0 0 1 {number(x - half)} {number(y - r)}"
        f"L{number(x + half)} {number(y - r)}A{radius} {radius} 0 0 1 {number(x + half)} {number(y + r)}Z"
    )


# Boxes

Sized = tuple[Thing, float, float]


def _row(things: Sequence[Thing], *, reverse: bool = False) -> list[Sized]:
    """Return things side by side, each with the width and height of its box."""
    sized = [(thing, *_size(thing)) for thing in things]
    return sized[::-1] if reverse else sized


def _size(thing: Thing) -> tuple[float, float]:
    if thing.face is not None:
        return CARD + 8, card_height(CARD) + 8
    if thing.kind == CHIPS:
        return 30.0, 12.0
    if thing.cards:
        return thing.cards * (CARD + 1.4) + 3, card_height(CARD) + 8
    return 22.0, 16.0


def _across(row: Sequence[Sized]) -> float:
    return sum(wide for _, wide, _ in row) + GAP * max(len(row) - 1, 0)


def _highest(row: Sequence[Sized]) -> float:
    return max((high for _, _, high in row), default=0.0)


def _put(row: Sequence[Sized], x: float, y: float) -> list[DrawnPiece]:
    """Return the boxes of a row, with its middle at (x, y)."""
    pieces = []
    at = x - _across(row) / 2
    for thing, wide, high in row:
        pieces.append(_boxed(thing, 0, (at + wide / 2, y), wide, high, 0))
        at += wide + GAP
    return pieces


def _front(felt: DrawnFelt, x: float, bottom: float, marks: Sequence[Thing]) -> Iterator[DrawnPiece]:
    """Yield the things between the dealer and the middle: the rack, the things beside it, and above it a numbered box for each
    seat's mark.
    """
    racks = [thing for thing in felt.at(FRONT) if thing.kind == RACK]
    beside = [thing for thing in felt.at(FRONT) if thing.kind not in (RACK, MARK)]
    wide = 56.0 if beside else 84.0
    for rack in racks:
        yield _boxed(rack, 0, (x, bottom - 5), wide, 10, 0)
    for at, thing in enumerate(beside):
        sign = 1 if at % 2 else -1
        yield _boxed(thing, 0, (x + sign * (wide / 2 + GAP + 9 + (18 + GAP) * (at // 2)), bottom - 5), 18, 10, 0)
    for level, mark in enumerate(marks):
        step = min(12.0, 100.0 / felt.seats)
        left, down = x - step * felt.seats / 2, bottom - 16 - 15 * level
        yield _boxed(attrs.evolve(mark, kind=TITLE), 0, (x, down - 7), 60, 4.6, 0)
        for seat in range(1, felt.seats + 1):
            yield _boxed(attrs.evolve(mark, title=str(seat)), seat, (left + step * (seat - 0.5), down), step - 1, 8, 0)


def _boxed(thing: Thing, seat: int, middle: Point, wide: float, high: float, turn: float) -> DrawnPiece:
    """Return a thing as a box around a point, with its label fitted in."""
    x, y = middle
    shown = thing.cards if thing.cards and (thing.where != SEAT or thing.name == "hand") else 0
    low = 4.6 if shown or thing.face is not None else high - (2 if thing.kind != TITLE else 0)
    lines, size = _fitted(thing.label, wide - 2, low)
    label = (0.0, high / 2 - 3.0) if shown or thing.face is not None else (0.0, 0.0)
    angle = math.radians(turn)
    place = (x + label[0] - label[1] * math.sin(angle), y + label[1] * math.cos(angle))
    outline = _box(x, y, wide, high, turn)
    return DrawnPiece(thing.name, thing.title, thing.kind, seat, outline, lines, size, place, turn, shown, thing.face)


def _box(x: float, y: float, wide: float, high: float, turn: float) -> tuple[Point, ...]:
    """Return the corners of a box around a point, turned clockwise by degrees."""
    angle = math.radians(turn)
    along, down = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    return tuple(
        (x + along[0] * dx + down[0] * dy, y + along[1] * dx + down[1] * dy)
        for dx, dy in ((-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2))
    )


def _round(x: float, y: float, r: float) -> tuple[Point, ...]:
    return tuple((x + r * math.cos(math.tau * at / 16), y + r * math.sin(math.tau * at / 16)) for at in range(16))


def _seat(felt: DrawnFelt, seat: int, at: Point) -> DrawnPiece:
    return DrawnPiece(SEATS, felt.word("seat", number=seat), "seat", seat, _round(*at, 5.2), (str(seat),), 5.0, at)


def _button(felt: DrawnFelt, seat: int, at: Point) -> DrawnPiece:
    title = felt.word("button")
    return DrawnPiece(BUTTON, title, BUTTON, seat, _round(*at, BUTTON_SIZE), *_fitted(title, 2 * BUTTON_SIZE - 0.9, 7.5), at)


def _dealer(felt: DrawnFelt, x: float, y: float) -> DrawnPiece:
    title = felt.word("dealer")
    return DrawnPiece(DEALER, title, DEALER, 0, _box(x, y, 36, 6.4, 0), *_fitted(title, 34, 6), (x, y))


def _fitted(title: str, room: float, high: float) -> tuple[tuple[str, ...], float]:
    """Return a label broken into lines, and the largest font size at which it fits a box; it is cut if none does."""
    if widest([title], LEAST_LABEL) > room * high / LEAST_LABEL:  # far more than fits
        return wrap(title, room, LEAST_LABEL, lines=max(1, int(high / (LEAST_LABEL * LEADING)))), LEAST_LABEL
    size = LABEL
    while size > LEAST_LABEL:
        lines = wrap(title, room, size)
        whole = not any(_broken(line, title) for line in lines)
        if len(lines) * size * LEADING <= high and widest(lines, size) <= room and whole:
            return lines, round(size, 2)
        size -= 0.15
    return wrap(title, room, LEAST_LABEL, lines=max(1, int(high / (LEAST_LABEL * LEADING)))), LEAST_LABEL


def _broken(line: str, title: str) -> bool:
    """Return whether a line of a label begins or ends inside a Latin word."""
    at = title.find(line)
    end = at + len(line)
    before, after = title[at - 1 : at], title[end : end + 1]
    latin = (line[:1].isascii() and line[:1].isalnum() and before.isascii() and before.isalnum()) or (
        line[-1:].isascii() and line[-1:].isalnum() and after.isascii() and after.isalnum()
    )
    return bool(latin)


# Drawing


def _draw(canvas: Canvas, piece: DrawnPiece, colours: Ink) -> None:
    paint: dict[str, object] = {"fill": colours["paper"], "stroke": colours["line"], "stroke_width": 0.3}
    text = colours["line"]
    if piece.kind in {"seat", DEALER}:
        paint = {"fill": colours["rail"], "stroke": colours["paper"], "stroke_width": 0.5}
        text = colours["paper"]
    elif piece.kind == "button":
        paint = {"fill": colours["gold"], "stroke": colours["line"], "stroke_width": 0.3}
    elif piece.kind == TITLE:
        paint = {"fill": "none"}
    elif piece.kind in {RACK, MARK}:
        paint["fill"] = colours["shade"]
    canvas.polygon(piece.outline, stroke_linejoin="round", **paint)
    if piece.face is not None or piece.cards:
        _cards_in(canvas, piece, colours)
    block = (len(piece.lines) - 1) * piece.size * LEADING
    angle = math.radians(piece.turn)
    for at, line in enumerate(piece.lines):
        down = at * piece.size * LEADING - block / 2 + piece.size * ASCENT / 2
        x, y = piece.middle[0] - down * math.sin(angle), piece.middle[1] + down * math.cos(angle)
        bold = piece.kind in {"seat", DEALER, TITLE}
        canvas.text(x, y, line, piece.size, anchor="middle", turn=round(piece.turn, 2), bold=bold, fill=text)


def _cards_in(canvas: Canvas, piece: DrawnPiece, colours: Ink) -> None:
    """Draw the places of cards in a box as empty outlines, and the card printed in it."""
    corner, along, down = piece.outline[0], piece.outline[1], piece.outline[3]
    wide, high = math.dist(corner, along), math.dist(corner, down)
    with canvas.moved(*corner, turn=round(piece.turn, 2)):
        if piece.face is not None:
            draw_card(canvas, piece.face, (wide - CARD) / 2, 1.4, CARD, colours)
            return
        room = high - 8
        card = min(CARD, room * CARD / card_height(CARD))
        step = min(card + 1.4, (wide - 3 - card) / max(piece.cards - 1, 1))
        left = (wide - card - step * (piece.cards - 1)) / 2
        for at in range(piece.cards):
            canvas.rect(
                left + step * at,
                1.4,
                card,
                card_height(card),
                r=card * 0.06,
                fill=colours["paper"],
                stroke=colours["faint"],
                stroke_width=0.25,
            )


def _alt(felt: DrawnFelt, seen_from: str) -> str:
    """Return a description of the table."""
    comma = felt.word("and")
    own = [thing.title for thing in felt.things if thing.where == SEAT]
    others = [thing.title for thing in felt.things if thing.where != SEAT]
    if felt.house:
        others.append(felt.word("dealer"))
    if felt.button:
        others.append(felt.word("button"))
    sentences = [
        felt.word("layout", game=felt.game),
        felt.word("players_side" if seen_from == PLAYERS else "dealer_side") if felt.house else "",
        felt.word("seats", count=felt.seats) if felt.seats > 1 else felt.word("one_seat"),
        felt.word("at_seats", things=comma.join(own)),
        felt.word("outward") if felt.spots else "",
        felt.word("on_table", things=comma.join(others)),
    ]
    return felt.word("stop").join(sentence for sentence in sentences if sentence) + felt.word("stop").strip()


def apart(points: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether one convex shape lies entirely beyond an edge of another, so that they do not overlap.

    Args:
        points: The corners of the shape whose edges are tried.
        other: The corners of the other shape.
    """
    for shape, against in ((points, other), (other, points)):
        for at, (x, y) in enumerate(shape):
            nx, ny = shape[(at + 1) % len(shape)]
            ax, ay = ny - y, x - nx
            own = [px * ax + py * ay for px, py in shape]
            theirs = [px * ax + py * ay for px, py in against]
            if max(own) <= min(theirs) + 1e-6 or max(theirs) <= min(own) + 1e-6:
                return True
    return False
