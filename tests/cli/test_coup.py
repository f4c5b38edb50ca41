"""`dealerkit coup`: one coup from its cards, and every bet on it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli import main as root
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import game
from tests.arithmetic.baccarat_tables import TABLES, game_file


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command on a game of coups, and return what came of it."""
    monkeypatch.setitem(root.COMMANDS, "coup", "One coup.")
    file = game_file(tmp_path)

    def invoke(*args: str, code: int = 0) -> Result:
        result = CliRunner().invoke(root.main, ["coup", "--game", file, *args], env={"COLUMNS": "100"})
        assert result.exit_code == code, result.output
        return result

    return invoke


@pytest.fixture
def told(run):
    """Run the command with `--json`, and return the document."""

    def invoke(*args: str) -> Any:
        return json.loads(run(*args, "--json").stdout)

    return invoke


def test_the_document_is_the_published_one(told):
    """Every key of the interface, amounts as decimal strings, cards in their hands."""
    assert told("2h", "3s", "Kd", "4c", "6d", "--bet", "player=100", "--bet", "banker=25.50", "--bet", "panda8=5") == {
        "player": {"cards": ["2h", "Kd", "6d"], "initial": 2, "total": 8},
        "banker": {"cards": ["3s", "4c"], "initial": 7, "total": 7},
        "natural": "none",
        "draws": {"player": True, "banker": False},
        "winner": "player",
        "cards_used": 5,
        "bets": [
            {"bet": "player", "stake": "100", "result": "win", "commission": "0", "net": "100"},
            {"bet": "banker", "stake": "25.5", "result": "lose", "commission": "0", "net": "-25.5"},
            {"bet": "panda8", "stake": "5", "result": "win", "commission": "0", "net": "125"},
        ],
    }


def test_cards_that_are_not_needed_are_left(told):
    """A natural takes four, whatever follows; the player hand's fifth card is not the banker's."""
    document = told("8h 4s Kd Kc 5d 5h 5s")
    assert (document["cards_used"], document["natural"], document["winner"]) == (4, "player", "player")
    document = told("6h", "5s", "Kd", "Kc", "2d", "9c")
    assert document["banker"] == {"cards": ["5s", "Kc", "2d"], "initial": 5, "total": 7}
    assert document["draws"] == {"player": False, "banker": True}
    document = told("2h4hKdTd7c3h")
    assert (document["cards_used"], document["banker"]["cards"]) == (6, ["4h", "Td", "3h"])


def test_cards_are_read_as_people_write_them(told):
    """10 for T, suit signs, lower case, commas."""
    assert told("10h,k♠", "7D", "6c")["player"]["cards"] == ["Th", "7d"]


@pytest.mark.parametrize(
    ("settings", "commission", "net"),
    [
        ([], "4.25", "80.75"),
        (["commission_rate=0.04"], "3.4", "81.6"),
        (["commission_method=mark"], "4.25", "80.75"),
        (["commission_unit=1", "commission_rounding=up"], "5", "80"),
        (["variant=ez"], "0", "85"),
        (["variant=super6"], "0", "85"),
    ],
)
def test_options_in_force(told, settings, commission, net):
    """`--set` decides what is paid."""
    options = [part for setting in settings for part in ("--set", setting)]
    (bet,) = told("K♥ 7♥ 6♥ K♦", "--bet", "banker=85", *options)["bets"]
    assert (bet["commission"], bet["net"]) == (commission, net)


def test_the_tie_pays_what_the_option_says(told):
    """8 to 1, or 9 to 1 however it is written."""
    assert told("6h 2s Kd 4c", "--bet", "tie=10")["bets"][0]["net"] == "80"
    assert told("6h 2s Kd 4c", "--bet", "tie=10", "--set", "tie_pays=9:1")["bets"][0]["net"] == "90"


