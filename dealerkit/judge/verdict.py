"""The verdict on one act: its findings, the rulings on them, and the agenda after it. Judging leaves the table unchanged.

An act is judged in three parts: `find` returns its place in the procedure before it happens; the effect changes the felt or, in a
trial, a copy of it; `settle` draws the consequences from the felt after it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import attrs

from dealerkit.facts import Situation
from dealerkit.felt import DEALER, FLOOR, Act
from dealerkit.felt.numbers import Number
from dealerkit.judge import duties
from dealerkit.judge.classification import classify
from dealerkit.judge.due_debts import still_due
from dealerkit.judge.findings import SAME_SLIP, UNEXPECTED, UNTOLD, Draft, Finding, in_all, merged
from dealerkit.judge.floor import Floor, Hearing, Ruled, ruled_by
from dealerkit.judge.match import Then, hands_undecided
from dealerkit.judge.matchers.debts import strike
from dealerkit.judge.matchers.due_act import is_due
from dealerkit.judge.matchers.restart import cut_again, note_taken
from dealerkit.judge.reversal import AS_IT_LAY, puts_back
from dealerkit.procedure.advance import AgendaBuilder, go_on_from
from dealerkit.procedure.agenda import Agenda, Debt
from dealerkit.procedure.duties import Pending
from dealerkit.procedure.planning_again import go_back, look_again, plan_again
from dealerkit.procedure.steps import DealerStep


class Verdict(NamedTuple):
    """The verdict on an act.

    Attributes:
        findings: Findings on it.
        rulings: Rulings on them.
        agenda: Agenda after the act.
    """

    findings: tuple[Finding, ...]
    rulings: tuple[Ruled, ...]
    agenda: Agenda


class FoundAct(NamedTuple):
    """The place of an act in the procedure, before it happens.

    Attributes:
        act: The act.
        then: Change to make to the working copy of the agenda after the act.
        drafts: Drafts of findings on the act.
        planned: Whether the act was due.
        watched: Whether duties are tested after it.
        cured: Duties that it settles.
        asked: Seats that were to act.
        of_remedy: Whether it belongs to the open remedy.
        simple: Whether only duties can find fault with it: it was due, asked for, or settles a duty.
        before: Agenda before the act.
    """

    act: Act
    then: Then
    drafts: tuple[Draft, ...]
    planned: bool
    watched: bool
    cured: tuple[Pending, ...]
    asked: frozenset[str]
    of_remedy: bool
    simple: bool
    before: Agenda


def is_asked_for(work: AgendaBuilder, act: Act, asked: Collection[str]) -> bool:
    """Return whether an act is due next, or is a legal choice of somebody whom the open players' step asks: a player, or the
    dealer among the players' turns.

    Args:
        work: Working copy of the agenda, before the act.
        act: The act.
        asked: Those who are asked: seats, and `d` for the dealer.
    """
    if not act.seat and (act.plain in work.plan[:1] or (work.bag and is_due(work, act))):
        return True
    return act.who in asked and act.value in work.ask[act.who].get(act.move, ())


def find(work: AgendaBuilder, act: Act, findings: Sequence[Finding], rulings: Sequence[Ruled]) -> FoundAct:
    """Return the place of an act in the procedure, before it happens.

    Args:
        work: Working copy of the agenda; moved on to the step that the act belongs to.
        act: The act.
        findings: Earlier findings.
        rulings: Earlier rulings.

    Raises:
        Impossible: If it is a ruling that cannot be given.
    """
    house, now, before = work.house, work.now, work.build()
    work.found = findings
    asked = frozenset(work.ask)
    watched = (bool(work.books.duties) or act.verb in house.watch) and not puts_back(work, act)
    planned = is_asked_for(work, act, asked)
    cured = tuple(duties.cured_by(work, act, planned=planned)) if work.books.duties else ()
    if watched:
        now.faced = None if planned else now.told.allowed
    of_remedy = work.step is not None and work.step.remedy and act.who == DEALER and work.step.covers(act)
    drafts: Sequence[Draft] = ()
    if act.who == DEALER and work.debts and (planned or _is_of_step(work, act)):
        drafts = strike(work, act)
    simple = True
    if cured and not planned and not of_remedy and _is_judged_by_its_duty(work, act):
        note_taken(work, act)
        then: Then = _answered
    elif planned and act.seat:
        then = _answered
    elif not (of_remedy and act.cards) and _is_head(work, act):
        if of_remedy:
            note_taken(work, act)
        work.drop(0)
        then = _done_in_remedy if of_remedy else _done
    # the mechanic asks the dealer for this act, among the players' turns
    elif act.value in work.ask.get(act.who, {}).get(act.move, ()):
        then = _answered
    else:
        simple, now.act = False, act
        if act.who == FLOOR:
            then = ruled_by(work, act, findings, rulings)
        else:
            _, drafts, then, _ = classify(work, act, drafts)
    return FoundAct(act, then, tuple(drafts), planned, watched, cured, asked, of_remedy, simple, before)


def _is_judged_by_its_duty(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act that settles a duty needs no further judgement; an act of a remedy that was passed over
    does need it.
    """
    of_late = any(step.remedy and step.do.standing and step.covers(act) for step in work.passed)
    return not of_late and duties.mends(work.house, act)


