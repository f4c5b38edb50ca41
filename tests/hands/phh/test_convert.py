"""Hands in PHH as records of ours, and records as hands."""

from __future__ import annotations

import random
import re

import pytest

import dealerkit as dk
from dealerkit.errors import DealerkitError, RecordError
from dealerkit.hands.phh.checker import outcome_of
from dealerkit.hands.phh.from_record import from_record, hands_of
from dealerkit.hands.phh.hand import PhhHand, dumps, parse_hand, read_hands
from dealerkit.hands.phh.to_record import dealt_again, record_of, to_record
from dealerkit.hands.phh.variants import variants
from dealerkit.table.bots import Bots, random_legal
from dealerkit.table.playback import replay
from dealerkit.table.record import read_record
from tests.hands.phh.hands import HANDS, unbroken
from tests.hands.phh.test_checker import LABELS
from tests.hands.phh.test_tiers import TIERS
from tests.sampling import LONG

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
set big_blind: 2
set posts: free
set raise_cap: 4
set tap: false
set show_burns: false
set spread_deck: false
---
d wash
d riffle
d riffle
d strip 4
d riffle
d cut
s1 post 1
s2 post 2
d deal s1 Ah
d deal s2 ??
d deal s3 Qh
d deal s1 Ad
d deal s2 ??
d deal s3 Qd
s3 raise 6
s1 call
s2 fold
d sweep
d burn
d deal board 2c 3c 5s together
s1 check
s3 bet 8
s1 fold
d return s3 bet 8
d award s3 14
d gather
d button s1
"""


def same(actions):
    """Actions without remarks, and amounts as they are shortest."""
    rows = [action.partition("#")[0].strip() for action in actions]
    return [re.sub(r"(\.\d*?)0+$", r"\1", row).rstrip(".") if "." in row else row for row in rows]


def test_a_hand_as_a_record():
    """Every act in its place, with what the format leaves out."""
    assert to_record(parse_hand(HAND)).text() == RECORD
    assert to_record(parse_hand(HAND)).header.name == "7"


def test_a_record_as_a_hand():
    """And back."""
    hand = parse_hand(from_record(RECORD))
    first = parse_hand(HAND)
    assert {key: hand.fields[key] for key in first.fields} == dict(first.fields)
    assert hand.fields["finishing_stacks"] == [94, 98, 108]
    assert from_record(to_record(hand).text()) == from_record(RECORD)


@pytest.mark.campaign
def test_every_hand_goes_there_and_back():
    """195 hands, every day one of seven: the same actions, and the same stacks where all cards are known."""
    differ, tried = set(), dict(unbroken(1 if LONG else 7))
    assert len(tried) > 20
    for key, hand in tried.items():
        again = parse_hand(from_record(to_record(hand).text()))
        if same(again.actions) != same(hand.actions):
            differ.add(key)
        assert outcome_of(again).problem is None, key
    assert differ == tried.keys() & TIERS["there and back"]


def test_the_button_may_be_anywhere():
    """Players are numbered from its left; the seats at the table are kept."""
    moved = re.sub(r"s([123])\b", lambda seat: f"s{int(seat[1]) % 3 + 1}", RECORD).replace("button: 3", "button: 1")
    hand = parse_hand(from_record(moved.replace("d button s2\n", "")))
    assert hand.actions == parse_hand(HAND).actions
    assert hand.fields["seats"] == [2, 3, 1]


def test_of_two_players_the_button_has_the_small_blind():
    """DE-10; the format lists the small blind first all the same."""
    text = HAND.replace("[0, 0, 0]", "[0, 0]").replace("[1, 2, 0]", "[1, 2]").replace("[100, 100, 100]", "[100, 90]")
    text = re.sub(r"(?s)actions = .*\n(?=hand)", "actions = ['d dh p1 AhAd', 'd dh p2 ????', 'p2 f']\n", text)
    record = to_record(parse_hand(text)).text()
    assert "button: 2\n" in record
    assert "s1 post 2\ns2 post 1\n" in record
    assert parse_hand(from_record(record)).fields["blinds_or_straddles"] == [1, 2]


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("game: holdem", "game: mini-baccarat", "button|unknown option|PHH has no"),
        ("game: holdem", "game: five-card-stud", "PHH has no 'five-card-stud'"),
        ("s3 bet 8", "s4 bet 8", "no seat 4 at this table"),
        (RECORD[RECORD.index("d deal s1 Ah") :], "", "fewer than two players were dealt in"),
        ("seats: 3", "seats: three", "whole number"),
        (
            RECORD[RECORD.index("s3 raise 6") :],
            "s3 raise 3\ns1 fold\ns2 fold\n",
            ":30: this hand cannot be written as PHH: seat 3 raises to 3, where PHH expects 4 to 100",
        ),
        (
            RECORD[RECORD.index("s3 raise 6") :],
            "",
            "cannot be written as PHH: the hand ends where PHH expects .*; deal the hand to the end",
        ),
    ],
)
def test_what_phh_cannot_tell_is_refused(was, now, said):
    """Another game, a hand that is not over, one that breaks the rules."""
    with pytest.raises(DealerkitError, match=said):
        from_record(RECORD.replace(was, now))


def test_a_broken_hand_ends_with_what_is_wrong():
    """The record of a faulty hand shows its finding at its last act; what cannot have happened names the line."""
    hands = {hand.section: hand for hand in read_hands(HANDS / "mutants.phhs") if isinstance(hand, PhhHand)}
    table = replay(to_record(hands["9"]))
    assert [finding.code for finding in table.findings] == ["street/four-card-flop"]
    assert table.log[-1].text == "d deal board Th 7s 7c Td together"
    assert to_record(hands["1"]).acts[-1].text == "d deal board As"
    beyond = next(section for section, label in LABELS.items() if label["mutation"] == "bet_beyond_stack")
    with pytest.raises(RecordError, match="only 56 is there") as caught:
        to_record(hands[beyond]).text()
    assert caught.value.line == hands[beyond].line_of("actions", LABELS[beyond]["at_action"])


def test_a_table_of_more_than_the_game_takes_is_refused():
    """A game of draw for eleven is no table of ours."""
    row = ", ".join(["0"] * 11)
    text = re.sub(r"(?s)actions = .*\n(?=hand)", "actions = []\n", HAND).replace("[0, 0, 0]", f"[{row}]")
    text = text.replace("[1, 2, 0]", f"[1, 2{', 0' * 9}]").replace("[100, 100, 100]", f"[{', '.join(['100'] * 11)}]")
    with pytest.raises(RecordError, match="2 to 10 seats"):
        to_record(parse_hand(text))


CANNOT = "this hand cannot be written as PHH"
"""A big blind posted short is called in full at a table (BR-11), an open pair on fourth street may be bet double (BR-21)."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("code", list(variants()))
def test_what_bots_play_goes_there_and_back(code):
    """Records of several hands, short stacks among them: every field and every burned card comes back, and nothing is found."""
    hands = left = 0
    for seed in range(4):
        for fields in hands_of(read_record(played(code, seed))):
            hands += 1
            if isinstance(fields, RecordError):
                left += CANNOT in str(fields)
                continue
            drive = dealt_again(parse_hand(dumps(fields)))
            assert (drive.finding, drive.trouble) == (None, None)
            (again,) = hands_of(record_of(drive))
            assert isinstance(again, dict)
            for key in fields.keys() - {"hand", "seats"}:
                assert again[key] == fields[key], key
    assert hands >= 8
    assert left <= 1


def played(code, seed):
    """The record of three hands that bots played."""
    variant, rng = variants()[code], random.Random(seed)
    seats = rng.randint(2, 6)
    stacks = [rng.choice([3, 20, 100, 400]) for _ in range(seats)] if seed % 2 else None
    button, options = rng.randint(1, seats), {"structure": variant.structure}
    table = dk.Table(variant.game, seats=seats, seed=seed, options=options, button=button, stacks=stacks)
    bots = Bots(random_legal)
    while table.now.rounds.get("hand", 0) < 4:
        acts = bots.acts(table) or [table.next_act()]
        if acts == [None]:
            break
        for act in acts:
            table.push(act)
    assert table.ok
    return table.record()


def test_a_table_is_a_record_too():
    """from_record takes a table as it stands; several hands become sections."""
    text = from_record(replay(played("NT", 0)))
    assert text.startswith("[1]\nvariant = 'NT'\n")
    assert "\n[2]\n" in text
    assert text == from_record(played("NT", 0))
