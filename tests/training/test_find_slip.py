"""Find the slip: what was planted is what `check` finds, a false alarm costs as much as a miss, a quarter is clean."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from dealerkit.training.exercises import exercise, exercises, setting
from dealerkit.training.generators.find_slip import GENERATOR
from dealerkit.training.items import Item, Key, Question
from dealerkit.training.replies import Choice, SlipsReply, Unclear
from tests.training.oracles import disputed

NAME = "poker/find-the-slip"
REPLY = SlipsReply((Choice("a", "burn/doubled", "Two cards were burned"), Choice("b", "street/no-tap", "No tap")), 50)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("23 b", "23 street/no-tap"),
        ("23b, 7a", "7 burn/doubled, 23 street/no-tap"),
        (" 7 A ; 23 B ", "7 burn/doubled, 23 street/no-tap"),
        ("7: a 7 a", "7 burn/doubled"),
        ("-", "clean"),
        ("Clean", "clean"),
        ("23 street/no-tap", "23 street/no-tap"),
    ],
)
def test_slips_are_typed_in_any_order(typed, written):
    """Act and letter, together or apart."""
    assert REPLY.read(typed) == written
    assert REPLY.read(written) == written


@pytest.mark.parametrize("typed", ["", "23", "b", "23 z", "0 a", "51 a", "9999999999 a", "23 b and more", "23 b !"])
def test_what_is_no_answer_costs_nothing(typed):
    """It is asked again."""
    with pytest.raises(Unclear):
        REPLY.read(typed)


@pytest.mark.parametrize(
    ("right", "answer", "marks"),
    [
        ("7 street/no-tap", "7 street/no-tap", Fraction(1)),
        ("7 street/no-tap", "clean", Fraction(0)),
        ("clean", "7 street/no-tap", Fraction(0)),
        ("7 street/no-tap, 23 burn/doubled", "7 street/no-tap", Fraction(2, 3)),
        ("7 street/no-tap", "7 street/no-tap, 23 burn/doubled", Fraction(2, 3)),
        ("7 street/no-tap", "7 burn/doubled", Fraction(1, 2)),
        ("7 street/no-tap", "9 street/no-tap", Fraction(0)),
    ],
)
def test_a_false_alarm_costs_as_much_as_a_miss(right, answer, marks):
    """Precision and recall weigh the same."""
    item = Item(NAME, 3, "1", "c", "", Question((), "?", REPLY), Key((right,)))
    assert item.judge(answer) == marks


@pytest.mark.slow
def test_a_quarter_is_clean():
    """Clean is one of four classes, drawn equally often: saying clean always does not score."""
    where = setting(NAME, 2)
    assert len(GENERATOR.cells(where)) == 4
    items = list(itertools.islice(exercises(where, "5"), 24))
    assert 2 <= sum(item.key.answers == ("clean",) for item in items) <= 11
    assert len(Counter(code for item in items for code in item.key.codes)) >= 8


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", ["holdem", "stud7", "draw", "mini-baccarat"])
def test_the_review_finds_what_was_planted(game):
    """Of every kind of game: `check` finds nothing else."""
    where = setting(NAME, 2, game)
    assert disputed(where, itertools.islice(exercises(where, "9"), 8)) == []


def test_a_slip_of_this_house_is_none_in_another():
    """Level 4: what the house asks for stands above the record, and one slip is only one because of it."""
    where = setting(NAME, 4)
    item = exercise(where, "3", "one slip")
    assert item.key.answers[0].rpartition(" ")[2] in ("street/no-tap", "shuffle/wrong-routine")
    assert "The dealer taps before a burn: yes" in item.question.show


def test_a_finding_that_was_not_planted_is_noticed():
    """Break the key once: the review says otherwise."""
    where = setting(NAME, 2)
    wrong = type(
        "Wrong", (type(GENERATOR),), {"key": lambda self, where, given: Key(("clean",), ("DP-15",), ("?",), ("burn/doubled",))}
    )()
    ((_, answer),) = disputed(where, [exercise(where, "1", "cards", wrong)])
    assert answer != "clean"


def test_rule_it_asks_for_ruling_and_remedy():
    """Three parts, the slip worth half; what is ruled is the rule set's."""
    items = list(itertools.islice(exercises(setting("floor/rule-it", 2), "4"), 6))
    for item in items:
        slip, ruling, remedy = item.key.answers[0].split(" | ")
        assert item.judge(f"{slip} | {ruling} | something else") == Fraction(3, 4)
        assert ruling != "undecided"
        assert remedy
