"""Debts and the facts behind a ruling, by themselves: conditions that no game of ours reaches, and a house's own may."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge.floor import ruling
from dealerkit.judge.match import Move
from dealerkit.judge.matchers.debts import _wait_for
from dealerkit.judge.matchers.due_act import _pass_deadlines
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.running_mechanics import RunningMechanics
from dealerkit.procedure.steps import DealerStep
from tests.table.moments import table_at

BURN = Act.parse("d burn")
STEPS = ("burn", "sweep")
"""Steps of Hold'em: what is left out, and the deadline."""


def before_the_flop() -> tuple[AgendaBuilder, DealerStep, DealerStep]:
    """A table's agenda, a step that may wait, and the step that is its deadline."""
    table = dk.Table("holdem", seats=3, seed=7, button=1)
    table.advance("flop")

    def revive(*_: object) -> None:
        pytest.fail("nobody is sent anything")

    work = AgendaBuilder(table.agenda, table.now, table.house, RunningMechanics(revive))
    steps = {step.id: step for step in table.house.program.walk() if isinstance(step, DealerStep)}
    return work, attrs.evolve(steps["burn"], deadline="tap"), next(step for step in (work.step,) if step is not None)


def test_what_waits_for_one_deadline_is_one_debt() -> None:
    """FTR-03: an act of a step that was left out earlier, and one that is left out now, are owed together."""
    work, burn, _ = before_the_flop()
    for total in (2, 3):
        _wait_for(work, Debt(burn, (BURN,), total, deadline="tap"))
    assert [(debt.step, debt.acts, debt.total) for debt in work.debts] == [(burn, (BURN, BURN), 3)]


@pytest.mark.parametrize("other", [{"amends": True}, {"finding": 0}, {"step": None}])
def test_what_is_told_or_puts_right_or_is_of_another_step_is_a_debt_of_its_own(other) -> None:
    """FTR-03: nothing of it is joined with what still has its time."""
    work, burn, tap = before_the_flop()
    changes: dict[str, Any] = {word: value or tap for word, value in other.items()}
    first = attrs.evolve(Debt(burn, (BURN,), 2, deadline="tap"), **changes)
    work.debts = [first] if "step" in other else [attrs.evolve(first, **other)]
    _wait_for(work, Debt(burn, (BURN,), 1, deadline="tap"))
    assert [len(debt.acts) for debt in work.debts] == [1, 1]


@pytest.mark.parametrize(("total", "missing"), [(1, "d burn"), (3, "1 of 3 missing: d burn")])
def test_the_finding_at_a_deadline_counts_what_is_missing(total: int, missing: str) -> None:
    """FTR-03: of several equal acts, how many; of one, that one. It is owed for the finding then, with no deadline any more."""
    work, burn, open_step = before_the_flop()
    work.debts = [Debt(burn, (BURN,), total, deadline=open_step.id)]
    move = Move(work, Act.parse("d deal board 3"), [])
    _pass_deadlines(move, open_step)
    [draft] = move.drafts
    assert (draft.expected, draft.owed and draft.owed.deadline, [*work.debts]) == (missing, "", [])


def test_a_fact_that_is_a_list_is_ruled_on_like_any_other(monkeypatch) -> None:
    """FTR-05: the acts so far, said one by one, rule as they do in one word; such a value cannot be a key."""
    table = table_at("RM-11 floor/ruling-not-carried-out, the stub is not cut", 0, ["d burn up", "d deal board 4 together"])
    fault = table.rulings[-1].ruling.fault
    facts = table.floor.facts_of(fault)
    assert facts is not None
    known = ruling.decided(table.house, table.now, fault)
    assert known is not None
    monkeypatch.setattr(ruling, "_facts_at", lambda *_: {**facts, "acts": str(facts["acts"]).split()})
    assert (again := ruling.decided(table.house, table.now, fault)) is not None
    assert (again.outcome, again.rules, again.remedies) == (known.outcome, known.rules, known.remedies)


def test_what_follows_from_facts_is_worked_out_again_when_the_action_has_gone_on() -> None:
    """DH-04, RM-06: that nobody had acted yet when the slip was made decides nothing any more."""
    table = dk.Table("triple-draw-27", "old-mill", seats=3, button=3, seed=158921)
    while (due := table.next_act()) is not None and due.text != "s3 call":
        table.push(due)
    for act in ("s3 call", "s1 fold"):
        table.push(act)
    table.advance("draw_turn_three")
    for act in ("s2 pat", "s3 draw 1", "d burn", "d deal s1", "d merge discards muck", "s2 check", "d move s1 stub"):
        table.push(act)
    answer, given = str(table.floor.answer), table.rulings[-1]
    assert answer == "f rule hand_dead draw/wrong-number-drawn"
    stale = {**given.ruling.facts, "substantial_action_reached": False, "form": "stud7"}
    table.rulings[-1] = attrs.evolve(given, ruling=attrs.evolve(given.ruling, facts=stale))
    assert str(table.floor.answer) == answer
