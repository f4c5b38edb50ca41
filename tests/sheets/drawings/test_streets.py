"""A hand as a strip: what stands on it is what a dealer who makes no mistake deals."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from dealerkit.errors import Impossible
from dealerkit.rules.games import game, games
from dealerkit.sheets.drawings.inks import inks
from dealerkit.sheets.drawings.streets import ANOTHER, BETTING, BOARD, BURN, DOWN, DRAW, UP, streets, streets_of
from dealerkit.table.table import Table

from .svg import SPACE, compiled, labels, read

LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def dealt_in_streets(name):
    """Whether a game has a strip."""
    try:
        streets_of(game(name))
    except Impossible:
        return False
    return True


GAMES = [name for name in games() if dealt_in_streets(name)]


def test_every_game_with_a_house_dealer_and_streets_has_its_strip():
    """All forms of poker, and no game at home."""
    assert set(GAMES) == {name for name in games() if game(name).data["family"] == "poker"}


@pytest.mark.parametrize("name", GAMES)
def test_the_strip_is_what_a_perfect_dealer_deals(name):
    """Dealt by the engine to the showdown: as many burns, board cards, cards up and down as the strip shows."""
    counted: Counter[Any] = Counter()
    for street in streets_of(game(name)):
        for event in street.events:
            counted[event.kind] += event.count
    table = Table(name, seats=4, seed=3, button=2)
    table.advance("showdown")
    felt = table.felt
    if counted[DRAW]:  # the bots stand pat, and nothing is burned where nobody draws
        counted[BURN] -= counted[DRAW]
    hand = felt.cards("s1")
    places = felt.layout.places
    assert counted[BURN] == len(felt.cards("burns"))
    assert counted[BOARD] == (len(felt.cards("board")) if "board" in places else 0)
    assert counted[ANOTHER] == (len(felt.cards("board-2")) if "board-2" in places else 0)
    assert counted[UP] == sum(1 for card in hand if felt.up[card])
    assert counted[DOWN] == len(hand) - counted[UP]


def test_each_street_of_holdem_is_burned_for_and_bet_on():
    """FTR-03, FTR-05, FTR-07, FTR-08."""
    told = [(street.title, [(event.kind, event.count) for event in street.events]) for street in streets_of(game("holdem"))]
    assert told == [
        ("The deal", [(DOWN, 2), (BETTING, 0)]),
        ("The flop", [(BURN, 1), (BOARD, 3), (BETTING, 0)]),
        ("The turn", [(BURN, 1), (BOARD, 1), (BETTING, 0)]),
        ("The river", [(BURN, 1), (BOARD, 1), (BETTING, 0)]),
    ]


def test_without_a_big_blind_nobody_bets_before_the_flop():
    """A bomb pot; with one there is a round of betting."""
    assert BETTING not in {event.kind for event in streets_of(game("bomb-pot"))[0].events}
    assert BETTING in {event.kind for event in streets_of(game("bomb-pot", None, {"big_blind": "2"}))[0].events}


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", GAMES)
def test_the_strip_is_told_and_lies_in_its_frame(name):
    """Each street in the words; boxes beside each other, not over each other; no English in Chinese."""
    for lang in LANGUAGES:
        drawn = streets(game(name), lang)
        assert drawn == streets(game(name), lang)
        boxes = [
            [float(node.get(key, "0")) for key in ("x", "y", "width", "height")]
            for node in read(drawn)
            if node.tag == f"{SPACE}rect" and float(node.get("width", "0")) > 30
        ]
        assert len(boxes) >= len(streets_of(game(name)))
        for x, y, wide, high in boxes:
            assert x + wide <= drawn.width + 0.01
            assert y + high <= drawn.height + 0.01
        for street in streets_of(game(name), lang):
            assert street.title in drawn.alt
            assert street.title in labels(drawn)
        if lang != "en":
            assert re.findall(r"[A-Za-z]{2,}", " ".join([*labels(drawn), drawn.alt])) == []


def test_a_game_without_streets():
    """A clear error."""
    with pytest.raises(Impossible):
        streets(game("mini-baccarat"))


def test_typst_draws_them():
    """In every ink."""
    assert compiled(*(streets(game(name), ink_name=ink) for ink in inks() for name in GAMES)).startswith(b"%PDF")
