"""The open step planned again after an act that has changed its plan."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dealerkit.errors import Impossible
from dealerkit.facts import Situation
from dealerkit.felt import DEALER, Act
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Agenda, Debt, Leave, stacked
from dealerkit.procedure.steps import DealerStep


def can_be(act: Act, now: Situation) -> bool:
    """Return whether the felt can do an act."""
    try:
        act.effect(now.felt.copy(), act)
    except Impossible:
        return False
    return True


def move_on(work: AgendaBuilder, act: Act) -> None:
    """Open the next step when the open one is done; a remedy put before the next one is open already."""
    if not work.plan and not _asks_again(work, act):
        work.go_on()


def look_again(work: AgendaBuilder, act: Act) -> None:
    """Plan the open remedy again after an act that was not in its plan."""
    step = work.step
    if step is not None and step.remedy and step.do.standing and not _asks_again(work, act):
        work.go_on()


def _asks_again(work: AgendaBuilder, act: Act) -> bool:
    """Return whether the open step still has acts due: a remedy with an act done in another way, or a step done in part."""
    step = work.step
    if step is not None and step.do.left is not None and act.who == DEALER and act.verb in step.verbs:
        plan: Sequence[Act] | None = step.do.left(work.now, (), act)  # of a sum that was too small, the rest still lies there
    else:
        again = step is not None and (
            step.do.in_parts or bool(step.params.get("piecemeal")) or (step.remedy and (step.do.standing or step.do.fresh))
        )
        plan = step.plan(work.now) if step is not None and again else None
    if step is not None and plan:
        work.set_plan(step, plan)
    return bool(plan)


def go_back(work: AgendaBuilder, agenda: Agenda) -> None:
    """Reset the agenda to its state before the last act, whose place in the procedure does not count.

    Args:
        work: Working copy of the agenda after the act.
        agenda: Agenda before the act.
    """
    work.stack, place, work.open, work.passed, work.round, books = agenda
    if place is None:
        work.step, work.plan, work.bag, work.total, work.partial = None, (), False, 0, None
    else:
        work.step, work.plan, _, work.bag, work.total, work.partial = place
    now, was = work.now, work.round
    now.results, now.before, now.rounds, now.starts = was.results, was.before, was.rounds, was.starts
    now.marks, now.ended, now.given = was.marks, was.ended, was.given
    work.note(**books._replace(stakes=work.books.stakes)._asdict())  # what was noted before cards were gathered is kept


def plan_what_is_known(work: AgendaBuilder, _act: Act) -> None:
    """Plan the open steps again after a missing card or chip has come, on which an unknown plan may depend."""
    steps, step = work.may, work.step
    if step is not None and (step.do.standing or step.do.reopens) and not step.remedy:
        work.ask_for(step.plan(work.now))
    if not steps:
        return
    work.may = ()
    if work.step is None or not work.step.remedy:
        work.interrupt(steps)
        return
    of_remedy, below = [], work.stack  # steps of the remedy come first
    while below is not None and (isinstance(below[0], Leave) or (isinstance(below[0], DealerStep) and below[0].remedy)):
        of_remedy.append(below[0])
        below = below[1]
    work.stack = stacked([*of_remedy, *steps], below)


def plan_again(work: AgendaBuilder, act: Act, *, slipped: bool) -> None:
    """Plan the open step again after an act that may have changed its plan.

    Args:
        work: Working copy of the agenda, after the act.
        act: The act.
        slipped: Whether the act was a slip.
    """
    step = work.step
    if step is None:
        return
    if _may_have_changed(work, step, act, slipped=slipped):
        replan(work, step, act)
    elif slipped and step.do.left is not None and act.verb in step.verbs:
        work.ask_for(step.do.left(work.now, work.plan, act) or ())


def _may_have_changed(work: AgendaBuilder, step: DealerStep, act: Act, *, slipped: bool) -> bool:
    """Return whether an act may have changed a step's plan."""
    if step.remedy or step.params.get("piecemeal") or (step.do.named and act.who == DEALER and act.verb not in step.verbs):
        return True
    if act.seat and (step.floating or (len(work.plan) < 2 and _is_free(work, act))):
        return True
    if act.verb == "cutcard" and step.do.fresh:  # the cut card in place of a round's first card may put the round off (BJ-22)
        return True
    return slipped and (step.do.fresh or (bool(work.plan) and not _can_come(work)))


def _can_come(work: AgendaBuilder) -> bool:
    """Return whether the felt allows the next act of the plan, if need be after the corrections owed."""
    if can_be(work.plan[0], work.now):
        return True
    felt = work.now.felt.copy()
    try:
        for act in (*(act for debt in work.debts if debt.amends for act in debt.acts), work.plan[0]):
            act.effect(felt, act)
    except Impossible:
        return False
    return True


def _is_free(work: AgendaBuilder, act: Act) -> bool:
    """Return whether a seat may do this at any time, such as take or leave a seat."""
    return act.verb in work.house.felt.get("freely", ())


def replan(work: AgendaBuilder, step: DealerStep, act: Act) -> None:
    """Replace the open step's plan by a new one, less the acts owed besides."""
    plan = step.plan(work.now)
    if plan and step.do.fresh and step.do.named:
        owed = {(due.what, due.n) for debt in work.debts if debt.is_money for due in debt.acts}
        plan = [due for due in plan if (due.what, due.n) not in owed]
    if plan is not None and step.do.fresh and step.remedy:  # its plan knows what is still to be moved
        wanted = {(due.what, due.n) for due in plan}
        work.debts = [debt for debt in work.debts if not _is_made_up(work, debt, wanted)]
    if plan and len(plan) > 1 and (act.seat or step.remedy) and _is_free(work, act):
        return  # a seat was taken or left while the step was under way, or a hand is laid back card by card
    if plan and step.do.named and not (step.do.fresh or step.remedy) and set(work.plan) <= set(plan):
        return  # nothing of what is left has changed: the rest of it was done before
    work.ask_for(plan)


def _is_made_up(work: AgendaBuilder, debt: Debt, wanted: Collection[tuple[str, object]]) -> bool:
    """Return whether a correction in chips is no longer needed after other moves of chips."""
    this = debt.amends and debt.is_money and debt.round == work.round.begun and debt.step.do.fresh
    return this and not any((due.what, due.n) in wanted for due in debt.acts)
