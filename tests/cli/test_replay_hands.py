"""`dealerkit replay` of a hand in PHH: whatever `check` finds is told, on the file's own line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = [
  'd dh p1 AcKc',
  'd dh p2 {}',
  {}
]
"""
OUT = "'p1 f', # a card that is out"
CARDS = {OUT: "Ac3d"}
WRONG = {
    "a raise that is too small": ("'p2 cbr 4',\n  'p1 cbr 5',", "play/BR-11", 14, 10),
    "an act after the end": ("'p2 cbr 4',\n  'p1 f',\n  'p1 f',", "record/hand-is-over", 5, 11),
    "more chips than there are": ("'p2 cbr 400',", "record/amount-illegal", 3, 9),
    "a card that is out": (OUT, "record/duplicate-card", 2, 8),
}


def replayed(tmp_path, actions: str, *more: str) -> Result:
    """Replay a hand whose first two actions deal the cards."""
    path = tmp_path / "one.phh"
    path.write_text(HAND.format(CARDS.get(actions, "2d3d"), actions), encoding="utf-8")
    return CliRunner().invoke(main, ["replay", str(path), *more], env={"DEALERKIT_RULES": ""})


@pytest.mark.parametrize("name", WRONG)
def test_what_no_table_goes_through_is_told(tmp_path, name):
    """It leaves with 1, as `check` does."""
    actions, code, act, line = WRONG[name]
    shown = replayed(tmp_path, actions)
    assert shown.exit_code == 1
    assert code in shown.stdout
    assert f", line {line}:" in shown.stdout
    assert "nothing is wrong" not in shown.stdout
    found = json.loads(replayed(tmp_path, actions, "--json").stdout)["findings"]
    assert [(one["code"], one["act"], one["line"]) for one in found] == [(code, act, line)]


def test_before_it_nothing_is_wrong(tmp_path):
    """What comes after the action that was asked for is not told yet."""
    shown = replayed(tmp_path, WRONG["more chips than there are"][0], "--at", "2")
    assert (shown.exit_code, "no slips so far" in shown.stdout) == (0, True)


@pytest.mark.parametrize("how", [[], ["--json"]])
def test_a_seat_sees_no_card_of_another_in_it(tmp_path, how):
    """That a card is there twice is told, and not whose it is."""
    shown = replayed(tmp_path, WRONG["a card that is out"][0], "--seat", "1", *how)
    assert "record/duplicate-card" in shown.stdout
    assert "3d" not in shown.stdout


@pytest.mark.parametrize(
    ("rules", "said"), [("us", "this rule set is for games of the family 'baccarat'"), ("nope", "unknown rule set: 'nope'")]
)
def test_a_rule_set_that_was_asked_for_is_no_fault_of_the_hand(tmp_path, rules, said):
    """The message names no line of the hand."""
    shown = replayed(tmp_path, "'p2 f',", "--rules", rules)
    assert shown.exit_code == 2
    assert said in shown.stderr
    assert "one.phh:" not in shown.stderr


@pytest.mark.parametrize(("text", "said"), [("set: mine\nfaults: [1\n", "not closed"), (None, "there is no such file")])
def test_a_file_of_rules_that_cannot_be_read_is_no_fault_of_the_record(tmp_path, text, said):
    """Nor is a game that nobody has the rule set's, where both are called alike."""
    rules, record = tmp_path / "mine.yaml", tmp_path / "hand.rec"
    if text is not None:
        rules.write_text(text, encoding="utf-8")
    record.write_text("# dealerkit record 1\ngame: holdem\nseats: 2\nseed: 1\n---\n", encoding="utf-8")
    shown = CliRunner().invoke(main, ["replay", str(record), "--rules", str(rules)])
    assert shown.exit_code == 2
    assert said in shown.stderr
    assert "mine.yaml" in shown.stderr.split(":")[1]
    assert "hand.rec" not in shown.stderr
    record.write_text(record.read_text(encoding="utf-8").replace("holdem", "tda"), encoding="utf-8")
    shown = CliRunner().invoke(main, ["replay", str(record), "--rules", "tda"])
    assert shown.exit_code == 2
    assert "hand.rec:1: unknown game: 'tda'" in shown.stderr
