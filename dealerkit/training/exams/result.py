"""The result of an exam, with everything needed to compute it again."""

from __future__ import annotations

import base64
import hmac
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs

from dealerkit import __version__
from dealerkit.errors import DealerkitError, TrainingError
from dealerkit.files.plain_data import as_plain
from dealerkit.files.screen_text import count_of
from dealerkit.table.bots import NOBODY, players_named
from dealerkit.table.record import read_record
from dealerkit.table.table import Table
from dealerkit.training.exams.answer_sheet import GivenAnswer
from dealerkit.training.exams.exam import RESULT, Exam, Walk, committed
from dealerkit.training.exams.secret import commitment_to, keyed
from dealerkit.training.exams.syllabus import syllabus
from dealerkit.training.files import read_as
from dealerkit.training.structure import fraction
from dealerkit.training.walk.session import Session

NOTHING = GivenAnswer(0)
"""Answer of a candidate who gave none."""


@attrs.frozen
class Marked:
    """A question that was marked.

    Attributes:
        number: From 1.
        stratum: The name of the group of questions in the syllabus that it belongs to.
        given: The typed text; empty for none.
        answer: The answer in the form in which it is saved.
        expected: The right answer, in the same form.
        marks: 1 for a right answer, less for a partly right one.
        late: Whether it came after the time limit, and has no marks.
        codes: Codes of the findings that a wrong answer would have caused at a table.
    """

    number: int
    stratum: str
    given: str
    answer: str
    expected: str
    marks: str = attrs.field(validator=fraction)
    late: bool
    codes: tuple[str, ...]


@attrs.frozen
class MarkedWalk:
    """Hands of one game that were dealt in an exam and marked.

    Attributes:
        name: Their name in the syllabus.
        game: The id of the game.
        score: 100 less the points lost, in proportion to the steps; 0 if nothing was dealt.
        steps: Number of the candidate's acts.
        severities: Number of findings by severity.
        codes: Number of findings by code.
        passed: Whether the game is passed: no critical finding, not too many major ones.
        rounds: Number of hands or coups dealt to the end.
        late: Whether they ended after the time limit.
        unclear: Number of lines that had to be repeated or confirmed, which cost nothing.
    """

    name: str
    game: str
    score: str = attrs.field(validator=fraction)
    steps: int
    severities: Mapping[str, int]
    codes: Mapping[str, int]
    passed: bool
    rounds: int
    late: bool
    unclear: int = 0

    @property
    def told(self) -> str:
        """The result in words. After a critical finding, which fails the game, no score is given."""
        figure = "" if self.severities.get("critical") else f"{self.score} of 100, "
        findings_ = ", ".join(f"{count} {severity}" for severity, count in self.severities.items() if count) or "no findings"
        again = f", {count_of(self.unclear, 'line')} repeated or confirmed" if self.unclear else ""
        return f"{figure}{self.rounds} dealt, {findings_}{again}: {'passed' if self.passed else 'not passed'}"


@attrs.frozen
class ExamResult:
    """The result of an exam.

    Attributes:
        exam: The paper, with its keys and its seed, which are no longer secret.
        answers: The answers.
        questions: The marked questions.
        walks: The marked hands.
        written: Score of the questions, in per cent.
        performance: Score of the hands, in per cent: the mean of their scores.
        score: Both scores together, by their weights.
        passed: Whether the exam is passed: the pass mark is reached, and no game failed.
        examiner: The examiner; empty if unknown.
        marked: Time of marking, ISO 8601.
        version: The dealerkit that marked it.
    """

    exam: Exam
    answers: tuple[GivenAnswer, ...]
    questions: tuple[Marked, ...]
    walks: tuple[MarkedWalk, ...]
    examiner: str
    marked: str
    version: str
    written: str = ""
    performance: str = ""
    score: str = ""
    passed: bool = False

    @property
    def strays(self) -> tuple[str, ...]:
        """The answers to questions or hands that the paper does not have, in words; they do not count."""
        hands = {walk.name for walk in self.exam.walks}
        return tuple(
            f"the answer to question {answer_.number}" if answer_.number else f"the record of '{answer_.walk}'"
            for answer_ in self.answers
            if not (answer_.walk in hands if not answer_.number else not answer_.walk and answer_.number <= len(self.exam.items))
        )

    @property
    def sat_by(self) -> tuple[str, ...]:
        """Descriptions of the people who gave the answers, each once; empty if unknown."""
        return tuple(dict.fromkeys(answer_.by for answer_ in self.answers if answer_.by))

    @property
    def digest(self) -> str:
        """The hash of the whole result."""
        return commitment_to(self.as_data())

    @property
    def code(self) -> str:
        """The code on the certificate, computed from the hash of the result, so that the two belong together."""
        raw = base64.b32encode(bytes.fromhex(self.digest)[:10]).decode()
        return "-".join(raw[at : at + 4] for at in range(0, 16, 4))

    def as_data(self) -> dict[str, object]:
        """Return the result as plain data.

        Fields of later versions are left out while empty, so that the code of an earlier result does not change.
        """
        data: dict[str, Any] = {**as_plain(self), "answers": [answer.as_data() for answer in self.answers]}
        for walk in data["walks"]:
            if not walk["unclear"]:
                del walk["unclear"]
        return data

    def in_file(self, key: bytes) -> dict[str, object]:
        """Return the result as plain data for a file, with the school's signature.

        Args:
            key: The school's secret.
        """
        return {
            "what": RESULT,
            "commitment": self.exam.commitment,
            "code": self.code,
            "signature": signature(self, key),
            "result": self.as_data(),
        }


