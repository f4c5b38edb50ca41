"""SQLite databases in memory that are closed when no reference to them is left.

A module apart from `sqlite_file`, because a command that explains a word has such a database and opens no file.
"""

from __future__ import annotations

import sqlite3


class MemoryDatabase(sqlite3.Connection):
    """A database in memory, opened as `MemoryDatabase(":memory:")`.

    Several callers share one, so none of them may close it, and Python 3.13 warns about a database that is left open.
    """

    def __del__(self) -> None:
        try:
            self.close()
        except sqlite3.Error:  # the last reference is in another thread, which may not close it
            return
