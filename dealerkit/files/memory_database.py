"""SQLite databases in memory that are closed when no reference to them is left.

Apart from `sqlite_file`, since a command that explains a word holds one and opens no file.
"""

from __future__ import annotations

import sqlite3


class MemoryDatabase(sqlite3.Connection):
    """A database in memory, opened as `MemoryDatabase(":memory:")`.

    Several callers share one, so none of them may close it; and Python 3.13 warns of an unclosed one.
    """

    def __del__(self) -> None:
        try:
            self.close()
        except sqlite3.Error:  # another thread holds it last, which may not close it
            return
