"""Rounds dealt in bulk with hands read by a ranking: the engine's, round for round."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

from dealerkit.cli import main as root
from dealerkit.errors import Impossible
from dealerkit.games.pit.ranked_hands.packets import DealtPlaces, dealt_places
from dealerkit.games.pit.ranked_hands.terms import RankedTerms
from dealerkit.jobs.simulation.round_proof import differences
from dealerkit.rules.counted_figures import BULK, RoundPlan
from dealerkit.rules.games import game
from tests.games.pit.ranked_settlement import casino_stud, three_card, worth


def run(*args: str, code: int = 0) -> Result:
    """Run the command."""
    result = CliRunner().invoke(root.main, ["simulate", *args], env={"COLUMNS": "110"})
    assert result.exit_code == code, result.output
    return result


def told(*args: str) -> Any:
    """What it tells programs."""
    return json.loads(run(*args, "--json").stdout)


@pytest.mark.parametrize(
    ("name", "settings", "places"),
    [
        pytest.param("three-card-poker", {}, DealtPlaces([[0, 1, 2], [3, 4, 5]], [6, 7, 8], [], -1), id="TCP-03-packets"),
        pytest.param(
            "three-card-poker", {"dealt_by": "hand"}, DealtPlaces([[0, 3, 6], [1, 4, 7]], [2, 5, 8], [], -1), id="TCP-03-by-hand"
        ),
        pytest.param(
            "casino-stud", {}, DealtPlaces([[*range(5)], [*range(5, 10)]], [*range(10, 15)], [], 4), id="CST-02-the-last-card-up"
        ),
        pytest.param(
            "casino-stud",
            {"up_card": "first", "dealt_by": "hand"},
            DealtPlaces([[*range(0, 15, 3)], [*range(1, 15, 3)]], [*range(2, 15, 3)], [], 0),
            id="CST-02-the-first-card-up",
        ),
        pytest.param("mississippi-stud", {}, DealtPlaces([[0, 1], [2, 3]], [], [4, 5, 6], -1), id="MST-03-packets"),
    ],
)
def test_cards_come_in_the_order_of_the_games_file(name, settings, places):
    """Boxes from the dealer's left, then the dealer or the middle."""
    found = dealt_places(RankedTerms.of(game(name, settings=settings)), 2)
    assert attrs.asdict(found) == attrs.asdict(places)


def test_boxes_for_which_the_pack_has_too_few_cards_are_refused():
    """Ten boxes of five cards and the dealer's five are 55."""
    with pytest.raises(Impossible, match="10 boxes need 55 cards, and the pack of Casino stud has 52"):
        dealt_places(RankedTerms.of(game("casino-stud")), 10)


@pytest.mark.parametrize(
    ("name", "settle", "size", "line"),
    [
        pytest.param("three-card-poker", three_card, 3, (0, [10, 4, 2]), id="three-card-poker"),
        pytest.param("casino-stud", casino_stud, 5, (0, [12, 11, 9, 6, 1]), id="casino-stud"),
    ],
)
def test_rounds_in_bulk_pay_what_the_ledger_pays(name, settle, size, line):
    """2,000 rounds of two boxes against the settlement that asks no ranker: queen-six-four is played, A-K-J-8-3 raised."""
    played = game(name)
    dealer = BULK[played.kind](played, 2, 2500)
    defaults = {
        "ante_bonus": "1-4-5",
        "pair_plus_table": "40-30-6-3-1",
        "tie_wins": "false",
        "raise_table": "100-50-20-7-5-4-3-2-1",
    }
    rounds = 0
    for shoe in islice(dealer.shoes(9), 2000):
        assert sorted(shoe.cards) == sorted(set(shoe.cards))
        assert len(shoe.cards) == 52
        dealers = shoe.cards[2 * size : 3 * size]
        for box, won in enumerate(shoe.nets[0]):
            mine = shoe.cards[box * size : (box + 1) * size]
            word = "play" if worth(mine) >= line else "fold"
            assert won == settle(mine, dealers, 2500, 0, word, **defaults), (mine, dealers)
            rounds += 1
    assert rounds == 4000


