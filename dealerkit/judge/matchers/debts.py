"""Matchers for acts that were skipped, so that they are owed, and are made good when they come after all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from dealerkit.felt import Act
from dealerkit.judge.due_debts import still_due
from dealerkit.judge.findings import Draft, texts
from dealerkit.judge.lookahead import is_ahead, last_player_act
from dealerkit.judge.matchers.due_act import After, consume, draft_manner, is_part, is_same, nothing, wrong_manner
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt, Leave, Loop, Resume, Waiting, items, stacked
from dealerkit.procedure.remedies import binds
from dealerkit.procedure.steps import DealerStep, Step


def made_good(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> After | None:
    """Judge an act that makes good something owed in this round.

    `d burn` after the board was dealt without one.
    """
    return _settle(work, lambda debt: debt.round == work.round.begun, act, drafts) if work.debts else None


def owed_exactly(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> After | None:
    """Judge chips owed exactly as they are moved, though the plan asks for another sum of the same; so a card that lies as an
    owed one would, and not as the one that is due.

    `d mark s5 commission -5` for a mark 5 too high, while another mark for s5 is due.
    """
    if act.verb == "gather":  # of the hand before, without which nothing can be dealt
        late = work.debts and not any(due.what == act.what for due in work.plan)
        return _settle(work, lambda debt: debt.acts[0].verb == "gather", act, drafts) if late else None
    if act.verb == "deal":
        return _settle(work, lambda debt: _is_for(work, debt, act), act, drafts) if work.debts and work.plan else None
    if any(due.what == act.what and due.n == act.n for due in work.plan[:1]):
        return None
    owed = (due for debt in work.debts if debt.is_money and debt.finding >= 0 for due in debt.acts)
    if not any(due.what == act.what and due.n == act.n for due in owed):
        return None
    return _settle(work, lambda debt: any(due.what == act.what and due.n == act.n for due in debt.acts), act, drafts)


def _is_for(work: AgendaBuilder, debt: Debt, act: Act) -> bool:
    """Return whether a card is the one that a debt of this round asks for, and the other way round than the one that is due."""
    step, due = work.step, work.plan[0]
    if step is None or debt.round != work.round.begun or not is_same(due, act):
        return False
    fits = any(is_same(one, act) and not wrong_manner(work, debt.step, one, act) for one in debt.acts)
    return fits and wrong_manner(work, step, due, act) == "wrong-face"


def taken_off(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> After | None:  # noqa: ARG001 - a matcher like the others
    """Judge the removal of a mark that was just made wrongly, as it went on; what it should have been is due.

    `d mark s2 points melds -255` after 255 was marked for 220.
    """
    last = work.now.log[-1] if work.now.log else None
    if act.verb != "mark" or act.n is None or last is None or (last.who, last.what, last.n) != (act.who, act.what, -act.n):
        return None
    number = next((at for at, finding in enumerate(work.found) if finding.act == len(work.now.log)), -1)
    step = next((one for one in (work.step, *work.passed) if one is not None and one.covers(act)), None)
    if number < 0 or step is None or any(due.what == act.what and due.n == act.n for due in work.plan):
        return None
    debts = []
    wanted: Act | None = last.plain  # it was right, and only out of its place
    for debt in work.debts:
        at = next((at for at, due in enumerate(debt.acts) if debt.finding == number and due.what == act.what), None)
        if at is not None and debt.amends:
            more = (debt.acts[at].n or 0) - act.n
            wanted = None
            rest = (Act.make(act.who, act.verb, *act.to, n=more),) if more else ()
            acts = (*debt.acts[:at], *rest, *debt.acts[at + 1 :])
            debts += [attrs.evolve(debt, acts=acts)] if acts else []
        else:
            debts.append(debt)
    if wanted is not None:
        debts.append(Debt(step, (wanted,), 1, number, len(work.now.log), amends=True, round=work.round.begun))
    work.debts = debts
    return nothing


def made_good_late(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> After | None:
    """Judge an act that makes good something owed in the round before, and that this round does not ask for.

    `d button s2` after the next shuffle has begun.
    """
    return _settle(work, lambda debt: debt.round != work.round.begun, act, drafts) if work.debts else None


def strike(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> None:
    """Strike chips off what is owed in this round, whichever step has asked for them.

    What puts a slip right to the last chip while the open step asks for another sum is left to `owed_exactly`.
    """
    asked_for = any(due.what == act.what and due.n == act.n for due in work.plan)
    last = last_player_act(work)
    for debt in work.debts:
        same = debt.step.do.same
        at = next(
            (at for at, due in enumerate(debt.acts) if act.n in (due.n, None) and (is_same(due, act) or same(due, act))), None
        )
        if at is None or not debt.is_money or debt.then is not None or debt.round != work.round.begun:
            continue
        if not asked_for and debt.finding >= 0 and (debt.acts[at].what, debt.acts[at].n) == (act.what, act.n):
            return
        left = debt.acts[:at] + debt.acts[at + 1 :]
        if debt.finding < 0 and not debt.step.remedy:
            if not _is_told(work, debt):
                code = debt.step.code("misplaced", work.now, act)
                drafts.append(Draft(debt.step, code, f"{debt.acts[at].text} earlier", act.text))
        elif debt.finding >= 0 and not left and debt.found > last:
            work.note(right=work.books.right | {debt.finding})
        rest = [attrs.evolve(debt, acts=left)] if left else []
        work.debts = [one for other in work.debts for one in (rest if other is debt else [other])]
        return


def _is_told(work: AgendaBuilder, debt: Debt) -> bool:
    """Return whether something was found in the act that left out what is owed: then the order was told when it was broken."""
    return any(finding.act == debt.at + 1 for finding in work.found)


def _settle(work: AgendaBuilder, wanted: Callable[[Debt], bool], act: Act, drafts: list[Draft]) -> After | None:
    """Strike an act off what is owed, if it is there."""
    last = last_player_act(work)
    for debt in work.debts:
        too_late = debt.then is not None and last > debt.at  # players have gone on over a remedy: only its chips are still owed
        if not wanted(debt) or (too_late and not debt.is_money):
            continue
        acts = still_due(debt, work.now)
        for at, due in enumerate(acts):
            if (debt.amends or debt.deadline) and is_part(due, act):
                more = Act.make(due.who, due.verb, *due.to, n=(due.n or 0) - (act.n or 0))
                some = attrs.evolve(debt, acts=(*acts[:at], more, *acts[at + 1 :]))
                work.debts = [some if other is debt else other for other in work.debts]
                return nothing
            if not (is_same(due, act) or (due.n == act.n and debt.is_money and debt.step.do.same(due, act))) or (
                debt.amends and due.verb in ("pay", "collect", "call") and due.n != act.n
            ):
                continue
            draft_manner(work, debt.step, due, act, drafts)
            left = acts[:at] + acts[at + 1 :]
            if (
                debt.finding < 0 and not debt.step.remedy and not _is_told(work, debt)
            ):  # late, but within its time: only the order
                drafts.append(Draft(debt.step, debt.step.code("misplaced", work.now, act), f"{due.text} earlier", act.text))
            elif debt.finding >= 0 and not left and debt.found > last:
                work.note(right=work.books.right | {debt.finding})
            rest = [attrs.evolve(debt, acts=left)] if left else []
            work.debts = [one for other in work.debts for one in (rest if other is debt else [other])]
            then = debt.then
            if then is not None and not left and not too_late:
                return lambda: _follow(work, then)
            return lambda: _plan_again(work)
    return None


def _follow(work: AgendaBuilder, then: Leave) -> None:
    """Go on with what follows a remedy that was left out and has been carried out after all."""
    work.drop_step()
    work.end_players()
    work.push(then)
    work.go_on()


def _plan_again(work: AgendaBuilder) -> None:
    """Plan the open steps again, for what was unknown while something was missing may be known now."""
    steps, step = work.may, work.step
    if step is not None and (step.do.standing or step.do.reopens) and not step.remedy:
        plan = step.plan(work.now)
        if plan:
            work.set_plan(step, plan)
        elif plan is not None:
            work.plan = ()
            work.go_on()
    if not steps:
        return
    work.may = ()
    if work.step is None or not work.step.remedy:
        work.interrupt(steps)
        return
    of_remedy, below = [], work.stack  # what is being put right comes first
    while below is not None and (isinstance(below[0], Leave) or (isinstance(below[0], DealerStep) and below[0].remedy)):
        of_remedy.append(below[0])
        below = below[1]
    work.stack = stacked([*of_remedy, *steps], below)


def further_on(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> After | None:
    """Judge an act found further on in the plan: one place on, an act was skipped; further, it is out of place.

    `d deal s3` where s2 is due.
    """
    step, plan = work.step, work.plan
    if step is None:
        return None
    at = next((at for at, due in enumerate(plan) if due.what == act.what), 0)
    if at == 0:
        return None
    if at == 1:
        skip(work, step, plan[:1], work.total, step, act, drafts)
        work.drop(0)
        return consume(work, step, 0, act, drafts)
    if not wrong_manner(work, step, plan[at], act):
        drafts.append(Draft(step, step.code("misplaced", work.now, act), plan[0].text, act.text))
    return consume(work, step, at, act, drafts)


def skip(
    work: AgendaBuilder, step: DealerStep, acts: Sequence[Act], total: int, over: Step, act: Act, drafts: list[Draft]
) -> None:
    """Report acts of a step that were left out, or wait for the step's deadline.

    Args:
        work: Where the table stands.
        step: The step that was left out, or part of it.
        acts: What was left out.
        total: How many equal acts it asked for; 0 if they differ.
        over: The step that was gone on to.
        act: The act that went on.
        drafts: Where to report it.
    """
    now, begun = work.now, work.round.begun
    told = {due for draft in drafts if draft.owed is not None for due in draft.owed.acts} if step.do.fresh else ()
    acts = tuple(due for due in acts if due is not work.partial and due not in told)
    if not acts:
        return  # it was reported when only a part of it was dealt, or is reported with this act already
    if step.remedy and (not binds(work.house.remedies, step, now) or (step.do.standing and not step.plan(now))):
        return
    if step.remedy and step.do.standing and step.deadline and work.stack is not None and isinstance(work.stack[0], Resume):
        work.stack = (work.stack[0], (step, work.stack[1]))  # it is asked for again when the step that it interrupted is done
        return
    if step.do.standing and any(debt.finding >= 0 and debt.step.do is step.do and debt.round == begun for debt in work.debts):
        return  # it has been missing since it was reported
    then = _drop_leave(work) if step.remedy and not over.remedy else None
    if step.is_optional(now):
        if then is not None:  # it may still be done, until a player acts
            work.debts = (*work.debts, Debt(step, acts, total, round=begun, then=then, at=len(now.log)))
        work.note(left_out=(*work.books.left_out, *acts))
        return
    owed = Debt(step, acts, total, deadline=step.deadline, round=begun, then=then, at=len(now.log))
    if over is step and step.do.named and step.deadline:  # only the order is wrong so far
        drafts.append(Draft(step, step.code("misplaced", now, acts[0]), texts(acts), act.text, owed=owed))
        return
    if step.deadline and over.id != step.deadline and is_ahead(work, step.deadline):
        same = next((debt for debt in work.debts if debt.step is step and not debt.amends), None)
        if same is not None and same.finding < 0:
            more = attrs.evolve(same, acts=same.acts + acts, total=max(same.total, total))
            work.debts = [more if debt is same else debt for debt in work.debts]
        else:
            work.debts = (*work.debts, owed)
        return
    missing = f"{len(acts)} of {total} missing: " if total > 1 else ""
    code = over.over_code(step, acts[0], now) or step.code("skipped", now, acts[0])
    drafts.append(Draft(step, code, missing + texts(acts), act.text, owed=owed))


def _drop_leave(work: AgendaBuilder) -> Leave | None:
    """Drop what would have followed a remedy that is left out, and return it; None if nothing would have followed."""
    for item in items(work.stack):
        if isinstance(item, Leave):
            work.stack = stacked(one for one in items(work.stack) if one is not item)
            return item
        if isinstance(item, Loop | Resume | Waiting):
            break
    return None
