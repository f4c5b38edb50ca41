"""What a wager means: BR-30 to BR-38, by the engine and by the lists as they are written."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators.wager_ruling import FULL, GENERATOR, HALF, NEEDED, NEEDED_FULL, UNDER, WagerRulingSituation
from tests.training.oracles import disputed, proof


def answer(given, **told):
    """The key, which the lists read by hand share."""
    where = setting("poker/wager-ruling", 2, **told)
    key = GENERATOR.key(where, given)
    assert key.answers == (proof(where, given),)
    return key.answers[0]


@pytest.mark.parametrize(
    ("chips", "tda", "rrop"),
    [
        ((500, 500), "call | 600", "raise | 1000"),  # each chip is needed: tda 45-A
        ((500, 100, 100), "call | 600", "call | 600"),  # 100 over, half of a minimum raise is 200
        ((500, 100, 100, 100), "raise | 1000", "raise | 1000"),
        ((500, 500, 100), "raise | 1100", "raise | 1100"),
    ],
)
def test_the_ledgers_examples(chips, tda, rrop):
    """Drill 20 of the ledger: 100-200, A makes it 600; rrop has no rule of chips that are all needed."""
    given = WagerRulingSituation(NEEDED, 200, 600, 400, motions=(chips,))
    assert answer(given, rules="tda") == tda
    assert answer(given, rules="rrop") == rrop


def test_sets_and_houses_make_other_keys(tmp_path):
    """BR-32, TDA 44: after "raise" one chip is all it allows, in money games too; a house may let one chip raise without it."""
    given = WagerRulingSituation("one chip after saying raise", 200, 600, 400, said="raise", motions=((5000,),))
    assert answer(given, rules="tda") == "raise | 5000"
    assert answer(given, rules="rrop") == answer(given, rules="wsop-live") == "raise | 5000"
    house = tmp_path / "riverboat.yaml"
    house.write_text(
        "set: riverboat\nextends: tda\nfaults:\n  oversized_chip:\n    cases:\n      one_chip_raises:\n        before: facing\n"
        "        when: {facing_bet: true}\n        rule: BR-32\n        outcome: raise\n        amounts: {to: whole_chip}\n"
        '        source: {work: dealerkit-reading, verified: "no"}\n',
        encoding="utf-8",
    )
    silent = WagerRulingSituation("one chip facing a bet", 200, 600, 400, motions=((5000,),))
    assert answer(silent, rules="tda") == "call | 600"
    assert answer(silent, rules=house) == "raise | 5000"


def test_cells_know_their_class():
    """The class of a cell is what the set in force makes of it: chips that are all needed call under tda, not under rrop."""
    tda, rrop = (GENERATOR.cells(setting("poker/wager-ruling", 2, rules=rules)) for rules in ("tda", "rrop"))
    assert (tda[NEEDED_FULL], rrop[NEEDED_FULL]) == ("call", "raise")
    assert [tda[name] for name in (UNDER, HALF, FULL)] == ["call", "raise", "raise"]


@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_every_cell_has_one_class(rules, level):
    """Whatever is drawn for a cell has the answer that its class promises, and no exercise is disputed."""
    where = setting("poker/wager-ruling", level, rules=rules)
    items = list(itertools.islice(exercises(where, "3"), 80))
    for item in items:
        assert item.label.removeprefix("early: ") == item.key.answers[0].split(" | ")[0], item
    assert disputed(where, items) == []


def test_a_call_in_between_binds_under_tda_alone():
    """BR-30: after an intervening call the act out of turn stands under tda, and is for the floor under rrop."""
    given = WagerRulingSituation("call out of turn, then a call", 200, 600, 400)
    assert answer(given, rules="tda") == "action_binding"
    assert answer(given, rules="rrop") == "floor_discretion"


def test_short_all_ins_add_up():
    """BR-38, QU-03: bet 300, all-ins to 500 and 650: seat 1 faces 350 more, a full raise; to 550 it does not."""
    round_: dict[str, Any] = {"cell": "short all-ins that add up", "big": 100, "step": 300, "all_in": (2, 3), "front": 1}
    assert answer(WagerRulingSituation(**round_, top=650, acts=((1, 300), (2, 300), (3, 500), (4, 650)))) == "raise"
    assert answer(WagerRulingSituation(**round_, top=550, acts=((1, 300), (2, 300), (3, 500), (4, 550)))) == "no"
