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
    "verify": ("exam.marks", "Verify a RESULT: recompute it and compare."),
}


@click.group(cls=group_of(COMMANDS))
def exam() -> None:
    """Examine dealers: draw papers by syllabus, time them, mark them, verify them later.

    `exam new` draws a paper from your school's secret and writes two files: the candidate's, with the questions and a
    commitment to the keys, seed and cards, and the school's sealed file, which contains them. After marking they are all in the
    result, and `exam verify` computes it again. A result proves what was answered, not who sat there.

    \b
    dealerkit exam new baccarat-table-test --as "Ann Lee"
    dealerkit exam take ann-lee-1f2e3d.paper.json
    dealerkit exam mark ann-lee-1f2e3d.sealed.json ann-lee-1f2e3d.answers.jsonl --examiner "Bo Ray"
    dealerkit exam verify ann-lee-1f2e3d.result.json
    """
