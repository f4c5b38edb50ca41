"""The deal that `play` solves, given by the order of its cards, and the solution in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from dealerkit.cards import Face, read_cards
from dealerkit.errors import ActError, RecordError
from dealerkit.felt import spoken
from dealerkit.files.screen_text import line, table
from dealerkit.table.bots.piles import Solution
from dealerkit.table.table import Table
from dealerkit.training.walk.felt_text import letters

_PARAM = "'--deck'"


def read_deck(text: str) -> list[Face]:
    """Return the order in which cards come out, as it is said or as a file has it: cards in a row, `#` begins a note.

    Raises:
        UsageError: If what was said is no card.
        RecordError: If a file cannot be read; it names file and line.
    """
    path = Path(text)
    try:
        in_file = len(text) < 256 and path.is_file()
    except OSError:
        in_file = False
    if not in_file:
        try:
            return _known(read_cards(text))
        except ActError as error:
            msg = f"{error}; name cards as in 'Ah 10s 7d', or a file that holds them"
            raise click.BadParameter(msg, param_hint=_PARAM) from None
    found: list[Face] = []
    try:
        rows = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(str(path), 0, "this file cannot be read as UTF-8 text", "save the file as UTF-8") from error
    for number, row in enumerate(rows, 1):
        try:
            found += _known(read_cards(row.split("#", 1)[0]))
        except ActError as error:
            raise RecordError(str(path), number, str(error), "name cards as in Ah 10s 7d") from None
    return found


def _known(cards: list[Face | None]) -> list[Face]:
    """Return the cards, each of them known.

    Raises:
        ActError: If one is not.
    """
    if None in cards:
        msg = "an unknown card cannot be laid into a deck"
        raise ActError(msg)
    return [face for face in cards if face is not None]


def check_deck(deck: list[Face], at: Table, *, whole: bool) -> None:
    """Refuse a deck that cannot be dealt from at this table.

    Args:
        deck: The cards, top card first.
        at: The table.
        whole: Whether the deck must have every card of the pack.

    Raises:
        BadParameter: If it names a card more often than the pack has it, or lacks cards though it must be whole.
    """
    pack = Counter(at.felt.layout.pack.faces())
    for face, count in Counter(deck).items():
        if count > pack.get(face, 0):
            msg = f"the {face} is named {count} times, and the pack has it {pack.get(face, 0)} times"
            raise click.BadParameter(msg, param_hint=_PARAM)
    if whole and len(deck) != len(at.felt.layout.pack):
        missing = " ".join(face.name for face in (pack - Counter(deck)).elements())
        msg = f"{len(deck)} cards are named, and to solve a deal all {len(at.felt.layout.pack)} must be known; missing: {missing}"
        raise click.BadParameter(msg, param_hint=_PARAM)


def can_be_solved(at: Table) -> bool:
    """Return whether a game is one of piles that are cleared onto one pile."""
    return any(spec.kind == "tableau" for spec in at.felt.layout.places.values())


def solution_json(found: Solution) -> dict[str, object]:
    """Return a solved deal as plain data; `ways` is null where there are more than were counted."""
    return {
        "piles": {name: [face.name for face in cards] for name, cards in found.piles.items()},
        "start": found.top.name,
        "stock": [face.name for face in found.stock],
        "cleared": found.solved.cleared,
        "score": found.solved.score,
        "ways": found.solved.ways,
        "line": [act.text for act in found.line],
    }


def solution_lines(number: int, found: Solution) -> Iterator[str]:
    """Yield a solved deal in words."""
    yield line(f"starts on {letters(found.top)}", 2, f"deal {number}: ")
    yield table([(spoken(name), " ".join(map(letters, cards))) for name, cards in found.piles.items()], indent=4)
    yield line(" ".join(map(letters, found.stock)) or "-", 4, "stock: ")
    yield line(verdict(found), 4)
    yield line(_groups(found), 4, "one way: ")


def _groups(found: Solution) -> str:
    """Return the line as the cards go down, a group for each card of the stock that is turned."""
    groups = [[letters(found.top)]]
    for act in found.line:
        name = " ".join(face.name for face in act.cards if face is not None)
        if act.verb == "turn":
            groups.append([name])
        else:
            groups[-1].append(name)
    return " / ".join(" ".join(cards) for cards in groups)


def verdict(found: Solution) -> str:
    """Return whether it can be cleared, how well it can be played, and in how many ways."""
    solved = found.solved
    count = solved.ways
    many = "in more ways than were counted" if count is None else "in one way" if count == 1 else f"in {count} ways"
    if solved.cleared:
        bonus = f", for a score of {solved.score}" if solved.score else ""
        return f"It can be cleared{bonus}, {many}."
    return f"It cannot be cleared: at best {solved.score} card{'s are' if solved.score > 1 else ' is'} left, {many}."
