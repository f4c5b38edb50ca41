"""The pot-limit maximum: BR-41, by the engine and by chips moved step by step."""

from __future__ import annotations

import itertools

import attrs
import pytest

from dealerkit.training.exercises import NoExercise, exercises, setting
from dealerkit.training.generators.pot_limit import DEAD_SMALL, GENERATOR, ILLEGAL, ROUNDED, STRADDLE, PotLimitSituation
from tests.training.oracles import disputed, proof


def most(given, **told):
    """What the seat may make it at most; both methods agree."""
    where = setting("poker/pot-limit", 4, **told)
    key = GENERATOR.key(where, given)
    assert key.answers == (proof(where, given),)
    return int(key.answers[0])


BLINDS = ((1, 1), (2, 2))


@pytest.mark.parametrize(
    ("given", "rules", "answer"),
    [
        (PotLimitSituation(100, 200, 0, ((2, 200),), (), 3, 6), "tda", 700),  # the small blind is dead
        (PotLimitSituation(100, 200, 0, ((1, 40), (2, 200)), (), 3, 6), "tda", 700),  # it is short
        (PotLimitSituation(100, 200, 0, ((1, 100), (2, 120)), (), 3, 6), "tda", 700),  # the big blind is
        (PotLimitSituation(1, 2, 0, BLINDS, (), 3, 6), "rrop", 7),
        (PotLimitSituation(1, 2, 0, BLINDS, ((3, "raises to", 7),), 4, 6), "rrop", 24),
        (PotLimitSituation(1, 2, 0, BLINDS, ((3, "raises to", 7), (4, "calls", 7), (1, "folds", 0)), 2, 4), "rrop", 29),
        (PotLimitSituation(5, 10, 0, ((1, 5), (2, 10)), (), 3, 6), "wsop-live", 40),
        (PotLimitSituation(5, 10, 0, ((1, 5), (2, 10)), (), 3, 6), "rrop", 35),
        (PotLimitSituation(1, 2, 100, (), ((1, "bets", 50),), 2, 3), "rrop", 250),
        (PotLimitSituation(1, 5, 185, (), ((1, "bets", 95), (2, "raises to", 300)), 3, 4), "rrop", 1180),
    ],
)
def test_the_ledgers_examples(given, rules, answer):
    """Drill 23 of the ledger, and what action/pot-limit-maximum-wrong tells of it."""
    assert most(given, rules=rules) == answer


def test_bet_and_chips_and_call():
    """Ledger 5.1: the bet b, the chips p in the middle and in front, the call c: b + p + c."""
    where = setting("poker/pot-limit", 3)
    for item in itertools.islice(exercises(where, "9"), 60):
        top, lying, due = (int(part) for part in item.key.working[-1].split(" = ")[0].split(" + "))
        assert item.key.answers == (str(top + lying + due),)


def test_options_of_the_house_make_other_keys():
    """A house that counts the small blind as a big one, full blinds, or rounds up."""
    opened = PotLimitSituation(5, 10, 0, ((1, 5), (2, 10)), (), 3, 6)
    assert most(opened, settings={"pot_limit_small_blind": "big_blind"}) == 40
    dead = PotLimitSituation(5, 10, 0, ((2, 10),), (), 3, 6)
    assert [most(dead, settings={"pot_limit_blinds": how}) for how in ("posted", "full")] == [30, 35]
    assert most(attrs.evolve(opened, chip=25)) == 50


def test_nothing_is_asked_that_the_books_leave_open():
    """Ledger section 6: under tda no rounding and no straddle; a dead blind only where the button may be dead."""
    tda = GENERATOR.cells(setting("poker/pot-limit", 4, rules="tda"))
    rrop = GENERATOR.cells(setting("poker/pot-limit", 4, rules="rrop"))
    assert {STRADDLE, ROUNDED} & set(tda) == set()
    assert DEAD_SMALL in tda
    assert {STRADDLE, ROUNDED} <= set(rrop)
    assert DEAD_SMALL not in rrop
    with pytest.raises(NoExercise):
        next(exercises(setting("poker/pot-limit", 1, settings={"structure": "no_limit"}), "1"))


@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live", "cedar-room"])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_both_methods_agree_under_every_set(rules, level):
    """No exercise is disputed whatever the set in force."""
    where = setting("poker/pot-limit", level, rules=rules)
    assert disputed(where, itertools.islice(exercises(where, "3"), 60)) == []


def test_an_illegal_open_counts_as_what_it_is_corrected_to():
    """BR-41, BR-36: 50 said where 35 is the most counts as 35."""
    where = setting("poker/pot-limit", 4)
    for item in itertools.islice((one for one in exercises(where, "4") if one.cell == ILLEGAL), 12):
        said, made = (int(part) for part in item.key.working[0].replace(",", "").split() if part.isdigit())
        assert said != made
        assert any(line.endswith(f"raise to {said}") for line in item.question.show)
