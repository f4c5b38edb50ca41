"""Working copies of an agenda for the judge's parts, and debts to note in them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.running_mechanics import RunningMechanics
from dealerkit.procedure.steps import DealerStep

UNASKED = "-"
"""Written for the step of what was moved unasked."""


@functools.cache
def holdem_at(step: str) -> dk.Table:
    """Return a table of Hold'em that has come to a step; nothing is pushed at it any more."""
    table = dk.Table("holdem", "rrop", seats=4, seed=7)
    table.advance(step)
    return table


@functools.cache
def steps_of(table: dk.Table) -> dict[str, DealerStep]:
    """Return the dealer's steps of a table by id, those of remedies too."""
    sections = (*(remedy.section for remedy in table.house.remedies.values()), table.house.program)
    steps = {step.id: step for section in sections for step in section.walk() if isinstance(step, DealerStep)}
    return steps | {UNASKED: AS_IT_LAY}


def acts(*texts: str) -> tuple[Act, ...]:
    """Return acts that are written so."""
    return tuple(map(Act.parse, texts))


def working_copy(table: dk.Table, *came: str, plan: Sequence[str] | None = None) -> AgendaBuilder:
    """Return a working copy of a table's agenda, of which nobody is sent anything.

    Args:
        table: The table, which stays as it is.
        came: Acts in its log that have come since.
        plan: The acts due in its open step, if they are others.
    """

    def revive(*_: object) -> None:
        pytest.fail("nobody is sent anything")

    work = AgendaBuilder(table.agenda, table.now.copy(), table.house, RunningMechanics(revive))
    work.now = work.now.elsewhere(work.now.felt.copy(), [*work.now.log, *acts(*came)])
    if plan is not None:
        work.plan = acts(*plan)
    return work


def with_do(step: DealerStep, **changes: Any) -> DealerStep:
    """Return a step with another planner."""
    return attrs.evolve(step, do=attrs.evolve(step.do, **changes))


def owed(step: DealerStep, *texts: str, **told: Any) -> Debt:
    """Return a debt of a step."""
    return Debt(step, acts(*texts), len(texts), **told)


def left(work: AgendaBuilder) -> list[list[str]]:
    """Return the acts that are owed, debt by debt."""
    return [[act.text for act in debt.acts] for debt in work.debts]
