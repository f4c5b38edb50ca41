"""The players' acts of each game by bots of both kinds, as in `bot_hands.txt`: the same seed gives the same hands.

python -m tests.table.bot_hands     write them again, after an intended change of bots
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import dealerkit as dk
from dealerkit.rules.games import games
from dealerkit.table.bots import CHOOSERS, Bots

FILE = Path(__file__).with_name("bot_hands.txt")
ACTS = 45
"""Number of players' acts in each hand."""
_MOST = 900


def acts(game: str, kind: str) -> list[str]:
    """Return the acts of bots at a table."""
    table, bots = dk.Table(game, seed=11), Bots(CHOOSERS[kind])
    done: list[str] = []
    while len(done) < ACTS and len(table.log) < _MOST:
        chosen = bots.acts(table)
        due = table.next_act()
        if not chosen and due is None:
            break
        for act in chosen or [due]:
            assert act is not None
            table.push(act)
            done += [act.text] if act.seat else []
    return done


def line(game: str, kind: str) -> str:
    """Return the current line of the file."""
    return f"{game} {kind}: {'; '.join(acts(game, kind))}"


def hands() -> Iterator[tuple[str, str]]:
    """Yield each game with each kind of bots."""
    return ((game, kind) for game in games() for kind in CHOOSERS)


if __name__ == "__main__":
    FILE.write_text("".join(f"{line(*hand)}\n" for hand in hands()), encoding="utf-8")
