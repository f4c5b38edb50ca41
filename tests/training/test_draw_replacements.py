"""Draws and reshuffles: how many, of what, and what the house's options change."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.training.exercises import exercise, exercises, setting
from dealerkit.training.generators.draw_replacements import GENERATOR, DrawReplacementsSituation
from tests.training.oracles import disputed, proof

DRILL = "draw/replacement-cards"


def _both(where, given):
    """The key and the second method, which have to agree."""
    key = GENERATOR.key(where, given).answers[0]
    assert proof(where, given) == key
    return key


@pytest.mark.parametrize(
    ("players", "held", "aside", "gets"), [(6, 5, 3, "3"), (6, 5, 5, "3"), (4, 5, 5, "5"), (6, 4, 2, "3"), (6, 5, 0, "0")]
)
def test_how_many_cards(players, held, aside, gets):
    """DR-11: three, with four players in as many as five; DR-29: a hand that is short is filled on the draw."""
    assert _both(setting(DRILL, 1), DrawReplacementsSituation("", players, 2, held, aside)) == gets


def test_the_limit_is_the_house_s():
    """Another option, another key."""
    where = setting(DRILL, 1, settings={"max_draw": 4})
    assert _both(where, DrawReplacementsSituation("", 6, 2, 5, 5)) == "4"


HEAPS = (("burns", 2), ("folded", 10), ("first", 7), ("discards", 5))


def test_never_the_running_round():
    """draw/own-discards-returned: earlier discards, folded hands and burns, and nothing of this draw."""
    where = setting(DRILL, 2)
    assert _both(where, DrawReplacementsSituation("", draw=2, heaps=HEAPS, stub=1, asked=((3, 2),))) == "burns folded first"


def test_another_house_takes_the_discards_first():
    """DR-19: bottom card and discards so far, where the house has it so; more only where they are too few."""
    where = setting(DRILL, 2, settings={"reshuffle_pool": "bottom_and_discards"})
    assert _both(where, DrawReplacementsSituation("", draw=2, heaps=HEAPS, stub=1, asked=((3, 2),))) == "discards"
    few = (("burns", 2), ("folded", 10), ("discards", 1))
    assert _both(where, DrawReplacementsSituation("", draw=1, heaps=few, stub=1, asked=((3, 3),))) == "folded discards"


@pytest.mark.parametrize(("bottom", "answer"), [("completes_the_draw", "4 | none"), ("never", "3 | burns folded first")])
def test_the_last_card(bottom, answer):
    """DR-18: dealt where it completes the draw, or never, as the house has it."""
    where = setting(DRILL, 3, settings={"bottom_card": bottom})
    assert _both(where, DrawReplacementsSituation("", draw=2, heaps=HEAPS, stub=4, asked=((3, 3), (5, 1)))) == answer


def test_the_stub_runs_out_on_the_way():
    """All but its bottom card go out, and the draw goes on with a new stub."""
    assert (
        _both(setting(DRILL, 3), DrawReplacementsSituation("", draw=2, heaps=HEAPS, stub=4, asked=((3, 3), (5, 3))))
        == "3 | burns folded first"
    )


@pytest.mark.parametrize(
    ("rules", "settings", "cell", "answer", "rule"),
    [
        ("rrop", None, "changed while nothing is out", "new", "DR-12"),
        ("rrop", None, "changed when the burn is out", "first", "DR-12"),
        ("wsop-live", None, "changed when somebody behind has drawn", "first", "DR-12"),
        ("rrop", None, "a card pitched at the player's request is shown", "replaced", "DR-29"),
        ("wsop-live", None, "a card pitched at the player's request is shown", "kept", "DR-29"),
        ("rrop", {"low_shown_card": "kept"}, "a low card shown on the draw", "kept", "DR-29"),
        ("wsop-live", None, "the last card would complete the draw", "dealt", "DR-18"),
        ("rrop", {"bottom_card": "never"}, "the last card would complete the draw", "reshuffled", "DR-18"),
    ],
)
def test_rulings_of_a_draw(rules, settings, cell, answer, rule):
    """DR-12, DR-18, DR-29 under the sets and options."""
    item = exercise(setting(DRILL, 4, rules=rules, settings=settings), "1", cell)
    assert item.key.answers == (answer,)
    assert rule in item.key.rules


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", ["draw", "badugi", "lowball-a5"])
@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
def test_every_form_and_set_is_proved(game, rules):
    """Thirty rulings of each, none of which the oracle disputes."""
    where = setting(DRILL, 4, game, rules)
    assert disputed(where, itertools.islice(exercises(where, "7"), 30)) == []
