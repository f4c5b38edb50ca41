"""`dealerkit simulate`: millions of coups or rounds, or thousands of hands, and the results of bets and players."""

from __future__ import annotations

import contextlib
import importlib.util
import random
import time
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealerkit.cli.common import PAPER_ENDINGS, force_option, json_option, misused, note, report, rules_option, set_option
from dealerkit.cli.failure import Refusal
from dealerkit.cli.processes import Processes
from dealerkit.cli.progress_line import ProgressLine
from dealerkit.errors import check_name
from dealerkit.files.extras import install
from dealerkit.rules.counted_figures import BULK, RoundPlan
from dealerkit.rules.coups import has_coups
from dealerkit.rules.doc import branch
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load

if TYPE_CHECKING:
    from dealerkit.jobs.simulation.coup_report import SimulatedCoups
    from dealerkit.jobs.simulation.coups import CoupDealer, CoupPlan, CoupTotals
    from dealerkit.jobs.simulation.hand_report import HandReport
    from dealerkit.jobs.simulation.hands import HandPlan, HandRow, HandTotals
    from dealerkit.jobs.simulation.parquet import ResultFiles
    from dealerkit.jobs.simulation.round_report import RoundReport
    from dealerkit.jobs.simulation.shoes import CoupIds
    from dealerkit.jobs.simulation.table_proof import UnlikeCoup

COUPS, HANDS = 1_000_000, 1000
"""Default numbers of coups and of hands."""

FLAT = "100"
"""Default stake of each bet."""

_ONLY_COUPS = ("bets", "session", "bankroll", "plot", "each", "prove")
_ONLY_HANDS = ("seats", "bots", "per_table")
_NOT_ROUNDS = ("session", "bankroll", "plot", "each", "out")


class Money(click.ParamType):  # type: ignore[type-arg]
    """Parameter type: an amount above zero."""

    name = "AMOUNT"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Decimal:
        """Return the amount."""
        with contextlib.suppress(InvalidOperation):
            amount = Decimal(str(value))
            if amount.is_finite() and 0 < amount <= 10**9:
                return amount
        return self.fail(f"'{value}' is not an amount above zero, such as 100 or 2.50", param, ctx)


