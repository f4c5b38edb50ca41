"""`dealerkit exam`: marking, and verifying a result."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from dealerkit.cli.common import force_option, json_option, misused, note, report
from dealerkit.files.output import write_output


@click.command("mark")
@click.argument("sealed", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("answers", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--enter", is_flag=True, help="The exam was taken on paper: type the answers in, question by question.")
@click.option("--examiner", default="", metavar="NAME", help="The examiner.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Where to write the result. Default: beside the sealed file."
)
@force_option
@json_option
def mark_(sealed: Path, answers: Path | None, enter: bool, examiner: str, out: Path | None, force: bool, as_json: bool) -> None:
    """Mark an exam: SEALED is the school's file, ANSWERS the candidate's.

    The result reveals the answers and the seed, secret until now; the certificate, a page to print, is written beside it.
    """
    from dealerkit.cli.papers import write_document
    from dealerkit.training.exams.answer_sheet import read_answers
    from dealerkit.training.exams.exam import sealed_exam
    from dealerkit.training.exams.pages import certificate
    from dealerkit.training.exams.reports import MarkedExam
    from dealerkit.training.exams.result import file_text, mark, signature
    from dealerkit.training.exams.secret import secret

    if (answers is None) == (not enter):
        misused("name the file of answers, or add --enter to type in answers from paper")
    exam = sealed_exam(sealed)
    key = secret()
    given = _typed_in(exam) if answers is None else read_answers(answers, exam.id, exam.commitment)
    marked = datetime.now().astimezone().isoformat(timespec="seconds")
    result = mark(exam, given, examiner=examiner, marked=marked)
    target = out or sealed.with_name(f"{sealed.name.split('.')[0]}.result.json")
    page = target.with_name(f"{target.name.removesuffix('.json').removesuffix('.result')}.certificate.html")
    write_output(target, file_text(result.in_file(key)), force=force)
    write_document(certificate(result, signature(result, key)), page, force=force)
    report(MarkedExam(result, target, page), as_json, failed=not result.passed)


def _typed_in(exam: Any) -> list[Any]:
    """Read the answers of a paper from the keyboard."""
    from dealerkit.cli.keyboard import Keyboard, Left, PutOff
    from dealerkit.cli.questions import put
    from dealerkit.training.exams.answer_sheet import GivenAnswer

    keyboard, answers_ = Keyboard(err=True), []
    note("Type each answer as written on the paper; / if left blank, q ends.")
    with keyboard.taken():
        for number, item in enumerate(exam.items, 1):
            try:
                answer_ = put(keyboard, number, item.question, help_=None, may_put_off=True)
            except PutOff:
                continue
            except Left:
                break
            answers_.append(GivenAnswer(number, given=answer_.typed, answer=answer_.answer))
    return answers_


@click.command("verify")
@click.argument("result", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--code", default="", metavar="CODE", help="The code on the certificate.")
@click.option("--commitment", default="", metavar="HASH", help="The commitment (fingerprint) on the candidate's paper.")
@json_option
def verify_(result: Path, code: str, commitment: str, as_json: bool) -> None:
    """Verify a RESULT: the paper is unchanged, and every mark, the total and the code are right.

    The signature is checked too if the school's secret key is on this machine. A result proves what was answered, not who sat
    there.
    """
    from dealerkit.training.exams.exam import read_exam
    from dealerkit.training.exams.reports import ProvedExam
    from dealerkit.training.exams.result import verify
    from dealerkit.training.exams.secret import has_secret, secret

    checked = verify(read_exam(result), result, code=code, commitment=commitment, key=secret() if has_secret() else None)
    report(ProvedExam(checked), as_json, failed=bool(checked.wrong))
