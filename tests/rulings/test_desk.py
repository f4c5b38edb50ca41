"""The dispute desk: the right question next, the same ruling whatever the order, answers taken back."""

from __future__ import annotations

import itertools
import random
from decimal import Decimal

import pytest

from dealerkit.errors import UnknownName
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import decide, known_facts, known_faults
from dealerkit.rulings.complaint import faults_like
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.contradictions import contradiction
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.facts import fact_of
from tests.sampling import daily

SETS = ("rrop", "tda", "us")
LISTS = [(name, fault) for name in SETS for fault in rule_set(name).faults]


def values(name: str, fault: str, fact: str) -> list[Value]:
    """One value of each kind that the list tells apart."""
    return fact_of(fault, fact).apart(decision_list(rule_set(name), fault).conditions(fact))


MORE: dict[str, Value] = {"int": 2, "seats": "1 2", "boards": "1: Kh, 2: Qd"}
"""What is told of an amount, a seat or cards that an answer asks for; it decides no case."""


def through(desk: Desk, truth: dict[str, Value]) -> int:
    """Answer truthfully until nothing is asked any more; how many questions it took."""
    while (fact := desk.question()) is not None:
        if fact.name in desk.lacks and fact.type != "bets":
            truth.setdefault(fact.name, MORE.get(fact.type, Decimal(100)))
        desk.answer(fact.name, truth.get(fact.name))  # nobody tells the bets or amounts that others are worked out of
    return desk.asked


@pytest.mark.parametrize(("said", "fault"), [
    ("card off the table", "card_off_table"),
    ("string raise", "string_bet"),
    ("two aces of hearts", "duplicate_card"),
    ("early turn", "premature_board"),
    ("four card flop", "flop_count"),
    ("button in the wrong place", "button_wrong"),
])  # fmt: skip
def test_the_search_box_finds_the_fault(said, fault):
    """From words as they are said at the table, among the first three."""
    assert fault in [found.fault.name for found in faults_like(said, [rule_set("rrop")])][:3]


@pytest.mark.sample(5, most=6)
@pytest.mark.parametrize(("name", "fault"), daily(LISTS, 4), ids=str)
def test_every_order_of_answers_leads_to_the_same_ruling(name, fault):
    """Whatever the truth is, and in whatever order it is told."""
    rng = random.Random(f"{name}/{fault}")
    facts = list(decision_list(rule_set(name), fault).facts)
    for _ in range(6):
        truth = {fact: rng.choice(values(name, fault, fact)) for fact in facts}
        while contradiction(fault, truth) is not None:  # nothing that cannot be is the truth
            truth = {fact: rng.choice(values(name, fault, fact)) for fact in facts}
        desk = Desk(fault, [name])
        asked = through(desk, truth)
        told = {fact: truth[fact] for fact in truth if fact in desk.facts}
        for order in itertools.islice(itertools.permutations(told), 4):
            one = decide(rule_set(name), fault, {fact: truth[fact] for fact in order})
            assert (one.outcome, one.rules, one.remedies) == (
                desk.rulings[0].outcome,
                desk.rulings[0].rules,
                desk.rulings[0].remedies,
            )
        declared = known_facts()
        instead = {name for fact in facts for name in (declared[fact].ask_first, *declared[fact].worked_out_of) if name}
        assert asked <= len({*facts, *instead, *desk.lacks, "bets", *known_faults()[fault].facts})
        assert desk.rulings[0].decided


def test_no_question_is_asked_that_changes_nothing():
    """MD-03: with the second card shown and nobody having acted, the count of shown cards is not asked for."""
    desk = Desk("card_exposed", ["rrop"])
    asked = []
    while (fact := desk.question()) is not None:
        asked.append(fact.name)
        desk.answer(fact.name, {"deck_position": 2, "action_reached": False}[fact.name])
    assert sorted(asked) == ["action_reached", "deck_position"]
    assert desk.rulings[0].outcome == "misdeal"


def test_an_answer_can_be_taken_back():
    """And what it had settled is open again."""
    desk = Desk("card_exposed", ["rrop"])
    first = desk.question()
    desk.answer(first.name, values("rrop", "card_exposed", first.name)[0])
    second = desk.question()
    assert second.name != first.name
    assert desk.back() == first.name
    assert desk.question().name == first.name
    assert desk.back() is None


def test_what_nobody_knows_is_not_asked_again():
    """The ruling stays open, and says between what."""
    desk = Desk("card_exposed", ["rrop"])
    seen = set()
    while (fact := desk.question()) is not None:
        assert fact.name not in seen
        seen.add(fact.name)
        desk.answer(fact.name, "?")
    ruling = desk.rulings[0]
    assert ruling.outcome == "undecided"
    assert len(ruling.possible) > 1


def test_an_answer_that_cannot_be_is_refused():
    """And nothing has changed then."""
    desk = Desk("card_exposed", ["rrop"])
    with pytest.raises(UnknownName):
        desk.answer("deck_position", "the second")
    assert not desk.facts
    assert not desk.asked


def test_two_sets_are_asked_together():
    """MD-13 and TDA 36: two folds are action, and no substantial action."""
    desk = Desk("card_exposed", ["rrop", "tda"], {"deck_position": 1, "acts": "fold fold"})
    assert desk.question() is None
    assert [one.outcome for one in desk.rulings] == ["play_on", "misdeal"]
    assert "too late for a misdeal" in desk.rulings[0].window
    assert "can still be called" in desk.rulings[1].window