@click.command()
@click.argument("game")
@click.option("--rounds", "--coups", "--hands", "rounds", type=click.IntRange(1, 10**11), help="How many coups or hands.")
@click.option("--seed", type=click.IntRange(0), help="Seed for all cards and choices. Default: random, and printed.")
@click.option(
    "--jobs", type=Processes(), default="auto", show_default=True, help="Number of parallel processes; the result stays the same."
)
@click.option(
    "--bet",
    "bets",
    metavar="BET[=STAKE]",
    multiple=True,
    help=f"Coups: a bet to count, with its stake; repeatable. Default: every bet offered, {FLAT} on each. "
    "Rounds against the house: the first bet, main or ante, with its stake.",
)
@click.option("--session", type=click.IntRange(1, 100_000), help="Coups in a session.  [default: 500]")
@click.option("--bankroll", type=Money(), help="Chips at the start of a session.  [default: 100 of the largest stake]")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the bankrolls of the sessions into this file, as SVG.")
@click.option(
    "--prove",
    type=click.IntRange(1, 100_000),
    help="Also deal this many of the shoes at a table, and compare coup by coup or round by round.",
)
@click.option("--each", is_flag=True, help="With --out: save each coup too.")
@click.option("--seats", type=click.IntRange(1), help="Hands: players at a table. Default: up to 6; rounds, 1 box.")
@click.option("--bots", type=click.Choice(["sensible", "random"]), help="Hands: how the players choose.  [default: sensible]")
@click.option(
    "--per-table", type=click.IntRange(1, 1000), help="Hands dealt at a table before stacks are topped up.  [default: 25]"
)
@click.option(
    "--confidence",
    type=click.FloatRange(50, 99.99),
    default=95,
    show_default=True,
    help="Confidence of the printed ranges, in per cent.",
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Save the results in this folder, as Parquet.")
@click.option("--paper", type=click.Path(dir_okay=False, path_type=Path), help=f"Write the report: {PAPER_ENDINGS}.")
@force_option
@rules_option
@set_option
@json_option
@click.pass_context
def simulate(
    ctx: click.Context,
    game: str,
    rounds: int | None,
    seed: int | None,
    jobs: int,
    bets: tuple[str, ...],
    session: int | None,
    bankroll: Decimal | None,
    plot: Path | None,
    prove: int | None,
    each: bool,
    seats: int | None,
    bots: str | None,
    per_table: int | None,
    confidence: float,
    out: Path | None,
    paper: Path | None,
    force: bool,
    rules: str | None,
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """Deal GAME in bulk and report hold, streaks and bankrolls, or pots and seats.

    A game of coups is dealt from its own tableau and pay table, millions of coups a second. The report shows the hold of every
    bet with its confidence interval, beside the exact edge; streaks and roads; and the effect of sessions of flat bets on a
    bankroll. Blackjack is dealt in the same way, by basic strategy for the rules in force; three-card poker, casino stud and
    Mississippi stud by the game's usual play; unless --bots names the players. Any other game is dealt hand by hand, with a
    perfect dealer and automatic players. The report shows what each seat won, the pots, and what the house took. The same seed
    gives the same result, with any number of processes.

    \b
    dealerkit simulate mini-baccarat --rounds 10000000
    dealerkit simulate mini-baccarat --bet banker=25 --session 80 --bankroll 1000 --plot banker.svg
    dealerkit simulate mini-baccarat --set variant=ez --set dragon7=true --prove 100
    dealerkit simulate holdem --rounds 5000 --seats 9 --out results
    """
    needed = ["numpy"] + ["pyarrow"] * (out is not None)
    if missing := [name for name in needed if importlib.util.find_spec(name) is None]:
        msg = f"bulk play needs extra packages ({', '.join(missing)}); to install them: {install('bulk')}"
        raise Refusal(msg)
    if each and out is None:
        misused("--each saves each coup in the folder given by --out; name one")
    played = load(game, rules, settings)
    coups = has_coups(played)
    in_rounds = "reading" in played.data and played.kind in BULK and bots is None and per_table is None
    for name in _NOT_ROUNDS if in_rounds else _ONLY_HANDS if coups else _ONLY_COUPS:
        if ctx.params[name] and in_rounds:
            misused(f"--{name} can't be used here: this game is dealt in bulk, round by round")
        if ctx.params[name]:
            of = "hands; this game is dealt in coups" if coups else "coups; this game is dealt in hands"
            misused(f"--{'bet' if name == 'bets' else name.replace('_', '-')} is only for games dealt in {of}")
    seed = random.randrange(1_000_000) if seed is None else seed
    answer: SimulatedCoups | HandReport | RoundReport
    if in_rounds:
        in_bulk = RoundPlan(game, rules, settings, seed, rounds or COUPS, seats or 1, _stake(played, bets))
        answer = _rounds(played, in_bulk, jobs, prove, confidence)
    elif coups:
        from dealerkit.jobs.simulation.coups import CoupPlan
        from dealerkit.rules.coups import coup_rules

        stakes = _stakes(played, bets)
        unit = coup_rules(played).unit
        chips = 100 * max(stakes.values()) if bankroll is None else int(Fraction(bankroll) / unit)
        back = tuple(dict.fromkeys(_derived_roads(played).values()))
        plan = CoupPlan(game, rules, settings, seed, rounds or COUPS, stakes, session or 500, chips, back)
        answer = _coups(played, plan, jobs, prove or 0, confidence / 100, out, each)
        if plot is not None:
            _plot(answer, plot)
    else:
        from dealerkit.jobs.simulation.hands import HandPlan

        people = played.data["players"]
        at_most = min(int(people["max"]), max(int(people["min"]), 6))
        many = HandPlan(game, rules, settings, seed, rounds or HANDS, seats or at_most, bots or "sensible", per_table or 25)
        answer = _hands(played, many, jobs, confidence / 100, out)
    if paper is not None:
        from dealerkit.cli.papers import give

        give(answer.document(), paper, force=force)
    report(answer, as_json, failed=answer.trouble)


class RunPace:
    """Shows the progress of a simulation: the share done, the speed, and the time left.

    Args:
        line: The progress line to show it on.
        whole: Number of coups or hands to deal.
        what: The noun for them in the plural, such as `coups` or `hands`.
    """

    def __init__(self, line: ProgressLine, whole: int, what: str) -> None:
        self.line, self.whole, self.what = line, whole, what
        self.began = time.monotonic()

    def tell(self, done: int) -> None:
        """Show the progress, unless it was shown a moment ago.

        Args:
            done: Number of coups or hands dealt so far.
        """
        gone = max(time.monotonic() - self.began, 1e-3)
        rate = done / gone
        left = (self.whole - done) / rate if done else 0
        self.line.show(f"{done:,} of {self.whole:,} {self.what}, {rate:,.0f} a second, {left:.0f} s left".replace(",", " "))


def _derived_roads(played: Game) -> dict[str, int]:
    """Return the derived roads of a game: title to the number of columns that each looks back."""
    from dealerkit.rules.road_book import road_book

    book = road_book(played)
    return {played.say(kept.title): kept.back for kept in book.kept if kept.plan == "derived"} if book is not None else {}


def _stakes(played: Game, bets: Sequence[str]) -> dict[str, int]:
    """Return the bets to count, with their stakes in smallest units.

    Raises:
        UnknownName: If there is no such bet.
        UsageError: If a stake is not an amount, or cannot be paid in the smallest chips.
    """
    from dealerkit.rules.coups import coup_rules

    under = coup_rules(played)
    offered = [bet for bet in under.bets() if played.options.get(bet) is not False]
    stakes = {}
    for text in bets or offered:
        bet, _, amount = text.partition("=")
        check_name("bet", bet, under.bets())
        units = Fraction(Money().convert(amount or FLAT, None, None)) / under.unit
        if units.denominator != 1:
            misused(f"--bet {text}: {amount} can't be paid in chips of {float(under.unit):g}")
        stakes[bet] = units.numerator
    return stakes


def _coups(
    played: Game, plan: CoupPlan, jobs: int, prove: int, confidence: float, out: Path | None, each: bool
) -> SimulatedCoups:
    """Deal, store and prove coups, and return the report.

    Raises:
        Impossible: If no coup can be dealt from such a shoe.
        OSError: If the results cannot be saved.
    """
    from dealerkit.arithmetic.odds import full_shoe
    from dealerkit.jobs.simulation import coups as bulk
    from dealerkit.jobs.simulation.coup_report import SimulatedCoups
    from dealerkit.procedure.setup import composition
    from dealerkit.rules.coups import counted, coup_rules
    from dealerkit.table.table import Table

    Table(played, seats=1, seed=0)  # a setup that no table allows is refused with the table's error
    exact = counted(coup_rules(played), full_shoe(coup_rules(played).points, composition(played, 1).decks))
    with contextlib.ExitStack() as stack:
        screen = stack.enter_context(ProgressLine())
        pace = RunPace(screen, plan.rounds, "coups")
        keeper = stack.enter_context(_keeper(out, plan))
        dealer, shoes = bulk.CoupDealer(plan), 0

        def block(ids: CoupIds, totals: CoupTotals) -> None:
            nonlocal shoes
            pace.tell(totals.coups)
            if keeper is not None:
                keeper.coups(dealer, ids, shoes, each=each)
            shoes += int((ids[:, 0] >= 0).sum())

        totals = bulk.run(dealer, jobs, block)
        unlike = list(_proved(dealer, prove, RunPace(screen, prove, "shoes dealt at a table")))
        if keeper is not None:
            keeper.bets(dealer, totals)
            keeper.keep()
    roads = _derived_roads(played)
    return SimulatedCoups(plan, played, dealer.rules, dealer.shoe.table, totals, exact, confidence, roads, prove or None, unlike)


def _stake(played: Game, bets: Sequence[str]) -> int:
    """Return the stake of the one bet of a game dealt in rounds, in smallest units.

    Raises:
        UsageError: If another bet is typed, or the stake cannot be paid in the smallest chips.
    """
    from dealerkit.rules.boxes import boxes_of

    main = boxes_of(played).main
    name, _, amount = (bets[0] if bets else main).partition("=")
    if name != main or len(bets) > 1:
        misused(f"--bet: here rounds are dealt with one bet on each box: {main}, or {main}=STAKE")
    units = Fraction(Money().convert(amount or FLAT, None, None)) / Fraction(
        str(branch(played.data, "money").get("unit", "0.01"))
    )
    if units.denominator != 1:
        misused(f"--bet {main}={amount}: that can't be paid in the smallest chips")
    return units.numerator


def _rounds(played: Game, plan: RoundPlan, jobs: int, prove: int | None, confidence: float) -> RoundReport:
    """Deal rounds, prove some of them, and return the report.

    Raises:
        Impossible: If no round can be dealt from such a shoe.
        UsageError: If shoes are to be proved although none is dealt to its end.
    """
    from dealerkit.jobs.simulation import bulk_rounds as bulk
    from dealerkit.jobs.simulation.round_proof import UnlikeRound, differences
    from dealerkit.jobs.simulation.round_report import RoundReport

    with ProgressLine() as screen:
        pace = RunPace(screen, plan.rounds, "rounds")
        dealer = bulk.dealer_of(plan)
        if prove and not dealer.in_shoes:
            misused("--prove deals shoes again; a continuous shuffler has none")
        totals = bulk.run(plan, dealer, jobs, lambda done: pace.tell(done.rounds))
        unlike, pace = list[UnlikeRound](), RunPace(screen, prove or 0, "shoes dealt at a table")
        for number, shoe in zip(range(1, (prove or 0) + 1), dealer.shoes(plan.seed), strict=False):
            unlike += differences(played, plan, shoe, number)
            pace.tell(number)
    figures = (totals, dealer.exact, dealer.limits, confidence / 100, prove, unlike)
    return RoundReport(plan, played, *figures, dealer.bet, dealer.play)


def _proved(dealer: CoupDealer, shoes: int, pace: RunPace) -> Iterator[UnlikeCoup]:
    """Deal the first shoes of a run at a table too, and yield the coups that differ."""
    from dealerkit.jobs.simulation.coups import SHOES
    from dealerkit.jobs.simulation.table_proof import differences

    for first in range(0, shoes, SHOES):
        orders = dealer.orders(first // SHOES)[: shoes - first]
        for at in range(len(orders)):
            row = orders[at : at + 1]
            yield from differences(dealer.game, dealer.shoe, row, dealer.shoe.deal(row), first + at + 1)
            pace.tell(first + at + 1)


def _hands(played: Game, plan: HandPlan, jobs: int, confidence: float, out: Path | None) -> HandReport:
    """Deal and store hands, and return the report.

    Raises:
        BadSetup: If the table cannot be set up.
        OSError: If the results cannot be saved.
    """
    from dealerkit.jobs.simulation import hands as bulk
    from dealerkit.jobs.simulation.hand_report import HandReport

    with contextlib.ExitStack() as stack:
        pace = RunPace(stack.enter_context(ProgressLine()), plan.rounds, "hands")
        keeper = stack.enter_context(_keeper(out, plan))

        def table(rows: Sequence[HandRow], totals: HandTotals) -> None:
            pace.tell(totals.hands)
            if keeper is not None:
                keeper.hands(rows, totals.scale)

        totals = bulk.run(plan, jobs, table)
        if keeper is not None:
            keeper.keep()
    return HandReport(plan, played, totals, confidence)


@contextlib.contextmanager
def _keeper(out: Path | None, plan: CoupPlan | HandPlan) -> Iterator[ResultFiles | None]:
    """Open files for the results in a folder, if one is named; afterwards print the files written."""
    if out is None:
        yield None
        return
    from dealerkit.jobs.simulation.parquet import ResultFiles

    with ResultFiles(out, plan) as files:
        yield files
        for path in files.written:
            note(f"note: {path} written")


def _plot(simulated: SimulatedCoups, path: Path) -> None:
    """Draw the bankrolls of the sessions.

    Raises:
        OutputError, OSError: If the file cannot be written.
    """
    from dealerkit import __version__
    from dealerkit.files.output import write_output

    drawing = simulated.drawing()
    if drawing is None:
        note(f"note: {path} is not drawn: no session was completed")
        return
    write_output(path, f"{drawing.svg}\n<!-- Printed by dealerkit {__version__} -->\n")
    note(f"note: {path} written")
