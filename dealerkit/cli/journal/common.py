"""Shared by the commands of the journal: opening its file, people on the command line, and printing an entry."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

from dealerkit.cli.common import bad_value, json_option, note, report
from dealerkit.cli.journal_place import journal_option
from dealerkit.felt.numbers import is_whole
from dealerkit.jobs.journal.cases import find_case
from dealerkit.jobs.journal.docket import Person
from dealerkit.jobs.journal.entries import JournalEntry
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.jobs.journal.reports.book import WrittenEntry
from dealerkit.jobs.journal.store import Journal

F = TypeVar("F", bound=Callable[..., object])


def by_option(command: F) -> F:
    """Add `--by NAME`; the command gets `by`, empty if it is left out."""
    return click.option("--by", metavar="NAME", default="", help="The person who makes the entry.")(command)


def on_journal(*, write: bool = False, begin: bool = False) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add `--journal` and `--json`; the command gets `journal`, which is open while it runs, and `as_json`.

    Args:
        write: Whether the command adds entries to the journal.
        begin: Whether it adds entries, and starts a new journal if there is none.
    """

    def with_journal(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def called(where: JournalPlace | None, **typed: Any) -> None:
            with Journal.begin(where, new=False) if begin else Journal.open(where, write=write) as journal:
                command(journal=journal, **typed)

        return journal_option(json_option(called))

    return with_journal


def names_option(command: F) -> F:
    """Add `--pseudonyms`; the command gets `pseudonyms`, True to print pseudonyms instead of names."""
    return click.option("--pseudonyms", is_flag=True, help="Print pseudonyms instead of names.")(command)


def _say_that_we_wait(path: JournalPlace) -> None:
    note(f"note: someone else is writing to {path}; waiting up to half a minute")


Journal.on_wait = staticmethod(_say_that_we_wait)


def seats(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[Person, ...]:
    """Read `--seat 3` and `--seat "3=Ann Lee"` for click; return the patrons with their seats. A name may be empty."""
    people_ = []
    for text in given:
        number, _, name = text.partition("=")
        if not (is_whole(number.strip()) and int(number) > 0):
            bad_value(f"'{text}' is not a seat; type --seat 3, or --seat '3=NAME'")
        people_.append(Person(name.strip(), "patron", int(number)))
    return tuple(people_)


def people(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[Person, ...]:
    """Read `--person witness=NAME` for click; return the people with their roles."""
    people_ = []
    for text in given:
        role, sign, name = text.partition("=")
        if not (sign and role.strip() and name.strip()):
            bad_value(f"'{text}' is not ROLE=NAME, as in --person 'witness=NAME'")
        people_.append(Person(name.strip(), role.strip()))
    return tuple(people_)


def report_entry(journal: Journal, entry: JournalEntry, as_json: bool) -> None:
    """Print that an entry was written, and the state of its case afterwards.

    Args:
        journal: The journal.
        entry: The entry that was written.
        as_json: Whether to print JSON.
    """
    report(WrittenEntry(entry, find_case(journal, entry.case).state), as_json)
