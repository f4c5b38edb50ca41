"""The verdict on one act: its findings, the rulings on them, and the agenda after it. Judging changes nothing of the table.

An act is judged in three: `find` says where it belongs as the table stands before it; the effect happens, on the felt or, in a
trial, on a copy of it; `settle` says what follows from the table as it stands then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import attrs

from dealerkit.felt import DEALER, FLOOR, Act
from dealerkit.judge import duties
from dealerkit.judge.classification import classify
from dealerkit.judge.due_debts import still_due
from dealerkit.judge.findings import SAME_SLIP, UNTOLD, Draft, Finding, in_all, merged
from dealerkit.judge.floor import Hearing, Ruled, ruled_by
from dealerkit.judge.match import Then, nothing
from dealerkit.judge.matchers.debts import strike
from dealerkit.judge.matchers.due_act import is_due
from dealerkit.judge.matchers.restart import cut_again, note_taken
from dealerkit.judge.outcomes import outcomes
from dealerkit.judge.reversal import AS_IT_LAY, puts_back
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Agenda, Debt
from dealerkit.procedure.duties import Pending
from dealerkit.procedure.planning_again import go_back, look_again, plan_again
from dealerkit.procedure.steps import DealerStep


class Verdict(NamedTuple):
    """The verdict on an act.

    Attributes:
        findings: What was wrong with it.
        rulings: What is ruled on that.
        agenda: Where the table stands then.
    """

    findings: tuple[Finding, ...]
    rulings: tuple[Ruled, ...]
    agenda: Agenda


class FoundAct(NamedTuple):
    """An act's place, before it happens.

    Attributes:
        act: The act.
        then: What is to be done to the working copy when it has happened.
        drafts: What was wrong with it.
        planned: Whether it was asked for.
        watched: Whether duties have to be minded.
        cured: The duties it settles.
        asked: The seats that were to act.
        of_remedy: Whether it belongs to the remedy that is open.
        simple: Whether nothing but the duties can find fault with it: it is just what was due or asked for, or it settles one.
        before: Where the table stood.
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


