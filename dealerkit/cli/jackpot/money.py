"""The commands of `dealerkit jackpot` about money: buy-in, pay, report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from dealerkit.cli.common import json_option, note, show
from dealerkit.cli.jackpot import common
from dealerkit.cli.journal.common import by_option, names_option
from dealerkit.cli.journal_place import journal_option
from dealerkit.felt.numbers import read_number
from dealerkit.files.screen_text import heading, line, table
from dealerkit.jobs.journal.clock import now
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.promotions import summary


@click.command("buy-in")
@click.argument("name", metavar="PROMOTION")
@common.place_options
@click.option("--amount", metavar="AMOUNT", help="How much. Default: what the policy says that taking part costs.")
@click.option("--drop", is_flag=True, help="It is the drop of a table; part of it may go to the reserve.")
@click.option("--back", is_flag=True, help="It was entered by mistake, and goes back. Needs --reason.")
@click.option("--reason", metavar="TEXT", default="", help="Why.")
@common.at_option
@by_option
@journal_option
@json_option
def buy_in_(
    name: str, player: str, table: str | None, seat: int | None, amount: str | None, drop: bool, back: bool,
    reason: str, at: str | None, by: str,
    where: JournalPlace | None, as_json: bool,
) -> None:  # fmt: skip
    """Take a player's part, or the drop of a table.

    \b
    dealerkit jackpot buy-in high-hand-night --player "Ann Lee"
    dealerkit jackpot buy-in bad-beat --drop --table T4 --amount 128
    """
    with common.journal_of(where) as journal:
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

    def lines(said: dict[str, Any]) -> Iterator[str]:
        what = "given back" if said["back"] else "dropped" if said["drop"] else "paid in"
        yield line(f"{said['amount']} {what}, {common.where(said)}", 0)
        yield line(common.accounts_line(said["accounts"]), 2)

    show(document, as_json, lines)


@click.command("pay")
@click.argument("name", metavar="PROMOTION")
@click.argument("number", metavar="[AWARD]", type=click.IntRange(1), required=False)
@click.option("--back", is_flag=True, help="Nobody collects it: it goes back into the fund. Needs --reason.")
@click.option("--reason", metavar="TEXT", default="", help="Why.")
@by_option
@journal_option
@json_option
def pay_(name: str, number: int | None, back: bool, reason: str, by: str, where: JournalPlace | None, as_json: bool) -> None:
    """Pay an award, once. Without AWARD it is the only one that is not paid yet."""
    with common.journal_of(where) as journal:
        with common.page_of(journal, name) as here:
            unpaid = [one.number for one in here.run.unpaid()]
            if number is None and len(unpaid) != 1:
                which = f"one of {common.only(map(str, unpaid))}" if unpaid else "there is none to pay"
                msg = f"which award? {which}"
                raise click.UsageError(msg)
            award = number if number is not None else unpaid[0]
            here.acts.pay(award, back=back, why=reason, by=here.by(by))
        document = journal.named({
            "promotion": name, **summary.award(here.run, here.run.awards[award]),
            "accounts": summary.accounts(here.run.in_force, here.run.fund.accounts),
        })  # fmt: skip

    def lines(said: dict[str, Any]) -> Iterator[str]:
        yield line(common.award_line(said), 0)
        yield line(common.accounts_line(said["accounts"]), 2)

    show(document, as_json, lines)


@click.command("report")
@click.argument("name", metavar="PROMOTION")
@names_option
@journal_option
@json_option
def report_(name: str, pseudonyms: bool, where: JournalPlace | None, as_json: bool) -> None:
    """Say everything: claims with their clauses, what was settled and paid, and every movement of the fund."""
    with Journal.open(where) as journal:
        run = common.find_run(journal, name)
        told = summary.report(run, now(journal.settings["zone"]))
        document = told if pseudonyms else journal.named(told)
    show(document, as_json, _report)
    if not pseudonyms and any(one["who"] for one in document["claims"]):
        note("The report names people: keep it as the journal is kept.")


def _report(document: dict[str, Any]) -> Iterator[str]:
    yield heading(f"{document['title']} ({document['promotion']}){'' if document['open'] else ', ended'}")
    yield line(f"opened {common.when(document['opened'])}; policy {document['sha256'][:16]}", 2)
    for one in document["claims"]:
        yield ""
        yield from common.claim_lines(one)
    awards = {one["award"]: one for one in document["awards"]}
    yield ""
    yield heading("Settled")
    for one in document["settled"]:
        many = f" ({one['windows']} windows)" if one["windows"] > 1 else ""
        won = f"prize {one['prize']}, claim {', '.join(map(str, one['holders']))}" if one["holders"] else "nobody has won"
        yield line(f"entry {one['entry']}: {common.window(one)}{many}: {won}", 2)
        if one["decided"]:
            yield line(f"decided by the floor: {one['reason']}", 4)
        for number in one["awards"]:
            yield line(common.award_line(awards[number]), 4, "> ")
    if not document["settled"]:
        yield line("nothing yet", 2)
    yield ""
    yield heading("The fund")
    rows = [
        (one["entry"], common.when(one["at"]), f"{each['from']} -> {each['to']}", each["amount"], one["accounts"]["fund"])
        for one in document["moves"]
        for each in one["transfers"]
    ]
    yield table(rows, header=("entry", "time", "movement", "amount", "fund after"))
    yield line(common.accounts_line(document["accounts"]), 2)
    yield line("even: what came in is what is there and what was paid" if document["even"] else "not even", 2)
