"""Hands in PHH as records of ours, and records as hands."""

from __future__ import annotations

import re

import pytest

from dealerkit.errors import RecordError
from dealerkit.phh.checker import outcome_of
from dealerkit.phh.convert import from_record, to_record, to_text
from dealerkit.phh.hand import parse_hand, read_hands
from tests.phh.hands import HANDS, unbroken

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AhAd', 'd dh p2 ????', 'd dh p3 QhQd', 'p3 cbr 6', 'p1 cc', 'p2 f',
  'd db 2c3c5s', 'p1 cc', 'p3 cbr 8', 'p1 f']
hand = 7
"""
RECORD = """# dealerkit record 1
id: 7
game: holdem
seats: 3
stacks: 100 100 100
button: 3
unit: 1
set structure: no_limit
set small_blind: 1
set big_blind: 2
set min_bet: 2
set posts: free
---
s1 post 1
s2 post 2
d deal s1 Ah Ad
d deal s2 ?? ??
d deal s3 Qh Qd
s3 raise 6
s1 call
s2 fold
d sweep
d tap
d burn ??
d deal board 2c 3c 5s together
s1 check
s3 bet 8
s1 fold
d return s3 bet 8
d award s3 14
"""


def same(actions):
    """Actions without remarks, and amounts as they are shortest."""
    rows = [action.partition("#")[0].strip() for action in actions]
    return [re.sub(r"(\.\d*?)0+$", r"\1", row).rstrip(".") if "." in row else row for row in rows]


def test_a_hand_as_a_record():
    """Every act in its place, with what the format leaves out."""
    assert to_text(parse_hand(HAND)) == RECORD
    assert to_record(parse_hand(HAND)).header.name == "7"


def test_a_record_as_a_hand():
    """And back."""
    hand = parse_hand(from_record(RECORD))
    first = parse_hand(HAND)
    assert {key: hand.fields[key] for key in first.fields} == dict(first.fields)
    assert hand.fields["finishing_stacks"] == [94, 98, 108]
    assert from_record(to_text(hand)) == from_record(RECORD)


def test_every_hand_goes_there_and_back():
    """195 hands: the same actions, and the same stacks where all cards are known."""
    for key, hand in unbroken():
        again = parse_hand(from_record(to_text(hand)))
        assert same(again.actions) == same(hand.actions), key
        assert outcome_of(again).fault is None, key


def test_the_button_may_be_anywhere():
    """Players are numbered from its left; the seats at the table are kept; one card a round is as good as two at once."""
    text = RECORD.replace("button: 3", "button: 1").replace("s1", "x2").replace("s2", "x3").replace("s3", "x1").replace("x", "s")
    text = text.replace(
        "d deal s2 Ah Ad\nd deal s3 ?? ??\nd deal s1 Qh Qd",
        "d deal s2 Ah\nd deal s3 ??\nd deal s1 Qh\nd deal s2 Ad\nd deal s3 ??\nd deal s1 Qd",
    )
    hand = parse_hand(from_record(text))
    assert hand.actions == parse_hand(HAND).actions
    assert hand.fields["seats"] == [2, 3, 1]


def test_of_two_players_the_button_has_the_small_blind():
    """DE-10; the format lists the small blind first all the same."""
    text = HAND.replace("[0, 0, 0]", "[0, 0]").replace("[1, 2, 0]", "[1, 2]").replace("[100, 100, 100]", "[100, 90]")
    text = re.sub(r"(?s)actions = .*\n(?=hand)", "actions = ['d dh p1 AhAd', 'd dh p2 ????', 'p2 f']\n", text)
    record = to_text(parse_hand(text))
    assert "button: 2\n" in record
    assert "s1 post 2\ns2 post 1\n" in record
    assert parse_hand(from_record(record)).fields["blinds_or_straddles"] == [1, 2]


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("game: holdem", "game: mini-baccarat", "PHH has no 'mini-baccarat'"),
        ("stacks: 100 100 100\n", "", "stacks are missing"),
        ("s3 bet 8", "s4 bet 8", "s4 was not dealt in"),
        ("d deal s", "d give s", "nobody was dealt in"),
        ("seats: 3", "seats: three", "number"),
        ("set min_bet: 2\nset posts", "set posts", ""),
    ],
)
def test_what_is_no_poker_hand_is_refused(was, now, said):
    """With the line, where there is one; the big blind stands for the smallest bet."""
    text = RECORD.replace(was, now)
    if not said:
        assert "min_bet = 2" in from_record(text)
        return
    with pytest.raises(RecordError, match=said):
        from_record(text)


def test_a_broken_hand_makes_no_record():
    """It names the line of the action."""
    hand = next(iter(read_hands(HANDS / "mutants.phhs")))
    with pytest.raises(RecordError, match="d db As cannot be") as caught:
        to_text(hand)
    assert caught.value.line == 9
