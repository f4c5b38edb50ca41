"""Matchers for unasked acts: too early for the players, once too often, or of a part of the round that is over."""

from __future__ import annotations

import functools
from itertools import takewhile

import attrs

from dealerkit.facts import fact_named
from dealerkit.felt import DEALER, VERBS, Act
from dealerkit.felt.verbs import verbs_that
from dealerkit.judge.findings import UNEXPECTED, UNTOLD, Draft, texts
from dealerkit.judge.lookahead import TAKING, coming, is_last_again, is_open, is_over, owner_of, step_for, this_round
from dealerkit.judge.match import ActView, Match, nothing, tell_unless_undecided
from dealerkit.judge.matchers.due_act import drafted_manner, due_act, takes_the_same
from dealerkit.judge.matchers.later_step import later_step
from dealerkit.judge.reversal import AS_IT_LAY, as_it_lay
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt, Leave, Loop, Resume, items
from dealerkit.procedure.steps import DealerStep, PlayerStep, Section, Step


def picked_up(view: ActView) -> Match | None:
    """Judge cards picked up while they have to lie: the cards are laid out again, and the bets with them. Cards that were mixed
    with the pack have lost their order, so nothing is laid out.

    `d clear` before the bets are settled is `bj/picked-up-early`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    if act.verb not in _CLEARS or (work.step is not None and (work.step.remedy or work.step.covers(act))):
        return None
    step = next((step for step in work.house.program.walk() if isinstance(step, DealerStep) and step.covers(act)), None)
    name = step.params.get("laid_out") if step is not None else None
    if step is None or not name or not fact_named(str(name))(work.now):
        return None
    back, mixed = as_it_lay(work.now, act), act.verb in _MIXES
    if back == () or (back is None and not mixed):
        return None
    owed = None if mixed or back is None else Debt(AS_IT_LAY, back, len(back), amends=True, round=work.round.begun)
    due = texts(work.plan) or ", ".join(sorted(work.ask))
    return view.match(Draft(step, step.code("early", work.now, act), due, act.text, owed=owed))


_CLEARS = verbs_that("clears")
_MIXES = verbs_that("mixes")


def repeated(view: ActView) -> Match | None:
    """Judge a repetition of the dealer's last act.

    Example: a fourth card for the player.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    again = is_last_again(view.work, view.act) and owner_of(view.work, view.act)
    return not_asked(view) if again else None


def early(view: ActView) -> Match | None:
    """Judge an act that belongs after an open or coming players' step: it is early, and counts when its step opens.

    `d burn` in the betting is `burn/before-action-complete`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act, now = view.work, view.act, view.work.now
    target, beyond = step_for(work, act, work.stack)
    if target is None or not beyond or (target.do.undo and _moves_nothing(work, act)):
        return None
    if any(step.is_open_to(act, now) for step in work.passed) and not target.plan(now):
        return None
    if work.step is not None and any(step.covers(act) and _is_beside(step, work.step) for step in work.passed):
        return not_asked(view)  # this part of the round has had that act already
    due = texts(work.plan) or (", ".join(sorted(work.ask)) + " to act" if work.ask else "")
    code = target.code("early", now, act)
    if code == UNEXPECTED:
        return None
    hurried = work.books.hurried
    undone = target.do.undo and code not in UNTOLD
    # the floor must hear of it, even if another early act was reported
    ruled = bool(work.house.catalogue.get(code, {}).get("fault"))
    move = view.move()
    if undone or (target.id not in hurried and (ruled or not (hurried and code.startswith("step/")))):
        move.drafts.append(_undone(view, target, code, due))
    move.work.note(hurried=hurried | {target.id})
    if not undone:  # otherwise it is undone, and asked for again in its time
        move.work.credited(target, act)
    passed_on = work.players is not None and act.verb in work.players.mechanic.verbs
    return move.match(
        tell_unless_undecided if passed_on else nothing
    )  # returned chips or a hand taken in change the betting round


def not_asked(view: ActView) -> Match | None:
    """Judge a repeated act of a finished step, or an act of a step with nothing due.

    Example: `d burn` after the burn.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act, now = view.work, view.act, view.work.now
    owner = None if _is_void(work) else owner_of(work, act)
    again = _section_again(view) if owner is None or is_over(work, owner[0]) else None
    if again is not None or owner is None:
        return again
    step, kind = owner
    if kind == "early" and ((step.do.shared and step.plan(now)) or (step.do.undo and _moves_nothing(work, act))):
        return None  # cards that cannot lie there yet go back; or there is nothing yet to clear
    if step.remedy and step.do.standing:
        asked = [due for due in step.plan(now) or () if due.what == act.what]
        if any(takes_the_same(work, due, act) for due in asked):
            return view.match(then=functools.partial(_with_the_rest, step))  # still asked for, though the dealer has moved on
    if step.is_optional(now):  # an optional call may be made at any time, if it is right
        rightly, kind = _need_not_be_made(view, step, kind)
        if rightly is not None:
            return rightly
    late = _wrongly_made_good(view, step) if kind == "again" else None
    if late is not None:
        return late
    code = step.code("again", now, act)
    if code.startswith("step/"):
        if step.remedy and step is work.step and (act.verb in TAKING or not _was_done(work, act)) and as_it_lay(now, act):
            return None  # not one of the cards or bets that the ruling is about
        if kind == "again" and step.params.get("repeatable"):
            return view.match()
        code = step.code(kind, now, act)
    return _told_of(view, step, code)


