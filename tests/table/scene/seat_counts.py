"""Tables of every number of seats, drawn on screens of every size: two letters for each drawing, as in `seat_counts.txt`.

python -m tests.table.scene.seat_counts            write the letters again, after an intended change
python -m tests.table.scene.seat_counts --show G   draw the tables of a game: run it before and after the change
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import dealerkit as dk
from dealerkit.rules.games import game as load
from dealerkit.table.bots import Bots, sensible
from dealerkit.table.scene import look
from dealerkit.table.scene.screen import Signs, page
from tests.obedience.snapshots import letters
from tests.table.scene.pictures import NOTES

FILE: Final = Path(__file__).with_name("seat_counts.txt")
GAMES: Final = ("holdem", "stud7", "nap", "mini-baccarat", "blackjack", "newmarket", "canasta")
SIZES: Final = ((80, 24), (80, 33), (99, 27), (112, 24), (120, 40), (160, 50))
"""Columns and rows."""
ACTS: Final = 45
"""Number of acts before the drawing, for cards and chips on the table."""


def tables() -> Iterator[tuple[str, dk.Table]]:
    """Yield a table of each number of seats, with its name."""
    for game in GAMES:
        players = load(game).data["players"]
        for seats in range(int(players["min"]), int(players["max"]) + 1, int(players.get("step", 1))):
            table, bots = dk.Table(game, seats=seats, seed=seats), Bots(sensible)
            while len(table.log) < ACTS:
                act = next(iter(bots.acts(table)), None) or table.next_act()
                assert act is not None
                table.push(act)
            yield f"{game} {seats}", table


def drawings(table: dk.Table) -> Iterator[str]:
    """Yield a table on each screen, with signs and without, and with each of the notes beside it."""
    notes = [*NOTES.values()]
    for number, (width, height) in enumerate(SIZES * 2):
        beside, signs = notes[(number + table.seats) % len(notes)], Signs(suits=number < len(SIZES))
        yield "\n".join(page(look(table, every=number % 2 == 0), beside, signs, width, height).rows())


def line(name: str, table: dk.Table) -> str:
    """Return the current line of a table."""
    return f"{name}: {' '.join(map(letters, drawings(table)))}"


def main(args: list[str]) -> None:
    """Write the letters again, or draw the tables of one game."""
    if args[:1] == ["--show"]:
        for name, table in tables():
            if name.split()[0] in args[1:]:
                print(name, *drawings(table), sep="\n")
        return
    FILE.write_text("".join(f"{line(*each)}\n" for each in tables()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
