"""Rounds against the dealer by hands of an order, against the settlement by the ledger: the same cards come to the same money."""

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
from tests.games.pit.ranked_settlement import PACK, RANKS, THREE, casino_stud, dealer_holdem, three_card, worth
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


HOLDEM = ("board", "preflop_play", "trips_table", "dealt_by", "settle_order")
SAID = {0: "check, check, fold", 1: "check, check, play {}", 2: "check, play {}", 3: "play {}", 4: "play {}"}


@pytest.mark.parametrize("first", range(0, max(LONG, 1) * 60, 20))
@pytest.mark.campaign
def test_a_round_of_holdem_pays_what_the_ledger_pays(first):
    """Random options, cards, bets and streets on which seats play, up to six, dealt in all ways. HOD-02 to HOD-19"""
    for seed in range(first, first + 20):
        rng = random.Random(f"dealer-holdem {seed}")
        choices = game("dealer-holdem").choices
        options = {key: str(rng.choice(choices[key].values)) for key in HOLDEM}
        seats = rng.randint(1, 6)
        few, some = rng.sample(RANKS, rng.choice([6, 9, 13])), rng.choice(["cdhs", "cdhs", "ch"])
        pool = [card for card in PACK if card[0] in few and card[1] in some]
        cards = rng.sample(pool if len(pool) >= 2 * seats + 9 else PACK, 2 * seats + 9)
        hands, board, burns = [cards[at * 2 : at * 2 + 2] for at in range(seats + 1)], cards[-7:-2], cards[-2:]
        packets = [card for hand in hands for card in hand]
        dealt = packets if options["dealt_by"] == "machine" else [hand[at] for at in (0, 1) for hand in hands]
        if options["board"] == "streets":
            order = [*dealt, burns[0], *board[:3], burns[1], *board[3:]]
        else:
            order = [*board, *dealt] if options["dealt_by"] == "machine" else [*dealt, *board]
        lines, expected = [], []
        for seat in range(1, seats + 1):
            ante, trips = rng.randint(10, 300), rng.choice([0, rng.randint(5, 100)])
            times = rng.choice([0, 1, 1, 2, 2, 4, 4 if options["preflop_play"] == "4_only" else 3])
            side = f", trips {trips}" if trips else ""
            lines.append(SeatLine.read(f"{seat}: ante {ante}, blind {ante}{side}; {SAID[times].format(times * ante)}"))
            expected.append(dealer_holdem(hands[seat - 1], hands[-1], board, ante, trips, times, **options))
        told = deal_round(game("dealer-holdem", settings=options), read_cards(" ".join(order)), lines)
        assert [told.net(line.seat) for line in lines] == expected, (seed, options, hands, board)
        assert (told.used, told.unused) == (len(order), [])


def test_the_ledgers_counts_of_three_card_hands():
    """TCP-06: 48, 52, 720, 1,096, 3,744 and 16,440 of 22,100, by the settlement of this module; TCP-11: 69.6 per cent qualify."""
    hands = [worth(hand) for hand in combinations(PACK, 3)]
    counts = Counter(THREE[kind] for kind, _ in hands)
    assert [counts[kind] for kind in reversed(THREE)] == [48, 52, 720, 1096, 3744, 16440]
    qualifies = sum(hand >= (0, [RANKS.index("Q"), 1, 0]) for hand in hands)
    assert round(100 * qualifies / 22100, 1) == 69.6
