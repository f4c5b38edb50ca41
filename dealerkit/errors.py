"""Errors, sorted by who can fix them.

A dealer's slip is not here: it is a `Finding`, a value that is returned and counted, never raised.

    DealerkitError
    ├── RuleFileError   the author of a rule file: one or many problems, each with file, line and column
    │   └── UnfitRuleSet   the caller: a rule set used for a game that it is not written for
    ├── UnknownName     the caller: the name of a game, rule set, option, rule or fact that does not exist
    ├── Contradiction   the caller: two facts of a dispute that exclude each other
    ├── RecordError     the author of a record: torn, unreadable, not a record
    ├── ActError        the author of an act: no such verb, no such card
    │   └── WrongForm      words too few or too many for the verb
    ├── BetsError       the author of a line of bets: a part that means nothing, an impossible amount
    ├── FileError       the owner of a file that cannot be read or written
    │   ├── JournalError   no journal, torn, full disk, another program's file, an unknown person
    │   ├── TrainingError  the same for the training file and for files of answers, drills and exams
    │   └── OutputError    the caller: output over another program's file, or through a link that leads elsewhere
    ├── FamilyError     the installer of a family of games: it cannot be imported, or none is installed
    └── Impossible      the caller: the card is not there to be dealt, the chips do not balance
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import attrs


class DealerkitError(Exception):
    """Anything that dealerkit raises on purpose."""


@attrs.frozen(order=True)
class Problem:
    """One thing wrong in one file.

    Attributes:
        file: The file's path as the user gave it, or a name such as `<text>`.
        line: Counted from 1; 0 where the whole file is meant.
        column: Counted from 1; 0 where the whole line is meant.
        path: Where in the document, as `options.decks.default`; may be empty.
        message: The problem.
        hint: The advice to the user; may be empty.
    """

    file: str
    line: int
    column: int
    path: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: "
        where = f"{self.path}: " if self.path else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{place}{where}{self.message}{hint}"


class RuleFileError(DealerkitError):
    """A rule file cannot be used. Carries every problem that was found, in file order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))


class UnfitRuleSet(RuleFileError):
    """The named rule set is for other games than the one it is used for.

    Args:
        name: Name of the rule set, as the caller gave it.
        problem: The problem.
    """

    def __init__(self, name: str, problem: Problem) -> None:
        self.name = name
        super().__init__([problem])


class UnknownName(DealerkitError):
    """The name of something that does not exist; the message suggests the nearest names.

    Args:
        kind: Kind of thing, such as `game`.
        name: The unknown name.
        known: Names that exist.
        allowed: The existing names in words, for a message where they are too many to list.
        whole: Names that the message always lists, all of them and in this order; they count as known too.
    """

    def __init__(self, *, kind: str, name: str, known: Iterable[str] = (), allowed: str = "", whole: Sequence[str] = ()) -> None:
        self.kind, self.name = kind, name
        super().__init__(no_such(kind, name, known, allowed, whole))


class NotRuledOn(UnknownName):
    """The rule set has no ruling on this fault.

    Args:
        rules: The rule set.
        fault: The fault.
        others: Rule sets that do rule on it.
    """

    def __init__(self, *, rules: str, fault: str, others: Sequence[str] = ()) -> None:
        self.kind, self.name = f"fault in '{rules}'", fault
        does = f"; {' and '.join(others)} {'does' if len(others) == 1 else 'do'}" if others else ""
        DealerkitError.__init__(self, f"'{rules}' has no rule on {fault}{does}")


def no_such(kind: str, name: str, known: Iterable[str], allowed: str = "", whole: Sequence[str] = ()) -> str:
    """Return the message for an unknown name: the text of an `UnknownName` with the same arguments."""
    names = sorted({*known, *whole})
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    listed = ("known: " + ", ".join(whole)) if whole else ""
    if near:
        hint = "; did you mean " + " or ".join(near) + "?" + (f" {listed[0].upper()}{listed[1:]}" if listed else "")
    elif listed:
        hint = f"; {listed}"
    elif 0 < len(names) <= 12:
        hint = "; known: " + ", ".join(names)
    else:
        hint = f"; allowed: {allowed}" if allowed else ""
    return f"unknown {kind}: '{name}'{hint}"


def check_name(kind: str, name: str | int, known: Collection[str] | Collection[int], allowed: str = "") -> None:
    """Raise an error if a name is unknown.

    Args:
        kind: Kind of thing, such as `game`.
        name: The name or number to check.
        known: Names or numbers that exist.
        allowed: The existing names in words, for a message where they are too many to list.

    Raises:
        UnknownName: If `name` is not in `known`.
    """
    if name not in known:
        raise UnknownName(kind=kind, name=str(name), known=map(str, known), allowed=allowed)


class Contradiction(DealerkitError):
    """Two given facts exclude each other.

    Attributes:
        one: Name of the first fact, as it was given.
        is_: Value given for it.
        other: Name of the other fact.
        other_is: Value given for that.
        because: Reason why they cannot both be true.
    """

    def __init__(self, one: str, is_: str, other: str, other_is: str, because: str) -> None:
        self.one, self.is_, self.other, self.other_is, self.because = one, is_, other, other_is, because
        super().__init__(
            f"{one}={is_ or 'nobody'} and {other}={other_is or 'nobody'} can't both be right: {because}; leave one of them out"
        )