def signature(result: ExamResult, key: bytes) -> str:
    """Return the signature of a result, which only a holder of the school's secret can make.

    Args:
        result: The result.
        key: The school's secret.
    """
    return keyed(key, "result", result.digest)


def mark(exam: Exam, answers: Iterable[GivenAnswer], *, examiner: str, marked: str, version: str = __version__) -> ExamResult:
    """Mark an exam.

    Args:
        exam: The paper with its keys.
        answers: The answers; the last one to each question counts.
        examiner: The examiner's name; may be empty.
        marked: Time of marking, ISO 8601.
        version: The version of dealerkit that marks it.
    """
    last = {(answer_.number, answer_.walk): answer_ for answer_ in answers}
    asked = range(1, len(exam.items) + 1)
    return _summed(
        ExamResult(
            exam,
            answers=tuple(last.values()),
            questions=tuple(_question(exam, number, last.get((number, ""), NOTHING)) for number in asked),
            walks=tuple(_dealt(exam, walk, last.get((0, walk.name), NOTHING)) for walk in exam.walks),
            examiner=examiner,
            marked=marked,
            version=version,
        )
    )


def _summed(result: ExamResult) -> ExamResult:
    """Return a result with its scores computed from its marks."""
    written = 100 * sum((Fraction(question.marks) for question in result.questions), Fraction(0)) / max(1, len(result.questions))
    performance = sum((Fraction(walk_.score) for walk_ in result.walks), Fraction(0)) / max(1, len(result.walks))
    first, second = result.exam.weights
    score = (first * written + second * performance) / max(1, first + second)
    return attrs.evolve(
        result,
        written=_per_cent(written),
        performance=_per_cent(performance),
        score=_per_cent(score),
        passed=score >= Fraction(result.exam.pass_mark) and all(walk_.passed for walk_ in result.walks),
    )


def _per_cent(value: Fraction) -> str:
    """Return a percentage with one decimal, rounded down: nobody passes by rounding.

    >>> _per_cent(Fraction(799, 10) + Fraction(9, 100)), _per_cent(Fraction(80))
    ('79.9', '80')
    """
    tenths = value * 10 // 1
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def _question(exam: Exam, number: int, given_answer: GivenAnswer) -> Marked:
    item = exam.items[number - 1]
    late = given_answer.seconds > 60 * exam.minutes
    marks = item.judge(given_answer.answer) if given_answer.answer and not late else Fraction(0)
    return Marked(
        number=number,
        stratum=exam.strata[number - 1],
        given=given_answer.given,
        answer=given_answer.answer,
        expected=item.key.answers[0],
        marks=str(marks),
        late=late,
        codes=() if marks == 1 else item.key.codes_for(given_answer.answer),
    )


def _dealt(exam: Exam, walk: Walk, answer: GivenAnswer) -> MarkedWalk:
    """Judge the record of a walk again, act by act."""
    late = bool(answer.given) and answer.seconds > 60 * exam.minutes
    session = _session(exam, walk, answer.given) if answer.given else None
    if session is None:
        return MarkedWalk(walk.name, walk.game, "0", 0, {}, {}, passed=False, rounds=0, late=late)
    score = session.score()
    many = exam.majors is not None and score.severities.get("major", 0) > exam.majors
    whole = len(session.ends) >= walk.rounds
    return MarkedWalk(
        name=walk.name,
        game=walk.game,
        score=_per_cent(score.percent * min(Fraction(1), Fraction(len(session.ends), walk.rounds))),
        steps=score.steps,
        severities=dict(score.severities),
        codes=dict(Counter(finding.code for finding in session.findings())),
        passed=whole and not late and not score.severities.get("critical") and not many,
        rounds=len(session.ends),
        late=late,
        unclear=answer.unclear,
    )


