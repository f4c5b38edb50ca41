"""Telling the floor: the fields of the report, the order of the record, and no words of judgement."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.training.deals import Seating
from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators.fact_report import GENERATOR, FactReport, FactReportSituation
from tests.training.oracles import proof

DRILL = "floor/fact-report"
LINES = ("seat 2 raises to 10", "seat 4 tried to get away with it", "seat 4 calls", "seat 3 folds", "seat 1 folds")


def _given(**more):
    """Four seats, the button at seat 4, so that seats 1 and 2 post, and seat 3 begins; seat 4's call is disputed."""
    acts = ("s3 fold", "s4 call", "s1 fold", "s2 raise 10")
    return FactReportSituation(Seating(4, 4, None, 1), "preflop", acts, 4, LINES[1:2], LINES, **more)


def test_the_whole_report():
    """Button, who is in, the bet, what lies in front, everything together, the number of the act, and the facts in order."""
    where = setting(DRILL, 4)
    key = GENERATOR.key(where, _given())
    assert key.answers == ("s4 | s2 s4 | 10 | 2 | 13 | 2 | d c e a",)
    assert proof(where, _given()) == key.answers[0]
    assert key.codes == ("floor/dispute-not-escalated", "floor/table-disturbed")


def test_part_of_a_report_has_part_of_the_marks():
    """A report with an opinion in it is not right, though its fields are."""
    where = setting(DRILL, 2)
    item = next(exercises(where, "7"))
    bet, front, order = item.key.answers[0].split(" | ")
    assert 0 < item.judge(f"{bet} | {front} | {' '.join(reversed(order.split()))}") < 1


@pytest.mark.sample(3)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_no_opinion_is_a_fact(level):
    """In forty exercises no letter of the right order stands before a word of judgement."""
    where = setting(DRILL, level)
    opinions = [text.partition("}")[2] for text in where.told("opinions")]
    for item in itertools.islice(exercises(where, "9"), 40):
        offered = dict(line.split("  ", 1) for line in item.question.show[item.question.show.index("") + 1 :])
        told = [offered[letter] for letter in item.key.answers[0].split(" | ")[-1].split()]
        judged = [text for text in offered.values() if any(end and text.endswith(end) for end in opinions) or text not in told]
        assert len(judged) == where.told("judged", 2)
        assert not set(judged) & set(told)


def test_a_house_has_other_blinds():
    """Other stakes, other amounts: the drill's file is the same."""
    where = setting(DRILL, 4, settings={"small_blind": "2", "big_blind": "5"})
    assert GENERATOR.key(where, _given()).answers[0].split(" | ")[2:5] == ["10", "5", "17"]
    assert proof(where, _given()) == GENERATOR.key(where, _given()).answers[0]


def test_a_wrong_key_is_seen():
    """The second method counts the chips itself."""

    class Broken(FactReport):
        def key(self, setting, given):
            made = super().key(setting, given)
            return type(made)((made.answers[0].replace(" | 13 | ", " | 12 | "),), made.rules, made.working, made.codes)

    where = setting(DRILL, 4)
    assert Broken().key(where, _given()).answers[0] != proof(where, _given())
