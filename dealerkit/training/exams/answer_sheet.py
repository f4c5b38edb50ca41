"""A candidate's answers, written down line by line as they are given, so that nothing is lost when the power goes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path

import attrs

from dealerkit.errors import TrainingError
from dealerkit.rules.entries import Branch

ANSWERS = "dealerkit exam, answers"
ROOM = "make room and go on"


@attrs.frozen
class GivenAnswer:
    """One answer, or the record of one walk.

    Attributes:
        number: The question, from 1; 0 for a walk.
        walk: The walk's name; empty for a question.
        given: What was typed; for a walk the text of its record.
        answer: The same as the reply writes it down; empty for a walk.
        seconds: Since the exam began.
        first_ms: To the first key; None where it was not timed.
        unclear: How often something was typed that could not be read.
        undone: For a walk, how many acts were taken back; they count as done.
    """

    number: int
    walk: str = ""
    given: str = ""
    answer: str = ""
    seconds: int = 0
    first_ms: int | None = None
    unclear: int = 0
    undone: int = 0


class AnswerSheet:
    """The answers of one candidate, in a file.

    Args:
        path: The file; it goes on where it ended.
        exam: The exam's number.
        commitment: Its commitment.
        now: The time, with its zone.

    Attributes:
        given: What was answered, the last answer to each question.
        began: When the exam began.

    Raises:
        TrainingError: If the file is another exam's, or cannot be read or written.
    """

    def __init__(self, path: Path, exam: str, commitment: str, now: Callable[[], datetime]) -> None:
        self.path, self._now = path, now
        self.given: dict[tuple[int, str], GivenAnswer] = {}
        self._elapsed = timedelta()
        if path.exists():
            self.began = self._resumed(exam, commitment)
        else:
            self.began = now()
            add_row(
                self.path,
                {"what": ANSWERS, "exam": exam, "commitment": commitment, "began": self.began.isoformat()},
                ROOM,
            )

    def _resumed(self, exam: str, commitment: str) -> datetime:
        head, *rest = rows(self.path)
        if head.get("what") != ANSWERS or head.get("exam") != exam or head.get("commitment") != commitment:
            raise TrainingError(str(self.path), "these are the answers to another exam", "name another file with --answers")
        for row in rest:
            one = given(row, self.path)
            self.given[one.number, one.walk] = one
            self._elapsed = max(self._elapsed, timedelta(seconds=one.seconds))
        return datetime.fromisoformat(str(head["began"]))

    @property
    def elapsed(self) -> timedelta:
        """Time since the exam began. A clock that is put back gives nobody time: it never gets less."""
        self._elapsed = max(self._elapsed, self._now() - self.began)
        return self._elapsed

    def put(self, one: GivenAnswer) -> GivenAnswer:
        """Write an answer down; when this returns it is on the disk.

        Raises:
            TrainingError: If it cannot be written.
        """
        made = attrs.evolve(one, seconds=int(self.elapsed.total_seconds()))
        add_row(self.path, attrs.asdict(made), ROOM)
        self.given[made.number, made.walk] = made
        return made


def read_answers(path: Path, exam: str, commitment: str) -> list[GivenAnswer]:
    """Return what was answered in an exam, in its order.

    Args:
        path: The file of answers.
        exam: The exam's number.
        commitment: Its commitment.

    Raises:
        TrainingError: If it cannot be read, or is another exam's.
    """
    head, *rest = rows(path)
    if head.get("exam") != exam or head.get("commitment") != commitment:
        raise TrainingError(str(path), "these are the answers to another exam", f"this one is number {exam}")
    return [given(row, path) for row in rest]


def add_row(path: Path, row: Mapping[str, object], hint: str) -> None:
    """Add a line to a file of answers; when this returns it is on the disk.

    Args:
        path: The file.
        row: What the line holds.
        hint: What to do if it cannot be written.

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
    """Return the lines of a file of answers; a last line that is torn is left out.

    Raises:
        TrainingError: If it is none, or torn in the middle.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise TrainingError(str(path), f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TrainingError(str(path), "this is no file of answers: it is not text") from None
    return list(_rows(lines, path))


def _rows(lines: list[str], path: Path) -> Iterator[dict[str, object]]:
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            if 1 < number == len(lines):
                return
            raise TrainingError(str(path), f"line {number} is torn", "bring the file back from its copy") from None
        if not isinstance(row, dict):
            raise TrainingError(str(path), f"line {number} is no answer")
        yield row
    if not lines:
        raise TrainingError(str(path), "there is nothing in it")


def given(row: Branch, path: Path) -> GivenAnswer:
    """Read one line.

    Raises:
        TrainingError: If it is no answer.
    """
    try:
        first = row["first_ms"]
        return GivenAnswer(
            number=int(row["number"]),
            walk=str(row["walk"]),
            given=str(row["given"]),
            answer=str(row["answer"]),
            seconds=int(row["seconds"]),
            first_ms=None if first is None else int(first),
            unclear=int(row["unclear"]),
            undone=int(row["undone"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise TrainingError(str(path), f"a line is no answer: {type(error).__name__}") from None