def _session(exam: Exam, walk: Walk, text: str) -> Session | None:
    """Return a walk replayed from its record; None if the record is of another walk, or impossible."""
    try:
        record = read_record(text, f"{walk.name} of exam {exam.id}")
        began = seated(walk)
        wanted, actual = began.table.setup.header(), record.header
        if any(getattr(actual, name) != getattr(wanted, name) for name in ("game", "rules", "seats", "seed", "options", "hash")):
            return None
        session = Session.resumed(record, NOBODY, None)
    except (DealerkitError, OSError):  # for example because of a game's name that no file can have
        return None
    if [act.text for act in session.table.log[: began.began]] != [act.text for act in began.table.log]:
        return None
    session.began = began.began
    session.ends = [end for end in session.ends if end > session.began]
    return session


def seated(walk: Walk) -> Session:
    """Return the table at which a candidate deals: players and cards by the seed, dealt up to where the candidate takes over.

    Args:
        walk: The hands to deal.
    """
    table = Table(walk.game, walk.rules or None, seats=walk.seats, seed=walk.seed, options=dict(walk.options))
    session = Session(table, players_named("bots"))
    if walk.at:
        session.go_to(walk.at)
    return session


# -- verification --


@attrs.frozen
class Checked:
    """The outcome of verifying an exam's result.

    Attributes:
        result: The result.
        wrong: The failed checks, in sentences; empty if all hold.
        signed: Whether the school's signature is valid; None without the school's secret.
    """

    result: ExamResult
    wrong: tuple[str, ...]
    signed: bool | None


@attrs.frozen
class ResultFile:
    """The file of a result.

    Attributes:
        what: The kind of file, `dealerkit exam, result`.
        commitment: The hash of the exam when it was drawn.
        code: The code on the certificate.
        signature: The school's signature.
        result: The result.
    """

    what: str
    commitment: str
    code: str
    signature: str
    result: ExamResult


def read_result(data: Mapping[str, object], path: Path) -> ResultFile:
    """Return the result in a file's data; marks and signature are not checked yet.

    Args:
        data: The content of the file, from `read_exam`.
        path: The file, for messages.

    Raises:
        TrainingError: If it is not a result, or its paper does not match its hash.
    """
    if data.get("what") != RESULT:
        raise TrainingError(str(path), "this is not a result of an exam", "name the file that `exam mark` wrote")
    file = read_as(ResultFile, data, path, "the result")
    committed(file.result.exam, file.commitment, path)
    return file


def verify(data: Mapping[str, object], path: Path, *, code: str = "", commitment: str = "", key: bytes | None = None) -> Checked:
    """Verify a result by computing it again from its file.

    Args:
        data: The content of the file, from `read_exam`.
        path: The file, for messages.
        code: The code on the certificate, if it is to be compared; else empty.
        commitment: The hash on the candidate's paper, if it is to be compared; else empty.
        key: The school's secret; None to leave the signature unchecked.

    Raises:
        TrainingError: If it is not a result, or its paper does not match its hash.
    """
    file = read_result(data, path)
    stored, wrong = file.result, []
    again = tuple(_question(stored.exam, number, _given(stored, number)) for number in range(1, len(stored.exam.items) + 1))
    if again != stored.questions:
        there = dict.fromkeys(
            question.number
            for question in (*again, *stored.questions)
            if question not in again or question not in stored.questions
        )
        numbers = ", ".join(map(str, there)) or "some"
        wrong.append(f"the marks of question {numbers} do not agree with answer and key")
    if _summed(stored) != stored:
        wrong.append("the score does not agree with the marks")
    if stored.version == __version__:
        dealt = tuple(_dealt(stored.exam, walk, _given(stored, 0, walk.name)) for walk in stored.exam.walks)
        if dealt != stored.walks:
            wrong.append("the marks of the hands do not agree with their records")
    if stored.code != file.code:
        wrong.append("the code in the file belongs to another result")
    if code and code.strip().upper() != stored.code:
        wrong.append(f"the certificate's code is {code}, this result's is {stored.code}")
    if commitment and commitment.strip().lower() != stored.exam.commitment:
        wrong.append("the candidate's paper has a different commitment")
    signed = None
    if key is not None:
        signed = hmac.compare_digest(file.signature.encode(), signature(stored, key).encode())
        if not signed:
            wrong.append("the result is not signed with this school's secret")
        elif stored.exam.seed != _seed(stored.exam, key):
            wrong.append("the paper was not made with this school's secret")
    return Checked(stored, tuple(wrong), signed)


def _seed(exam: Exam, key: bytes) -> str:
    """Return the seed that the school's secret gives for an exam; the exam's own if the syllabus has changed or is missing."""
    try:
        plan = syllabus(exam.syllabus)
    except (DealerkitError, OSError):
        return exam.seed
    return keyed(key, "exam", exam.id, plan.sha256, exam.paper) if exam.version == __version__ else exam.seed


def _given(result: ExamResult, number: int, walk: str = "") -> GivenAnswer:
    return next((answer for answer in result.answers if (answer.number, answer.walk) == (number, walk)), NOTHING)


def file_text(data: Mapping[str, object]) -> str:
    """Return plain data as the text of a file."""
    return json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
