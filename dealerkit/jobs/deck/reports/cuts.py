"""Reports of `dealerkit cut`: a series of cuts followed through a deck, or two orders compared."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

import attrs

from dealerkit.cards import Face
from dealerkit.files.plain_data import as_plain
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.deck.cutting import CutSlip, CutStep
from dealerkit.sheets.document import Block, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport, told_finding

Order = Sequence[Face | None]
"""The cards of a deck from the top; None for an unreadable one."""


@attrs.frozen
class FollowedCuts(DocumentReport[Sequence[CutStep]]):
    """A series of cuts, followed through a deck.

    Attributes:
        data: Each cut with the order after it.
        order: The deck before the cuts.
        slips: The slips in the cuts.
        least: The fewest cards that may be cut.
        most: The most cuts that may be made.
        rules: The rule set to rule under, as it was named; None for none.
    """

    order: Order
    slips: Sequence[CutSlip]
    least: int
    most: int
    rules: str | None = None

    def as_json(self) -> dict[str, object]:
        """Return the report as plain data."""
        order, steps = self.order, self.data
        return {
            "cards": len(order),
            "least": self.least,
            "most": self.most,
            "before": _names(order),
            "cuts": [
                {
                    "cut": str(step.cut), "top": _names(step.order[:1])[0], "bottom": _names(step.order[-1:])[0], "one": step.one,
                }
                for step in steps
            ],
            "after": _names(steps[-1].order),
            "one": steps[-1].one,
            "findings": as_plain(self.slips),
        }  # fmt: skip

    def title(self) -> str:
        """Return the title, with the numbers of cards and cuts."""
        return f"{count_of(len(self.order), 'card')}, {count_of(len(self.data), 'cut')}"

    def told(self) -> Iterator[Block]:
        """Yield each cut with the top and the bottom card after it, and the slips."""
        steps = self.data
        rows = [("-", "before", *_ends(self.order), "")]
        rows += [(str(number), str(step.cut), *_ends(step.order), _as_one(step.one)) for number, step in enumerate(steps, 1)]
        yield TableBlock(("", "cut", "top", "bottom", "as one cut"), rows)
        yield Remark(" ".join(_names(steps[-1].order)), "now: ")
        yield from _wrong(self.slips, self.rules)


@attrs.frozen
class ComparedOrders(DocumentReport[int | None]):
    """Two orders of a deck, and the cut from one to the other.

    Attributes:
        data: The cut, in cards; None where no simple cut leads there.
        cards: The number of cards in the deck.
        slips: The slips in it.
        rules: The rule set to rule under, as it was named; None for none.
    """

    json_names = "cards one=data findings=slips"
    cards: int
    slips: Sequence[CutSlip]
    rules: str | None = None

    def title(self) -> str:
        """Return the title, with the number of cards."""
        return f"{count_of(self.cards, 'card')} before and after"

    def told(self) -> Iterator[Block]:
        """Yield the cut, or the slips."""
        if not self.slips:
            yield Remark(f"one cut of {self.data} turns the first order into the second", "ok  ")
        yield from _wrong(self.slips, self.rules)


def _names(order: Order) -> list[str]:
    return ["??" if face is None else face.name for face in order]


def _ends(order: Order) -> tuple[str, str]:
    names = _names(order)
    return (" ".join(names[:3]), names[-1])


def _as_one(cut: int | None) -> str:
    return "no single cut" if cut is None else "no cut at all" if cut == 0 else f"one cut of {cut}"


def _wrong(slips: Sequence[CutSlip], rules: str | None) -> Iterator[Block]:
    under = f" --rules {shlex.quote(rules)}" if rules else ""
    for slip in slips:
        which = f"cut {slip.cut}: " if slip.cut else ""
        facts = "".join(f" -f {name}={value}" for name, value in slip.facts.items())
        yield from told_finding(
            f"cut/{slip.kind.replace('_', '-')}",
            which + slip.text,
            cite=slip.cite,
            remedy=f"dealerkit rule {slip.fault}{facts}{under}" if slip.fault else "",
        )
