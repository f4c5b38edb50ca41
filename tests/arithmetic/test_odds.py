"""Exact odds against published counts, and against coups dealt one by one."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import pytest

from dealerkit.arithmetic.coup import CoupRules, next_to_draw, play, settle
from dealerkit.arithmetic.odds import Uncountable, full_shoe, odds
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import game, games
from tests.arithmetic.baccarat_tables import CELLS, POINTS, TABLES, rules
from tests.sampling import daily

RULES = rules()
EIGHT = odds(RULES, full_shoe(POINTS, 8))
VARIANTS = [{}, {"variant": "ez", "tie_pays": "9 to 1"}, {"variant": "super6", "commission_rate": "0.04"}]


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [
        (1, 6_737_232_640, 6_548_674_432, 1_372_227_328),
        (6, 403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
        (8, 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
    ],
)
def test_every_possible_coup_ends_as_published(decks, banker, player, tie):
    """Ordered draws of six cards. Source: wizardofodds.com, Baccarat Odds for 1 to 12 Decks. BA-57"""
    found = odds(RULES, full_shoe(POINTS, decks))
    assert found.outcomes == {"banker": banker, "player": player, "tie": tie}
    assert found.total == banker + player + tie == math.perm(52 * decks, 6)


@pytest.mark.parametrize(
    ("bet", "win", "push"),
    [
        ("dragon7", 112_633_011_329_024, 0),
        ("panda8", 172_660_763_262_976, 0),
        ("super6", 269_232_304_455_680, 0),
        ("player", 2_230_518_282_592_256, 475_627_426_473_216),
        ("banker", 2_292_252_566_437_888, 475_627_426_473_216),
    ],
)
def test_side_bets_win_as_often_as_published(bet, win, push):
    """Eight decks. Source: wizardofodds.com, EZ Baccarat; excelpunks.com, banker wins by total."""
    found = EIGHT.bets[bet]
    assert (found.win, found.push) == (win, push)
    assert found.win + found.lose + found.push == EIGHT.total


def test_banker_sixes_are_two_and_three_cards_as_published():
    """Eight decks. Source: wizardofodds.com, Lucky 6."""
    sixes: Counter[int] = Counter()
    for coup, count in EIGHT.coups.items():
        if coup.winner == "banker" and coup.banker_total == 6:
            sixes[coup.banker_cards] += count
    assert sixes == {2: 186_173_936_904_192, 3: 83_058_367_551_488}


@pytest.mark.parametrize(
    ("bet", "options", "percent"),
    [
        ("banker", {}, "1.0579"),
        ("banker", {"commission_rate": "0.04"}, "0.5993"),
        ("banker", {"variant": "ez"}, "1.0183"),
        ("banker", {"variant": "super6"}, "1.4581"),
        ("player", {}, "1.2351"),
        ("tie", {}, "14.3596"),
        ("tie", {"tie_pays": "9 to 1"}, "4.8440"),
        ("dragon7", {}, "7.6113"),
        ("panda8", {}, "10.1876"),
        ("super6", {}, "29.9772"),
        ("player_pair", {}, "10.3614"),
        ("banker_pair", {}, "10.3614"),
        ("either_pair", {}, "13.7099"),
        ("dragon_bonus_player", {}, "2.6517"),
        ("dragon_bonus_banker", {}, "9.3731"),
    ],
)
def test_house_edge_per_unit_staked(bet, options, percent):
    """Eight decks, pushes counted; the published roundings. BA-57"""
    edge = odds(rules(**options), full_shoe(POINTS, 8)).bets[bet].edge
    assert round(edge * 10**6) == Fraction(percent) * 10**4


@pytest.mark.parametrize(("bet", "percent"), [("banker", "1.17"), ("player", "1.36"), ("tie", "14.36")])
def test_house_edge_per_bet_resolved(bet, percent):
    """Ledger 1.16, item 11: guides that quote 1.17% and 1.36% leave the ties out."""
    found = EIGHT.bets[bet]
    assert abs(found.edge_resolved * 100 - Fraction(percent)) < Fraction(1, 100)
    assert found.edge_resolved * (found.win + found.lose) == found.edge * EIGHT.total


def test_ba_57_banker_is_the_best_bet_and_wins_most():
    """The ledger's three claims that can be calculated."""
    edges = {bet: EIGHT.bets[bet].edge for bet in ("banker", "player", "tie")}
    assert edges["banker"] < edges["player"] < edges["tie"]
    assert EIGHT.outcomes["banker"] > EIGHT.outcomes["player"]


def test_a_pair_has_its_textbook_chance():
    """31 of the other 415 cards match the first: 11 to 1 against 7.47 per cent."""
    assert Fraction(EIGHT.bets["player_pair"].win, EIGHT.total) == Fraction(31, 415)


