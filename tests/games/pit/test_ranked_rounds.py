"""Rounds of three-card poker and casino stud against the settlement by the ledger: the same cards come to the same money."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from dealerkit.cards import read_cards
from dealerkit.games.pit.round_dealers import deal_round
from dealerkit.rules.games import game
from dealerkit.table.settled_rounds import SeatLine
from tests.games.pit.ranked_settlement import PACK, RANKS, THREE, casino_stud, three_card, worth
from tests.sampling import LONG

GAMES = {"three-card-poker": (3, "play", three_card), "casino-stud": (5, "raise", casino_stud)}


def close_hands(rng: random.Random, size: int, hands: int) -> list[str]:
    """Cards of a round that is seldom dull: from few ranks or few suits, so that good hands and equal ones are frequent."""
    few = rng.sample(RANKS, 6 if size == 3 else 9)
    some = rng.choice(["cdhs", "cdhs", "cd"]) if size * hands <= 12 else "cdhs"
    pool = [card for card in PACK if card[0] in few and card[1] in some]
    pool = pool if len(pool) >= size * hands else PACK
    if rng.random() < 0.4:
        pool = PACK
    return rng.sample(pool, size * hands)


@pytest.mark.parametrize("first", range(0, max(LONG, 1) * 60, 20))
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.campaign
def test_a_round_pays_what_the_ledger_pays(name, first):
    """Random options, cards, bets and words, up to five seats, dealt both ways. TCP-10 to TCP-18, CST-08 to CST-13"""
    size, word, settle = GAMES[name]
    for seed in range(first, first + 20):
        rng = random.Random(f"{name} {seed}")
        choices = game(name).choices
        named = ("ante_bonus", "pair_plus_table", "tie_wins", "raise_table", "dealt_by", "settle_order", "up_card")
        options = {key: str(rng.choice(choices[key].values)).lower() for key in named if key in choices}
        seats = rng.randint(1, 5)
        cards = close_hands(rng, size, seats + 1)
        dealt = [cards[at * size : (at + 1) * size] for at in range(seats + 1)]
        order = cards if options["dealt_by"] == "machine" else [hand[at] for at in range(size) for hand in dealt]
        if options["dealt_by"] == "hand":  # the dealer's cards come between the rounds of the players
            assert order[seats] == dealt[-1][0]
        lines, expected = [], []
        for seat in range(1, seats + 1):
            ante = rng.randint(10, 300)
            pairs = rng.choice([0, rng.randint(5, 100)]) if name == "three-card-poker" else 0
            said = rng.choice([word, word, word, "fold"])
            side = f", pairs {pairs}" if pairs else ""
            lines.append(SeatLine.read(f"{seat}: ante {ante}{side}; {said}"))
            expected.append(settle(dealt[seat - 1], dealt[-1], ante, pairs, said, **options))
        told = deal_round(game(name, settings=options), read_cards(" ".join(order)), lines)
        assert [told.net(line.seat) for line in lines] == [Fraction(net) for net in expected], (seed, options, dealt)
        assert told.used == size * (seats + 1)
        assert not told.unused


def test_the_ledgers_counts_of_three_card_hands():
    """TCP-06: 48, 52, 720, 1,096, 3,744 and 16,440 of 22,100, by the settlement of this module; TCP-11: 69.6 per cent qualify."""
    hands = [worth(hand) for hand in combinations(PACK, 3)]
    counts = Counter(THREE[kind] for kind, _ in hands)
    assert [counts[kind] for kind in reversed(THREE)] == [48, 52, 720, 1096, 3744, 16440]
    qualifies = sum(hand >= (0, [RANKS.index("Q"), 1, 0]) for hand in hands)
    assert round(100 * qualifies / 22100, 1) == 69.6
