"""What comes next: the answer is what the rules in force ask for, whatever the dealer's record came to so far."""

from __future__ import annotations

import itertools
import re

import pytest

import dealerkit as dk
from dealerkit.training.exercises import exercise, exercises, setting
from tests.training.replied import choices

NAME = "poker/next-step"


def cells(cell, level=1, count=12, **settings):
    """Exercises of one cell."""
    where = setting(NAME, level, settings=settings)
    return [exercise(where, str(seed), cell) for seed in range(count)]


def test_dp_15_a_tap_comes_before_the_burn():
    """DP-15: with the bets in the pot the dealer taps; who burns at once has left the tap out."""
    for item in cells("tap"):
        assert item.key.answers == ("the dealer taps the felt",)
        assert item.key.codes_for("the dealer burns") in ((), ("burn/missed-before-street",), ("street/no-tap",))


def test_a_house_without_taps_burns_at_once():
    """The option `tap` changes the answer and nothing of the drill."""
    for item in cells("burn", tap="no"):
        assert item.key.answers == ("the dealer burns",)
        assert not any("taps" in choice.word for choice in choices(item.question.reply))
        assert not any("taps" in line for line in item.question.show)
    assert all(any("taps" in line for line in item.question.show) for item in cells("burn"))


def test_dp_16_nothing_is_burned_while_somebody_is_to_act():
    """DP-16: while a player is to act the dealer waits, and any step of the dealer's is too early."""
    for item in cells("wait"):
        assert re.fullmatch(r"the dealer waits for seat [1-6]", item.key.answers[0])
        assert any(
            code.endswith("-early") or "before" in code or "early" in code
            for code in itertools.chain(*item.key.by_answer.values())
        )


@pytest.mark.thorough
def test_every_wrong_step_names_what_would_be_found():
    """A wrong pick counts under the findings that it would have caused."""
    for level in (1, 2, 3, 4):
        for item in itertools.islice(exercises(setting(NAME, level), "7"), 8):
            wrong = {choice.word for choice in choices(item.question.reply)} - set(item.key.answers)
            assert len(wrong) >= 2
            assert wrong == set(item.key.by_answer)
            assert all(item.key.by_answer.values())


@pytest.mark.slow
def test_where_the_right_step_stands_says_nothing():
    """No place among the choices is the right one much more often than another."""
    items = list(itertools.islice(exercises(setting(NAME, 1), "7"), 40))
    firsts = [
        next(at for at, choice in enumerate(choices(item.question.reply)) if choice.word in item.key.answers) for item in items
    ]
    assert max(firsts.count(at) for at in range(5)) < 0.4 * len(items)


@pytest.mark.slow
def test_calling_the_floor_is_half_of_the_cures():
    """Level 4: always calling the floor must not score."""
    items = list(itertools.islice(exercises(setting(NAME, 4), "7"), 16))
    called = sum("the dealer calls the floor" in item.key.answers for item in items)
    assert 4 <= called <= 12


@pytest.mark.sample(2)
@pytest.mark.parametrize("cell", ["burn", "award", "return", "call"])
def test_the_answer_is_what_the_record_goes_on_with(cell):
    """The very hand, dealt again act by act from the screen's facts, asks for the answer (a second way to the key)."""
    from random import Random

    from dealerkit.felt import sentence
    from dealerkit.training.deals import deal, seating

    where = setting(NAME, 1)
    asked = {re.sub(r"\d+", "n", item.key.answers[0]) for item in cells(cell)}
    met = set()
    for seed in range(60):
        made = deal(where.game, seating(where.game, where.level.told, Random(seed)))
        if made is None:
            continue
        table = made.table(0)
        for act in made.acts:
            if act.who == "d" and act.verb == cell:
                assert dk.Table.push(made.table(table.log.__len__()), act) == ()
                met.add(re.sub(r"\d+", "n", sentence(act)))
            table.push(act)
        if asked <= met:
            return
    assert asked <= met
