"""The sheet of hands that an instructor watched, to be signed by both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from dealerkit.sheets.document import Document, Fields, Paragraph, TableBlock, TableCell, Words, cell, strong


class Observed(TypedDict):
    """Hands that an instructor watched, as `dealerkit observe --json` tells them."""

    game: str
    trainee: str
    by: str
    hands: int
    minutes: str
    hands_an_hour: int | None
    slips: Mapping[str, int]
    severities: Mapping[str, int]
    score: int
    passed: bool
    marks: dict[str, int]
    source: str


def observed_score(it: Observed) -> str:
    """Return the score of hands that an instructor watched in words: nothing passes where nothing was dealt.

    Args:
        it: What was seen, as `dealerkit observe --json` tells it.
    """
    if not it["hands"] and not it["slips"]:
        return "not marked: no hand was dealt to its end"
    return f"{it['score']} of 100, {'passed' if it['passed'] else 'not passed'}"


def observed_sheet(
    game: str,
    it: Observed,
    slips: Sequence[tuple[str, str, int]],
    marks: Mapping[str, int | None],
    date: str,
    notes: str = "",
) -> Document:
    """Return the sheet of hands that an instructor watched, to be signed by both.

    Args:
        game: What was dealt.
        it: Who dealt, who watched, hands, minutes, pace and score, as `dealerkit observe --json` tells them.
        slips: What went wrong: title, severity and how often.
        marks: What was looked at, with its mark from 1 to 5; None where none was given.
        date: The day.
        notes: What the instructor wrote besides; may be empty.
    """
    pace = f", {it['hands_an_hour']} an hour" if it["hands_an_hour"] else ""
    facts = [
        ("Dealer", it["trainee"]),
        ("Watched by", it["by"]),
        ("Date", date),
        ("Hands", f"{it['hands']} in {it['minutes']} minutes{pace}"),
        ("Score", observed_score(it)),
    ]
    wrong: list[list[TableCell | Words]] = [[title, severity, str(count)] for title, severity, count in slips]
    looked_at: list[list[TableCell | Words]] = [[what, "" if mark is None else str(mark), ""] for what, mark in marks.items()]
    return Document(
        "observed",
        f"Observed: {game}",
        [
            Fields(facts, columns=2),
            TableBlock(
                ["Slip", "Severity", "Times"],
                wrong or [[cell("none", columns=3)]],
                widths=(5, 2, 1),
                style="grid",
                align=("left",),
            ),
            TableBlock(["Looked at", "Mark, 1 to 5", "Note"], looked_at, widths=(4, 2, 6), style="grid", align=("left",)),
            *([Paragraph([strong("Notes: "), notes])] if notes else []),
            Paragraph("Marked by a person, not reckoned by the program.", "small"),
            Fields([("Dealer", ""), ("Instructor", "")], columns=2, lines=2),
        ],
    )
