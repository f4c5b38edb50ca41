"""Rounds in bulk against an independent settlement, card for card and cent for cent."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction

import attrs
import numpy as np
import pytest

from dealerkit.games.pit.blackjack.best_play import UP_CARDS, StrategyRow, best_play
from dealerkit.games.pit.blackjack.play_tables import PlayTables
from dealerkit.games.pit.blackjack.rounds import RANKS, BoxRounds, DealtShoe, RoundDealer
from dealerkit.games.pit.blackjack.terms import BlackjackTerms
from tests.games.pit.blackjack.settlement import DEFAULTS, Choose, Hand, Seat, count, settle, value
from tests.sampling import LONG

OPTIONS: Mapping[str, tuple[object, ...]] = {
    "up_card": ("first", "second"),
    "hole_card": ("peek", "no_peek", "none"),
    "natural_takes": ("original_only", "all", "busted_and_one"),
    "soft17": ("stand", "hit"),
    "blackjack_pays": ("3 to 2", "6 to 5", "1 to 1", "2 to 1"),
    "double_on": ("any_two", "9-11", "10-11"),
    "double_after_split": (True, False),
    "split_by": ("value", "rank"),
    "max_hands": (4, 2, 3),
    "resplit_aces": (False, True),
    "hit_split_aces": (False, True),
    "surrender": ("none", "late", "early"),
    "surrender_vs_ace": (True, False),
    "surrender_after_split": (False, True),
}
Table = dict[StrategyRow, tuple[tuple[str, ...], ...]]
BET = 1000


def any_table(rng: random.Random, terms: BlackjackTerms) -> Table:
    """Decisions of a player who knows no better, and keeps to the rules."""
    table: Table = {}
    rows = [StrategyRow(row, total) for row, totals in (("hard", range(4, 21)), ("soft", range(12, 21))) for total in totals]
    for kind in rows:
        cells = []
        for up in UP_CARDS:
            cell = [rng.choice(("hit", "stand"))]
            if terms.may_double(kind.total, soft=kind.row == "soft") and rng.random() < 0.3:
                cell.insert(0, "double")
            if terms.surrender != "none" and (up != 1 or terms.surrender_vs_ace) and rng.random() < 0.2:
                cell.insert(0, "surrender")
            cells.append(tuple(cell))
        table[kind] = tuple(cells)
    for pair in range(1, 11):
        total = table[StrategyRow("soft", 12) if pair == 1 else StrategyRow("hard", 2 * pair)]
        table[StrategyRow("pair", pair)] = tuple(("split", *cell) if rng.random() < 0.7 else cell for cell in total)
    return table


def chooser(table: Table, split_by: object) -> Choose:
    """Somebody who plays by a table, and knows before being asked whether a pair can be split."""

    def choose(hand: Hand, up: str, allowed: list[str]) -> str:
        total, soft = count(hand.cards)
        column = UP_CARDS.index(value(up))
        wanted = table[StrategyRow("soft" if soft else "hard", total)][column]
        if len(hand.cards) > 2:
            return wanted[-1]
        one, two = hand.cards
        if value(one) == value(two):
            pair = table[StrategyRow("pair", value(one))][column]
            if pair[0] == "split" and "no" in allowed and (split_by == "value" or one[0] == two[0]):
                return "no"
            if pair[0] == "split" and "split" in allowed:
                return "split"
            wanted = tuple(decision for decision in pair if decision != "split")
        if "no" in allowed:
            return "surrender" if wanted[0] == "surrender" else "no"
        return next(decision for decision in wanted if decision in allowed)

    return choose


def cents(rounds: BoxRounds, pays: Fraction) -> list[int]:
    """What each box came to, for a bet of ten."""
    net = rounds.units * BET + rounds.naturals * int(pays * BET) - rounds.surrendered * BET // 2
    return [int(one) for one in net]


@pytest.mark.parametrize("seed", range(max(LONG, 1) * 40))
@pytest.mark.campaign
@pytest.mark.sample(5, rest="thorough")
def test_bulk_is_the_settlement_of_the_ledger(seed):
    """Random options, random decisions, one to seven boxes: 250 rounds of each seed, 2,000 every day. BJ-31 to BJ-88"""
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    if options["hole_card"] == "none":
        options["up_card"] = "first"
    boxes, decks = rng.choice((1, 1, 2, 3, 7)), rng.choice((2, 6, 8))
    terms = BlackjackTerms.of({**options, "decks": decks})
    table = any_table(rng, terms)
    shoe = DealtShoe(boxes, str(options["up_card"]), burn=rng.randrange(4), cut=39 * decks)
    dealer = RoundDealer(terms, shoe, PlayTables.of(terms, table))
    pack = np.repeat(np.arange(13, dtype=np.uint8), 4 * decks)
    compared = 0
    while compared < 250:
        order = np.random.default_rng(rng.randrange(2**32)).permutation(pack)
        rounds = dealer.deal(order[None, :])
        found = cents(rounds, terms.blackjack_pays)
        cards = [f"{RANKS[rank]}s" for rank in order]
        at, last = shoe.burn, 0
        for first in range(len(rounds.units) // boxes):
            seats = [Seat(BET, chooser(table, options["split_by"])) for _ in range(boxes)]
            told = settle(cards[at:] + cards, seats, **options)
            mine = [found[place] for place in places(rounds, at)]
            assert (mine, int(rounds.used[first_of(rounds, at)])) == (told.nets, told.used), (options, cards[at : at + 40])
            at += told.used
            compared += 1
            last = first
        assert at > shoe.cut or last == len(rounds.units) // boxes - 1


def places(rounds: BoxRounds, start: int) -> list[int]:
    """The places of a round's boxes, of one shoe."""
    return [int(place) for place in np.flatnonzero(rounds.start == start)]


