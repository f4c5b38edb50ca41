"""The lines of a drawing with their styles: a seat, its piles, a place in the middle. Pictures have the text alone."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from dealerkit.cards import read_cards
from dealerkit.table.scene import Chips, Heap, Lying, Scene, Seat
from dealerkit.table.scene.screen import Signs, felt
from dealerkit.table.scene.screen.canvas import CellCanvas, Line, StyledSpan
from dealerkit.table.scene.screen.felt import Picture
from dealerkit.table.scene.screen.pieces import big, cards, fan, stack_of

SUITS, LETTERS = Signs(), Signs(suits=False)
ONE = Seat(1, 0, button=False, acts=False, to_call="", to_call_is_all_in=False, standing=(), said="")


def heap(kind: str, up: str = "", *, title: str = "", count: int | None = None, seat: int = 1, **more: Any) -> Heap:
    """A place with these cards, `??` for one that nobody sees."""
    lying = tuple(Lying(face, up=face is not None) for face in read_cards(up)) if up else ()
    return Heap(kind, title or kind, kind, seat, len(lying) if count is None else count, lying, **more)


def scene(*heaps: Heap, **more: Any) -> Scene:
    """A scene with these places, seat 1 and what is named."""
    fields: dict[str, Any] = {"seats": (ONE,), "chips": (), "marks": (), "spots": (), "deals": "button", "cut_out": False, **more}
    return Scene(None, heaps=heaps, **fields)


def spans(line: Line | list[StyledSpan]) -> str:
    """A line in one text, each span with its style before it: `bold:Seat 1`."""
    return "|".join(f"{span.style}:{span.text}" if span.style else span.text for span in line)


def drawn(lines: list[Line]) -> list[str]:
    """Lines in text."""
    return [spans(line) for line in lines]


@pytest.mark.parametrize(
    ("more", "deals", "short", "name"),
    [
        ({}, "button", False, "bold:Seat 1"),
        ({}, "button", True, "bold:1"),
        ({"acts": True}, "button", False, "turn:▸Seat 1"),
        ({"acts": True, "standing": ("folded",)}, "button", False, "turn:▸Seat 1"),
        ({"standing": ("folded",)}, "button", False, "dim:Seat 1"),
        ({"standing": ("sits out",)}, "button", False, "dim:Seat 1"),
        ({"standing": ("all-in",)}, "button", False, "bold:Seat 1"),
        ({"button": True}, "button", False, "bold:Seat 1| |button: D "),
        ({"button": True}, "dealer", False, "bold:Seat 1| |button: deals "),
        ({}, "dealer", False, "bold:Seat 1"),
    ],
)
def test_a_seat_is_named_as_it_stands(more, deals, short, name):
    """Who is to act is marked, who is out is faint; the button is a button where there is one."""
    assert spans(felt._name(attrs.evolve(ONE, **more), scene(deals=deals), SUITS, short=short)) == name


STACK, BET = Chips("stack", "behind", "stack", 1, "90"), Chips("bet", "bet", "front", 1, "5")
HAND = heap("hand", "Ah Kc")


@pytest.mark.parametrize(
    ("seat", "scene_", "more", "lines"),
    [
        pytest.param({}, {}, {}, ["bold:Seat 1"], id="empty"),
        pytest.param({}, {"chips": (STACK,)}, {}, ["bold:Seat 1| |90 behind"], id="a-stack"),
        pytest.param(
            {"standing": ("folded",)}, {"chips": (STACK,)}, {}, ["dim:Seat 1| |dim:90 behind| |dim:folded"], id="folded"
        ),
        pytest.param(
            {"standing": ("has mucked",)}, {"chips": (STACK,)}, {}, ["bold:Seat 1| |dim:90 behind| |bold:has mucked"], id="mucked"
        ),
        pytest.param({"standing": ("all-in",)}, {"chips": (STACK,)}, {}, ["bold:Seat 1| |90 behind| |bold:all-in"], id="all-in"),
        pytest.param({"said": "checks"}, {}, {}, ["bold:Seat 1| |dim:checks"], id="said"),
        pytest.param({"to_call": "5"}, {}, {}, ["bold:Seat 1| |turn:5 to call"], id="to-call"),
        pytest.param(
            {"to_call": "5", "to_call_is_all_in": True}, {}, {}, ["bold:Seat 1| |turn:5 to call, all-in"], id="to-call-all-in"
        ),
        pytest.param({"to_call_is_all_in": True}, {}, {}, ["bold:Seat 1"], id="nothing-to-call"),
        pytest.param(
            {}, {"marks": (Chips("points", "points", "mark", 1, "3"), Chips("points", "points", "mark", 2, "4"))}, {},
            ["bold:Seat 1| |points |bold:3"], id="its-own-marks",
        ),
        pytest.param({}, {"marks": (Chips("points", "points", "mark", 1, "3"),)}, {"own": False}, ["bold:Seat 1"], id="sides"),
    ],
)  # fmt: skip
def test_the_head_of_a_seat(seat, scene_, more, lines):
    """Its stack, how it stands, what it said, what it takes to call; its marks unless they are its side's."""
    one = attrs.evolve(ONE, **seat)
    assert drawn(felt._seat_lines(scene(**scene_), one, SUITS, 60, **more)) == lines