class RecordError(DealerkitError):
    """A record cannot be read.

    Attributes:
        file: The file's path as the user gave it, or a name such as `<text>`.
        line: Counted from 1; 0 for the whole file.
        column: Counted from 1; 0 for the whole line.
        message: The problem.
        hint: The advice to the user; may be empty.
        hand: The record's own id, or its number in the file; empty if the error is not about one record.
        passing: Whether the same file may be readable later: there was no right to read it, or a storage did not answer.
    """

    def __init__(
        self, file: str, line: int, message: str, hint: str = "", column: int = 0, hand: str = "", *, passing: bool = False
    ) -> None:
        self.file, self.line, self.column, self.message, self.hint, self.hand = file, line, column, message, hint, hand
        self.passing = passing
        place = f"{file}:{line}:{column}" if column else f"{file}:{line}" if line else file
        super().__init__(f"{place}: {message}" + (f"; {hint}" if hint else ""))


class FileError(DealerkitError):
    """A file cannot be read or written. Its former content is untouched.

    Attributes:
        file: Its path as the user gave it.
        message: The problem.
        hint: The advice to the user; may be empty.
    """

    def __init__(self, file: str, message: str, hint: str = "") -> None:
        self.file, self.message, self.hint = file, message, hint
        super().__init__(f"{file}: {message}" + (f"; {hint}" if hint else ""))


class JournalError(FileError):
    """A journal cannot be read or written."""


class TrainingError(FileError):
    """The training file cannot be read or written, or a file of answers cannot be imported.

    Attributes:
        final: Whether the caller must stop instead of continuing without the file: another program wrote it, or a later
            dealerkit.
    """

    def __init__(self, file: str, message: str, hint: str = "", *, final: bool = False) -> None:
        super().__init__(file, message, hint)
        self.final = final


class AnswerError(DealerkitError):
    """A value is not a valid answer of a trainee.

    Attributes:
        field: The invalid part of the answer.
        message: The problem.
    """

    def __init__(self, field: str, message: str) -> None:
        self.field, self.message = field, message
        super().__init__(f"{field}: {message}")


class FamilyError(DealerkitError):
    """An installed family of games cannot be used.

    Attributes:
        message: The problem.
        family: Name of the family; empty if the error is not about one family.
    """

    def __init__(self, message: str, family: str = "") -> None:
        self.message, self.family = message, family
        super().__init__(f"the family of games '{family}': {message}" if family else f"families of games: {message}")


class OutputError(FileError):
    """A file that the user asked for cannot be written where it should go."""


class ActError(DealerkitError):
    """A line of text is not an act."""


class WrongForm(ActError):
    """An act has too few or too many words for its verb; the message names the form of the verb."""


class BetsError(DealerkitError):
    """A line with the bets of a round cannot be understood.

    Attributes:
        line: The line.
        column: Column of the mistake, from 1.
        message: The problem.
        hint: The advice to the user.
    """

    def __init__(self, line: str, column: int, message: str, hint: str = "") -> None:
        self.line, self.column, self.message, self.hint = line, column, message, hint
        super().__init__(f"bets, column {column}: {message}" + (f"; {hint}" if hint else ""))


class Impossible(DealerkitError):
    """The felt cannot do it: the card is not there, the chips do not balance."""


class MissingRow(DealerkitError):
    """A procedure uses a row of chips or a column of marks that the felt lacks, because a game's file removed it from `felt:`.

    Args:
        kind: `rows` or `marks`.
        name: Name of the missing row or column.
        known: Names of those that the felt has.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        key, what = ("marks", "column of marks") if kind == "marks" else ("rows", "row of chips")
        has = ", ".join(one for one in known if one != "stack") or "none"
        msg = f"this game's procedure needs a {what} called '{name}', but its felt has {has}"
        msg += f"; add it under 'felt: {key}:' in the game's file"
        super().__init__(msg)


class MissingParameter(DealerkitError):
    """A step of a procedure or a remedy lacks a parameter of its `do` or `play` word.

    Args:
        step: Id of the step.
        word: Its `do` or `play` word.
        name: Name of the missing parameter.
    """

    def __init__(self, step: str, word: str, name: str) -> None:
        super().__init__(f"the step '{step}' (`{word}`) needs the key `{name}:`; docs/words/ lists its values")


class MissingResult(DealerkitError):
    """A table was set up in the middle of a game without the result of an earlier step.

    Attributes:
        step: Id of the earlier step whose result is missing.
    """

    def __init__(self, step: str) -> None:
        self.step = step
        super().__init__(f"this step needs the result of '{step}'; add it under `done`: {{{step}: {{...}}}}")


def own_error(error: Exception) -> str:
    """Return the message for an internal error after which the other work continues: the error, and the line of dealerkit that
    raised it.

    >>> try:
    ...     {}["Jk"]
    ... except KeyError as error:
    ...     own_error(error)
    "something went wrong in dealerkit (KeyError: 'Jk')"
    """
    package = Path(__file__).parent
    place = ""
    trace = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if package in file.parents:
            place = f" in dealerkit/{file.relative_to(package).as_posix()}:{trace.tb_lineno}"
        trace = trace.tb_next
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"something went wrong in dealerkit ({what[:_MOST_SHOWN]}{place})"


OWN_ERROR_HINT = "this is an error in dealerkit, not in your record; report it, with the record"
_MOST_SHOWN = 300
