"""Facts that cannot both be: refused with both named, by what people say and not by what a table tells."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import Contradiction
from dealerkit.rules.sets import facts_doc, rule_set
from dealerkit.rulings import decide, known_facts, known_faults, rule
from dealerkit.rulings.contradictions import COMPARISONS, contradiction
from dealerkit.rulings.desk import Desk

REFUSED = [
    ("boxed_card", {"street": "shuffle", "acts": "call call"}, ("street", "acts")),
    ("button_wrong", {"substantial_action_reached": "no", "acts": "call call"}, ("substantial_action_reached", "acts")),
    ("button_wrong", {"acts": "", "action_reached": "yes"}, ("action_reached", "acts")),
    ("wager_too_small", {"smallest_wager": "50", "bet_to_match": "100"}, ("smallest_wager", "bet_to_match")),
    ("boxed_card", {"count": "1", "boxed_count": "2"}, ("count", "boxed_count")),
    ("wager_too_small", {"facing_bet": "no", "bet_to_match": "100"}, ("facing_bet", "bet_to_match")),
    ("wager_too_small", {"facing_bet": "yes", "bet_to_match": "20", "in_front": "20"}, ("facing_bet", "bet_to_match")),
    ("several_chips", {"last_chips": "no", "put_all": "300", "chips_behind": "300"}, ("last_chips", "chips_behind")),
    ("several_chips", {"put_all": "400", "chips_behind": "300"}, ("put_all", "chips_behind")),
    ("string_bet", {"put_first": "50", "bet_to_match": "100", "first_motion_is": "call"}, ("first_motion_is", "put_first")),
    ("premature_board", {"street": "flop", "form": "razz"}, ("street", "form")),
    ("skipped", {"acts": "call call", "players_acted_behind": "3"}, ("players_acted_behind", "acts")),
    ("skipped", {"acts_behind": "check check check", "substantial_behind": "no"}, ("substantial_behind", "acts_behind")),
    ("wrong_count", {"count_error": "too_few", "extra_count": "1"}, ("count_error", "extra_count")),
    ("surplus_card", {"natural": "yes", "banker_must_draw": "yes"}, ("natural", "banker_must_draw")),
]
STAND = [
    ("boxed_card", {"street": "deal", "acts": "call call"}),  # the slip was in the deal, and noticed later
    ("boxed_card", {"count": "2", "boxed_count": "2"}),
    ("button_wrong", {"substantial_action_reached": "no", "acts": "fold fold"}),
    ("wager_too_small", {"smallest_wager": "200", "bet_to_match": "100"}),
    ("wager_too_small", {"facing_bet": "no", "bet_to_match": "20", "in_front": "20"}),  # the big blind's option
    ("several_chips", {"last_chips": "yes", "put_all": "300", "chips_behind": "300"}),
    ("boxed_card", {"street": "shuffle", "acts": "none"}),
    ("burn_error", {"street": "turn", "acts": "check"}),
]


@pytest.mark.parametrize(("fault", "facts", "named"), REFUSED)
def test_what_cannot_both_be_is_refused_with_both_named(fault, facts, named):
    """BR-11, MD-13, TDA 36 ...: in Python, and at the command line with 2."""
    with pytest.raises(Contradiction) as error:
        rule({"fault": fault, **facts}, "us" if fault == "surplus_card" else "rrop")
    assert (error.value.one, error.value.other) == named
    sets = ["--rules", "us" if fault == "surplus_card" else "rrop"]
    result = CliRunner().invoke(main, ["rule", fault, *sets, *(part for one in facts for part in ("-f", f"{one}={facts[one]}"))])
    assert result.exit_code == 2
    assert all(f"{name}=" in " ".join(result.stderr.split()) for name in named)


@pytest.mark.parametrize(("fault", "facts"), STAND)
def test_what_only_looks_so_stands(fault, facts):
    """The nearest thing to each that can be."""
    assert contradiction(fault, facts) is None


def test_what_a_record_tells_is_not_refused():
    """The acts of a hand and what was done since the burn are two things there."""
    facts = {"acts": "fold call raise", "acted_on_it": False}
    with pytest.raises(Contradiction):
        rule({"fault": "burn_error", **facts}, "rrop")
    assert rule({"fault": "burn_error", **facts, "street": "flop"}, "rrop", said={}).fault == "burn_error"


def test_of_two_questions_one_settles_the_other():
    """MD-01: who has looked at a card has one; whether a card is out need not be asked."""
    made = decide(
        rule_set("rrop"), "burn_error", {"board_out": False, "burn_count": 1, "street": "flop", "no_more_betting": False}
    )
    assert made.facts["board_seen"] is False
    assert "acted_on_it" not in made.needs


def test_an_answer_that_contradicts_is_asked_for_again():
    """In words, without an id; the answer before it stands."""
    desk = Desk("premature_board", ["rrop"], {"form": "razz"})
    with pytest.raises(Contradiction):
        desk.answer("street", "flop")
    assert "street" not in desk.facts
    args = ["rule", "boxed_card", "--ask", "--rules", "rrop", "-f", "count=2", "-f", "street=shuffle"]
    asked = CliRunner().invoke(main, args, input="yes\nno\n")
    assert asked.exit_code == 0
    said = " ".join(asked.stdout.split())
    assert "This answer contradicts an earlier one (Street of the hand: while the deck was shuffled and cut)" in said
    assert "Misdeal" in said


def test_each_line_of_the_data_can_be_met():
    """A pair whose facts no fault asks for together, or a comparison that is none, would never be met."""
    said = facts_doc().data["contradictions"]
    assert set(said["compared"]) == set(COMPARISONS)
    asked = {fact for fault in known_faults().values() for fact in fault.facts} | {"acts", "action_changed", "shown_at_end"}
    for pair in said["pairs"]:
        assert {*pair["one"], *pair["other"]} <= asked, pair
    for order in said["orders"]:
        assert known_facts()[order["low"]].type == known_facts()[order["high"]].type == "amount"


def test_facts_of_another_day_know_no_contradictions():
    """A catalogue that was kept before there were any is read as it was."""
    document = json.loads(json.dumps(facts_doc().data))
    document.pop("contradictions")
    from dealerkit.rules.doc import Doc
    from dealerkit.rules.sets import facts_as_they_were

    with facts_as_they_were(Doc.of(document, "<kept>")):
        assert contradiction("boxed_card", {"street": "shuffle", "acts": "call call"}) is None
