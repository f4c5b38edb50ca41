"""The felt of a scene: seats round it, in columns, or along a layout, depending on the kinds of its places.

The code knows no game by name. Several arrangements are tried, the best-looking first; the first one with room for everything is
drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from dealerkit.table.scene import SQUARED, Chips, Heap, Lying, Scene, Seat
from dealerkit.table.scene.screen.canvas import Line, StyledSpan, beside, cells, flow, wide
from dealerkit.table.scene.screen.pieces import Signs, big, cards, fan, stack_of

_GAP = StyledSpan("  ")
_LEFT, _MIDDLE, _RIGHT = 0, 1, 2

# Size of the drawn cards, `size`: 2 for frames round all cards, 1 for frames round those in the middle only, 0 for no frames.


class Picture:
    """Lines of text at positions relative to the picture, which itself has no position yet.

    Args:
        width: Number of columns.

    Attributes:
        height: Number of rows.
        fits: Whether all lines are within the width.
    """

    def __init__(self, width: int) -> None:
        self.width, self.height, self.fits = width, 0, True
        self.pieces: list[tuple[int, int, Line]] = []

    def put(self, x: int, y: int, line: Sequence[StyledSpan]) -> None:
        """Put a line at a column and a row.

        Args:
            x: Column where it begins, from 0.
            y: Row, from 0.
            line: The text, in spans of one style each.
        """
        if line:
            self.fits = self.fits and x >= 0 and x + wide(line) <= self.width
            self.pieces.append((x, y, tuple(line)))
        self.height = max(self.height, y + 1)

    def lines(self, lines: Iterable[Sequence[StyledSpan]], x: int = 0, y: int = 0, room: int = 0, side: int = _LEFT) -> int:
        """Put lines under each other, and return the row after them.

        Args:
            lines: The lines, from top to bottom.
            x: Column where their room begins, from 0.
            y: Row of the first, from 0.
            room: Number of columns for them; 0 for all columns up to the edge.
            side: Alignment in the room: 0 left, 1 centred, 2 right.
        """
        room = room or self.width - x
        for line in lines:
            rest = max(room - wide(line), 0)
            self.fits = self.fits and wide(line) <= room
            self.put(x + (0, rest // 2, rest)[side], y, line)
            y += 1
        return y

    def paste(self, other: Picture, x: int, y: int) -> int:
        """Copy another picture into this one, and return the row after it.

        Args:
            other: The other picture.
            x: Column of its left edge, from 0.
            y: Its first row, from 0.
        """
        for left, top, line in other.pieces:
            self.put(x + left, y + top, line)
        self.fits = self.fits and other.fits
        self.height = max(self.height, y + other.height)
        return y + other.height


def felt(scene: Scene, signs: Signs, width: int, height: int) -> Picture:
    """Return the felt in the largest arrangement that fits; if none fits, the lowest one, with more rows than asked for.

    Args:
        scene: Scene at the table.
        signs: Characters that the screen can show.
        width: Number of columns.
        height: Number of rows.
    """
    inner, room = width - 4, height - 2
    best: Picture | None = None
    for arrange in _arrangements(scene, signs, inner, room):
        drawn = arrange()
        if drawn is None or not drawn.fits:
            continue
        if drawn.height <= room:
            best = drawn
            break
        if best is None or drawn.height < best.height:
            best = drawn
    assert best is not None
    return _framed(best, scene, signs, width, max(height, best.height + 2))


def _arrangements(scene: Scene, signs: Signs, width: int, height: int) -> Iterator[Callable[[], Picture | None]]:
    """Yield arrangements of the felt, the best-looking first, as functions that draw them."""
    seats = len(scene.seats)
    sizes = (2, 1, 0) if signs.suits else (0,)
    if scene.spots:
        for size, empty in ((1, True), (0, True), (1, False), (0, False)):
            yield partial(_layout, scene, signs, width, height, size=size, empty=empty)
    crowded = any(heap.kind in ("meld", "pile", "tableau") for heap in scene.heaps if heap.seat or heap.kind == "tableau")
    if not (scene.spots or crowded or any(seat.side for seat in scene.seats)):
        sides = sorted(range(seats // 2 + 1), key=lambda side: (abs(side - seats / 3), side))
        round_it = [side for side in sides if abs(side - seats / 3) <= 1 and (seats > 2 * side or seats == 2)]
        others = [side for side in sides if side not in round_it and seats > 2 * side]
        for side in (*round_it, *others):  # smaller cards are better than seats that change places
            for size in sizes:
                yield partial(_ring, scene, signs, width, height, side, size=size)
    order = (2, 3, 4, 1) if crowded else (3, 4, 2, 1)
    for size in sizes:
        for columns in order:
            yield partial(_columns, scene, signs, width, columns, size=size)
    yield partial(_columns, scene, signs, width, 1, size=0, force=True)


# Frames


def _framed(inside: Picture, scene: Scene, signs: Signs, width: int, height: int) -> Picture:
    """Return a picture framed by the table's edge, with the dealer's piles on the near edge."""
    picture = Picture(width)
    above_left, above_right, left, right = tuple(signs.corners)
    across = signs.line * (width - 2)
    picture.put(0, 0, (StyledSpan(above_left + across + above_right, "felt"),))
    near = _near(scene, signs, width - 8)
    spare = height - 2 - inside.height
    lines = near[:-1]  # lines without room on the edge stand above it
    for y in range(1, height - 1):
        picture.put(0, y, (StyledSpan(signs.upright, "felt"),))
        picture.put(width - 1, y, (StyledSpan(signs.upright, "felt"),))
    picture.paste(inside, 2, 1 + max(spare - len(lines), 0) // 2)
    bottom = height - 1
    if lines:
        picture.lines(lines, 2, bottom - len(lines), width - 4, _MIDDLE)
    picture.put(0, bottom, (StyledSpan(left + across + right, "felt"),))
    if near:
        edge = near[-1]
        picture.put((width - wide(edge) - 2) // 2, bottom, (StyledSpan(" "), *edge, StyledSpan(" ")))
    return picture


def _near(scene: Scene, signs: Signs, width: int) -> list[Line]:
    """Return the lines for the piles by the dealer: stub, burns, muck, rack, chips set aside."""
    chunks: list[Line] = []
    if not _in_the_middle(scene):
        chunks += [stack_of(heap, signs) for heap in scene.of(0) if heap.kind in SQUARED]
    if scene.cut_out:
        chunks.append((StyledSpan("cut card out", "bold"),))
    chunks += [(StyledSpan(f"{chips.title} "), StyledSpan(chips.amount, "chips")) for chips in scene.chips_of(0, "house")]
    dotted: list[Line] = []
    for number, chunk in enumerate(chunks):
        dotted.append((*((StyledSpan(signs.dot.strip() + " "),) if number else ()), *chunk))
    return flow(dotted, width)


def _in_the_middle(scene: Scene) -> bool:
    """Return whether stock and discards lie in the middle, for all players to use; otherwise they lie by the dealer."""
    return scene.deals == "dealer"


# Arrangements


def _ring(scene: Scene, signs: Signs, width: int, height: int, side: int, *, size: int) -> Picture | None:
    """Return seats round the felt, clockwise from the dealer's left: some at each side, the others across from the dealer."""
    seats = scene.seats
    left, top, right = seats[:side][::-1], seats[side : len(seats) - side], seats[len(seats) - side :]
    picture = Picture(width)
    across = width // max(len(top), 1)
    if size > 1 and any(len(heap.cards) * 3 + 1 > across - 2 for seat in top for heap in scene.of(seat.number)):
        return None  # either all hands are drawn large, or none
    y = 0
    for number, seat in enumerate(top):
        lines = _seat_lines(scene, seat, signs, across - 2, bets_below=True, size=size)
        y = max(y, picture.lines(lines, number * across, 0, across - (number < len(top) - 1), _MIDDLE))
    edge = min(max(width // 4, 23), 32) if side else 0
    blocks = [
        [_seat_lines(scene, seat, signs, edge, mirrored=there is right, size=size) for seat in there] for there in (left, right)
    ]
    middle = _middle(scene, signs, width - 2 * edge - 2 * (edge > 0), size=size)
    if not middle.fits:
        return None
    room = max(height - y, middle.height + 1, *(sum(map(len, blocks_there)) for blocks_there in blocks))
    for x, blocks_there, where in ((0, blocks[0], _LEFT), (width - edge, blocks[1], _RIGHT)):
        used = sum(map(len, blocks_there))
        at = y
        for number, lines in enumerate(blocks_there):
            spare = room - used
            at = y + sum(map(len, blocks_there[:number])) + spare * (2 * number + 1) // (2 * len(blocks_there))
            picture.lines(lines, x, at, edge, where)
    picture.paste(middle, edge + (edge > 0), y + max(room - middle.height, 0) // 2)
    picture.height = max(picture.height, y + min(room, max(map(sum, ([*map(len, there)] for there in blocks)), default=0)))
    return picture


def _columns(scene: Scene, signs: Signs, width: int, columns: int, *, size: int, force: bool = False) -> Picture | None:
    """Return the middle of the table above, and the seats in columns below it; partners together, their melds at the foot."""
    blocks: list[list[Seat]] = [[seat] for seat in scene.seats]
    sides = sorted({seat.side for seat in scene.seats if seat.side})
    if sides and len(sides) < len(scene.seats):
        columns = len(sides)
    columns = min(columns, len(blocks))
    room = (width - 2 * (columns - 1)) // columns
    if room < 18 and not force:
        return None
    picture = Picture(width)
    middle = _middle(scene, signs, width, size=size)
    y = picture.paste(middle, 0, 0)
    if sides and len(sides) < len(scene.seats):
        for number, side in enumerate(sides):
            at, x = y, number * (room + 2)
            at = picture.lines(_side_head(scene, side, room), x, at, room)
            for seat in scene.seats:
                if seat.side == side:
                    at = picture.lines(_seat_lines(scene, seat, signs, room, own=False, size=size), x, at, room)
            mine = [heap for heap in scene.of(side) if heap.kind != "hand"]
            picture.lines(_piles(mine, signs, room, size), x, at, room)
        return picture
    for first in range(0, len(scene.seats), columns):
        ends = [y]
        for number, seat in enumerate(scene.seats[first : first + columns]):
            ends.append(picture.lines(_seat_lines(scene, seat, signs, room, size=size), number * (room + 2), y, room))
        y = max(ends)
    return picture


def _layout(scene: Scene, signs: Signs, width: int, height: int, *, size: int, empty: bool) -> Picture | None:
    """Return the layout as the dealer sees it: bettors in columns, their spots in rows towards the dealer, then the bettors'
    hands, and nearest the dealer's hands.
    """
    rows = _rows_of_bets(scene, empty=empty)
    hands = dict.fromkeys(heap.title for heap in scene.heaps if heap.seat and heap.cards)
    label = max([*(wide(row[0]) for row in rows), *map(cells, hands)], default=0) + 2
    column = min(12, (width - label) // max(len(scene.seats), 1))
    if column < 4 or any(len(amount) + 1 > column for row in rows for amount in row[1].values()):
        return None
    picture = Picture(width)
    whole = label + column * len(scene.seats)
    left = (width - whole) // 2
    for seat in scene.seats:
        name = _name(seat, scene, signs, short=True)
        picture.put(left + label + seat.number * column - wide(name), 0, name)
    y = 1
    for begins, lying, style in rows:
        picture.put(left, y, begins)
        for number in range(1, len(scene.seats) + 1):
            amount = lying.get(number, "")
            cell = StyledSpan(amount, style) if amount else StyledSpan("·" if signs.suits else ".", "dim")
            if amount or style == "chips":
                picture.put(left + label + number * column - wide((cell,)), y, (cell,))
        y += 1
    for title in hands:
        ends = [y + 1]
        picture.put(left, y, (StyledSpan(title),))
        for heap in (heap for heap in scene.heaps if heap.seat and heap.title == title):
            x = left + label + (heap.seat - 1) * column
            ends.append(picture.lines(flow(list(cards(heap.cards, signs)), column - 1), x, y, column, _RIGHT))
        y = max(ends)
    middle = _middle(scene, signs, width, size=size, labels=True)
    if y + middle.height < height:
        y += 1
    picture.paste(middle, 0, y)
    return picture


def _rows_of_bets(scene: Scene, *, empty: bool) -> list[tuple[Line, dict[int, str], str]]:
    """Return the rows above the hands: the chips behind, then each spot and each kind of mark, with amounts by bettor and their
    style.

    Args:
        scene: Scene at the table.
        empty: Whether spots without bets have a row too.
    """
    rows: list[tuple[Line, dict[int, str], str]] = []
    behind = {chips.seat: chips.amount for chips in scene.chips if chips.kind == "stack"}
    if behind:
        rows.append(((StyledSpan("behind", "dim"),), behind, "dim"))
    by_decision = {chips.row: chips.title for chips in scene.chips if chips.kind == "spot" and chips.seat}  # about a hand
    for spot, title in {**dict(scene.spots), **by_decision}.items():
        lying = {chips.seat: chips.amount for chips in scene.chips if chips.row == spot and chips.seat}
        if lying or empty:
            rows.append(((StyledSpan(title),), lying, "chips"))
    for title in dict.fromkeys(mark.title for mark in scene.marks):
        rows.append(
            ((StyledSpan(title),), {m.seat: m.amount for m in scene.marks if m.title == title and m.amount != "0"}, "bold")
        )
    return rows


# Seats


def _name(seat: Seat, scene: Scene, signs: Signs, *, short: bool = False) -> Line:
    """Return a seat's number, marked if it is to act, and the button if it lies there."""
    style = "turn" if seat.acts else "dim" if "folded" in seat.standing or "sits out" in seat.standing else "bold"
    mark = signs.turn if seat.acts else ""
    spans = [StyledSpan(f"{mark}{'' if short else 'Seat '}{seat.number}", style)]
    if seat.button:
        spans += [StyledSpan(" "), StyledSpan(" D " if scene.deals == "button" else " deals ", "button")]
    return tuple(spans)


def _seat_lines(
    scene: Scene,
    seat: Seat,
    signs: Signs,
    room: int,
    *,
    bets_below: bool = False,
    own: bool = True,
    mirrored: bool = False,
    size: int = 0,
) -> list[Line]:
    """Return the lines of a seat: name and stack, then its cards and the chips in front of it."""
    gone = "dim" if {"folded", "has mucked"} & set(seat.standing) else ""
    head: list[Line] = [_name(seat, scene, signs)]
    head += [(StyledSpan(f"{behind.amount} behind", "dim" if gone else ""),) for behind in scene.chips_of(seat.number, "stack")]
    head += [(StyledSpan(word, "dim" if word == "folded" else "bold"),) for word in seat.standing]
    if own:
        head += [_mark(mark) for mark in scene.marks if mark.seat == seat.number]
    if seat.said:
        head.append((StyledSpan(seat.said, "dim"),))
    if seat.to_call:
        head.append((StyledSpan(f"{seat.to_call} to call{', all-in' if seat.to_call_is_all_in else ''}", "turn"),))
    chips = [_chips(lying_chips) for lying_chips in scene.chips_of(seat.number, "front", "spot")]
    hands = [heap for heap in scene.of(seat.number) if heap.kind == "hand"]
    piles = [heap for heap in scene.of(seat.number) if heap.kind != "hand"] if own else []
    lying = [chunk for heap in hands for chunk in cards(heap.cards, signs, gone)]
    lines = flow(head, room)
    if size > 1 and hands and len(hands[0].cards) * 3 + 1 <= room:
        lines += [*fan(hands[0].cards, signs), *flow(chips, room, 2)]
    elif bets_below:
        lines += [*flow(lying, room), *flow(chips, room, 2)]
    else:
        lines += _together(lying, chips, room, mirrored=mirrored)
    return [*lines, *_piles(piles, signs, room, size)]


def _together(lying: Sequence[Line], chips: Sequence[Line], room: int, *, mirrored: bool) -> list[Line]:
    """Return cards and chips, with the chips towards the middle; on one line if there is room."""
    lines, bets = flow(lying, room), flow(chips, room, 2)
    if lines and len(bets) == 1 and wide(lines[-1]) + 2 + wide(bets[0]) <= room:
        last = (*bets[0], _GAP, *lines[-1]) if mirrored else (*lines[-1], _GAP, *bets[0])
        return [*lines[:-1], last]
    return [*lines, *bets]


def _side_head(scene: Scene, side: int, room: int) -> list[Line]:
    """Return the lines above a side: its partners and its marks."""
    seats = " and ".join(str(seat.number) for seat in scene.seats if seat.side == side)
    return flow([(StyledSpan(f"Seats {seats}", "head"),), *(_mark(mark) for mark in scene.marks if mark.seat == side)], room, 2)


def _piles(heaps: Sequence[Heap], signs: Signs, room: int, size: int) -> list[Line]:
    """Return the lines of a seat's or side's piles: title, count and known cards; short piles side by side."""
    if size > 1:
        blocks = [_tall(heap, signs) for heap in heaps]
        if all(wide(line) <= room for block in blocks for line in block):
            return beside(blocks, room)
    lines: list[Line] = []
    short: list[Line] = []
    for heap in heaps:
        parts = _pile_parts(heap, signs)
        whole = tuple(span for number, part in enumerate(parts) for span in ((StyledSpan(" "), *part) if number else part))
        if wide(whole) <= room:
            short.append(whole)
        else:
            lines += [*flow(short, room, 2), *flow(parts, room)]
            short = []
    return [*lines, *flow(short, room, 2)]


def _tall(heap: Heap, signs: Signs) -> list[Line]:
    """Return a pile with a frame round its cards and its title above them; a meld has its notes below instead."""
    lines = fan(heap.cards, signs)
    notes = StyledSpan(", ".join(heap.notes), "bold")
    if heap.kind == "meld":
        return [*lines, *([(notes,)] if heap.notes else [])]
    return [(StyledSpan(f"{heap.title} {heap.count} ", "dim"), notes), *lines]


def _pile_parts(heap: Heap, signs: Signs) -> list[Line]:
    """Return the title of a pile, its cards, and its notes."""
    title: list[Line] = [] if heap.kind == "meld" else [(StyledSpan(f"{heap.title} {heap.count}:", "dim"),)]
    notes: list[Line] = [(StyledSpan(note, "bold"),) for note in heap.notes]
    return [*title, *cards(heap.cards, signs), *notes]


def _mark(mark: Chips) -> Line:
    return (StyledSpan(f"{mark.title} "), StyledSpan(mark.amount, "bold"))


def _chips(chips: Chips) -> Line:
    return (StyledSpan(f"{chips.title} "), StyledSpan(chips.amount, "chips"))


# The middle


def _middle(scene: Scene, signs: Signs, width: int, *, size: int, labels: bool = False) -> Picture:
    """Return the middle of the table: boards, trick, rows, piles to be cleared, pots; and stock and discards if all players use
    them.
    """
    picture = Picture(width)
    y = 0
    tableau = [heap for heap in scene.of(0) if heap.kind == "tableau"]
    if tableau:
        y = picture.paste(_tableau(tableau, signs, width), 0, y)
    y = picture.lines(_rows(scene, signs), 0, y, width, _MIDDLE)
    groups = [heap for heap in scene.of(0) if heap.kind not in (*SQUARED, "tableau", "row") and (heap.count or labels)]
    stacks = [heap for heap in scene.of(0) if heap.kind in SQUARED] if _in_the_middle(scene) else []
    named = labels or len(groups) > 1 or bool(stacks) or any(heap.title != heap.kind for heap in groups)
    pictures = [_group(heap, signs, width, size=size, named=named) for heap in (*stacks, *groups)]
    y = picture.paste(_side_by_side(pictures, width), 0, y)
    pots: list[Line] = []
    for pot in scene.chips_of(0, "pot"):
        face = (signs.card(pot.face), StyledSpan(" ")) if pot.face is not None else ()
        pots.append((*(face or (StyledSpan(f"{pot.title} "),)), StyledSpan(pot.amount, "chips")))
    pots += [_chips(lying) for lying in scene.chips_of(0, "front", "spot")]
    picture.lines(flow(pots, width, 3), 0, y, width, _MIDDLE)
    return picture


def _group(heap: Heap, signs: Signs, width: int, *, size: int, named: bool) -> Picture:
    """Return the cards of one place with its title above or before them; of a squared place only the top card, or a back."""
    squared = heap.kind in SQUARED
    notes = f" {', '.join(heap.notes)}" if heap.notes else ""
    title = f"{heap.title}{f' {heap.count}' if squared else ''}{notes}"
    style = "bold" if squared and notes else ""
    shown = heap.cards or ((Lying(None, up=False),) if squared and heap.kind == "stock" and heap.count else ())
    if size and signs.suits and len(shown) * 4 <= width and (shown or named):
        across = max(4 * len(shown), cells(title) if named else 0)
        drawn = Picture(across)
        y = drawn.lines([(StyledSpan(title, style),)], 0, 0, across, _MIDDLE) if named else 0
        drawn.lines(big(shown, signs), 0, y, across, _MIDDLE)
        drawn.height = y + 3  # the same height if nothing lies there yet
        return drawn
    chunks: list[Line] = [(StyledSpan(title, style or ("bold" if squared else "")),)] if named or squared else []
    played = any(card.by for card in heap.cards)
    for number, chunk in enumerate(cards(heap.cards, signs)):
        by = heap.cards[number].by if played else 0
        chunks.append((*chunk, *((StyledSpan(f" by {by}", "dim"),) if by else ())))
    lines = flow(chunks, width)
    drawn = Picture(max(map(wide, lines), default=0))
    drawn.lines(lines)
    return drawn


def _side_by_side(pictures: Sequence[Picture], width: int, gap: int = 4) -> Picture:
    """Return pictures side by side, in as many centred rows as needed."""
    rows: list[list[Picture]] = [[]]
    for drawn in pictures:
        if rows[-1] and sum(other.width + gap for other in rows[-1]) + drawn.width > width:
            rows.append([])
        rows[-1].append(drawn)
    picture = Picture(width)
    y = 0
    for row in rows:
        whole = sum(drawn.width for drawn in row) + gap * (len(row) - 1)
        x = max(width - whole, 0) // 2
        high = max((drawn.height for drawn in row), default=0)
        for drawn in row:
            picture.paste(drawn, x, y + high - drawn.height)
            x += drawn.width + gap
        y += high
    return picture


def _rows(scene: Scene, signs: Signs) -> list[Line]:
    """Return the lines of rows that grow to both sides of a card: later cards go to the left or right, the last outermost."""
    lying = {heap.place: heap for heap in scene.of(0) if heap.kind == "row"}
    begun = [heap for heap in lying.values() if not heap.after]
    lines = []
    for heap in begun:
        ends = [list(cards(other.cards, signs)) for other in lying.values() if other.after == heap.place]
        left = ends[0][::-1] if ends else []
        parts = [*left, *cards(heap.cards, signs), *(part for end in ends[1:] for part in end)]
        if heap.cards:
            lines.append(
                tuple(span for number, part in enumerate(parts) for span in ((StyledSpan(" "), *part) if number else part))
            )
    return lines


def _tableau(piles: Sequence[Heap], signs: Signs, width: int) -> Picture:
    """Return piles to be cleared, each as a column with its free card at the foot."""
    picture = Picture(width)
    column = min(6, width // len(piles))
    left = (width - column * len(piles)) // 2
    for number, heap in enumerate(piles):
        x = left + number * column + (column - 2) // 2
        picture.put(x, 0, (StyledSpan(f"{number + 1:>2}", "dim"),))
        for y, line in enumerate(cards(heap.cards, signs), 1):
            free = y == len(heap.cards)
            picture.put(x, y, tuple(StyledSpan(span.text, f"{span.style} bold".strip()) for span in line) if free else line)
    return picture
