"""Piles cleared by neighbours in rank: the search against trying everything, and deals that can be followed by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from dealerkit.arithmetic.adjacency import TURN, PileLayout, PileRules, after, lowest, moves, neighbours, solve
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

ACE, TWO, QUEEN, KING = 0, 1, 11, 12


def endings(position: PileLayout, rules: PileRules) -> Iterator[int]:
    """The score at the end of every way to play a position."""
    open_now = moves(position, rules)
    if not open_now:
        yield position.left or (-len(position.stock) if rules.bonus else 0)
    for move in open_now:
        yield from endings(after(position, move), rules)


def small_deal(rng: random.Random) -> tuple[PileLayout, PileRules]:
    """A deal of a reduced pack, under a house at random."""
    ranks = rng.choice([range(5), range(6), (ACE, TWO, 2, 10, QUEEN, KING)])
    pack = [*ranks] * rng.choice([2, 3])
    rng.shuffle(pack)
    count, size = rng.randint(1, 4), rng.randint(1, 3)
    while count * size >= len(pack):
        count -= 1
    piles = tuple(tuple(pack[at * size : at * size + size]) for at in range(count))
    rest = pack[count * size :]
    rules = PileRules(neighbours(rng.choice(["none", "queen", "wrap"])), rng.random() < 0.5, rng.random() < 0.5)
    return PileLayout(piles, rest[0], tuple(rest[1 : 1 + rng.randint(0, 5)])), rules


@pytest.mark.parametrize("seed", range(150 * max(1, LONG)))
def test_as_good_as_trying_everything(seed):
    """On a reduced pack: the same lowest score, the same number of ways to it, and a line that can be played to it."""
    position, rules = small_deal(random.Random(f"golf/{seed}"))
    scores = list(endings(position, rules))
    best, ways = min(scores), scores.count(min(scores))
    solved = solve(position, rules, count=500)
    assert (solved.score, solved.ways) == (best, ways if ways <= 500 else None)
    assert lowest(position, rules) == best
    for move in solved.line:
        assert move in moves(position, rules)
        position = after(position, move)
    assert not moves(position, rules)
    assert (position.left or (-len(position.stock) if rules.bonus else 0)) == best
    assert solved.cleared is (position.left == 0)


@pytest.mark.parametrize(
    ("on_king", "left"),
    [pytest.param("none", 2, id="nothing"), pytest.param("queen", 1, id="queen"), pytest.param("wrap", 0, id="queen-or-ace")],
)
def test_what_goes_on_a_king(on_king, left):
    """A queen goes on a king only where the house lets it, and an ace only where kings and aces are neighbours."""
    position = PileLayout(((QUEEN,), (ACE,)), KING, (KING,))
    assert lowest(position, PileRules(neighbours(on_king))) == left
    assert (QUEEN in neighbours(on_king)[KING]) is (on_king != "none")
    assert neighbours(on_king)[QUEEN] == {10, KING}
    assert (KING in neighbours(on_king)[ACE]) is (on_king == "wrap")


def test_turning_the_stock_although_a_card_could_be_played():
    """A four that must be played at once is a link that is missing later."""
    position = PileLayout(((3, 5), (4,)), 3, (6,))
    assert lowest(position, PileRules(blocked_only=True)) == 1
    free = solve(position, PileRules(blocked_only=False))
    assert (free.score, free.line, free.ways) == (0, (TURN, 0, 1, 0), 1)


def test_a_card_off_for_each_card_left_in_the_stock():
    """With the bonus the quickest way counts."""
    position = PileLayout(((5,),), 4, (6, 7))
    assert solve(position, PileRules(bonus=True)).score == -2
    assert solve(position, PileRules()).score == 0
    assert solve(PileLayout(((9,),), 4, (6, 7)), PileRules(bonus=True)).score == 1


def test_more_ways_than_are_counted():
    """Where there are more ways than one cares to count, their number is left open, and one of them is given."""
    position = PileLayout(((4,), (4,), (5,), (5,)), 3, ())
    assert solve(position, PileRules(), count=3).ways is None
    assert solve(position, PileRules(), count=4).ways == 4
    assert solve(position, PileRules(), count=1).cleared


def test_the_stock_is_turned_in_a_line():
    """A card of the stock that must be turned is told in the line."""
    assert solve(PileLayout(((5,),), 9, (4,)), PileRules()).line == (TURN, 0)


@pytest.mark.parametrize(
    ("on_king", "ace", "king"), [("none", {TWO}, set()), ("queen", {TWO}, {QUEEN}), ("wrap", {TWO, KING}, {QUEEN, ACE})]
)
def test_a_card_goes_on_the_ranks_beside_it(on_king, ace, king):
    """GO-07, GO-09 to GO-12: up or down by one; the house may let more go on a king, and a king on an ace."""
    on = neighbours(on_king)
    assert len(on) == KING + 1
    assert (on[ACE], on[KING]) == (ace, king)
    assert [on[rank] for rank in range(TWO, KING)] == [{rank - 1, rank + 1} for rank in range(TWO, KING)]
