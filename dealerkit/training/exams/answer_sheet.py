"""A candidate's answers, written line by line as they are given, so that a power failure loses none."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from io import FileIO
from pathlib import Path

import attrs

from dealerkit.errors import TrainingError
from dealerkit.table.record.locks import held_elsewhere
from dealerkit.training.files import RESTORE, NoNumber, parsed, read_as
from dealerkit.training.structure import LARGEST, between, instant

ANSWERS = "dealerkit exam, answers"
ROOM = "free some disk space, then continue"
_PART = "the answers"
_LONGEST = 10**9


@attrs.frozen
class GivenAnswer:
    """A candidate's answer to a question, or the record of hands dealt in an exam.

    Attributes:
        number: The question, from 1; 0 for hands that were dealt.
        walk: The name of the hands in the syllabus; empty for a question.
        given: The typed text; for hands the text of their record.
        answer: The answer in the form in which it is saved; empty for hands.
        seconds: Seconds since the exam began.
        first_ms: Milliseconds to the first key; None if it was not timed.
        unclear: The number of unreadable lines.
        undone: For hands, the number of acts taken back, which count as done.
        by: The person who answered: a signed-in account, or another description; empty if unknown.
        address: The network address that it came from; empty for this machine's keyboard.
        browser: The browser's user agent; empty for none.
    """

    number: int = attrs.field(validator=between(0, LARGEST))
    walk: str = ""
    given: str = ""
    answer: str = ""
    seconds: int = attrs.field(default=0, validator=between(0, _LONGEST))
    first_ms: int | None = None
    unclear: int = 0
    undone: int = 0
    by: str = ""
    address: str = ""
    browser: str = ""

    def as_data(self) -> dict[str, object]:
        """Return the answer as plain data; who answered is left out if unknown, as in earlier files."""
        return attrs.asdict(self, filter=lambda field, value: bool(value) or field.name not in _SITTER)


@attrs.frozen
class Sitter:
    """The person who sits an exam, as recorded beside the answers.

    Attributes:
        by: The account they are signed in with, or another description.
        address: The network address of their requests.
        browser: The browser's user agent.
    """

    by: str = ""
    address: str = ""
    browser: str = ""


_SITTER = tuple(field.name for field in attrs.fields(Sitter))
UNASKED = Sitter()
"""A person at this machine's keyboard, whose name was not asked."""


@attrs.frozen
class SheetHead:
    """The first line of a file of answers.

    Attributes:
        what: The kind of file.
        exam: The exam's number.
        commitment: The hash of the whole paper, keys and seed included.
        began: Time when the exam began, ISO 8601.
        by: The person who began it; empty if unknown.
        address: The network address of the request; empty for this machine's keyboard.
        browser: The browser's user agent; empty for none.
    """

    what: str
    exam: str
    commitment: str
    began: str = attrs.field(validator=instant)
    by: str = ""
    address: str = ""
    browser: str = ""


