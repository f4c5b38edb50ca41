"""Side bets on the first cards of a hand: the traits of two cards and the dealer's up-card, and the line of a pay table that they
meet.

The payments stand in a game's file, under `side_bets` of its tables; the traits that earn them are defined here. Cards are
written as rank and suit, `Qh`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

import attrs

from dealerkit.arithmetic.paytable import read_odds

_RANKS: Final = "A23456789TJQK"
_RED: Final = frozenset("dh")
_TENS: Final = frozenset("TJQK")

Traits = frozenset[str]


def pair_traits(first: str, second: str) -> list[Traits]:
    """Return the traits of two cards for a side bet on a pair: `pair`, and `perfect` in one suit, `coloured` in one colour, else
    `mixed`. Without a pair there are none.

    >>> [sorted(traits) for traits in pair_traits("Kh", "Kd")], pair_traits("Kh", "Qh")
    ([['coloured', 'pair']], [frozenset()])
    """
    if first[0] != second[0]:
        return [frozenset()]
    if first[1] == second[1]:
        return [frozenset({"pair", "perfect"})]
    return [frozenset({"pair", "coloured" if (first[1] in _RED) == (second[1] in _RED) else "mixed"})]


def three_card_traits(first: str, second: str, up: str) -> list[Traits]:
    """Return the traits of two cards with the up-card. An ace is high or low, and no straight runs over it from king to two.

    >>> [sorted(traits) for traits in three_card_traits("Ah", "Kh", "Qh")]
    [['flush', 'straight', 'straight_flush']]
    """
    cards = (first, second, up)
    places = sorted(_RANKS.index(card[0]) for card in cards)
    suited, equal = len({card[1] for card in cards}) == 1, places[0] == places[2]
    straight = places in ([places[0], places[0] + 1, places[0] + 2], [0, len(_RANKS) - 2, len(_RANKS) - 1])
    named = {
        "suited_three_of_a_kind": suited and equal,
        "straight_flush": suited and straight,
        "three_of_a_kind": equal,
        "straight": straight,
        "flush": suited,
    }
    return [frozenset(name for name, fits in named.items() if fits)]


def match_traits(first: str, second: str, up: str) -> list[Traits]:
    """Return how each of two cards matches the up-card's rank: `suited`, `unsuited`, or no trait. Each match is paid."""
    return [frozenset({"suited" if card[1] == up[1] else "unsuited"} if card[0] == up[0] else ()) for card in (first, second)]


def twenty_traits(first: str, second: str) -> list[Traits]:
    """Return the traits of two cards that total 20: `suited`, `paired` in rank, `matched` in both, `queens`, `queens_of_hearts`.

    >>> [sorted(traits) for traits in twenty_traits("Ah", "9h")], twenty_traits("Ah", "8h")
    ([['suited', 'twenty']], [frozenset()])
    """
    ranks = {first[0], second[0]}
    if not (ranks <= _TENS or ranks == {"A", "9"}):
        return [frozenset()]
    named = {
        "twenty": True,
        "suited": first[1] == second[1],
        "paired": len(ranks) == 1,
        "matched": first == second,
        "queens": ranks == {"Q"},
        "queens_of_hearts": first == second == "Qh",
    }
    return [frozenset(name for name, fits in named.items() if fits)]


@attrs.frozen
class SideBetCards:
    """The cards that decide a side bet.

    Attributes:
        cards: Number of cards: 2 for the box's first two, 3 with the up-card.
        traits: Function that takes the cards and returns their traits, for each payment that may be made.
    """

    cards: int
    traits: Callable[..., list[Traits]]


BETS: Final[Mapping[str, SideBetCards]] = {
    "pairs": SideBetCards(2, pair_traits),
    "three_card": SideBetCards(3, three_card_traits),
    "match_dealer": SideBetCards(3, match_traits),
    "twenty": SideBetCards(2, twenty_traits),
}
"""Side bets by name."""


@attrs.frozen
class SideBetLine:
    """A line of a side bet's pay table.

    Attributes:
        cards: Trait that the cards must have.
        pays: Winnings for each unit staked.
        natural: Whether the dealer must have a natural too.
    """

    cards: str
    pays: Fraction
    natural: bool = False

    @property
    def name(self) -> str:
        """Name of the line as the printed pay table has it."""
        return self.cards.replace("_", " ") + (", dealer with a natural" if self.natural else "")


def side_bet_lines(tables: Mapping[str, object], options: Mapping[str, object]) -> dict[str, tuple[SideBetLine, ...]]:
    """Return the pay table of every side bet under the options in force; side bets without a line are left out.

    Args:
        tables: Tables of a game's file.
        options: The options in force.

    Returns:
        The lines of each side bet, by its name.
    """
    compiled = {}
    bets = tables.get("side_bets")
    for bet, table in bets.items() if isinstance(bets, Mapping) else ():
        lines = table["lines"].get(str(options[table["by"]]), ())
        if lines:
            compiled[str(bet)] = tuple(
                SideBetLine(str(line["cards"]), Fraction(*read_odds(line["pays"])), bool(line.get("dealer_natural")))
                for line in lines
            )
    return compiled


def won(lines: Sequence[SideBetLine], parts: Sequence[Traits], *, natural: bool | None) -> Fraction | None:
    """Return the winnings of a side bet for each unit staked, all its payments added up: 0 if it loses (BJ-91), None while
    undecided.

    Args:
        lines: The lines of its pay table, the best first: the first one that fits is paid.
        parts: Traits of the cards, for each payment.
        natural: Whether the dealer has a natural; None while unknown, which leaves a bet undecided if it matters.

    >>> lines = [SideBetLine("queens", Fraction(250), natural=True), SideBetLine("queens", Fraction(25))]
    >>> won(lines, twenty_traits("Qh", "Qs"), natural=None), won(lines, twenty_traits("Kh", "Qs"), natural=None)
    (None, Fraction(0, 1))
    """
    units = Fraction(0)
    for traits in parts:
        for line in lines:
            if line.cards not in traits or (line.natural and natural is False):
                continue
            if line.natural and natural is None:
                return None
            units += line.pays
            break
    return units
