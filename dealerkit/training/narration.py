"""A record in words for a trainee to read: numbered acts, face-up cards named, equal acts on one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from dealerkit.felt import DEALER, Act, sentence
from dealerkit.felt.acts import is_seat
from dealerkit.rules.games import Game
from dealerkit.table.table import Table

WIDTH = 76
_SHOWING = frozenset({"deal", "show", "reveal", "burn", "turn"})
"""Verbs after which newly turned-up cards are named."""
_APART = frozenset({"tap", "burn", "close"})
"""Dealer's verbs that begin a new line, because readers look for them."""


@attrs.frozen
class NarratedAct:
    """An act in words.

    Attributes:
        number: The number of the act in the record, from 1.
        act: The act.
        text: The sentence, with the cards that the act turned up.
    """

    number: int
    act: Act
    text: str


def tell(table: Table, acts: Iterable[Act], say: Callable[[Act], str] = sentence) -> list[NarratedAct]:
    """Push acts at a table, and return each in words.

    Args:
        table: The table before the acts, to which they are pushed.
        acts: The acts.
        say: Returns an act as a sentence.
    """
    return [told(table, act, say) for act in acts]


def told(table: Table, act: Act, say: Callable[[Act], str] = sentence) -> NarratedAct:
    """Push an act at a table, and return it in words with its number.

    Args:
        table: The table; the act is pushed to it.
        act: The act.
        say: Returns an act as a sentence.
    """
    felt = table.felt
    before = bytes(felt.up)
    table.push(act)
    felt = table.felt
    text = say(act)
    if act.verb in _SHOWING and not act.cards:
        names = [
            face.name
            for place in act.to or (act.who,)
            if place in felt.layout.places
            for card in felt.cards(place)
            if felt.up[card] and not before[card] and (face := felt.faces[card]) is not None
        ]
        text += f": {' '.join(names)}" if names else ""
    return NarratedAct(len(table.log), act, text)


def lines(acts: Sequence[NarratedAct], width: int = WIDTH) -> tuple[str, ...]:
    """Return acts as numbered lines.

    Acts of one person share a line while they fit; cards dealt around, and repeated acts, are one entry.

    Args:
        acts: The acts in words, from `tell`.
        width: Most characters of a line.

    >>> from dealerkit.felt import Act
    >>> deal = [NarratedAct(n, Act.parse(f"d deal s{seat}"), f"the dealer deals to seat {seat}") for n, seat in ((7, 1), (8, 2))]
    >>> checks = [NarratedAct(n, Act.parse(f"s{n - 8} check"), f"seat {n - 8} checks") for n in (9, 10)]
    >>> lines([*deal, *checks])
    ('7-8 the dealer deals to seats 1 2', '9 seat 1 checks; 10 seat 2 checks')
    >>> lines([NarratedAct(number, Act.parse("d burn"), "the dealer burns") for number in range(3, 13)])
    ('3-12 the dealer burns (10 times)',)
    """
    rows: list[str] = []
    dealers = ""
    for entry, who, apart in _entries(acts):
        side = DEALER if who == DEALER else "players"
        text = entry.replace(" the dealer ", " ", 1) if side == dealers == DEALER else entry
        if rows and side == dealers and not apart and len(rows[-1]) + len(text) + 2 <= width:
            rows[-1] += f"; {text}"
        else:
            rows += wrapped(entry, width, "    ")
        dealers = side
    return tuple(rows)


def _entries(acts: Sequence[NarratedAct]) -> Iterator[tuple[str, str, bool]]:
    """Yield the text of each entry with its number, the person, and whether it begins a new line."""
    at = 0
    while at < len(acts):
        end = at
        while end < len(acts) and _same_round(acts[at], acts[end]):
            end += 1
        item = acts[at]
        if end > at + 1:
            seats = " ".join(two.act.to[0][1:] for two in acts[at:end])
            face = f" face {item.act.face}" if item.act.face else ""
            yield f"{item.number}-{acts[end - 1].number} the dealer deals to seats {seats}{face}", item.act.who, True
        else:
            end = at + 1
            while end < len(acts) and acts[end].act is item.act and acts[end].text == item.text and ":" not in item.text:
                end += 1
            count = end - at
            entry = (
                f"{item.number}-{acts[end - 1].number} {item.text} ({count} times)" if count > 1 else f"{item.number} {item.text}"
            )
            yield entry, item.act.who, item.act.who == DEALER and item.act.verb in _APART
        at = end


