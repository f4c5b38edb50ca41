"""A series of cuts through a deck: the effect of each, the equivalent single cut, and the dealer's slips (CU rules)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from dealerkit.arithmetic import cuts
from dealerkit.errors import ActError
from dealerkit.jobs.deck.packs import decks_doc
from dealerkit.rules.games import Game
from dealerkit.rules.texts import fill, text
from dealerkit.rulings import known_facts

_SIMPLE = re.compile(r"[0-9]{1,5}")
_SCARNE = re.compile(r"([0-9]{1,5})\+([0-9]{1,5})\+([0-9]{1,5})")


@attrs.frozen
class Cut:
    """A cut.

    Attributes:
        lift: The number of cards lifted off the top and put under the rest; None for half of the deck.
        above: In Scarne's cut, the number of cards above the packet that is first taken from the middle.
        packet: In Scarne's cut, the number of cards in that packet; 0 for a simple cut.
        false: Whether it is a false cut, which leaves the order as it was (CU-15).
        hands: The number of hands used to complete the cut.
        onto_cut_card: Whether it was made onto a cut card.
    """

    lift: int | None = None
    above: int = 0
    packet: int = 0
    false: bool = False
    hands: int = 1
    onto_cut_card: bool = True

    @classmethod
    def read(cls, cut_text: str) -> Cut:
        """Read a cut: `20`, `half`, `false`, or `15+10+20` for Scarne's cut; `/two-hands` and `/no-cut-card` may follow.

        Raises:
            ActError: If the text is not a cut.

        >>> Cut.read("15+10+20")
        Cut(lift=20, above=15, packet=10, false=False, hands=1, onto_cut_card=True)
        >>> Cut.read("8/two-hands").hands
        2
        """
        what, *how = cut_text.strip().casefold().replace("_", "-").split("/")
        cut: Cut | None = None
        if what in ("half", "false", "none"):
            cut = cls(false=what != "half")
        elif _SIMPLE.fullmatch(what):
            cut = cls(int(what))
        elif (scarne := _SCARNE.fullmatch(what)) is not None:
            cut = cls(int(scarne[3]), int(scarne[1]), int(scarne[2]))
        if cut is None or set(how) - {"two-hands", "no-cut-card"}:
            msg = (
                f"'{cut_text[:40]}' is not a cut; type a number of cards, half, false, or ABOVE+PACKET+CARDS for Scarne's cut; "
                "after it, /two-hands or /no-cut-card"
            )
            raise ActError(msg)
        return attrs.evolve(cut, hands=2 if "two-hands" in how else 1, onto_cut_card="no-cut-card" not in how)

    @property
    def simple(self) -> bool:
        """Whether it is a simple cut, even of no cards."""
        return not self.packet

    def size(self, cards: int) -> int:
        """Return how many cards a simple cut of a deck puts under the rest; 0 for a false cut.

        Args:
            cards: The number of cards in the deck.
        """
        return 0 if self.false else cards // 2 if self.lift is None else self.lift

    def __str__(self) -> str:
        if self.false:
            return "false cut"
        if self.packet:
            return f"{self.packet} from under {self.above} on top, then {self.lift}"
        return "half" if self.lift is None else str(self.lift)


@attrs.frozen
class CutStep:
    """A deck after a cut.

    Attributes:
        cut: The cut.
        order: The order after it, from the top.
        one: The single simple cut, in cards, that equals all cuts so far; 0 if they cancel out, None if no simple cut equals
            them.
    """

    cut: Cut
    order: tuple[Any, ...]
    one: int | None


@attrs.frozen
class CutSlip:
    """A slip in a cut.

    Attributes:
        kind: A word of `cut.finds` in `procedures/decks.yaml`.
        cut: The number of the cut, from 1; 0 for all of them together.
        text: The slip, in words.
        cite: The rules it rests on.
        fault: The name under which rule sets rule on it; empty if they don't.
        facts: The facts that a ruling on it needs, by name.
    """

    json_names = "kind cut? text rules=cite fault? facts"
    kind: str
    cut: int
    text: str
    cite: tuple[str, ...]
    fault: str
    facts: Mapping[str, object]


def least_of(cards: int) -> int:
    """Return the fewest cards of a cut (CU-04): of 52, ten."""
    return max(1, cards // int(decks_doc().data["cut"]["least_share"]))


def most_of() -> int:
    """Return the most cuts that may be made, from `procedures/decks.yaml` (CU-03)."""
    return int(decks_doc().data["cut"]["most"])


def allowed_of(game: Game) -> tuple[int | None, int | None]:
    """Return two numbers from a game's options: the fewest cards in a cut, and the most cuts. None if there is no such option."""
    named = decks_doc().data["cut"]["options"]
    limits = [game.options.get(named[what]) for what in ("least", "most")]
    least, most = (int(value) if value is not None else None for value in limits)
    return least, most


