"""A report: what a command answers, one value told to programs as JSON and to people in lines.

It stands in the room that it is about, in a module or folder called `reports`; a command gives it to `report` of
`dealerkit.cli.common`, which prints one or the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

import attrs

Data = Mapping[str, Any]
"""Plain data that has no type of its own."""

D = TypeVar("D", bound=Mapping[str, object])


class Report(Protocol):
    """The answer of a command: one value, for programs and for people."""

    def as_json(self) -> object:
        """Return it as plain data for JSON."""

    def lines(self) -> Iterable[str]:
        """Return it as lines for a screen."""


@attrs.frozen
class DataReport(Generic[D]):
    """A report that is made of the very data that programs get, since these have all that people are told.

    Attributes:
        data: Plain data; its keys are those of the JSON document.
    """

    data: D

    def as_json(self) -> D:
        """Return the data."""
        return self.data

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        raise NotImplementedError


class SweptFile(DataReport[Mapping[str, bool]]):
    """That a file was written again, without anything that was removed earlier."""

    def lines(self) -> Iterator[str]:
        """Yield it as a line."""
        yield "The file was rewritten."
