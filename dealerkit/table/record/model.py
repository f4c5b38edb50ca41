"""A record in memory: its header and its acts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from dealerkit.cards import Face
from dealerkit.errors import RecordError
from dealerkit.felt import Act

if TYPE_CHECKING:
    from dealerkit.procedure.mid_game import MidGame

FIRST = "# dealerkit record 1"
RULE = "---"


@attrs.frozen
class Header:
    """The header of a record.

    Attributes:
        game: Id of the game.
        rules: Name or path of the rule set; None for the game's own.
        seats: Number of players; None for the game's largest number.
        stacks: Chips of the players, as amounts in the unit of money, seat 1 first.
        button: The seat with the button, or the dealing seat; 0 for none, None for the game's usual beginning.
        unit: Value of the smallest chip; None for the game's own.
        seed: Seed of the shuffles; None for cards dealt elsewhere.
        deck: Known order of the cards after the first shuffle, the top one first; empty if unknown.
        given: State of the game at which the record begins, if that is in the middle; otherwise None.
        options: Values of options as text, by name.
        hash: Hash of the resolved rule set when the record was written; may be empty.
        notes: Further lines: `id`, `dealer`, `table`, `date`, `level`.
        file: File of the record.
        line: Line of the header in the file, from 1.
        number: Number of the record in the file, from 1.
    """

    game: str
    rules: str | None = None
    seats: int | None = None
    stacks: tuple[str, ...] = ()
    button: int | None = None
    unit: str | None = None
    seed: int | None = None
    deck: tuple[Face, ...] = ()
    given: MidGame | None = None
    options: Mapping[str, str] = attrs.field(factory=dict)
    hash: str = ""
    notes: Mapping[str, str] = attrs.field(factory=dict)
    file: str = "<text>"
    line: int = 1
    number: int = 1

    @property
    def name(self) -> str:
        """The record's own id, or its number in the file."""
        return self.notes.get("id", str(self.number))

    def text(self) -> str:
        """Return the header's lines, with the separator under them."""
        rows: list[tuple[str, object]] = [("id", self.notes.get("id")), ("game", self.game), ("rules", self.rules)]
        rows += [("hash", self.hash or None)]
        rows += [(key, self.notes.get(key)) for key in ("table", "dealer", "date", "level")]
        rows += [("seats", self.seats), ("stacks", " ".join(self.stacks) or None), ("button", self.button)]
        rows += [("unit", self.unit), ("seed", self.seed), ("deck", " ".join(face.name for face in self.deck) or None)]
        rows += [("given", json.dumps(self.given.data(), ensure_ascii=False) if self.given is not None else None)]
        rows += [(f"set {name}", value) for name, value in self.options.items()]
        return "\n".join([FIRST, *(f"{key}: {one_line(value)}" for key, value in rows if value is not None), RULE]) + "\n"


@attrs.frozen
class RecordLine:
    """One act of a record, with the other parts of its line.

    Attributes:
        act: The act.
        line: Line in the file, from 1.
        clock: Time of the act, `mm:ss`; empty if the line has none.
        note: Comment after `#`; empty if the line has none.
    """

    act: Act
    line: int
    clock: str = ""
    note: str = ""

    def __str__(self) -> str:
        clock = f"[{self.clock}] " if self.clock else ""
        return f"{clock}{self.act}" + (f"  # {one_line(self.note)}" if self.note else "")


@attrs.frozen
class Record:
    """A record that was read.

    Attributes:
        header: Its header.
        lines: Its acts.
        torn: Text of a torn last line, which was left out; empty if there was none.
        broken: Error on the first line that could not be read; None if all could be read.
    """

    header: Header
    lines: tuple[RecordLine, ...]
    torn: str = ""
    broken: RecordError | None = None

    @property
    def torn_words(self) -> str:
        """A sentence for the user about the torn last line; empty if there is none."""
        return f"the last line is torn and is left out: '{self.torn}'" if self.torn else ""

    @property
    def acts(self) -> tuple[Act, ...]:
        """The record's acts."""
        return tuple(line.act for line in self.lines)

    def text(self) -> str:
        """Return the record as the text of its file."""
        return self.header.text() + "".join(f"{line}\n" for line in self.lines)


def one_line(value: object) -> str:
    """Return a value as text on one line: line ends and runs of blanks become single blanks."""
    return " ".join(str(value).split())
