"""What a table hands to the dispute desk: the fault that a finding is disputed as, and what is known of it."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.jobs.journal.disputes import told_of
from dealerkit.rules.sets import catalogue
from dealerkit.rulings import Ruling, rule
from dealerkit.rulings.games import game_facts

LIMIT = {"structure": "fixed_limit"}


def disputed(table: dk.Table) -> tuple[str, Ruling]:
    """The finding that is ruled on, and the ruling from what the table tells."""
    fault, finding = table.floor.disputed
    facts = told_of(table, [fault])
    (fault,) = facts.pop("faults")
    return finding.code, rule({"fault": fault, **game_facts(table.game), **facts}, table.game.rules, said={})


@pytest.mark.parametrize(("acts", "options", "code", "fault", "outcome", "amounts"), [
    # BR-32, BR-34, BR-36: chips without a word, with everything that was known when they went in
    ("s4 put 25, s1 call", {}, "action/overchip-misread", "oversized_chip", "call", {"to": "2"}),
    ("s4 put 1+1+1, s1 call", {}, "action/multichip-misread", "several_chips", "raise", {"to": "4"}),
    ("s4 put 1, s1 call", {}, "action/undercall-accepted", "undercall", "call", {"to": "2"}),
    # BR-30, BR-31
    ("s1 call, s2 call", {}, "action/wrong-first-seat", "out_of_turn", "corrected", {}),
    ("s3 check", {}, "play/BR-30", "out_of_turn", "corrected", {}),
    # BR-21: the limit fixes the amount
    ("s4 raise 10, s1 fold, s2 fold", LIMIT, "action/wrong-limit", "wager_too_large", "corrected", {}),
    # BR-43: what was announced
    ("s4 raise 10, d announce raise 20, s1 call", {}, "action/amount-not-announced", "accepted_action", "call", {}),
    # what nobody noted is asked for, not guessed: BR-35, BR-36, BR-03
    ("s4 put 4, s4 put 4, s1 call", {}, "action/string-bet-allowed", "string_bet", "undecided", {}),
    ("s4 raise 3, s1 call, s2 call, s3 call, d sweep", {}, "action/wager-too-small", "wager_too_small", "undecided", {}),
    ("s4 raise 4, s1 raise 6, s2 raise 8, s3 raise 10, s4 raise 12, s1 fold", LIMIT,
     "action/raise-cap-exceeded", "raise_over_cap", "undecided", {}),
])  # fmt: skip
def test_a_slip_of_the_betting_can_be_disputed(acts, options, code, fault, outcome, amounts):
    """Nothing is ruled by itself; who disputes it gets the ruling, or the question that is missing."""
    table = dk.Table("holdem", "tda", seats=4, seed=3, options=options)
    table.advance("preflop")
    for act in acts.split(", "):
        table.push(act)
    assert not table.rulings
    found, ruling = disputed(table)
    assert (found, ruling.fault, ruling.outcome) == (code, fault, outcome)
    assert dict(ruling.amounts) == amounts
    assert bool(ruling.needs) is (outcome == "undecided")


def test_what_nobody_noted_is_not_told():
    """Of a turn that went by before the rule set was asked about it a record knows no bet to match; it says nothing of it."""
    table = dk.Table("holdem", "tda", seats=4, seed=3)
    table.advance("preflop")
    for act in ("s4 put 4", "s4 put 4", "s1 call"):
        table.push(act)
    told = told_of(table, ["string_bet"])
    assert "facing_bet" not in told
    assert None not in told.values()


def test_amounts_of_a_dispute_are_money():
    """With cents, what a turn was about is told in the table's unit."""
    table = dk.Table("holdem", "tda", seats=4, seed=3, unit="0.25", options={"small_blind": "0.25", "big_blind": "0.5"})
    table.advance("preflop")
    table.push("s4 put 0.25")
    table.push("s1 call")
    assert dict(disputed(table)[1].amounts) == {"to": "0.5"}


def test_an_act_out_of_turn_is_that_of_this_hand():
    """BR-30: the same act in an earlier hand is another matter."""
    table = dk.Table("holdem", "tda", seats=4, seed=3)
    for _ in range(2):
        table.advance("preflop")
        turn = next(iter(table.ask))
        early = next(seat for seat in ("s1", "s2", "s3", "s4") if seat != turn and table.felt.rows["bet"][int(seat[1])] == 0)
        table.push(f"{early} call")
        assert disputed(table)[1].outcome == "corrected"
        table.push(f"{turn} raise 10")
        assert disputed(table)[1].outcome == "action_not_binding"
        table.advance("move_button")
        table.advance()


def test_what_is_ruled_at_once_is_not_disputed_otherwise():
    """A finding names one of the two."""
    findings = catalogue().findings.data["findings"]
    assert not [code for code, entry in findings.items() if "fault" in entry and "dispute" in entry]
    assert sum("dispute" in entry for entry in findings.values()) > 30
