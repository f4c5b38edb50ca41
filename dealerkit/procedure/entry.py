"""Entry into the middle of a procedure, at one of its steps."""

from __future__ import annotations

from collections.abc import Callable

from dealerkit.facts import Situation
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import stacked
from dealerkit.procedure.steps import DealerStep, Section, Step


def open_at(work: AgendaBuilder, step: Step, put_in: Callable[[Situation], None]) -> None:
    """Begin at a step in the middle of the procedure, and treat the steps before it as done.

    Args:
        work: Working copy of an agenda that has not begun.
        step: The step.
        put_in: Function that puts results of earlier steps, and the state of this step, into the situation.

    Raises:
        BadMidGame: If a value given for the step is unknown or missing.
    """
    work.stack = None
    work.note_round(entered=True)
    work.note(slipped=work.round.begun)  # the earlier part of that round is unknown, so a slip is assumed in it
    _enter(work, work.house.program, step)
    put_in(work.now)
    work.note_round(results=work.now.results, given=work.now.given)
    work.go_on()


def _enter(work: AgendaBuilder, section: Section, step: Step) -> None:
    """Put a step on the stack, with the steps that follow it below, section by section."""
    at, node = next(
        (at, node)
        for at, node in enumerate(section.nodes)
        if node is step or (isinstance(node, Section) and any(inner is step for inner in node.walk()))
    )
    work.stack = stacked(section.nodes[at + 1 :], work.stack)
    for before in section.nodes[:at]:
        steps = before.walk() if isinstance(before, Section) else [before]
        work.passed += tuple(earlier for earlier in steps if isinstance(earlier, DealerStep))
    if not isinstance(node, Section):
        work.push(node)
        return
    if node.repeat is not None:
        work.begin(node, first=True)
        for _ in node.nodes:
            work.stack = work.stack[1] if work.stack is not None else None
    _enter(work, node, step)