def _wrongly_made_good(view: ActView, step: DealerStep) -> Match | None:
    """Return the match of a wrong attempt at chips that a step left out in this round, such as a pot pushed late and to the wrong
    player; None if no such chips are owed. It is corrected as if it had come in time.
    """
    begun, act = view.work.round.begun, view.act
    for debt in view.work.debts:
        late = debt.step is step and debt.is_money and debt.finding >= 0 and not debt.amends and debt.round == begun
        if not late or not step.do.attempt(step.params, debt.acts[0], act):
            continue
        move, due = view.move(), debt.acts[0]
        move.drafts.append(Draft(step, step.code("wrong", view.work.now, act), due.text, act.text, amend=(step, due)))
        rest = [attrs.evolve(debt, acts=debt.acts[1:])] if debt.acts[1:] else []
        move.work.debts = [kept for other in view.work.debts for kept in (rest if other is debt else [other])]
        return move.match()
    return None


def _with_the_rest(step: DealerStep, work: AgendaBuilder, _act: Act) -> None:
    """After a late step of a remedy, ask for the remedy's steps that follow it, such as the card that replaces one taken out."""
    nodes = work.house.remedies[step.path.partition(".")[0]].at_once
    after = nodes[nodes.index(step) + 1 :] if step in nodes else []
    rest = [node for node in after if isinstance(node, DealerStep) and node.plan(work.now)]
    if rest:
        work.interrupt(rest)


def _was_done(work: AgendaBuilder, act: Act) -> bool:
    """Return whether the act was done in this round already, whatever the amount."""
    return any(past.what == act.what for past in this_round(work))


def _need_not_be_made(view: ActView, step: DealerStep, kind: str) -> tuple[Match | None, str]:
    """Return the match of an act of an optional step if the act is right, else None; and the kind of fault if it is wrong."""
    work, act, now = view.work, view.act, view.work.now
    plan = step.plan(now)
    if not plan and step in work.passed and step not in coming(work):
        if plan is None or step.remedy or (_was_asked_for(work, act) and not step.do.past(now)):
            return view.match(), kind
        kind = "wrong"
    due = next((due for due in plan or () if due.what == act.what), None)
    return None if due is None else view.match(*drafted_manner(work, step, due, act)), kind


def _told_of(view: ActView, step: DealerStep, code: str) -> Match | None:
    """Return the match, with a finding, of an act that belongs to a step with nothing due; None if the step's `codes`
    disown it.
    """
    if code == UNEXPECTED:
        return None
    return view.match(_undone(view, step, code, texts(view.work.plan[:1])))


