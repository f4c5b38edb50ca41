"""The list of a deck's cards, typed or scanned, read card by card.

A line has one card or more, separated by spaces, commas or semicolons: `Ah`, `10h`, `A♥`, `Jk`, `??` for an unreadable card.
A word after a card says what is wrong with it (`boxed`, `marked`, `wrong-back` ...), and `back=red` says which back it has. `#`
begins a note.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from dealerkit.cards import UNKNOWN, Face
from dealerkit.errors import ActError, Problem, RuleFileError, no_such
from dealerkit.jobs.deck.packs import decks_doc

MOST_BYTES = 1024 * 1024
MOST_PROBLEMS = 20
_WORD = re.compile(r"[^\s,;]+")
_RUN = re.compile(r"(?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠]|\?\?)", re.IGNORECASE)


@attrs.frozen
class ListedCard:
    """A card in a list.

    Attributes:
        face: The printed face; None if it could not be read.
        back: The color or design of its back, in small letters; empty if the list does not say.
        marks: The faults that the list gives it, words of `finds` in `procedures/decks.yaml`.
        line: Its line in the list, from 1; 0 if it was not typed.
        column: Its column in the line, from 1.
    """

    face: Face | None
    back: str = ""
    marks: frozenset[str] = frozenset()
    line: int = 0
    column: int = 0


def said_kinds() -> list[str]:
    """Return the names of the faults that a list can state of a card, those with `marks`, in the order of a report.

    Raises:
        RuleFileError: If `procedures/decks.yaml` has marks for something that is not a fault.
    """
    doc = decks_doc()
    finds, marks = doc.data["finds"], doc.data["marks"]
    if problems := [
        doc.problem(
            ("marks", kind), no_such("fault of a deck", kind, finds), f"write it under `finds:` as `{kind}:`", of_key=True
        )
        for kind in marks
        if kind not in finds
    ]:
        raise RuleFileError(problems)
    return [kind for kind in finds if kind in marks]


def marks_known() -> dict[str, str]:
    """Return every word that can follow a card, with the fault that it means."""
    marks: Mapping[str, Iterable[str]] = decks_doc().data["marks"]
    return {_folded(word): kind for kind in said_kinds() for word in marks[kind]}


def _folded(word: str) -> str:
    return word.casefold().replace("_", "-")


def read_list(text: str, name: str = "<list>") -> list[ListedCard]:
    """Read a list of cards.

    Args:
        text: The list.
        name: Its name in messages.

    Raises:
        RuleFileError: With line and column of everything in it that is not a card.

    >>> [str(piece.face) for piece in read_list("Ah, 10d boxed")]
    ['Ah', 'Td']
    """
    pieces: list[ListedCard] = []
    problems: list[Problem] = []
    known = marks_known()
    for number, line in enumerate(text.splitlines(), 1):
        for word in _WORD.finditer(line.partition("#")[0]):
            token, column = word[0], word.start() + 1
            try:
                _take(token, pieces, known, number, column)
            except ActError as error:
                problems.append(Problem(name, number, column, "", str(error)))
                if len(problems) >= MOST_PROBLEMS:
                    raise RuleFileError(problems) from None
    if problems:
        raise RuleFileError(problems)
    if not pieces:
        hint = "type one or more cards on each line, such as: Ah Kd 7c boxed"
        raise RuleFileError([Problem(name, 0, 0, "", "there is no card in the list", hint)])
    return pieces


def _take(word: str, pieces: list[ListedCard], known: Mapping[str, str], line: int, column: int) -> None:
    low = _folded(word)
    kind, back = known.get(low), low.partition("back=")[2]
    if kind or (back and low.startswith("back=")):
        if not pieces:
            msg = f"'{word}' comes before the first card; put it after the card it describes"
            raise ActError(msg)
        last = pieces[-1]
        pieces[-1] = attrs.evolve(last, marks=last.marks | {kind}) if kind else attrs.evolve(last, back=back)
        return
    for at, name in _cards(word, known):
        pieces.append(ListedCard(None if name == UNKNOWN else Face.read(name), "", frozenset(), line, column + at))


def _cards(word: str, known: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the cards of a word with their offsets in it: usually one, or several without a space."""
    try:
        if word != UNKNOWN:
            Face.read(word)
    except ActError:
        if _RUN.sub("", word) == "":
            yield from ((match.start(), match[0]) for match in _RUN.finditer(word))
            return
        near = difflib.get_close_matches(word.casefold(), known, n=1, cutoff=0.7)
        hint = (
            f"; did you mean {near[0]}?"
            if near
            else "; write rank then suit, such as Ah, 10d, Jk, or ?? for one that cannot be read"
        )
        msg = f"'{word[:40]}' is not a card{hint}"
        raise ActError(msg) from None
    yield 0, word


def read_list_file(path: Path) -> list[ListedCard]:
    """Read a list of cards from a file.

    Raises:
        RuleFileError: If it is not text, or something in it is not a card, with line and column.
        OSError: If it cannot be read.
    """
    name = str(path)
    with path.open("rb") as stream:
        raw = stream.read(MOST_BYTES + 1)
    return read_list(as_text(raw, name), name)


def as_text(raw: bytes, name: str) -> str:
    """Return a list's bytes as text.

    Raises:
        RuleFileError: With the place of the first byte that is not text.
    """
    if len(raw) > MOST_BYTES:
        raise RuleFileError(
            [Problem(name, 0, 0, "", "the list is larger than 1 MB", "too long for a shoe: is it the right file?")]
        )
    try:
        text = raw.decode("utf-8-sig")
        odd = next((at for at, sign in enumerate(text) if sign < " " and sign not in "\t\r\n\f"), None)
        if odd is None:
            return text
        before = text[:odd]
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    hint = "a list of cards is plain text in UTF-8, such as: Ah Kd 7c"
    raise RuleFileError([Problem(name, line, column, "", "this is not text", hint)])
