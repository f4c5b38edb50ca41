"""The commands of `dealerkit jackpot` about money: buy-in, pay, report."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import PAPER_ENDINGS, force_option, misused, note, report
from dealerkit.cli.jackpot import common
from dealerkit.cli.journal.common import by_option, names_option, on_journal
from dealerkit.cli.papers import give
from dealerkit.felt.numbers import read_number
from dealerkit.jobs.journal.clock import now
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.promotions import summary
from dealerkit.jobs.promotions.reports import BuyIn, Payment, PromotionReport


@click.command("buy-in")
@click.argument("name", metavar="PROMOTION")
@common.place_options
@click.option("--amount", metavar="AMOUNT", help="The amount. Default: the policy's entry price.")
@click.option("--drop", is_flag=True, help="A table's drop; part of it may go to the reserve.")
@click.option("--back", is_flag=True, help="Return an entry made by mistake. Needs --reason.")
@click.option("--reason", metavar="TEXT", default="", help="Why.")
@common.at_option
@by_option
@on_journal(write=True)
def buy_in_(
    journal: Journal, name: str, player: str, table: str | None, seat: int | None, amount: str | None, drop: bool, back: bool,
    reason: str, at: str | None, by: str, as_json: bool,
) -> None:  # fmt: skip
    """Take a player's entry, or a table's drop.

    \b
    dealerkit jackpot buy-in high-hand-night --player "Ann Lee"
    dealerkit jackpot buy-in bad-beat --drop --table T4 --amount 128
    """
    with common.page_of(journal, name) as here:
        policy = here.run.in_force
        chips = None if amount is None else policy.chips(read_number(amount.strip()))
        time = common.time_said(at, here.run, journal)
        place = {"who": here.who(player), "table": table or "", "seat": seat or 0}
        event = here.acts.pay_in(chips, {**place, **here.by(by)}, drop=drop, back=back, why=reason, at=time)
    assert event.said is not None
    document = journal.named({
        "promotion": name, "entry": event.seq, "at": summary.local(event.said["time"], here.run), "drop": drop, "back": back,
        "amount": policy.money(int(event.said["amount"])), "who": event.said["who"] or None, "table": table, "seat": seat,
        "accounts": summary.accounts(policy, here.run.fund.accounts),
    })  # fmt: skip

    report(BuyIn(document), as_json)


@click.command("pay")
@click.argument("name", metavar="PROMOTION")
@click.argument("number", metavar="[AWARD]", type=click.IntRange(1), required=False)
@click.option("--back", is_flag=True, help="Unclaimed: return the award to the fund. Needs --reason.")
@click.option("--reason", metavar="TEXT", default="", help="Why.")
@by_option
@on_journal(write=True)
def pay_(journal: Journal, name: str, number: int | None, back: bool, reason: str, by: str, as_json: bool) -> None:
    """Pay an award; it can be paid only once. Without AWARD, the only unpaid one is paid."""
    with common.page_of(journal, name) as here:
        unpaid = [award_.number for award_ in here.run.unpaid()]
        if number is None and len(unpaid) != 1:
            which = f"which award? One of {common.only(map(str, unpaid))}" if unpaid else "there is no award to pay"
            misused(which)
        award = number if number is not None else unpaid[0]
        here.acts.pay(award, back=back, why=reason, by=here.by(by))
    document = journal.named({
        "promotion": name, **summary.award(here.run, here.run.awards[award]),
        "accounts": summary.accounts(here.run.in_force, here.run.fund.accounts),
    })  # fmt: skip

    report(Payment(document), as_json)


@click.command("report")
@click.argument("name", metavar="PROMOTION")
@names_option
@click.option("--out", type=click.Path(path_type=Path), help=f"Write a file that only you can read: {PAPER_ENDINGS}.")
@force_option
@on_journal()
def report_(journal: Journal, name: str, pseudonyms: bool, out: Path | None, force: bool, as_json: bool) -> None:
    """Show everything: claims with their clauses, what was settled and paid, and every movement of the fund.

    \b
    dealerkit jackpot report high-hand-hourly --out high-hand.pdf
    """
    run = common.find_run(journal, name)
    data = summary.report(run, now(journal.settings["zone"]))
    document = data if pseudonyms else journal.named(data)
    promotion_report = PromotionReport(document)
    if out is not None:
        give(promotion_report.document(), out, force=force, private=True)
    if out is None or as_json:
        report(promotion_report, as_json)
    if not pseudonyms and any(claim_["who"] for claim_ in document["claims"]):
        note("The report names people: keep it as safe as the journal.")
