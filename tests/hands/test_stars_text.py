"""The reader of PokerStars text: what PHH makes of it, what is left out, and what cannot be told. The hands are made up."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pokerkit.notation import HandHistory, PokerStarsParser

from dealerkit.cli import main as root
from dealerkit.errors import RecordError
from dealerkit.hands.phh.sources import read_source
from dealerkit.hands.readers import ConvertedHand, reader_of

CASH = """PokerStars Hand #1001:  Hold'em No Limit ($1/$2 USD) - 2026/03/01 20:15:00 ET
Table 'Orbit: 4' 6-max Seat #5 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bo: the 2nd ($42.50 in chips)
Seat 4: Cy ($1,200 in chips)
Seat 5: Di ($60 in chips)
Seat 6: Ed ($80 in chips) is sitting out
Ann: posts small blind $1
Bo: the 2nd: posts big blind $2
*** HOLE CARDS ***
Dealt to Cy [Ah Kh]
Ed leaves the table
Cy: raises $4 to $6
Di: folds
Ann said, "Cy: folds"
Ann: calls $5
Bo: the 2nd: calls $4
*** FLOP *** [Kd 7c 2s]
Ann: checks
Bo: the 2nd: bets $36.50 and is all-in
Cy: raises $50 to $86.50
Ann: calls $86.50
*** TURN *** [Kd 7c 2s] [3h]
Ann: checks
Cy: checks
*** RIVER *** [Kd 7c 2s 3h] [9d]
Ann: bets $7.50 and is all-in
Cy: calls $7.50
*** SHOW DOWN ***
Ann: shows [7s 7h] (three of a kind, Sevens)
Cy: mucks hand
Ann collected $115 from side pot
Bo: the 2nd: shows [2c 2d] (three of a kind, Deuces)
Ann collected $124.50 from main pot
*** SUMMARY ***
Total pot $242.50 Main pot $124.50. Side pot $115. | Rake $3
Board [Kd 7c 2s 3h 9d]
Seat 1: Ann (small blind) showed [7s 7h] and won ($239.50) with three of a kind, Sevens
Seat 2: Bo: the 2nd (big blind) showed [2c 2d] and lost with three of a kind, Deuces
Seat 4: Cy mucked [Ah Kh]
Seat 5: Di (button) folded before Flop (didn't bet)
"""

TOURNAMENT = """*********** # 7 **************
PokerStars Hand #1002: Tournament #55, $5+$0.50 USD Hold'em No Limit - Level IV (50/100) - 2026/03/02 9:05:01 CET
Table '55 3' 9-max Seat #2 is the button
Seat 2: O'Neil (1500 in chips)
Seat 7: Zoë (900 in chips, $2 bounty)
O'Neil: posts the ante 10
Zoë: posts the ante 10
O'Neil: posts small blind 50
Zoë: posts big blind 100
*** HOLE CARDS ***
O'Neil: raises 100 to 200
Zoë: folds
Uncalled bet (100) returned to O'Neil
O'Neil collected 220 from pot
O'Neil: shows [As Ad] (a pair of Aces)
*** SUMMARY ***
Total pot 220 | Rake 0
Seat 2: O'Neil (button) (small blind) collected (220)
Seat 7: Zoë (big blind) folded before Flop
"""

LIMIT = """PokerStars Game #1003:  Omaha Hi/Lo Limit (€2/€4 EUR) - 2026/03/02 21:00:59 ET
Table 'L' 6-max Seat #1 is the button
Seat 1: Ann (€50 in chips)
Seat 2: Bo (€50 in chips)
Seat 3: Cy (€50 in chips)
Bo: posts small blind €1
Cy: posts big blind €2
*** HOLE CARDS ***
Ann: raises €2 to €4
Bo: folds
Cy: calls €2
*** FLOP *** [2h 3h 8c]
Cy: checks
Ann: bets €2
Cy: folds
Uncalled bet (€2) returned to Ann
Ann collected €9 from pot
*** SUMMARY ***
Total pot €9 | Rake €0
Board [2h 3h 8c]
Seat 1: Ann (button) collected (€9)
Seat 2: Bo (small blind) folded before Flop
Seat 3: Cy (big blind) folded on the Flop
"""


@pytest.fixture
def read(tmp_path):
    """Write a text into a file, and return what is read there."""

    def from_text(text: str) -> list[object]:
        path = tmp_path / "hands.txt"
        path.write_text(text, encoding="utf-8")
        return list(read_source(path))

    return from_text


def check(*args: str, code: int = 0) -> Result:
    """Run a command."""
    result = CliRunner().invoke(root.main, args, env={"COLUMNS": "110"})
    assert result.exit_code == code, result.output
    return result


def test_a_hand_of_a_cash_game(read):
    """Names with colons, a side pot, who was sitting out, a winner of two pots; talk that looks like an act is talk."""
    (hand,) = read(CASH)
    assert isinstance(hand, ConvertedHand)
    assert hand.raw["players"] == "['Ann', 'Bo: the 2nd', 'Cy', 'Di']"
    assert hand.raw["seats"] == "[1, 2, 4, 5]"
    assert hand.raw["starting_stacks"] == "[100, 42.50, 1200, 60]"
    assert hand.raw["blinds_or_straddles"] == "[1, 2, 0, 0]"
    assert hand.raw["winnings"] == "[239.50, 0, 0, 0]"
    assert hand.actions[:4] == ["d dh p1 ????", "d dh p2 ????", "d dh p3 AhKh", "d dh p4 ????"]
    assert hand.actions[4:] == [
        "p3 cbr 6", "p4 f", "p1 cc", "p2 cc", "d db Kd7c2s", "p1 cc", "p2 cbr 36.50", "p3 cbr 86.50", "p1 cc",
        "d db 3h", "p1 cc", "p3 cc", "d db 9d", "p1 cbr 7.50", "p3 cc", "p1 sm 7s7h", "p3 sm AhKh", "p2 sm 2c2d",
    ]  # fmt: skip
    assert hand.left_out == {"lines of talk, and of who came and went": 2}


def test_a_hand_of_a_tournament(read):
    """Two players, antes, a head above the hand, a quote in a name; a hand shown after all had folded is no showdown."""
    (hand,) = read("\ufeff" + TOURNAMENT)
    assert isinstance(hand, ConvertedHand)
    assert hand.raw["players"] == "['Zoë', \"O'Neil\"]"
    assert (hand.raw["antes"], hand.raw["blinds_or_straddles"]) == ("[10, 10]", "[50, 100]")
    assert hand.actions[2:] == ["p2 cbr 200", "p1 f"]
    assert hand.raw["event"] == "'tournament 55'"
    assert (hand.raw["time"], hand.raw["hand"]) == ("09:05:01", "1002")


def test_a_limit_hand(read):
    """Small and big bet, four cards, euros."""
    (hand,) = read(LIMIT)
    assert isinstance(hand, ConvertedHand)
    assert (hand.raw["variant"], hand.raw["small_bet"], hand.raw["big_bet"]) == ("'FO/8'", "2", "4")
    assert hand.raw["currency_symbol"] == "'€'"
    assert hand.actions[0] == "d dh p1 ????????"


POSTS = """PokerStars Hand #2001:  Hold'em No Limit ($1/$2 USD) - 2026/03/01 20:15:00 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bo ($150 in chips)
Seat 3: Cy ($210.40 in chips)
Seat 4: Di ($100 in chips)
Seat 5: Ed ($90 in chips)
Seat 6: Flo ($80 in chips)
Bo: posts small blind $1
Cy: posts big blind $2
Ed: posts big blind $2
Flo: posts small & big blinds $3
Ann: posts small blind $1
*** HOLE CARDS ***
Di: folds
Ed: checks
Flo: raises $4 to $6
Ann: folds
Bo: calls $5
Cy: folds
Ed: calls $4
*** FLOP *** [Kd 7c 2s]
Bo: checks
Ed: checks
Flo: bets $12
Bo: folds
Ed: calls $12
*** TURN *** [Kd 7c 2s] [3h]
Ed: checks
Flo: checks
*** RIVER *** [Kd 7c 2s 3h] [9d]
Ed: bets $20
Flo: calls $20
*** SHOW DOWN ***
Ed: shows [Kh Qh] (a pair of Kings)
Flo: mucks hand
Ed collected $83 from pot
*** SUMMARY ***
Total pot $86 | Rake $3
Board [Kd 7c 2s 3h 9d]
Seat 1: Ann (button) folded before Flop
Seat 2: Bo (small blind) folded on the Flop
Seat 3: Cy (big blind) folded before Flop
Seat 4: Di folded before Flop (didn't bet)
Seat 5: Ed showed [Kh Qh] and won ($83) with a pair of Kings
Seat 6: Flo mucked [Ks Jd]
"""

LIMIT_POSTS = (
    LIMIT.replace("Seat 3: Cy (€50 in chips)", "Seat 3: Cy (€50 in chips)\nSeat 5: Di (€50 in chips)").replace(
        "*** HOLE CARDS ***", "Di: posts small & big blinds €3\n*** HOLE CARDS ***\nDi: folds"
    )
    + "Seat 5: Di folded before Flop\n"
)

NO_SMALL_BLIND = """PokerStars Hand #2002: Tournament #55, $5+$0.50 USD Hold'em No Limit - Level IV (50/100) - 2026/3/2 9:05:01 ET
Table '55 3' 9-max Seat #2 is the button
Seat 2: Ann (1500 in chips)
Seat 4: Bo (900 in chips)
Seat 7: Cy (900 in chips)
Bo: posts big blind 100
*** HOLE CARDS ***
Cy: folds
Ann: raises 150 to 250
Bo: folds
Uncalled bet (150) returned to Ann
Ann collected 200 from pot
*** SUMMARY ***
Total pot 200 | Rake 0
Seat 2: Ann (button) collected (200)
Seat 4: Bo (big blind) folded before Flop
Seat 7: Cy folded before Flop (didn't bet)
"""

STRADDLE = """PokerStars Hand #2004:  Hold'em No Limit ($1/$2 USD) - 2026/03/01 20:15:00 ET
Table 'Vega' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bo ($150 in chips)
Seat 3: Cy ($210.40 in chips)
Seat 4: Di ($100 in chips)
Bo: posts small blind $1
Cy: posts big blind $2
Di: posts straddle $4
*** HOLE CARDS ***
Ann: calls $4
Bo: calls $3
Cy: folds
Di: raises $6 to $10
Ann: folds
Bo: folds
Uncalled bet ($6) returned to Di
Di collected $14 from pot
*** SUMMARY ***
Total pot $14 | Rake $0
Seat 1: Ann (button) folded before Flop
Seat 2: Bo (small blind) folded before Flop
Seat 3: Cy (big blind) folded before Flop
Seat 4: Di collected ($14)
"""

ALL_IN_BEFORE = """PokerStars Hand #2005: Tournament #56, $5+$0.50 USD Hold'em No Limit - Level IV (50/100) - 2026/3/2 9:05:01 ET
Table '56 3' 9-max Seat #2 is the button
Seat 2: Ann (1500 in chips)
Seat 4: Bo (10 in chips)
Seat 7: Cy (8 in chips)
Seat 8: Di (800 in chips)
Ann: posts the ante 10
Bo: posts the ante 10 and is all-in
Cy: posts the ante 8 and is all-in
Di: posts the ante 10
*** HOLE CARDS ***
Di: raises 100 to 200
Ann: folds
Uncalled bet (200) returned to Di
*** FLOP *** [2h 3h 8c]
*** TURN *** [2h 3h 8c] [9d]
*** RIVER *** [2h 3h 8c 9d] [Td]
*** SHOW DOWN ***
Di: shows [Ah Ad] (a pair of Aces)
Bo: shows [Kh Kd] (a pair of Kings)
Di collected 6 from side pot
Cy: shows [Qh Qd] (a pair of Queens)
Di collected 32 from main pot
*** SUMMARY ***
Total pot 38 Main pot 32. Side pot 6. | Rake 0
Board [2h 3h 8c 9d Td]
Seat 2: Ann (button) folded before Flop
Seat 4: Bo (small blind) showed [Kh Kd] and lost with a pair of Kings
Seat 7: Cy (big blind) showed [Qh Qd] and lost with a pair of Queens
Seat 8: Di showed [Ah Ad] and won (38) with a pair of Aces
"""


@pytest.mark.parametrize(
    ("text", "antes", "blinds", "left"),
    [
        (POSTS, "[0, 0, 0, 0, 1, 1]", "[1, 2, 0, -2, -2, 0]", [144, "208.40", 100, 138, 41, 199]),
        (LIMIT_POSTS, "[0, 0, 1, 0]", "[1, 2, -2, 0]", [49, 46, 47, 58]),
        (NO_SMALL_BLIND, "[0, 0, 0]", "[100, 0, 0]", [800, 900, 1600]),
        (STRADDLE, "[0, 0, 0, 0]", "[1, 2, 4, 0]", [146, "208.40", 110, 196]),
        (ALL_IN_BEFORE, "[10, 10, 10, 10]", "[0, 100, 0, 0]", [0, 0, 828, 1490]),
    ],
)
def test_what_is_posted_besides_the_blinds(read, tmp_path, text, antes, blinds, left):
    """Who comes in or comes back, a small blind that nobody posts, a straddle, who is all in before it: clean, as PHH and as a
    record, and in another's engine the same chips are left as in the text.
    """
    (hand,) = read(text)
    assert (hand.raw["antes"], hand.raw["blinds_or_straddles"]) == (antes, blinds)
    for name in ("out.phhs", "out.txt"):
        check("convert", str(tmp_path / "hands.txt"), str(tmp_path / name))
        assert check("check", str(tmp_path / name)).stdout.startswith("1 hand in 1 file, nothing")
    with warnings.catch_warnings(), (tmp_path / "out.phhs").open("rb") as stream:
        warnings.simplefilter("ignore")
        (other,) = HandHistory.load_all(stream)
        *_, end = other
    assert [str(stack) for stack in end.stacks] == [str(stack) for stack in left]


def test_a_hand_that_was_mucked_is_known_from_the_summary(read):
    """Where it stands there."""
    (hand,) = read(POSTS)
    assert "d dh p5 KsJd" in hand.actions
    assert hand.actions[-1] == "p5 sm KsJd"


STUD = """PokerStars Hand #3001:  7 Card Stud Hi/Lo Limit ($0.40/$0.80 USD) - 2026/03/01 20:15:00 ET
Table 'Equ II' 8-max
Seat 1: Ann ($10 in chips)
Seat 3: Bo ($2.70 in chips)
Seat 4: Cy ($8 in chips)
Seat 6: Di ($6 in chips) is sitting out
Ann: posts the ante $0.05
Bo: posts the ante $0.05
Cy: posts the ante $0.05
*** 3rd STREET ***
Dealt to Ann [Kh]
Dealt to Bo [2d]
Dealt to Cy [Ac 3c 5h]
Bo: brings in for $0.10
Cy: raises $0.30 to $0.40
Ann: calls $0.40
Bo: calls $0.30
*** 4th STREET ***
Dealt to Ann [Kh] [9s]
Dealt to Bo [2d] [7d]
Dealt to Cy [Ac 3c 5h] [4d]
Ann: bets $0.40
Bo: calls $0.40
Cy: raises $0.40 to $0.80
Ann: calls $0.40
Bo: calls $0.40
*** 5th STREET ***
Dealt to Ann [Kh 9s] [9c]
Dealt to Bo [2d 7d] [8d]
Dealt to Cy [Ac 3c 5h 4d] [Jh]
Ann: checks
Bo: bets $0.80
Cy: calls $0.80
Ann: folds [Kd 2s]
*** 6th STREET ***
Dealt to Bo [2d 7d 8d] [Qs]
Dealt to Cy [Ac 3c 5h 4d Jh] [2h]
Bo: checks
Cy: bets $0.80
Bo: calls $0.65 and is all-in
Uncalled bet ($0.15) returned to Cy
*** RIVER ***
Dealt to Cy [Ac 3c 5h 4d Jh 2h] [Js]
*** SHOW DOWN ***
Bo: shows [Ad 5d 2d 7d 8d Qs Th] (HI: a flush, Ace high; LO: 8,7,5,2,A)
Cy: shows [Ac 3c 5h 4d Jh 2h Js] (HI: a straight, Ace to Five; LO: 5,4,3,2,A)
Bo collected $3.25 from pot
Cy collected $3.20 from pot
*** SUMMARY ***
Total pot $6.65 | Rake $0.20
Seat 1: Ann folded on the 5th Street
Seat 3: Bo showed [Ad 5d 2d 7d 8d Qs Th] and won ($3.25) with HI: a flush, Ace high; LO: 8,7,5,2,A
Seat 4: Cy showed [Ac 3c 5h 4d Jh 2h Js] and won ($3.20) with HI: a straight, Ace to Five; LO: 5,4,3,2,A
"""

RAZZ = """PokerStars Hand #3002: Tournament #57, $5+$0.50 USD Razz Limit - Level IV (100/200) - 2026/3/2 9:05:01 ET
Table '57 3' 8-max
Seat 2: Ann (1500 in chips)
Seat 5: Bo (900 in chips)
Ann: posts the ante 10
Bo: posts the ante 10
*** 3rd STREET ***
Dealt to Ann [Kh]
Dealt to Bo [2d]
Ann: brings in for 30
Bo: raises 70 to 100
Ann: folds
Uncalled bet (70) returned to Bo
Bo collected 80 from pot
Bo: doesn't show hand
*** SUMMARY ***
Total pot 80 | Rake 0
Seat 2: Ann folded on the 3rd Street
Seat 5: Bo collected (80)
"""


def test_hands_of_stud(read, tmp_path):
    """Antes and who brings it in, cards up and down, a hand shown as it is folded, who is all in; clean in every form."""
    stud, razz = read(STUD + "\n\n" + RAZZ)
    assert (stud.raw["variant"], stud.raw["bring_in"], stud.raw["antes"]) == ("'F7S/8'", "0.10", "[0.05, 0.05, 0.05]")
    assert stud.actions[:5] == ["d dh p1 ????Kh", "d dh p2 ????2d", "d dh p3 Ac3c5h", "p2 pb", "p3 cbr 0.40"]
    assert stud.actions[-6:] == [
        "p3 cbr 0.80", "p2 cc", "d dh p2 ??", "d dh p3 Js", "p2 sm Ad5d2d7d8dQsTh", "p3 sm Ac3c5h4dJh2hJs",
    ]  # fmt: skip
    assert stud.left_out == {"hands shown as they were folded": 1}
    assert razz.actions == ["d dh p1 ????Kh", "d dh p2 ????2d", "p1 pb", "p2 cbr 100", "p1 f"]
    for name in ("out.phhs", "out.txt"):
        check("convert", str(tmp_path / "hands.txt"), str(tmp_path / name))
        assert check("check", str(tmp_path / name)).stdout.startswith("2 hands in 1 file, nothing")


DRAW = """PokerStars Hand #5001:  Triple Draw 2-7 Lowball Limit ($10/$20 USD) - 2026/03/01 20:15:00 ET
Table 'Dra' 6-max Seat #1 is the button
Seat 1: Ann ($500 in chips)
Seat 2: Bo ($500 in chips)
Seat 3: Cy ($500 in chips)
Bo: posts small blind $5
Cy: posts big blind $10
*** DEALING HANDS ***
Dealt to Cy [5d Kd 5s 7d 4d]
Ann: raises $10 to $20
Bo: folds
Cy: calls $10
*** FIRST DRAW ***
Cy: discards 2 cards [Kd 5s]
Dealt to Cy [5d 7d 4d] [2c 9c]
Ann said, "three"
Ann: discards 3 cards
Cy: checks
Ann: bets $10
Cy: calls $10
*** SECOND DRAW ***
Cy: discards 1 card [9c]
Dealt to Cy [5d 7d 4d 2c] [Tc]
Ann: stands pat
Cy: checks
Ann: bets $20
Cy: calls $20
*** THIRD DRAW ***
Cy: stands pat on [5d 7d 4d 2c Tc]
Ann: discards 1 card
Cy: bets $20
Ann: calls $20
*** SHOW DOWN ***
Cy: shows [5d 7d 4d 2c Tc] (Lo: T,7,5,4,2)
Ann: mucks hand
Cy collected $143 from pot
*** SUMMARY ***
Total pot $145 | Rake $2
Seat 1: Ann (button) mucked
Seat 2: Bo (small blind) folded before the Draw
Seat 3: Cy (big blind) showed [5d 7d 4d 2c Tc] and won ($143) with Lo: T,7,5,4,2


PokerStars Hand #5002: Tournament #57, $5+$0.50 USD Badugi Limit - Level IV (100/200) - 2026/3/2 9:05:01 ET
Table '57 3' 8-max Seat #2 is the button
Seat 2: Ann (1500 in chips)
Seat 5: Bo (900 in chips)
Ann: posts small blind 50
Bo: posts big blind 100
*** DEALING HANDS ***
Dealt to Ann [5d 7d 4s Kh]
Ann: raises 100 to 200
Bo: calls 100
*** FIRST DRAW ***
Bo: discards 4 cards
Ann: discards 2 cards [7d Kh]
Dealt to Ann [5d 4s] [As 8c]
Bo: bets 100
Ann: folds
Uncalled bet (100) returned to Bo
Bo collected 400 from pot
Bo: doesn't show hand
*** SUMMARY ***
Total pot 400 | Rake 0
Seat 2: Ann (button) (small blind) folded after the 1st Draw
Seat 5: Bo (big blind) collected (400)


PokerStars Hand #5003:  Single Draw 2-7 Lowball No Limit ($1/$2 USD) - 2026/03/01 20:15:00 ET
Table 'Dra' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bo ($50 in chips)
Seat 3: Cy ($50 in chips)
Bo: posts small blind $1
Cy: posts big blind $2
*** DEALING HANDS ***
Dealt to Ann [5d Kd 5s 7d 4d]
Ann: raises $4 to $6
Bo: calls $5
Cy: folds
Bo: stands pat
Ann: discards 5 cards [5d Kd 5s 7d 4d]
Dealt to Ann [2c 3c 4c 5c 7c]
Bo: checks
Ann: bets $44 and is all-in
Bo: calls $44 and is all-in
*** SHOW DOWN ***
Ann: shows [2c 3c 4c 5c 7c] (a flush, Seven high)
Bo: shows [2d 3d 4h 6h 8s] (Lo: 8,6,4,3,2)
Bo collected $100 from pot
*** SUMMARY ***
Total pot $102 | Rake $2
Seat 1: Ann (button) showed [2c 3c 4c 5c 7c] and lost with a flush, Seven high
Seat 2: Bo (small blind) showed [2d 3d 4h 6h 8s] and won ($100) with Lo: 8,6,4,3,2
Seat 3: Cy (big blind) folded before the Draw
"""


def test_hands_of_draw(read, tmp_path):
    """What is discarded and got for it, seen and unseen, from the left of the button on; clean in every form."""
    triple, badugi, single = read(DRAW)
    assert [hand.raw["variant"] for hand in (triple, badugi, single)] == ["'F2L3D'", "'FB'", "'N2L1D'"]
    assert triple.actions[6:12] == ["p2 sd Kd5s", "p3 sd ??????", "d dh p2 2c9c", "d dh p3 ??????", "p2 cc", "p3 cbr 10"]
    assert triple.actions[-6:] == ["p3 sd ??", "d dh p3 ??", "p2 cbr 20", "p3 cc", "p2 sm 5d7d4d2cTc", "p3 sm"]
    assert badugi.actions[4:8] == ["p1 sd ????????", "p2 sd 7dKh", "d dh p1 ????????", "d dh p2 As8c"]
    assert single.actions[6:9] == ["p1 sd", "p3 sd 5dKd5s7d4d", "d dh p3 2c3c4c5c7c"]
    for name in ("out.phhs", "out.txt"):
        check("convert", str(tmp_path / "hands.txt"), str(tmp_path / name))
        assert check("check", str(tmp_path / name)).stdout.startswith("3 hands in 1 file, nothing")


def test_a_hand_shown_as_it_is_folded(read, tmp_path):
    """It is a fold like any other, and what was shown is told to be left out."""
    (hand,) = read(CASH.replace("Di: folds", "Di: folds [Qc 2h]"))
    assert hand.actions[5] == "p4 f"
    assert hand.left_out["hands shown as they were folded"] == 1
    assert check("check", str(tmp_path / "hands.txt")).stdout.startswith("1 hand in 1 file, nothing")


ABSENT = """PokerStars Hand #1004: Tournament #56, $5+$0.50 USD Hold'em No Limit - Level III (50/100) - 2026/03/02 9:07:01 CET
Table '56 3' 9-max Seat #1 is the button
Seat 1: Ann (900 in chips)
Seat 2: Bo (900 in chips)
Seat 4: Cy (70 in chips) is sitting out
Bo: posts small blind 50
Cy: posts big blind 70 and is all-in
*** HOLE CARDS ***
Ann: calls 100
Bo: calls 50
Cy: folds
*** FLOP *** [2h 3h 8c]
Bo: bets 100
Ann: folds
Uncalled bet (100) returned to Bo
Bo collected 270 from pot
*** SUMMARY ***
Total pot 270 | Rake 0
Board [2h 3h 8c]
Seat 1: Ann (button) folded on the Flop
Seat 2: Bo (small blind) collected (270)
Seat 4: Cy (big blind) folded before Flop
"""


def test_the_hand_of_an_absent_player_who_is_all_in_is_killed(read, tmp_path):
    """DP-12, BR-30: he has no turn any more, so what stands there as his fold is none out of turn, and nobody shows for him."""
    (hand,) = read(ABSENT)
    assert "p2 f" not in hand.actions
    assert hand.actions[-1] == "p2 sm"
    assert check("check", str(tmp_path / "hands.txt")).stdout.startswith("1 hand in 1 file, nothing")
    (there,) = read(ABSENT.replace(" is sitting out", ""))  # a fold of somebody who is there is one out of turn
    assert "p2 f" in there.actions


def test_another_s_parser_reads_the_same(read):
    """PokerKit's parser of the format has the same acts; of showdowns it tells more than stands there."""
    cash = CASH.replace(": the 2nd", "").replace('Ann said, "Cy: folds"\n', "").replace("$1,200", "$1200")
    text = (
        cash.replace("Seat 6: Ed ($80 in chips) is sitting out\n", "").replace("Ed leaves the table\n", "")
        + "\n\n"
        + TOURNAMENT.replace("O'Neil", "Al")
    )
    ours = [hand for hand in read(text) if isinstance(hand, ConvertedHand)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = list(PokerStarsParser()(text))

    def played(actions: list[str]) -> list[str]:
        return [re.sub(r"\.00$", "", action) for action in actions if " sm " not in action]

    assert len(theirs) == len(ours) == 2
    for mine, other in zip(ours, theirs, strict=True):
        assert played(mine.actions) == played(list(other.actions))
        assert [str(name) for name in other.players] == [name.strip("'\"") for name in mine.raw["players"][1:-1].split(", ")]


def test_it_is_checked_clean_and_converted(tmp_path, monkeypatch):
    """From a folder, compressed and not, by two processes; as records it is clean again."""
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()
    Path("in/a.txt").write_text(CASH + "\n\n" + LIMIT, encoding="utf-8")
    Path("in/b.txt").write_text(TOURNAMENT, encoding="utf-8")
    assert check("check", "in", "--jobs", "2").stdout == "3 hands in 2 files, nothing to report.\n"
    assert "a.txt: 2 hands" in check("convert", "in/a.txt", "a.txt").stdout
    assert "b.txt: 1 hand" in check("convert", "in/b.txt", "b.txt").stdout
    assert "left out: 2 lines of talk" in check("convert", "in/a.txt", "a.phhs").stdout
    assert check("check", "a.phhs").stdout == "2 hands in 1 file, nothing to report.\n"
    assert check("check", "a.txt", "b.txt").stdout.startswith("3 hands in 2 files, nothing")


def test_a_finding_names_the_line_of_the_file(tmp_path):
    """A call out of turn is found, where it stands."""
    path = tmp_path / "a.txt"
    path.write_text(CASH.replace("Di: folds\n", "Ann: folds\n", 1), encoding="utf-8")
    out = check("check", str(path), code=1).stdout
    assert f"line {CASH.splitlines().index('Di: folds') + 1}" in out


CANNOT = {
    "another game": (CASH.replace("Hold'em No Limit", "5 Card Draw Limit"), 1, "5 Card Draw Limit can't be read"),
    "stud that nobody brings in": (
        STUD.replace("#3001", "#1001").replace("Bo: brings in for $0.10\n", ""),
        1,
        "who posted the bring-in",
    ),
    "stud with a card for all": (
        STUD.replace("#3001", "#1001").replace("*** RIVER ***", "*** RIVER *** [Js]"),
        42,
        "PHH has no word for this",
    ),
    "stud without a table": (
        STUD.replace("#3001", "#1001").replace("Table 'Equ II' 8-max\n", ""),
        2,
        "the table it was dealt at",
    ),
    "stud without a street": (
        STUD.replace("#3001", "#1001").replace("*** 3rd STREET ***\n", ""),
        1,
        "the line '*** 3rd STREET ***' is missing",
    ),
    "an unknown game": (CASH.replace("Hold'em No Limit", "Whist No Limit"), 1, "unknown game:"),
    "a blind that is missing": (CASH.replace("Bo: the 2nd: posts big", "Cy: posts big"), 1, "the big blind was not posted"),
    "a blind posted twice": (CASH.replace("*** HOLE", "Ann: posts big blind $2\n*** HOLE"), 10, "posted out of turn: big blind"),
    "a straddle from elsewhere": (CASH.replace("*** HOLE", "Di: posts straddle $4\n*** HOLE"), 10, "out of turn: straddle"),
    "a hand that was cancelled": (CASH.replace("*** HOLE", "Hand cancelled\n*** HOLE"), 10, "the hand was cancelled"),
    "two boards": (CASH.replace("*** TURN *** [", "*** FIRST TURN *** ["), 23, "PHH has no word for this"),
    "a torn end": (CASH[: CASH.index("*** SUMMARY")], 36, "breaks off before the summary"),
    "no table": (CASH.replace("Table 'Orbit: 4' 6-max Seat #5 is the button\n", ""), 2, "which seat has the button"),
    "one player": (re.sub(r"Seat [245].*\n", "", CASH), 1, "fewer than two players"),
    "a broken amount": (CASH.replace("Seat 1: Ann ($100 ", "Seat 1: Ann ($1.0.0 "), 1, "not a number"),
    "a board that changes": (CASH.replace("*** TURN *** [Kd 7c 2s]", "*** TURN *** [Kd 7c 5s]"), 23, "doesn't start with"),
}


@pytest.mark.parametrize("name", CANNOT)
def test_what_cannot_be_told_is_left_out_alone(read, name):
    """With its line and reason; the hand after it is read."""
    text, line, why = CANNOT[name]
    lost, hand = read(text + "\n\n" + LIMIT)
    assert isinstance(lost, RecordError)
    assert isinstance(hand, ConvertedHand)
    assert why in lost.message
    assert lost.line == line
    assert lost.hand == "1001"


def test_odd_bytes_stop_nothing(read, tmp_path):
    """Bytes that are no text, lines without end, hands without lines: told or left out, never more."""
    path = tmp_path / "odd.txt"
    path.write_bytes(CASH.encode().replace(b"Ann", b"A\xff\x00n") + b"\n" + b"x" * 100_000 + b"\n" + LIMIT.encode())
    found = list(read_source(path))
    assert [type(one).__name__ for one in found] == ["ConvertedHand", "ConvertedHand"]
    (short,) = read("PokerStars Hand #7: ")
    assert isinstance(short, RecordError)


def test_nothing_else_is_taken_for_it():
    """Our own records and PHH are no such text."""
    assert reader_of(b"# dealerkit record 1\n") is None
    assert reader_of(b"variant = 'NT'\n") is None
