"""Shared by the commands of `dealerkit jackpot`: options, and how claims, awards and accounts are told."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, TypeVar

import click

from dealerkit.errors import UnknownName
from dealerkit.files.screen_text import finding as finding_text
from dealerkit.files.screen_text import heading, line
from dealerkit.jobs.journal.clock import moment
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.promotions.book import Page, page, runs
from dealerkit.jobs.promotions.run import PromotionRun
from dealerkit.jobs.promotions.windows import PrizeSpan, span_written

F = TypeVar("F", bound=Callable[..., object])

SIGNS = {"yes": "ok  ", "no": "!   ", "open": "?   "}
"""What stands before the answer to a clause."""


def place_options(command: F) -> F:
    """Add `--player`, `--table` and `--seat`; the command gets `player`, `table` and `seat`."""
    for option in (
        click.option("--seat", type=click.IntRange(1, 40), help="The seat."),
        click.option("--table", metavar="NAME", help="The table."),
        click.option("--player", metavar="NAME", default="", help="The player's name."),
    ):
        command = option(command)
    return command


def at_option(command: F) -> F:
    """Add `--at TIME`; the command gets `at`, as typed or None."""
    return click.option("--at", metavar="TIME", help="When it was, as '2026-03-01 14:05:09'. Default: now.")(command)


def time_said(at: str | None, run: PromotionRun, journal: Journal) -> datetime | None:
    """Read a time in the promotion's zone, or the journal's before it is open.

    Args:
        at: What was typed; None if nothing was.
        run: The promotion as it stands.
        journal: The journal, whose zone counts until the promotion is open.
    """
    if at is None:
        return None
    return moment(at, run.zone_name if run.policy is not None else journal.settings["zone"])


def find_run(journal: Journal, name: str) -> PromotionRun:
    """Return a promotion of the journal.

    Raises:
        UnknownName: If it was never opened.
    """
    known = runs(journal)
    if name not in known:
        kind = "promotion in this journal"
        raise UnknownName(kind, name, known, "`dealerkit jackpot open POLICY` opens one")
    return known[name]


@contextlib.contextmanager
def page_of(journal: Journal, name: str, *, tried: bool = False) -> Iterator[Page]:
    """Write on a promotion that was opened at some time; if it is only tried, nothing of it stands.

    Raises:
        UnknownName: If it never was.
    """
    with page(journal, name, tried=tried) as here:
        if here.run.policy is None:
            find_run(journal, name)
        yield here


def only(known: Iterable[str]) -> str:
    """List names for a message."""
    return ", ".join(known) or "none"


def where(one: dict[str, Any]) -> str:
    """Say where a claim or an award belongs: table, seat, who."""
    parts = [f"table {one['table']}" * bool(one["table"]), f"seat {one['seat']}" * bool(one["seat"]), one["who"] or ""]
    return ", ".join(part for part in parts if part) or "nobody named"


def when(text: str | None) -> str:
    """Write a time of the document for reading."""
    return "" if text is None else f"{text[:10]} {text[11:19]} {text[19:]}"


def window(one: dict[str, Any]) -> str:
    """Write a window of the document for reading."""
    begins, until = datetime.fromisoformat(one["from"]), one["until"]
    assert begins.tzinfo is not None
    if until is None:
        return f"from {when(one['from'])} on"
    ends = datetime.fromisoformat(until)
    same = begins.utcoffset() == ends.utcoffset()
    return span_written(PrizeSpan(begins, ends), begins.tzinfo) if same else f"{when(one['from'])} to {when(until)}"


def claim_lines(one: dict[str, Any]) -> Iterator[str]:
    """Tell a claim: the hand, every clause with its answer, and what was found."""
    yield heading(f"Claim {one['claim']}: {one['name']}, {where(one)}, {one['verdict']}")
    board = f"  board {' '.join(one['board'])}" if one["board"] else ""
    yield line(f"{one['game_title']}: {' '.join(one['hole'])}{board}; counts at {when(one['counted'])}", 2)
    for each in one["answers"]:
        cite = f" ({', '.join(each['cite'])})" if each["cite"] else ""
        yield line(f"{each['title']}: {each['said']}{cite}", 2, SIGNS[each["answer"]])
    for each in one["findings"]:
        yield finding_text(
            each["code"], f"{each['title']}: {each['said']}", each["severity"], why=each["why"], cite=each["cite"],
            remedy=each["remedy"],
        )  # fmt: skip


def award_line(one: dict[str, Any]) -> str:
    """Tell an award in a line."""
    state = {"open": "not paid yet", "paid": f"paid in entry {one['paid_in_entry']}", "back": "back in the fund"}[one["state"]]
    return f"award {one['award']}: {one['amount']} to the {one['role']}, {where(one)} (claim {one['claim']}); {state}"


def accounts_line(accounts: dict[str, str]) -> str:
    """Tell the accounts in a line."""
    came = ", ".join(f"{name} {accounts[name]}" for name in ("house", "players", "drop") if accounts[name] != "0") or "nobody"
    inside = ", ".join(f"{name} {accounts[name]}" for name in ("fund", "reserve", "awarded"))
    return f"{inside}; came from {came}; paid out {accounts['winners']}"


def journal_of(path: JournalPlace | None) -> Journal:
    """Open the journal for writing."""
    return Journal.open(path, write=True)
