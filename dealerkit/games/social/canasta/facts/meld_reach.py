"""Search for the melds that a hand can still make: whether a minimum can be met, and whether all cards can be melded."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dealerkit.cards import Face
from dealerkit.games.social.canasta.facts.melds import MeldRules

Row = tuple[int, int, int, int]
"""The numbers of a rank: points of a card, cards in hand, natural cards melded, wild cards melded."""


class Ends(NamedTuple):
    """The ways in which a turn may end.

    Attributes:
        out: Whether the player may go out.
        needed: Number of full melds still missing to go out.
        keeps: Number of cards that a player who does not go out must keep: one to discard and one to hold.
    """

    out: bool
    needed: int
    keeps: int = 2


class Shape(NamedTuple):
    """The limits of a meld.

    Attributes:
        size: Fewest cards.
        naturals: Fewest natural cards.
        most_wild: Most wild cards.
        full: Number of cards in a full meld.
    """

    size: int
    naturals: int
    most_wild: int
    full: int


def most(
    rules: MeldRules,
    hand: Iterable[Face],
    lying: dict[str, Sequence[Face | None]],
    kept: int,
    ends: Ends,
    must: tuple[str, int] | None = None,
) -> int | None:
    """Return the most points that can be melded in a turn that can then be ended properly; None if it cannot be.

    Args:
        rules: The game's rules of melds.
        hand: Cards that may be used.
        lying: Melds of the side, by the letter of the rank.
        kept: Number of cards of the hand that may not be used yet.
        ends: The ways in which the turn may end.
        must: A rank by its letter, and the number of natural cards of it that must be melded; None for none.
    """
    hand = list(hand)
    naturals = dict.fromkeys(rules.piles, 0)
    wild = sorted((rules.worth(face) for face in hand if rules.is_wild(face)), reverse=True)
    special = rules.last | rules.bonus
    for face in hand:
        if face not in special and not rules.is_wild(face) and face.letter in naturals:
            naturals[face.letter] += 1
    letters = {face.letter for face in rules.last}
    rows: list[Row] = []
    wanted = -1
    for letter, count in naturals.items():
        if letter in letters:
            continue
        cards = lying.get(letter, ())
        wilds = sum(face is not None and rules.is_wild(face) for face in cards)
        if must is not None and letter == must[0]:
            wanted = len(rows)
        rows.append((rules.values[letter], count, len(cards) - wilds, wilds))
    shape = Shape(rules.size, rules.naturals, rules.most_wild, rules.full)
    needs = (wanted, must[1]) if must is not None else (-1, 0)
    total = len(hand) + kept
    value = _most(tuple(rows), tuple(wild), total, shape, ends, needs)
    black = [face for face in hand if face in rules.last]
    if ends.out and len(black) >= rules.size:  # all of them at once, by the player who goes out with them
        going = ends._replace(keeps=1000)
        out = _most(tuple(rows), tuple(wild), total - len(black), shape, going, needs)
        if out is not None:
            value = max(value if value is not None else -1, out + sum(map(rules.worth, black)))
    return value


@functools.lru_cache(maxsize=20_000)
def _most(
    rows: tuple[Row, ...], wild: tuple[int, ...], total: int, shape: Shape, ends: Ends, needs: tuple[int, int]
) -> int | None:
    """Return the result of `most`, searched rank by rank: the best points for each number of wild cards used, cards melded and
    full melds made.
    """
    best: dict[tuple[int, int, int], int] = {(0, 0, 0): 0}
    for at, (worth, count, naturals, wilds) in enumerate(rows):
        options = []
        for more in range(count + 1):
            if at == needs[0] and more < needs[1]:
                continue
            for added in range(len(wild) + 1):
                if not more and not added:
                    options.append((0, 0, 0))
                    continue
                size = naturals + more + wilds + added
                if naturals + more < shape.naturals or wilds + added > shape.most_wild or size < shape.size:
                    continue
                fulls = int(size >= shape.full > naturals + wilds)
                options.append((more, added, fulls))
        then: dict[tuple[int, int, int], int] = {}
        for (used, melded, fulls), value in best.items():
            for more, added, new in options:
                if used + added > len(wild):
                    continue
                key = used + added, melded + more + added, min(fulls + new, ends.needed)
                if then.get(key, -1) < value + more * worth:
                    then[key] = value + more * worth
        best = then
    values = [
        value + sum(wild[:used])
        for (used, melded, fulls), value in best.items()
        if total - melded >= ends.keeps or (ends.out and total - melded <= 1 and fulls >= ends.needed)
    ]
    return max(values, default=None)
