"""`dealerkit exam`: papers drawn, taken, marked and verified."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS = {
    "list": ("exam.papers", "List the syllabuses."),
    "new": ("exam.papers", "Draw a paper for a candidate from a SYLLABUS."),
    "sheet": ("exam.papers", "Print a PAPER, its key, or the instructor's sheet."),
    "take": ("exam.sitting", "Take an exam against the clock."),
    "mark": ("exam.marks", "Mark an exam, and write its result and its certificate."),
    "verify": ("exam.marks", "Verify a RESULT: mark the exam again and compare."),
}


@click.group(cls=group_of(COMMANDS))
def exam() -> None:
    """Examine dealers: draw papers by syllabus, time them, mark them, verify them later.

    `exam new` makes a random paper from your school's secret key and writes two files: the candidate's, with the questions and a
    fingerprint that shows later that nothing was changed; and the school's sealed file, with the answers, the seed and the cards.
    The result contains all of these, and `exam verify` marks the exam again to check. A result proves what was answered, not who
    sat the exam.

    \b
    dealerkit exam new baccarat-table-test --as "Ann Lee"
    dealerkit exam take ann-lee-1f2e3d.paper.json
    dealerkit exam mark ann-lee-1f2e3d.sealed.json ann-lee-1f2e3d.answers.jsonl --examiner "Bo Ray"
    dealerkit exam verify ann-lee-1f2e3d.result.json
    """
