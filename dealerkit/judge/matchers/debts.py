"""Matchers for owed acts: acts that settle a debt, and acts that skip others and so leave a debt."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import attrs

from dealerkit.errors import ActError, Impossible
from dealerkit.felt import Act
from dealerkit.felt.acts import is_seat
from dealerkit.judge.due_debts import still_due
from dealerkit.judge.findings import Draft, texts
from dealerkit.judge.lookahead import TAKING, is_ahead, last_player_act
from dealerkit.judge.match import ActView, Match, Move, Then
from dealerkit.judge.matchers.due_act import consume, drafted_manner, is_part, is_same, wrong_manner
from dealerkit.judge.reversal import AS_IT_LAY, lie_alike
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import MONEY, Debt, Leave, Loop, Resume, Waiting, items, stacked
from dealerkit.procedure.planning_again import plan_what_is_known, replan
from dealerkit.procedure.remedies import binds
from dealerkit.procedure.steps import DealerStep, Step


def made_good(view: ActView) -> Match | None:
    """Judge an act that settles a debt of this round.

    Example: `d burn` after the board was dealt without one.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    begun = view.work.round.begun
    return _settle(view, lambda debt: debt.round == begun) if view.work.debts else None


def owed_exactly(view: ActView) -> Match | None:
    """Judge an act that settles a debt exactly, although the plan asks for another sum of the same kind, or for a card the other
    way up.

    Example: `d mark s5 commission -5` for a mark 5 too high, while another mark for s5 is due.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    if act.verb == "gather":  # the gathering of the last hand, without which nothing can be dealt
        late = not any(due.what == act.what for due in work.plan)
        return _settle(view, lambda debt: debt.acts[0].verb == "gather") if late else None
    if act.verb == "deal":
        return _settle(view, lambda debt: _is_for(work, debt, act)) if work.plan and work.books.debts else None
    if act.verb == "turn":  # a card that was moved is turned as it lay, while the step turns another or the other way
        turned = [debt for debt in work.debts if debt.step is AS_IT_LAY and act.plain in still_due(debt, work.now)[:1]]
        return _settle(view, lambda debt: debt in turned) if turned else None
    if any(due.what == act.what and due.n == act.n for due in work.plan[:1]):
        return None
    owed = [debt for debt in work.debts if debt.is_money and debt.finding >= 0 and _has_exactly(work, debt, act)]
    return _settle(view, lambda debt: debt in owed) if owed else None


def _has_exactly(work: AgendaBuilder, debt: Debt, act: Act) -> bool:
    """Return whether an act has the words and the sum of an owed act: as it was when noted or, for a correction, as it is now."""
    acts = (*debt.acts, *still_due(debt, work.now)) if debt.amends else debt.acts
    return any(due.what == act.what and due.n == act.n for due in acts)


def _is_for(work: AgendaBuilder, debt: Debt, act: Act) -> bool:
    """Return whether a dealt card settles a debt of this round: it lies face up or down as the debt asks, and not as the plan
    does.
    """
    step, due = work.step, work.plan[0]
    assert step is not None  # something is due in it
    if debt.round != work.round.begun or not is_same(due, act):
        return False
    fits = any(is_same(owed, act) and not wrong_manner(work, debt.step, owed, act) for owed in debt.acts)
    return fits and wrong_manner(work, step, due, act) == "wrong-face"


def taken_off(view: ActView) -> Match | None:
    """Judge the removal of a mark (a noted debt or score) that the last act made wrongly; the right mark stays due.

    Example: `d mark s2 points melds -255` after 255 was marked for 220.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    last = work.now.log[-1] if work.now.log else None
    if act.verb != "mark" or act.n is None or last is None or (last.who, last.what, last.n) != (act.who, act.what, -act.n):
        return None
    number = next((at for at, finding in enumerate(work.found) if finding.act == len(work.now.log)), -1)
    step = next((candidate for candidate in (work.step, *work.passed) if candidate is not None and candidate.covers(act)), None)
    if number < 0 or step is None or any(due.what == act.what and due.n == act.n for due in work.plan):
        return None
    debts, amended = _less(work.debts, number, act)
    if not amended:  # the mark was right, and only out of its place
        debts.append(Debt(step, (last.plain,), 1, number, len(work.now.log), amends=True, round=work.round.begun))
    move = view.move()
    move.work.debts = debts
    return move.match()


