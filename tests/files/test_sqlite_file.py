"""SQLite files that are ours: one that cannot be opened is not left open."""

from __future__ import annotations

import sqlite3

import pytest

from dealerkit.files import sqlite_file


def test_a_file_that_is_no_database_is_closed_again(tmp_path, monkeypatch):
    """It is refused with the first setting, when it is open already."""
    path = tmp_path / "notes.db"
    path.write_text("notes of the shift\n" * 100, encoding="utf-8")
    opened = list[sqlite3.Connection]()
    really = sqlite3.connect

    def connect(*args, **how) -> sqlite3.Connection:
        opened.append(really(*args, **how))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(sqlite3.DatabaseError):
        sqlite_file.connect(path, "rw", "journal_mode = WAL")
    (connection,) = opened
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")
