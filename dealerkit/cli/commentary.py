"""How the commands that deal tell of a table: acts, the felt, findings, rulings, the score."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from dealerkit.cli import common
from dealerkit.felt.verbs import sentence
from dealerkit.rulings import OUTCOMES
from dealerkit.training.walk import wording
from dealerkit.training.walk.felt_text import Print, draw, letters, signs
from dealerkit.training.walk.legality import Barred, rule_texts

if TYPE_CHECKING:
    from dealerkit.judge import Finding
    from dealerkit.table.floor import Ruled
    from dealerkit.table.table import Table


def card_print(*, plain: bool = False) -> Print:
    """Return how cards are printed here: with signs on a terminal that has them, in letters in a pipe or where letters are
    asked for.
    """
    stream = sys.stdout
    if plain or not stream.isatty() or os.environ.get("TERM", "") in ("dumb", "linux"):
        return letters
    try:
        "♣♦♥♠".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return letters
    return letters if "ascii" in (stream.encoding or "ascii").lower() else signs


def felt(table: Table, mask: int | None = None, show: Print = letters, *, stacks: bool = False) -> str:
    """Return the felt as text, indented.

    Args:
        table: The table.
        mask: Who looks; the dealer if None.
        show: Prints a card.
        stacks: Whether the chips behind are told too.
    """
    return "\n".join(common.line(row, 4, hang=4) for row in draw(table, mask, show, stacks=stacks))


def finding(table: Table, found: Finding, *, short: bool = False, indent: int = 2) -> str:
    """Return a finding with its sentence, severity, reason, rules and remedy.

    Args:
        table: The table that found it.
        found: The finding.
        short: Whether to leave out reason, rules and remedy.
        indent: How many columns in it begins.
    """
    told = table.explain(found)
    said = wording.what_was_wrong(table, found)
    if found.self_corrected:
        said += "; put right at once"
    if found.because_of is not None:
        said += f"; it follows from {found.because_of[0]}, act {found.because_of[1]}"
        indent += 2
    if short:
        return common.finding(found.code, said, told.severity, indent=indent)
    return common.finding(found.code, said, told.severity, why=told.why, cite=told.cite, remedy=told.remedy, indent=indent)


def rules(table: Table, ids: Sequence[str], indent: int = 4) -> Iterator[str]:
    """Yield the rules named, as the game's rule book prints them; an id of which the book says nothing is left out.

    Args:
        table: The table, whose game has the rule book.
        ids: The ids of the rules, as `BA-38`.
        indent: How many columns in each begins.
    """
    book = rule_texts(table.game)
    for name in ids:
        if name in book:
            yield common.line(f"{name}: {book[name]}", indent, "rule: ")


def ruling(ruled: Ruled, indent: int = 2) -> Iterator[str]:
    """Yield a ruling given at the table: outcome, words, steps, rule."""
    it = ruled.ruling
    yield common.line(f"{it.title}: {OUTCOMES.get(it.outcome, it.outcome)}", indent, "floor: ")
    if it.say:
        yield common.line(f'"{it.say}"', indent + 2, "says: ")
    for number, step in enumerate(it.steps, 1):
        yield common.line(step, indent + 2, f"{number}. ")
    if it.because:
        yield common.line(it.because, indent + 2, "why: ")
    if it.rules:
        yield common.line(", ".join(it.rules) + (f"; {it.cite}" if it.cite else ""), indent + 2, "rule: ")


def refused(table: Table, against: Barred) -> Iterator[str]:
    """Yield a player's choice that is not open, with its rule."""
    yield common.line(f"{sentence(against.act)}: that is not open now, and is not done.")
    yield from rules(table, [against.rule] if against.rule else [])
    if against.open:
        moves = table.ask[against.act.who]
        yield common.line(
            f"s{against.act.seat} may {', '.join(wording.limits(move, moves[move]) for move in against.open)}", 4, "> "
        )


def asked(players: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield what players may do, seats that may do the same in one line."""
    seats: dict[tuple[str, ...], list[str]] = {}
    for seat, moves in players.items():
        words = [wording.limits(move, allowed) for move, allowed in moves.items()] if isinstance(moves, Mapping) else moves
        seats.setdefault(tuple(words), []).append(seat)
    for moves, names in seats.items():
        yield common.line(f"{', '.join(names)}: {', '.join(moves)}", 2, "players may act: ")


def echo(rows: Iterator[str] | Sequence[str]) -> None:
    """Print lines."""
    for row in rows:
        common.echo(row)