def first_of(rounds: BoxRounds, start: int) -> int:
    """The place of a round's first box."""
    return places(rounds, start)[0]


def test_bj_22_the_round_in_which_the_cut_card_comes_out_is_the_last():
    """It is finished; as a round's first card it lets that round be dealt, or not."""
    terms = BlackjackTerms(decks=1)
    tables = PlayTables.of(terms, best_play(terms).strategy)
    pack = np.array([9] * 52, np.uint8)  # nobody draws: four cards a round
    last = {}
    for how in ("deal_round", "shuffle_now"):
        for cut in (20, 21, 22):
            rounds = RoundDealer(terms, DealtShoe(burn=1, cut=cut, cut_card_first=how), tables).deal(pack[None, :])
            last[how, cut] = int(rounds.start[-1])
    assert last == {
        ("deal_round", 20): 17,
        ("deal_round", 21): 21,
        ("deal_round", 22): 21,
        ("shuffle_now", 20): 17,
        ("shuffle_now", 21): 17,
        ("shuffle_now", 22): 21,
    }


@pytest.mark.parametrize("options", [{}, {"decks": 1, "soft17": "hit", "surrender": "late"}])
@pytest.mark.sample(2, rest="thorough")
def test_the_edge_by_total_is_what_rounds_from_fresh_shoes_come_to(options):
    """Two methods: counted, and dealt; 400,000 rounds, within four standard errors."""
    terms = BlackjackTerms.of(options)
    best = best_play(terms)
    dealer = RoundDealer(terms, DealtShoe(apart=13), PlayTables.of(terms, best.strategy))
    pack = np.repeat(np.arange(13, dtype=np.uint8), 4 * terms.decks)
    shoes = 400_000 // (len(pack) // 13)
    orders = np.random.default_rng(7).permuted(np.tile(pack, (shoes, 1)), axis=1)
    rounds = dealer.deal(orders)
    net = rounds.units + rounds.naturals * 1.5 - rounds.surrendered * 0.5
    by_shoe = np.bincount(rounds.shoe, weights=net) / np.bincount(rounds.shoe)
    error = by_shoe.std() / np.sqrt(len(by_shoe))
    assert abs(by_shoe.mean() - best.by_total) < 4 * error
    assert error < 0.002


def test_the_settlement_knows_every_option_of_the_terms():
    """So that no option of the numbers goes unproved."""
    terms = {field.name for field in attrs.fields(BlackjackTerms)}
    assert terms - {"decks"} <= set(OPTIONS) <= set(DEFAULTS)
