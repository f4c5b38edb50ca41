"""Rake and drop: DP-27, HH-03."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators.rake import BOMB, GENERATOR, NO_FLOP, SHORT, SPLIT, TIME, UNDER, RakeSituation
from tests.training.oracles import disputed, proof

HOUSE = {"rake_percent": "10", "rake_cap": "4", "drop": "1", "drop_from": "20"}


def answer(given, level=3, **told):
    """The key, which the second method shares."""
    where = setting("poker/rake-and-drop", level, **told)
    key = GENERATOR.key(where, given)
    assert key.answers == (proof(where, given),)
    return key


def hand(pot, kind=UNDER, **told):
    """A hand of eight players that was won by one."""
    return RakeSituation(**{"pot": pot, "uncalled": 0, "flop": True, "players": 8, "winners": (3,), "kind": kind, **told})


def test_the_scale_of_the_house_goes_before_the_drills():
    """DP-27: rate, cap, step and threshold are options of the house; where it has none, the level brings a scale."""
    assert answer(hand(102), settings=HOUSE).answers == ("4 | 1 | 97",)
    assert answer(hand(102), rules="cedar-room").answers == ("5 | 1 | 96",)  # 5 per cent, at most 5
    assert answer(hand(102)).answers == ("5 | 2 | 95",)
    assert answer(hand(19), settings=HOUSE).answers == ("1 | 0 | 18",)


def test_no_flop_no_drop():
    """DP-27: nothing is taken before a flop, unless the house takes it all the same."""
    early = hand(60, NO_FLOP, flop=False)
    assert answer(early, settings=HOUSE).answers == ("0 | 0 | 60",)
    assert answer(early, settings=HOUSE).codes == ("rake/no-flop-no-drop",)
    assert answer(early, settings={**HOUSE, "no_flop_no_drop": False}).answers == ("4 | 1 | 55",)


def test_the_uncalled_bet_is_no_part_of_the_pot():
    """RM-22: of 40 of which 24 were not called, the 16 pay neither the full rake nor the drop."""
    assert answer(hand(16, uncalled=24), settings=HOUSE).answers == ("1 | 0 | 15",)


def test_the_unusual():
    """Lower caps for few players, an odd chip, a bomb pot, a game that pays by time."""
    assert answer(hand(200, SHORT, players=3), 4).answers == ("2 | 1 | 197",)
    assert answer(hand(200, SHORT, players=5), 4).answers == ("4 | 1 | 195",)
    assert answer(hand(100, SPLIT, winners=(2, 7)), 4).answers == ("5 | 1 | 47 47",)
    assert answer(hand(101, SPLIT, winners=(2, 7)), 4).answers == ("5 | 1 | 48 47",)
    assert answer(hand(100, BOMB), 4).answers == ("5 | 1 | 94",)
    assert answer(hand(100, TIME), 4).answers == ("0 | 0 | 100",)


def test_a_forgotten_drop_is_named():
    """drop/jackpot-missed: the answer without the drop counts under that finding."""
    assert answer(hand(102), settings=HOUSE).by_answer == {"4 | 0 | 98": ("drop/jackpot-missed",)}


@pytest.mark.parametrize(("rounding", "rake"), [("down", "2"), ("nearest", "3"), ("up", "3")])
def test_the_rake_is_rounded_as_the_house_rounds_it(rounding, rake):
    """DP-27: of 25 a tenth is two and a half; the scale on the wall says which way."""
    settings = {"rake_percent": "10", "rake_rounding": rounding}
    where = setting("poker/rake-and-drop", 3, settings=settings)
    given = hand(25)
    assert answer(given, settings=settings).answers == (f"{rake} | {25 - int(rake)}",)
    assert {"down": "rounded down", "nearest": "a half up", "up": "rounded up"}[rounding] in " ".join(
        GENERATOR.question(where, given).show
    )


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_house_with_its_own_scale(level):
    """Under a house's own scale every level can be asked, and no exercise is disputed."""
    where = setting("poker/rake-and-drop", level, rules="cedar-room")
    assert disputed(where, itertools.islice(exercises(where, "1"), 40)) == []
