"""An exam on paper: the candidate's questions, the examiner's key, the instructor's sheet for real cards, the certificate."""

from __future__ import annotations

from pathlib import Path

from dealerkit.errors import DealerkitError, TrainingError
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.journal.clock import said_time
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.sheets.document import Box, Document, Fields, Heading, Paragraph, TableBlock, strong
from dealerkit.sheets.document import Paper as Sheet
from dealerkit.training.drills import looked_at
from dealerkit.training.exams.exam import CandidatePaper, Exam
from dealerkit.training.exams.result import ExamResult
from dealerkit.training.paper import ExercisePaper, PaperRow, printed_row

MARKS = range(1, 6)
SPARE = 3
"""Blank lines on an instructor's sheet for unplanned hands."""


def question_sheet(own: CandidatePaper) -> Document:
    """Return the candidate's paper."""
    rows = tuple(map(PaperRow, own.asked))
    fields = (*_fields(own), ("Time", count_of(own.minutes, "minute")), ("Commitment", own.commitment))
    return ExercisePaper(own.title, fields, (), own.commitment[:8].upper(), "", rows).questions()


def key_sheet(exam: Exam) -> Document:
    """Return the examiner's key."""
    own = exam.for_candidate()
    rows = tuple(map(printed_row, exam.items))
    return ExercisePaper(
        exam.title, _fields(own), (("Commitment", exam.commitment),), exam.commitment[:8].upper(), "", rows
    ).key()


def _fields(own: CandidatePaper) -> tuple[tuple[str, str], ...]:
    rules = ", ".join(f"{game} {print_[:12]}" for game, print_ in own.rules.items())
    return (("Candidate", own.candidate), ("Paper", own.paper), ("Number", own.id), ("Rules", rules))


def instructor_sheet(own: CandidatePaper, path: Path) -> Document:
    """Return the sheet on which an instructor marks hands dealt with real cards.

    Args:
        own: The candidate's paper.
        path: Its file, for the message of an error.

    Raises:
        TrainingError: If it names an unknown game.
    """
    games = [_game(walk.game, path, at) for at, walk in enumerate(own.walks)]
    hands = [f"{game.title}, {walk.rounds}" for game, walk in zip(games, own.walks, strict=True)]
    fields = [("Candidate", own.candidate), ("Exam", own.title), ("Number", own.id), ("Date", "")]
    marks = [[what, *map(str, MARKS), ""] for what in looked_at({game.family for game in games})]
    return Document(
        "instructor",
        "Instructor's sheet",
        [
            Fields(fields, columns=2),
            TableBlock(
                ["Hands", "Minutes", "Minor", "Major", "Critical", "What was wrong"],
                [[hand, *[""] * 5] for hand in [*hands, *[" "] * SPARE]],
                widths=(3, 1.2, 1.2, 1.2, 1.2, 5),
                style="grid",
                align=("left",),
            ),
            TableBlock(
                ["Observed", *map(str, MARKS), "Note"], marks, widths=(5, *[0.7] * len(MARKS), 5), style="grid", align=("left",)
            ),
            Fields([("Dealer", ""), ("Examiner", "")], columns=2, lines=2),
        ],
    )


def _game(name: str, path: Path, at: int) -> Game:
    try:
        return load(name)
    except (DealerkitError, OSError) as error:
        raise TrainingError(str(path), f"walks.{at}.game: {error}") from None


def certificate(result: ExamResult, signed: str) -> Document:
    """Return the certificate.

    Args:
        result: The result.
        signed: The school's signature.
    """
    exam = result.exam
    passed = "Passed" if result.passed else "Not passed"
    rows = [("Pass mark", f"{exam.pass_mark} per cent; no critical finding in any game")]
    if result.questions:
        rows.append(("Questions", f"{result.written} per cent of {len(result.questions)}, weight {exam.weights[0]}"))
    rows += [(f"Dealt: {walk.game}", str(walk.told)) for walk in result.walks]
    drawn = f"{exam.paper}, number {exam.id}, drawn {said_time(exam.made)}, marked {said_time(result.marked)}"
    rows.append(("Paper", drawn))
    rows += [(f"Rules of {game}", print_) for game, print_ in exam.rules.items()]
    if result.sat_by:
        rows.append(("Sat by", ", ".join(result.sat_by)))
    rows += [("Commitment", exam.commitment), ("Seed", str(exam.seed)), ("School's signature", signed)]
    examiner = f"Examiner: {result.examiner}" if result.examiner else "Examiner"
    note = (
        "The code belongs to one result, and “exam verify” checks that result. It proves what was answered, not who sat the exam."
    )
    return Document(
        "certificate",
        exam.title,
        [
            Heading(exam.candidate),
            Paragraph([strong(f"{passed} with {result.score} per cent")], "lead"),
            TableBlock([], rows, widths=(1, 3)),
            Box([Paragraph(["Code: ", strong(result.code)], "lead")]),
            Fields([("Dealer", ""), (examiner, "")], columns=2, lines=2),
            Paragraph(note, "small"),
        ],
        paper=Sheet(points=11, margin=20),
        running=False,
    )
