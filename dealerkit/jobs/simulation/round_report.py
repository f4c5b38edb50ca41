"""The report of rounds dealt in bulk, for people and for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

import attrs

from dealerkit.jobs.simulation.bets import band
from dealerkit.jobs.simulation.bulk_rounds import RoundTotals
from dealerkit.jobs.simulation.coup_report import percent, thousands
from dealerkit.rules.counted_figures import RoundPlan
from dealerkit.rules.doc import branch
from dealerkit.rules.games import Game
from dealerkit.rules.reports.odds import chosen_options
from dealerkit.sheets.document import NUMBERS, Block, Heading, Paragraph, TableBlock
from dealerkit.sheets.report import DocumentReport


@attrs.frozen
class RoundReport(DocumentReport[RoundPlan]):
    """The report of a run of simulated rounds.

    Attributes:
        data: What was dealt.
        game: The game, its options in force.
        totals: What came of it.
        exact: The house edge that was counted, of a fresh shoe, to compare with.
        limits: What is not as at a table.
        confidence: In how large a share of such runs the true hold lies within its band.
    """

    edition = "simulation"
    game: Game
    totals: RoundTotals
    exact: float
    limits: Sequence[str]
    confidence: float

    trouble = False

    @property
    def hold(self) -> float:
        """The share of all first bets that the house kept."""
        return float(self.totals.takings.hold(self.data.stake * self.data.boxes))

    @property
    def error(self) -> float:
        """The standard error of the hold, reckoned from shoe to shoe."""
        return self.totals.takings.error(self.data.stake * self.data.boxes)

    def as_json(self) -> dict[str, object]:
        """Return it as plain data; amounts in money, shares as decimals."""
        unit, known = self._unit(), math.isfinite(self.error)
        return {
            "game": self.game.id,
            "rules": self.game.rules.name if self.game.rules is not None else None,
            "options": dict(self.game.options),
            "seed": self.data.seed,
            "rounds": self.totals.rounds,
            "shoes": self.totals.takings.shoes,
            "boxes": self.data.boxes,
            "stake": float(self.data.stake * unit),
            "net": float(self.totals.takings.net * unit),
            "ends": dict(self.totals.ends),
            "confidence": self.confidence,
            "hold": self.hold,
            "error": self.error if known else None,
            "band": list(band(self.hold, self.error, self.confidence)) if known else None,
            "edge": self.exact,
            "errors_away": (self.hold - self.exact) / self.error if known and self.error else None,
        }

    def _unit(self) -> Fraction:
        return Fraction(str(branch(self.game.data, "money").get("unit", "0.01")))

    def title(self) -> str:
        """Return what was dealt, and from which seed."""
        boxes = "one box" if self.data.boxes == 1 else f"{self.data.boxes} boxes"
        return f"{self.game.title}: {thousands(self.totals.rounds)} rounds, {boxes}, seed {self.data.seed}"

    def told(self) -> Iterator[Block]:
        """Yield shoes, the hold with its band beside the counted edge, and how rounds ended."""
        if chosen := chosen_options(self.game):
            yield Paragraph(chosen)
        shoes, rounds = self.totals.takings.shoes, self.totals.rounds
        cards = self.totals.ends["cards"] / rounds
        yield Paragraph(f"{thousands(shoes)} shoes, {rounds / shoes:.1f} rounds of each, {cards:.2f} cards a round")
        low, high = band(self.hold, self.error, self.confidence)
        away = f"{(self.hold - self.exact) / self.error:+.1f}" if math.isfinite(self.error) and self.error else "-"
        yield Heading("Hold")
        head = ("bet", "hold", f"{self.confidence * 100:g}% band", "counted, fresh shoe", "errors away")
        yield TableBlock(
            head, [("main", percent(self.hold), f"{percent(low)} to {percent(high)}", percent(self.exact), away)], align=NUMBERS
        )
        yield Paragraph(
            "Hold: what the house kept of each first bet, played by basic strategy; the band is reckoned shoe by shoe."
        )
        yield Paragraph("A cut card costs the player a little more than is counted for a fresh shoe.")
        yield Heading("How a box's round ended")
        many = rounds * self.data.boxes
        rows = [(name, thousands(count), percent(count / many, 2)) for name, count in self.totals.ends.items() if name != "cards"]
        yield TableBlock(("end", "rounds", "share"), rows, align=NUMBERS)
        for words in self.limits:
            yield Paragraph(words)
