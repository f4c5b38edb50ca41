"""Reports of `dealerkit exam`: syllabuses, a drawn paper, and an exam that was marked or verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from dealerkit.files.plain_data import fields
from dealerkit.files.screen_text import count_of
from dealerkit.rules.games import game_title
from dealerkit.sheets.document import Block, Heading, NumberedBlock, Paragraph, Remark, TableBlock, strong
from dealerkit.sheets.report import DocumentReport
from dealerkit.training.exams.exam import Exam
from dealerkit.training.exams.result import Checked, ExamResult
from dealerkit.training.exams.syllabus import Syllabus


@attrs.frozen
class SyllabusList(DocumentReport[Sequence[Syllabus]]):
    """Syllabuses: content, duration, pass mark.

    Attributes:
        data: The syllabuses, in order.
    """

    def as_json(self) -> list[dict[str, object]]:
        """Return the syllabuses as plain data, a map for each."""
        return [
            {
                **fields(syllabus_, "syllabus=name", "title", "minutes", "pass=pass_mark"),
                "questions": sum(stratum.items for stratum in syllabus_.strata),
                "walks": [walk.game for walk in syllabus_.walks],
            }
            for syllabus_ in self.data
        ]

    def told(self) -> Iterator[Block]:
        """Yield the syllabuses as a table."""
        body = [
            (
                syllabus_.name,
                f"{syllabus_.minutes} min",
                f"{syllabus_.pass_mark} %",
                str(sum(stratum.items for stratum in syllabus_.strata)),
                str(len(syllabus_.walks)),
                syllabus_.title,
            )
            for syllabus_ in self.data
        ]
        yield TableBlock(("syllabus", "time", "pass", "questions", "hands", "what"), body)


@attrs.frozen
class DrawnExam(DocumentReport[Exam]):
    """An exam that was drawn for a candidate.

    Attributes:
        data: The exam.
        own: The candidate's file.
        sealed: The school's file.
    """

    json_names = "exam=data.id paper=own sealed commitment=data.commitment"
    own: Path
    sealed: Path

    def told(self) -> Iterator[Block]:
        """Yield the same facts as blocks for a screen."""
        exam = self.data
        yield Remark(f"{exam.title}, paper {exam.paper}, for {exam.candidate}", inset=0)
        parts = f"{count_of(len(exam.items), 'question')}, {count_of(len(exam.walks), 'game')} to deal"
        yield Remark(f"{parts}, {count_of(exam.minutes, 'minute')}, pass mark {exam.pass_mark} %")
        yield Remark(str(self.own), "for the candidate: ")
        yield Remark(str(self.sealed), "for the school:    ")
        yield Remark(exam.commitment, "commitment: ")


@attrs.frozen
class MarkedExam(DocumentReport[ExamResult]):
    """The report of an exam that was marked.

    Attributes:
        data: The result.
        file: The file of the result.
        certificate: The file of the certificate.
    """

    edition = "result"
    file: Path
    certificate: Path

    def as_json(self) -> dict[str, object]:
        """Return the result as plain data, with the names of its files."""
        return {**_plain(self.data), **fields(self, "result=file", "certificate", "strays=data.strays")}

    def title(self) -> str:
        """Return the exam and its candidate."""
        return _title(self.data)

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield the figures, every question that was not right, and the files."""
        yield from _figures(self.data)
        yield from _not_right(self.data, paper=paper)
        for stray in self.data.strays:
            yield Remark(f"{stray} is not on this paper, and doesn't count", "note: ")
        yield Remark(str(self.file), "result: ", 0)
        yield Remark(str(self.certificate), "certificate: ", 0)


class ProvedExam(DocumentReport[Checked]):
    """The report of a result that was verified by computing it again; on a page, with every question that was not right."""

    edition = "result"

    def as_json(self) -> dict[str, object]:
        """Return the result, and whether every check of it holds."""
        wrong = self.data.wrong
        return {**_plain(self.data.result), "fits": not wrong, "wrong": list(wrong), "signed": self.data.signed}

    def title(self) -> str:
        """Return the exam and its candidate."""
        return _title(self.data.result)

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield the figures, and the checks with their results."""
        checked = self.data
        yield from _figures(checked.result)
        yield from (Remark(what, "Not valid: " if paper else "! ") for what in checked.wrong)
        if not checked.wrong:
            signed = "; signed with this school's secret" if checked.signed else ""
            yield Remark(f"verified: the paper matches its commitment, and every mark agrees with answer and key{signed}", "ok  ")
        if checked.signed is None:
            yield Remark("the school can't be verified without its secret", "note: ")
        if paper:
            yield from _not_right(checked.result, paper=True)


def _title(result: ExamResult) -> str:
    return f"{result.exam.title}, paper {result.exam.paper}: {result.exam.candidate}"


def _figures(result: ExamResult) -> Iterator[Block]:
    """Yield the result, and the codes that identify it."""
    exam = result.exam
    rows = [("score", f"{result.score} of 100, pass mark {exam.pass_mark}: {'passed' if result.passed else 'not passed'}")]
    if result.questions:
        right = sum(question.marks == "1" for question in result.questions)
        rows.append(("questions", f"{result.written} % ({right} of {len(result.questions)} right)"))
    rows += [(game_title(walk.game), walk.told) for walk in result.walks]
    if result.sat_by:
        rows.append(("sat by", ", ".join(result.sat_by)))
    yield TableBlock((), [*rows, ("code", result.code), ("seed", exam.seed), ("commitment", exam.commitment)], widths=(1, 4))


def _not_right(result: ExamResult, *, paper: bool) -> Iterator[Block]:
    """Yield the questions with wrong answers, on paper with their material."""
    wrong = [marked for marked in result.questions if marked.marks != "1"]
    if wrong:
        yield Heading("Wrong answers")
    for marked in wrong:
        item = result.exam.items[marked.number - 1]
        words = (item.question.reply.say(marked.answer) if marked.answer else "no answer") + (
            " (too late)" if marked.late else ""
        )
        asked = [Paragraph("\n".join(item.question.show), "given")] if paper and item.question.show else []
        asked += [Paragraph(item.question.ask)] if paper else []
        yield NumberedBlock(marked.number, [*asked, Paragraph([f"{words}; right: ", strong(item.right)])])


def _plain(result: ExamResult) -> dict[str, object]:
    return fields(
        result, "exam=exam.id", "candidate=exam.candidate", "title=exam.title", "paper=exam.paper", "written", "performance",
        "score", "passed", "code", "seed=exam.seed", "commitment=exam.commitment", "sat_by",
    )  # fmt: skip
