"""`dealerkit odds` and `dealerkit simulate` of blackjack, as their user meets them."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

from dealerkit.cli import main as root
from dealerkit.jobs.simulation.bets import Takings
from dealerkit.jobs.simulation.bulk_rounds import RoundTotals
from dealerkit.jobs.simulation.round_proof import differences
from dealerkit.jobs.simulation.round_report import RoundReport
from dealerkit.rules.counted_figures import BULK, RoundPlan
from dealerkit.rules.data import data_dir
from dealerkit.rules.games import game

FILE = str(data_dir("procedures") / "pit" / "blackjack.yaml")


def run(*args: str, code: int = 0) -> Result:
    """Run a command on the game."""
    command, *others = args
    result = CliRunner().invoke(root.main, [command, FILE, *others], env={"COLUMNS": "110"})
    assert result.exit_code == code, result.output
    return result


def told(*args: str) -> Any:
    """What a command tells programs."""
    return json.loads(run(*args, "--json").stdout)


def test_odds_tell_edge_strategy_naturals_totals_and_side_bets():
    """The document of the rules in force."""
    document = told("odds", "--set", "surrender=late", "--set", "pairs=true")
    assert document["edge"]["by_total"] == pytest.approx(0.00333, abs=1e-5)
    assert document["edge"]["by_cards"] < document["edge"]["by_total"]
    assert document["strategy"]["hard 16"]["10"] == ["surrender", "hit"]
    assert document["strategy"]["A-A"]["A"][0] == "split"
    assert Fraction(document["naturals"]["a box"]["fraction"]) == Fraction(2 * 24 * 96, 312 * 311)
    assert Fraction(document["dealer"]["A"]["natural"]["fraction"]) == Fraction(96, 311)
    assert Fraction(document["insurance"]["fraction"]) == Fraction(23, 311)
    assert {bet["bet"]: bet["offered"] for bet in document["side_bets"]} == {
        "pairs": True,
        "three_card": False,
        "match_dealer": False,
        "twenty": False,
    }


def test_odds_on_the_screen_and_on_paper_are_one_document(tmp_path):
    """The same tables; what is not at its default is said."""
    screen = run("odds", "--set", "blackjack_pays=6:5").stdout
    assert "with blackjack_pays 6 to 5" in screen
    assert "main, played by total                1.76" in screen
    run("odds", "--set", "blackjack_pays=6:5", "--paper", str(tmp_path / "odds.md"))
    paper = (tmp_path / "odds.md").read_text(encoding="utf-8")
    for words in ("House edge", "Basic strategy", "hard 16", "The dealer's hand by the upcard", "Side bet twenty"):
        assert words in screen
        assert words in paper


def test_odds_take_no_cards_of_other_games():
    """What says nothing here is refused with what there is."""
    assert "--hand can't be used for Blackjack, which takes --paper" in run("odds", "--hand", "Ah Kd", code=2).output


def test_simulate_deals_as_many_rounds_as_asked_for_and_the_same_with_any_number_of_processes():
    """One seed, one result; the last block is cut where the rounds are full."""
    args = ("simulate", "--rounds", "95000", "--seed", "3", "--bet", "main=25", "--seats", "2")
    one, two = (told(*args, "--jobs", jobs) for jobs in ("1", "2"))
    assert one == two
    assert (one["rounds"], one["boxes"], one["stake"]) == (95_000, 2, 25)
    assert one["ends"]["won"] + one["ends"]["lost"] + one["ends"]["pushed"] == 190_000
    assert abs(one["errors_away"]) < 4


@pytest.mark.thorough
def test_bj_87_winnings_of_a_natural_are_rounded_in_bulk_as_at_the_table():
    """5 at 6 to 5 in units of 5: a natural is paid 10 instead of 6, which brings the player far ahead."""
    options = ("--set", "blackjack_pays=6:5", "--bet", "main=5", "--rounds", "20000", "--seed", "1", "--jobs", "1")
    exact, rounded = (told("simulate", *options, "--set", f"payout_unit={unit}") for unit in ("0.01", "5"))
    paid = exact["ends"]["naturals paid"]
    assert paid == rounded["ends"]["naturals paid"]
    assert rounded["net"] - exact["net"] == pytest.approx(4 * paid)


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--seats", "3", "--set", "surrender=early", "--set", "split_by=rank"),
        ("--seats", "2", "--set", "hole_card=none", "--set", "surrender=late", "--set", "decks=1", "--set", "cut_card_depth=13"),
        ("--seats", "3", "--set", "deal_style=pitch", "--set", "decks=1", "--set", "shuffle_at=rule_of_six"),
    ],
)
@pytest.mark.sample(3, rest="thorough")
def test_simulate_proves_shoes_at_a_table(options):
    """Each box's net of every round; a table plays what the adviser says, early surrender too. BJ-31 to BJ-88"""
    found = told("simulate", "--rounds", "2000", "--seed", "5", "--jobs", "1", "--prove", "2", *options)
    assert found["proved"] == {"shoes": 2, "differences": []}


def test_a_round_that_another_table_deals_otherwise_is_told():
    """A net that is another, a round that is missing, and one too many, each by shoe and round."""
    played = game(FILE)
    plan = RoundPlan("blackjack", None, {}, 5, 1000, 1, 2500)
    shoe = next(BULK["twenty_one"](played, 1, 2500).shoes(5))
    first, second, *others = shoe.nets
    changed = attrs.evolve(shoe, nets=[first, [second[0] + 1], *others])
    longer, shorter = (attrs.evolve(shoe, nets=nets) for nets in ([*shoe.nets, [0]], shoe.nets[:-1]))
    told_of = [[(one.shoe, one.round) for one in differences(played, plan, made, 7)] for made in (shoe, changed, longer, shorter)]
    last = len(shoe.nets)
    assert told_of == [[], [(7, 2)], [(7, last + 1)], [(7, last)]]
    cut_short = attrs.evolve(shorter, whole=False)
    assert list(differences(played, plan, cut_short, 7)) == []
    found = list(differences(played, plan, changed, 7))
    ends = Counter({"cards": 5 * last})
    report = RoundReport(plan, played, RoundTotals(Takings.of_shoes([0], [last]), ends), 0.0, (), 0.95, 1, found)
    assert report.trouble
    assert "shoe 7, round 2: " in "\n".join(str(block) for block in report.told())


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--bet", "tie"), "here rounds are dealt with one bet on each box: main, or main=STAKE"),
        (("--session", "80"), "--session can't be used here: this game is dealt in bulk, round by round"),
    ],
)
def test_simulate_says_what_it_does_not_do_for_rounds(args, says):
    """Exit status 2, and a sentence."""
    assert says in run("simulate", *args, code=2).output