def _less(debts: Sequence[Debt], number: int, act: Act) -> tuple[list[Debt], bool]:
    """Return the debts that remain after the removal of a mark, and whether one of them was a correction for this finding."""
    left, amended = [], False
    for debt in debts:
        at = next((at for at, due in enumerate(debt.acts) if debt.finding == number and due.what == act.what), None)
        if at is None or not debt.amends:
            left.append(debt)
            continue
        amended = True
        more = (debt.acts[at].n or 0) - (act.n or 0)
        rest = (Act.make(act.who, act.verb, *act.to, n=more),) if more else ()
        acts = (*debt.acts[:at], *rest, *debt.acts[at + 1 :])
        left += [attrs.evolve(debt, acts=acts)] if acts else []
    return left, amended


def made_good_late(view: ActView) -> Match | None:
    """Judge an act that settles a debt of an earlier round, and is not due in this one.

    Example: `d button s2` after the next shuffle has begun.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    begun = view.work.round.begun
    return _settle(view, lambda debt: debt.round != begun) if view.work.debts else None


def strike(work: AgendaBuilder, act: Act) -> list[Draft]:
    """Deduct what an act moved from a debt of this round, of any step: chips, or cards that a remedy lays out again.

    A payment that settles a reported debt to the last chip, while the open step asks for another sum, is left to `owed_exactly`.

    Returns:
        Drafts of findings on the order of the acts.
    """
    asked_for = any(due.what == act.what and due.n == act.n for due in (work.plan if work.bag else work.plan[:1]))
    for debt in work.debts:
        same = debt.step.do.same
        at = next(
            (at for at, due in enumerate(debt.acts) if act.n in (due.n, None) and (is_same(due, act) or same(due, act))), None
        )
        again = debt.step is work.step and debt.step.remedy  # a remedy that was left out, and is done after all
        laid = work.step is not None and work.step.do.reverses and debt.step is AS_IT_LAY  # a remedy lays out what is owed back
        if at is None or not (debt.is_money or laid) or debt.then is not None or not (again or debt.round == work.round.begun):
            continue
        if not asked_for and debt.finding >= 0 and (debt.acts[at].what, debt.acts[at].n) == (act.what, act.n):
            return []
        return _struck(work, debt, debt.acts[:at] + debt.acts[at + 1 :], debt.acts[at].text, act)
    return []


def _struck(work: AgendaBuilder, debt: Debt, left: tuple[Act, ...], due: str, act: Act) -> list[Draft]:
    """Reduce a debt to the acts that are still owed; return drafts on the order. A debt settled before a player acts corrects its
    finding, unless the floor has ruled otherwise.

    Args:
        work: Working copy of the agenda.
        debt: The debt.
        left: Acts that are still owed.
        due: Text of the act that was due.
        act: The act that came.
    """
    drafts = []
    if debt.finding < 0:
        reported = _is_told(work, debt) or _is_at_its_deadline(work, debt)
        if not debt.step.remedy and not reported:  # late, but within its time: only the order is at fault
            drafts = [Draft(debt.step, debt.step.code("misplaced", work.now, act), f"{due} earlier", act.text)]
    elif not left and debt.found > last_player_act(work) and not _is_ruled_on(work, debt):
        work.note(right=work.books.right | {debt.finding})
    _put(work, debt, left)
    return drafts


def _is_ruled_on(work: AgendaBuilder, debt: Debt) -> bool:
    """Return whether a remedy corrects the slip, and not the late act: the floor has to rule, or the debt is itself a step of a
    remedy.
    """
    known = work.house.remedies
    ruled = (name for slip in work.now.slips if slip.at == debt.found and slip.ruling for name in slip.ruling.to_deal)
    return debt.step.remedy or (not debt.amends and any(known[name].floor for name in ruled))


def _put(work: AgendaBuilder, debt: Debt, acts: tuple[Act, ...]) -> None:
    """Replace the acts of a debt; drop the debt if there are none."""
    rest = [attrs.evolve(debt, acts=acts)] if acts else []
    work.debts = [kept for other in work.debts for kept in (rest if other is debt else [other])]


def _is_told(work: AgendaBuilder, debt: Debt) -> bool:
    """Return whether the act that skipped the owed one has a finding, which reports the wrong order already."""
    return any(finding.act == debt.at + 1 for finding in work.found)


def _is_at_its_deadline(work: AgendaBuilder, debt: Debt) -> bool:
    """Return whether the open step is the deadline of a debt, so that the debt is settled in time now."""
    return work.step is not None and work.step.id == debt.deadline


def _settle(view: ActView, wanted: Callable[[Debt], bool]) -> Match | None:
    """Return the match of an act that settles a wanted debt, in full or in part; None if no debt fits."""
    work = view.work
    for debt in work.debts:
        # players have acted past a remedy: only its chips are still owed
        too_late = debt.then is not None and last_player_act(work) > debt.at
        if not wanted(debt) or (too_late and not debt.is_money):
            continue
        acts = still_due(debt, work.now)
        for at, due in enumerate(acts):
            if (debt.amends or debt.deadline) and is_part(due, view.act):
                return _paid_in_part(view, debt, acts, at)
            if _takes_all_back(work, debt, due, view.act):
                return view.match(then=plan_what_is_known)
            if _settles(debt, due, view.act) or _lays_the_same_back(view, debt, acts, at):
                return _settled(view, debt, acts, at, too_late=too_late)
    return None


def _takes_all_back(work: AgendaBuilder, debt: Debt, due: Act, act: Act) -> bool:
    """Return whether an act takes back the whole of a wrong payment although only the surplus was due. The right payment follows,
    if the step works it out from the chips that lie there.
    """
    if not debt.amends or not debt.step.do.reckoned or due.verb != act.verb or debt.found < 1:
        return False
    wrong = work.now.log[debt.found - 1]
    return act.n == wrong.n != due.n and act.to in (wrong.to, wrong.to[:1]) and due.to == wrong.to and due.verb == "collect"


def _paid_in_part(view: ActView, debt: Debt, acts: tuple[Act, ...], at: int) -> Match:
    """Return the match of a part payment, with that part deducted from the debt."""
    due, move = acts[at], view.move()
    more = Act.make(due.who, due.verb, *due.to, n=(due.n or 0) - (view.act.n or 0))
    _put(move.work, debt, (*acts[:at], more, *acts[at + 1 :]))
    return move.match()


def _settles(debt: Debt, due: Act, act: Act) -> bool:
    """Return whether an act settles an owed one; a correcting sum has to be exact."""
    if not (is_same(due, act) or (due.n == act.n and debt.is_money and debt.step.do.same(due, act))):
        return False
    return not (debt.amends and due.verb in ("pay", "collect", "call") and due.n != act.n)


def _lays_the_same_back(view: ActView, debt: Debt, acts: Sequence[Act], at: int) -> bool:
    """Return whether a dealt card is the very card that is owed back to a board: one put back on the stub is dealt to it again.
    A hand gets no card dealt while one of its own is owed back to it (DH-04).

    Args:
        view: The act.
        debt: A debt of cards that were moved unasked, or another one.
        acts: Its acts that are still due.
        at: Index of the act that lays the card back, from 0.
    """
    act, due, felt = view.act, acts[at], view.work.now.felt
    if debt.step is not AS_IT_LAY or act.verb != "deal" or act.count != 1 or due.to[-1:] != act.to or is_seat(act.to[0]):
        return False
    dealt, back = felt.copy(), felt.copy()
    try:
        for after, done in ((dealt, (act,)), (back, acts[: at + 1])):
            for step in done:
                step.effect(after, step)
    except (ActError, Impossible):
        return False
    return lie_alike(dealt, back) and dealt.up == back.up


def _settled(view: ActView, debt: Debt, acts: tuple[Act, ...], at: int, *, too_late: bool) -> Match:
    """Return the match of an act that settles an owed act, with drafts on its manner. After the last owed act, the debt's `then`
    follows.
    """
    move, left = view.move(), acts[:at] + _still_lacking(acts[at], view.act) + acts[at + 1 :]
    move.drafts += drafted_manner(move.work, debt.step, acts[at], view.act)
    move.drafts += _struck(move.work, debt, left, acts[at].text, view.act)
    if debt.step is AS_IT_LAY:
        _note_laid_back(move.work, acts[at].to[-1])
    if not left and not debt.is_money and debt.then is None and debt.step.remedy and debt.step.do.standing:
        move.work.debts = [*move.work.debts, debt]  # its planner works out from the felt what remains
    of_open = debt.step is view.work.step and debt.step.do.fresh and not debt.is_money
    then: Then = _told_and_planned if debt.step is AS_IT_LAY else _planned_anew if of_open else plan_what_is_known
    if debt.then is not None and not left and not too_late:
        then = functools.partial(_follow, debt.then)
    return move.match(then)


def _note_laid_back(work: AgendaBuilder, place: str) -> None:
    """Note that a place has got back a card that was taken from it, so that no other replaces it."""
    mark, taken = work.books.taken
    if taken.get(place):
        work.note(taken=(mark, {**taken, place: taken[place] - 1}))


def _still_lacking(due: Act, act: Act) -> tuple[Act, ...]:
    """Return the cards still owed if fewer were dealt than were owed."""
    more = due.count - act.count if due.verb == "deal" and not due.cards else 0
    return (Act.make(due.who, due.verb, *due.to, n=more if more > 1 else None, face=due.face),) if more > 0 else ()


def _told_and_planned(work: AgendaBuilder, act: Act) -> None:
    """After moved cards or chips are back in their places, plan unknown steps again; after the last card, also send the act to
    the players' mechanic.
    """
    plan_what_is_known(work, act)
    left = [due for debt in work.debts if debt.step is AS_IT_LAY and debt.round == work.round.begun for due in debt.acts]
    if any(due.verb in TAKING for due in left):
        return
    if not left and work.step is not None and work.step.do.fresh and not work.step.remedy:
        replan(work, work.step, act)  # it may have been planned while cards or chips lay elsewhere
    mechanic = work.players.mechanic if work.players is not None else None
    if mechanic is not None and (mechanic.hears_all or act.verb in mechanic.verbs):
        work.answer(act)


def _planned_anew(work: AgendaBuilder, act: Act) -> None:
    """Plan the open step again after one of its cards came late, since the plan counts the cards that remain."""
    plan_what_is_known(work, act)
    if work.step is not None:
        replan(work, work.step, act)


def _follow(then: Leave, work: AgendaBuilder, _act: Act) -> None:
    """Abandon or repeat the section, as a remedy asks that was left out and carried out late."""
    work.drop_step()
    work.end_players()
    work.push(then)
    work.go_on()


def further_on(view: ActView) -> Match | None:
    """Judge an act from further on in the plan: if it is one place on, an act was skipped; if further, the act is out of place.

    Example: `d deal s3` where s2 is due.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    step, plan, act = view.work.step, view.work.plan, view.act
    if step is None:
        return None
    at = next((at for at, due in enumerate(plan) if due.what == act.what), 0)
    if at == 0:
        return None
    move = view.move()
    if at == 1:
        skip(move, step, plan[:1], move.work.total, step)
        move.work.drop(0)
        return consume(move, step, 0)
    if not wrong_manner(view.work, step, plan[at], act):
        move.drafts.append(Draft(step, step.code("misplaced", view.work.now, act), plan[0].text, act.text))
    return consume(move, step, at)


