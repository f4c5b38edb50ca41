"""Databases made from rule files by an earlier run: cached as a whole, and read into memory as a whole.

No database is ever opened on disk, so neither another process nor a full disk can damage one in use, and a torn file is noticed
by its checksum before SQLite sees it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

from dealerkit.files.memory_database import MemoryDatabase
from dealerkit.rules import cache, data
from dealerkit.rules.files import Stamp, stamp, unchanged

NOT_READ = frozenset({"cases", "training"})
"""Folders of rule files that the catalogue does not read."""


def database(name: str, fill: Callable[[sqlite3.Connection], None], files: Callable[[], Iterable[Stamp]]) -> sqlite3.Connection:
    """Return an SQLite database in memory: its cached copy if that is still valid; otherwise it is made, and cached for the next
    run.

    Args:
        name: Name of the cache entry.
        fill: Function that fills an empty database.
        files: Function that returns every source file and folder, with size and times; called before the database is filled.
    """
    known = _MADE.get(name)
    if known is not None and unchanged(known[0]):
        _MADE[name] = _MADE.pop(name, known)  # move it to the end, since the first one is dropped
        return known[1]
    whole = cache.kept_bytes(name, cache.DATABASE)
    row = _read(whole[0]) if whole is not None else None
    if whole is None or row is None:
        seen, row = list(files()), _empty()
        fill(row)
        row.commit()
        if hasattr(row, "serialize"):
            cache.keep_bytes(name, seen, row.serialize(), cache.DATABASE)
    else:
        seen = whole[1]
    while len(_MADE) >= _OPEN:
        del _MADE[next(iter(_MADE))]
    _MADE[name] = (seen, row)
    return row


_OPEN = 8
_MADE: dict[str, tuple[list[Stamp], sqlite3.Connection]] = {}
"""Databases that this process holds in memory, with their sources."""


def _empty() -> sqlite3.Connection:
    return MemoryDatabase(":memory:", check_same_thread=False)


def _read(whole: bytes | memoryview) -> sqlite3.Connection | None:
    """Return a database from its bytes; None if they are torn, or this SQLite cannot read from memory."""
    database = _empty()
    try:
        database.deserialize(whole)
        database.execute("PRAGMA schema_version")
    except (sqlite3.Error, AttributeError, OverflowError):
        return None
    return database


def rule_files() -> list[Stamp]:
    """Return every rule file that comes with dealerkit, and every folder of rule files, each with path, time of change and size.

    Folders are included because a new file changes the time of its folder.
    """
    paths: list[Path] = []
    for kind in (data.data_dir("rulings"), data.data_dir("procedures")):
        for folder, inner, names in os.walk(kind):
            inner[:] = [name for name in inner if name not in NOT_READ]
            paths += [Path(folder), *(Path(folder, name) for name in names if name.endswith(".yaml"))]
    return [stamp(path) for path in sorted(paths)]
