"""The server's log: on the terminal or in files of limited size, with repetitions left out."""

from __future__ import annotations

import logging
import logging.handlers
from typing import Final

from dealerkit.errors import DealerkitError

LARGEST: Final = 5_000_000
"""Most bytes of a file before the next is begun."""
OLDER: Final = 4
"""Number of older log files that are kept."""
MOST_ALIKE: Final = 10
"""Most records of one kind within `WITHIN` seconds."""
WITHIN: Final = 60.0
MOST_KINDS: Final = 1000
"""Most kinds of records that are remembered."""


class LogError(DealerkitError):
    """The log cannot be written to its file."""


class Repetitions(logging.Filter):
    """Filter that drops records repeated many times within a minute, and adds their number to the next of the kind.

    Records are of one kind if they come from the same logger and have the same first line, before names and numbers are filled
    in.

    Args:
        most: Most records of a kind within the time.
        within: That time, in seconds.
    """

    def __init__(self, most: int = MOST_ALIKE, within: float = WITHIN) -> None:
        super().__init__()
        self._most, self._within = most, within
        self._told: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written to the log; too many of one kind are only counted."""
        kind = (record.name, str(record.msg).partition("\n")[0][:200])
        since, number = self._told.get(kind, (record.created, 0))
        left_out = 0
        if record.created - since >= self._within:
            since, number, left_out = record.created, 0, max(0, number - self._most)
        if kind not in self._told and len(self._told) >= MOST_KINDS:
            self._told.clear()
        self._told[kind] = (since, number + 1)
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} more like it since the last)", ()
        return number < self._most


def log_handler(path: str = "") -> logging.Handler:
    """Return the handler that writes the log.

    Args:
        path: The file; empty for standard error.

    Raises:
        LogError: If the file cannot be written.
    """
    handler: logging.Handler = logging.StreamHandler()
    if path:
        try:
            handler = logging.handlers.RotatingFileHandler(path, maxBytes=LARGEST, backupCount=OLDER, encoding="utf-8")
        except OSError as error:
            msg = f"the log cannot be written to {path}: {error.strerror or error}"
            raise LogError(msg) from error
    handler.addFilter(Repetitions())
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handler
