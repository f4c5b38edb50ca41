"""A live hand that the dealer took in, while others fold: the round waits for the floor where one hand is left (RM-23)."""

from __future__ import annotations

import attrs
import pytest

import dealerkit as dk
from dealerkit.judge.match import hands_undecided
from dealerkit.procedure.advance import AgendaBuilder
from tests.folding import state

TAKEN = ["s1 check", "d kill s2"]


def table_after(*acts: str) -> dk.Table:
    """Three players on the flop, of whom one has checked; the hand of the second is taken in."""
    table = dk.Table("holdem", rules="wsop-live", seats=3, seed=3, button=3)
    table.advance("flop_betting")
    for act in (*TAKEN, *acts):
        table.push(act)
    return table


@pytest.mark.parametrize("leaves", ["s3 fold", "s3 muck"])
@pytest.mark.parametrize("called", [["d floor"], []], ids=["called", "not called"])
@pytest.mark.parametrize(("ruling", "streets"), [("hand_live", 5), ("hand_dead", 3)])
def test_rm_23_the_pot_goes_to_a_hand_that_is_in(leaves: str, called: list[str], ruling: str, streets: int) -> None:
    """Given back, it is played on to the river; dead, the last one has won at once; also where the floor stood by."""
    table = table_after(leaves)
    assert (dict(table.ask), table.agenda.step) == ({}, None)
    for act in (*called, f"f rule {ruling} showdown/live-hand-killed"):
        table.push(act)
    table.advance("finish")
    assert len(table.felt.places["board"]) == streets
    assert [act.verb for act in table.log if act.verb == "award"] == ["award"]
    assert not any(table.felt.rows[row][0] for row in table.felt.layout.pots)


@pytest.mark.parametrize("ruling", ["hand_live", "hand_dead"])
def test_an_act_taken_back_leaves_the_table_as_it_was(ruling: str) -> None:
    """Also while the round waits, and after it has waited."""
    table, states = table_after(), []
    for act in ("s3 fold", "d floor", f"f rule {ruling} showdown/live-hand-killed"):
        states.append(state(table))
        table.push(act)
    for _ in range(4):
        states.append(state(table))
        table.advance()
    for before in reversed(states):
        table.pop()
        assert state(table) == before


@pytest.mark.parametrize("extra", ["d deal s1", "d deal s1 6s foreign"])
@pytest.mark.parametrize("game", ["omaha-hilo", "holdem", "omaha"])
def test_rm_06_a_hand_that_was_ruled_dead_leaves_nothing_to_wait_for(game: str, extra: str) -> None:
    """The floor has decided before the hand is taken in: the last one in has won, and is paid."""
    table = dk.Table(game, rules="cedar-room", seats=2, seed=3)
    table.advance("river_betting")
    table.push("s1 check" if "s1" in table.ask else "s2 check")
    table.push(extra)
    due = table.next_act()
    assert due is not None
    if due.verb == "floor":
        pytest.fail("the rule set decides it")
    while (due := table.next_act()) is not None and due.verb != "gather":
        assert table.push(due) == ()
    assert due is not None
    assert not any(table.felt.rows[row][0] for row in table.felt.layout.pots)


def test_a_hand_waits_for_the_floor_where_one_is_left_and_the_ruling_is_open() -> None:
    """RM-23: not while two are in, not once it is decided, and for no other act."""

    def undecided(table: dk.Table, outcome: str = "", after: int = 0) -> list[str]:
        now = table.now.copy()
        if outcome:
            given = attrs.evolve(table.rulings[-1].ruling, outcome=outcome)
            now.slips = tuple(attrs.evolve(slip, ruling=given) for slip in now.slips)
        work = AgendaBuilder(table.agenda, now, table.house, table._runs)
        at = next(number for number, act in enumerate(table.log, 1) if act.text == "d kill s2")
        return [table.log[number - 1].text for number in hands_undecided(work, at + after)]

    table = table_after("s3 fold")
    assert (undecided(table), undecided(table, after=1), undecided(table_after())) == (["d kill s2"], [], [])
    assert [undecided(table, outcome) for outcome in ("hand_dead", "hand_live")] == [[], []]


@pytest.mark.parametrize(("ruling", "more"), [("hand_live", 1), ("hand_dead", 0)])
@pytest.mark.parametrize(
    ("game", "step", "verb"),
    [("holdem", "flop_betting", "check"), ("lowball-a5", "draw_turn", "pat"), ("draw", "draw_turn", "pat")],
)
def test_rm_23_the_last_hand_to_be_asked_is_asked_when_it_is_given_back(
    game: str, step: str, verb: str, ruling: str, more: int
) -> None:
    """The step does not end without it before the floor has ruled; dead, it is over."""
    table = dk.Table(game, "tda", seats=3, seed=5)
    table.advance(step)
    done = len(table.log)
    while sum(act.seat > 0 for act in table.log[done:]) < 2:
        assert table.push(str(table.next_act())) == ()
    (who,) = table.ask
    assert [finding.code for finding in table.push(f"d kill {who}")] == ["showdown/live-hand-killed"]
    for act in ("d floor", f"f rule {ruling} showdown/live-hand-killed"):
        assert table.push(act) == ()
    asked = len(table.log)
    while (due := table.next_act()) is not None and due.verb not in ("burn", "call"):
        assert table.push(due) == ()
    since = [act.verb for act in table.log[asked:] if act.who == who]
    assert since[:1] == [verb] * more
    assert bool(table.felt.places[who]) is bool(more)
