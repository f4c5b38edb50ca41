"""Reports of `dealerkit exam`: syllabuses, a paper that was drawn, an exam that was marked or proved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from dealerkit.files.screen_text import heading, line, table
from dealerkit.training.exams.exam import Exam
from dealerkit.training.exams.result import Checked, ExamResult
from dealerkit.training.exams.syllabus import Syllabus


@attrs.frozen
class SyllabusList:
    """Syllabuses: what each asks, how long it takes, what passes.

    Attributes:
        syllabuses: They, in order.
    """

    syllabuses: Sequence[Syllabus]

    def as_json(self) -> list[dict[str, object]]:
        """Return a map for each."""
        return [
            {
                "syllabus": made.name,
                "title": made.title,
                "minutes": made.minutes,
                "pass": str(made.pass_mark),
                "questions": sum(stratum.items for stratum in made.strata),
                "walks": [walk.game for walk in made.walks],
            }
            for made in self.syllabuses
        ]

    def lines(self) -> Iterator[str]:
        """Yield them as a table."""
        body = [
            (
                made.name,
                f"{made.minutes} min",
                f"{made.pass_mark} %",
                sum(stratum.items for stratum in made.strata),
                len(made.walks),
                made.title,
            )
            for made in self.syllabuses
        ]
        yield table(body, header=("syllabus", "time", "pass", "questions", "hands", "what"))


@attrs.frozen
class DrawnExam:
    """An exam that was drawn for a candidate.

    Attributes:
        exam: The exam.
        own: The candidate's file.
        sealed: The school's file.
    """

    exam: Exam
    own: Path
    sealed: Path

    def as_json(self) -> dict[str, object]:
        """Return its id, files and commitment."""
        return {
            "exam": self.exam.id, "paper": str(self.own), "sealed": str(self.sealed), "commitment": self.exam.commitment,
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield the same for a screen."""
        made = self.exam
        yield f"{made.title}, paper {made.paper}, for {made.candidate}"
        parts = f"questions {len(made.items)}, parts to be dealt {len(made.walks)}"
        yield line(f"{parts}, {made.minutes} minutes, {made.pass_mark} % passes")
        yield line(str(self.own), 2, "for the candidate: ")
        yield line(str(self.sealed), 2, "for the school:    ")
        yield line(made.commitment, 2, "commitment: ")


@attrs.frozen
class MarkedExam:
    """An exam that was marked.

    Attributes:
        result: What it came to.
        file: The file of the result.
        certificate: The file of the certificate.
    """

    result: ExamResult
    file: Path
    certificate: Path

    def as_json(self) -> dict[str, object]:
        """Return what it came to, and the files."""
        files = {"result": str(self.file), "certificate": str(self.certificate)}
        return {**_plain(self.result), **files, "strays": list(self.result.strays)}

    def lines(self) -> Iterator[str]:
        """Yield every question that was not right, the hands, the score and the files."""
        result = self.result
        exam = result.exam
        yield heading(f"{exam.title}, paper {exam.paper}: {exam.candidate}")
        if result.questions:
            right = sum(one.marks == "1" for one in result.questions)
            yield line(f"{result.written} % ({right} of {len(result.questions)} right)", 2, "questions: ")
            for one in result.questions:
                if one.marks != "1":
                    item = exam.items[one.number - 1]
                    said = item.question.reply.say(one.answer) if one.answer else "no answer"
                    yield line(f"{one.number}. {said}; right: {item.right}" + (" (too late)" if one.late else ""), 4, hang=4)
        for walk in result.walks:
            yield line(walk.told, 2, f"{walk.name}: ")
        yield (
            line(f"{result.score} % of 100, {exam.pass_mark} passes: {'passed' if result.passed else 'not passed'}", 2, "score: ")
        )
        if result.sat_by:
            yield line(", ".join(result.sat_by), 2, "sat by: ")
        for stray in result.strays:
            yield line(f"{stray} belongs to nothing on this paper, and counts for nothing", 2, "note: ")
        yield line(exam.seed, 2, "seed: ")
        yield line(result.code, 2, "code: ")
        yield line(str(self.file), 0, "result: ")
        yield line(str(self.certificate), 0, "certificate: ")


@attrs.frozen
class ProvedExam:
    """A result that was reckoned again.

    Attributes:
        checked: What was found.
    """

    checked: Checked

    def as_json(self) -> dict[str, object]:
        """Return the result, and whether everything in it fits."""
        wrong = self.checked.wrong
        return {**_plain(self.checked.result), "fits": not wrong, "wrong": list(wrong), "signed": self.checked.signed}

    def lines(self) -> Iterator[str]:
        """Yield what fits and what does not."""
        checked, found = self.checked, self.checked.result
        yield (
            heading(f"{found.exam.title}: {found.exam.candidate}, {found.score} %, {'passed' if found.passed else 'not passed'}")
        )
        for what in checked.wrong:
            yield line(what, 2, "! ")
        if not checked.wrong:
            yield line("the paper is the one that was committed to, and every mark follows from answer and key", 2, "ok  ")
        if checked.signed:
            yield line("signed with this school's secret", 2, "ok  ")
        elif checked.signed is None:
            yield line("whose school it is from cannot be said without that school's secret", 2, "note: ")
        if found.sat_by:
            yield line(", ".join(found.sat_by), 2, "sat by: ")
        yield line(found.code, 2, "code: ")


def _plain(result: ExamResult) -> dict[str, object]:
    return {
        "exam": result.exam.id,
        "candidate": result.exam.candidate,
        "title": result.exam.title,
        "paper": result.exam.paper,
        "written": result.written,
        "performance": result.performance,
        "score": result.score,
        "passed": result.passed,
        "code": result.code,
        "seed": result.exam.seed,
        "commitment": result.exam.commitment,
        "sat_by": list(result.sat_by),
    }