def _moves_nothing(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act moves neither cards nor chips, so that there is nothing to undo: a clearing without cards."""
    return not VERBS[DEALER, act.verb].amount and as_it_lay(work.now, act) == ()


def _undone(view: ActView, step: DealerStep, code: str, due: str) -> Draft:
    """Return the draft on an act that comes too early or too often; with the acts that undo it, if the step's word has `undo`.

    Args:
        view: The act.
        step: The step that it belongs to.
        code: Code of the finding.
        due: Text of the acts that were due.
    """
    work, act = view.work, view.act
    if not step.do.undo or code in UNTOLD:
        return Draft(step, code, due, act.text)
    # without an amount in the act, nobody could tell afterwards how much it moved
    back = as_it_lay(work.now, act) if act.n is None else None
    owed = Debt(AS_IT_LAY, back, len(back), amends=True, round=work.round.begun) if back else None
    return Draft(step, code, due, act.text, owed=owed, amend=None if owed else (step, act))


def _is_void(work: AgendaBuilder) -> bool:
    """Return whether the open remedy ends the round, so that the round's finished steps no longer count."""
    if work.step is None or not work.step.remedy:
        return False
    above = takewhile(lambda item: not isinstance(item, Loop), items(work.stack))
    return any(isinstance(item, Leave) and not item.again for item in above)


def _was_asked_for(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an optional act was due when its step was passed, and was then done or left out."""
    return any((past.what, past.n) == (act.what, act.n) for past in (*this_round(work), *work.books.left_out))


def _section_again(view: ActView) -> Match | None:
    """Judge an act of a repeated section that is over, or of the steps after a section that has just begun again."""
    left = _section_left_early(view)
    if left is not None:
        return left
    work, act, now = view.work, view.act, view.work.now
    if work.players is not None and not work.players.passable:
        return None  # the players act in a later part already
    for section in work.house.program.sections():
        if section.repeat is None or section.id not in now.rounds or is_open(work, section):
            continue
        steps = [step for step in section.walk() if isinstance(step, DealerStep) and step.covers(act)]
        if steps and _begins_with(work, section, steps[0]) and _could_come(work, section):
            return _begun_again(view, section, steps[0])
    return None


def _begun_again(view: ActView, section: Section, first: DealerStep) -> Match:
    """Return the match of an act that belongs to a finished section, which begins again at that step."""
    move = view.move()
    work = move.work
    move.drafts.append(Draft(first, first.code("again", work.now, view.act), texts(work.plan), view.act.text))
    if work.plan:
        assert work.step is not None
        work.push(Resume(work.step, work.plan, work.bag))
    work.drop_step()
    work.begin(section)
    turn = work.round.begun, work.round.laps
    while work.stack is not None and (work.round.begun, work.round.laps) == turn:
        work.plan = ()
        work.go_on()
        if work.step is first:
            break
    return move.judged_by((due_act,), silent=True)


def _could_come(work: AgendaBuilder, section: Section) -> bool:
    """Return whether the conditions of all sections around a section hold now. Those of the draw for the first deal, for one, no
    longer hold once there is a dealer.
    """
    around = [other for other in work.house.program.sections() if other is not section and section in other.sections()]
    return all(outer.holds(work.now) for outer in around)


def _begins_with(work: AgendaBuilder, section: Section, first: DealerStep) -> bool:
    """Return whether a round of a section can begin with this step, because the steps before it have nothing due."""
    for step in takewhile(lambda step: step is not first, section.walk()):
        if isinstance(step, DealerStep) and step.plan(work.now):
            return False
        if section.part and isinstance(step, PlayerStep):
            return False  # one act of the dealer does not make the players act again
    return True


def _section_left_early(view: ActView) -> Match | None:
    """Judge an act with which the dealer leaves a repeated section at the beginning of a repetition."""
    work, act = view.work, view.act
    loop = work.loop()
    if loop is None or any(past.who == DEALER for past in work.now.since(loop.section.id)):
        return None
    stack = work.stack
    while stack is not None and stack[0] is not loop:
        stack = stack[1]
    assert stack is not None  # the loop is open
    below = stack[1]
    move = view.move()
    move.work.drop_step()
    move.work.stack = below
    target, beyond = step_for(move.work, act, below)
    if target is None or beyond:
        return None
    ends = loop.section.part and loop.section.repeat is not None and not loop.section.repeat(work.now)
    if not ends:  # otherwise the section is over anyway
        early = target.code("early", work.now, act)
        ruled = bool(work.house.catalogue.get(early, {}).get("fault"))  # cards gathered in the middle of a hand
        code = loop.section.codes.get("left-early", early if ruled else f"step/{loop.section.id}-skipped")
        move.drafts.append(Draft(target, code, texts(work.plan[:1]) or loop.section.id, act.text))
    move.work.end_players()
    return move.judged_by((later_step,))


def _is_beside(step: Step, other: Step) -> bool:
    """Return whether two steps belong to the same part of the procedure."""
    return step.path.rpartition(".")[0] == other.path.rpartition(".")[0] and step is not other
