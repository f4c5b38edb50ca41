"""Reports of `dealerkit progress`: a trainee or a class, sign-offs of a version, imported and removed answers.

The first three are documents, so that screen, paper and browser have the same figures in the same words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealerkit.files.reports import Data
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.journal.clock import said_time
from dealerkit.sheets.document import Block, Heading, Paragraph, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport
from dealerkit.training.cell_names import cell_title, slip_title, title_of
from dealerkit.training.curve import curve
from dealerkit.training.drills import practice_day
from dealerkit.training.figures import Share, Weak, seconds
from dealerkit.training.progress import (
    ClassProgress,
    DrillStanding,
    LevelFigures,
    MarkedFigures,
    Signoffs,
    SlipTimes,
    TraineeProgress,
)
from dealerkit.training.store.sessions import Forgotten

BAR = 20
"""Columns of a full bar."""


class TraineeReport(DocumentReport[TraineeProgress]):
    """A trainee's progress: right answers with their interval, times against the target, the weakest cell."""

    edition = "progress"

    def title(self) -> str:
        """Return the trainee's name."""
        return f"Progress of {self.data.trainee}" if self.data.trainee else f"Progress ({named('')})"

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield totals, the figures by drill and by day, slips, and separately the marks of a person."""
        data = self.data
        if not data.answered and not data.marked:
            yield Remark("no answers yet")
            if not paper:
                yield Remark("dealerkit drill", "> ")
            return
        yield TableBlock((), _facts(data), widths=(1, 3))
        for level in data.drills:
            yield from _level(level, paper=paper)
        if data.days:
            yield Heading("Day by day")
            wide = 3 if paper else 4
            rows = [
                (level.day, str(level.right.of), f"{level.right.per_cent:>3} %", _bar(level.right))[:wide] for level in data.days
            ]
            yield TableBlock(("day", "items", "right", "")[:wide], rows, align=("left", "right"))
        yield from _slips(data.slips, paper=paper)
        if data.slips:
            yield Remark("most often in " + ", ".join(f"{level.family} ({level.times})" for level in data.families))
            if not paper:
                yield Remark(f"dealerkit explain {data.slips[0].code}", "> ")
        if data.marked:
            yield Heading("Marked by a person; not in the figures above")
            yield TableBlock(
                (),
                [(_title(level), f"{count_of(level.answered, 'mark')}", f"lately {level.last}") for level in data.marked],
            )
        if paper:
            yield _note(data.as_of)


class ClassReport(DocumentReport[ClassProgress]):
    """The progress of every named trainee, and of the class drill by drill."""

    edition = "progress"

    def title(self) -> str:
        """Return the title of the report."""
        return "Progress of the class"

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield everybody, and every drill; on paper also the names of those who have mastered it."""
        data = self.data
        if not data.trainees:
            yield Remark("no names yet; `dealerkit progress` shows answers without a name")
            return
        yield TableBlock(
            ("trainee", "items", "last", "mastered", "right lately", "weakest"),
            [
                (
                    level.trainee, f"{level.answered:,}", level.last_day or "-", str(level.mastered), str(level.right),
                    _weakest(level.focus, paper=paper),
                )
                for level in data.trainees
            ],
        )  # fmt: skip
        if data.drills:
            yield Heading("Drill by drill")
            wide = 4 if paper else 3
            rows = [
                (
                    _title(level), f"{len(level.mastered)} of {len(level.practised)}", ", ".join(_not_yet(level)),
                    ", ".join(level.mastered),
                )[:wide]
                for level in data.drills
            ]  # fmt: skip
            yield TableBlock(("drill", "mastered", "not yet", "mastered by")[:wide], rows)
        yield from _slips(data.slips, paper=paper)
        if paper:
            yield _note(data.as_of)


