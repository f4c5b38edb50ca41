"""House rules of every form of poker: complete, in order, in words."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.facts import FACTS
from dealerkit.facts.situation import BY_OPTION, ONLY_WITH
from dealerkit.rules.games import game, games

POKER = [name for name in games() if game(name).family == "poker"]


def sheet(*args: str) -> str:
    """A sheet as text."""
    result = CliRunner().invoke(
        main, ["sheet", *args, *(() if "--doc" in args else ("--doc", "rules"))], env={"DEALERKIT_RULES": ""}
    )
    assert result.exit_code == 0, result.output
    return result.output


def steps(text: str) -> list[str]:
    """What the steps of the procedure say, in order."""
    return re.findall(r"^\| \d+ \| (?:\*Players\.\* )?\*\*(.*?)\*\*", text, re.MULTILINE)


@pytest.mark.parametrize("name", POKER)
def test_every_form_has_a_sheet_in_words(name):
    """No brace is left, no name of the engine stands where people read, and the steps run from the shuffle to the button."""
    text = sheet(name)
    assert "{" not in text
    assert "no-fault" not in text
    outside = re.sub(r"`[^`]*`", "", text)
    assert not re.findall(r"\w+\\_\w+", outside)
    said = steps(text)
    order = ["Riffle", "Blinds and antes are posted", "Build the side pots", "Push the pot", "Move the button"]
    places = [next(at for at, one in enumerate(said) if one.startswith(words)) for words in order]
    assert places == sorted(places)


def test_the_streets_stand_in_order():
    """As they are dealt."""
    for name, titles in {
        "holdem": ["The flop", "The turn", "The river", "The showdown", "The pot"],
        "stud7": ["Fourth street", "Fifth street", "Sixth street", "The last card", "The showdown"],
        "triple-draw-27": ["The first draw", "The second draw", "The third draw", "The showdown"],
    }.items():
        text = sheet(name)
        places = [text.index(f"#### {title}\n") for title in titles]
        assert places == sorted(places)


def test_what_the_options_rule_out_is_left_out():
    """A house without straddles has no step for one; nor does hold'em speak of openers."""
    plain = sheet("holdem")
    assert not any("straddle" in said for said in steps(plain))
    assert "the house has openers" not in plain
    assert "Only if this holds: The house uses the tap" not in plain
    with_it = sheet("holdem", "--set", "straddle=under_the_gun")
    assert any("straddle" in said for said in steps(with_it))
    assert "the player left of the big blind" in with_it
    jackpots = sheet("draw", "--set", "opening=jacks_or_better")
    assert any("openers" in said for said in steps(jackpots))
    assert "a pair of jacks or better" in jackpots


def test_facts_that_hang_on_options_exist():
    """Each of them is a fact, and names an option and a value that some game has."""
    options = {
        (name, str(value).lower())
        for made in map(game, games())
        for name, option in made.choices.items()
        for value in option.values
    }
    for fact, (option, values) in ONLY_WITH.items():
        assert fact in FACTS
        assert all((option, value) in options for value in values), fact
    assert set(ONLY_WITH) >= BY_OPTION
