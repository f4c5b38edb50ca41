"""`dealerkit exam`: syllabuses listed, papers drawn and printed."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import click

from dealerkit.cli.common import PAPER_ENDINGS, force_option, json_option, note, report, rules_option, set_option
from dealerkit.files.output import write_output


@click.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the syllabuses: content, time limit, pass mark."""
    from dealerkit.training.exams.reports import SyllabusList
    from dealerkit.training.exams.syllabus import syllabus, syllabuses

    report(SyllabusList([syllabus(name) for name in syllabuses()]), as_json)


@click.command("new")
@click.argument("plan", metavar="SYLLABUS|PATH")
@click.option("--as", "candidate", metavar="NAME", required=True, help="The candidate: a name or a code.")
@click.option(
    "--paper", default="A", show_default=True, metavar="A|B|...", help="Letter of the paper, if you set several: A, B and so on."
)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path(), help="The folder for both files.")
@rules_option
@set_option
@json_option
def new_(plan: str, candidate: str, paper: str, out: Path, rules: str | None, settings: dict[str, str], as_json: bool) -> None:
    """Draw a paper for a candidate from a SYLLABUS.

    The candidate's file (.paper.json) has the questions and a fingerprint of the paper, its commitment; the sealed file
    (.sealed.json) has the answers, the seed and the cards, and stays with the school.
    """
    from dealerkit.training.exams.exam import draw
    from dealerkit.training.exams.reports import DrawnExam
    from dealerkit.training.exams.result import file_text
    from dealerkit.training.exams.secret import has_secret, secret, secret_path
    from dealerkit.training.exams.syllabus import syllabus

    begun = not has_secret()
    exam_ = draw(
        syllabus(plan),
        secret(begin=True),
        candidate=candidate,
        created=datetime.now().astimezone().isoformat(timespec="seconds"),
        paper=paper,
        rules=rules,
        settings=settings,
    )
    if begun:
        note(f"New secret key of the school: {secret_path()}. Keep a copy that no candidate can reach.")
    stem = f"{_stem(candidate)}-{exam_.id}"
    out.mkdir(parents=True, exist_ok=True)
    own, sealed = out / f"{stem}.paper.json", out / f"{stem}.sealed.json"
    write_output(sealed, file_text(exam_.sealed()), private=True)
    write_output(own, file_text(exam_.for_candidate().as_data()))
    report(DrawnExam(exam_, own, sealed), as_json)


def _stem(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "candidate"


@click.command("sheet")
@click.argument("paper", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--key", is_flag=True, help="Print the key; needs the sealed file.")
@click.option("--practical", is_flag=True, help="Print the instructor's sheet for hands dealt with real cards.")
@click.option("--out", type=click.Path(path_type=Path), help=f"Save it as a file: {PAPER_ENDINGS}. Default: print it here.")
@force_option
def sheet_(paper: Path, key: bool, practical: bool, out: Path | None, force: bool) -> None:
    """Print a PAPER for the candidate, its key for the examiner, or the instructor's sheet."""
    from dealerkit.cli.papers import give
    from dealerkit.training.exams.exam import candidate_paper, sealed_exam
    from dealerkit.training.exams.pages import instructor_sheet, key_sheet, question_sheet

    if practical:
        document_ = instructor_sheet(candidate_paper(paper), paper)
    elif key:
        document_ = key_sheet(sealed_exam(paper))
    else:
        document_ = question_sheet(candidate_paper(paper))
    give(document_, out, force=force)
