"""A report: what a command answers, one value told to programs as JSON and to people in lines.

It stands in the room that it is about, in a module or folder called `reports`; a command gives it to `report` of
`dealerkit.cli.common`, which prints one or the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

Data = Mapping[str, Any]
"""Plain data that has no type of its own."""


class Report(Protocol):
    """The answer of a command: one value, for programs and for people."""

    def as_json(self) -> object:
        """Return the report as plain data for JSON."""

    def lines(self) -> Iterable[str]:
        """Return the report as lines for a screen."""
