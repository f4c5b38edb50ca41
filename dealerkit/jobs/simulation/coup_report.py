"""The report of simulated coups, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import attrs

from dealerkit.arithmetic.coup import CoupRules
from dealerkit.arithmetic.odds import Odds
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.simulation.bets import RESULTS, results
from dealerkit.jobs.simulation.coups import CoupPlan, CoupTotals
from dealerkit.jobs.simulation.run_report import band_head, hold_cells, hold_data, percent, proof_data, run_head, under
from dealerkit.jobs.simulation.runs import SIDES
from dealerkit.jobs.simulation.sessions import SHARES, STATIONS
from dealerkit.jobs.simulation.shoes import CoupTable
from dealerkit.jobs.simulation.table_proof import UnlikeCoup
from dealerkit.rules.games import Game
from dealerkit.rules.reports.odds import NOT_OFFERED, grouped
from dealerkit.sheets.document import NUMBERS, Block, Heading, Paragraph, Remark, TableBlock
from dealerkit.sheets.drawings.bankrolls import BankrollBands, bankrolls
from dealerkit.sheets.drawings.drawing import Drawing
from dealerkit.sheets.editions.figures import figure
from dealerkit.sheets.report import DocumentReport

_LONG = 10
"""Runs from this length on are counted together."""
_PLOT = 178
"""How wide the bankrolls are drawn on paper, in millimetres."""


@attrs.frozen
class SimulatedCoups(DocumentReport[CoupPlan]):
    """The report of a run of simulated coups.

    Attributes:
        data: The plan of the run.
        game: The game, its options in force.
        rules: The rules of its coups.
        table: Every coup that can be dealt; the ids in `totals` are indexes into it.
        totals: The counts of the run.
        exact: The exact odds of a fresh shoe, to compare with.
        confidence: The share of such runs, 0 to 1, in which the true hold lies within its band (confidence interval).
        roads: The game's derived roads: title -> how many columns it looks back.
        proved: The number of shoes dealt again at a table as a proof; None if not asked for.
        differences: The coups that came out differently at that table.
    """

    edition = "simulation"
    game: Game
    rules: CoupRules
    table: CoupTable
    totals: CoupTotals
    exact: Odds
    confidence: float
    roads: Mapping[str, int]
    proved: int | None = None
    differences: Sequence[UnlikeCoup] = ()

    @property
    def trouble(self) -> bool:
        """Whether a coup dealt in bulk came out differently at a table."""
        return bool(self.differences)

    def money(self, units: int) -> str:
        """Return a number of smallest units as an amount of money in text."""
        amount = Fraction(units) * self.rules.unit
        return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):.2f}"

    def winners(self) -> dict[str, int]:
        """Return the number of coups by winner."""
        tally = dict.fromkeys(("player", "banker", "tie"), 0)
        for place, count in self.totals.counts.items():
            tally[self.table.coups[place].winner] += count
        return tally

    def drawing(self) -> Drawing | None:
        """Return a drawing of each bet's bankroll over the sessions; None if no session was dealt to its end."""
        unit = float(self.rules.unit)
        bands = []
        for bet, sessions in self.totals.sessions.items():
            if sessions.count:
                stations = [-(-self.data.session * station // STATIONS) for station in sessions.at]
                lines = [[net * unit for net in sessions.lines(station)] for station in sessions.at]
                note = f"{percent(sessions.broke / sessions.count, 1)} broke, {percent(sessions.ahead / sessions.count, 1)} ahead"
                bands.append(BankrollBands(f"{bet}, {self.money(self.data.stakes[bet])} on every coup", stations, lines, note))
        session = f"sessions of {count_of(self.data.session, 'coup')}, starting with {self.money(self.data.bankroll)}"
        return bankrolls(f"{self.game.title}: {session}, seed {self.data.seed}", bands) if bands else None

    def as_json(self) -> dict[str, object]:
        """Return the report as plain data; amounts in money, shares as decimals."""
        totals, unit = self.totals, float(self.rules.unit)
        return {
            **run_head(self.game, self.data),
            "coups": totals.coups,
            "shoes": totals.shoes,
            "coups_of_a_shoe": {str(long): count for long, count in sorted(totals.lengths.items())},
            "outcomes": {
                name: {
                    "count": count,
                    "share": count / totals.coups,
                    "exact": self.exact.outcomes[name] / self.exact.total,
                }
                for name, count in self.winners().items()
            },
            "confidence": self.confidence,
            "bets": [self._bet_json(bet) for bet in self.data.stakes],
            "streaks": {
                "longest": totals.runs.longest,
                **{side: {str(long): n for long, n in sorted(totals.runs.lengths[side].items())} for side in SIDES},
            },
            "roads": {
                "big_road_columns": {str(columns): shoes for columns, shoes in sorted(totals.runs.columns.items())},
                **{
                    title: dict(zip(("regular", "irregular"), totals.runs.derived[back], strict=True))
                    for title, back in self.roads.items()
                },
            },
            "sessions": {
                "coups": self.data.session,
                "bankroll": self.data.bankroll * unit,
                "bets": {bet: self._session_json(bet, unit) for bet in self.data.stakes},
            },
            "proved": proof_data(self.proved, self.differences, "coup"),
        }

    def _bet_json(self, bet: str) -> dict[str, object]:
        stake, takings, unit = self.data.stakes[bet], self.totals.takings[bet], float(self.rules.unit)
        return {
            "bet": bet,
            "offered": self.game.options.get(bet) is not False,
            "stake": stake * unit,
            **results(self.rules, self.table.coups, bet, self.totals.counts),
            "staked": takings.coups * stake * unit,
            "net": takings.net * unit,
            **hold_data(takings, stake, self.exact.bets[bet].edge, self.confidence),
        }

    def _session_json(self, bet: str, unit: float) -> dict[str, object]:
        bankroll = self.totals.sessions[bet]
        stations = {
            station: {str(share): net * unit for share, net in zip(SHARES, bankroll.lines(station), strict=True)}
            for station in bankroll.at
        }
        return {"count": bankroll.count, "broke": bankroll.broke, "ahead": bankroll.ahead, "stands": stations}

    def title(self) -> str:
        """Return the title: the game and the seed."""
        many = f"{grouped(self.totals.coups)} coups" if self.totals.coups != 1 else "one coup"
        return f"{self.game.title}: {many}{under(self.game)}, seed {self.data.seed}"

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield shoes, results, bets, streaks and sessions; on paper the bankrolls drawn, too."""
        totals = self.totals
        yield from self._shoes()
        rows = [
            (name, grouped(count), percent(count / totals.coups), percent(self.exact.outcomes[name] / self.exact.total))
            for name, count in self.winners().items()
        ]
        yield Heading("Results")
        yield TableBlock(("result", "coups", "share", "exact, fresh shoe"), rows, align=NUMBERS)
        yield from self._bets()
        yield from self._streaks()
        yield from self._sessions()
        if paper and (drawing := self.drawing()) is not None:
            yield figure(drawing, _PLOT)
        if self.proved is not None:
            yield from self._proof()

    def _shoes(self) -> Iterator[Block]:
        lengths = self.totals.lengths
        if not lengths:
            yield Paragraph("no shoe was finished")
            return
        shoes = self.totals.shoes
        mean = sum(long * count for long, count in lengths.items()) / shoes
        yield Paragraph(
            f"{grouped(shoes)} shoes dealt to the end: {mean:.1f} coups on average, from {min(lengths)} to {max(lengths)}"
        )

    def _bets(self) -> Iterator[Block]:
        rows = []
        for bet, stake in self.data.stakes.items():
            takings = self.totals.takings[bet]
            counted = results(self.rules, self.table.coups, bet, self.totals.counts)
            shares = [percent(counted[name] / self.totals.coups, 2) for name in RESULTS]
            rows.append(
                (
                    bet if self.game.options.get(bet) is not False else f"{bet} *",
                    self.money(stake),
                    *shares,
                    *hold_cells(takings, stake, self.exact.bets[bet].edge, self.confidence),
                )
            )
        yield Heading("Bets")
        yield TableBlock(
            ("bet", "stake", "wins", "loses", "pushes", "hold", band_head(self.confidence), "exact", "errors away"),
            rows,
            align=NUMBERS,
        )
        yield Paragraph(
            "Hold: the share of all bets that the house kept. The range is worked out shoe by shoe. Exact: the house edge "
            "of a fresh shoe, as dealerkit odds counts it; errors away: how far the hold is from it, in standard errors."
        )
        if any(self.game.options.get(bet) is False for bet in self.data.stakes):
            yield Paragraph(NOT_OFFERED)

    def _streaks(self) -> Iterator[Block]:
        runs = self.totals.runs
        yield Heading(f"Streaks: the longest is {runs.longest}; a tie does not end one")
        rows = [
            (
                str(long) if long < _LONG else f"{long} or more",
                *(grouped(runs.lengths[side][long] if long < _LONG else runs.at_least(side, long)) for side in SIDES),
            )
            for long in range(1, _LONG + 1)
        ]
        yield TableBlock(("length", *SIDES), rows, align=NUMBERS)
        columns, shoes = runs.columns, sum(runs.columns.values())
        if shoes:
            mean = sum(long * count for long, count in columns.items()) / shoes
            yield Paragraph(f"columns of the big road in a shoe: {mean:.1f} on average, from {min(columns)} to {max(columns)}")
        for title, back in self.roads.items():
            regular, irregular = runs.derived[back]
            if regular + irregular:
                share = percent(regular / (regular + irregular), 2)
                yield Paragraph(f"{title}: {share} of {grouped(regular + irregular)} marks regular")

    def _sessions(self) -> Iterator[Block]:
        some = next(iter(self.totals.sessions.values()))
        if not some.count:
            yield Paragraph(
                f"no session: {count_of(self.data.session, 'coup')} in a row were not dealt in one block; try more --rounds"
            )
            return
        yield Heading(
            f"{grouped(some.count)} sessions of {count_of(self.data.session, 'coup')},"
            f" starting with {self.money(self.data.bankroll)} each"
        )
        rows = []
        for bet, played in self.totals.sessions.items():
            ends = [self.money(net) for net in played.lines(max(played.at))]
            rows.append((bet, percent(played.broke / played.count, 2), percent(played.ahead / played.count, 2), *ends))
        shares = [f"{share * 100:g}%" for share in SHARES]
        yield TableBlock(("bet", "broke", "ahead", *shares), rows, align=NUMBERS)
        yield Paragraph(
            "Broke: sessions that ended because the bankroll couldn't cover the next bet. Last columns: that share of the "
            "sessions ended with this result or a worse one."
        )

    def _proof(self) -> Iterator[Block]:
        if not self.differences:
            yield Remark(
                f"{count_of(self.proved or 0, 'shoe')} dealt again at a table, step by step: every coup came out the same", "ok  "
            )
            return
        for difference in self.differences:
            here = "no coup" if difference.arrays is None else difference.arrays.winner
            there = "no coup" if difference.table is None else difference.table.winner
            yield Remark(f"shoe {difference.shoe}, coup {difference.coup}: {here} in bulk, {there} at the table", "! ")
