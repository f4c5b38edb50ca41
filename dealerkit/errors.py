"""Errors, sorted by who can fix them.

A dealer's slip is not here: it is a `Finding`, a value that is returned and counted, never raised.

    DealerkitError
    ├── RuleFileError   the author of a rule file: one or many problems, each with file, line and column
    │   └── UnfitRuleSet   the caller: a rule set for another game than its own
    ├── UnknownName     the caller: a game, rule set, option, rule or fact that does not exist
    ├── Contradiction   the caller: two things of a dispute that cannot both be
    ├── RecordError     the author of a record: torn, unreadable, not a record
    ├── ActError        the author of an act: no such verb, no such card
    │   └── WrongForm      words too few or too many for the verb
    ├── BetsError       the author of a line of bets: a part that says nothing, an amount that cannot be
    ├── FileError       the keeper of a file that cannot be read or written
    │   ├── JournalError   no journal, torn, full disk, another program's file, a person nobody knows
    │   ├── TrainingError  the same of the file of training, and of files of answers, drills and exams
    │   └── OutputError    the caller: a file to write where another's stands, or a link that leads elsewhere
    ├── FamilyError     the installer of a family of games: it cannot be imported, or there is none
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
        message: What is wrong.
        hint: What to do about it; may be empty.
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
    """The named rule set is for other games than this one.

    Args:
        name: The rule set, as it was named.
        problem: What is wrong.
    """

    def __init__(self, name: str, problem: Problem) -> None:
        self.name = name
        super().__init__([problem])


class UnknownName(DealerkitError):
    """Something was asked for by a name that nothing has; the nearest names are suggested.

    Args:
        kind: What kind of thing was asked for.
        name: The name that nothing has.
        known: The names that there are.
        allowed: What there is, in words, where the names are many.
        whole: Names that are always listed, all of them and in this order; they are known names too.
    """

    def __init__(self, *, kind: str, name: str, known: Iterable[str] = (), allowed: str = "", whole: Sequence[str] = ()) -> None:
        self.kind, self.name = kind, name
        super().__init__(no_such(kind, name, known, allowed, whole))


class NotRuledOn(UnknownName):
    """A rule set is silent on a fault that there is.

    Args:
        rules: The rule set.
        fault: The fault.
        others: Rule sets that rule on it.
    """

    def __init__(self, *, rules: str, fault: str, others: Sequence[str] = ()) -> None:
        self.kind, self.name = f"fault in '{rules}'", fault
        does = f"; {' and '.join(others)} {'does' if len(others) == 1 else 'do'}" if others else ""
        DealerkitError.__init__(self, f"'{rules}' says nothing on {fault}{does}")


def no_such(kind: str, name: str, known: Iterable[str], allowed: str = "", whole: Sequence[str] = ()) -> str:
    """Return the message for an unknown name: the text of an `UnknownName` with the same arguments."""
    names = sorted({*known, *whole})
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    listed = ("there is " + ", ".join(whole)) if whole else ""
    if near:
        hint = "; did you mean " + " or ".join(near) + "?" + (f" {listed[0].upper()}{listed[1:]}" if listed else "")
    elif listed:
        hint = f"; {listed}"
    elif 0 < len(names) <= 12:
        hint = "; there is " + ", ".join(names)
    else:
        hint = f"; allowed: {allowed}" if allowed else ""
    return f"unknown {kind}: '{name}'{hint}"


def check_name(kind: str, name: str | int, known: Collection[str] | Collection[int], allowed: str = "") -> None:
    """Refuse an unknown name.

    Args:
        kind: What kind of thing was asked for.
        name: The name that was given, or the number.
        known: The names that there are, or the numbers.
        allowed: What there is, in words, where the names are many.

    Raises:
        UnknownName: If the name is not among them.
    """
    if name not in known:
        raise UnknownName(kind=kind, name=str(name), known=map(str, known), allowed=allowed)


class Contradiction(DealerkitError):
    """Two facts were said that cannot both be.

    Attributes:
        one: The name of the first, as it was given.
        is_: What it was said to be.
        other: The name of the other.
        other_is: What that was said to be.
        because: Why they cannot both be.
    """

    def __init__(self, one: str, is_: str, other: str, other_is: str, because: str) -> None:
        self.one, self.is_, self.other, self.other_is, self.because = one, is_, other, other_is, because
        super().__init__(
            f"{one}={is_ or 'nobody'} and {other}={other_is or 'nobody'} cannot both be: {because}; leave one of them out"
        )


class RecordError(DealerkitError):
    """A record cannot be read.

    Attributes:
        file: The file's path as the user gave it, or a name such as `<text>`.
        line: Counted from 1; 0 for the whole file.
        column: Counted from 1; 0 for the whole line.
        message: What is wrong.
        hint: What to do about it; may be empty.
        hand: The record's own id, or its number in the file; empty if no record is meant.
        passing: Whether it may be gone when somebody looks again, though the file is the same: no right to read it, a storage
            that did not answer.
    """

    def __init__(
        self, file: str, line: int, message: str, hint: str = "", column: int = 0, hand: str = "", *, passing: bool = False
    ) -> None:
        self.file, self.line, self.column, self.message, self.hint, self.hand = file, line, column, message, hint, hand
        self.passing = passing
        place = f"{file}:{line}:{column}" if column else f"{file}:{line}" if line else file
        super().__init__(f"{place}: {message}" + (f"; {hint}" if hint else ""))


class FileError(DealerkitError):
    """A file cannot be read or written. What stood in it before still stands in it.

    Attributes:
        file: Its path as the user gave it.
        message: What is wrong.
        hint: What to do about it; may be empty.
    """

    def __init__(self, file: str, message: str, hint: str = "") -> None:
        self.file, self.message, self.hint = file, message, hint
        super().__init__(f"{file}: {message}" + (f"; {hint}" if hint else ""))


class JournalError(FileError):
    """A journal cannot be read or written."""


class TrainingError(FileError):
    """The file of training cannot be read or written, or a file of answers cannot be taken in.

    Attributes:
        final: Whether nobody should go on without the file: it is somebody else's, or of a later dealerkit.
    """

    def __init__(self, file: str, message: str, hint: str = "", *, final: bool = False) -> None:
        super().__init__(file, message, hint)
        self.final = final


class AnswerError(DealerkitError):
    """A value is not an answer of a trainee.

    Attributes:
        field: Which part of the answer cannot be.
        message: What is wrong with it.
    """

    def __init__(self, field: str, message: str) -> None:
        self.field, self.message = field, message
        super().__init__(f"{field}: {message}")


class FamilyError(DealerkitError):
    """An installed family of games cannot be used.

    Attributes:
        message: What is wrong.
        family: Its name; empty if there is none.
    """

    def __init__(self, message: str, family: str = "") -> None:
        self.message, self.family = message, family
        super().__init__(f"the family of games '{family}': {message}" if family else f"families of games: {message}")


class OutputError(FileError):
    """A file that was asked for is not written."""


class ActError(DealerkitError):
    """A line of text is not an act."""


class WrongForm(ActError):
    """An act has too few or too many words for its verb; the message names the form of the verb."""


class BetsError(DealerkitError):
    """A line with the bets of a round cannot be understood.

    Attributes:
        line: The line.
        column: Where it is wrong, from 1.
        message: What is wrong.
        hint: What to do about it.
    """

    def __init__(self, line: str, column: int, message: str, hint: str = "") -> None:
        self.line, self.column, self.message, self.hint = line, column, message, hint
        super().__init__(f"bets, column {column}: {message}" + (f"; {hint}" if hint else ""))


class Impossible(DealerkitError):
    """The felt cannot do it: the card is not there, the chips do not balance."""


class MissingRow(DealerkitError):
    """A game's procedure asks for a row of chips or of marks that its felt does not have: a game's file has taken it away."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        key, what = ("marks", "column of marks") if kind == "marks" else ("rows", "row of chips")
        has = ", ".join(one for one in known if one != "stack") or "none"
        msg = f"the procedure of this game needs a {what} called '{name}', and its felt has {has}"
        msg += f"; name it in 'felt: {key}:' of the game's file"
        super().__init__(msg)


class MissingParameter(DealerkitError):
    """A step of a procedure or a remedy lacks a parameter of its `do` or `play` word."""

    def __init__(self, step: str, word: str, name: str) -> None:
        super().__init__(f"the step '{step}' (`{word}`) has to say `{name}:`; docs/words/ says what it can be")


class MissingResult(DealerkitError):
    """A table was set up in the middle of a game without the result of an earlier step.

    Attributes:
        step: The step that is missing.
    """

    def __init__(self, step: str) -> None:
        self.step = step
        super().__init__(f"what '{step}' came to is not given, and this step goes by it; say under `done`: {{{step}: {{...}}}}")


def own_error(error: Exception) -> str:
    """Return the message for an internal error after which the rest of the work goes on: the error, and the line of ours where it
    was raised.

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


OWN_ERROR_HINT = "nothing in a record should do this; report it together with the record"
_MOST_SHOWN = 300
