"""Files of cases: found, read, and each case as it is written there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import attrs

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import SUFFIXES, counted_from, read_file, read_files
from dealerkit.rules.lint.files import kind_of
from dealerkit.rules.schema import check

KINDS = ("facts", "coup", "odds", "acts", "record", "events", "check", "cuts", "draw", "roads")
"""Kinds of case, by the key that each has: a ruling on facts, one coup, the odds of the next one, acts at a table, a record, a
promotion, a deck that is verified, cuts, a draw for the deal, the roads of a shoe.
"""

SHIPPED: tuple[Literal["rulings", "procedures"], ...] = ("rulings", "procedures")
"""The folders of dealerkit's own cases."""


@attrs.frozen(eq=False)
class RuleCase:
    """A case: a test example in a file, with its expected result.

    Attributes:
        doc: The file it stands in.
        number: Its place in the file, from 0.
        data: Its content as read from YAML.
        kind: What it tests, a word of `KINDS`.
        rules: The rule set it is tried under: a name or a path; None for the game's own.
    """

    doc: Doc
    number: int
    data: Branch
    kind: str
    rules: str | Path | None

    @property
    def name(self) -> str:
        """The name of the case."""
        return str(self.data["name"])

    @property
    def game(self) -> str | Path:
        """The game of the case: a name, or a path."""
        return counted_from(self.doc, self.data["game"])

    @property
    def file(self) -> str:
        """The file of the case."""
        return self.doc.origin(()).file

    @property
    def line(self) -> int:
        """The line of the file on which it begins, from 1."""
        return self.doc.origin(("cases", self.number)).line

    def problem(self, place: Place, message: str, hint: str = "") -> Problem:
        """Return a problem with the case, with its file, line and column.

        Args:
            place: The path from the case to the faulty value: keys, and list indexes from 0.
            message: The error.
            hint: The advice; may be empty.
        """
        return self.doc.problem(("cases", self.number, *place), message, hint)


@attrs.frozen
class Target:
    """The cases to run.

    Attributes:
        files: Files of cases, in order.
        sets: The rule sets whose coverage is wanted: file or folder by the name stated in the set.
        games: The games whose coverage is wanted: file by the game's id.
        shipped: Whether it is everything that comes with dealerkit.
    """

    files: tuple[Path, ...]
    sets: Mapping[str, Path]
    games: Mapping[str, Path]
    shipped: bool = False


def targets(paths: Iterable[str | Path]) -> Target:
    """Find the files of cases in some files and folders; if there are no paths, dealerkit's own.

    A rule set or a game stands for the cases in the folder `cases` beside it.

    Raises:
        RuleFileError: If a path does not exist, or a file cannot be used.
    """
    given = [Path(path) for path in paths]
    collected = _Found()
    for path in given or [folder for folder in map(data_dir, SHIPPED) if folder.is_dir()]:
        collected.take(path)
    if collected.problems:
        raise RuleFileError(collected.problems)
    return Target(tuple(dict.fromkeys(collected.files)), collected.sets, collected.games, shipped=not given)


class _Found:
    def __init__(self) -> None:
        self.files: list[Path] = []
        self.sets: dict[str, Path] = {}
        self.games: dict[str, Path] = {}
        self.problems: list[Problem] = []

    def take(self, path: Path) -> None:
        """Add the cases at a path."""
        if path.is_dir():
            self._folder(path)
        elif not path.exists():
            self.problems.append(Problem(str(path), 0, 0, "", "there is no such file or folder", "check the name"))
        else:
            kind = self._file(path)
            if kind in ("ruleset", "procedure", "promotion") or kind is None:
                self._beside(path)

    def _folder(self, path: Path) -> None:
        for file in sorted(path.rglob("*")):
            inside = file.relative_to(path).parts
            if file.suffix in SUFFIXES and file.is_file() and not any(part.startswith(".") for part in inside):
                self._file(file)

    def _beside(self, path: Path) -> None:
        for file in sorted((path.parent / "cases").glob("*")):
            if file.suffix in SUFFIXES and file not in self.files:
                self._file(file)

    def _file(self, path: Path) -> str | None:
        """Add one file; files that are neither cases, sets nor games are skipped."""
        try:
            doc = read_file(path)
        except RuleFileError as error:
            self.problems += error.problems
            return ""
        if not isinstance(doc.data, dict):
            self.problems.append(doc.problem((), "expected a map", "a file of cases begins with `cases:`"))
            return ""
        kind = kind_of(doc)
        if kind == "cases":
            self.files.append(path)
        elif kind == "ruleset" and isinstance(name := doc.data["set"], str):
            self.sets[name] = path.parent if path.name == "set.yaml" else path
        elif kind == "procedure" and isinstance(name := doc.data["game"], str):
            self.games[name] = path
        return kind


def read_cases(target: Target, rules: str | Path | None) -> Iterator[RuleCase]:
    """Yield the cases of some files, in the order of the files.

    Args:
        target: The files.
        rules: The rule set for cases that name none; None for their game's own.

    Raises:
        RuleFileError: If a file is not a valid file of cases; the error lists every problem of every file.
    """
    docs = read_files(target.files)
    problems: list[Problem] = []
    for doc in docs:
        wrong = check(doc, "cases")
        problems += wrong or _kinds(doc)
    if problems:
        raise RuleFileError(problems)
    for doc in docs:
        for number, data in enumerate(doc.data["cases"]):
            kind = next(kind for kind in KINDS if kind in data)
            yield RuleCase(doc, number, data, kind, _rules(doc, data.get("rules"), target) or rules)


def _kinds(doc: Doc) -> Iterator[Problem]:
    """Yield problems of cases that test nothing, test several things at once, or lack a key."""
    for number, data in enumerate(doc.data["cases"]):
        place: Place = ("cases", number)
        kinds = [kind for kind in KINDS if kind in data]
        if len(kinds) != 1:
            what = f"a case can't have {' and '.join(kinds)} together" if kinds else "the case has nothing to test"
            yield doc.problem(place, what, f"write exactly one of these keys: {', '.join(KINDS)}")
        elif kinds[0] in ("coup", "odds", "acts", "roads") and "game" not in data:
            yield doc.problem(place, "the key 'game' is missing", "add `game:` with a game's id, such as `game: mini-baccarat`")
        elif kinds[0] == "events" and "promotion" not in data:
            yield doc.problem(place, "the key 'promotion' is missing", "add `promotion:` with a policy's name or path")
        elif kinds[0] == "facts" and not isinstance(data["facts"], dict):
            yield doc.problem(
                (*place, "facts"), "expected a map of facts", "write {fault: late_bet, late_amount: 100} or similar"
            )
        elif not isinstance(data["expect"], dict):
            yield doc.problem((*place, "expect"), "expected a map", "write {ok: true} or similar")


def _rules(doc: Doc, selector: str | None, target: Target) -> str | Path | None:
    """Find the set that a case names: one under test, a file relative to the file of cases, or one of ours."""
    if selector is None:
        return None
    if selector in target.sets and not target.shipped:
        return target.sets[selector]
    return counted_from(doc, selector)
