"""A report: the answer of a command, printed as JSON for programs and as lines for people.

A report is in the room of its subject, in a module or folder called `reports`; a command passes it to `report` of
`dealerkit.cli.common`, which prints one form or the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

Data = Mapping[str, Any]
"""Plain data without a type of its own."""


class Report(Protocol):
    """The answer of a command: one value, for programs and for people."""

    def as_json(self) -> object:
        """Return the report as plain data for JSON."""

    def lines(self) -> Iterable[str]:
        """Return the report as lines for a screen."""
