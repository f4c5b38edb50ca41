"""The report of `dealerkit callout`: the result of a call-out, by a person's marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from dealerkit.files.plain_data import fields
from dealerkit.sheets.document import Block, Heading, Remark
from dealerkit.sheets.report import DocumentReport
from dealerkit.training.callout import Call
from dealerkit.training.cell_names import slip_title
from dealerkit.training.figures import Share
from dealerkit.training.generators import Setting

RIGHT, WRONG = "right", "wrong"
"""Marks besides the codes of slips."""


@attrs.frozen
class CallMark:
    """The mark that a person gave for a call of a call-out drill.

    Attributes:
        call: The call.
        number: Its number, from 1.
        given: `RIGHT`, `WRONG`, or the code of a slip.
        taken_ms: Milliseconds from the line on the screen to the key that showed the right answer; None without a clock.
    """

    call: Call
    number: int
    given: str
    taken_ms: int | None

    @property
    def right(self) -> bool:
        """Whether the dealer did it right."""
        return self.given == RIGHT

    @property
    def codes(self) -> tuple[str, ...]:
        """The code of the marked slip, as a tuple of one; empty if there is none."""
        return () if self.given in (RIGHT, WRONG) else (self.given,)


@attrs.frozen
class CalloutReport(DocumentReport[Setting]):
    """The report of a call-out drill.

    Attributes:
        data: The drill at its level.
        seed: The seed with which the same calls come again.
        trainee: The dealer; empty for no name.
        by: The person who marked; empty if the dealer did.
        marks: The marks, in order.
        kept: Whether they are saved for the figures of progress.
    """

    seed: str
    trainee: str
    by: str
    marks: Sequence[CallMark]
    kept: bool

    @property
    def _share(self) -> Share:
        return Share(sum(mark.right for mark in self.marks), len(self.marks))

    @property
    def _codes(self) -> list[tuple[str, int]]:
        return Counter(code for mark in self.marks for code in mark.codes).most_common()

    @property
    def _missed(self) -> list[tuple[str, int]]:
        return Counter(mark.call.cell for mark in self.marks if not mark.right).most_common()

    def as_json(self) -> dict[str, object]:
        """Return the sitting as plain data."""
        return {
            **fields(self, "drill=data.drill.id", "level=data.level.number", "game=data.game.id", "rules=data.game.rules.name"),
            **fields(self, "seed", "trainee", "by"),
            "called": len(self.marks),
            "right": self._share.count,
            "codes": dict(self._codes),
            "missed": dict(self._missed),
            "marks": [fields(mark_, "cell=call.cell", "say=call.say", "given") for mark_ in self.marks],
            "source": "marked",
        }

    def told(self) -> Iterator[Block]:
        """Yield the number of right calls, the slips, and the missed calls."""
        yield Heading(f"{self.data.game.title}: {self.trainee or 'no name given'}")
        if not self.marks:
            yield Remark("no calls were marked")
            return
        yield Remark(f"{self._share}; marked by {self.by or 'the dealer'}", "right: ")
        for code, count in self._codes:
            yield Remark(slip_title(code) + (f" ({count} times)" if count > 1 else ""), "! ", inset=4)
        if self._missed:
            yield Remark(", ".join(f"{cell} ({count})" for cell, count in self._missed), "missed: ")
        if self.kept:
            yield Remark("saved as marked by a person; dealerkit progress lists it separately from computed scores")