def test_ways_add_up_to_the_bet():
    """Every winning or pushing draw is counted under one line of the pay table."""
    for bet in EIGHT.bets.values():
        pushes = sum(way.count for way in bet.ways if way.pays == "push")
        assert pushes == bet.push
        assert sum(way.count for way in bet.ways) == bet.win + bet.push
    ways = EIGHT.bets["dragon_bonus_player"].ways
    assert [way.pays for way in ways] == ["1 to 1", "push", "30 to 1", "10 to 1", "6 to 1", "4 to 1", "2 to 1", "1 to 1"]


@pytest.mark.parametrize("options", VARIANTS, ids=["commission", "ez", "super6"])
def test_the_games_own_file_says_what_the_ledger_says(options):
    """Every game of coups that comes with dealerkit draws and pays as the tables written out by hand."""
    own_games = [game(name, settings=options) for name in games() if game(name).family == "baccarat"]
    assert own_games
    for own in own_games:
        under, ledger = coup_rules(own), rules(**options)
        assert (under.points, under.natural, under.player_draws) == (ledger.points, ledger.natural, ledger.player_draws)
        assert under.tableau[:88] == ledger.tableau[:88]
        assert odds(under, full_shoe(POINTS, 8)).bets == odds(ledger, full_shoe(POINTS, 8)).bets


# Coups dealt one by one.


def dealt_through_next_to_draw(shoe: Counter[str], under: CoupRules) -> dict[str, Counter[str]]:
    """Deal every coup card by card, weighing each by the cards that could have come; settle every bet on it.

    Returns:
        Bet -> result -> ordered draws of six, and under `winner` the winner; `net` holds each bet's gain for a stake of 2000.
    """
    found: dict[str, Counter[str]] = {bet: Counter() for bet in (*under.pays, "winner", "net")}
    size = sum(shoe.values())
    hands: tuple[list[str], list[str]] = ([], [])
    order: list[str] = []

    def deal(ways: int) -> None:
        player, banker = ([POINTS[card] for card in hand] for hand in hands)
        side = next_to_draw(player, banker, under)
        if side is None:
            ways *= math.perm(size - len(order), 6 - len(order))
            coup = play([POINTS[card] for card in order], under, order)
            found["winner"][coup.winner] += ways
            for bet in under.pays:
                settled = settle(bet, 2000, coup, under)
                found[bet][settled.result] += ways
                found["net"][bet] += ways * settled.net
            return
        for rank in shoe:
            if shoe[rank]:
                weight = ways * shoe[rank]
                shoe[rank] -= 1
                hands[side].append(rank)
                order.append(rank)
                deal(weight)
                order.pop()
                hands[side].pop()
                shoe[rank] += 1

    deal(1)
    return found


SMALL = ["A23457899K", "AA446799TJQK", "2233445566", "KQJTKQJT99", "7788AAKKQQ3456", "555558", "TJQK12".replace("1", "A")]


@pytest.mark.sample(3, most=1)
@pytest.mark.parametrize("options", VARIANTS, ids=["commission", "ez", "super6"])
@pytest.mark.parametrize("cards", daily(SMALL, 3))
def test_a_small_shoe_dealt_one_by_one(cards, options):
    """Every bet on every coup of a small shoe, dealt and settled: the same counts, and the same edge to the last digit."""
    under = rules(**options)
    dealt = dealt_through_next_to_draw(Counter(cards), under)
    counted = odds(under, Counter(cards))
    assert counted.outcomes == {winner: dealt["winner"][winner] for winner in counted.outcomes}
    for bet, found in counted.bets.items():
        assert (found.win, found.lose, found.push) == tuple(dealt[bet][result] for result in ("win", "lose", "push")), bet
        assert found.edge == Fraction(-dealt["net"][bet], 2000 * counted.total), bet


def test_a_tiny_shoe_in_every_order():
    """Nine cards in all their 60 480 orders of six, suits and all, without any weighing."""
    cards = "A3456899K"
    results: Counter[tuple[str, str]] = Counter()
    for six in itertools.permutations(cards, 6):
        coup = play([POINTS[card] for card in six], RULES, six)
        for bet in RULES.pays:
            results[bet, settle(bet, 100, coup, RULES).result] += 1
    counted = odds(RULES, Counter(cards))
    for bet, found in counted.bets.items():
        assert (found.win, found.lose, found.push) == (results[bet, "win"], results[bet, "lose"], results[bet, "push"])


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(8))
def test_any_tableau_and_any_partly_dealt_shoe(seed):
    """Whatever a house writes into its tables, what is counted is what is dealt."""
    rng = random.Random(seed)
    under = rules(
        {
            "tableau": {str(total): rng.choices("DS", k=11) for total in range(9)},
            "player_draws": rng.sample(range(8), rng.randint(1, 7)),
            "natural": rng.choice([7, 8, 9]),
        }
    )
    shoe = Counter(rng.choices(list(POINTS), k=rng.randint(7, 12)))
    dealt = dealt_through_next_to_draw(shoe, under)
    counted = odds(under, shoe)
    assert counted.outcomes == {winner: dealt["winner"][winner] for winner in counted.outcomes}
    for bet, found in counted.bets.items():
        assert (found.win, found.lose, found.push) == tuple(dealt[bet][result] for result in ("win", "lose", "push")), bet


