"""New plans for the open step, after an act that has changed its plan."""

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
    """Open the next step if the open step is done. If a remedy was put before the next step, the remedy is open already."""
    if not work.plan and not _asks_again(work, act):
        work.go_on()


def look_again(work: AgendaBuilder, act: Act) -> None:
    """Work out the acts due in the open remedy again, after an act that was not among them."""
    step = work.step
    if step is not None and step.remedy and step.do.standing and not _asks_again(work, act):
        work.go_on()


def _asks_again(work: AgendaBuilder, act: Act) -> bool:
    """Plan the open step again if it may have acts left, and return whether it has: a remedy done in another way, or a step done
    in part.
    """
    step = work.step
    if step is not None and step.do.left is not None and act.who == DEALER and act.verb in step.verbs:
        plan: Sequence[Act] | None = step.do.left(work.now, (), act)  # after too small a sum, the rest still lies there
    else:
        again = step is not None and (
            step.do.in_parts or bool(step.params.get("piecemeal")) or (step.remedy and (step.do.standing or step.do.fresh))
        )
        plan = step.plan(work.now) if step is not None and again else None
        if step is not None and plan is not None and step.do.fresh and step.remedy:
            _drop_what_is_made_up(work, plan)
    if step is not None and plan:
        work.set_plan(step, plan)
    return bool(plan)


def go_back(work: AgendaBuilder, agenda: Agenda) -> None:
    """Reset the agenda to its state before the last act, which does not count for the procedure.

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
    work.note(**books._replace(stakes=work.books.stakes)._asdict())  # the stakes noted before cards were gathered are kept


def plan_what_is_known(work: AgendaBuilder, _act: Act) -> None:
    """After a missing card or chip has come, work out the acts due again: those of the open step, and of steps whose acts could
    not be known before.
    """
    steps, step = work.may, work.step
    if step is not None and (step.do.standing or step.do.reopens) and not step.remedy:
        work.ask_for(step.plan(work.now))
    if not steps:
        return
    work.may = ()
    if work.step is None or not work.step.remedy:
        work.interrupt(steps)
        return
    of_remedy, below = [], work.stack  # the remedy's own steps come first
    while below is not None and (isinstance(below[0], Leave) or (isinstance(below[0], DealerStep) and below[0].remedy)):
        of_remedy.append(below[0])
        below = below[1]
    work.stack = stacked([*of_remedy, *steps], below)


def plan_again(work: AgendaBuilder, act: Act, *, slipped: bool) -> None:
    """Work out the acts due in the open step again, after an act that may have changed them.

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
    if act.verb == "cutcard" and step.do.fresh:  # a cut card in place of a round's first card may postpone the round (BJ-22)
        return True
    return slipped and (step.do.fresh or (bool(work.plan) and not _can_come(work)))


def _can_come(work: AgendaBuilder) -> bool:
    """Return whether the next act of the plan is possible on the felt, now or after the owed corrections."""
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
    """Return whether the game lets this act be done at any time, such as taking or leaving a seat."""
    return act.verb in work.house.felt.get("freely", ())


def replan(work: AgendaBuilder, step: DealerStep, act: Act) -> None:
    """Work out the acts due in the open step again, and leave out those that are owed already."""
    plan = step.plan(work.now)
    if plan and step.do.fresh and step.do.named:
        owed = {(due.what, due.n) for debt in work.debts if debt.is_money for due in debt.acts}
        plan = [due for due in plan if (due.what, due.n) not in owed]
    if plan is not None and step.do.fresh and step.remedy:
        _drop_what_is_made_up(work, plan)
    if plan and len(plan) > 1 and (act.seat or step.remedy) and _is_free(work, act):
        return  # a seat was taken or left while the step was open, or a hand is laid back card by card
    if plan and step.do.named and not (step.do.fresh or step.remedy) and set(work.plan) <= set(plan):
        return  # the rest of the plan is unchanged: the missing acts were done before
    work.ask_for(plan)


def _drop_what_is_made_up(work: AgendaBuilder, plan: Sequence[Act]) -> None:
    """Drop the corrections in chips that a remedy's new plan no longer asks for, since it includes every chip still to be
    moved.
    """
    wanted = {(due.what, due.n) for due in plan}
    work.debts = [debt for debt in work.debts if not _is_made_up(work, debt, wanted)]


def _is_made_up(work: AgendaBuilder, debt: Debt, wanted: Collection[tuple[str, object]]) -> bool:
    """Return whether a correction in chips is no longer needed after other moves of chips."""
    this = debt.amends and debt.is_money and debt.round == work.round.begun and debt.step.do.fresh
    return this and not any((due.what, due.n) in wanted for due in debt.acts)
