"""`dealerkit games`: what can be dealt and what a house may choose."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import UnknownName
from dealerkit.rules.games import game, games

OWN_GAME = """
game: beat-the-dealer
family: social
title: {en: Beat the dealer, zh-Hans: 比大小}
summary: One card each from {decks} packs; the higher wins.
players: {min: 2, max: 2}
options:
  decks: {title: Packs, values: 1-12, default: 2, rule: BD-01, help: More packs make more ties.}
  tie: {title: A tie, values: [split, house_wins], default: split}
  limit: {title: The most that may be bet, values: {number: ["0.50", "100"]}, default: "20.00"}
  again: {title: Whether a tie is dealt again, values: [true, false], default: false}
procedure: {}
"""


def run(*args: str, code: int = 0) -> str:
    """Run the command and return what it printed."""
    result = CliRunner().invoke(main, ["games", *args], env={"COLUMNS": "80"})
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def own_game(tmp_path) -> str:
    """A game in a file of the user's own."""
    file = tmp_path / "beat-the-dealer.yaml"
    file.write_text(OWN_GAME, encoding="utf-8")
    return str(file)


def test_the_list_has_every_game():
    """One row a game; as JSON the same games with their seats and options."""
    rows = json.loads(run("--json"))
    assert [row["id"] for row in rows] == games()
    for row in rows:
        assert {"id", "title", "family", "players", "options"} <= row.keys()
        low, high = row["players"]
        assert 1 <= low <= high
    text = run()
    for row in rows:
        assert row["id"] in text
        assert row["title"] in text


def test_one_game_shows_its_options(own_game):
    """Each option with its value, what is allowed, its rule and its help."""
    assert run(own_game) == (
        "Beat the dealer (beat-the-dealer)\n"
        "  One card each from 2 packs; the higher wins.\n"
        "  family social, 2 players\n"
        "\n"
        "Options\n"
        "  decks = 2   Packs [BD-01]\n"
        "      allowed: a whole number from 1 to 12\n"
        "      More packs make more ties.\n"
        "  tie = split   A tie\n"
        "      allowed: split, house_wins\n"
        "  limit = 20   The most that may be bet\n"
        "      allowed: a number from 0.5 to 100\n"
        "  again = no   Whether a tie is dealt again\n"
        "      allowed: yes, no\n"
    )


def test_options_that_are_set_are_shown_in_force(own_game):
    """What the house sets is shown with the default beside it, and the prose follows."""
    text = run(own_game, "--set", "decks=6", "--set", "tie=house wins", "--set", "again=yes")
    assert "  decks = 6   Packs [BD-01]\n      allowed: a whole number from 1 to 12; default 2\n" in text
    assert "  tie = house_wins " in text
    assert "  again = yes " in text
    assert "from 6 packs" in text


def test_options_as_json(own_game):
    """Values keep their types; money stays text."""
    options = json.loads(run(own_game, "--json", "--set", "decks=3"))["options"]
    assert {name: (option["value"], option["default"]) for name, option in options.items()} == {
        "decks": (3, 2),
        "tie": ("split", "split"),
        "limit": ("20", "20"),
        "again": (False, False),
    }
    assert options["decks"]["values"] == {"whole": ["1", "12"]}
    assert options["tie"]["values"] == ["split", "house_wins"]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        pytest.param(["mini-bacarat"], "unknown game: 'mini-bacarat'; did you mean mini-baccarat?", id="a-slip"),
        pytest.param(["OWN", "--set", "deks=2"], "'deks'; did you mean decks?", id="no-such-option"),
        pytest.param(["OWN", "--set", "decks=13"], "a whole number from 1 to 12", id="out-of-range"),
        pytest.param(["OWN", "--rules", "uk"], "unknown rule set: 'uk'", id="no-such-rule-set"),
        pytest.param(["--set", "decks=2"], "as in: dealerkit games mini-baccarat", id="which-game"),
        pytest.param(["nowhere/house.yaml"], "nowhere/house.yaml", id="no-such-file"),
    ],
)
def test_what_cannot_be_shown_is_said(own_game, args, says):
    """Every refusal names what was wrong and what there is instead."""
    said = run(*[own_game if arg == "OWN" else arg for arg in args], code=2)
    assert says in said
    assert "Traceback" not in said


def test_the_rules_of_the_house_do_not_stand_in_the_way_of_the_list(monkeypatch):
    """DEALERKIT_RULES is for the games it is for; the list of games is the same list."""
    plain = run()
    monkeypatch.setenv("DEALERKIT_RULES", "macau")
    assert run() == plain
    assert "as in: dealerkit games mini-baccarat" in run("--rules", "macau", code=2)


def test_a_rule_set_for_other_games_is_named_without_folders_of_this_machine(monkeypatch):
    """And it is said what to do."""
    monkeypatch.setenv("DEALERKIT_RULES", "macau")
    said = run("nap", code=2)
    assert said.startswith("Error: rulings/macau/set.yaml:")
    assert "choose another with --rules" in said


def test_many_options_are_told_in_groups():
    """Stakes, limits, work and what the house takes, each under its heading; every option once, its values in words."""
    text = CliRunner().invoke(main, ["games", "stud7"], env={"DEALERKIT_RULES": ""}).output
    places = [
        text.index(f"\n  {title}\n")
        for title in ("The stakes", "Game and setting", "The limits", "The dealer's work", "What the house takes")
    ]
    assert places == sorted(places)
    assert places[0] < text.index("  bring_in = 2") < places[1]
    assert places[3] < text.index("  spread_deck = ") < places[4] < text.index("  rake_percent = ")
    made = json.loads(CliRunner().invoke(main, ["games", "stud7", "--json"], env={"DEALERKIT_RULES": ""}).output)
    for name in made["options"]:
        assert text.count(f"\n  {name} = ") == 1
    assert "under_the_gun (the player left of the big blind)" in " ".join(text.split())
    assert "a number, 0 or more" in text


@pytest.mark.parametrize(("called", "game_id"), [("baccarat", "mini-baccarat"), ("hold em", "holdem"), ("Hold'em", "holdem")])
def test_a_game_is_found_by_what_people_call_it(called: str, game_id: str) -> None:
    """BA-01: a dealer asks for baccarat and not for our id; a family of games is still no game."""
    assert game(called).id == game_id
    with pytest.raises(UnknownName, match="unknown game: 'poker'"):
        game("poker")
