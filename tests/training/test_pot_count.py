"""The running pot: DP-14, RM-22."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators.pot_count import GENERATOR, PotCountSituation
from tests.training.oracles import disputed, proof

BLINDS = ((1, "small blind", 1), (2, "big blind", 2))


def total(given, level=3):
    """The key, which the second method shares."""
    where = setting("poker/pot-count", level)
    key = GENERATOR.key(where, given)
    assert key.answers == (proof(where, given),)
    return key


def test_what_nobody_calls_goes_back():
    """RM-22: 10 against a big blind that folds: 1 + 2 + 2; kept, it would be 13, and a finding."""
    acts = (*BLINDS, (3, "raises to", 10), (1, "folds", 0), (2, "folds", 0))
    key = total(PotCountSituation(0, 0, (("Before the flop", acts),), count=3))
    assert key.answers == ("5",)
    assert key.by_answer == {"13": ("pot/uncalled-bet-kept",)}


def test_folded_chips_stay():
    """DP-14: 6 that were raised and folded are in the pot."""
    acts = (*BLINDS, (3, "raises to", 6), (1, "folds", 0), (2, "raises to", 20), (3, "folds", 0))
    assert total(PotCountSituation(0, 0, (("Before the flop", acts),), count=3)).answers == ("13",)  # 1 and twice 6
    flop = (("Flop", ((1, "bets", 10), (2, "raises to", 30), (3, "calls", 30), (1, "folds", 0))),)
    assert total(PotCountSituation(0, 40, flop, count=3)).answers == ("110",)


def test_antes_of_the_house_are_in_the_pot():
    """DR-02: with an ante of 1 from each of six, or of the button for all, another total comes out."""
    own, each, one = (
        next(exercises(setting("poker/pot-count", 2, settings=told), "8"))
        for told in ({}, {"ante": "1"}, {"ante": "1", "ante_by": "button"})
    )
    assert int(each.key.answers[0]) - int(one.key.answers[0]) == 5
    assert int(one.key.answers[0]) - int(own.key.answers[0]) == 1


@pytest.mark.parametrize("structure", ["no_limit", "pot_limit", "fixed_limit"])
def test_every_structure_is_counted(structure):
    """The engine bets the hand, whatever the structure."""
    where = setting("poker/pot-count", 2, settings={"structure": structure})
    items = list(itertools.islice(exercises(where, "2"), 40))
    assert len({item.key.answers[0] for item in items}) > 10
    assert disputed(where, items) == []
