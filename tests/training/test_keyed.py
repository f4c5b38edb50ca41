"""A hundred and twenty hands with a key that was written from the rules alone: `check` has to come to the same.

`tests/data/keyed/keys.yaml` says of every record which findings it has, at which line, by which rule. Where the key turned out
to be wrong, the old one still stands there (`sealed`), and a note says why.
"""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from dealerkit.hands.check import check_file
from dealerkit.rules.loader import read_yaml

FOLDER = Path(__file__).parent.parent / "data" / "keyed"
HANDS = read_yaml(FOLDER / "keys.yaml").data["hands"]


def judged(hand):
    """The record's lines, and what `check` finds in it: code and line."""
    lines = (FOLDER / hand["file"]).read_text(encoding="utf-8").splitlines()
    found = list(check_file(FOLDER / hand["file"]))
    assert not any(one.unreadable for one in found)
    return lines, [(flaw.code, flaw.line) for one in found for flaw in one.findings]


@pytest.mark.sample(3)
@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["file"].removesuffix(".rec"))
def test_check_finds_what_the_key_says_and_nothing_else(hand):
    """Every code at its line, in order; a clean hand is called clean."""
    _, found = judged(hand)
    key = [(one["code"], one["line"]) for one in hand["findings"]]
    assert [line for _, line in found] == [line for _, line in key]
    assert all(fnmatchcase(code, wanted) for (code, _), (wanted, _) in zip(found, key, strict=True)), found


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["file"])
def test_the_key_names_the_act_that_stands_in_its_line(hand):
    """So that nobody moves a line without noticing."""
    lines = (FOLDER / hand["file"]).read_text(encoding="utf-8").splitlines()
    assert [lines[one["line"] - 1] for one in hand["findings"]] == [one["act"] for one in hand["findings"]]
    assert f"game: {hand['game']}" in lines
    assert hand["because"]
    assert hand["cite"]


def test_a_third_is_clean_and_no_slip_is_asked_more_than_twice():
    """As the key was when it was sealed."""
    sealed = [hand.get("sealed", hand["findings"]) for hand in HANDS]
    assert len(HANDS) == len(list(FOLDER.glob("*.rec"))) == 120
    assert sum(not one for one in sealed) == 40
    assert max(Counter(slip["code"] for one in sealed for slip in one).values()) <= 2


def test_what_turned_out_to_be_wrong_is_explained():
    """A key that was changed after it was sealed says why."""
    assert all(hand.get("note") for hand in HANDS if "sealed" in hand)