PROVED = [
    ("three-card-poker", 3, {}),
    ("three-card-poker", 2, {"dealt_by": "hand", "tie_wins": "true", "ante_bonus": "1-2-3"}),
    ("casino-stud", 2, {}),
    ("casino-stud", 1, {"up_card": "first", "dealt_by": "hand", "raise_table": "200-50-20-7-5-4-3-2-1"}),
    ("mississippi-stud", 3, {}),
    ("mississippi-stud", 1, {"dealt_by": "hand"}),
]


@pytest.mark.parametrize(("name", "boxes", "settings"), PROVED, ids=lambda part: part if isinstance(part, str) else None)
def test_rounds_in_bulk_are_the_engines_round_for_round(name, boxes, settings):
    """Each box's net at a table where players follow the game's own table. TCP-10 to 17, CST-08 to 13, MST-07 to 11"""
    played = game(name, settings=settings)
    plan = RoundPlan(name, None, settings, 5, 10, boxes, 2500)
    rounds = list(islice(BULK["ranked"](played, boxes, 2500).shoes(5), 8))
    assert len({tuple(shoe.nets[0]) for shoe in rounds}) > 1
    assert [list(differences(played, plan, shoe, number)) for number, shoe in enumerate(rounds, 1)] == [[]] * 8


def test_simulate_proves_rounds_at_a_table():
    """The command says how many it dealt again, and what came out."""
    args = ("three-card-poker", "--rounds", "300", "--seed", "5", "--jobs", "1", "--prove", "3", "--bet", "ante=25")
    assert told(*args)["proved"] == {"shoes": 3, "differences": []}
    assert "3 rounds dealt again at a table, step by step: every round came out the same" in run(*args).stdout


def test_a_round_with_another_net_is_told():
    """A bulk result that is off by a chip is found at the table."""
    played = game("three-card-poker")
    plan = RoundPlan("three-card-poker", None, {}, 5, 10, 1, 2500)
    shoe = next(BULK["ranked"](played, 1, 2500).shoes(5))
    off = attrs.evolve(shoe, nets=[[shoe.nets[0][0] + 1]])
    assert list(differences(played, plan, shoe, 1)) == []
    assert [(unlike.shoe, unlike.round) for unlike in differences(played, plan, off, 1)] == [(1, 1)]


def test_simulate_deals_as_many_rounds_as_asked_for_and_the_same_with_any_number_of_processes():
    """One seed, one result; the hold is where the counted edge says, and the report names the ante."""
    args = ("three-card-poker", "--rounds", "70000", "--seed", "3", "--bet", "ante=25", "--seats", "2")
    one, two = (told(*args, "--jobs", jobs) for jobs in ("1", "2"))
    assert one == two
    assert (one["rounds"], one["boxes"], one["stake"]) == (70_000, 2, 25)
    assert one["ends"]["won"] + one["ends"]["lost"] + one["ends"]["pushed"] == 140_000
    assert one["edge"] == pytest.approx(0.0337298, abs=1e-7)
    assert abs(one["errors_away"]) < 4
    screen = run(*args, "--jobs", "1").stdout
    assert "  a whole pack for each round, 9.00 cards a round" in screen
    assert "under the game's usual play" in screen
    assert "\n  ante  " in screen


@pytest.mark.slow
@pytest.mark.parametrize("name", ["casino-stud", "mississippi-stud"])
def test_a_million_rounds_hold_what_is_counted(name):
    """The hold within four standard errors of the edge by usual play, which is counted another way."""
    found = told(name, "--rounds", "1000000", "--seed", "11", "--jobs", "1")
    assert abs(found["errors_away"]) < 4
    assert found["edge"] > 0


def test_another_first_bet_is_refused_with_the_games_own():
    """The first bet is the ante here."""
    output = run("three-card-poker", "--bet", "main=5", code=2).output
    assert "here rounds are dealt with one bet on each box: ante, or ante=STAKE" in output
