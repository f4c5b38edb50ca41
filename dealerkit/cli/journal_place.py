"""`--journal PLACE`: a file by its path, or a database on a server by its address."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click
from click.shell_completion import CompletionItem

from dealerkit.jobs.journal.places import JournalPlace, place_named

F = TypeVar("F", bound=Callable[..., object])

USUAL = "DEALERKIT_JOURNAL, or the house's database (DEALERKIT_DATABASE), or a file in your data folder"


def placed(_ctx: click.Context, _param: click.Parameter, given: str | None) -> JournalPlace | None:
    """Return the place of the journal that an option names, a file or a database's address; None if the option is not given."""
    return place_named(given) if given else None


def _files(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    return [CompletionItem(begun, type="file")]


def journal_option(command: F) -> F:
    """Add `--journal PLACE`; the command gets `where`, the place or None."""
    return click.option(
        "--journal",
        "where",
        type=click.Path(),
        metavar="PLACE",
        callback=placed,
        shell_complete=_files,
        help=f"The journal: a file, or postgresql://USER@HOST/NAME. Default: {USUAL}.",
    )(command)