def happened(work: AgendaBuilder, act: Act) -> FoundAct:
    """Return the place of an act that was due or asked for, after it has happened.

    Args:
        work: Working copy of the agenda before the act; its log ends with the act.
        act: The act.
    """
    work.now.faced = None
    before = work.build()
    done = _answered if act.seat else _done
    watched = act.verb in work.house.watch
    asked = frozenset(work.ask)
    return FoundAct(
        act, done, (), planned=True, watched=watched, cured=(), asked=asked, of_remedy=False, simple=True, before=before
    )


def _is_of_step(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act is an act of the open step in other words."""
    step = work.step
    return step is not None and any(due.n == act.n and step.do.same(due, act) for due in work.plan)


def _is_head(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act is the next one of the plan, even while players may still act."""
    if act.who == DEALER and not work.plan and work.players is not None and work.players.beside:
        work.go_on()
    part = work.step is not None and work.step.do.in_parts and bool(act.cards) and not work.step.do.one_by_one
    return act.plain in work.plan[:1] and not part and not work.is_guarded()


def _answered(work: AgendaBuilder, act: Act) -> None:
    """Send a player's choice, or an act that settles a duty, to the players' mechanic, and plan the open remedy again."""
    work.answer(act)
    look_again(work, act)


def _done(work: AgendaBuilder, _act: Act) -> None:
    """Move the agenda on after the act that was due."""
    if work.may:  # a known act has come, so the steps with unknown plans are past
        work.may = ()
    if not work.plan:
        go_on_from(work)


def _done_in_remedy(work: AgendaBuilder, act: Act) -> None:
    """Move the agenda on after an act of a remedy."""
    _tell_playing(work, act)
    work.tell_waiting(act)
    if not work.plan:
        work.go_on()


def settle(
    place: FoundAct, work: AgendaBuilder, remark: str | None, findings: Sequence[Finding], rulings: Sequence[Ruled]
) -> Verdict:
    """Return the verdict on an act after it has happened.

    Args:
        place: Place of the act, from `find`.
        work: Working copy that `find` moved on, with the felt and the log after the act.
        remark: Remark of the felt on the act; None for none.
        findings: Earlier findings.
        rulings: Earlier rulings.
    """
    act, now = place.act, work.now
    hearing = Hearing(work, findings, rulings, place.before.step)
    work.found = findings
    if place.watched:
        now.told.meaning = None
    grave = _grave(place, work, remarked=remark is not None)
    if grave:
        go_back(work, place.before)
        _tell(hearing, grave)
    elif place.simple:
        _tell(hearing, place.drafts, remark)
        place.then(work, act)
    else:
        _follow_up(place, hearing, remark)
    if place.watched:
        now.act, now.asked = act, place.asked
        slips = duties.mind(work, act, place.cured, planned=place.planned)
        now.act = None
        reported = {finding.code for finding in hearing.found}
        fresh = {slip.code: slip for slip in slips if slip.code not in reported}  # one finding a code for one act
        _tell(hearing, [*fresh.values()])
    now.act = None
    if not (place.planned and place.simple) or remark is not None or place.drafts or act.manner:
        work.note(slipped=work.round.begun)
    return Verdict(tuple(hearing.found), tuple(hearing.ruled), work.build())


def _grave(place: FoundAct, work: AgendaBuilder, *, remarked: bool) -> list[Draft]:
    """Return drafts on a forbidden state of the felt; empty if a step's finding has a specific code that is as grave, or belongs
    to an open remedy.
    """
    house, now = work.house, work.now
    if place.planned or place.simple or place.of_remedy or not place.watched:
        return []
    grave = duties.outcomes(house, now, place.act, remarked=remarked)
    known = house.catalogue
    if grave and place.act.n is None:  # how much it has moved was worked out before it
        grave[0].owed = next((draft.owed for draft in place.drafts if draft.owed is not None and draft.owed.is_money), None)
    for draft in place.drafts if grave else ():
        named = not draft.code.startswith("step/")
        as_grave = named and known.get(draft.code, {}).get("severity") == known[grave[0].code].get("severity")
        of_remedy = draft.step is not None and draft.step.remedy and draft.code != UNEXPECTED
        over = draft.code in UNTOLD and not (place.before.step is not None and place.before.step.remedy)
        if as_grave or (of_remedy and not over):
            return []
    return grave


def obliged(
    work: AgendaBuilder, kept: Sequence[Pending], slips: Sequence[Draft], findings: Sequence[Finding], rulings: Sequence[Ruled]
) -> Verdict:
    """Return the verdict on an act that was due next, and from which only duties follow.

    Args:
        work: Working copy of the agenda after the act.
        kept: Duties with time left.
        slips: Drafts of slips that are certain at once.
        findings: Earlier findings.
        rulings: Earlier rulings.
    """
    hearing = Hearing(work, findings, rulings)
    work.note(duties=(*work.books.duties, *kept))
    _tell(hearing, slips)
    return Verdict(tuple(hearing.found), tuple(hearing.ruled), work.build())


def _follow_up(place: FoundAct, hearing: Hearing, remark: str | None) -> None:
    """Rule on the drafts on an act and on the felt's remark; then move the agenda on."""
    act, work = place.act, hearing.work
    _tell(hearing, place.drafts, remark)
    if place.of_remedy:
        work.tell_waiting(act)
    if hearing.found:
        work.found = hearing.findings
    place.then(work, act)
    if place.of_remedy:
        _tell_playing(work, act)
    if work.step is not None and not _goes_back(work, place.drafts) and not _waits_for_the_floor(hearing):
        plan_again(work, act, slipped=bool(place.drafts))
    if act.who == FLOOR:
        _tell_of_dead_hands(work, act)
    if act.who == DEALER:
        _hear(work, act)
        _reopen(work, act.verb)
        cut_again(work, act)


def _goes_back(work: AgendaBuilder, drafts: Sequence[Draft]) -> bool:
    """Return whether everything that an act has moved, or cards that were moved before, is owed back to its place, so that the
    plan of the open step stays valid. A remedy is different: it works out from the felt what is to be moved.
    """
    of_remedy = work.step is not None and work.step.remedy
    owed = [draft.owed for draft in drafts if draft.owed is not None and draft.owed.step is AS_IT_LAY]
    if of_remedy or owed:
        return bool(owed) and not (of_remedy and owed[0].is_money)
    return any(debt.step is AS_IT_LAY and debt.round == work.round.begun and not debt.is_money for debt in work.debts)


def _waits_for_the_floor(hearing: Hearing) -> bool:
    """Return whether an earlier ruling takes effect only when the floor gives it, so that the open step stays as it is until
    then (RJ-30).
    """
    work = hearing.work
    if not hearing.rulings or work.step is None or work.step.remedy:
        return False
    return Floor(work.house, work.build(), work.now, hearing.findings, hearing.rulings).begins


def _tell_of_dead_hands(work: AgendaBuilder, ruling: Act) -> None:
    """Once the floor has ruled, send the players' mechanic each hand that was taken in by mistake and does not come back."""
    if work.open is None or (work.step is not None and work.step.remedy):
        return
    run = work.runs[work.open.key]
    if not run.ask:  # the betting round was only waiting for the floor
        work.answer(ruling)
        return
    taken = sorted({slip.at for slip in work.now.slips if slip.at > run.key[1]} - set(run.sent_at))
    for number in hands_undecided(work, *taken):
        work.answer(work.now.log[number - 1])


def _hear(work: AgendaBuilder, act: Act) -> None:
    """Ask the players again if the dealer's act has changed their choices, such as a board laid again."""
    if work.open is None or act.verb not in work.open.step.mechanic.hears:
        return
    run, at = work.runs[work.open.key], len(work.now.log)
    if run.key[1] < at and at not in run.sent_at and not hands_undecided(work, at):
        work.answer(act)


def _reopen(work: AgendaBuilder, verb: str) -> None:
    """Plan passed steps again after an act of the dealer that makes them due again."""
    if work.step is not None and work.step.remedy:
        return
    again = []
    for step in work.passed:
        if verb not in step.do.reopens or step is work.step:
            continue
        owed = any(debt.step.do is step.do and not debt.amends for debt in work.debts)  # skipped acts are asked for already
        if not owed and step.plan(work.now):
            again.append(step)
    if again:
        work.interrupt(again)


def _tell_playing(work: AgendaBuilder, act: Act) -> None:
    """Send an act of a remedy to the mechanic of players who are acting, since returned chips or hands change their betting
    round.
    """
    if work.players is not None and not work.players.until and act.verb in work.players.mechanic.verbs:
        work.answer(act)


def _tell(hearing: Hearing, drafts: Sequence[Draft], remark: str | None = None) -> None:
    """Turn the drafts on an act into findings and rule on them: one ruling, and one finding as the cause of the others.

    Args:
        hearing: The act before the floor.
        drafts: Drafts on the act.
        remark: Remark of the felt on the act; None for none.
    """
    if not drafts and remark is None:
        return
    _write(hearing, drafts)
    if remark is not None:
        hearing.remark(hearing.work.now.log[-1], remark)
    hearing.give()
    hearing.fold()


def _write(hearing: Hearing, drafts: Sequence[Draft]) -> None:
    """Turn drafts into findings, note their debts, and ask for rulings."""
    work = hearing.work
    now = work.now
    known = {draft.code for draft in drafts if hearing.was_reported(draft.code)}
    told_before = len(hearing.findings)
    for draft in sorted(
        merged(drafts, known), key=lambda slip: slip.code in known
    ):  # missing acts are owed for the finding that is reported now
        if draft.code in UNTOLD:
            if draft.owed is not None:  # the act may still be done, until its grace is over
                grace = draft.owed.step.params.get("grace", "")
                work.debts = (*work.debts, attrs.evolve(draft.owed, deadline=grace))
            if draft.code == SAME_SLIP and hearing.findings:
                _owe(work, _amends(work, draft, len(hearing.findings) - 1, hearing.findings[-1].act))
            continue
        if hearing.is_reported(draft.code):
            if draft.owed is not None:
                findings = hearing.findings
                same = (at for at in range(len(findings) - 1, -1, -1) if findings[at].code == draft.code)
                last = len(findings) - 1
                number = last if last >= told_before else next(same, last)
                work.debts = _in_order(work.debts, [attrs.evolve(draft.owed, finding=number, found=findings[number].act)])
            continue
        step, debts = draft.step, _owed(draft)
        finding = Finding(
            draft.code,
            step.id if step is not None else "",
            ", ".join(filter(None, (draft.expected, in_all(debts, now.felt)))),
            draft.got,
            len(now.log),
            cite=step.cite if step is not None else (),
            severity=draft.severity or _severity(work, draft),
            because_of=_root(hearing, draft),
            decided_by=step.do.cites(work.now, step.params, draft.expected) if isinstance(step, DealerStep) else (),
        )
        hearing.found.append(finding)
        number = len(hearing.findings) - 1
        owed = [attrs.evolve(debt, finding=number, found=finding.act) for debt in debts]
        owed += _amends(work, draft, number, finding.act)
        if owed:
            _owe(work, owed)
        if step is None or not step.remedy or draft.owed is None:  # a remedy that was left out has been ruled on already
            hearing.rule_on(finding)


def _severity(work: AgendaBuilder, draft: Draft) -> str:
    """Return the step's severity for its generic findings; empty if the catalogue has an entry for the code."""
    if draft.step is None or not draft.code.startswith("step/") or draft.code in work.house.catalogue:
        return ""
    return draft.step.severity


def _amends(work: AgendaBuilder, draft: Draft, number: int, at: int) -> list[Debt]:
    """Return the dealer's acts that correct a wrong one, as debts of a finding.

    Args:
        work: Working copy of the agenda, after the act.
        draft: Draft on the act.
        number: Number of the finding.
        at: Number of the act, from 1.
    """
    if draft.amend is None:
        return []
    owner, due = draft.amend
    acts = tuple(owner.do.amend(work.now, due, work.now.log[-1]))
    return [Debt(owner, acts, len(acts), number, at, amends=True, round=work.round.begun)] if acts else []


def _root(hearing: Hearing, draft: Draft) -> tuple[str, int] | None:
    """Return code and act number of the finding that caused a slip: a remedy not carried out, or chips owed already; None for
    none.
    """
    work, step = hearing.work, draft.step
    if draft.because >= 0:
        return hearing.findings[draft.because].code, hearing.findings[draft.because].act
    if step is not None and step.remedy:
        slip = work.now.mended.get(step.path.partition(".")[0])
        return (slip.code, slip.at) if slip is not None and slip.code else None
    sums = {(due.what, due.n) for debt in _owed(draft) if debt.is_money for due in debt.acts}
    for debt in work.debts if sums else ():
        if debt.is_money and debt.finding >= 0 and any((due.what, due.n) in sums for due in debt.acts):
            return hearing.findings[debt.finding].code, debt.found
    return None


def _owe(work: AgendaBuilder, owed: Sequence[Debt]) -> None:
    """Note debts. Chips that were owed before are now owed for the later finding, unless they came unasked, as the same sum may
    twice; debts that can no longer be settled are dropped.
    """
    owed = [
        debt
        for debt in owed
        if (debt.step.do.later is None or still_due(debt, work.now)) and not (debt.step.do.reverses and _is_reckoned(work, debt))
    ]
    sums = {(due.what, due.n) for debt in owed if debt.is_money and not debt.step.do.reverses for due in debt.acts}
    kept = []
    for debt in work.debts:
        same = sums and debt.is_money
        left = tuple(due for due in debt.acts if sums.isdisjoint(_sums(debt, due, work.now))) if same else debt.acts
        if left:
            kept.append(debt if left == debt.acts else attrs.evolve(debt, acts=left))
    work.debts = _in_order(kept, owed)


def _is_reckoned(work: AgendaBuilder, more: Debt) -> bool:
    """Return whether chips that are to go back belong to a bet whose settlement is owed, and is worked out from the chips that
    lie there. A settlement that cannot be worked out any more, because the bet itself is gone, leaves them owed.
    """
    if not more.is_money:
        return False
    reckoned = (due for debt in work.debts if debt.step.do.reckoned for due in still_due(debt, work.now))
    return any(back.to[: len(due.to)] == due.to[: len(back.to)] for due in reckoned for back in more.acts)


def _sums(debt: Debt, due: Act, now: Situation) -> set[tuple[str, Number | None]]:
    """Return an owed act's words and its sum, as it was when noted and as it is now."""
    later = debt.step.do.later(now, now.log[debt.at or debt.found :], due) if debt.step.do.later is not None else None
    return {(act.what, act.n) for act in (due, later) if act is not None}


def _in_order(debts: Sequence[Debt], more: Sequence[Debt]) -> list[Debt]:
    """Return debts and further ones in the order of settlement: cards and chips moved unasked go back in reverse order, since
    each way back depends on the later ones.
    """
    at = next((at for at, debt in enumerate(debts) if debt.step is AS_IT_LAY), len(debts))
    last = [debt for debt in more if debt.step is AS_IT_LAY]
    return [*debts[:at], *last, *debts[at:], *(debt for debt in more if debt.step is not AS_IT_LAY)]


def _owed(draft: Draft) -> list[Debt]:
    """Return the debts that a draft brings."""
    return [draft.owed, *draft.also] if draft.owed is not None else []
