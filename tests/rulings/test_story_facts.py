"""Facts that a story tells: taken from its words, so that nobody is asked again; what is not clear is asked."""

from __future__ import annotations

import pytest

from dealerkit.rules.tellings import told
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.facts import fact_of, known_faults
from dealerkit.rulings.story_facts import facts_in


@pytest.mark.parametrize(
    ("fault", "story", "known", "asked"),
    [
        ("out_of_turn", "bet out of turn", {"early_act": "bet"}, ()),
        ("out_of_turn", "an out of turn call", {"early_act": "call"}, ()),
        ("out_of_turn", "seat 4 raised to $1,900 out of turn", {"early_act": "raise"}, ()),
        ("out_of_turn", "after a raise seat six acted out of turn", {}, ()),
        ("out_of_turn", "he checked early, or bet early, nobody knows", {}, ("early_act",)),
        ("out_of_turn", "raised to 900 out of turn, then seat 3 made it 1200", {"early_act": "raise"}, ("intervening",)),
        ("misinformed", "folded because the dealer told a wrong amount",
         {"misled_act": "fold", "told_by": "dealer", "told_about": "amount"}, ()),
        ("misinformed", "the dealer told me everybody else had folded", {"told_by": "dealer", "told_about": "who_is_in"}, ()),
        ("string_bet", "bet out of turn", {}, ()),
    ],
)  # fmt: skip
def test_the_words_tell(fault, story, known, asked):
    """BR-30, DH-10: one value that is said beside what it is about; of two values none."""
    found = facts_in(story, fault)
    assert (dict(found.known), found.asked) == (known, asked)
    assert found.line.startswith("Understood: ") is bool(known)


def test_every_word_is_of_a_fact_and_value_of_its_fault():
    """What the desk takes from words it could have asked for, and every value that it takes can be."""
    for fault, story in told().items():
        for name, said in story.tells.items():
            assert name in known_faults()[fault].facts
            assert said.words or fact_of(fault, name).assume is not None, (fault, name)
            for value in said.words:
                assert fact_of(fault, name).read(value) is not None


def test_nothing_is_taken_for_granted_of_what_the_story_touches():
    """BR-30: taken for granted it is ruled at once; told of in part, it is asked first, unless it changes nothing."""
    facts = {"early_act": "raise"}
    assert Desk("out_of_turn", ["rrop"], facts).question() is None
    desk = Desk("out_of_turn", ["rrop"], facts, asked=("intervening",))
    assert desk.needs == ["intervening"]
    desk.answer("intervening", "check_or_fold")
    assert desk.needs == []
    assert Desk("out_of_turn", ["rrop"], {"early_act": "fold"}, asked=("intervening",)).needs == []
