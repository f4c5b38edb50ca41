"""The report of hands dealt by the engine, for people and for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator

import attrs

from dealerkit.files.plain_data import fields
from dealerkit.jobs.simulation.bets import band
from dealerkit.jobs.simulation.hands import HOUSE, HandPlan, HandTotals, Mean
from dealerkit.jobs.simulation.run_report import band_head, run_head, under
from dealerkit.rules.games import Game
from dealerkit.rules.reports.odds import grouped
from dealerkit.sheets.document import NUMBERS, Block, Heading, Paragraph, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport


@attrs.frozen
class HandReport(DocumentReport[HandPlan]):
    """The report of a run of hands dealt by the engine.

    Attributes:
        data: The plan of the run.
        game: The game, its options in force.
        totals: The counts of the run.
        confidence: The share of such runs, 0 to 1, in which the true mean lies within its band (confidence interval).
    """

    edition = "simulation"
    game: Game
    totals: HandTotals
    confidence: float

    @property
    def trouble(self) -> bool:
        """Whether there is a finding, although the dealer made no errors."""
        return bool(self.totals.findings)

    def _rows(self) -> dict[str, list[Mean]]:
        """Return the means to show: chips if the game has some, scores if it is scored."""
        rows = {"net": self.totals.net, "scored": self.totals.scored}
        return {name: means for name, means in rows.items() if any(mean.squares for mean in means)}

    def _mean(self, mean: Mean) -> dict[str, object]:
        scale = self.totals.scale
        known = math.isfinite(mean.error)
        low, high = band(mean.mean, mean.error, self.confidence) if known else (0.0, 0.0)
        return {
            "mean": mean.mean / scale,
            "error": mean.error / scale if known else None,
            "band": [low / scale, high / scale] if known else None,
        }

    def as_json(self) -> dict[str, object]:
        """Return the report as plain data; amounts in money."""
        totals = self.totals
        return {
            **run_head(self.game, self.data),
            **fields(self, "bots=data.bots", "seats=data.seats", "hands=totals.hands", "tables=totals.tables"),
            "acts": totals.acts.mean,
            "pot": self._mean(totals.pots) if totals.pots.count else None,
            "contested": totals.contested / totals.pots.count if totals.pots.count else None,
            "confidence": self.confidence,
            **{name: {_who(seat): self._mean(mean) for seat, mean in enumerate(means)} for name, means in self._rows().items()},
            "findings": dict(totals.findings),
        }

    def title(self) -> str:
        """Return the title: the game and the seed."""
        hands, tables = _many(self.totals.hands, "hand"), _many(self.totals.tables, "table")
        seats = "one seat" if self.data.seats == 1 else f"{self.data.seats} seats"
        of = f"{hands} at {tables} of {seats}{under(self.game)}"
        return f"{self.game.title}: {of}, seed {self.data.seed}, players {self.data.bots}"

    def blocks(self, *, paper: bool) -> Iterator[Block]:  # noqa: ARG002 - the same for every reader
        """Yield acts, findings and pots, and each seat's winnings."""
        totals = self.totals
        yield Paragraph(
            f"{totals.acts.mean:.1f} actions a hand, each one judged; {_many(sum(totals.findings.values()), 'finding')}"
        )
        yield from (Remark(f"{code}   {_many(count, 'time')}", "! ") for code, count in sorted(totals.findings.items()))
        if totals.pots.count:
            share = totals.contested / totals.pots.count
            pots = f"{totals.pots.mean / totals.scale:.2f} in the pot on average"
            yield Paragraph(f"{pots}; {share * 100:.1f}% of hands went to a showdown")
        for name, means in self._rows().items():
            rows = []
            for seat, mean in enumerate(means):
                if seat == HOUSE and not mean.squares:
                    continue
                data = self._mean(mean)
                ends = data["band"]
                between = f"{ends[0]:.2f} to {ends[1]:.2f}" if isinstance(ends, list) else "-"
                rows.append((_who(seat), f"{mean.mean / totals.scale:+.3f}", between))
            won = "won a hand" if name == "net" else "marked a hand"
            yield Heading(f"{won.capitalize()}, seat by seat")
            yield TableBlock(("seat", won, band_head(self.confidence)), rows, align=NUMBERS)


def _who(seat: int) -> str:
    return "house" if seat == HOUSE else f"s{seat}"


def _many(count: int, what: str) -> str:
    return f"one {what}" if count == 1 else f"{grouped(count)} {what}s"
