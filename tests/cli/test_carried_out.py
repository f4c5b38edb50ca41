"""What a ruling comes to at the table: `rule --record` names its cards, chips and seats, and `walk` asks for it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import dealerkit as dk
from dealerkit.cli.main import main


def steps(tmp_path, rules, at, *acts, under=()):
    """The rulings on a hand in which this happened, from its record."""
    table = dk.Table("holdem", rules, seats=4, seed=3)
    table.advance(at)
    for act in acts:
        table.push(act)
    file = tmp_path / "hand.rec"
    file.write_text(table.record(), encoding="utf-8")
    words = [word for name in under for word in ("--rules", name)]
    result = CliRunner().invoke(main, ["rule", "--record", str(file), "--at", str(len(table.log)), *words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["rulings"]


def test_a_burn_that_was_left_out(tmp_path):
    """FTR-25: which cards the stub would have given, which one goes where, and who is to act."""
    (ruling,) = steps(tmp_path, "rrop", "turn_burn", "d deal board")
    assert ruling["steps"] == [
        "the stub would have dealt, in order: Jc, 9c, 3s",
        "the dealer calls the floor",
        "the dealer moves Jc from the board to the burns",
        "the dealer deals to board: 9c",
        "seat 2 acts next",
    ]


def test_a_misdeal_says_what_everybody_gets_back_and_who_is_dealt_in(tmp_path):
    """MD-04 RM-01: the call goes back to seat 4, the blinds to seats 2 and 3."""
    (ruling,) = steps(tmp_path, "tda", "preflop", "d deal s2", "s4 call")
    assert ruling["outcome"] == "misdeal"
    assert ruling["amounts"] == {"back_s2": "1", "back_s3": "2", "back_s4": "2"}
    assert "the dealer returns 2 to seat 4" in ruling["steps"]
    assert ruling["steps"][-1] == "cards are dealt again to seats 2, 3, 4, 1; the button stays at seat 1"


def test_two_rule_sets_name_different_cards(tmp_path):
    """FTR-22: under one the next card is the turn, under the other chance decides."""
    rrop, tda = steps(tmp_path, "rrop", "flop_betting", "s2 check", "d tap", "d burn", "d deal board", under=("rrop", "tda"))
    assert "the dealer lays 9c from the board aside" in rrop["steps"]
    assert "the dealer deals to board: 8d" in rrop["steps"]
    assert "the dealer puts 9c from the board back" in tda["steps"]
    assert "the dealer shuffles the stub" in tda["steps"]
    assert not any("8d" in step for step in tda["steps"][1:])


def test_a_ruling_that_deals_nothing_keeps_its_words(tmp_path):
    """FTR-25: under the tournament rules the floor decides; what to do is told in general."""
    (ruling,) = steps(tmp_path, "tda", "turn_burn", "d deal board")
    assert ruling["outcome"] == "floor_discretion"
    assert ruling["steps"] == ["Leave everything where it is, and call the floor"]


@pytest.mark.parametrize(("rules", "hint"), [("rrop", "shuffle the board into the stub"), ("tda", "face down")])
def test_the_walk_asks_for_the_remedy(rules, hint):
    """FTR-20: after four cards the floor rules on it by name, and the hint is the first step of the cure."""
    said = "d deal board 4 together\nhint\nquit\n"
    args = ["walk", "holdem", "--seed", "4", "--seats", "3", "--at", "board", "--rules", rules, "--no-record"]
    out = CliRunner().invoke(main, args, input=said).stdout
    assert "street/four-card-flop" in out
    assert "the floor rules:" in out
    assert hint in out[out.index("dealer> hint") :]


def test_the_walk_finds_what_was_ruled_and_not_done():
    """RM-11: the flop comes without the cut."""
    said = "d deal board 4 together\nd rebuild board\nd deal board 3 together\nquit\n"
    args = ["walk", "holdem", "--seed", "4", "--seats", "3", "--at", "board", "--rules", "rrop", "--no-record"]
    result = CliRunner().invoke(main, args, input=said)
    assert result.exit_code == 1
    assert "floor/ruling-not-carried-out" in result.stdout
    assert "due: complete the cut" in " ".join(result.stdout.split())
