"""Chances of cards that are turned: against every deal of a small pack."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from dealerkit.arithmetic.chances import beaten_by, hands_by_beaten, turn
from dealerkit.arithmetic.ranking import beats
from dealerkit.rules.rankings import ranking


def by_hand(hand, card):
    """RD-08, RD-A1 in plain words: a higher card of the same suit, ace high."""
    return any(mine % 4 == card % 4 and mine // 4 > card // 4 for mine in hand)


@pytest.mark.parametrize("seed", range(20))
def test_rd_08_a_card_is_beaten_by_a_higher_one_of_its_suit(seed):
    """Every unseen card against a hand."""
    rng = random.Random(seed)
    pack = rng.sample(range(52), 52)
    hand, unseen = pack[:4], pack[4:]
    assert sorted(beaten_by(hand, unseen)) == sorted(card for card in unseen if by_hand(hand, card))


@pytest.mark.parametrize(("size", "ranks"), [(1, 13), (2, 13), (3, 5), (4, 4), (5, 3)])
def test_rd_08_hands_by_how_many_cards_they_beat(size, ranks):
    """Every hand of a pack of so many ranks, counted one by one."""
    pack = range(4 * ranks)
    dealt = Counter(len(beaten_by(hand, [card for card in pack if card not in hand])) for hand in combinations(pack, size))
    assert hands_by_beaten(size, ranks) == dealt


CASES = [
    ("one card", [20], [], 4),
    ("an ace", [48], [], 5),
    ("a pair", [12, 13], [0], 4),
    ("two pairs", [16, 17, 4, 5], [0, 21], 3),
]


@pytest.mark.parametrize(("target", "held", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
@pytest.mark.parametrize("longer_wins", [False, True])
def test_ms_14_ms_17_ms_18_how_a_turn_ends(target, held, left, longer_wins):
    """Every order in which the cards of a small pack can be turned: beaten, killed, or all up, and at which card."""
    ranker, rng = ranking("high"), random.Random(left)
    kill = {24, 25}
    unseen = [*kill, *rng.sample([card for card in range(52) if card not in {*target, *held, *range(24, 28)}], 8)]
    goal = ranker.value(target)
    ends: Counter[tuple[str, int]] = Counter()
    for order in permutations(unseen, left):
        shown = list(held)
        for at, card in enumerate(order):
            if card in kill:
                ends["killed", at] += 1
                break
            shown.append(card)
            if beats(ranker.value(shown), goal, ranker.order, longer_wins=longer_wins):
                ends["beat", at] += 1
                break
        else:
            ends["out", 0] += 1
    total = sum(ends.values())
    came = turn(ranker, unseen, frozenset(kill), target, held, left, longer_wins=longer_wins)
    assert came.beat == tuple(Fraction(ends["beat", at], total) for at in range(left))
    assert came.killed == tuple(Fraction(ends["killed", at], total) for at in range(left))
    assert came.ran_out == Fraction(ends["out", 0], total)


def test_ms_16_a_target_that_is_beaten_already_is_refused():
    """A turn that is over has no chances."""
    with pytest.raises(ValueError, match="already beats the target"):
        turn(ranking("high"), range(10), frozenset(), [20], [48], 3)
    with pytest.raises(ValueError, match="can't draw"):
        turn(ranking("high"), range(2), frozenset(), [20], [], 3)
