"""Side bets of blackjack: published edges, and counts by formula. Ledger 1.8"""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm

import pytest

import dealerkit as dk
from dealerkit.arithmetic.first_cards import BETS, side_bet_lines
from dealerkit.errors import RuleFileError
from dealerkit.games.pit.blackjack.side_bets import SideBetOdds, side_bet_odds
from dealerkit.jobs.simulation.rounds import rounds_at
from dealerkit.rules.data import data_dir
from dealerkit.rules.games import game
from dealerkit.table.bots import Bots, sensible

FILE = str(data_dir("procedures") / "pit" / "blackjack.yaml")


def odds(bet: str, decks: int, pays: str = "") -> SideBetOdds:
    """The odds of a bet under the game's own tables."""
    settings = {"decks": str(decks), **({f"{bet}_pays": pays} if pays else {})}
    played = game(FILE, settings=settings)
    return side_bet_odds(bet, side_bet_lines(played.data["tables"], played.options)[bet], decks)


@pytest.mark.parametrize(
    ("bet", "decks", "pays", "percent"),
    [
        pytest.param("twenty", 2, "a", "30.05", id="twenty-a-2"),
        pytest.param("twenty", 6, "a", "24.71", id="twenty-a-6"),
        pytest.param("twenty", 8, "a", "24.05", id="twenty-a-8"),
        pytest.param("twenty", 6, "b", "17.64", id="twenty-b-6"),
        pytest.param("three_card", 6, "flat", "3.24", id="three-card-flat-6"),
    ],
)
def test_edges_are_the_published_ones(bet, decks, pays, percent):
    """Source: casinocitytimes.com of 22 February 2015, which cites wizardofodds.com for the bet on 20."""
    assert round(float(odds(bet, decks, pays).edge) * 100, 2) == float(percent)


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_pairs_have_their_textbook_chances(decks):
    """Of the other cards one deck less one is the same card, as many of one colour as decks, twice as many mixed."""
    rest = 52 * decks - 1
    found = {name: chance for name, (_, chance) in odds("pairs", decks, "a").lines.items()}
    expected = {"perfect": Fraction(decks - 1, rest), "coloured": Fraction(decks, rest), "mixed": Fraction(2 * decks, rest)}
    assert found == {name: chance for name, chance in expected.items() if chance}


@pytest.mark.parametrize("decks", [1, 6, 8])
@pytest.mark.sample(3, rest="thorough")
def test_three_cards_come_as_often_as_the_binomials_say(decks):
    """Suits and ranks counted by formula. BJ-91"""
    every = comb(52 * decks, 3)
    trips = 52 * comb(decks, 3)
    running = 4 * 12 * decks**3
    expected = {
        "suited three of a kind": trips,
        "straight flush": running,
        "three of a kind": 13 * comb(4 * decks, 3) - trips,
        "straight": 12 * (4 * decks) ** 3 - running,
        "flush": 4 * comb(13 * decks, 3) - running - trips,
    }
    found = {name: chance * every for name, (_, chance) in odds("three_card", decks, "steps").lines.items()}
    assert found == {name: count for name, count in expected.items() if count}


@pytest.mark.parametrize(("decks", "suited", "unsuited"), [(6, 11, 4), (8, 14, 3)])
def test_each_card_of_the_dealers_rank_is_paid(decks, suited, unsuited):
    """On average as if the two cards were two bets, but that it is lost once."""
    rest = 52 * decks - 1
    won = 2 * (suited * Fraction(decks - 1, rest) + unsuited * Fraction(3 * decks, rest))
    lost = Fraction(perm(48 * decks, 2), perm(rest, 2))
    assert odds("match_dealer", decks).edge == lost - won


def test_a_natural_of_the_dealer_raises_the_queens():
    """The hand of two queens of hearts is won by one of two lines, by what the dealer has. BJ-91"""
    lines = odds("twenty", 6, "a").lines
    with_natural, without = (lines[name][1] for name in ("queens of hearts, dealer with a natural", "queens of hearts"))
    assert with_natural + without == Fraction(6 * 5, perm(312, 2))
    assert with_natural / (with_natural + without) == Fraction(2 * 24 * 94, 310 * 309)


def test_match_the_dealer_has_no_table_but_for_six_and_eight_decks():
    """Ledger 1.8, from the rule that asks for six or eight."""
    played = game(FILE, settings={"decks": "2"})
    assert "match_dealer" not in side_bet_lines(played.data["tables"], played.options)


def test_every_table_of_the_game_names_cards_that_there_are():
    """A line whose cards nobody makes would never be paid."""
    for bet, table in game(FILE).data["tables"]["side_bets"].items():
        for by, lines in table["lines"].items():
            decks = int(by) if table["by"] == "decks" else 6
            found = odds(bet, decks, "" if table["by"] == "decks" else str(by)).lines
            assert len([name for name in found if " and " not in name]) == len(lines), (bet, by)
        assert bet in BETS


@pytest.mark.parametrize("decks", [1, 2, 3, 4, 5, 7])
def test_bj_91_the_dealers_rank_has_a_table_for_six_and_eight_packs(decks):
    """With others there is nothing to pay it by, and the two options are refused together."""
    with pytest.raises(RuleFileError, match=f"this option can't be yes while decks is {decks}"):
        game(FILE, settings={"decks": str(decks), "match_dealer": "yes"})


def test_bj_91_bots_bet_on_side_bets_and_a_perfect_dealer_settles_them():
    """Whatever becomes of their hands, and whichever way a natural of the dealer's is found."""
    for seed, hole_card in enumerate(("peek", "no_peek", "none")):
        settings = dict.fromkeys(BETS, "yes") | {"hole_card": hole_card, "surrender": "early"}
        table = dk.Table(game(FILE, settings=settings), seats=5, seed=seed)
        dealt = list(rounds_at(table, Bots(sensible), 40))
        assert [one.findings for one in dealt if one.findings] == []
        paid = {act.to[1] for one in dealt for act in one.acts if act.verb == "pay" and len(act.to) > 1}
        assert paid & BETS.keys()
