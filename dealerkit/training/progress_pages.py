"""Progress on paper: of a trainee, of a class, who has signed off a version, and hands that somebody watched.

The figures are those of the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypedDict

from dealerkit.jobs.journal.clock import said_time
from dealerkit.sheets.document import (
    Block,
    Document,
    Fields,
    Figure,
    Heading,
    Paragraph,
    TableBlock,
    TableCell,
    Words,
    cell,
    strong,
)
from dealerkit.training.figures import ShareFigures, seconds, share
from dealerkit.training.progress import (
    ClassProgress,
    DrillStanding,
    LevelFigures,
    MarkedFigures,
    Signoffs,
    SlipTimes,
    TraineeProgress,
)

TITLES: Final = {"trainee": "Progress", "class": "Progress of the class", "signoff": "Sign-off"}
_WIDE: Final = 240
_HIGH: Final = 60
_MOST_SLIPS: Final = 20
NOTE: Final = "A share has the interval in which the true one lies 19 times in 20. An answer with help does not count as right."


class _Page:
    """A page in the making.

    Args:
        title_of: Returns what a drill is called.
        slip_title: Returns what a finding is called.
    """

    def __init__(self, title_of: Callable[[str], str], slip_title: Callable[[str], str]) -> None:
        self.title_of, self.slip_title = title_of, slip_title

    def drill(self, one: MarkedFigures | DrillStanding) -> str:
        return f"{self.title_of(one['drill'])}, level {one['level']}"

    def trainee(self, it: TraineeProgress) -> Iterator[Block]:
        due = f"{it['due']['cells']}" + (f"; {it['due']['today']} today" if it["due"]["cells"] else "")
        facts: list[tuple[str, Words]] = [("Items answered", str(it["answered"])), ("Sittings", str(it["sessions"]))]
        facts += [("Since", str(it["begun"]))] if it["begun"] else []
        facts.append(("Due", due))
        yield TableBlock([], facts, widths=(1, 3))
        if focus := it["focus"]:
            slow = f", {focus['slow']} of them slow" if focus["slow"] else ""
            last = f"{focus['last']['count']} of the last {focus['last']['of']} right{slow}"
            cell_ = self.slip_title(focus["cell"])
            yield Paragraph(["In focus, the weakest: ", strong(cell_), f" ({self.title_of(focus['drill'])}): {last}."])
        for one in it["drills"]:
            yield Heading(self.drill(one))
            if (drawn := curve(one["trend"])) is not None:
                yield drawn
            yield TableBlock([], list(self._figures(one)), widths=(2, 3))
        if it["days"]:
            yield Heading("Day by day")
            rows = [[one["day"], str(one["right"]["of"]), per_cent(one["right"])] for one in it["days"]]
            yield TableBlock(["Day", "Items", "Right"], rows, align=("left", "right"), widths=(2, 1, 1))
        if it["marked"]:
            yield Heading("Marked by a person")
            yield Paragraph("In none of the figures above.", "small")
            rows = [[self.drill(one), str(one["answered"]), share(one["last"])] for one in it["marked"]]
            yield TableBlock(["Drill", "Marks", "Right, of the last thirty"], rows, widths=(3, 1, 3))

    def _figures(self, one: LevelFigures) -> Iterator[tuple[str, str]]:
        yield "Right, of the last thirty", share(one["last"])
        if one["first_ms"] is not None:
            target = f", target {seconds(one['target_ms'])}" if one["target_ms"] is not None else ""
            yield "Median time to the first key", f"{seconds(one['first_ms'])}{target}"
        if one["hits"] is not None and one["false_alarms"] is not None:
            yield "Slips found", share(one["hits"])
            yield "False alarms, where nothing was wrong", share(one["false_alarms"])
        yield "Right in a row", f"{one['streak']}, longest {one['best_streak']}"
        yield "Answered in all", str(one["answered"])
        open_ = "the next level is open; " if one["opens_next"] else ""
        yield "Mastery", "mastered" if one["mastered"] else f"{open_}still wanted: {', '.join(one['missing'])}"

    def everybody(self, it: ClassProgress) -> Iterator[Block]:
        yield Heading("Trainees")
        rows: list[list[TableCell | Words]] = [
            [
                one["trainee"],
                str(one["answered"]),
                str(one["last_day"] or ""),
                str(one["drills"]),
                str(one["mastered"]),
                share(one["right"]),
                f"{self.slip_title(one['focus']['cell'])} ({self.title_of(one['focus']['drill'])})" if one["focus"] else "",
            ]
            for one in it["trainees"]
        ]
        head = ["Trainee", "Items", "Last day", "Drills", "Levels mastered", "Right lately", "Weakest"]
        yield TableBlock(head, rows or [[cell("Nobody is named.", columns=len(head))]], widths=(3, 1.2, 2.2, 1.2, 1.6, 3.4, 4))
        if it["drills"]:
            yield Heading("Drills")
            rows = [[self.drill(one), ", ".join(one["practised"]), ", ".join(one["mastered"])] for one in it["drills"]]
            yield TableBlock(["Drill", "Practised by", "Mastered by"], rows, widths=(2, 2, 2))

    def signoff(self, it: Signoffs) -> Iterator[Block]:
        rows = [
            [
                one["trainee"] or "nobody named",
                said_time(one["passed"]) if one["passed"] else "not yet",
                f"{one['right']} of {one['items']}",
                ", ".join(f"{rules['name']} {rules['sha256'][:16]}" for rules in one["rules"]),
                " ",
            ]
            for one in it["signoffs"]
        ]
        head = ["Name", "Passed", "Items", "Rules in force", "Signature"]
        title = f"The drill of what changed since {it['version']}"
        yield TableBlock(head, rows or [[cell("Nobody has begun it.", columns=len(head))]], title=title, widths=(3, 3, 2, 4, 4))

    def slips(self, found: Sequence[SlipTimes]) -> Iterator[Block]:
        if found:
            yield Heading("What wrong answers would have been at a table")
            rows = [[str(one["times"]), self.slip_title(one["code"])] for one in found[:_MOST_SLIPS]]
            yield TableBlock(["Times", "What"], rows, align=("right", "left"), widths=(1, 8))


def progress_page(
    page: str,
    document: TraineeProgress | ClassProgress | Signoffs,
    title_of: Callable[[str], str],
    slip_title: Callable[[str], str],
) -> Document:
    """Return progress as a document.

    Args:
        page: One of `TITLES`.
        document: What `progress.progress`, `progress.class_progress` or the sign-off of a version returned.
        title_of: Returns what a drill is called.
        slip_title: Returns what a finding is called.
    """
    made = _Page(title_of, slip_title)
    if "signoffs" in document:
        blocks, subtitle = [*made.signoff(document)], f"since {document['version']}"
    elif "trainees" in document:
        blocks, subtitle = [*made.everybody(document), *made.slips(document["slips"])], "Everybody, by name"
    else:
        blocks, subtitle = [*made.trainee(document), *made.slips(document["slips"])], document["trainee"] or "nobody named"
    note = Paragraph(f"As of {said_time(document['as_of'])}. {NOTE}", "small")
    return Document("progress", f"{TITLES[page]}: {subtitle}", [*blocks, note])


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


def curve(shares: Sequence[ShareFigures]) -> Figure | None:
    """Draw shares as a curve, with the interval of each as a line; nothing of fewer than two.

    Args:
        shares: Count, number and interval of each, in their order.
    """
    if len(shares) < 2:
        return None
    step = _WIDE / (len(shares) - 1)
    points, lines = [], []
    for number, one in enumerate(shares):
        x, y = number * step, _y(100 * one["count"] / max(one["of"], 1))
        points.append(f"{x:.1f},{y:.1f}")
        lines.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_y(one["low"])}" y2="{_y(one["high"])}" stroke="#c8c8c8" stroke-width="5"/>'
        )
    said = ", ".join(per_cent(one) for one in shares)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {_WIDE + 8} {_HIGH + 8}" '
        f'width="{_WIDE + 8}" height="{_HIGH + 8}" role="img">'
        f'<path d="M0 {_y(90)} H {_WIDE}" stroke="#666" stroke-dasharray="3 3"/>{"".join(lines)}'
        f'<polyline points="{" ".join(points)}" fill="none" stroke="#111" stroke-width="2"/></svg>'
    )
    return Figure(svg, f"right, oldest first: {said}", 64, 64 * (_HIGH + 8) / (_WIDE + 8))


def per_cent(one: ShareFigures) -> str:
    """Return a share in per cent; nothing of nothing is none."""
    return f"{round(100 * one['count'] / one['of']) if one['of'] else 0} %"


def _y(per_cent: float) -> float:
    return round(_HIGH * (1 - per_cent / 100), 1)
