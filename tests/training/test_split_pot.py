"""Splits, quarters, odd chips: SD-09 to SD-13."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators.split_pot import (
    GENERATOR,
    HALVES,
    LOW_TIED,
    NO_LOW,
    QUARTERS,
    SUITS,
    TWO,
    TWO_POTS,
    SplitPotSituation,
)
from tests.training.oracles import disputed, proof


def answer(given, level=4, **told):
    """The key, which the second method shares."""
    where = setting("poker/split-pot", level, **told)
    key = GENERATOR.key(where, given)
    assert key.answers == (proof(where, given),)
    return key.answers[0]


def test_the_ledgers_examples():
    """Drill 27 of the ledger: 103 in ones with low tied, and 205 in fives."""
    assert answer(SplitPotSituation(LOW_TIED, ((103, (2,), (4, 8)),), 1, 9)) == "52 26 25"
    assert answer(SplitPotSituation(LOW_TIED, ((103, (2,), (4, 8)),), 1, 5)) == "52 25 26"  # seat 8 is first left of the button
    assert answer(SplitPotSituation(HALVES, ((205, (3,), (6,)),), 5, 1)) == "105 100"
    assert answer(SplitPotSituation(TWO, ((205, (3, 6), ()),), 5, 3)) == "100 105"


def test_pots_halves_and_quarters():
    """SD-12, SD-13: each pot by itself, each half by itself; without a low the high hand has all (HL-06)."""
    assert (
        answer(SplitPotSituation(TWO_POTS, ((49, (3, 6), (7,)), (55, (3,), (7,))), 1, 2)) == "41 12 51"
    )  # together it would be 40 12 52
    assert answer(SplitPotSituation(QUARTERS, ((2050, (1, 4), (1, 7)),), 25, 3)) == "1000 525 525"
    assert answer(SplitPotSituation(NO_LOW, ((85, (4,), ()),), 5, 1)) == "85"


HANDS = ((5, ("4c", "6c", "2c", "3s", "Kd", "5c", "Th")), (7, ("2h", "6h", "3c", "4h", "9h", "Jd", "5s")))


def test_stud_suits_by_the_set():
    """SD-11: over all cards under rrop the king has it; under tda the six that plays, and hearts are over clubs."""
    given = SplitPotSituation(SUITS, ((79, (5, 7), ()),), 1, 1, hands=HANDS, ranks="23456")
    assert answer(given, rules="rrop") == "40 39"
    assert answer(given, rules="tda") == "39 40"


def test_nobody_is_asked_where_the_odd_chip_goes_by_cards_not_shown():
    """A house that gives odd chips by suit in Omaha leaves only the item that shows the cards."""
    cells = GENERATOR.cells(setting("poker/split-pot", 4, settings={"odd_chips": "card_by_suit"}))
    assert list(cells) == [SUITS]


@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
def test_both_methods_agree_under_every_set(rules):
    """No exercise is disputed, stud suits included."""
    where = setting("poker/split-pot", 4, rules=rules)
    items = list(itertools.islice(exercises(where, "6"), 120))
    assert {item.cell for item in items} == {TWO_POTS, QUARTERS, SUITS}
    assert disputed(where, items) == []