def is_asked_for(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act is what is due, or what a player may choose."""
    if act.seat:
        return act.value in work.ask.get(act.who, {}).get(act.move, ())
    return act.plain in work.plan[:1] or (work.bag and is_due(work, act))


def find(work: AgendaBuilder, act: Act, findings: Sequence[Finding], rulings: Sequence[Ruled]) -> FoundAct:
    """Find an act's place as the table stands before it.

    Args:
        work: A working copy of where the table stands; it goes to where the act belongs.
        act: The act.
        findings: What was found so far.
        rulings: What was ruled so far.

    Raises:
        Impossible: If it is a ruling that nobody can give.
    """
    house, now, before = work.house, work.now, work.build()
    work.found = findings
    asked = frozenset(work.ask)
    watched = (bool(work.books.duties) or act.verb in house.watch) and not puts_back(work, act)
    planned = is_asked_for(work, act)
    cured = tuple(duties.cured_by(work, act, planned=planned)) if work.books.duties else ()
    if watched:
        now.faced = None if planned else now.told.allowed
    of_remedy = work.step is not None and work.step.remedy and act.who == DEALER and work.step.covers(act)
    drafts: Sequence[Draft] = ()
    if act.who == DEALER and work.debts and (planned or _is_of_step(work, act)):
        drafts = strike(work, act)
    simple = True
    if cured and not planned and duties.mends(house, act):
        note_taken(work, act)
        then: Then = _answered
    elif planned and act.seat:
        then = _answered
    elif _is_head(work, act):
        if of_remedy:
            note_taken(work, act)
        work.drop(0)
        then = _done_in_remedy if of_remedy else _done
    elif act.value in work.ask.get(act.who, {}).get(act.move, ()):  # in the middle of the players' turns
        then = _answered
    else:
        simple, now.act = False, act
        if act.who == FLOOR:
            then = ruled_by(work, act, findings, rulings)
        elif act.who == DEALER or act.seat:
            _, drafts, then, _ = classify(work, act, drafts)
        else:
            then = nothing
    return FoundAct(act, then, tuple(drafts), planned, watched, cured, asked, of_remedy, simple, before)


def happened(work: AgendaBuilder, act: Act) -> FoundAct:
    """Return the place of an act that was just the one due, or asked for, when it has happened already.

    Args:
        work: A working copy of where the table stood; its log ends with the act.
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
    """Return whether an act is one that the open step asks for, said in another way."""
    step = work.step
    return step is not None and any(due.n == act.n and step.do.same(due, act) for due in work.plan)


def _is_head(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act is just the one that is due; the dealer may go on while players may still act."""
    if act.who == DEALER and not work.plan and work.players is not None and work.players.beside:
        work.go_on()
    part = work.step is not None and work.step.do.in_parts and (bool(act.cards) or work.step.do.fresh)
    return act.plain in work.plan[:1] and not part and not work.is_guarded()


def _answered(work: AgendaBuilder, act: Act) -> None:
    """Tell the players' mechanic that a player has chosen or a duty is settled, and plan the open remedy again."""
    work.answer(act)
    look_again(work, act)


def _done(work: AgendaBuilder, _act: Act) -> None:
    """Go on after the dealer has done what was due."""
    if work.may:  # something known has come: what could not be known is past
        work.may = ()
    if not work.plan:
        work.go_on()


def _done_in_remedy(work: AgendaBuilder, act: Act) -> None:
    """Go on after the dealer has done what a remedy asks for."""
    _tell_playing(work, act)
    work.tell_waiting(act)
    if not work.plan:
        work.go_on()


def settle(
    place: FoundAct, work: AgendaBuilder, remark: str | None, findings: Sequence[Finding], rulings: Sequence[Ruled]
) -> Verdict:
    """Say what follows from an act that has happened.

    Args:
        place: Its place.
        work: The working copy that `find` left, with the felt and the log after the act.
        remark: What the felt noticed; None for nothing.
        findings: What was found before.
        rulings: What was ruled before.
    """
    act, now = place.act, work.now
    hearing = Hearing(work, findings, rulings)
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
        fresh = {slip.code: slip for slip in slips if slip.code not in reported}  # one act, one code
        _tell(hearing, [*fresh.values()])
    now.act = None
    if not (place.planned and place.simple) or remark is not None or place.drafts or act.manner:
        work.note(slipped=work.round.begun)
    return Verdict(tuple(hearing.found), tuple(hearing.ruled), work.build())


def _grave(place: FoundAct, work: AgendaBuilder, *, remarked: bool) -> list[Draft]:
    """Return what an act has brought about that no table may come to; nothing where what the steps found has a name that is as
    grave, or belongs to a remedy: one that is over excuses nothing.
    """
    house, now = work.house, work.now
    if place.planned or place.simple or place.of_remedy or not place.watched:
        return []
    grave = outcomes(house, now, place.act, remarked=remarked)
    known = house.catalogue
    for draft in place.drafts if grave else ():
        named = not draft.code.startswith("step/")
        as_grave = named and known.get(draft.code, {}).get("severity") == known[grave[0].code].get("severity")
        of_remedy = draft.step is not None and draft.step.remedy
        over = draft.code in UNTOLD and not (place.before.step is not None and place.before.step.remedy)
        if as_grave or (of_remedy and not over):
            return []
    return grave


def obliged(
    work: AgendaBuilder, kept: Sequence[Pending], slips: Sequence[Draft], findings: Sequence[Finding], rulings: Sequence[Ruled]
) -> Verdict:
    """Return what comes of the duties alone that an act has brought, where it was just the one due.

    Args:
        work: A working copy of where the table stands after it.
        kept: Duties that wait.
        slips: Slips that they are at once.
        findings: What was found before.
        rulings: What was ruled before.
    """
    hearing = Hearing(work, findings, rulings)
    if kept:
        work.note(duties=(*work.books.duties, *kept))
    _tell(hearing, slips)
    return Verdict(tuple(hearing.found), tuple(hearing.ruled), work.build())


def _follow_up(place: FoundAct, hearing: Hearing, remark: str | None) -> None:
    """Rule on what was wrong with an act and on what the felt noticed; then go on from it."""
    act, work = place.act, hearing.work
    _tell(hearing, place.drafts, remark)
    if place.of_remedy:
        work.tell_waiting(act)
    if hearing.found:
        work.found = hearing.findings
    place.then(work, act)
    if place.of_remedy:
        _tell_playing(work, act)
    plan_again(work, act, slipped=bool(place.drafts))
    if act.who == DEALER:
        _hear(work, act)
        _reopen(work, act.verb)
        cut_again(work, act)


def _hear(work: AgendaBuilder, act: Act) -> None:
    """Ask the players again where the dealer has changed what they choose from: a board laid once more."""
    if work.open is None or act.verb not in work.open.step.mechanic.hears:
        return
    run, at = work.runs[work.open.key], len(work.now.log)
    if run.key[1] < at and at not in run.sent_at[-1:]:
        work.answer(act)


def _reopen(work: AgendaBuilder, verb: str) -> None:
    """Ask again for a step that has passed, where the dealer has done something so that it finds something to do."""
    if work.step is not None and work.step.remedy:
        return
    for step in work.passed:
        if verb not in step.do.reopens or step is work.step:
            continue
        owed = any(debt.step.do is step.do and not debt.amends for debt in work.debts)  # what was skipped is asked for already
        if not owed and step.plan(work.now):
            work.interrupt([step])
            return


def _tell_playing(work: AgendaBuilder, act: Act) -> None:
    """Tell the players, while they act, that a remedy has brought chips or a hand back: their round is another now."""
    if work.players is not None and not work.players.until and act.verb in work.players.mechanic.verbs:
        work.answer(act)


def _tell(hearing: Hearing, drafts: Sequence[Draft], remark: str | None = None) -> None:
    """Write what was wrong with an act, and rule on it: one ruling, and one finding from which the others follow.

    Args:
        hearing: The act before the floor.
        drafts: What was wrong with it.
        remark: What the felt noticed; None for nothing.
    """
    if not drafts and remark is None:
        return
    _write(hearing, drafts)
    if remark is not None:
        hearing.remark(hearing.work.now.log[-1], remark)
    hearing.give()
    hearing.fold()


def _write(hearing: Hearing, drafts: Sequence[Draft]) -> None:
    """Write drafts as findings, note what is owed because of them, and ask for rulings."""
    work = hearing.work
    now = work.now
    known = {draft.code for draft in drafts if hearing.was_reported(draft.code)}
    told_before = len(hearing.findings)
    for draft in sorted(
        merged(drafts, known), key=lambda slip: slip.code in known
    ):  # what is missing is owed for what is told now
        if draft.code in UNTOLD:
            if draft.owed is not None:  # it may still be done, until the grace is over
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
        step = draft.step
        finding = Finding(
            draft.code,
            step.id if step is not None else "",
            ", ".join(filter(None, (draft.expected, in_all(_owed(draft), now.felt)))),
            draft.got,
            len(now.log),
            cite=step.cite if step is not None else (),
            severity=draft.severity or _severity(work, draft),
            because_of=_root(hearing, draft),
            decided_by=step.do.cites(work.now, step.params, draft.expected) if isinstance(step, DealerStep) else (),
        )
        hearing.found.append(finding)
        number = len(hearing.findings) - 1
        owed = [attrs.evolve(debt, finding=number, found=finding.act) for debt in _owed(draft)]
        owed += _amends(work, draft, number, finding.act)
        if owed:
            _owe(work, owed)
        if step is None or not step.remedy or draft.owed is None:  # what a remedy left out comes to is ruled already
            hearing.rule_on(finding)


def _severity(work: AgendaBuilder, draft: Draft) -> str:
    """Return how grave a step has its generic findings; empty where the catalogue has a line of its own for one."""
    generic = draft.step is not None and draft.code.startswith("step/") and draft.code not in work.house.catalogue
    return draft.step.severity if generic and draft.step is not None else ""


def _amends(work: AgendaBuilder, draft: Draft, number: int, at: int) -> list[Debt]:
    """Return what the dealer puts a wrong act right with, owed for a finding."""
    if draft.amend is None:
        return []
    owner, due = draft.amend
    acts = tuple(owner.do.amend(work.now, due, work.now.log[-1]))
    return [Debt(owner, acts, len(acts), number, at, amends=True, round=work.round.begun)] if acts else []


def _root(hearing: Hearing, draft: Draft) -> tuple[str, int] | None:
    """Return the finding that a slip follows from: that of the remedy which was not carried out, or of chips that were owed
    already.
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
    """Note what is owed; chips that were owed already are owed because of the later finding, those that can no longer be told
    apart not at all.
    """
    owed = [debt for debt in owed if debt.step.do.later is None or still_due(debt, work.now)]
    sums = {(due.what, due.n) for debt in owed if debt.is_money for due in debt.acts}
    kept = []
    for debt in work.debts:
        left = tuple(due for due in debt.acts if (due.what, due.n) not in sums) if sums and debt.is_money else debt.acts
        if left:
            kept.append(debt if left == debt.acts else attrs.evolve(debt, acts=left))
    work.debts = _in_order(kept, owed)


def _in_order(debts: Sequence[Debt], more: Sequence[Debt]) -> list[Debt]:
    """Return debts with more of them, in the order in which they are paid: of what was moved unasked that goes back first which
    was moved last, for its way back is known from how things lay then.
    """
    at = next((at for at, debt in enumerate(debts) if debt.step is AS_IT_LAY), len(debts))
    last = [debt for debt in more if debt.step is AS_IT_LAY]
    return [*debts[:at], *last, *debts[at:], *(debt for debt in more if debt.step is not AS_IT_LAY)]


def _owed(draft: Draft) -> list[Debt]:
    """Return what is missing because of a slip."""
    return [draft.owed, *draft.also] if draft.owed is not None else []
