"""The felt of every game at a table with the most seats, as in `layouts.txt`, a paragraph for each game.

Cards by place: kind, orientation, viewers, and other properties. The seats' own places are described for seat 1.

    python -m tests.procedure.layouts     write the file again, after an intended change of a felt
"""

from __future__ import annotations

from pathlib import Path

import attrs

from dealerkit.felt import PlaceSpec
from dealerkit.procedure.compiled_game import compiled_game
from dealerkit.procedure.setup import cards_needed, layout, most_seats, stacks_of
from dealerkit.rules.games import game, games

FILE = Path(__file__).with_name("layouts.txt")
_APART = ("pack", "places", "sequence", "rows")
_USUAL = PlaceSpec("pile", "down", "nobody")


def value(found: object) -> str:
    """Return a value in one line."""
    if isinstance(found, tuple | frozenset):
        return " ".join(map(str, sorted(found) if isinstance(found, frozenset) else found))
    return ", ".join(f"{name} {what}" for name, what in found.items()) if isinstance(found, dict) else str(found)


def place(name: str, spec: PlaceSpec) -> str:
    """Return a place with its unusual properties."""
    found = attrs.asdict(spec, recurse=False)
    said = [f"{key} {value(found[key])}" for key, usual in attrs.asdict(_USUAL, recurse=False).items() if found[key] != usual]
    return f"  {name}: {', '.join(said) or 'pile'}"


def paragraph(name: str) -> str:
    """Return the felt of a game."""
    found = game(name)
    program = compiled_game(found).program
    seats = most_seats(found, program)
    laid = layout(found, seats)
    pack = laid.pack
    stacks = stacks_of(found, seats, laid.scale, None)
    needed = cards_needed(program, seats)
    lines = [f"{name}: {seats} seats, pack {pack}, {len(pack)} cards, {needed} needed, house {stacks[0]}, seat {stacks[-1]}"]
    lines += [
        place(each, spec) for each, spec in laid.places.items() if each[0] != "s" or not each[1:2].isdigit() or each[1] == "1"
    ]
    lines.append(f"  rows: {value(tuple(row for row in laid.rows if row[-1] not in '3456789'))}")
    told = {
        field.name: getattr(laid, field.name) for field in attrs.fields(type(laid)) if field.name not in _APART and field.init
    }
    lines += [f"  {key}: {value(what)}" for key, what in told.items() if what not in ((), 0, False, frozenset(), {}, "")]
    return "\n".join(lines)


def text() -> str:
    """Return the current text of the file."""
    return "\n\n".join(map(paragraph, games())) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
