"""Reports of `dealerkit cut`: a series of cuts followed through a deck, or two orders compared."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

import attrs

from dealerkit.cards import Face
from dealerkit.files.screen_text import finding, heading, line, table
from dealerkit.jobs.deck.cutting import CutSlip, CutStep

Order = Sequence[Face | None]
"""The cards of a deck from the top; None for one that nobody could read."""


@attrs.frozen
class FollowedCuts:
    """A series of cuts, followed through a deck.

    Attributes:
        order: The deck before.
        steps: Each cut with the order after it.
        slips: What is wrong with the cuts.
        least: The fewest cards that may be cut.
        most: The most cuts that may be made.
        rules: The rule set to rule under, as it was named; None for none.
    """

    order: Order
    steps: Sequence[CutStep]
    slips: Sequence[CutSlip]
    least: int
    most: int
    rules: str | None = None

    def as_json(self) -> dict[str, object]:
        """Return it as plain data."""
        order, steps = self.order, self.steps
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
            "findings": [slip.as_json() for slip in self.slips],
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        order, steps = self.order, self.steps
        yield heading(f"{len(order)} cards, {len(steps)} cut{'s' * (len(steps) != 1)}")
        rows = [("-", "before", *_ends(order), "")]
        rows += [(str(number), str(step.cut), *_ends(step.order), _as_one(step.one)) for number, step in enumerate(steps, 1)]
        yield table(rows, header=("", "cut", "top", "bottom", "all of it comes to"))
        yield line(" ".join(_names(steps[-1].order)), 2, "now: ")
        yield from _wrong(self.slips, self.rules)


@attrs.frozen
class ComparedOrders:
    """Two orders of a deck, and the cut that leads from one to the other.

    Attributes:
        cards: How many cards the deck has.
        one: The cut, in cards; None where no simple cut leads there.
        slips: What is wrong with it.
        rules: The rule set to rule under, as it was named; None for none.
    """

    cards: int
    one: int | None
    slips: Sequence[CutSlip]
    rules: str | None = None

    def as_json(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"cards": self.cards, "one": self.one, "findings": [slip.as_json() for slip in self.slips]}

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield heading(f"{self.cards} cards before and after")
        if not self.slips:
            yield line(f"one simple cut of {self.one} leads from one to the other", 2, "ok  ")
        yield from _wrong(self.slips, self.rules)


def _names(order: Order) -> list[str]:
    return ["??" if face is None else face.name for face in order]


def _ends(order: Order) -> tuple[str, str]:
    names = _names(order)
    return (" ".join(names[:3]), names[-1])


def _as_one(one: int | None) -> str:
    return "no simple cut" if one is None else "no cut at all" if one == 0 else f"one cut of {one}"


def _wrong(slips: Sequence[CutSlip], rules: str | None) -> Iterator[str]:
    under = f" --rules {shlex.quote(rules)}" if rules else ""
    for slip in slips:
        which = f"cut {slip.cut}: " if slip.cut else ""
        facts = "".join(f" -f {name}={value}" for name, value in slip.facts.items())
        yield finding(
            f"cut/{slip.kind.replace('_', '-')}",
            which + slip.text,
            cite=slip.cite,
            remedy=f"dealerkit rule {slip.fault}{facts}{under}" if slip.fault else "",
        )
