"""Coups in bulk: coup for coup what the engine deals, counted as one would count them one by one."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import attrs
import numpy as np
import pytest

from dealerkit.arithmetic.coup import play, settle
from dealerkit.arithmetic.odds import full_shoe, odds
from dealerkit.arithmetic.roads import RoadResult, derived, runs
from dealerkit.errors import Impossible
from dealerkit.jobs.simulation.bets import Takings, nets
from dealerkit.jobs.simulation.coups import CoupDealer, CoupPlan, CoupTotals, run
from dealerkit.jobs.simulation.runs import runs_of
from dealerkit.jobs.simulation.sessions import STATIONS, sessions_of
from dealerkit.jobs.simulation.shoes import NONE, ShoeRules
from dealerkit.jobs.simulation.table_proof import differences
from dealerkit.rules.games import game

GAME = "mini-baccarat"
SHOES = {
    "as it comes": {},
    "no coup after the cut card, BA-56": {"coups_after_cut_card": "0", "decks": "6", "cut_card_depth": "16"},
    "two after it, none behind it, BA-18": {"coups_after_cut_card": "2", "burn_count": "ace_11", "cut_card_depth": "0"},
    "one pack, the cut card among the burned, BA-22": {
        "decks": "1",
        "cut_card_depth": "48",
        "burn_count": "fixed",
        "burn_fixed": "8",
    },
    "one pack, all behind the cut card": {"decks": "1", "cut_card_depth": "52", "coups_after_cut_card": "2"},
    "one pack to its end, BA-59": {"decks": "1", "cut_card_depth": "4", "coups_after_cut_card": "2"},
    "burned by the number of packs": {"decks": "2", "cut_card_depth": "7", "burn_count": "number_of_decks"},
}


def plan(rounds: int = 20_000, seed: int = 7, settings: dict[str, str] | None = None, **more: Any) -> CoupPlan:
    """A plan of three bets."""
    stakes = {"player": 10_000, "banker": 10_000, "tie": 2500}
    usual: dict[str, Any] = {"stakes": stakes, "session": 60, "bankroll": 100_000, "back": (1, 2, 3)}
    return CoupPlan(GAME, None, settings or {}, seed, rounds, **{**usual, **more})


@pytest.fixture(scope="module")
def dealer() -> CoupDealer:
    """The dealer of the usual plan."""
    return CoupDealer(plan())


@pytest.mark.parametrize("settings", SHOES.values(), ids=SHOES)
@pytest.mark.sample(3, rest="thorough")
def test_the_table_deals_the_same_coups(settings):
    """BA-18, BA-21, BA-22, BA-56, BA-59: the same shoe has the same coups in arrays and at a table, act by act, to its end."""
    played = game(GAME, None, settings)
    shoe = ShoeRules.of(played)
    orders = shoe.shuffled(3, 0, 4)
    assert differences(played, shoe, orders, shoe.deal(orders)) == []


def test_the_cut_card_in_place_of_a_first_card():
    """BA-56: where the cut card comes out as a coup's first card, that coup is the last: among many shoes the table agrees."""
    played = game(GAME, None, {"decks": "1", "cut_card_depth": "20", "coups_after_cut_card": "2"})
    shoe = ShoeRules.of(played)
    orders = shoe.shuffled(5, 0, 60)
    ids = shoe.deal(orders)
    at = 1 + shoe.burned[orders[:, 0]][:, None] + np.where(ids == NONE, 0, shoe.table.used[ids]).cumsum(axis=1)
    chosen = np.flatnonzero((at == shoe.cut).any(axis=1))[:4]
    assert len(chosen)
    assert differences(played, shoe, orders[chosen], ids[chosen]) == []


def test_a_wrong_cell_is_found(dealer):
    """The proof can fail: with one cell of the coups changed, it names shoe and coup."""
    shoe = dealer.shoe
    orders = dealer.orders(0)[:1]
    first = int(shoe.deal(orders)[0, 0])
    other = np.where(shoe.table.ids == first, np.int16((first + 1) % len(shoe.table.coups)), shoe.table.ids)
    wrong = attrs.evolve(shoe, table=attrs.evolve(shoe.table, ids=other))
    found = differences(dealer.game, wrong, orders, wrong.deal(orders))
    assert (found[0].shoe, found[0].coup) == (1, 1)


