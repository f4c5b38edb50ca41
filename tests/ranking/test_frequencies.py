"""How often each category comes, against the published counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, product

import pytest

from dealerkit.ranking import category
from dealerkit.rules.rankings import ranking

FIVE = {
    "straight_flush": 40,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pairs": 123_552,
    "one_pair": 1_098_240,
    "high_card": 1_302_540,
}
SEVEN = {
    "straight_flush": 41_584,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pairs": 31_433_400,
    "one_pair": 58_627_800,
    "high_card": 23_294_460,
}
JOKER_WILD = {
    "five_of_a_kind": 13,
    "straight_flush": 204,
    "four_of_a_kind": 3_120,
    "full_house": 6_552,
    "flush": 7_804,
    "straight": 20_532,
    "three_of_a_kind": 137_280,
    "two_pairs": 123_552,
    "one_pair": 1_268_088,
    "high_card": 1_302_540,
}
BUG = {
    "five_of_a_kind": 1,
    "straight_flush": 204,
    "four_of_a_kind": 828,
    "full_house": 4_368,
    "flush": 7_804,
    "straight": 20_532,
    "three_of_a_kind": 63_360,
    "two_pairs": 138_600,
    "one_pair": 1_215_024,
    "high_card": 1_418_964,
}
DEUCES_WILD = {
    "five_of_a_kind": 672,
    "straight_flush": 2_552,
    "four_of_a_kind": 31_552,
    "full_house": 12_672,
    "flush": 14_472,
    "straight": 62_232,
    "three_of_a_kind": 355_080,
    "two_pairs": 95_040,
    "one_pair": 1_225_008,
    "high_card": 799_680,
}


def counted(ranker, hands: Iterable[tuple[int, ...]]) -> Counter[str]:
    """How many of the hands are of each category."""
    heads = Counter(ranker.value(hand) >> 20 for hand in hands)
    return Counter({category(head << 20, ranker.order): times for head, times in heads.items()})


def spread(ranks: Iterable[int]) -> list[int]:
    """Cards of these ranks, in suits that make no flush."""
    return [rank * 4 + at % 4 for at, rank in enumerate(sorted(ranks))]


def test_hr_02_hr_16_every_hand_of_five():
    """HR-02: all 2,598,960 hands dealt one by one. HR-16: half are high card, a pair comes twice in five hands."""
    assert counted(ranking("high"), combinations(range(52), 5)) == FIVE


def test_hr_17_every_hand_of_seven():
    """All 133,784,560 hands, by their ranks and the suits that these can have."""
    ranker = ranking("high")
    found: Counter[str] = Counter()
    suits = {count: (math.comb(3, count), math.comb(3, count - 1) if count else 0) for count in range(5)}
    for ranks in combinations_with_replacement(range(13), 7):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        in_suit = [1]  # ways by how many cards are of one given suit
        for count in counts.values():
            without, with_one = suits[count]
            in_suit = [
                (in_suit[at] * without if at < len(in_suit) else 0) + (in_suit[at - 1] * with_one if at else 0)
                for at in range(len(in_suit) + 1)
            ]
        plain = math.prod(math.comb(4, count) for count in counts.values()) - 4 * sum(in_suit[5:])
        if plain:
            found[category(ranker.value(spread(ranks)), ranker.order)] += plain
    for size in (5, 6, 7):
        others = math.comb(39, 7 - size)
        for ranks in combinations(range(13), size):
            found[category(ranker.value([rank * 4 for rank in ranks]), ranker.order)] += 4 * others
    assert found == SEVEN


@pytest.mark.parametrize(("joker", "published"), [("wild", JOKER_WILD), ("bug", BUG)], ids=["wc-01-joker-wild", "wc-07-bug"])
def test_every_hand_of_five_with_a_joker(joker, published):
    """2,869,685 hands of 53 cards: those without the joker are the ordinary ones."""
    ranker = ranking("high", {"joker": joker})
    assert counted(ranker, ((52, *hand) for hand in combinations(range(52), 4))) + Counter(FIVE) == published


def test_wc_01_every_hand_of_five_with_deuces_wild():
    """2,598,960 hands by how many deuces are among them."""
    ranker = ranking("high", {"wild": "2"})
    found: Counter[str] = Counter()
    for deuces in range(5):
        for kind, times in counted(ranker, ((*range(deuces), *hand) for hand in combinations(range(4, 52), 5 - deuces))).items():
            found[kind] += times * math.comb(4, deuces)
    assert found == DEUCES_WILD


@pytest.mark.parametrize(
    ("order", "published"),
    [
        ("three-card", {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1_096, "one_pair": 3_744}),
        ("three-card-plain", {"three_of_a_kind": 52, "one_pair": 3_744}),
    ],
)
def test_every_hand_of_three(order, published):
    """22,100 hands of three cards, with straights and flushes and without (TFS-10)."""
    assert counted(ranking(order), combinations(range(52), 3)) == {
        **published,
        "high_card": math.comb(52, 3) - sum(published.values()),
    }


def test_hl_06_the_lows_that_qualify():
    """Five cards of eight or lower without a pair: 56 sets of ranks in 1,024 suits."""
    ranker = ranking("ace-to-five", {"qualifier": "8"})
    low = [rank * 4 + suit for rank in (12, *range(7)) for suit in range(4)]
    assert sum(1 for hand in combinations(low, 5) if ranker.value(hand)) == 56 * 1024


def test_every_badugi():
    """Of 270,725 hands of four, 17,160 play all four cards: four ranks in four suits. The others have a suit twice."""
    ranker = ranking("badugi")
    by_suit = [[rank * 4 + suit for rank in range(13)] for suit in range(4)]
    assert counted_low(ranker, product(*by_suit))["four_cards"] == 13 * 12 * 11 * 10
    assert counted_low(ranker, combinations(by_suit[0], 4)) == {"one_card": math.comb(13, 4)}


def counted_low(ranker, hands: Iterable[tuple[int, ...]]) -> Counter[str]:
    """How many of the lows are of each category."""
    return Counter(category(ranker.value(hand), ranker.order) for hand in hands)
