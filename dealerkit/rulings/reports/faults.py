"""The report of `dealerkit rule` if no fault is named: every fault and question on which it can rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dealerkit.files.plain_data import fields
from dealerkit.files.screen_text import line, table
from dealerkit.rulings.facts import Fault


@attrs.frozen
class FaultList:
    """The faults and questions that can be ruled on.

    Attributes:
        faults: The faults and questions, in order.
    """

    faults: Sequence[Fault]

    def as_json(self) -> dict[str, object]:
        """Return a map for each fault or question."""
        return {"faults": [fields(fault, "fault=name", "kind", "title", "family", "facts") for fault in self.faults]}

    def lines(self) -> Iterator[str]:
        """Yield the faults as a table, and a hint on what to type next."""
        yield table(
            [(fault.name, fault.family, fault.title) for fault in self.faults], header=("fault", "family", "what happened")
        )
        yield ""
        yield line("Continue: dealerkit rule FAULT. It asks for the facts.")