@pytest.mark.parametrize(
    ("size", "room", "more", "lines"),
    [
        (0, 60, {}, ["red:A♥| |K♣|  |bet |chips:5"]),
        (0, 60, {"mirrored": True}, ["bet |chips:5|  |red:A♥| |K♣"]),
        (0, 60, {"bets_below": True}, ["red:A♥| |K♣", "bet |chips:5"]),
        (0, 12, {}, ["red:A♥| |K♣|  |bet |chips:5"]),
        (0, 11, {}, ["red:A♥| |K♣", "bet |chips:5"]),
        (1, 60, {}, ["red:A♥| |K♣|  |bet |chips:5"]),
        (2, 60, {}, ["╭──┬──╮", "│|red bold:A♥|│|bold:K♣|│", "╰──┴──╯", "bet |chips:5"]),
        (2, 7, {}, ["╭──┬──╮", "│|red bold:A♥|│|bold:K♣|│", "╰──┴──╯", "bet |chips:5"]),
        (2, 6, {"bets_below": True}, ["red:A♥| |K♣", "bet |chips:5"]),
    ],
)
def test_a_seats_cards_and_bet(size, room, more, lines):
    """On one line if there is room, the chips towards the middle; framed if they are drawn large."""
    here = scene(HAND, heap("pile", "2d", title="won"), chips=(BET,))
    found = drawn(felt._seat_lines(here, ONE, SUITS, room, size=size, own=False, **more))
    head = 1
    assert found[head:] == lines
    assert not any("won" in line for line in found)
    assert any("won" in line for line in drawn(felt._seat_lines(here, ONE, SUITS, 60)))


@pytest.mark.parametrize(
    ("hidden", "signs", "style", "lines"),
    [
        ("Ah ?? ?? 2s", SUITS, "", ["red:A♥", "dim:▒▒", "dim:▒▒", "2♠"]),
        ("?? ?? ?? ??", SUITS, "", ["dim:▒▒"] * 4),
        ("?? ?? ?? ?? ??", SUITS, "", ["dim:▒▒×5"]),
        ("?? ?? ?? ?? ??", LETTERS, "", ["dim:##x5"]),
        ("Ad Jk", LETTERS, "", ["red:Ad", "Jk"]),
        ("Ad Jk 2c", SUITS, "dim", ["dim:A♦", "dim:Jk", "dim:2♣"]),
        ("Ad 2c", SUITS, "bold", ["red bold:A♦", "bold:2♣"]),
    ],
)
def test_cards_side_by_side(hidden, signs, style, lines):
    """Red suits are red, but not those of a hand that is out; many backs are one with their number."""
    assert drawn(list(cards(heap("hand", hidden).cards, signs, style))) == lines


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (heap("stock", count=40, title="stub"), "stub |bold:40"),
        (heap("stock", count=40, title="shoe", notes=("cut card in",)), "shoe |bold:40| cut card in"),
        (heap("discards", "Ah", count=9, title="muck"), "muck |bold:9| |red bold:A♥"),
        (heap("discards", "??", count=9, title="muck", notes=("frozen", "two")), "muck |bold:9|bold: frozen, two"),
    ],
)
def test_a_squared_stack(place, line):
    """Its number, its top card if that is seen, and what it is."""
    assert spans(stack_of(place, SUITS)) == line


