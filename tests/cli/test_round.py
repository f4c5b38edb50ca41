"""`dealerkit round`: one round against the house from its cards, and every wager of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main

CARDS = "9h 6c 2d Tc Kd 8s"
"""9-2 against a six, a ten in the hole; a king and an eight follow."""


def run(*args: str, code: int = 0) -> Result:
    """Run the command on blackjack, and return what came of it."""
    result = CliRunner().invoke(main, ["round", "blackjack", *args], env={"COLUMNS": "100"})
    assert result.exit_code == code, result.output
    return result


def told(*args: str) -> Any:
    """Run it with `--json`, and return the document."""
    return json.loads(run(*args, "--json").stdout)


def test_the_document_is_the_published_one():
    """Every key of the interface, amounts as decimal strings. BJ-42, BJ-74, BJ-80"""
    assert told(CARDS, "--seat", "1: main 10; double 2.50") == {
        "dealer": {"cards": ["6c", "Tc", "8s"], "total": 24, "result": "bust", "natural": False},
        "seats": [
            {
                "seat": 1,
                "hands": [{"cards": ["9h", "2d", "Kd"], "total": 21, "words": ["double"], "result": "win"}],
                "wagers": [
                    {"wager": "main", "stake": "10", "result": "win", "net": "10"},
                    {"wager": "double", "stake": "2.5", "result": "win", "net": "2.5"},
                ],
                "net": "12.5",
            }
        ],
        "cards_used": 6,
    }


@pytest.mark.parametrize(
    ("cards", "line", "options", "net"),
    [
        pytest.param("As 9h Kd 8c", "1: main 15", (), "22.5", id="BJ-84-natural-at-3-to-2"),
        pytest.param("As 9h Kd 8c", "1: main 15", ("blackjack_pays=6 to 5",), "18", id="BJ-84-natural-at-6-to-5"),
        pytest.param("9s Ah 9d Kc", "1: main 20; insurance", (), "0", id="BJ-57-the-whole-insurance-saves-the-bet"),
        pytest.param("9s Ah 9d Kc", "1: main 20; insurance 5", (), "-10", id="BJ-57-a-part-of-it"),
        pytest.param("9s Ah 9d 8c", "1: main 20; insurance, stand", (), "-30", id="BJ-68-insurance-is-lost"),
        pytest.param("As Ah Kd Kc", "1: main 15; even money", (), "15", id="BJ-60-even-money"),
        pytest.param("As Ah Kd Kc", "1: main 15", (), "0", id="BJ-82-two-naturals-push"),
        pytest.param("Ts 9h 6d 8c", "1: main 15; surrender", ("surrender=late",), "-7.5", id="BJ-52-surrender"),
        pytest.param("Ts 9h 6d 8c Kh", "1: main 15; hit", (), "-15", id="BJ-41-bust-and-the-dealer-draws-nothing"),
        pytest.param("Ts 6h 8d Ac 4d", "1: main 10; stand", ("soft17=hit",), "-10", id="BJ-76-soft-17-drawn"),
        pytest.param("Ts 6h 8d Ac 4d", "1: main 10; stand", ("soft17=stand",), "10", id="BJ-76-soft-17-stood"),
        pytest.param("Ts 6h 9d Kc 2c", "1: main 10; STAND", ("hole_card=none",), "10", id="BJ-34-no-hole-card"),
    ],
)
def test_a_round_comes_to_what_the_ledger_says(cards, line, options, net):
    """Reckoned by hand from the rule in the test's name."""
    settings = [part for option in options for part in ("--set", option)]
    assert told(cards, "--seat", line, *settings)["seats"][0]["net"] == net


def test_seats_play_in_their_order_whatever_the_order_of_the_lines():
    """The first seat has the first card. BJ-31"""
    lines = ("--seat", "2: main 25; stand", "--seat", "1: main 10; stand")
    seats = told("Ts 9h 6h 8d 9c Tc Kd", *lines)["seats"]
    assert [(seat["seat"], seat["hands"][0]["cards"]) for seat in seats] == [(1, ["Ts", "8d"]), (2, ["9h", "9c"])]


def test_what_is_left_over_is_told():
    """Cards and words that the round did not need, each once."""
    text = run(f"{CARDS} 2h", "--seat", "1: main 10; stand, hit").stdout
    assert "5 cards used, 2 left over: 8s 2h" in text
    assert "Unused words: hit" in text


def test_a_game_of_coups_is_settled_as_by_coup():
    """The same bets, by seats."""
    cards = ["2h", "3s", "Kd", "4c", "6d"]
    args = ["round", "mini-baccarat", *cards, "--seat", "1: player 100", "--seat", "2: banker 25.50, panda8 5", "--json"]
    document = json.loads(CliRunner().invoke(main, args).stdout)
    bets = ["--bet", "player=100", "--bet", "banker=25.5", "--bet", "panda8=5"]
    alone = json.loads(CliRunner().invoke(main, ["coup", *cards, *bets, "--json"]).stdout)
    by_seats = [{"bet": wager.pop("wager"), **wager} for seat in document["seats"] for wager in seat["wagers"]]
    assert by_seats == alone.pop("bets")
    assert [seat["net"] for seat in document.pop("seats")] == ["100", "99.5"]
    assert document == alone