def test_every_shoe_is_what_the_arithmetic_deals(dealer):
    """Two thousand shoes, coup after coup by `play`: the same coups, and the same number of them (BA-35 to BA-41)."""
    shoe, orders = dealer.shoe, dealer.orders(1)
    points = [dealer.rules.points[rank] for rank in shoe.table.ranks]
    for order, row in zip(orders[:400].tolist(), shoe.deal(orders)[:400], strict=True):
        at = 1 + int(shoe.burned[order[0]])
        for place in row[row != NONE]:
            cards = order[at : at + 6]
            coup = play([points[card] for card in cards], dealer.rules, cards)
            assert coup.key == shoe.table.coups[place].key
            at += coup.cards_used


def test_a_shuffle_keeps_every_card(dealer):
    """Cards are conserved, and each block has an order of its own."""
    one, other = dealer.orders(0), dealer.orders(1)
    assert (np.sort(one, axis=1) == np.sort(dealer.shoe.pack)).all()
    assert (one != other).any()
    assert (one[0] != one[1]).any()
    assert (one == dealer.orders(0)).all()


def test_counts_are_those_of_one_by_one(dealer):
    """BA-48 to BA-53: winners, nets, runs and roads (RO-02 to RO-05) of a block, counted by arrays and by hand."""
    ids = dealer.ids(2)[:150]
    totals = dealer.totals(ids)
    coups = [[dealer.shoe.table.coups[place] for place in row[row != NONE]] for row in ids]
    assert totals.counts == Counter(int(place) for row in ids for place in row if place != NONE)
    assert totals.lengths == Counter(len(row) for row in coups)
    for bet, stake in dealer.plan.stakes.items():
        by_shoe = [sum(settle(bet, stake, coup, dealer.rules).net for coup in row) for row in coups]
        takings = totals.takings[bet]
        assert (takings.net, takings.coups, takings.shoes) == (sum(by_shoe), sum(map(len, coups)), len(coups))
        mean = takings.net / takings.coups
        left = [net - mean * len(row) for net, row in zip(by_shoe, coups, strict=True)]
        spread = math.sqrt(sum(one * one for one in left) * len(left) / (len(left) - 1)) / (takings.coups * stake)
        assert takings.error(stake) == pytest.approx(spread)
    results = [[RoadResult(coup.winner) for coup in row] for row in coups]
    for back in (1, 2, 3):
        marks = Counter(mark.what for row in results for mark in derived(row, 6, back).marks)
        assert totals.runs.derived[back] == (marks["regular"], marks["irregular"])
    lengths: dict[str, Counter[int]] = {"player": Counter(), "banker": Counter()}
    columns = Counter[int]()
    for row in results:
        won = [one.winner for one in row if one.winner != "tie"]
        begins = [at for at in range(len(won)) if not at or won[at] != won[at - 1]]
        columns[len(begins)] += 1
        for at, end in zip(begins, [*begins[1:], len(won)], strict=True):
            lengths[won[at]][end - at] += 1
        assert len(runs(row, 10**6).marks) == len(won)
    assert (totals.runs.lengths, totals.runs.columns) == (lengths, columns)


def test_a_shoe_without_a_winner_has_no_run(dealer):
    """Ties alone, and shoes of which no coup was dealt, make no run."""
    tie = next(place for place, coup in enumerate(dealer.shoe.table.coups) if coup.winner == "tie")
    ids = np.array([[tie, tie], [NONE, NONE]], np.int16)
    found = runs_of(dealer.shoe.table, ids, (1,))
    assert (found.longest, found.columns) == (0, Counter({0: 1}))


def test_sessions_are_those_of_one_by_one():
    """A session stops where a stake cannot be put down; what it stands at then is what it ends with."""
    rng = random.Random(4)
    won = [rng.choice([-10, -10, 10, 25]) for _ in range(1003)]
    length, bankroll, stake = 100, 60, 10
    found = sessions_of(np.array(won), length, bankroll, stake)
    broke = ahead = 0
    last = Counter[int]()
    for first in range(0, 1000, length):
        net = 0
        for coup in range(length):
            if bankroll + net < stake:
                broke += 1
                break
            net += won[first + coup]
        last[net] += 1
        ahead += net > 0
    assert (found.count, found.broke, found.ahead) == (10, broke, ahead)
    assert found.at[STATIONS] == last
    assert 0 < broke < 10
    ends = sorted(last.elements())
    assert found.lines(STATIONS, [0.1, 0.5, 1.0]) == [ends[0], ends[4], ends[9]]