def test_cards_with_a_frame():
    """Each by itself, with the seat that played it, or all in one; without signs on one line."""
    lying = (*heap("trick", "Ah ??").cards, Lying(None, up=False, by=3))
    assert drawn(big(lying, SUITS)) == [
        "╭──╮|╭──╮|╭──╮",
        "│|red bold:A♥|│|│|dim:▒▒|│|│|dim:▒▒|│",
        "╰──╯|╰──╯|╰─3╯",
    ]
    assert drawn(big(lying, LETTERS)) == ["red:Ah| |dim:##| |dim:##"]
    assert drawn(fan(lying[:1], SUITS)) == ["╭──╮", "│|red bold:A♥|│", "╰──╯"]
    assert fan((), SUITS) == []


WON = heap("pile", "Ah 2c", title="won")


@pytest.mark.parametrize(
    ("heaps", "room", "size", "lines"),
    [
        ((WON,), 40, 0, ["dim:won 2:| |red:A♥| |2♣"]),
        ((WON, WON), 40, 0, ["dim:won 2:| |red:A♥| |2♣|  |dim:won 2:| |red:A♥| |2♣"]),
        ((WON, WON), 20, 0, ["dim:won 2:| |red:A♥| |2♣"] * 2),
        ((WON,), 12, 0, ["dim:won 2:| |red:A♥| |2♣"]),
        ((WON,), 11, 0, ["dim:won 2:| |red:A♥", "2♣"]),
        ((heap("meld", "Ah 2c", notes=("natural",)),), 40, 0, ["red:A♥| |2♣| |bold:natural"]),
        ((WON,), 6, 2, ["dim:won 2:", "red:A♥| |2♣"]),
    ],
)
def test_the_piles_of_a_seat(heaps, room, size, lines):
    """Short ones side by side, long ones by themselves; a meld has no title."""
    assert drawn(felt._piles(list(heaps), SUITS, room, size)) == lines


def test_tall_piles():
    """The title above a pile, the notes below a meld; side by side."""
    assert drawn(felt._tall(WON, SUITS))[0] == "dim:won 2 |bold:"
    assert drawn(felt._tall(attrs.evolve(WON, notes=("frozen",)), SUITS))[0] == "dim:won 2 |bold:frozen"
    meld = heap("meld", "Ah 2c", notes=("natural", "four"))
    assert drawn(felt._tall(meld, SUITS))[-1] == "bold:natural, four"
    assert len(felt._tall(attrs.evolve(meld, notes=()), SUITS)) == 3
    assert len(felt._piles([WON, WON], SUITS, 40, 2)) == 4


