"""Drawings of tables, as in `pictures/GAME.txt`: the screen, and the spoken words.

Each begins with a line with its source: a hand of `tests/obedience/snapshots`, the number of its acts, the size of the screen,
the signs, and the notes beside the felt (`NOTES`). Dots are the screen's blank rows. They are selected from some hundreds to
cover most lines of the drawing code.

    python -m tests.table.scene.pictures [GAME]...     draw them again, after an intended change; check the differences
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import attrs

import dealerkit as dk
from dealerkit.table.scene import eyes, look, told
from dealerkit.table.scene.screen import Notes, ShownSlip, Signs, page
from tests.obedience.snapshots import Snapshot, pushed, read

FOLDER: Final = Path(__file__).parent / "pictures"
_LONG = "It protects the stub, and everybody at the table has to be able to see that the hands above it are quiet. " * 3
_SLIP = ShownSlip("major", "No card was burned", "It protects the stub", ("DP-16", "FTR-04"), ("floor: the flop stands",))
_STEPS = (f"floor: {_LONG}", "1. bring it back", "2. push it")
_RULED = ShownSlip("critical", "The pot went to the wrong seat", _LONG, ("SD-16",), _STEPS, right=True)
NOTES: Final = {
    "none": Notes(),
    "acts": Notes(acts=tuple(f"seat {number % 9 + 1} bets {number}" for number in range(1, 40))),
    "slip": Notes(acts=("the dealer burns a card", "the dealer turns 7h on the board"), slips=(_SLIP,), found=1, whole_by="why"),
    "slips": Notes(acts=("seat 2 folds",), slips=(_SLIP, _RULED), found=7, whole_by="why"),
    "ruled": Notes(slips=(_RULED,), found=2),
    "answer": Notes(acts=("seat 2 folds",), answer=("hint: burn a card", "", _LONG), heading="Hint"),
}
"""Notes beside the felt, by name."""


@attrs.frozen
class Drawing:
    """A drawing of a table.

    Attributes:
        hand: The hand's name.
        acts: Number of acts.
        size: Columns and rows.
        signs: `suits` or `letters`.
        notes: The name of the notes.
        text: The drawing, with the spoken words below it.
    """

    hand: str
    acts: int
    size: tuple[int, int]
    signs: str
    notes: str
    text: str = ""

    @property
    def title(self) -> str:
        """Its source, on one line."""
        return f"# {self.hand}, {self.acts} acts, {self.size[0]} x {self.size[1]}, {self.signs}, {self.notes}"

    @classmethod
    def read(cls, title: str, text: str) -> Drawing:
        """Return a drawing from the text of the file."""
        hand, acts, size, signs, notes = title.removeprefix("# ").split(", ")
        width, _, height = size.partition(" x ")
        return cls(hand, int(acts.split()[0]), (int(width), int(height)), signs, notes, text)


def drawings(game: str) -> list[Drawing]:
    """Return the drawings of a game."""
    parts = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").split("\n# ")
    pairs = (part.removeprefix("# ").split("\n", 1) for part in parts)
    return [Drawing.read(title, text.rstrip("\n")) for title, text in pairs]


def table_of(drawing: Drawing, hands: dict[str, Snapshot]) -> dk.Table:
    """Return the table of a drawing."""
    return pushed(hands[drawing.hand], drawing.acts)


def drawn(drawing: Drawing, table: dk.Table) -> str:
    """Return the current drawing, and the spoken words; without notes, for a viewer of open cards only."""
    seen = look(table, eyes(table, 0) if drawing.notes == "none" else None, every=drawing.notes == "acts")
    canvas = page(seen, NOTES[drawing.notes], Signs(suits=drawing.signs == "suits"), *drawing.size)
    rows = [row.rstrip() or "." for row in canvas.rows()]
    return "\n".join([*rows, *(f"> {line}" for line in told(seen))])


def main(names: list[str]) -> int:
    """Draw them again."""
    for game in names or [path.stem for path in FOLDER.glob("*.txt")]:
        hands = {hand.id: hand for hand in read(game)}
        made = [attrs.evolve(one, text=drawn(one, table_of(one, hands))) for one in drawings(game)]
        text = "\n".join(f"{one.title}\n{one.text}" for one in made)
        (FOLDER / f"{game}.txt").write_text(f"{text}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
