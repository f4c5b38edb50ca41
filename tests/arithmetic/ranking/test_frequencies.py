"""How often each hand comes: published counts, and every hand of a small pack gone through one by one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb

import pytest

from dealerkit.arithmetic.ranking.frequencies import TooMany, frequencies
from dealerkit.arithmetic.ranking.order import JOKER, category
from dealerkit.rules.rankings import ranking
from tests.sampling import daily

FIVE = (
    "five_of_a_kind", "straight_flush", "four_of_a_kind", "full_house", "flush",
    "straight", "three_of_a_kind", "two_pairs", "one_pair", "high_card",
)  # fmt: skip


def by_category(order, options, cards, draws):
    """Category -> hands."""
    ranker = ranking(order, options)
    found: Counter[str] = Counter()
    for value, count in frequencies(ranker, range(cards), draws).items():
        found[category(value, ranker.order)] += count
    return found


@pytest.mark.parametrize(
    ("options", "cards", "draws", "counts"),
    [
        ({}, 52, 5, [0, 40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]),
        ({"wild": "2"}, 52, 5, [672, 2_552, 31_552, 12_672, 14_472, 62_232, 355_080, 95_040, 1_225_008, 799_680]),
        ({"joker": "wild"}, 53, 5, [13, 204, 3_120, 6_552, 7_804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540]),
        ({"joker": "bug"}, 53, 5, [1, 204, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964]),
        pytest.param(  # two other evaluators are asked of seven cards every day, in test_oracle.py
            {},
            52,
            7,
            [0, 41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460],
            marks=pytest.mark.slow,
        ),
    ],
    ids=["HR-16 five cards", "WC-01 deuces wild", "WC-05 joker wild", "WC-07 bug", "HR-02 seven cards"],
)
def test_hands_come_as_often_as_published(options, cards, draws, counts):
    """Source: wikipedia.org, Poker probability, and List of poker hand frequencies with wild cards; wizardofodds.com, Poker
    Math.
    """
    found = by_category("high", options, cards, draws)
    assert [found[kind] for kind in FIVE] == counts
    assert sum(counts) == comb(cards, draws)


def test_lows_come_as_often_as_published():
    """Five cards without a pair, whatever straights and flushes are among them. HL-06"""
    ranker = ranking("ace-to-five")
    found: Counter[str] = Counter()
    for value, count in frequencies(ranker, range(52), 5).items():
        found[category(value, ranker.order)] += count
    assert found["no_pair"] == 1_302_540 + 10_200 + 5_108 + 40, "straights and flushes do not count against a low"


ORDERS = [
    ("high", {}),
    ("high", {"wild": "2"}),
    ("high", {"wild": "2,Ah", "joker": "wild"}),
    ("high", {"joker": "bug", "wild": "4"}),
    ("high", {"wild": "Jh,Js,Kd"}),
    ("high", {"wild": "2c,2d,2h,3c,3d,3h,4c,4d,4h"}),
    ("high", {"wild": "3", "natural_beats_wild": "true"}),
    ("high", {"wild": "3", "double_ace_flush": "true"}),
    ("high", {"four_flush_hand": "true", "wild": "2"}),
    ("ace-to-five", {"joker": "bug"}),
    ("deuce-to-seven", {}),
    ("deuce-to-seven", {"wild": "3"}),
    ("badugi", {}),
    ("badugi", {"wild": "Jh,Js,Kd"}),
    ("short-deck", {}),
]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("order", "options"), ORDERS, ids=[f"{order} {options}" for order, options in ORDERS])
@pytest.mark.parametrize("seed", daily(range(4), 4))
def test_what_is_counted_is_what_is_dealt(order, options, seed):
    """A part of the pack, with some cards held: every hand dealt and valued, suits and all."""
    rng = random.Random(f"{order}{options}{seed}")
    ranker = ranking(order, options)
    ranks = ranker.order.ranks
    pack = [card for card in range(52) if card // 4 + 2 in ranks]
    pack += [JOKER] * (JOKER in ranker.wild)
    suits = rng.sample(range(4), 2)  # enough of two suits that there are flushes
    pack = [card for card in pack if card == JOKER or card % 4 in suits or rng.random() < 0.2]
    rng.shuffle(pack)
    most = ranker.order.cards if order == "badugi" else rng.choice((5, 6, 7))
    held, unseen = pack[: (size := rng.randint(0, 3))], pack[size : size + 17]
    draws = most - size
    dealt = Counter(ranker.value([*held, *cards]) for cards in combinations(unseen, draws))
    assert frequencies(ranker, unseen, draws, held) == dealt


def test_too_many_to_go_through_are_refused():
    """Four deuces wild make a flush with any card; at badugi suits always matter. Nothing is guessed."""
    with pytest.raises(TooMany):
        frequencies(ranking("badugi"), range(52), 7)


@pytest.mark.parametrize(("draws", "held"), [(6, [0, 1]), (5, []), (1, [13]), (1, [1, 39]), (3, [60]), (-1, [])])
def test_cards_that_are_not_there_are_refused(draws, held):
    """More cards than are left, and a card in two places."""
    with pytest.raises((ValueError, IndexError)):
        frequencies(ranking("high"), range(0, 52, 13), draws, held)