@pytest.mark.parametrize(
    ("place", "named", "size", "lines"),
    [
        (heap("board", "Ah"), True, 0, ["board| |red:A♥"]),
        (heap("board", "Ah"), False, 0, ["red:A♥"]),
        (heap("board", "Ah", notes=("dead",)), True, 0, ["board dead| |red:A♥"]),
        (heap("stock", count=9, title="stock"), False, 0, ["bold:stock 9"]),
        (heap("discards", "Ah", count=9, title="pile", notes=("frozen",)), False, 0, ["bold:pile 9 frozen| |red:A♥"]),
        (heap("board", "Ah"), False, 1, ["╭──╮", "│|red bold:A♥|│", "╰──╯"]),
        (heap("board", "Ah"), True, 1, ["board", "╭──╮", "│|red bold:A♥|│", "╰──╯"]),
        (
            heap("discards", "Ah", count=9, title="p", notes=("frozen",)),
            True,
            1,
            ["bold:p 9 frozen", "╭──╮", "│|red bold:A♥|│", "╰──╯"],
        ),
        (heap("stock", count=9, title="stock"), True, 1, ["stock 9", "╭──╮", "│|dim:▒▒|│", "╰──╯"]),
    ],
)
def test_a_place_in_the_middle(place, named, size, lines):
    """Its title where there are several; of squared cards the top one, or a back."""
    found = felt._group(place, SUITS, 40, size=size, named=named)
    assert [spans(line) for _, _, line in found.pieces] == lines
    assert (found.fits, found.height) == (True, len(lines))


def test_a_trick_says_who_played():
    """Beside each card, where that is known."""
    trick = heap("trick", "Ah 2c")
    played = attrs.evolve(trick, cards=(attrs.evolve(trick.cards[0], by=2), trick.cards[1]))
    assert [spans(line) for _, _, line in felt._group(played, SUITS, 40, size=0, named=False).pieces] == ["red:A♥|dim: by 2| |2♣"]


@pytest.mark.parametrize(
    ("x", "y", "text", "fits", "height"),
    [
        (0, 0, "12345", True, 1),
        (0, 2, "12345", True, 3),
        (1, 0, "12345", False, 1),
        (-1, 0, "1", False, 1),
        (4, 0, "1", True, 1),
        (9, 0, "", True, 1),
    ],
)
def test_a_line_fits_a_picture(x, y, text, fits, height):
    """Within its columns; a line without text takes its row all the same."""
    picture = Picture(5)
    picture.put(x, y, (StyledSpan(text),) if text else ())
    assert (picture.fits, picture.height, len(picture.pieces)) == (fits, height, bool(text))
    whole = Picture(20)
    assert whole.paste(picture, 3, 4) == 4 + height
    assert (whole.fits, whole.height) == (fits, 4 + height)
    assert [(left, top) for left, top, _ in whole.pieces] == [(x + 3, y + 4)] * bool(text)


@pytest.mark.parametrize(("side", "room", "at"), [(0, 0, 2), (1, 0, 5), (2, 0, 8), (1, 4, 3), (2, 4, 4), (0, 4, 2), (2, 1, 2)])
def test_lines_stand_in_their_room(side, room, at):
    """To the left, in the middle, to the right; what is wider than the room does not fit."""
    picture = Picture(10)
    assert picture.lines([(StyledSpan("ab"),)] * 2, 2, 1, room, side) == 3
    assert [(x, y) for x, y, _ in picture.pieces] == [(at, 1), (at, 2)]
    assert picture.fits is (room != 1)


def test_the_table_and_its_near_edge():
    """Piles by the dealer stand on the edge; those without room on it in the row above, in the middle."""
    piles = (
        heap("stock", count=40, title="stub", seat=0),
        heap("discards", count=9, title="muck", seat=0),
        heap("discards", count=3, title="burn cards", seat=0),
    )
    inside = Picture(26)
    inside.lines([(StyledSpan("ab"),), (StyledSpan("cd"),)])
    canvas = CellCanvas(30, 8)
    framed = felt._framed(inside, scene(*piles), SUITS, 30, 8)
    for x, y, line in framed.pieces:
        canvas.put(x, y, line)
    assert canvas.rows() == [
        "╭────────────────────────────╮",
        "│                            │",
        "│ ab                         │",
        "│ cd                         │",
        "│                            │",
        "│                            │",
        "│      stub 40 · muck 9      │",
        "╰────── · burn cards 3 ──────╯",
    ]
    assert framed.height == 8
