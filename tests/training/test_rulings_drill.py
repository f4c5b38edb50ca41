"""Misdeal, cure or play on; early streets: the key is the rule set's own ruling, and half the marks are the ruling's."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from dealerkit.rulings import rule
from dealerkit.training.exercises import exercise, exercises, setting
from dealerkit.training.generators import generator
from tests.training.replied import choices, parts

NAME = "poker/misdeal-or-cure"


def shown_acts(item):
    """The acts that are told."""
    line = next(line for line in item.question.show if line.startswith("Action in turn"))
    return [] if "nobody" in line else line.partition(": ")[2].split(", ")


def test_md_02_under_roberts_rules_two_players_who_acted_close_the_gate():
    """MD-02, MD-10, MD-15: the first card to the wrong seat is a misdeal until two have acted, then play goes on."""
    where, seen = setting(NAME, 1), set()
    for cell in ("first card wrong seat: misdeal", "first card wrong seat: play on"):
        for seed in range(15):
            item = exercise(where, str(seed), cell)
            late = len(shown_acts(item)) >= 2
            assert item.key.answers[0].startswith("play on" if late else "misdeal")
            seen.add(late)
    assert seen == {True, False}


def test_md_02_two_folds_close_the_gate_of_one_set_and_not_of_the_other():
    """Drill 17's example: fold, fold is no substantial action under tda; under Robert's Rules it is action."""
    facts = {"fault": "first_card_wrong_seat", "acts": "fold fold"}
    assert rule(facts, "tda").outcome == "misdeal"
    assert rule(facts, "rrop").outcome == "play_on"
    for item in itertools.islice(exercises(setting(NAME, 3), "5"), 60):
        if item.question.show[1].startswith("The first card") and shown_acts(item) == ["fold", "fold"]:
            tda, _, rrop, _ = item.key.answers[0].split(" | ")
            assert (tda, rrop) == ("misdeal", "play on")


def test_another_rule_set_has_another_key():
    """The drill is the same file; the answer is that of the set in force."""
    given = {"fault": "first_card_wrong_seat", "acts": "fold fold"}
    assert {rules: rule(given, rules).outcome for rules in ("tda", "rrop")} == {"tda": "misdeal", "rrop": "play_on"}
    where = setting(NAME, 1, rules="tda")
    for seed in range(10):
        item = exercise(where, str(seed), "first card wrong seat: misdeal")
        assert "tda" in item.question.show[0]


def test_the_ruling_alone_is_half_of_the_marks():
    """The ledger: half marks for the ruling without the steps."""
    item = next(exercises(setting(NAME, 2), "1"))
    ruling, _ = item.key.answers[0].split(" | ")
    assert item.judge(f"{ruling} | something else") == Fraction(1, 2)


@pytest.mark.parametrize(
    ("name", "level"), [(NAME, 1), (NAME, 2), (NAME, 3), ("poker/early-street", 2), ("poker/early-street", 3)]
)
def test_every_outcome_is_asked_as_often_as_another(name, level):
    """The classes are the outcomes: always saying misdeal must not score."""
    where = setting(name, level)
    assert len(set(generator(where.drill).cells(where).values())) >= 3


def test_what_is_right_stands_among_the_choices():
    """Each part can be answered by one key."""
    for item in itertools.islice(exercises(setting(NAME, 3), "2"), 20):
        for (_, part), answer in zip(parts(item), item.key.answers[0].split(" | "), strict=True):
            assert answer in [choice.word for choice in choices(part)]
