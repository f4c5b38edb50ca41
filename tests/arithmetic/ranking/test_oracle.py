"""Random hands valued by others: phevaluator, PokerKit, and trying every card that a wild one can stand for."""

from __future__ import annotations

import random
from itertools import pairwise

import pokerkit
import pytest
from phevaluator import evaluate_cards

from dealerkit.arithmetic.ranking import category
from dealerkit.cards import RANKS, SUITS
from dealerkit.rules.rankings import ranking

PACK = list(range(52))
SHORT = list(range(16, 52))


def text(cards) -> str:
    """Cards as PokerKit reads them."""
    return "".join(RANKS[card // 4] + SUITS[card % 4] for card in cards)


def sign(a, b) -> int:
    """Which of two is better, None being worse than anything."""
    if a is None or b is None:
        return (a is not None) - (b is not None)
    return (a > b) - (a < b)


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.sample(1, most=1)
def test_hr_13_high_hands_against_phevaluator(cards):
    """20,000 hands fall into the same order, ties included; suits never matter."""
    rng, ranker = random.Random(cards), ranking("high")
    pairs = sorted((evaluate_cards(*hand), -ranker.value(hand)) for hand in (rng.sample(PACK, cards) for _ in range(20_000)))
    assert all((a == c) is (b == d) and b <= d for (a, b), (c, d) in pairwise(pairs))


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("order", "options", "peer", "pack", "hole", "board"),
    [
        ("high", {}, "StandardHighHand", PACK, 2, 5),
        ("short-deck", {}, "ShortDeckHoldemHand", SHORT, 2, 5),
        ("deuce-to-seven", {}, "StandardLowHand", PACK, 5, 0),
        ("deuce-to-seven", {}, "StandardLowHand", PACK, 7, 0),
        ("ace-to-five", {}, "RegularLowHand", PACK, 5, 0),
        ("ace-to-five", {}, "RegularLowHand", PACK, 7, 0),
        ("ace-to-five", {"qualifier": "8"}, "EightOrBetterLowHand", PACK, 7, 0),
        ("badugi", {}, "BadugiHand", PACK, 4, 0),
    ],
)
def test_hands_against_pokerkit(order, options, peer, pack, hole, board):
    """Of two hands the same one is better, or neither."""
    rng, ranker, judge = random.Random(9), ranking(order, options), getattr(pokerkit, peer)
    for _ in range(150):
        cards = rng.sample(pack, 2 * hole + board)
        mine, yours, shared = cards[:hole], cards[hole : 2 * hole], cards[2 * hole :]
        ours = sign(ranker.value(mine + shared) or None, ranker.value(yours + shared) or None)
        theirs = sign(*(judge.from_game_or_none(text(one), text(shared)) for one in (mine, yours)))
        assert ours == theirs, (text(mine), text(yours), text(shared))


@pytest.mark.parametrize(
    ("order", "options", "peer"),
    [("high", {}, "OmahaHoldemHand"), ("ace-to-five", {"qualifier": "8"}, "OmahaEightOrBetterLowHand")],
)
def test_hr_17_omaha_against_pokerkit(order, options, peer):
    """Exactly two from the hand and three from the board."""
    rng, ranker, judge = random.Random(4), ranking(order, options), getattr(pokerkit, peer)
    for _ in range(100):
        cards = rng.sample(PACK, 13)
        mine, yours, shared = cards[:4], cards[4:8], cards[8:]
        values = [ranker.value_from(one, shared, 2) for one in (mine, yours)]
        assert values == [ranker.best(one, shared, 2)[0] for one in (mine, yours)]
        theirs = sign(*(judge.from_game_or_none(text(one), text(shared)) for one in (mine, yours)))
        assert sign(*(value or None for value in values)) == theirs


def best_standing(plain, natural: list[int], wild: int, allowed=lambda kind: True) -> int:
    """The best value when each wild card stands for some card that is not held."""
    if not wild:
        return plain.value(natural)
    values = []
    for card in PACK:
        if card not in natural:
            made = best_standing(plain, [*natural, card], wild - 1)
            if allowed(card) or category(made, plain.order) in {"straight", "flush", "straight_flush"}:
                values.append(made)
    return max(values)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "order", ["high", "ace-to-five", "deuce-to-seven", "ace-to-six", "badugi", "three-card", "three-card-plain"]
)
def test_wc_02_wc_03_a_joker_stands_for_the_best_card(order):
    """What a joker makes is the best that any card not held would make, and ranks like it; five of a kind apart (WC-05)."""
    rng = random.Random(order)
    plain, joker = ranking(order, {"five_of_a_kind": False}), ranking(order, {"five_of_a_kind": False, "joker": "wild"})
    cards = plain.order.cards
    for size in (cards, 4 if order == "badugi" else 7):
        for _ in range(120):
            natural = rng.sample(PACK, size - 1)
            assert joker.value([52, *natural]) == best_standing(plain, natural, 1), text(natural)


def test_wc_02_two_wild_cards():
    """Deuces wild, two of them: as good as the best two cards not held."""
    rng = random.Random(2)
    plain, deuces = ranking("high"), ranking("high", {"wild": "2"})
    for _ in range(12):
        natural = rng.sample(range(4, 52), 3)
        value = deuces.value([0, 1, *natural])
        if category(value, deuces.order) != "five_of_a_kind":
            assert value == best_standing(plain, natural, 2), text(natural)


@pytest.mark.parametrize("size", [5, 7])
def test_wc_07_the_bug_is_an_ace_or_fills(size):
    """The bug is as good as the best of: an ace, or a card that makes a straight or flush."""
    rng, plain, bug = random.Random(size), ranking("high"), ranking("high", {"joker": "bug"})
    for _ in range(300):
        natural = rng.sample(PACK, size - 1)
        if {48, 49, 50, 51} <= set(natural):
            continue
        assert bug.value([52, *natural]) == best_standing(plain, natural, 1, lambda card: card >= 48), text(natural)