# Single changes are noticed.


@pytest.mark.sample(8)
@pytest.mark.parametrize(("banker", "column"), [(banker, column) for banker in CELLS for column in range(11)])
def test_one_cell_of_the_tableau_changes_the_odds(banker, column):
    """All 88 cells are read: turn one over and the counts are others."""
    row = list(TABLES["tableau"][str(banker)])
    row[column] = "S" if row[column] == "D" else "D"
    changed = rules({"tableau": {**TABLES["tableau"], str(banker): row}})
    assert odds(changed, full_shoe(POINTS, 8)).outcomes != EIGHT.outcomes


@pytest.mark.parametrize("draws", ["0-4", "0-6", "1-5", ["0-2", "4-5"]])
def test_player_draws_change_the_odds(draws):
    """So does the total on which the player hand draws."""
    assert odds(rules({"player_draws": draws}), full_shoe(POINTS, 8)).outcomes != EIGHT.outcomes


def test_natural_changes_the_odds():
    """And so does what counts as a natural."""
    assert odds(rules({"natural": 7}), full_shoe(POINTS, 8)).outcomes != EIGHT.outcomes


# Shoes.


def test_order_and_empty_ranks_of_a_shoe_do_not_matter():
    """A shoe is how many cards of each rank it has."""
    shoe = full_shoe(POINTS, 2)
    turned = dict(reversed(shoe.items()))
    assert odds(RULES, shoe).outcomes == odds(RULES, turned).outcomes
    without = {rank: cards for rank, cards in shoe.items() if rank != "5"}
    assert odds(RULES, without).bets == odds(RULES, {**without, "5": 0}).bets


@pytest.mark.slow  # every day the small shoes above are dealt one by one, in every order
def test_the_average_over_the_next_card_is_the_whole_shoe():
    """Burning an unseen card changes nothing: the odds averaged over what it may be are those of the full shoe."""
    shoe = full_shoe(POINTS, 1)
    size = sum(shoe.values())
    for outcome in ("player", "banker", "tie"):
        average = Fraction(0)
        for rank, cards in shoe.items():
            found = odds(RULES, {**shoe, rank: cards - 1})
            average += Fraction(cards, size) * Fraction(found.outcomes[outcome], found.total)
        whole = odds(RULES, shoe)
        assert average == Fraction(whole.outcomes[outcome], whole.total)


def test_ba_59_no_coup_with_fewer_than_six_cards():
    """A coup may need six."""
    with pytest.raises(Uncountable, match="a coup may need 6 cards, but the shoe has only 5"):
        odds(RULES, {"A": 3, "K": 2})
    assert odds(RULES, {"A": 3, "K": 3}).total == 720


@pytest.mark.parametrize(
    ("player", "banker", "need", "total"),
    [(("A", "A"), None, 4, 24), (None, ("A", "9"), 4, 24), (("A", "2"), ("A", "9"), 2, 2)],
)
def test_ba_59_known_first_cards_need_fewer(player, banker, need, total):
    """Cards on the table are not drawn any more: the rest are, in every order."""
    shoe = {"3": need - 1, "K": 1}
    found = odds(RULES, shoe, player, banker)
    assert (found.total, sum(found.coups.values())) == (total, total)
    with pytest.raises(Uncountable, match=f"a coup may need {need} cards more, but the shoe has only {need - 1}"):
        odds(RULES, {"3": need - 1}, player, banker)


def test_shoes_that_cannot_be():
    """An unknown rank, a count below zero."""
    with pytest.raises(Uncountable, match="unknown rank: 'X'"):
        odds(RULES, {"X": 8, "A": 8})
    with pytest.raises(Uncountable, match="cannot hold -1 cards of rank A"):
        odds(RULES, {"A": -1, "K": 8})


def test_a_bet_that_never_resolves_has_no_edge():
    """Pushes alone: nothing is won or lost."""
    under = rules({"pays": {"free": [{"pays": "push"}]}})
    found = odds(under, full_shoe(POINTS, 1)).bets["free"]
    assert (found.win, found.lose, found.push) == (0, 0, math.perm(52, 6))
    assert found.edge == found.edge_resolved == 0
