"""Locks on records: one session writes a record at a time."""

from __future__ import annotations

import os
from io import FileIO
from pathlib import Path

from dealerkit.errors import RecordError

try:
    import fcntl
except ImportError:  # a system without file locks, on which no session can be refused
    fcntl = None  # type: ignore[assignment]


def lock(stream: FileIO, path: Path) -> None:
    """Lock a record until its file is closed.

    Args:
        stream: The record's file, open for writing.
        path: Its path, for the message.

    Raises:
        RecordError: If another session has locked it; the message names that session.
    """
    holder = held_elsewhere(stream)
    if holder is not None:
        hint = f"end that session first, or view it: dealerkit replay {path}"
        raise RecordError(str(path), 0, f"this record is open in another session{holder}", hint)


def held_elsewhere(stream: FileIO) -> str | None:
    """Try to lock a file until it is closed.

    Args:
        stream: The file, open for writing.

    Returns:
        None if that succeeded, or if the disk has no locks; otherwise the process that holds the file, in words.
    """
    if fcntl is None:
        return None
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return _holder(stream)
    except OSError:  # a disk without file locks, as some shared ones are
        return None
    return None


def _holder(stream: FileIO) -> str:
    """Return the process that holds the lock, as `: process 4711 (dealerkit walk ...) of ann`; empty if the system does not show
    it.
    """
    try:
        status = os.fstat(stream.fileno())
        mine = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
        rows = [row.split() for row in Path("/proc/locks").read_text(encoding="ascii").splitlines()]
        number = next(int(row[4]) for row in rows if row[1] == "FLOCK" and row[5] == mine)
        process = Path(f"/proc/{number}")
        words = process.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        return f": process {number} ({words}) of {process.owner()}"
    except (OSError, StopIteration, ValueError, IndexError, KeyError):
        return ""