def follow(order: Sequence[object], series: Sequence[Cut]) -> list[CutStep]:
    """Return the deck after each cut of a series.

    Args:
        order: The deck before the cuts, top card first.
        series: The cuts, in order.

    Raises:
        ActError: If a cut takes more cards than there are.
    """
    steps: list[CutStep] = []
    now = list(order)
    for number, cut in enumerate(series, 1):
        try:
            if cut.packet:
                now = cuts.scarne(now, cut.above, cut.packet, cut.size(len(now)))
            else:
                now = cuts.simple(now, cut.size(len(now)))
        except ValueError as error:
            msg = f"cut {number}, '{cut}': {error}"
            raise ActError(msg) from None
        steps.append(CutStep(cut, tuple(now), as_one(series[:number], len(now), order, now)))
    return steps


def as_one(series: Sequence[Cut], cards: int, before: Sequence[object], after: Sequence[object]) -> int | None:
    """Return the single cut that equals a series (CU-12 to CU-14): the sum of the sizes, or if a packet came from the middle, the
    cut found by comparing the orders.

    Args:
        series: The cuts, in the order in which they were made.
        cards: The number of cards in the deck.
        before: The deck before the first cut, top card first.
        after: The deck after the last cut, top card first.

    Returns:
        How many cards a single cut would have put under; None if no simple cut leads from one order to the other.
    """
    if all(cut.simple for cut in series):
        return cuts.as_one([cut.size(cards) for cut in series], cards)
    return cuts.between(before, after)


def slips_of(
    order: Sequence[object], steps: Sequence[CutStep], least: int | None = None, most: int | None = None
) -> list[CutSlip]:
    """Return the slips in a series of cuts.

    Args:
        order: The deck before it.
        steps: The deck after each cut.
        least: The fewest cards in a cut; None for a fifth of the deck.
        most: The most cuts allowed; None for the usual number (CU-03).
    """
    cards = len(order)
    fewest = least_of(cards) if least is None else least
    allowed = most_of() if most is None else most
    left_least = int(decks_doc().data["cut"]["least_left"])
    slips: list[CutSlip] = []
    for number, step in enumerate(steps, 1):
        cut, size = step.cut, step.cut.size(cards)
        if not cut.false and size < fewest and size:
            slips.append(slip("too_thin", number, n=size, cards=cards, least=fewest, facts=_cut_off(size)))
        elif not cut.false and size != cards and cards - size < min(left_least, cards // 2):
            slips.append(slip("too_deep", number, left=cards - size, least_left=left_least, facts=_cut_off(cards - size)))
        if cut.hands > 1:
            slips.append(slip("two_hands", number))
        if not cut.onto_cut_card:
            slips.append(slip("no_cut_card", number))
    if len(steps) > allowed:
        slips.append(slip("too_many", 0, n=len(steps), most=allowed))
    if steps and cards > 1 and steps[-1].order == tuple(order):
        slips.append(slip("unchanged", 0))
    return slips


def _cut_off(cards: int) -> dict[str, object]:
    """Return the fact with the number of cards cut off, for one deck only: the rule sets speak of one."""
    return {"cut_cards": cards} if known_facts()["cut_cards"].can_be(cards) else {}


def slip(kind: str, cut: int, *, facts: Mapping[str, object] | None = None, **numbers: object) -> CutSlip:
    """Return a slip of a cut, with its sentence, its rules and its facts for rulings.

    Args:
        kind: The slip's kind, a key of `cut.finds` in `procedures/decks.yaml`.
        cut: The number of the cut in the series, from 1; 0 for all of them together.
        facts: Facts for a ruling, besides those that the kind's entry always has.
        **numbers: The values for the `{name}` placeholders in the sentence.
    """
    entry = decks_doc().data["cut"]["finds"][kind]
    title = fill(text(entry["title"]), {name: str(value) for name, value in numbers.items()})
    return CutSlip(
        kind, cut, title, tuple(entry["cite"]), str(entry.get("fault", "")), {**entry.get("facts", {}), **(facts or {})}
    )


def compare(before: Sequence[object], after: Sequence[object]) -> tuple[int | None, list[CutSlip]]:
    """Return the single cut that leads from one order to another, and the slips that show in it (CU-15).

    Args:
        before: The deck before, top card first.
        after: The deck after, top card first.

    Returns:
        The cut, in cards; 0 if the orders are equal, None if no simple cut leads there. Then the slips.

    Raises:
        ActError: If the two are not the same cards.
    """
    if sorted(map(str, before)) != sorted(map(str, after)):
        msg = "the two orders don't have the same cards: `dealerkit deck verify` shows what is missing"
        raise ActError(msg)
    shift = cuts.between(before, after)
    return shift, [slip("unchanged", 0)] if shift == 0 else [slip("no_cut", 0)] if shift is None else []