def test_chips_that_are_gone_with_the_last_coup_are_no_broke_session():
    """Only who could not put down another stake is broke; after the last coup none is put down."""
    gone = sessions_of(np.array([10, -10, -10]), 3, 10, 10)
    before = sessions_of(np.array([-10, 10, 10]), 3, 10, 10)
    assert (gone.broke, gone.at[STATIONS]) == (0, Counter({-10: 1}))
    assert (before.broke, before.at[STATIONS]) == (1, Counter({-10: 1}))


@pytest.mark.thorough
def test_one_seed_gives_one_result():
    """With one process or two, and whoever deals: the same counts, and exactly so many coups."""
    alone, two = (run(CoupDealer(plan(170_000)), jobs, lambda _ids, _totals: None) for jobs in (1, 2))
    assert alone == two
    assert alone.coups == 170_000
    other = run(CoupDealer(plan(170_000, seed=8)), 1, lambda _ids, _totals: None)
    assert other.counts != alone.counts


@pytest.mark.parametrize("rounds", [1, 2, 79, 80, pytest.param(150_000, marks=pytest.mark.slow)])
def test_so_many_coups_are_dealt(rounds):
    """Not one more and not one fewer, and a shoe that is cut short is not counted as one that ended."""
    total = run(CoupDealer(plan(rounds)), 1, lambda _ids, _totals: None)
    dealt = sum(long * shoes for long, shoes in total.lengths.items())
    assert total.coups == rounds
    assert 0 <= rounds - dealt < 90
    assert sum(total.runs.columns.values()) == total.shoes


def test_a_shoe_too_small_for_a_coup_is_told():
    """BA-59: no coup is started with fewer than six cards."""
    settings = {"decks": "1", "burn_count": "fixed", "burn_fixed": "8", "cut_card_depth": "52", "coups_after_cut_card": "0"}
    with pytest.raises(Impossible, match="BA-59"):
        run(CoupDealer(plan(settings=settings)), 1, lambda _ids, _totals: None)


def _held(rounds: int, settings: dict[str, str]) -> list[tuple[str, float]]:
    """Every bet of the pay table, and by how many standard errors its hold is off the exact edge."""
    played = game(GAME, None, settings)
    bets = CoupDealer(plan(settings=settings)).rules.bets()
    dealer = CoupDealer(plan(rounds, settings=settings, stakes=dict.fromkeys(bets, 100_000), session=500))
    total = run(dealer, 1, lambda _ids, _totals: None)
    exact = odds(dealer.rules, full_shoe(dealer.rules.points, int(str(played.options["decks"]))))
    found = []
    for bet in bets:
        takings = total.takings[bet]
        off = float(takings.hold(100_000) - exact.bets[bet].edge)
        found.append((bet, off / takings.error(100_000)))
    return found


@pytest.mark.parametrize(
    "settings", [{}, {"variant": "ez"}, {"variant": "super6", "decks": "6"}], ids=["commission", "ez", "super6"]
)
@pytest.mark.sample(3, rest="thorough")
def test_bulk_agrees_with_the_exact_odds(settings):
    """Every bet of the pay table within four standard errors of what is counted exactly."""
    assert [row for row in _held(600_000, settings) if abs(row[1]) > 4] == []


@pytest.mark.slow
def test_bulk_agrees_with_the_exact_odds_at_length():
    """The same over twenty million coups, where a cell of the tableau that is wrong would show."""
    assert [row for row in _held(20_000_000, {}) if abs(row[1]) > 4] == []


def test_a_tableau_that_is_wrong_shows(dealer):
    """The comparison can fail: a tie that pays nine is far off the edge of one that pays eight."""
    won = np.append(nets(CoupDealer(plan(settings={"tie_pays": "9 to 1"})).rules, dealer.shoe.table.coups, "tie", 100), 0)
    takings = Takings.of(won, dealer.ids(0))
    exact = odds(dealer.rules, full_shoe(dealer.rules.points, 8)).bets["tie"].edge
    assert abs(float(takings.hold(100) - exact)) > 8 * takings.error(100)
    assert isinstance(takings.hold(100), Fraction)


def test_totals_add_up(dealer):
    """Blocks counted apart and together come to the same."""
    one, other = dealer.ids(0), dealer.ids(1)
    apart = CoupTotals()
    apart.add(dealer.totals(one))
    apart.add(dealer.totals(other))
    assert apart.coups == int((one != NONE).sum() + (other != NONE).sum())
    assert apart.takings["banker"] == dealer.totals(one).takings["banker"] + dealer.totals(other).takings["banker"]
    assert apart.sessions["tie"].count == sum(dealer.totals(ids).sessions["tie"].count for ids in (one, other))
