"""The report of rounds dealt in bulk, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.jobs.simulation.bulk_rounds import RoundTotals
from dealerkit.jobs.simulation.round_proof import UnlikeRound
from dealerkit.jobs.simulation.run_report import band_head, hold_cells, hold_data, percent, proof_data, run_head
from dealerkit.rules.counted_figures import RoundPlan
from dealerkit.rules.doc import branch
from dealerkit.rules.games import Game
from dealerkit.rules.reports.odds import chosen_options, grouped
from dealerkit.sheets.document import NUMBERS, Block, Heading, Paragraph, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport


@attrs.frozen
class RoundReport(DocumentReport[RoundPlan]):
    """The report of a run of simulated rounds.

    Attributes:
        data: Settings of the run.
        game: The game with its options in force.
        totals: The totals of all rounds.
        exact: The exact house edge of a fresh shoe, to compare with.
        limits: Differences from a real table, in words.
        confidence: The share of such runs, 0 to 1, in which the true hold lies within its band (confidence interval).
        proved: Number of shoes that were dealt again at a table; None if that was not asked for.
        differences: The rounds that came out differently at that table.
        bet: Name of the first bet on each box.
        play: Name of the way in which the boxes play.
    """

    edition = "simulation"
    game: Game
    totals: RoundTotals
    exact: float
    limits: Sequence[str]
    confidence: float
    proved: int | None = None
    differences: Sequence[UnlikeRound] = ()
    bet: str = "main"
    play: str = "basic strategy"

    @property
    def trouble(self) -> bool:
        """Whether a round dealt in bulk came out differently at a table."""
        return bool(self.differences)

    @property
    def staked(self) -> int:
        """The sum of the first bets of a round, all boxes together, in smallest units."""
        return self.data.stake * self.data.boxes

    def as_json(self) -> dict[str, object]:
        """Return the simulation as plain data; amounts in money, shares as decimals."""
        unit = self._unit()
        return {
            **run_head(self.game, self.data),
            "rounds": self.totals.rounds,
            "shoes": self.totals.takings.shoes,
            "boxes": self.data.boxes,
            "stake": float(self.data.stake * unit),
            "net": float(self.totals.takings.net * unit),
            "ends": dict(self.totals.ends),
            "confidence": self.confidence,
            **hold_data(self.totals.takings, self.staked, self.exact, self.confidence),
            "proved": proof_data(self.proved, self.differences, "round"),
        }

    def _unit(self) -> Fraction:
        return Fraction(str(branch(self.game.data, "money").get("unit", "0.01")))

    def title(self) -> str:
        """Return the title: the game and the seed."""
        boxes = "one box" if self.data.boxes == 1 else f"{self.data.boxes} boxes"
        return f"{self.game.title}: {grouped(self.totals.rounds)} rounds, {boxes}, seed {self.data.seed}"

    def told(self) -> Iterator[Block]:
        """Yield the report's blocks: shoes and rounds dealt, the hold with its confidence band beside the exact house edge, and
        how a box's round ended.
        """
        if chosen := chosen_options(self.game):
            yield Paragraph(chosen)
        shoes, rounds = self.totals.takings.shoes, self.totals.rounds
        cards = self.totals.ends["cards"] / rounds
        alone = shoes == rounds
        each = "a whole pack for each round" if alone else f"{grouped(shoes)} shoes, {rounds / shoes:.1f} rounds a shoe"
        yield Paragraph(f"{each}, {cards:.2f} cards a round")
        yield Heading("Hold")
        counted = "counted" if alone else "counted, fresh shoe"
        head = ("bet", "hold", band_head(self.confidence), counted, "errors away")
        cells = hold_cells(self.totals.takings, self.staked, self.exact, self.confidence)
        yield TableBlock(head, [(self.bet, *cells)], align=NUMBERS)
        worked = "round by round" if alone else "shoe by shoe"
        yield Paragraph(
            f"Hold: the share of each first bet that the house kept, under {self.play}; the range is worked out {worked}."
        )
        yield Heading("How a box's round ended")
        many = rounds * self.data.boxes
        rows = [(name, grouped(count), percent(count / many, 2)) for name, count in self.totals.ends.items() if name != "cards"]
        yield TableBlock(("end", "rounds", "share"), rows, align=NUMBERS)
        for words in self.limits:
            yield Paragraph(words)
        if self.proved is not None:
            yield from self._proof(self.proved)

    def _proof(self, shoes: int) -> Iterator[Block]:
        if not self.differences:
            noun = "round" if self.totals.takings.shoes == self.totals.rounds else "shoe"
            same = f"{count_of(shoes, noun)} dealt again at a table, step by step: every round came out the same"
            yield Remark(same, "ok  ")
        for unlike in self.differences:
            here, there = (self._won(nets) for nets in (unlike.bulk, unlike.table))
            slips = f"; slips there: {', '.join(unlike.findings)}" if unlike.findings else ""
            yield Remark(f"shoe {unlike.shoe}, round {unlike.round}: {here} in bulk, {there} at the table{slips}", "! ")

    def _won(self, nets: Sequence[int] | None) -> str:
        unit = self._unit()
        return "no round" if nets is None else " and ".join(f"{float(net * unit):+g}" for net in nets)