class SignoffReport(DocumentReport[Signoffs]):
    """The trainees who have passed the drill on a version's changes; on paper with a place to sign."""

    edition = "progress"

    def title(self) -> str:
        """Return the version."""
        return f"What changed since {self.data.version}: who has passed"

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield everybody who has begun the drill."""
        data = self.data
        if not data.signoffs:
            yield Remark("no one has started the drill on these changes")
            if not paper:
                yield Remark(f"dealerkit drill --since {data.version}", "> ")
            return
        rows = []
        for level in data.signoffs:
            rules = ", ".join(f"{rules.name} {rules.sha256[:16]}" for rules in level.rules)
            who, passed = named(level.trainee), level.passed and f"passed on {said_time(level.passed)}"
            items = count_of(level.items, "item") if passed else f"{level.right} of {count_of(level.items, 'item')} right"
            rows.append((who, passed or "not yet", items, rules, " "))
            if not paper:
                yield Remark(f"{who}: {passed or 'not yet'}, {items}; {rules}", "ok  " if passed else "! ")
        if paper:
            yield TableBlock(("Name", "Passed", "Items", "Rules in force", "Signature"), rows, widths=(3, 3, 2, 4, 4))
            yield _note(data.as_of)


class TakenIn(DocumentReport[Data]):
    """The report of answers imported from a file."""

    def told(self) -> Iterator[Block]:
        """Yield the result as one line."""
        yield Remark(
            f"{self.data['file']}: {count_of(self.data['answers'], 'answer')}, {self.data['new']:,} of them new.", inset=0
        )


class ForgottenTrainee(DocumentReport[Forgotten]):
    """The report of a trainee who was removed for good, with the places where the name may remain."""

    def told(self) -> Iterator[Block]:
        """Yield the report as lines for a screen."""
        answers, sessions = count_of(self.data.answers, "answer"), count_of(self.data.sessions, "session")
        yield Remark(f"Removed for good: {answers} in {sessions}, and the name.", inset=0)
        if self.data.mentions:
            yield Remark(f"the name still appears in {self.data.mentions} labels or answers of other trainees", "! ")
        yield from (
            Remark(f"{path} is damaged and was set aside; names in it were not removed", "! ") for path in self.data.damaged
        )
        yield Remark("Exports, backups and printed reports are not in the file: delete those yourself.", inset=0)


def named(trainee: str) -> str:
    """Return a trainee's name for display, or words for a trainee without one."""
    return trainee or "no name given"


def _facts(document: TraineeProgress) -> Iterator[tuple[str, str]]:
    if document.answered:
        sittings = f"{count_of(document.sessions, 'sitting')}"
        yield "answered", f"{count_of(document.answered, 'item')} in {sittings}, since {document.begun}"
    focus = document.focus
    if focus:
        slow = f", {focus.slow} of them slow" if focus.slow else ""
        last = focus.last
        cell, of = cell_title(focus.cell), title_of(focus.drill)
        yield "in focus", f"{cell}: {last.count} of the last {last.of} right{slow} ({of})"
    due = document.due
    if due.cells:
        fit = "fits" if due.today == 1 else "fit"
        yield "due", f"{due.cells}; {due.today} of them {fit} into today's {count_of(practice_day().minutes, 'minute')}"


def _title(figures_: MarkedFigures | DrillStanding) -> str:
    return f"{title_of(figures_.drill)}, level {figures_.level}"


def _level(figures: LevelFigures, *, paper: bool) -> Iterator[Block]:
    yield Heading(_title(figures))
    if paper and (drawn := curve(figures.trend)) is not None:
        yield drawn
    yield TableBlock((), [*_rows(figures), *[("answered in all", str(figures.answered))] * paper], widths=(2, 3))
    if figures.mastered:
        yield Remark("mastered", "ok  ")
    else:
        opened = "the next level is open; " if figures.opens_next else ""
        yield Remark(f"{opened}still needed for mastery: {', '.join(figures.missing)}", "> ")


def _rows(figures: LevelFigures) -> Iterator[tuple[str, str]]:
    last = figures.last
    yield "right", f"{last.count} of the last {last.of} ({last.low} to {last.high} %)"
    if figures.first_ms is not None:
        target = f", target {seconds(figures.target_ms)}" if figures.target_ms is not None else ""
        yield "time", f"median {seconds(figures.first_ms)}{target}"
    if figures.hits is not None and figures.false_alarms is not None:
        yield "slips found", str(figures.hits)
        yield "false alarms", f"{figures.false_alarms}, in hands without a slip"
    yield "in a row", f"{figures.streak}, longest {figures.best_streak}"
    if len(figures.trend) > 1:
        yield "each 30", f"{', '.join(f'{part.per_cent} %' for part in figures.trend)} right, oldest first"


def _weakest(focus: Weak | None, *, paper: bool) -> str:
    if focus is None:
        return "-"
    return cell_title(focus.cell) + (f" ({title_of(focus.drill)})" if paper else "")


def _slips(slips: Sequence[SlipTimes], *, paper: bool) -> Iterator[Block]:
    if slips:
        yield Heading("What these mistakes would be at the table")
        rows = [(f"{slip.times} x", slip_title(slip.code)) for slip in slips[: 20 if paper else 10]]
        yield TableBlock((), rows, widths=(1, 8))


def _note(as_of: str) -> Block:
    shares = "The range beside a figure holds the true value 19 times in 20. An answer with help does not count as right."
    return Paragraph(f"As of {said_time(as_of)}. {shares}", "small")


def _bar(right: Share) -> str:
    return "#" * (BAR * int(right.count) // int(right.of))


def _not_yet(standing: DrillStanding) -> list[str]:
    return [name for name in standing.practised if name not in standing.mastered]
