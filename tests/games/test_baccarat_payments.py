"""A wrong payment at baccarat: what is due then, and that it comes out right in the end. BA-60 to BA-65, BI-20"""

from __future__ import annotations

from typing import Any

import pytest

import dealerkit as dk

Cards = tuple[str, str, str, str]

PLAYER = ("9h", "2s", "Kd", "Qs")
BANKER = ("2s", "9h", "Qs", "Kd")
TIE = ("9h", "9s", "Kd", "Qs")
MARKED = {"commission_method": "mark"}
LOST, WON = "d take s2 banker 100", "d pay s1 player 100"

ROWS: list[tuple[str, Cards, dict[str, Any], list[str], list[str], list[str]]] = [
    # the cards, the house, what the dealer does, what is due then up to the end, what is found
    ("nothing wrong", PLAYER, {}, [], [LOST, WON], []),
    ("all taken without a number", PLAYER, {}, ["d take s2 banker", "d pay s1 player 100"], [], []),
    ("paid without the spot", PLAYER, {}, [LOST, "d pay s1 100"], [], []),
    ("too little taken", PLAYER, {}, ["d take s2 banker 60"], ["d take s2 banker 40", WON], ["coup/wrong-payout"]),
    ("too much paid", PLAYER, {}, [LOST, "d pay s1 player 150"], ["d collect s1 player 50"], ["coup/wrong-payout"]),
    ("too much paid without the spot", PLAYER, {}, [LOST, "d pay s1 150"], ["d collect s1 player 50"], ["coup/wrong-payout"]),
    ("too little paid", PLAYER, {}, [LOST, "d pay s1 player 60"], ["d pay s1 player 40"], ["coup/wrong-payout"]),
    ("a winner is taken", PLAYER, {}, ["d take s1 player"], ["d return s1 player 100", LOST, WON], ["coup/wrong-payout"]),
    ("half of a winner", PLAYER, {}, [LOST, "d take s1 player 50"], ["d return s1 player 50", WON], ["coup/wrong-payout"]),
    (
        "a loser is paid", PLAYER, {}, [LOST, "d pay s2 banker 100"],
        ["d collect s2 banker 100", WON], ["coup/wrong-payout"],
    ),
    (
        "a loser is paid and not yet taken", PLAYER, {}, ["d pay s2 banker 100"],
        [LOST, "d collect s2 banker 100", WON], ["coup/paid-before-losers-taken", "coup/wrong-payout"],
    ),
    ("a bet that nobody made", PLAYER, {}, [LOST, "d pay s1 tie 100"], ["d collect s1 tie 100", WON], ["coup/wrong-payout"]),
    ("the wrong seat", PLAYER, {}, [LOST, "d pay s2 player 100"], ["d collect s2 player 100", WON], ["coup/wrong-payout"]),
    ("BA-61 the commission is deducted", BANKER, {}, [], ["d take s1 player 100", "d pay s2 banker 95"], []),
    (
        "BA-61 it is forgotten", BANKER, {}, ["d take s1 player", "d pay s2 banker 100"],
        ["d collect s2 banker 5"], ["commission/not-marked"],
    ),
    (
        "BA-61 too much is deducted", BANKER, {}, ["d take s1 player", "d pay s2 banker 90"],
        ["d pay s2 banker 5"], ["coup/wrong-payout"],
    ),
    (
        "BA-63 the commission is marked", BANKER, MARKED, [],
        ["d take s1 player 100", "d pay s2 banker 100", "d mark s2 commission 5"], [],
    ),
    (
        "BA-63 it is deducted where it is marked", BANKER, MARKED, ["d take s1 player", "d pay s2 banker 95"],
        ["d pay s2 banker 5", "d mark s2 commission 5"], ["coup/wrong-payout"],
    ),
    (
        "BA-63 too little is marked", BANKER, MARKED, ["d take s1 player", "d pay s2 banker 100", "d mark s2 commission 4"],
        ["d mark s2 commission 1"], None,
    ),
    (
        "BA-63 too much is marked", BANKER, MARKED, ["d take s1 player", "d pay s2 banker 100", "d mark s2 commission 7"],
        ["d mark s2 commission -2"], None,
    ),
    ("a tie pushes", TIE, {}, [], ["d tap"], []),
    ("a tie is taken as lost", TIE, {}, ["d take s1 player"], ["d return s1 player 100", "d tap"], ["coup/wrong-result"]),
    ("a tie is paid as won", TIE, {}, ["d pay s1 player 100"], ["d collect s1 player 100", "d tap"], ["coup/wrong-payout"]),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "options", "acts", "due", "found"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_bi_20_a_wrong_payment_is_put_right(
    cards: Cards, options: dict[str, Any], acts: list[str], due: list[str], found: list[str] | None
) -> None:
    """Before the cards are cleared: what is missing follows, what is too much comes back."""
    table = dk.Table("mini-baccarat", seats=2, seed=3, options=options)
    table.advance("close")
    where = ("player", "banker", "player", "banker")
    dealt = [f"d deal {side} {card}" for side, card in zip(where, cards, strict=True)]
    for line in ("s1 bet player 100", "s2 bet banker 100", "d close", *dealt):
        table.push(line)
    before = table.felt.rows["stack"][1:]
    act = table.next_act()
    while act is not None and act.verb in ("call", "push"):
        table.push(act)
        act = table.next_act()
    for line in acts:
        table.push(line)
    asked = []
    act = table.next_act()
    while act is not None and act.verb != "clear":
        assert table.push(act) == (), act
        asked.append(act.text)
        act = table.next_act()
    assert asked == due
    if found is not None:
        codes = [finding.code for finding in table.findings]
        assert [code for code in codes if code != "record/card-out-of-order"] == found  # the row's cards are not the shoe's
    won = {PLAYER: [100, 0], BANKER: [0, 100 if options else 95], TIE: [0, 0]}[cards]
    assert [table.felt.rows["stack"][seat] - before[seat - 1] for seat in (1, 2)] == [table.felt.units(chips) for chips in won]
