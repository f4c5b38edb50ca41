"""Button, blinds, first card, first act: DE-10, DP-29."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators.table_set_up import (
    ASKED,
    GENERATOR,
    HEADS_UP,
    MISSED,
    SMALL_BUST,
    STRADDLE,
    TableSetUpSituation,
)
from tests.training.oracles import disputed, proof


def answers(where=None, **told):
    """The key of every question, which the second method shares."""
    where = where or setting("poker/table-set-up", 4)
    given = {"kind": SMALL_BUST, "dead": False, "count": 6, **told}
    given.setdefault("place", given["blinds"][0])
    found = {}
    for ask in ASKED:
        one = TableSetUpSituation(ask=ask, **given)
        key = GENERATOR.key(where, one)
        assert key.answers == (proof(where, one),)
        found[ask] = key.answers[0]
    return list(found.values())


def test_heads_up_as_the_ledger_has_it():
    """Drill 14: the button posts the small blind, gets the last card, acts first before the flop and last after it."""
    after = answers(kind=HEADS_UP, before=(1, 3, 5), now=(1, 5), button=1, blinds=(3, 5))
    assert after == ["s5", "s5", "s1", "s1", "s5", "s1"]  # seat 5 had the big blind, so seat 1 has it now
    after = answers(kind=HEADS_UP, before=(1, 3, 5), now=(1, 3), button=1, blinds=(3, 5))
    assert after == ["s3", "s3", "s1", "s1", "s3", "s1"]


def test_the_button_moves_or_is_dead():
    """DE-10, TDA 32: the small blind, seat 2, is bust; a dead button stands before the empty seat."""
    bust = {"before": (1, 2, 3, 4, 5), "now": (1, 3, 4, 5), "button": 1, "blinds": (2, 3)}
    assert answers(**bust) == ["s3", "s4", "s5", "s4", "s1", "s4"]
    assert answers(**bust, dead=True) == ["s2", "s3", "s4", "s3", "s5", "s3"]


def test_a_big_blind_that_is_bust_leaves_no_small_blind():
    """TDA 32: the big blind goes on; nobody posts the small blind."""
    after = answers(before=(1, 2, 3, 4, 5), now=(1, 2, 4, 5), button=1, blinds=(2, 3), dead=True)
    assert after == ["s2", "none", "s4", "s4", "s5", "s4"]


def test_the_rule_of_the_house_is_the_one_that_is_asked():
    """Under rrop the button moves, under tda it is dead, or as a house has it; level 3 brings the dead button to all."""

    def ways(level, **told):
        cells = GENERATOR.cells(setting("poker/table-set-up", level, **told))
        return {cell.partition(": ")[0].partition(", ")[2] for cell in cells}

    assert ways(1, rules="rrop") == {"moving button"}
    assert ways(1, rules="tda") == {"dead button"}
    assert ways(1, rules="rrop", settings={"button_rule": "dead"}) == {"dead button"}
    assert ways(1, rules="rrop", settings={"button_rule": "winner"}) == set()  # where it goes the pot tells
    assert ways(3, rules="rrop") == {"moving button", "dead button"}
    assert ways(3, rules="tda") == {"dead button"}


def test_nothing_is_asked_that_the_books_leave_open():
    """Ledger section 6: under tda no missed blinds and no straddles."""
    tda, rrop = (GENERATOR.cells(setting("poker/table-set-up", 4, rules=rules)) for rules in ("tda", "rrop"))
    assert not [cell for cell in tda if cell.startswith((MISSED, STRADDLE))]
    assert MISSED in rrop
    assert [cell for cell in rrop if cell.startswith(STRADDLE)]
    assert MISSED not in GENERATOR.cells(setting("poker/table-set-up", 4, settings={"missed_blinds": "none"}))


@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_both_methods_agree_under_every_set(rules, level):
    """No exercise is disputed."""
    where = setting("poker/table-set-up", level, rules=rules)
    assert disputed(where, itertools.islice(exercises(where, "3"), 150)) == []
