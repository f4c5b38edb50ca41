"""House rules of every form of poker: complete, in order, in words."""

from __future__ import annotations

import re

import pytest

from dealerkit.facts import FACTS
from dealerkit.facts.situation import BY_OPTION, ONLY_WITH
from dealerkit.rules.games import game, games
from dealerkit.sheets.document import texts
from dealerkit.sheets.editions.book import make
from dealerkit.sheets.editions.edition import EditionOrder
from tests.sheets.reading import Parts

POKER = [name for name in games() if game(name).family == "poker"]


def book(name: str, **options: str) -> str:
    """The book of a game, line by line."""
    return "\n".join(texts(make(EditionOrder((game(name, None, options),)))))


def steps(name: str, **options: str) -> list[str]:
    """What the steps of the procedure say, in order."""
    return [str(step.say) for part in Parts(game(name, None, options)).procedure for step in part.steps]


@pytest.mark.sample(3, most=2)
@pytest.mark.parametrize("name", POKER)
def test_every_form_has_a_book_in_words(name):
    """No brace is left, no name of the engine stands where people read, and the steps run from the shuffle to the button, where
    there is one, or to the gathered cards.
    """
    text = book(name)
    assert "{" not in text
    assert "no-fault" not in text
    assert not re.findall(r"\w+_\w+", text)
    said = steps(name)
    button = game(name).options["button_rule"] != "none"
    last = "Move the button" if button else "Gather all the cards"
    order: list[str | tuple[str, ...]] = [
        "Riffle",
        ("The blinds are posted", "The ante"),
        "Build the side pots",
        "Push the pot",
        last,
    ]
    places = [next(at for at, one in enumerate(said) if one.startswith(words)) for words in order]
    assert places == sorted(places)
    assert any("button" in one for one in said) == button


def test_the_streets_stand_in_order():
    """As they are dealt."""
    for name, titles in {
        "holdem": ["The flop", "The turn", "The river", "The showdown", "The pot"],
        "stud7": ["Fourth street", "Fifth street", "Sixth street", "The last card", "The showdown"],
        "triple-draw-27": ["The first draw", "The second draw", "The third draw", "The showdown"],
    }.items():
        lines = book(name).splitlines()
        heads = [re.compile(rf"1\.[\d.]+ {title}(, continued)?") for title in titles]
        places = [next((at for at, line in enumerate(lines) if head.fullmatch(line)), -1) for head in heads]
        assert -1 not in places
        assert places == sorted(places)


def test_what_the_options_rule_out_is_left_out():
    """A house without straddles has no step for one; nor does hold'em speak of openers."""
    assert not any("straddle" in said for said in steps("holdem"))
    assert "the house has openers" not in book("holdem")
    assert any("straddle" in said for said in steps("holdem", straddle="under_the_gun"))
    assert "the player left of the big blind" in book("holdem", straddle="under_the_gun")
    assert any("openers" in said for said in steps("draw", opening="jacks_or_better"))
    assert "a pair of jacks or better" in book("draw", opening="jacks_or_better")


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