def _same_round(first: NarratedAct, other: NarratedAct) -> bool:
    """Return whether two dealt cards can be one entry: dealt in the same way, and neither of them visible."""
    first_act, two = first.act, other.act
    plain = two.who == DEALER and two.verb == "deal" and len(two.to) == 1 and is_seat(two.to[0]) and ":" not in other.text
    return (
        plain
        and first_act.verb == "deal"
        and (first_act.face, first_act.n, first_act.manner, first_act.cards) == (two.face, two.n, two.manner, two.cards)
    )


def wrapped(text: str, width: int = WIDTH, indent: str = "   ") -> list[str]:
    """Return a text wrapped into lines, with later lines indented.

    Args:
        text: The text.
        width: Most characters of a line.
        indent: The beginning of continuation lines.
    """
    rows = [""]
    for word in text.split():
        if rows[-1] and len(rows[-1]) + len(word) + 1 > width:
            rows.append(indent.removesuffix(" "))
        rows[-1] += f" {word}" if rows[-1] else word
    return rows


def latest(head: str, rows: Sequence[str], most: int) -> tuple[str, ...]:
    """Return a heading and the last lines under it; `...` stands for those left out.

    Args:
        head: The heading.
        rows: The lines.
        most: Most lines to keep.
    """
    return (head, *(("...",) if len(rows) > most else ()), *rows[-most:])


def heading(game: Game, table: Table) -> str:
    """Return the first line of a record in words: the game, its rules, the number of seats, the button."""
    parts = [game.title, f"rules {game.rules.name}" if game.rules is not None else ""]
    parts.append("1 seat" if table.seats == 1 else f"{table.seats} seats")
    if table.setup.button:
        parts.append(f"{'dealer' if game.data.get('dealing') == 'seat' else 'button'} seat {table.setup.button}")
    return ", ".join(part for part in parts if part)


@attrs.frozen
class NumberedAct:
    """One act read from the lines of a record in words.

    Attributes:
        number: The number of the act in the record, from 1.
        text: The sentence.
    """

    number: int
    text: str


def numbered(rows: Iterable[str]) -> list[list[NumberedAct]]:
    """Read the acts from lines that `lines` wrote, line by line; other lines, such as headings, are skipped.

    Args:
        rows: The lines; a wrapped line continues, indented, in the next.

    >>> numbered(["Hold'em", "7-8 the dealer deals to seats 1 2", "9 seat 1 checks; 10 seat 2", "    checks"])[1]
    [NumberedAct(number=9, text='seat 1 checks'), NumberedAct(number=10, text='seat 2 checks')]
    >>> [act.text for act in numbered(["7-8 the dealer deals to seats 1 2"])[0]]
    ['the dealer deals to seat 1', 'the dealer deals to seat 2']
    >>> numbered(["1-2 the dealer riffles (2 times); 3 strips"])[0][1:]
    [NumberedAct(number=2, text='the dealer riffles'), NumberedAct(number=3, text='the dealer strips')]
    """
    whole: list[str] = []
    going_on = False
    for row in rows:
        if begins_with_act(row):
            whole.append(row.strip())
            going_on = True
        elif going_on and row.startswith("  ") and row.strip():
            whole[-1] += f" {row.strip()}"
        else:
            going_on = False
    return [[act for entry in _NEXT.split(row) for act in _acts_of(entry, row)] for row in whole]


_NUMBERED = re.compile(r"\d+(?:-\d+)? \S")


def begins_with_act(row: str) -> bool:
    """Return whether a line of a record in words begins with a numbered act; a heading or a continued line does not."""
    return _NUMBERED.match(row) is not None


_NEXT = re.compile(r"; (?=\d+(?:-\d+)? )")
_AGAIN = re.compile(r"(\d+)-(\d+) (.+) \(\d+ times\)$")
_ROUND = re.compile(r"(\d+)-(\d+) (the dealer deals) to seats ([\d ]+?)( face \w+)?$")


def _acts_of(entry: str, row: str) -> Iterator[NumberedAct]:
    """Yield the acts of an entry, each with the person, whom a line names only once."""
    if to_seats := _ROUND.match(entry):
        first, _, what, seats, face = to_seats.groups()
        for at, seat in enumerate(seats.split()):
            yield NumberedAct(int(first) + at, f"{what} to seat {seat}{face or ''}")
        return
    if repeated := _AGAIN.match(entry):
        first, last, text = repeated.groups()
    else:
        first, _, text = entry.partition(" ")
        last = first
    named = row.partition(" ")[2].startswith("the dealer ") and not text.startswith(("the dealer ", "seat "))
    for number in range(int(first), int(last) + 1):
        yield NumberedAct(number, f"the dealer {text}" if named else text)