def skip(move: Move, step: DealerStep, acts: Sequence[Act], total: int, over: Step) -> None:
    """Draft a finding on skipped acts of a step, or keep the acts as a debt until the step's deadline.

    Args:
        move: The working copy, with the act that skipped them.
        step: The skipped step.
        acts: The skipped acts.
        total: Number of equal acts that the step asked for; 0 if they differ.
        over: The step that was done instead.
    """
    work, now = move.work, move.work.now
    acts = _not_told_yet(move, step, acts)
    if not acts or (step.remedy and not _is_binding(work, step)):
        return  # reported when only a part of it was dealt, or with this act already
    if step.remedy and step.do.standing and step.deadline and work.stack is not None and isinstance(work.stack[0], Resume):
        work.stack = (work.stack[0], (step, work.stack[1]))  # asked for again when the step that it interrupted is done
        return
    if step.do.standing and _is_missing(work, step):
        return
    then = _drop_leave(work) if step.remedy and not over.remedy else None
    if step.is_optional(now):
        _leave_out(work, step, acts, total, then)
        return
    owed = Debt(step, acts, total, deadline=step.deadline, round=work.round.begun, then=then, at=len(now.log))
    if over is step and step.do.named and step.deadline:  # so far only the order is wrong
        move.drafts.append(Draft(step, step.code("misplaced", now, acts[0]), texts(acts), move.act.text, owed=owed))
    elif step.deadline and over.id != step.deadline and is_ahead(work, step.deadline):
        _wait_for(work, owed)
    else:
        missing = f"{len(acts)} of {total} missing: " if total > 1 else ""
        code = over.over_code(step, acts[0], now) or step.code("skipped", now, acts[0])
        move.drafts.append(Draft(step, code, missing + texts(acts), move.act.text, owed=owed))