def test_a_side_bet_that_is_not_offered_is_settled_with_a_note(run):
    """The note goes to standard error, so that the document stays one document."""
    result = run("Kh 2s 6d 2c 3h", "--bet", "Dragon7=1", "--json")
    assert "dragon7 is not offered" in result.stderr
    assert json.loads(result.stdout)["bets"][0]["net"] == "40"
    assert "not offered" not in run("Kh 2s 6d 2c 3h", "--bet", "dragon7=1", "--set", "dragon7=true").stderr


def test_the_text_says_why(run):
    """The two hands, what each does and why, the winner and the bets."""
    text = run("2h 3s Kd 4c 6d Ah", "--bet", "player=100", "--bet", "player-pair=5").stdout
    assert "draws on 2" in text
    assert "stands on 7, against a third card of 6" in text
    assert "Player wins, 8 to 7" in text
    assert "5 cards used, 1 left over: Ah" in text
    assert "player_pair" in text
    text = run("8h 4s Kd 4c").stdout
    assert "Tie at 8 with a natural" in text
    assert text.count("natural: no more cards") == 2
    text = run("6h 5s Kd Kc 2d", "--bet", "banker=100", "--set", "commission_method=mark").stdout
    assert "draws on 5, after the player hand stood" in text
    assert "Banker wins, 7 to 6" in text
    assert "paid in full and the commission is marked" in text


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["7h", "Ks", "Th"], "3 cards are not enough: the second card of the banker hand is missing"),
        (["2h Ks 3d 7c"], "4 cards are not enough: the player hand has 5 and draws a third card"),
        (["6h 5s Kd Kc"], "the banker hand has 5 against a player hand that stands on 6 and draws a third card"),
        (["7x Ks Th 6c"], "'7x' is not a card"),
        (["?? Ks Th 6c"], "card 1 is unseen"),
        (["Jk Ks Th 6c"], "card 1, Jk, has no points"),
        (["7h Ks Th 6c", "--bet", "bankr=5"], "unknown bet: 'bankr'; did you mean banker"),
        (["7h Ks Th 6c", "--bet", "banker"], "is not NAME=AMOUNT"),
        (["7h Ks Th 6c", "--bet", "banker="], "is not NAME=AMOUNT"),
        (["7h Ks Th 6c", "--bet", "banker=-5"], "a bet must be above zero"),
        (["7h Ks Th 6c", "--bet", "banker=0"], "a bet must be above zero"),
        (["7h Ks Th 6c", "--bet", "banker=0.005"], "the smallest amount on this table is 0.01"),
        (["7h Ks Th 6c", "--bet", "banker=1e3"], "'1e3' is not a number"),
        (["7h Ks Th 6c", "--bet", "banker=nan"], "'nan' is not a number"),
        (["7h Ks Th 6c", "--bet", "banker=--5"], "is not a number"),
        (["7h Ks Th 6c", "--set", "variant=easy"], "easy"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_used_is_said(run, args, message):
    """Exit 2, a sentence, nothing on standard output."""
    result = run(*args, code=2)
    assert message in result.stderr
    assert result.stdout == ""


def test_a_game_without_coups_says_so(run, tmp_path):
    """Not every game has a tableau."""
    other = game_file(tmp_path, tables={"values": {"A": 1}})
    assert "unknown game of coups:" in run("7h Ks Th 6c", "--game", other, code=2).stderr


def test_a_broken_table_is_told_with_its_line(run, tmp_path):
    """All problems at once, each with line and column of the game's own file."""
    tableau = {**TABLES["tableau"], "3": ["D"] * 10}
    pays = {**TABLES["pays"], "tie": [{"when": {"winer": "tie"}, "pays": "8 to 1"}]}
    broken = game_file(tmp_path, tables={**TABLES, "tableau": tableau, "pays": pays})
    error = run("7h Ks Th 6c", "--game", broken, code=2).stderr
    assert "eleven cells" in error
    assert "unknown feature or option: 'winer'" in error
    assert error.count("little-baccarat.yaml:") == 2


def test_a_games_rules_are_compiled_once(tmp_path):
    """The same game gives the same rules."""
    file = game_file(tmp_path)
    assert coup_rules(game(file)) is coup_rules(game(file))
