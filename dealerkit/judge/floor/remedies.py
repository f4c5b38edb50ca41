"""Remedies put on the agenda: at once, after the open step, or before a coming street."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.facts.slips import slip_called
from dealerkit.judge.lookahead import is_dealt, round_begun
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Agenda, Item, Leave, Loop, items, stacked
from dealerkit.procedure.remedies import BINDS
from dealerkit.procedure.steps import DealerStep, Section

# -- remedies -------------------------------------------------------------------------------------------------------


def put_on(work: AgendaBuilder, remedies: Sequence[str], code: str = "") -> None:
    """Put the steps of remedies on the agenda: now, after the open step, or before a coming street.

    Args:
        work: Working copy of the agenda.
        remedies: Ids of the remedies.
        code: Code of the finding that they correct; empty for the last slip.
    """
    known = work.house.remedies
    nodes: list[Item] = []
    now = False
    for name in remedies:
        remedy = known[name]
        work.note(mended={**work.now.mended, name: slip_called(work.now, code)})
        # otherwise the round has yet to begin
        if remedy.when == "after_section" and work.loop() is not None and round_begun(work):
            _put_under_loop(work, remedy.nodes)
            continue
        now = now or remedy.when != "after_step" or bool(work.may)  # while a plan is unknown, no step counts as open
        nodes += remedy.at_once
        nodes += [part for part in work.house.program.sections() if part.id in remedy.parts and not is_dealt(work)]
        for streets, later in remedy.later.items():
            _put_before(work, streets, later)
        if remedy.then is not None:
            nodes.append(remedy.then)
    if not nodes:
        return
    waiting = work.players is not None and not work.players.until
    if waiting or (now and work.step is not None and work.plan):
        work.interrupt(nodes, beside=all(known[name].floor == BINDS for name in remedies))
        return
    work.stack = stacked(nodes, work.stack)
    if work.step is None and work.players is None:
        work.go_on()


def _put_under_loop(work: AgendaBuilder, nodes: Sequence[Item]) -> None:
    """Put nodes right before the next repetition of the innermost repeated section."""
    before: list[Item] = []
    stack = work.stack
    while stack is not None and not isinstance(stack[0], Loop):
        before.append(stack[0])
        stack = stack[1]
    work.stack = stacked([*before, *nodes], stack)


def _put_before(work: AgendaBuilder, streets: int, nodes: Sequence[DealerStep]) -> None:
    """Put steps before the next street (1) or the street after it (2); drop them if no such street comes any more."""
    before: list[Item] = []
    stack = work.stack
    while stack is not None and not isinstance(stack[0], Loop):
        item = stack[0]
        if isinstance(item, Section) and any(isinstance(step, DealerStep) and "deal" in step.verbs for step in item.walk()):
            streets -= 1
            if not streets:
                work.stack = stacked([*before, *nodes], stack)
                return
        before.append(item)
        stack = stack[1]


def under_way(agenda: Agenda | AgendaBuilder) -> bool:
    """Return whether a step of a remedy is open or still to come."""
    if isinstance(agenda, AgendaBuilder):
        step = agenda.step
    else:
        step = agenda.place.step if agenda.place is not None else None
    return (step is not None and step.remedy) or any(isinstance(item, DealerStep) and item.remedy for item in items(agenda.stack))


def is_broken_off(work: AgendaBuilder) -> bool:
    """Return whether a remedy on the agenda ends the hand or coup, or begins it again."""
    return under_way(work) and any(isinstance(item, Leave) for item in items(work.stack))