def _not_told_yet(move: Move, step: DealerStep, acts: Sequence[Act]) -> tuple[Act, ...]:
    """Return the skipped acts that no finding reports yet. If a board was dealt in part, its missing cards are owed for that
    finding.
    """
    work = move.work
    reported = {due for draft in move.drafts if draft.owed is not None for due in draft.owed.acts} if step.do.fresh else ()
    if work.partial is not None and step.do.shared and not move.act.seat and any(due is work.partial for due in acts):
        _owe_the_rest(work, step, work.partial)
    return tuple(due for due in acts if due is not work.partial and due not in reported)


def _leave_out(work: AgendaBuilder, step: DealerStep, acts: tuple[Act, ...], total: int, then: Leave | None) -> None:
    """Note optional acts as left out. If abandoning or repeating a section depends on them, they may still be done until a player
    acts.
    """
    if then is not None:
        work.debts = (*work.debts, Debt(step, acts, total, round=work.round.begun, then=then, at=len(work.now.log)))
    work.note(left_out=(*work.books.left_out, *acts))
    if step.remedy and step.do.fresh:
        _owe_the_chips(work, step, acts)


def _owe_the_chips(work: AgendaBuilder, step: DealerStep, acts: Sequence[Act]) -> None:
    """Note the chips that a remedy was still to move as owed for the last finding; such a debt never expires."""
    owed = {(due.what, due.n) for debt in work.debts for due in debt.acts}
    rest = tuple(due for due in acts if due.verb in MONEY and (due.what, due.n) not in owed)
    if rest and work.found:
        debt = Debt(step, rest, len(rest), len(work.found) - 1, work.found[-1].act, amends=True, round=work.round.begun)
        work.debts = (*work.debts, debt)


