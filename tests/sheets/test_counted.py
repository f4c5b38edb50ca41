"""Numbers and nouns agree on every page, with the options of a game at their ends: one pack is no "1 packs"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

import pytest

from dealerkit.errors import DealerkitError
from dealerkit.rules.games import Game, game
from dealerkit.rules.options import Option
from dealerkit.sheets.document import texts
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from tests.sampling import daily_games, first_daily

ONE_OF_MANY = re.compile(r"(?<![\w.,/:–-])[01] (?:more |other |new |full |whole )?([a-z]+s)\b")
NO_NOUNS = frozenset({"is", "was", "has", "less", "plus", "as", "does", "goes", "plays", "wins"})
"""Words behind a 1 that end like a plural and are none."""


def _at(option: Option, low: bool) -> str:
    """Return an option's least value, or one where it can be one; nothing of what is no number."""
    if option.kind in ("number", "whole"):
        value = option.low if low or option.low > 1 else Decimal(1)
        return format(value, "f") if option.boundless or value <= option.high else ""
    numbers = [one for one in option.values if isinstance(one, int) and not isinstance(one, bool)]
    return str(min(numbers) if low or 1 not in numbers else 1) if numbers else ""


def _at_the_ends(name: str) -> Iterator[Game]:
    """Yield a game with all numbers at their least, and with one of everything; what does not go together is left as it is."""
    plain = game(name)
    for low in (True, False):
        values = {option: said for option, one in plain.choices.items() if (said := _at(one, low))}
        while True:
            try:
                made = game(name, None, values)
            except DealerkitError as error:
                clash = next(option for option in values if option in str(error))
                del values[clash]
            else:
                yield made
                break


@pytest.mark.parametrize("name", first_daily(daily_games(5), 1))
def test_one_of_a_thing_is_said_as_one(name: str):
    """BA-68, CU-04: whatever reader a page is for, "1" has its noun in the singular, and none is "no"."""
    wrong, seen = set(), 0
    for dealt in _at_the_ends(name):
        for each, one in EDITIONS.items():
            try:
                page = one.make(EditionOrder((dealt,)))
            except DealerkitError:
                continue  # an edition that such a game has not
            said = [*texts(page)]
            seen += len(said)
            wrong |= {(each, line) for line in said for found in ONE_OF_MANY.finditer(line) if found[1] not in NO_NOUNS}
    assert seen > 500
    assert not wrong


def test_a_shoe_of_one_pack_is_spoken_of_as_one():
    """BA-68: `decks` at its least, on the dealer's card."""
    said = " ".join(texts(EDITIONS["dealer"].make(EditionOrder((game("mini-baccarat", None, {"decks": "1"}),)))))
    assert "Check the pack: no missing cards" in said
    assert "1 pack, no card missing" in said


@pytest.mark.parametrize("name", ["canasta", "canasta-two"])
def test_two_canastas_to_go_out_are_two_in_every_rule(name: str):
    """CN-50, CN-51, CN-58: bonus, going out and a concealed hand ask for what the option says."""
    pages = (EDITIONS[one].make(EditionOrder((game(name, None, {"canastas_to_go_out": 2}),))) for one in ("book", "player"))
    said = " ".join(line for page in pages for line in texts(page))
    assert "needs 2 canastas" in said
    assert "with 2 canastas in it" in said
    assert "with 2 canastas on the table" in said
    assert not re.search(r"with a canasta (?:in it|on the table)|needs a canasta", said)


@pytest.mark.parametrize("peek", [False, True])
def test_the_deal_says_nothing_that_a_look_before_the_first_turn_belies(peek: bool):
    """MS-23: where each player may look at one card later, nobody looks while they are dealt, and that is all the deal says."""
    step = game("mexican-sweat", None, {"peek": peek}).data["procedure"]["hand"]["steps"]["deal"]
    assert step["say"].endswith("Players don't look at them")
    assert "owner" not in step["why"]


def test_two_players_have_no_small_blind_where_there_is_none():
    """DE-10, QU-17: with one blind the button of two has none, and the book speaks of no other."""
    for small, said in (("1", True), ("0", False)):
        book = " ".join(texts(EDITIONS["book"].make(EditionOrder((game("holdem", None, {"small_blind": small}),)))))
        assert ("the button posts the small blind" in book) is said
        assert ("the button posts the small blind and acts first" in book) is said
        assert ("the button posts no blind" in book) is not said
