"""Chips that nobody asked the dealer to move go back the way they came: they are owed until they do."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.rules.games import games
from tests.table.moments import obeyed, table_at


def stacks(table: dk.Table) -> list[int]:
    """The chips of the house and of each seat, those in front of them and in the pots apart."""
    return list(table.felt.rows["stack"])


@pytest.mark.parametrize("step", ["preflop", "flop.burn", "turn_burn", "showdown", "finish"])
@pytest.mark.parametrize(("slip", "back"), [("d collect s3 10", "d pay s3 10"), ("d collect s3 pot 10", "d award s3 pot 10")])
def test_chips_taken_without_a_reason_are_given_back_at_once(step, slip, back):
    """Wherever the hand stands, and then it goes on as if nothing had been."""
    table = dk.Table("holdem", seats=3, button=1, seed=7)
    table.advance(step)
    before, due = stacks(table), str(table.expected)
    assert [finding.code for finding in table.push(slip)] == ["step/unexpected"]
    assert str(table.next_act()) == back
    assert table.push(back) == ()
    assert (stacks(table), str(table.expected), table.owed) == (before, due, ())


def test_they_are_owed_in_the_next_hand_too():
    """Money never expires: the dealer goes on without, hand after hand."""
    table = dk.Table("holdem", seats=3, button=1, seed=7)
    table.advance("flop.burn")
    table.push("d collect s3 10")
    while table.now.rounds["hand"] < 2 or table.players is None:
        plan = table.plan()
        seat = next(iter(table.ask), "")
        table.push(
            plan[0]
            if plan
            else f"{seat} {'check' if 'check' in table.ask[seat] else 'call' if 'call' in table.ask[seat] else 'show'}"
        )
    assert [act.text for act in table.owed] == ["d pay s3 10"]
    assert table.push("d pay s3 10") == ()
    assert table.owed == ()


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", games())
def test_in_every_game(name):
    """Chips that the dealer takes or pays out of the blue lie where they lay when what is due has been done."""
    tried = 0
    for upto in (5, 20, 35, 50):
        for slip in ("d collect s1 1", "d pay s1 1"):
            table = dk.Table(name, seed=3)
            for _ in range(upto):
                table.advance()
            before = stacks(table)
            try:
                assert table.push(slip)
            except Impossible:  # there are no chips to move
                continue
            tried += 1
            for _ in range(3):
                if stacks(table) != before:
                    assert table.owed or (table.agenda.place is not None and table.agenda.place.step.remedy)
                    table.advance()
            assert stacks(table) == before
    assert tried or not any(table.setup.stacks)


@pytest.mark.parametrize("dealt", [1, 2])
def test_a_void_hand_gives_back_what_came_after_an_early_gather(dealt):
    """RM-37: the cards of the deal for the first dealer were gathered within the hand, before anybody had put a chip in."""
    table = dk.Table("five-card-stud", rules="written-poker", seats=3, seed=5)
    for _ in range(1 + dealt):
        table.push(str(table.next_act()))
    table.push("d strip")
    table.advance("third_betting")
    while str(table.next_act()) != "d sweep":
        table.advance()
    table.push("d sweep")
    table.push("d rebuild s2 up")
    due = [str(table.next_act())]
    while due[-1] != "d gather":
        table.push(due[-1])
        due.append(str(table.next_act()))
    assert due == [
        "d floor", "f rule void_hand hand/cards-mixed", *(f"d return s{seat} pot 3" for seat in (1, 2, 3)), "d gather",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "acts",
    [
        ["d gather"],
        ["d gather", "d award s1 side-1 40"],
        ["d gather", "d award s2 side-1 40"],
        ["d gather", "d award s2 side-1 25", "d collect s2 side-1 15", "d award s1 20"],
        ["d gather", "d award s1 30"],
        ["d gather", "d award s2 side-1 40", "d award s1 30"],
        ["d award s2 side-1 40"],
        ["d award s1 side-1 40", "d award s1 20"],
    ],
    ids=", ".join,
)
def test_a_void_hand_gives_back_what_was_pushed_before_the_ruling(acts):
    """RM-37, RM-07: whoever was pushed a part of the pots gives it back first, and then each player gets his own."""
    table = table_at("SD-14 pot/awarded-out-of-order, the main pot first", 5)
    table.advance("award")
    for act in (*acts, "d floor", "f rule void_hand RM-37"):
        table.push(act)
    due: list[str] = []
    while table.next_act().verb in ("collect", "return"):
        due += obeyed(table, 1)
    assert [act.split()[1] for act in due] == sorted(act.split()[1] for act in due), "collected first"
    assert stacks(table) == [0, 10, 200, 200]
