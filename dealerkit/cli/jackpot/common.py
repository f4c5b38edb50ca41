"""Shared by the commands of `dealerkit jackpot`: options, and the output of claims, awards and accounts."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import TypeVar

import click

from dealerkit.errors import check_name
from dealerkit.jobs.journal.clock import moment
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.promotions.book import Page, page, runs
from dealerkit.jobs.promotions.run import PromotionRun

F = TypeVar("F", bound=Callable[..., object])


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
    """Return a typed time in the promotion's time zone; None if no time was typed.

    Args:
        at: The time as typed, such as `2026-03-01 14:05`; None if not given.
        run: The promotion.
        journal: The journal, whose time zone applies until the promotion is open.
    """
    if at is None:
        return None
    return moment(at, run.zone_name if run.policy is not None else journal.settings["zone"])


def find_run(journal: Journal, name: str) -> PromotionRun:
    """Return a promotion that was opened, with its claims and funds as the journal has them.

    Args:
        journal: The journal.
        name: The promotion's name.

    Raises:
        UnknownName: If it was never opened.
    """
    known = runs(journal)
    check_name("promotion in this journal", name, known, "`dealerkit jackpot open POLICY` opens one")
    return known[name]


@contextlib.contextmanager
def page_of(journal: Journal, name: str, *, tried: bool = False) -> Iterator[Page]:
    """Context manager that opens a promotion for new events; in a trial run, nothing is written.

    Args:
        journal: The journal.
        name: The promotion's name.
        tried: Whether this is a trial run.

    Raises:
        UnknownName: If the promotion was never opened.
    """
    with page(journal, name, tried=tried) as here:
        if here.run.policy is None:
            find_run(journal, name)
        yield here


def only(known: Iterable[str]) -> str:
    """Return names joined by commas for an error message; `none` if there are none."""
    return ", ".join(known) or "none"
