"""A ruling in words: the parts that terminal and browser show, and what a table tells of a dispute."""

from __future__ import annotations

import pytest

from dealerkit import Table
from dealerkit.errors import Contradiction
from dealerkit.jobs.journal.disputes import dispute_at, from_table
from dealerkit.rules.sets import default_rules, rule_set
from dealerkit.rulings import known_facts, known_faults, rule
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.wording import ANY_OTHER, answers, hands_missed, ruling_words, told_of_it, two_lines


def test_an_answer_that_leaves_nothing_to_do_says_nothing_of_it() -> None:
    """QU-13: may a player check-raise? The answer is all; no line `Do:` stands under it with a full stop alone."""
    ruling = rule({"fault": "check_raise"}, rules="rrop")
    assert ruling.say
    assert dict(two_lines(ruling)) == {"Say": f'"{ruling.say}"'}
    assert ruling_words(ruling).do == ""


def test_a_decided_ruling_says_what_to_say_and_to_do():
    """The two lines are the same words as the parts, and nothing is asked."""
    ruling = rule({"fault": "card_exposed", "deck_position": 2, "acts": "call fold"}, rules="tda")
    said = ruling_words(ruling)
    assert dict(two_lines(ruling)) == {"Say": f'"{said.say}"', "Do": said.do}
    assert said.ask == ""
    assert said.do.endswith(".")
    assert said.why == ruling.because
    assert said.rule.startswith(", ".join(ruling.rules))


def test_one_that_lacks_a_fact_asks_for_it():
    """What to do stays empty until it is known."""
    said = ruling_words(rule({"fault": "stuck_cards"}))
    assert (said.do, said.ask) == ("", known_facts()["order_certain"].question)


def test_a_doubtful_source_is_told_behind_the_rule():
    """How far a text was read stands behind its citation, and nothing where it was read."""
    for rules in ("us", "macau"):
        said = ruling_words(rule({"fault": "boxed_card"}, rules=rules))
        assert said.rule.endswith(f"({said.doubt})" if said.doubt else said.cite)


def test_what_would_change_it_is_one_line_a_fact_and_ruling():
    """Values that come to the same stand together."""
    ruling = rule({"fault": "card_exposed", "deck_position": 2, "acts": "call fold"}, rules="tda")
    told = ruling_words(ruling).otherwise
    assert told
    assert len(told) == len({(one.name, one.then) for one in told})


def test_of_a_long_choice_only_what_differs_is_offered():
    """Of twelve streets those that some case names, and one for all others."""
    street = known_facts()["street"]
    assert [meaning for _, meaning in answers(street, ["flop"])][-1] == ANY_OTHER
    assert answers(known_facts()["chips_behind"]) == []


def test_a_table_tells_what_is_in_dispute():
    """The last slip that is ruled on, with the facts that matter; the same is proposed for the journal."""
    table = Table("holdem", seats=3, seed=4)
    table.advance("turn_burn")
    assert dispute_at(table) is None
    table.push("d deal board")
    found = dispute_at(table)
    assert found is not None
    assert found.source.startswith("act ")
    assert found.facts["form"] == "holdem"
    made = from_table(table, table.record(), "table 1", [found.fault])
    assert made.ruling is not None
    assert made.faults == (found.fault,)
    assert made.at == len(table.log)
    assert {one.name for one in told_of_it([made.ruling], found.facts)} <= found.facts.keys()
    named = dispute_at(table, "boxed_card")
    assert named is not None
    assert named.source == ""


def test_an_answer_that_cannot_be_names_what_it_contradicts():
    """In the words of the question that was asked, not by a fact's name."""
    desk = Desk("boxed_card", ["rrop"], {"street": "shuffle"})
    fact = known_facts()["acts"]
    with pytest.raises(Contradiction) as wrong:
        desk.answer("acts", "call call")
    said = desk.contradicted(wrong.value, fact)
    assert known_facts()["street"].title in said
    assert said.endswith(f"{wrong.value.because}.")


def test_a_fault_has_a_set_of_its_own_where_none_is_named():
    """The set that extends no other, our default first; what only a set made from another rules on is ruled by that."""
    assert [default_rules(one) for one in ("surplus_card", "string_bet")] == ["us", "rrop"]
    assert default_rules("hand_for_hand") == "tda"
    assert all(one in rule_set(default_rules(one)).faults for one in known_faults())


def test_where_nothing_is_to_be_done_nothing_is_said_of_it():
    """BR-01, CO-13: an answer has no line of what to do but a full stop; where a fact would tell its amount, it is asked for."""
    assert [label for label, _ in two_lines(rule({"fault": "check_raise", "form": "holdem"}, rules="rrop"))] == ["Say"]
    rounds = dict(two_lines(rule({"fault": "penalty_hands", "penalty_rounds": 2}, rules="tda")))
    assert rounds.keys() == {"Say", "Ask"}
    assert "How many players" in rounds["Ask"]


@pytest.mark.parametrize(("hands", "said"), [(1, "1 hand is missed"), (9, "9 hands are missed")])
def test_a_penalty_of_one_hand_is_one_hand(hands: int, said: str):
    """CO-13: heads-up or with a round that is nearly over a penalty may be of one hand."""
    assert hands_missed(hands) == said
