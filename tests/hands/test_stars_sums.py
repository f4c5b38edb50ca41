"""The sums that the PokerStars text states: a wrong one is told at its line, a right hand is not accused. The hand is made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit.hands.check import check_file

HAND = """PokerStars Hand #900:  Hold'em No Limit ($0.50/$1.00 USD) - 2020/01/02 10:00:00 ET
Table 'Orbit' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bo ($100 in chips)
Seat 3: Cy ($100 in chips)
Bo: posts small blind $0.50
Cy: posts big blind $1
*** HOLE CARDS ***
Dealt to Ann [Ah Kd]
Ann: raises $2 to $3
Bo: folds
Cy: calls $2
*** FLOP *** [As 7d 2c]
Cy: checks
Ann: bets $4
Cy: calls $4
*** TURN *** [As 7d 2c] [9s]
Cy: checks
Ann: checks
*** RIVER *** [As 7d 2c 9s] [3h]
Cy: bets $10
Ann: raises $20 to $30
Cy: folds
Uncalled bet ($20) returned to Ann
Ann collected $33.50 from pot
*** SUMMARY ***
Total pot $34.50 | Rake $1
Board [As 7d 2c 9s 3h]
Seat 1: Ann (button) collected ($33.50)
Seat 2: Bo (small blind) folded before Flop
Seat 3: Cy (big blind) folded on the River
"""
STUD = """PokerStars Hand #901:  7 Card Stud Limit ($2/$4 USD) - 2020/01/02 10:00:00 ET
Table 'Orbit' 8-max
Seat 1: Ann ($100 in chips)
Seat 2: Bo ($100 in chips)
Ann: posts the ante $0.50
Bo: posts the ante $0.50
*** 3rd STREET ***
Dealt to Ann [2c]
Dealt to Bo [9h]
Ann: bets $2
Bo: folds
Uncalled bet ($2) returned to Ann
Ann collected $1 from pot
*** SUMMARY ***
Total pot $1 | Rake $0
Seat 1: Ann collected ($1)
Seat 2: Bo folded on the 3rd Street (didn't bet)
"""


def found(tmp_path: Path, text: str | bytes) -> list[tuple[str, int]]:
    """What `check` finds in a hand: code and line."""
    file = tmp_path / "hand.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [(flaw.code, flaw.line) for hand in check_file(file) for flaw in hand.findings]


@pytest.mark.parametrize(
    ("right", "wrong", "code", "line"),
    [
        pytest.param("Cy: calls $4", "Cy: calls $3", "record/amount-illegal", 16, id="a-call-is-for-the-bet"),
        pytest.param("raises $20 to $30", "raises $15 to $30", "record/amount-illegal", 22, id="by-and-to-agree"),
        pytest.param(
            "Uncalled bet ($20)", "Uncalled bet ($2)", "pot/uncalled-bet-kept", 24, id="all-that-nobody-called-goes-back"
        ),
        pytest.param("returned to Ann", "returned to Cy", "pot/uncalled-bet-kept", 24, id="it-goes-back-to-the-bettor"),
        pytest.param("collected $33.50", "collected $3.50", "record/stacks-do-not-add-up", 27, id="the-pot-is-paid-in-full"),
        pytest.param("Ann collected $33.50 from pot\n", "", "record/stacks-do-not-add-up", 26, id="somebody-collects"),
        pytest.param("Rake $1", "Rake $3", "record/stacks-do-not-add-up", 27, id="the-rake-adds-up"),
        pytest.param(
            "Total pot $34.50", "Total pot $35.50", "record/stacks-do-not-add-up", 27, id="the-total-is-what-was-put-in"
        ),
        pytest.param("Board [As 7d 2c 9s 3h]", "Board [As 7d 2c 9s 4h]", "record/board-told-twice", 28, id="one-board"),
    ],
)
def test_what_does_not_add_up_is_told_at_its_line(tmp_path, right, wrong, code, line):
    """One amount or card changed, one finding, where it stands."""
    assert right in HAND
    assert found(tmp_path, HAND.replace(right, wrong, 1)) == [(code, line)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("", "", id="as-it-is"),
        pytest.param("Bo: folds", "Bo: folds (disconnect)", id="a-remark-behind-a-fold"),
        pytest.param(
            "Seat 3: Cy (big blind) folded on the River", "Seat 3: Cy (big blind) mucked [Kh]", id="one-card-of-two-is-known"
        ),
        pytest.param("Hold'em No Limit ($0.50/$1.00 USD)", "8-Game (Hold'em No Limit, $0.50/$1.00 USD)", id="a-mixed-game"),
        pytest.param("2020/01/02 10:00:00 ET", "2007/10/15 - 05:34:03 (ET)", id="a-dash-and-a-zone-in-brackets"),
        pytest.param("Hold'em No", "Zoom Tournament #5, $3.00+$0.30 USD Hold'em No", id="zoom-tournament"),
    ],
)
def test_a_hand_that_adds_up_is_read_and_not_accused(tmp_path, old, new):
    """Forms of the text in which nothing is wrong."""
    assert found(tmp_path, HAND.replace(old, new, 1)) == []


def test_the_encoding_of_older_clients_is_read(tmp_path):
    """Euro signs as Windows wrote them."""
    assert found(tmp_path, HAND.replace("$", "\u20ac").encode("cp1252")) == []


PAIR = """PokerStars Hand #902:  7 Card Stud Limit ($2/$4 USD) - 2020/01/02 10:00:00 ET
Table 'Orbit' 8-max
Seat 1: Ann ($100 in chips)
Seat 2: Bo ($100 in chips)
Ann: posts the ante $0.50
Bo: posts the ante $0.50
*** 3rd STREET ***
Dealt to Ann [2c]
Dealt to Bo [9h]
Ann: brings in for $1
Bo: calls $1
*** 4th STREET ***
Dealt to Ann [2c] [7d]
Dealt to Bo [9h] [9s]
Bo: bets $4
Ann: folds
Uncalled bet ($4) returned to Bo
Bo collected $3 from pot
*** SUMMARY ***
Total pot $3 | Rake $0
Seat 1: Ann folded on the 4th Street
Seat 2: Bo collected ($3)
"""


def test_an_open_pair_may_be_bet_double_and_no_other_card(tmp_path):
    """BR-21: on fourth street, where somebody shows a pair; without one twice the bet is too much."""
    assert found(tmp_path, PAIR) == []
    assert found(tmp_path, PAIR.replace("[9s]", "[Ts]")) == [("record/amount-illegal", 15)]


def test_the_low_card_may_bet_in_full_at_once(tmp_path):
    """BR-09: a bring-in may be a full bet."""
    assert found(tmp_path, STUD) == []
