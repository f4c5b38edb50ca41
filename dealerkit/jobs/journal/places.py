"""The place where a journal is stored: a file, or a database on a house's server."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dealerkit.files.folders import JOURNAL, journal_path
from dealerkit.files.server import ServerPlace, is_server, named_by_environment

if TYPE_CHECKING:
    from dealerkit.files.sqlite_file import SqlRow

JournalPlace = Path | ServerPlace
"""A file, or a database on a server."""


class JournalStore(Protocol):
    """An opened file or database that holds a journal. Every failure raises a `JournalError` that names the place."""

    def execute(self, query: str, values: Sequence[object] = ()) -> list[SqlRow]:
        """Run an SQL statement, with `?` for each value, and return its rows."""
        ...

    def take_turn(self, tell: Callable[[], object]) -> None:
        """Begin a writing transaction, after those of other programs; `tell` is called once, after a second of waiting."""
        ...

    def commit(self) -> None:
        """Commit the transaction. Once this returns, its entries survive a power failure."""
        ...

    def rollback(self) -> None:
        """Roll the transaction back; never raises."""
        ...

    def form(self) -> int:
        """Return the version number of the journal's tables."""
        ...

    def flaws(self) -> Iterator[str]:
        """Yield a sentence about each damage to the storage itself, such as broken pages or missing triggers against changes."""
        ...

    def sweep(self) -> None:
        """Overwrite free storage, so that nothing of removed content remains."""
        ...

    def close(self) -> None:
        """Close the place; never raises."""
        ...


def place_named(named: str) -> JournalPlace:
    """Return the place that a text names: a database by its server address, else a file by its path."""
    return ServerPlace(named) if is_server(named) else Path(named)


def journal_place(database: str = "") -> JournalPlace:
    """Return the journal's default place.

    It is the first of these: the place in `DEALERKIT_JOURNAL`; the given database, or that in `DEALERKIT_DATABASE`, if it is on a
    PostgreSQL server; a file in the user's data folder.

    Args:
        database: The database address in a server's settings; empty if there is none.
    """
    named = os.environ.get(JOURNAL, "").strip()
    if named:
        return place_named(named)
    if database:
        return ServerPlace(database) if is_server(database) else journal_path()
    return named_by_environment() or journal_path()
