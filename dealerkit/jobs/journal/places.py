"""The place of a journal: a file of its own, or a database on a house's server."""

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
    """An open place of a journal. Every failure raises a `JournalError` that names the place."""

    def execute(self, query: str, values: Sequence[object] = ()) -> list[SqlRow]:
        """Run a statement, with `?` for each value, and return its rows."""
        ...

    def take_turn(self, tell: Callable[[], object]) -> None:
        """Begin a transaction that writes, after those of other programs; `tell` is called once, after a second of waiting."""
        ...

    def commit(self) -> None:
        """Commit the transaction: when this returns it survives a power failure."""
        ...

    def rollback(self) -> None:
        """End the transaction as if it had not been; never raises."""
        ...

    def form(self) -> int:
        """Return the form of its tables."""
        ...

    def flaws(self) -> Iterator[str]:
        """Yield damage to the place itself: broken storage, missing triggers against changes."""
        ...

    def sweep(self) -> None:
        """Overwrite free storage, so that nothing of removed content remains."""
        ...

    def close(self) -> None:
        """Close the place; never raises."""
        ...


def place_named(named: str) -> JournalPlace:
    """Return the place of a name: a server's database by its address, else a file by its path."""
    return ServerPlace(named) if is_server(named) else Path(named)


def journal_place(database: str = "") -> JournalPlace:
    """Return the journal's default place.

    It is what `DEALERKIT_JOURNAL` names; else the database that a server was told or `DEALERKIT_DATABASE` names, if that is on
    a PostgreSQL server; else a file in the user's data folder.

    Args:
        database: The address of the database that a server was told; empty for none.
    """
    named = os.environ.get(JOURNAL, "").strip()
    if named:
        return place_named(named)
    if database:
        return ServerPlace(database) if is_server(database) else journal_path()
    return named_by_environment() or journal_path()
