"""Scenes made by hand, drawn on screens of several sizes: two letters for each drawing, as in `small_scenes.txt`.

Tables of real hands rarely stand at the limits of the drawing: a seat more than fits, a pile a card too wide, an answer of one
line more than its pane has. These do. The letters stand for text and styles.

python -m tests.table.scene.small_scenes            write the letters again, after an intended change
python -m tests.table.scene.small_scenes --show N   draw the scenes whose names begin with N: run it before and after the change
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs

from dealerkit.cards import Face, read_cards
from dealerkit.table.scene import Chips, Heap, Lying, Scene, Seat, Status, told
from dealerkit.table.scene.screen import Notes, ShownSlip, Signs, page
from tests.obedience.snapshots import letters
from tests.table.scene.pictures import NOTES

FILE: Final = Path(__file__).with_name("small_scenes.txt")
SIZES: Final = ((80, 24), (83, 29), (97, 36), (111, 26), (112, 24), (115, 33), (138, 41), (171, 55))
"""Columns and rows."""

STATUS: Final = Status("Game", "house", "hand 3", "The middle", 4, 17, False, "The dealer burns a card", (), False)
_PACK: Final = read_cards(" ".join(f"{rank}{suit}" for rank in "A5T37KJ9264Q8" for suit in "hcsd"))
_STANDING: Final = ((), ("folded",), (), ("all-in",), ("has mucked",), ("sits out",), ())
_SAID: Final = ("", "checks", "", "bids three", "")


def lying(first: int, count: int, *, hidden: bool = False, by: int = 0) -> tuple[Lying, ...]:
    """So many cards of the pack from one on; of hidden ones every third is known to the viewer."""
    faces = [_PACK[number % len(_PACK)] for number in range(first, first + count)]
    return tuple(Lying(None if hidden and at % 3 else face, not hidden, by and by + at) for at, face in enumerate(faces))


def seats(count: int, *, turn: int = 0, sides: int = 0, plain: bool = False) -> tuple[Seat, ...]:
    """So many seats that stand differently, the second with the button."""
    return tuple(
        Seat(
            number,
            (number - 1) % sides + 1 if sides else 0,
            button=number == min(2, count),
            acts=number == turn,
            to_call=f"{number * 15}" if number == turn else "",
            to_call_is_all_in=number == turn and number % 2 == 0,
            standing=() if plain or number == turn else _STANDING[number % len(_STANDING)],
            said="" if plain else _SAID[number % len(_SAID)],
        )
        for number in range(1, count + 1)
    )


def scene(people: tuple[Seat, ...], heaps: list[Heap], chips: list[Chips], **more: Any) -> Scene:
    """A scene with these, and what is named."""
    fields: dict[str, Any] = {"marks": (), "spots": (), "deals": "button", "cut_out": False, **more}
    return Scene(fields.pop("status", STATUS), people, tuple(heaps), tuple(chips), **fields)


def _near() -> list[Heap]:
    return [
        Heap("stub", "stub", "stock", 0, 31, (), "", ("cut card in",)),
        Heap("burns", "burns", "discards", 0, 2, ()),
        Heap("muck", "muck", "discards", 0, 5, lying(50, 1)),
    ]


def ring(count: int, held: int, *, turn: int = 1, board: int = 5, bets: bool = True) -> Scene:
    """Players of a poker game, with so many cards each."""
    heaps = [*_near(), Heap("board", "board", "board", 0, board, lying(40, board))]
    chips = [Chips("pot", "pot", "pot", 0, "1200"), Chips("pot1", "side pot 1", "pot", 0, "35")]
    for number in range(1, count + 1):
        heaps.append(Heap(f"s{number}", "hand", "hand", number, held, lying(number * held, held, hidden=number % 3 > 0)))
        chips.append(Chips("stack", "behind", "stack", number, f"{number * 170}"))
        if bets and number % 2:
            chips.append(Chips("bet", "bet", "front", number, f"{number}0"))
    return scene(seats(count, turn=turn), heaps, chips)


def home(count: int, *, piles: int, sides: int = 0) -> Scene:
    """Players at home: stock and discards in the middle, a trick, so many piles for each player or side."""
    heaps = [
        Heap("stock", "stock", "stock", 0, 9, ()),
        Heap("upcard", "discard pile", "discards", 0, 4, lying(8, 1), "", ("frozen",)),
        Heap("trick", "trick", "trick", 0, 3, lying(20, 3, by=1)),
    ]
    chips = [Chips("pool", "pool", "pot", 0, "45"), Chips("queen", "queen", "pot", 0, "6", Face.read("Qd"))]
    owners = sides or count
    for number in range(1, count + 1):
        heaps.append(Heap(f"s{number}", "hand", "hand", number, 9, lying(number * 9, 9, hidden=number > 1)))
    for number in range(1, owners + 1):
        for at in range(piles):
            kind, notes = ("meld", ("natural canasta",) * (at == 1)) if at % 2 else ("pile", ("two",) * (at == 2))
            heaps.append(Heap(f"m{at}", f"won {at}", kind, number, 3 + at, lying(number * 5 + at, 3 + at), "", notes))
    marks = [
        Chips(name, name, "mark", number, f"{number * 35}") for name in ("points", "games") for number in range(1, owners + 1)
    ]
    return scene(seats(count, turn=2, sides=sides), heaps, chips, marks=tuple(marks), deals="dealer")


def layout(count: int, *, boxes: int = 0, spots: int = 3, wide: str = "25") -> Scene:
    """Bettors at a layout, the first boxes with hands of their own."""
    heaps = [
        Heap("shoe", "shoe", "stock", 0, 300, ()),
        Heap("player", "Player", "hand", 0, 3, lying(11, 3)),
        Heap("banker", "Banker", "hand", 0, 0, ()),
    ]
    chips = [Chips("stack", "rack", "house", 0, "9000"), Chips("commission", "commission", "house", 0, "2.5")]
    names = [(f"spot{number}", f"Spot {number}") for number in range(spots)]
    for number in range(1, count + 1):
        chips.append(Chips("stack", "behind", "stack", number, f"{number}00"))
        chips += [Chips(name, title, "spot", number, wide) for at, (name, title) in enumerate(names) if (number + at) % 3 == 0]
    for number in range(1, boxes + 1):
        heaps.append(Heap(f"s{number}.a", "first hand", "hand", number, number, lying(number, number)))
        if number % 2:
            heaps.append(Heap(f"s{number}.b", "second", "hand", number, 2, lying(number + 20, 2)))
            chips.append(Chips("double", "double", "spot", number, "5"))
    marks = tuple(Chips("owed", "owed", "mark", number, f"{number % 2}") for number in range(1, count + 1))
    return scene(seats(count, turn=min(3, count)), heaps, chips, spots=tuple(names), marks=marks, cut_out=True)


def cleared(piles: int) -> Scene:
    """Piles to be cleared by two players, and rows that grow on both sides."""
    heaps = [Heap(f"p{number}", "pile", "tableau", 0, number % 5, lying(number, number % 5)) for number in range(piles)]
    heaps += [Heap(f"s{number}", "hand", "hand", number, 2, lying(number, 2)) for number in (1, 2)]
    heaps += _near()
    return scene(seats(2, plain=True), heaps, [], deals="dealer")


def rows(begun: int) -> Scene:
    """Rows that grow from a card to both sides, the last one not begun."""
    heaps = []
    for number in range(4):
        there = number < begun
        heaps.append(Heap(f"r{number}", "row", "row", 0, int(there), lying(number, int(there))))
        heaps.append(Heap(f"l{number}", "row", "row", 0, number * there, lying(8 + number, number * there), f"r{number}"))
        heaps.append(Heap(f"h{number}", "row", "row", 0, 2 * there, lying(30 + number, 2 * there), f"r{number}"))
    heaps += [Heap(f"s{number}", "hand", "hand", number, 6, lying(number * 6, 6, hidden=True)) for number in (1, 2, 3)]
    return scene(seats(3, turn=3), heaps, [Chips("bank", "bank", "front", 0, "12")])


def _with(**more: Any) -> Scene:
    return attrs.evolve(ring(3, 2), status=attrs.evolve(STATUS, **more))


_LONG: Final = "word by word a long way round the table and back again to where it began"
SCENES: Final[dict[str, Scene]] = {
    **{f"ring {count} {held}": ring(count, held) for count in (1, 2, 3, 6, 9, 10) for held in (2, 5)},
    "ring 8 7": ring(8, 7, turn=4, board=1),
    "ring 6 13": ring(6, 13, board=0),
    "ring 4 0": ring(4, 0, turn=2, board=0, bets=False),
    "ring 2 24": ring(2, 24, turn=2),
    **{f"home {count} {piles}": home(count, piles=piles) for count in (1, 2, 3, 5) for piles in (0, 2, 5)},
    "sides 4 3": home(4, piles=3, sides=2),
    "sides 6 5": home(6, piles=5, sides=2),
    "sides 6 1": home(6, piles=1, sides=3),
    "sides 2 4": home(2, piles=4, sides=2),
    **{f"layout {count}": layout(count) for count in (1, 2, 5, 9)},
    "layout 7 boxes": layout(7, boxes=4),
    "layout 3 boxes": layout(3, boxes=3, spots=1),
    "layout 8 many": layout(8, spots=14),
    "layout 9 wide": layout(9, wide="123456.75"),
    **{f"cleared {piles}": cleared(piles) for piles in (1, 6, 17, 36)},
    **{f"rows {begun}": rows(begun) for begun in (0, 1, 4)},
    "status owed": _with(owed=("takes the bet of seat 2", "calls player 4"), mends=True),
    "status long": _with(part=_LONG, rules="a house"),
    "status longer": _with(round=_LONG),
    "status wide": _with(game="和 cafe\u0301", part="和" * 34, owed=("和" * 45,)),
    "status none": _with(step=0, rules="", part="", round=""),
    "status two turns": attrs.evolve(ring(3, 2), seats=tuple(attrs.evolve(seat, acts=seat.number > 1) for seat in seats(3))),
    "status no turn": attrs.evolve(ring(3, 2), seats=seats(3, plain=True)),
}
"""Scenes, by name."""


def _slip(words: int, steps: int, **more: Any) -> ShownSlip:
    return ShownSlip(
        "minor", "A card lies askew " * words, "It has to be seen", ("DP-16",), ("set it right now",) * steps, **more
    )


ALL_NOTES: Final[dict[str, Notes]] = {
    **NOTES,
    "bare slip": Notes(slips=(ShownSlip("minor", "A card lies askew"),)),
    **{
        f"slip {words} {steps}": Notes(acts=NOTES["acts"].acts, slips=(_slip(words, steps),))
        for words in (4, 19)
        for steps in (1, 9)
    },
    "many slips": Notes(acts=NOTES["acts"].acts, slips=tuple(_slip(3, at, right=at == 2) for at in range(1, 9)), found=8),
    **{
        f"answer {many}": Notes(NOTES["acts"].acts, answer=tuple(f"{at}" for at in range(many)))
        for many in (4, 5, 6, 11, 12, 13, 40)
    },
    "indented": Notes(answer=(f"    {_LONG} {_LONG} {_LONG}\n{'x' * 60}", _LONG * 3), heading="Why", found=1),
    "answer and slip": Notes(("seat 2 folds",), (_slip(9, 2),), 3, ("burn a card",) * 3, "", "why"),
    "long answer and slip": Notes(("seat 2 folds",), (_slip(9, 2),), 3, ("burn a card",) * 9, "Hint", "why"),
    "long acts": Notes(acts=tuple(f"{at} shows Kh and {_LONG} {_LONG}" for at in range(12))),
}
"""Notes beside the felt, by name."""


def screens() -> Iterator[tuple[str, list[str]]]:
    """Yield the drawings of each scene, and of each of the notes beside one scene, on every other screen, with their name."""
    notes = [*NOTES.values()]
    for number, (name, here) in enumerate(SCENES.items()):
        made = ["\n".join(told(here))]
        for at, (width, height) in enumerate(SIZES[number % 2 :: 2]):
            made.append(_screen(here, notes[(number + at) % len(notes)], Signs(suits=(number // 2 + at) % 4 < 3), width, height))
        yield name, made
    for name, beside in ALL_NOTES.items():
        here = SCENES["ring 2 2" if "answer" in name else "status owed"]
        yield f"beside {name}", [_screen(here, beside, Signs(suits=at % 3 < 2), *size) for at, size in enumerate(SIZES)]


def _screen(here: Scene, notes: Notes, signs: Signs, width: int, height: int) -> str:
    return "\n".join(page(here, notes, signs, width, height).painted())


def line(name: str, made: list[str]) -> str:
    """Return the current line of a scene."""
    return f"{name}: {' '.join(map(letters, made))}"


def main(args: list[str]) -> None:
    """Write the letters again, or draw the scenes."""
    if args[:1] == ["--show"]:
        for name, made in screens():
            if name.startswith(" ".join(args[1:])):
                print(name, *made, sep="\n")
        return
    FILE.write_text("".join(f"{line(*each)}\n" for each in screens()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
