"""A syllabus: the content and weights of an exam, a file of `procedures/training/syllabuses/` or a school's own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import attrs

from dealerkit.errors import Problem, RuleFileError, UnknownName, check_name
from dealerkit.rules import data
from dealerkit.rules.canonical import digest
from dealerkit.rules.doc import Doc
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import follow, is_path, read_file
from dealerkit.rules.overlay import extended
from dealerkit.rules.schema import check
from dealerkit.rules.texts import text
from dealerkit.training.drills import drill

HEAD = ("syllabus", "extends", "note")
NEEDED = ("title", "minutes", "pass")
_TERMS = "terms"
MOST_MINUTES, MOST_SEATS, MOST_ROUNDS = 100_000, 100, 10_000
"""Limits of an exam: minutes, seats and rounds."""


@attrs.frozen
class Stratum:
    """A group of questions of one kind in an exam.

    Attributes:
        name: Its name.
        drill: The id of the drill that makes them.
        level: The level of the drill.
        items: The number of questions.
        game: The game that is asked about; empty for the drill's own.
    """

    name: str
    drill: str
    level: int
    items: int
    game: str = ""


@attrs.frozen
class WalkPart:
    """The hands of one game that a candidate deals in an exam.

    Attributes:
        name: Their name.
        game: The id of the game.
        seats: The number of players.
        rounds: The number of hands or coups.
        at: Id of the step at which the candidate takes over; empty for the beginning.
    """

    name: str
    game: str
    seats: int
    rounds: int
    at: str = ""


@attrs.frozen(eq=False)
class Syllabus:
    """The syllabus of an exam: its questions, the hands to deal, and the terms for a pass.

    Attributes:
        name: Its name.
        title: Its title.
        minutes: The time limit in minutes.
        pass_mark: The lowest percentage that passes.
        written_weight: Weight of the questions.
        strata: The groups of questions.
        performance_weight: Weight of the hands.
        walks: The hands to deal.
        majors: Maximum of major findings with which the hands of a game are still passed; None for no limit.
        doc: The syllabus file, as plain data.
        terms: Terms taken from the drill of the same exam: `minutes` and `pass`; empty if the document has its own.
    """

    name: str
    title: str
    minutes: int
    pass_mark: Fraction
    written_weight: int
    strata: tuple[Stratum, ...]
    performance_weight: int
    walks: tuple[WalkPart, ...]
    majors: int | None
    doc: Doc
    terms: Branch = attrs.field(factory=dict)

    @property
    def sha256(self) -> str:
        """The hash of its content."""
        return digest({key: value for key, value in {**self.terms, **self.doc.data}.items() if key not in (*HEAD, _TERMS)})


def syllabuses() -> dict[str, Path]:
    """Return dealerkit's own syllabuses, each with its file."""
    return data.training_files("syllabuses")


def find_syllabus(selector: str | Path, beside: Path | None = None) -> Path:
    """Return the file of a syllabus.

    Args:
        selector: Its name, or a path.
        beside: The file that a relative path starts from; None for the current folder.

    Raises:
        UnknownName: If there is no such syllabus.
    """
    if is_path(selector):
        return (beside.parent if beside is not None else Path()) / selector
    known = syllabuses()
    check_name("syllabus", str(selector), known)
    return known[str(selector)]


def syllabus(selector: str | Path) -> Syllabus:
    """Return a syllabus.

    Args:
        selector: Its name, or the path of its file.

    Raises:
        UnknownName: If there is no such syllabus.
        RuleFileError: If its file cannot be used; the error has every problem.
    """
    base = extended([doc for _, doc in follow(selector, find_syllabus, read_file)], HEAD)
    problems: list[Problem] = check(base, "syllabus")
    terms = _terms(base) if not problems else {}
    problems += [base.problem((), f"the key '{key}' is missing") for key in NEEDED if key not in {**terms, **base.data}]
    if not problems and not (base.data.get("written") or base.data.get("performance")):
        problems.append(base.problem((), "the exam has no questions", "add `written` or `performance`"))
    if not problems:
        problems += _too_much(base, {**terms, **base.data})
    if problems:
        raise RuleFileError(problems)
    return _read(base, terms)


def _too_much(doc: Doc, data: Branch) -> Iterator[Problem]:
    """Yield problems of numbers above the limits of an exam."""
    if data["minutes"] > MOST_MINUTES:
        yield doc.problem(("minutes",), f"the maximum for an exam is {MOST_MINUTES} minutes")
    for name, entry in data.get("performance", {}).get("walks", {}).items():
        for key, most in (("seats", MOST_SEATS), ("rounds", MOST_ROUNDS)):
            if entry.get(key, 1) > most:
                yield doc.problem(("performance", "walks", name, key), f"the maximum is {most}")


def _terms(doc: Doc) -> Branch:
    """Return the terms of the drill of the same exam, minutes and pass mark, unless the syllabus has its own.

    Raises:
        RuleFileError: If there is no such drill, or it is not an exam.
    """
    if _TERMS not in doc.data:
        return {}
    try:
        drill_ = drill(doc.data[_TERMS])
    except UnknownName as error:
        raise RuleFileError([doc.problem((_TERMS,), str(error))]) from None
    if drill_.kind != "exam":
        raise RuleFileError([doc.problem((_TERMS,), f"{drill_.id} is not an exam", "name a drill with `kind: exam`")])
    settings = drill_.doc.data.get("with", {})
    return {key: settings[key] for key in ("minutes", "pass") if key in settings and key not in doc.data}


def _read(doc: Doc, terms: Branch) -> Syllabus:
    merged: Branch = {**terms, **doc.data}
    written, performance = merged.get("written", {}), merged.get("performance", {})
    return Syllabus(
        name=merged["syllabus"],
        title=text(merged["title"]),
        minutes=merged["minutes"],
        pass_mark=Fraction(str(merged["pass"])),
        written_weight=written.get("weight", 100) if written else 0,
        strata=tuple(
            Stratum(name, entry["drill"], int(entry["level"]), int(entry["items"]), entry.get("game", ""))
            for name, entry in written.get("strata", {}).items()
        ),
        performance_weight=performance.get("weight", 100) if performance else 0,
        walks=tuple(
            WalkPart(name, entry["game"], int(entry.get("seats", 3)), int(entry.get("rounds", 1)), entry.get("at", ""))
            for name, entry in performance.get("walks", {}).items()
        ),
        majors=performance.get("majors"),
        doc=doc,
        terms=terms,
    )