@pytest.mark.parametrize(
    ("cards", "line", "says"),
    [
        ("9h 6c 2d Tc", "1: main 10; hit", "not enough cards (4 in all): next, the dealer deals to seat 1"),
        ("9h 6c ?? Tc", "1: main 10; stand", "card 3 is unseen (??)"),
        ("Jk 6c 2d Tc", "1: main 10; stand", "Jk is not in this game's packs"),
        ("9x 6c 2d Tc", "1: main 10; stand", "'9x' is not a card"),
        (CARDS, "1: main 10", "no decision given for seat 1, 9h 2d against 6c; choose from double, stand, hit"),
        (CARDS, "1: main 10; split", "column 13: 'split' is not allowed for 9h 2d against 6c"),
        (CARDS, "1: main 10; stan", "unknown word: 'stan'; did you mean stand"),
        (
            CARDS,
            "1: main 10; double 15",
            "double: the amount must be 0.01 to 10, not 15",
        ),
        (CARDS, "1: mian 10; stand", "unknown bet: 'mian'; did you mean main?"),
        (CARDS, "1: main; stand", "column 4: the amount of 'main' is missing"),
        (CARDS, "1: main 0; stand", "a bet must be above zero"),
        (CARDS, "1: main -5; stand", "a bet must be above zero"),
        (CARDS, "1: main 0.001; stand", "the smallest amount on this table is 0.01"),
        (CARDS, "1: main 1e3; stand", "'1e3' is not a number; type an amount in figures"),
        (
            CARDS,
            "1: insurance 5; stand",
            "put it after the semicolon, with the decisions",
        ),
        (CARDS, "1: ; stand", "seat 1 has no bet"),
        (CARDS, "1: main 10,, ; stand", "names no bet or decision"),
        (CARDS, "main 10; stand", "the line does not begin with a seat"),
        (CARDS, "0: main 10; stand", "the line does not begin with a seat"),
        (CARDS, "8: main 10; stand", "Blackjack is for 1 to 7 seats, not 8"),
    ],
)
def test_what_cannot_be_used_is_said(cards, line, says):
    """Exit 2, a sentence, nothing on standard output."""
    result = run(cards, "--seat", line, code=2)
    assert says in result.stderr
    assert result.stdout == ""


def test_a_seat_is_told_once_and_some_seat_is():
    """Two lines for one seat, or none at all."""
    twice = run(CARDS, "--seat", "1: main 10; stand", "--seat", "1: main 20; stand", code=2).stderr
    assert "seat 1 has two lines" in twice
    assert "Missing option '--seat'" in run(CARDS, code=2).stderr


def test_a_game_that_is_not_against_the_house_says_so():
    """It names those that are."""
    result = CliRunner().invoke(main, ["round", "golf", "Ah", "--seat", "1: main 10"])
    assert result.exit_code == 2
    assert "unknown game against the house: 'golf'" in result.stderr
    assert "blackjack" in result.stderr


def test_a_coup_asks_nobody():
    """A word behind the semicolon is told with its column."""
    result = CliRunner().invoke(main, ["round", "mini-baccarat", "7h Ks Th 6c", "--seat", "1: player 10; stand"])
    assert result.exit_code == 2
    assert "column 15: 'stand': players make no decisions in a coup" in result.stderr


HOLDEM = ("round", "dealer-holdem", "2c 3d 4h 9s Td As Ad Kc Kd", "--seat")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        pytest.param("1: ante 10, blind 10; check, play 20", "Seat 1: 30", id="HOD-10 HOD-14"),
        pytest.param("1: ante 10; check, play 20", "blind must be as large as ante; type blind 10", id="HOD-02"),
        pytest.param("1: ante 10, blind 5; check, play 20", "blind must be as large as ante; type blind 10", id="HOD-I03"),
        pytest.param("1: ante 10, blind 10; check, play 40", "play: the amount must be 20, not 40", id="HOD-10"),
        pytest.param("1: ante 10, blind 10; play", "Seat 1: 50", id="HOD-09 the most if no amount is given"),
    ],
)
def test_a_bet_that_equals_another_and_a_bet_by_the_street(line, said):
    """The blind is as large as the ante, and a play bet has the sizes of its street."""
    assert said in CliRunner().invoke(main, [*HOLDEM, line]).output


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (["round", "casino-stud", "As As Qs Js Ts Ah Kc 9d 5s 2c", "--seat", "1: ante 10; raise 20"], 2),
        (["round", "casino-stud", "As Ks Qs Js Ts Ah Kc 9d 5s 2c", "--seat", "1: ante 10; raise 20"], 0),
        (["coup", "9d Kd 9d Kd", "--set", "decks=1"], 2),
        (["coup", "9d Kd 9d Kd", "--set", "decks=2"], 0),
        (["round", "blackjack", "9h 6c 9h Tc Kd 8s", "--set", "decks=1", "--seat", "1: main 10; stand"], 2),
        (["round", "mini-baccarat", " ".join(["7h"] * 9), "--seat", "1: player 10"], 2),
    ],
)
def test_a_card_is_dealt_no_more_often_than_the_packs_have_it(typed, code):
    """PIT-03, BA-01: two aces of spades in one pack were dealt and paid; an unseen card may be any."""
    result = CliRunner().invoke(main, typed)
    assert result.exit_code == code, result.output
    assert ("but it is in the pack" in result.output) is (code == 2)
