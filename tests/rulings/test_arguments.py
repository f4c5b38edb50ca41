"""What a player argues is taken down and told not to count."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dealerkit.catalogue.lookup import explain
from dealerkit.cli.main import main
from dealerkit.rules.sets import facts_doc
from dealerkit.rulings import rule
from dealerkit.rulings.arguments import arguments_of
from dealerkit.rulings.desk import Desk

EARLY = ["rule", "premature_board", "--rules", "rrop", "-f", "street=flop", "-f", "argued=we all agree to keep it"]


def test_an_argument_changes_no_ruling_and_is_told_not_to_count():
    """IR-21: an early card never plays, even if all agree."""
    told = CliRunner().invoke(main, EARLY)
    said = " ".join(told.stdout.split())
    assert (
        'argued, but doesn\'t affect the ruling: "we all agree to keep it"; an early card never plays, even if all the players '
        "agree (IR-21)" in said
    )
    assert "makes no difference here" not in told.stderr
    without = rule({"fault": "premature_board", "street": "flop"}, "rrop")
    (ruling,) = json.loads(CliRunner().invoke(main, [*EARLY, "--json"]).stdout)["rulings"]
    assert (ruling["outcome"], ruling["rules"], ruling["remedies"]) == (
        without.outcome, list(without.rules), list(without.remedies),
    )  # fmt: skip
    assert [(one["rule"], one["said"]) for one in ruling["detail"]["argued"]] == [("IR-21", "we all agree to keep it")]


def test_several_arguments_are_each_taken_down():
    """One after the other; what nobody has thought of too."""
    result = CliRunner().invoke(main, [*EARLY, "-f", "argued=the moon is full", "--json"])
    (ruling,) = json.loads(result.stdout)["rulings"]
    assert [one["rule"] for one in ruling["detail"]["argued"]] == ["IR-21", ""]


def test_at_the_desk_it_is_taken_down_between_two_answers():
    """No question is answered by it, and none is asked for it."""
    args = ["rule", "boxed_card", "--ask", "--rules", "rrop", "-f", "count=2"]
    plain = CliRunner().invoke(main, args, input="no\n").stdout
    result = CliRunner().invoke(main, args, input="argues I don't know the rule here\nno\n")
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    assert "Noted; it doesn't affect the ruling: the rules of this room apply" in said
    assert "argued, but doesn't affect the ruling: \"I don't know the rule here\"" in said
    assert plain.count("\n  1. ") == result.stdout.count("\n  1. ")


def test_what_is_a_fact_is_to_be_said_as_one():
    """BR-37: whether a raise was noticed decides, so it is asked."""
    (one,) = arguments_of("undercall", {"argued": "I didn\u2019t see the raise"})
    assert one.fact == "missed_raise"
    assert "raise that the player did not notice" in one.because
    desk = Desk("undercall", ["rrop"])
    assert desk.argue("I did not see the raise").fact == "missed_raise"
    assert "missed_raise" not in desk.facts


@pytest.mark.parametrize("name", facts_doc().data["arguments"])
def test_every_argument_is_known_by_its_words_and_cites_a_rule_there_is(name):
    """In each of its faults, unless one before it takes its words."""
    known = facts_doc().data["arguments"][name]
    for fault in known.get("faults", ("boxed_card",)):
        for word in known["words"]:
            (one,) = arguments_of(fault, {"argued": f"he says: {word}"})
            assert (one.rule, one.fact) == (known.get("rule", ""), known.get("is_fact", "")), (fault, word)
    if "rule" in known:
        assert explain(known["rule"])[0].kind == "rule"
