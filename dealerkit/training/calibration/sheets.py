"""One person's answers to a calibration: a sheet with a random number and the answers, without name, time or place."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import attrs

from dealerkit.errors import TrainingError
from dealerkit.files.screen_text import count_of
from dealerkit.training.exams.answer_sheet import add_row, rows
from dealerkit.training.files import RESTORE
from dealerkit.training.items import Question
from dealerkit.training.replies import OneOfReply, PartsReply, Unclear

SHEET = "dealerkit calibration, sheet"
SUFFIX = ".sheet.jsonl"
LEFT_OPEN = "-"
_PAIR = re.compile(r"(?:\d{1,3}[.:)]?)?([a-h]{2}|-+)", re.IGNORECASE)


@attrs.frozen
class CalibrationSheet:
    """The answers of one person.

    Attributes:
        number: Random number of the sheet.
        answers: Number of the dispute, from 1, to the answer in the form in which it is saved.
    """

    number: str
    answers: Mapping[int, str]


class OpenSheet:
    """One person's sheet while it is being filled in; each answer is on the disk as soon as it is given.

    Args:
        path: The file; an existing one is continued.
        paper: The number of the calibration paper.
        commitment: The hash of the paper's content, which its copies bear.

    Attributes:
        answers: The answers so far, by number of the dispute.

    Raises:
        TrainingError: If the file is of another paper, or cannot be read or written.
    """

    def __init__(self, path: Path, paper: str, commitment: str) -> None:
        self.path = path
        self.answers: dict[int, str] = {}
        if path.exists():
            self.answers.update(read_sheet(path, paper, commitment).answers)
        else:
            self._write({"what": SHEET, "calibration": paper, "commitment": commitment, "sheet": secrets.token_hex(4)})

    def put(self, number: int, answer: str) -> None:
        """Save an answer.

        Args:
            number: The number of the dispute, from 1.
            answer: The answer, in the form in which it is saved.
        """
        self._write({"number": number, "answer": answer})
        self.answers[number] = answer

    def _write(self, row: Mapping[str, object]) -> None:
        add_row(self.path, row, "free some disk space")
        os.utime(self.path, (0, 0))  # the time of a file may give away who filled it in


def new_path(paper: Path, folder: Path | None = None) -> Path:
    """Return the path of a new sheet under a random name.

    Args:
        paper: The file of the calibration paper.
        folder: The folder; None for that of the paper.
    """
    return (folder or paper.parent) / f"{paper.name.split('.')[0]}-{secrets.token_hex(4)}{SUFFIX}"


def read_sheet(path: Path, paper: str, commitment: str) -> CalibrationSheet:
    """Read one person's sheet of a calibration.

    Args:
        path: The file.
        paper: The number of the calibration paper that the sheet must be of.
        commitment: The hash of that paper's content, which the sheet must bear.

    Raises:
        TrainingError: If it is not a sheet, or of another paper.
    """
    head, *rest = rows(path)
    if head.get("what") != SHEET:
        raise TrainingError(str(path), "this is not a sheet of a calibration", "name the files that `calibrate take` wrote")
    if head.get("calibration") != paper or head.get("commitment") != commitment:
        raise TrainingError(str(path), "this sheet belongs to another paper", f"name the sheets of calibration {paper}")
    answers: dict[int, str] = {}
    for line, row in enumerate(rest, 2):
        number, answer = row.get("number"), row.get("answer")
        if not isinstance(number, int) or isinstance(number, bool) or not isinstance(answer, str):
            raise TrainingError(str(path), f"line {line} is not an answer", RESTORE)
        answers[number] = answer
    return CalibrationSheet(str(head.get("sheet", "")), answers)


def found_beside(sealed: Path, paper: str, commitment: str) -> list[Path]:
    """Return the files of a calibration's sheets in the folder of its sealed file.

    Args:
        sealed: The sealed file.
        paper: The number of the calibration paper.
        commitment: The hash of its content, which its sheets bear.

    Returns:
        The paths in order; unreadable files are included.
    """
    papers = []
    for path in sorted(sealed.parent.glob(f"*{SUFFIX}")):
        try:
            head = rows(path)[0]
        except TrainingError:
            papers.append(path)  # its reader reports the problem
            continue
        if head.get("calibration") == paper and head.get("commitment") == commitment:
            papers.append(path)
    return papers


def from_paper(typed: str, questions: Sequence[Question]) -> dict[int, str]:
    """Read the answers written on one paper sheet and typed in a row: two letters for each dispute, `-` for one left open.

    Args:
        typed: The row: `ab cd - ba`, or `1ab 2cd 3- 4ba`, or `abcd--ba`.
        questions: The disputes.

    Returns:
        Number of the dispute, from 1, to the answer in the form in which it is saved.

    Raises:
        Unclear: If it is not such a row; the error says where.
    """
    pairs = _pairs(typed)
    if len(pairs) != len(questions):
        given = f"{count_of(len(pairs), 'answer')} for {count_of(len(questions), 'dispute')}"
        msg = f"{given}; type two letters for each dispute, or - if it was left open"
        raise Unclear(msg)
    return {number: answer for number, answer in enumerate(map(_answer, range(1, len(pairs) + 1), pairs, questions), 1) if answer}


def _pairs(typed: str) -> list[str]:
    words = re.split(r"[\s,;/]+", typed.strip())
    if len(words) == 1 and re.fullmatch(r"(?:[a-h]{2}|--)+", words[0], re.IGNORECASE):
        return re.findall(r"..", words[0])
    values = []
    for word in words:
        pair = _PAIR.fullmatch(word)
        if pair is None:
            msg = f"'{word}' is not understood; for each dispute type the letters of ruling and remedy, or - if it was left open"
            raise Unclear(msg)
        values.append(pair[1])
    return values


def _answer(number: int, pair: str, question: Question) -> str:
    if pair.startswith(LEFT_OPEN):
        return ""
    assert isinstance(question.reply, PartsReply)
    return PartsReply.join(
        [_part(number, letter, part) for letter, (_, part) in zip(pair.lower(), question.reply.parts, strict=True)]
    )


def _part(number: int, letter: str, part: object) -> str:
    assert isinstance(part, OneOfReply)
    letter_word = next((choice.word for choice in part.choices if choice.key == letter), None)
    if letter_word is None:
        msg = f"dispute {number} has no choice {letter}"
        raise Unclear(msg)
    return letter_word


def read_sheets(paths: Iterable[Path], paper: str, commitment: str) -> tuple[list[CalibrationSheet], list[Path]]:
    """Read sheets from files; a sheet that was copied counts once.

    Args:
        paths: The files.
        paper: The number of the calibration paper that they must be of.
        commitment: The hash of that paper's content, which they must bear.

    Returns:
        The sheets, and the files that are copies of another.

    Raises:
        TrainingError: If a file is not a sheet of this paper.
    """
    by_number: dict[str, CalibrationSheet] = {}
    copies = []
    for path in paths:
        sheet = read_sheet(path, paper, commitment)
        if sheet.number in by_number:
            copies.append(path)
        by_number[sheet.number] = sheet
    return [sheet for sheet in by_number.values() if sheet.answers], copies
