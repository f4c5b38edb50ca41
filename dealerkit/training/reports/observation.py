"""Reports of `dealerkit observe`: hands watched by an instructor, and tries against the clock."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

import attrs

from dealerkit.files.plain_data import fields
from dealerkit.rules.games import Game
from dealerkit.sheets.document import Block, Fields, Paragraph, Remark, TableBlock, strong
from dealerkit.sheets.report import DocumentReport
from dealerkit.training.drills import looked_at
from dealerkit.training.walk.wording import severities
from dealerkit.training.watching import ObservedFigures, OfferedSlip


@attrs.frozen
class ObservedHands(DocumentReport[ObservedFigures]):
    """Hands that an instructor watched, with their slips and score; on paper with a place for both to sign.

    Attributes:
        game: The game.
        known: The slips that can be marked in the game, by code.
        date: The day.
        notes: The instructor's notes; may be empty.
    """

    edition = "observed"
    game: Game
    known: Mapping[str, OfferedSlip]
    date: str
    notes: str = ""

    def title(self) -> str:
        """Return the game."""
        return f"Observed: {self.game.title}"

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield the figures, every slip, and the instructor's marks, which can be filled in with a pen on paper."""
        data = self.data
        pace = "" if data.hands_an_hour is None else f", {data.hands_an_hour} an hour"
        facts = [
            ("Dealer", data.trainee),
            ("Watched by", data.by),
            ("Date", self.date),
            ("Hands", f"{data.hands} finished in {data.minutes} min{pace}"),
            ("Slips", severities(data.severities)),
            ("Score", _score(data)),
        ]
        yield Fields(facts, columns=2)
        wrong = [(self.known[code].title, self.known[code].severity, str(count)) for code, count in data.slips.items()]
        if wrong:
            yield TableBlock(("Slip", "Severity", "Times"), wrong, widths=(5, 2, 1), style="grid", align=("left",))
        if paper or data.marks:
            marks = [(what, str(data.marks.get(what, "")), "") for what in looked_at((self.game.family,))]
            yield TableBlock(("Observed", "Mark, 1 to 5", "Note"), marks, widths=(4, 2, 6), style="grid", align=("left",))
        if self.notes:
            yield Paragraph([strong("Notes: "), self.notes])
        yield Paragraph("Marked by a person, not computed.", "small")
        if paper:
            yield Fields([("Dealer", ""), ("Instructor", "")], columns=2, lines=2)


def _score(data: ObservedFigures) -> str:
    """Return the score in words; there is no pass without a dealt hand."""
    if not data.hands and not data.slips:
        return "no score: no hand was finished"
    return f"{data.score} of 100, {'passed' if data.passed else 'not passed'}"


@attrs.frozen
class TimedTries(DocumentReport[str]):
    """Tries at a drill on chips or cards, timed by an instructor.

    Attributes:
        data: The id of the drill.
        level: The number of its level.
        trainee: The trainee; empty for no name.
        by: The person who timed it.
        tries: Seconds of each try, with its faults.
        target: Target time, in seconds.
    """

    level: int
    trainee: str
    by: str
    tries: Sequence[tuple[float, Sequence[str]]]
    target: Decimal

    @property
    def _right(self) -> int:
        return sum(not faults for _, faults in self.tries)

    @property
    def _median(self) -> str | None:
        if not self.tries:
            return None
        return str(round(Decimal(statistics.median(seconds for seconds, _ in self.tries)), 1))

    def as_json(self) -> dict[str, object]:
        """Return the figures of the tries as plain data."""
        names = ("drill=data", "level", "trainee", "by", "right=_right", "median_seconds=_median", "target_seconds=target")
        return {**fields(self, *names), "tries": len(self.tries), "source": "marked"}

    def told(self) -> Iterator[Block]:
        """Yield a line with the number of right tries and the median time."""
        times = f", {self._median} s (target {self.target})" if self.tries else ""
        yield Remark(f"{self._right} of {len(self.tries)} right{times}", "-- ", inset=0)


def named(slip: OfferedSlip) -> str:
    """Return a slip in words, with its severity."""
    return f"{slip.title} ({slip.severity})"
