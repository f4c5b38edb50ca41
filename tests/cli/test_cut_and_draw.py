"""`dealerkit cut` and `dealerkit draw`: what is printed, and what cannot be used."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dealerkit.cards import Composition
from dealerkit.cli.draw import COMMANDS
from dealerkit.cli.main import main

FULL = [face.name for face in Composition().faces()]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")

    def command(*args: str, code: int = 0) -> str:
        result = CliRunner().invoke(main, [*args])
        assert result.exit_code == code, result.output
        return result.stdout if code < 2 else result.stderr

    return command


def test_a_series_is_followed_and_told_as_one(run):
    """Ten, twenty and thirty of 52 are one cut of eight (CU-14)."""
    made = json.loads(run("cut", "10", "20", "30", "--json"))
    assert made["after"] == FULL[8:] + FULL[:8]
    assert [one["one"] for one in made["cuts"]] == [10, 30, 8]
    assert made["one"] == 8
    assert "one cut of 8" in run("cut", "10", "20", "30")


def test_scarnes_cut_is_no_simple_cut(run):
    """A packet of ten from under fifteen on top, then twenty (CU-12)."""
    made = json.loads(run("cut", "15+10+20", "--json"))
    middle = FULL[15:25] + FULL[:15] + FULL[25:]
    assert made["after"] == middle[20:] + middle[:20]
    assert made["one"] is None


@pytest.mark.parametrize(
    ("args", "kinds"),
    [
        (["9"], ["too_thin"]),
        (["49"], ["too_deep"]),
        (["20/two-hands"], ["two_hands"]),
        (["20/no-cut-card"], ["no_cut_card"]),
        (["26", "half"], ["unchanged"]),
        (["false"], ["unchanged"]),
        (["10", "10", "10", "10"], ["too_many"]),
        (["10", "10", "--most", "1"], ["too_many"]),
        (["12", "--least", "15"], ["too_thin"]),
        (["82", "--pack", "416"], ["too_thin"]),
    ],
)
def test_what_is_wrong_with_a_cut_is_found(run, args, kinds):
    """Exit code 1, and the fault that rule sets know it by."""
    made = json.loads(run("cut", *args, "--json", code=1))
    assert [one["kind"] for one in made["findings"]] == kinds
    said = run("cut", *args, code=1)
    assert ("dealerkit rule" in said) is (kinds != ["too_many"])


def test_the_ruling_that_a_cut_points_to_can_be_asked_for(run):
    """Word for word as it is printed."""
    said = run("cut", "9", code=1)
    words = said.partition("> dealerkit ")[2].split()
    assert "CU-18" in run(*words, "-f", "card_out=yes", "-f", "looked=no", "-f", "betting_started=no", "--rules", "rrop")


def test_two_orders_are_compared(run, tmp_path):
    """Which cut leads from one to the other; none; the same order (CU-15)."""
    (tmp_path / "before.txt").write_text("\n".join(FULL), encoding="utf-8")
    (tmp_path / "after.txt").write_text("\n".join(FULL[20:] + FULL[:20]), encoding="utf-8")
    assert "one cut of 20" in run("cut", "--deck", "before.txt", "--after", "after.txt")
    assert json.loads(run("cut", "--after", " ".join(FULL), "--json", code=1))["one"] == 0
    made = json.loads(run("cut", "--after", " ".join([*FULL[2:], FULL[1], FULL[0]]), "--json", code=1))
    assert (made["one"], made["findings"][0]["kind"]) == (None, "no_cut")


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["cut"], "name the cuts"),
        (["cut", "10", "--after", "Ah"], "name the cuts"),
        (["cut", "53"], "cut 1, '53': can't cut 53 cards from 52"),
        (["cut", "40+20+5"], "can't take 20 cards from under 40: there are only 52 cards"),
        (["cut", "ten"], "'ten' is not a cut"),
        (["cut", "10/three-hands"], "is not a cut"),
        (["cut", "-5"], "No such option"),
        (["cut", "--deck", "Ah Zx", "--after", "Ah"], "what was typed:1:4: 'Zx' is not a card"),
        (["cut", "--deck", "Ah Kd", "--after", "Ah 7c"], "don't have the same cards"),
        (["draw", "jack", "Ann"], "name 2 to 22 players; you gave 1"),
        (["draw", "seats", "", "Bo"], "a player has no name"),
        (["draw", "jack", "Ann", "ann"], "named twice"),
        (["draw", "jack", "Ann", "Bo", "--cards", "Ah ??"], "is unknown"),
        (["draw", "jack", "Ann", "Bo", "--from", "Cy"], "unknown player: 'Cy'; known: Ann, Bo"),
        (["draw", "jack", "Ann", "Bo", "--rank", "15"], "is not a rank"),
        (["draw", "high", "Ann=Kd", "Bo"], "'Bo' is not NAME=CARD"),
        (["draw", "high", "Ann=Kd", "Ann=2c"], "Ann is named twice"),
        (["draw", "high", "Ann=Zx", "Bo=2c"], "'Zx' is not a card"),
        (["draw", "high", "Ann=KdKh", "Bo=2c"], "is not a card; type one"),
        (["draw", "cut", "Ann=x", "Bo=3"], "'x' is not a number of cards"),
        (["draw", "cut", "Ann=0", "Bo=3"], "Ann: to cut for a card, lift 1 to 52 cards, not 0"),
        (["draw", "seats", "Ann=Kd", "Bo=As"], "is not a seat card"),
        (["draw", "turns", "Ann", "Bo", "--dealer", "Di"], "unknown player: 'Di'"),
    ],
)
def test_what_cannot_be_used_is_told(run, args, why):
    """Exit code 2 and a sentence."""
    assert why in " ".join(run(*args, code=2).split())


def test_the_first_jack_deals(run):
    """Cards as they fell; without a jack nobody deals yet; from a seed the same cards come again (DE-07)."""
    made = json.loads(run("draw", "jack", "Ann", "Bo", "Cy", "--cards", "4h Kd 9c Js Ah", "--json"))
    assert (made["winner"], made["not_dealt"]) == ("Ann", ["Ah"])
    assert "no J has appeared yet" in run("draw", "jack", "Ann", "Bo", "--cards", "4h Kd", code=1)
    once = json.loads(run("draw", "jack", "Ann", "Bo", "--json"))
    assert json.loads(run("draw", "jack", "Ann", "Bo", "--json", "--seed", str(once["seed"]))) == once


def test_high_card_with_ties(run):
    """Those who tie draw again; by suit nobody ties (CU-17, DE-10)."""
    made = json.loads(run("draw", "high", "Ann=Kd,3c", "Bo=Kh,9d", "Cy=9c", "--json"))
    assert (made["winner"], made["rounds"][1]) == ("Bo", {"Ann": "3c", "Bo": "9d"})
    assert "Ann and Bo tie" in run("draw", "high", "Ann=Kd", "Bo=Kh", code=1)
    assert "Bo has the highest card by suit" in run("draw", "high", "Ann=Kd", "Bo=Kh", "--by-suit")
    assert json.loads(run("draw", "high", "Ann", "Bo", "--json", "--seed", "3"))["winner"]


def test_cutting_for_high_card(run):
    """The bottom card of each packet, from a deck in a known order."""
    made = json.loads(run("draw", "cut", "Ann=13", "Bo=14", "--deck", " ".join(FULL), "--json"))
    assert (made["rounds"][0], made["winner"], made["seed"]) == ({"Ann": "Ac", "Bo": "2d"}, "Ann", None)
    assert json.loads(run("draw", "cut", "Ann=13", "Bo=14", "--deck", " ".join(FULL), "--low", "--json"))["winner"] == "Bo"


def test_seats_and_turns(run):
    """Each seat once; the deal goes to the left (DE-08)."""
    made = json.loads(run("draw", "seats", "Ann=3s", "Bo=As", "Cy=2s", "--json"))
    assert [one["player"] for one in made["seats"]] == ["Bo", "Cy", "Ann"]
    assert len({one["seat"] for one in json.loads(run("draw", "seats", "Ann", "Bo", "Cy", "--json"))["seats"]}) == 3
    made = json.loads(run("draw", "turns", "Ann", "Bo", "Cy", "--dealer", "cy", "--json"))
    assert made["hands"][0] == {"dealer": "Cy", "cut": "Bo", "first_card": "Ann"}
    assert "deals (DE-08)" in run("draw", "turns", "Ann", "Bo")


def test_every_command_has_help(run):
    """With its arguments."""
    assert run("cut", "--help").startswith("Usage:")
    for name in COMMANDS:
        assert run("draw", name, "--help").startswith("Usage:")


def test_cu_04_the_house_says_how_thin_a_cut_may_be(tmp_path):
    """The options of the game under a rule set, and what is typed goes before them."""
    runner = CliRunner()
    assert runner.invoke(main, ["cut", "12"]).exit_code == 0
    assert runner.invoke(main, ["cut", "12", "--game", "holdem", "--rules", "tda", "--set", "minimum_cut=15"]).exit_code == 1
    assert runner.invoke(main, ["cut", "12", "--game", "holdem", "--set", "minimum_cut=15", "--least", "12"]).exit_code == 0
    two = runner.invoke(main, ["cut", "12", "20", "--game", "holdem", "--rules", "tda"])
    assert "the maximum is 1" in two.output
    assert "--rules tda" in runner.invoke(main, ["cut", "8", "--rules", "tda"]).output


def test_vd_08_ranks_are_counted_in_words():
    """twos=3 as 2=3."""
    said = {CliRunner().invoke(main, ["deck", "verify", "--count", one, "--json"]).output for one in ("twos=3", "2=3", "Two=3")}
    assert len(said) == 1