class AnswerSheet:
    """A candidate's answers, in a file.

    Args:
        path: The file; an existing one is continued.
        exam: The exam's number.
        commitment: The hash of the whole paper, keys and seed included.
        now: Returns the time, with its zone.
        sitter: The person who answers from now on.

    Attributes:
        given: The last answer to each question.
        began: Time when the exam began.

    Raises:
        TrainingError: If the file is another exam's, or cannot be read or written.
    """

    def __init__(self, path: Path, exam: str, commitment: str, now: Callable[[], datetime], sitter: Sitter = UNASKED) -> None:
        self.path, self._now, self._sitter = path, now, sitter
        self.given: dict[tuple[int, str], GivenAnswer] = {}
        self._elapsed = timedelta()
        if path.exists():
            self.began = self._resumed(exam, commitment)
        else:
            self.began = now()
            head = SheetHead(ANSWERS, exam, commitment, self.began.isoformat(), **attrs.asdict(sitter))
            add_row(self.path, attrs.asdict(head, filter=lambda _, value: bool(value)), ROOM)

    def _resumed(self, exam: str, commitment: str) -> datetime:
        head, answers = _sheet(self.path, exam, commitment, "name another file with --answers")
        for answer_ in answers:
            self.given[answer_.number, answer_.walk] = answer_
            self._elapsed = max(self._elapsed, timedelta(seconds=answer_.seconds))
        return datetime.fromisoformat(head.began)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Context manager that locks the file for one candidate.

        Raises:
            TrainingError: If another session answers in it, or it cannot be written.
        """
        try:
            stream = FileIO(self.path, "ab")
        except OSError as error:
            raise TrainingError(str(self.path), f"the answers cannot be written: {error.strerror}", ROOM) from None
        with stream:
            holder = held_elsewhere(stream)
            if holder is not None:
                hint = "end that session first, or name another file with --answers"
                raise TrainingError(str(self.path), f"someone else is answering in this file now{holder}", hint)
            yield

    @property
    def elapsed(self) -> timedelta:
        """Time since the exam began. It never decreases, so that a clock set back gives nobody extra time."""
        self._elapsed = max(self._elapsed, self._now() - self.began)
        return self._elapsed

    def put(self, answer_: GivenAnswer) -> GivenAnswer:
        """Write an answer to disk before returning; return it with its time and the person who gave it.

        Args:
            answer_: The answer, without time and person.

        Raises:
            TrainingError: If it cannot be written.
        """
        answer = attrs.evolve(answer_, seconds=int(self.elapsed.total_seconds()), **attrs.asdict(self._sitter))
        add_row(self.path, answer.as_data(), ROOM)
        self.given[answer.number, answer.walk] = answer
        return answer


def read_answers(path: Path, exam: str, commitment: str) -> list[GivenAnswer]:
    """Return the answers in a file, in the order in which they were given.

    Args:
        path: The file of answers.
        exam: The number of the exam that they must belong to.
        commitment: The hash of that exam's whole paper, which the file must bear.

    Raises:
        TrainingError: If it cannot be read, or is another exam's.
    """
    return _sheet(path, exam, commitment, f"name the answers to exam {exam}")[1]


def _sheet(path: Path, exam: str, commitment: str, hint: str) -> tuple[SheetHead, list[GivenAnswer]]:
    """Return the head and the answers of a file.

    Raises:
        TrainingError: If it cannot be read, or is another exam's; the error has the hint.
    """
    first, *rest = rows(path)
    if first.get("what") != ANSWERS:
        raise TrainingError(str(path), "this is not an answer file of an exam", "name the file that `exam take` wrote")
    head = read_as(SheetHead, first, path, _PART, ("line 1",))
    if head.exam != exam or head.commitment != commitment:
        raise TrainingError(str(path), "these are the answers to another exam", hint)
    return head, [read_as(GivenAnswer, row, path, _PART, (f"line {number}",)) for number, row in enumerate(rest, 2)]


def add_row(path: Path, row: Mapping[str, object], hint: str) -> None:
    """Append a line to a file of answers; it is on the disk when this returns.

    Args:
        path: The file.
        row: The values of the line, by key.
        hint: The hint of the error if it cannot be written.

    Raises:
        TrainingError: If it cannot be written.
    """
    try:
        with path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise TrainingError(str(path), f"the answer cannot be written: {error.strerror}", hint) from None


def rows(path: Path) -> list[dict[str, object]]:
    """Return the lines of a file of answers; an incomplete last line, as after a power failure, is left out.

    Args:
        path: The file.

    Raises:
        TrainingError: If it is not a file of answers, or is damaged in the middle.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise TrainingError(str(path), f"the file can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TrainingError(str(path), "this is not a file of answers, because it is not text") from None
    return list(_rows(lines, path))


def _rows(lines: list[str], path: Path) -> Iterator[dict[str, object]]:
    for number, line in enumerate(lines, 1):
        try:
            row = parsed(line)
        except NoNumber as error:
            raise TrainingError(str(path), f"line {number} is not an answer: {error}") from None
        except (ValueError, RecursionError):
            if 1 < number == len(lines):
                return
            raise TrainingError(str(path), f"line {number} is incomplete", RESTORE) from None
        if not isinstance(row, dict):
            raise TrainingError(str(path), f"line {number} is not an answer")
        yield row
    if not lines:
        raise TrainingError(str(path), "the file is empty")