def _owe_the_rest(work: AgendaBuilder, step: DealerStep, rest: Act) -> None:
    """Note the cards that a partly dealt board lacks as owed for the finding on that."""
    number = next((at for at in range(len(work.found) - 1, -1, -1) if work.found[at].step == step.id), -1)
    if number >= 0:
        owed = Debt(step, (rest,), 1, number, work.found[number].act, round=work.round.begun)
        work.debts = (*work.debts, owed)


def _is_binding(work: AgendaBuilder, step: DealerStep) -> bool:
    """Return whether a step of a remedy is compulsory, and still has acts due."""
    return binds(work.house.remedies, step, work.now) and not (step.do.standing and not step.plan(work.now))


def _is_missing(work: AgendaBuilder, step: DealerStep) -> bool:
    """Return whether a reported debt of the step is still open in this round."""
    begun = work.round.begun
    return any(debt.finding >= 0 and debt.step.do is step.do and debt.round == begun for debt in work.debts)


def _wait_for(work: AgendaBuilder, owed: Debt) -> None:
    """Note a debt that may be settled until its deadline; join it with an earlier debt of the same step."""
    same = next((debt for debt in work.debts if debt.step is owed.step and not debt.amends), None)
    if same is None or same.finding >= 0:
        work.debts = (*work.debts, owed)
        return
    more = attrs.evolve(same, acts=same.acts + owed.acts, total=max(same.total, owed.total))
    work.debts = [more if debt is same else debt for debt in work.debts]


def _drop_leave(work: AgendaBuilder) -> Leave | None:
    """Drop the `Leave` item that would follow a skipped remedy, and return it; None if there is none."""
    for item in items(work.stack):
        if isinstance(item, Leave):
            work.stack = stacked(other for other in items(work.stack) if other is not item)
            return item
        if isinstance(item, Loop | Resume | Waiting):
            break
    return None
