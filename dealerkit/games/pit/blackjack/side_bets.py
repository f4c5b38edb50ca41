"""Side bets of blackjack: by which line of its table a bet wins, and how often, exactly (ledger 1.8).

What a line pays stands in the game's file, under `side_bets` of its tables; here stands which cards make it. Cards are written as
rank and suit, `Qh`.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final

import attrs

from dealerkit.arithmetic.paytable import read_odds

_RANKS: Final = "A23456789TJQK"
_FACES: Final = tuple(rank + suit for rank in _RANKS for suit in "cdhs")
_RED: Final = frozenset("dh")
_TENS: Final = frozenset("TJQK")

Traits = frozenset[str]


def pair_traits(first: str, second: str) -> list[Traits]:
    """Return what two cards of one rank are: `perfect` in one suit, `coloured` in one colour, otherwise `mixed`; and a `pair`.

    >>> [sorted(traits) for traits in pair_traits("Kh", "Kd")], pair_traits("Kh", "Qh")
    ([['coloured', 'pair']], [frozenset()])
    """
    if first[0] != second[0]:
        return [frozenset()]
    if first[1] == second[1]:
        return [frozenset({"pair", "perfect"})]
    return [frozenset({"pair", "coloured" if (first[1] in _RED) == (second[1] in _RED) else "mixed"})]


def three_card_traits(first: str, second: str, up: str) -> list[Traits]:
    """Return what two cards and the up-card make; an ace is high or low, and a straight does not go round the corner.

    >>> [sorted(traits) for traits in three_card_traits("Ah", "Kh", "Qh")]
    [['flush', 'straight', 'straight_flush']]
    """
    cards = (first, second, up)
    places = sorted(_RANKS.index(card[0]) for card in cards)
    suited, equal = len({card[1] for card in cards}) == 1, places[0] == places[2]
    straight = places in ([places[0], places[0] + 1, places[0] + 2], [0, len(_RANKS) - 2, len(_RANKS) - 1])
    found = {
        "suited_three_of_a_kind": suited and equal,
        "straight_flush": suited and straight,
        "three_of_a_kind": equal,
        "straight": straight,
        "flush": suited,
    }
    return [frozenset(name for name, fits in found.items() if fits)]


def match_traits(first: str, second: str, up: str) -> list[Traits]:
    """Return how each of two cards has the up-card's rank, `suited` or `unsuited`: both are paid."""
    return [frozenset({"suited" if card[1] == up[1] else "unsuited"} if card[0] == up[0] else ()) for card in (first, second)]


def twenty_traits(first: str, second: str) -> list[Traits]:
    """Return what two cards that total 20 are: `suited`, `paired` in rank, `matched` in both, `queens`, `queens_of_hearts`.

    >>> [sorted(traits) for traits in twenty_traits("Ah", "9h")], twenty_traits("Ah", "8h")
    ([['suited', 'twenty']], [frozenset()])
    """
    ranks = {first[0], second[0]}
    if not (ranks <= _TENS or ranks == {"A", "9"}):
        return [frozenset()]
    found = {
        "twenty": True,
        "suited": first[1] == second[1],
        "paired": len(ranks) == 1,
        "matched": first == second,
        "queens": ranks == {"Q"},
        "queens_of_hearts": first == second == "Qh",
    }
    return [frozenset(name for name, fits in found.items() if fits)]


@attrs.frozen
class SideBetCards:
    """The cards that a side bet is about.

    Attributes:
        cards: How many: the box's first two, and the up-card as a third.
        traits: What they are; for each payment that may be made.
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
    """A line of a side bet's table.

    Attributes:
        cards: What the cards must be.
        pays: What each unit wins.
        natural: Whether the dealer must have a natural besides.
    """

    cards: str
    pays: Fraction
    natural: bool = False

    @property
    def name(self) -> str:
        """Its name in a table."""
        return self.cards.replace("_", " ") + (", dealer with a natural" if self.natural else "")


def side_bet_lines(tables: Mapping[str, object], options: Mapping[str, object]) -> dict[str, tuple[SideBetLine, ...]]:
    """Read the lines of every side bet under the options in force; of one that has none under these, nothing.

    Args:
        tables: The tables of a game's file.
        options: The options in force.
    """
    found = {}
    said = tables.get("side_bets")
    for bet, table in said.items() if isinstance(said, Mapping) else ():
        lines = table["lines"].get(str(options[table["by"]]), ())
        if lines:
            found[str(bet)] = tuple(
                SideBetLine(str(line["cards"]), Fraction(*read_odds(line["pays"])), bool(line.get("dealer_natural")))
                for line in lines
            )
    return found


@attrs.frozen
class SideBetOdds:
    """The prospects of a side bet from a whole shoe.

    Attributes:
        lines: What wins, in words -> what a unit wins then, and how often; a bet that is paid twice has rows of its own for that.
        edge: The house's average gain for each unit staked.
    """

    lines: Mapping[str, tuple[Fraction, Fraction]]
    edge: Fraction

    @property
    def win(self) -> Fraction:
        """How often it wins."""
        return sum((chance for _, chance in self.lines.values()), Fraction(0))


@functools.lru_cache(maxsize=64)
def side_bet_odds(bet: str, lines: tuple[SideBetLine, ...], decks: int) -> SideBetOdds:
    """Count every hand that a side bet can meet.

    Args:
        bet: Its name.
        lines: Its lines, the best first: the first one that fits is paid.
        decks: Whole decks in the shoe.
    """
    about = BETS[bet]
    hands: Counter[tuple[tuple[tuple[int, ...], ...], int]] = Counter()
    for cards in itertools.product(_FACES, repeat=about.cards):
        left: dict[str, int] = {}
        ways = 1
        for card in cards:
            ways *= decks - left.get(card, 0)
            left[card] = left.get(card, 0) + 1
        if ways:
            parts = about.traits(*cards)
            fitting = tuple(sorted(_fitting(lines, traits) for traits in parts if traits))
            hands[fitting, sum(card[0] in _TENS for card in cards) * 10 + sum(card[0] == "A" for card in cards)] += ways
    size = 52 * decks
    whole = 1
    for drawn in range(about.cards):
        whole *= size - drawn
    found: dict[str, tuple[Fraction, Fraction]] = {}
    for (fits, seen), ways in hands.items():
        tens, aces = 16 * decks - seen // 10, 4 * decks - seen % 10
        left_over = size - about.cards
        natural = Fraction(2 * tens * aces, left_over * (left_over - 1)) if about.cards == 2 else Fraction(0)
        for chance, has in ((natural, True), (1 - natural, False)):
            paid = [next((lines[place] for place in one if has or not lines[place].natural), None) for one in fits]
            won = [line for line in paid if line is not None]
            if won and chance:
                name = " and ".join(line.name for line in won)
                pays, before = found.get(name, (sum((line.pays for line in won), Fraction(0)), Fraction(0)))
                found[name] = pays, before + chance * Fraction(ways, whole)
    ordered = dict(sorted(found.items(), key=lambda row: -row[1][0]))
    edge = 1 - sum((chance * (pays + 1) for pays, chance in ordered.values()), Fraction(0))
    return SideBetOdds(ordered, edge)


def _fitting(lines: Iterable[SideBetLine], traits: Traits) -> tuple[int, ...]:
    """Return the places of the lines that fit, the best first."""
    return tuple(place for place, line in enumerate(lines) if line.cards in traits)
