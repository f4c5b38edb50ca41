"""Matchers for acts that nothing asks for now: too early for the players, once too often, or of a part that is over."""

from __future__ import annotations

from dealerkit.felt import DEALER, Act
from dealerkit.judge.findings import UNTOLD, Draft, texts
from dealerkit.judge.lookahead import coming, is_last_again, is_open, is_over, owner_of, step_for, this_round
from dealerkit.judge.matchers.due_act import After, draft_manner, due_act, nothing
from dealerkit.judge.matchers.later_step import later_step
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Resume
from dealerkit.procedure.steps import DealerStep, Section, Step


def repeated(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> After | None:
    """Judge the last act done again.

    A fourth card for the player.
    """
    return not_asked(work, act, drafts) if is_last_again(work, act) and owner_of(work, act) else None


def early(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> After | None:
    """Judge an act beyond a players' step that is open or to come: it is early, and credited when its step opens.

    `d burn` in the betting is `burn/before-action-complete`.
    """
    target, beyond = step_for(work, act, work.stack)
    if target is None or not beyond:
        return None
    now = work.now
    if any(step.covers(act) and step.holds(now) for step in work.passed) and not target.plan(now):
        return None
    if work.step is not None and any(step.covers(act) and _is_beside(step, work.step) for step in work.passed):
        return not_asked(work, act, drafts)  # this part of the round has had its own already
    due = texts(work.plan) or (", ".join(sorted(work.ask)) + " to act" if work.ask else "")
    code = target.code("early", now, act)
    hurried = work.books.hurried
    undone = target.do.undo and code not in UNTOLD
    ruled = bool(work.house.catalogue.get(code, {}).get("fault"))  # whatever was early before, the floor has to know
    if undone or (target.id not in hurried and (ruled or not (hurried and code.startswith("step/")))):
        drafts.append(Draft(target, code, due, act.text, amend=(target, act) if undone else None))
    work.note(hurried=hurried | {target.id})
    if not undone:  # else it is taken back, and asked for again when its time comes
        work.credited(target, act)
    if work.players is not None and act.verb in work.players.mechanic.verbs:
        return lambda: work.answer(act)  # chips given back, a hand taken in: the players' round is another now
    return nothing


def not_asked(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> After | None:
    """Judge an act of a step already done, once too often, or of one that asks for nothing.

    `d burn` after the burn.
    """
    found = owner_of(work, act)
    again = _section_again(work, act, drafts) if found is None or is_over(work, found[0]) else None
    if again is not None or found is None:
        return again
    step, kind = found
    now = work.now
    if step.remedy and step.do.standing and any(due.what == act.what for due in step.plan(now) or ()):
        return nothing  # what a remedy still asks for, after the dealer has gone on
    if step.is_optional(now):  # a call that need not be made may be made, rightly, at any time
        plan = step.plan(now)
        if not plan and step in work.passed and step not in coming(work):
            if plan is None or step.remedy or _was_asked_for(work, act):
                return nothing
            kind = "wrong"
        for due in plan or ():
            if due.what == act.what:
                draft_manner(work, step, due, act, drafts)
                return nothing
    code = step.code("again", now, act)
    if code.startswith("step/"):
        if kind == "again" and step.params.get("repeatable"):
            return nothing
        code = step.code(kind, now, act)
    drafts.append(Draft(step, code, texts(work.plan[:1]), act.text, amend=(step, act) if step.do.undo else None))
    return nothing


def _was_asked_for(work: AgendaBuilder, act: Act) -> bool:
    """Return whether what need not be done was asked for when its step was passed: it was done then, or left out."""
    return any((one.what, one.n) == (act.what, act.n) for one in (*this_round(work), *work.books.left_out))


def _section_again(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> After | None:
    """Judge an act of a repeated section that is over, or that has just begun again and is left instead."""
    left = _section_left_early(work, act, drafts)
    if left is not None:
        return left
    now = work.now
    for section in work.house.program.sections():
        if section.repeat is None or section.id not in now.rounds or is_open(work, section):
            continue
        steps = [step for step in section.walk() if isinstance(step, DealerStep) and step.covers(act)]
        if not steps or not _begins_with(work, section, steps[0]):
            continue
        drafts.append(Draft(steps[0], steps[0].code("again", now, act), texts(work.plan), act.text))
        if work.step is not None and work.plan:
            work.push(Resume(work.step, work.plan, work.bag))
        work.drop_step()
        work.begin(section)
        turn = work.round.begun, work.round.laps
        while (work.round.begun, work.round.laps) == turn:
            if (work.players is not None and not work.players.passable) or work.stack is None:
                return nothing
            work.plan = ()
            work.go_on()
            if work.step is steps[0]:
                break
        return due_act(work, act, []) or nothing
    return None


def _begins_with(work: AgendaBuilder, section: Section, first: DealerStep) -> bool:
    """Return whether a round of a section can begin with this step: those before it ask for nothing now."""
    for step in section.walk():
        if step is first:
            return True
        if isinstance(step, DealerStep) and step.plan(work.now):
            return False
    return False


def _section_left_early(work: AgendaBuilder, act: Act, drafts: list[Draft]) -> After | None:
    """Judge the dealer's going on, at the top of a repetition, to what comes after it."""
    loop = work.loop()
    if loop is None or any(past.who == DEALER for past in work.now.since(loop.section.id)):
        return None
    below = work.stack
    while below is not None and below[0] is not loop:
        below = below[1]
    below = below[1] if below is not None else None
    trial = work.copy()
    trial.drop_step()
    trial.stack = below
    target, beyond = step_for(trial, act, below)
    if target is None or beyond:
        return None
    ends = loop.section.part and loop.section.repeat is not None and not loop.section.repeat(work.now)
    if not ends:  # else it is over by itself
        early = target.code("early", work.now, act)
        ruled = bool(work.house.catalogue.get(early, {}).get("fault"))  # cards gathered in the middle of a hand
        code = loop.section.codes.get("left-early", early if ruled else f"step/{loop.section.id}-skipped")
        drafts.append(Draft(target, code, texts(work.plan[:1]) or loop.section.id, act.text))
    work.become(trial)
    work.end_players()
    return later_step(work, act, drafts) or nothing


def _is_beside(one: Step, other: Step) -> bool:
    """Return whether two steps stand in the same part of the procedure."""
    return one.path.rpartition(".")[0] == other.path.rpartition(".")[0] and one is not other
