"""Matchers for an act of a later step with no players' step before it: the steps in between were skipped, or the act may come at
another moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from dealerkit.felt import DEALER, VERBS, Act
from dealerkit.felt.verbs import verbs_that
from dealerkit.judge.findings import MOVED, Draft, texts
from dealerkit.judge.lookahead import coming, is_last_again, peek, round_begun, step_for
from dealerkit.judge.match import ActView, Match, Move
from dealerkit.judge.matchers.debts import further_on, made_good, skip
from dealerkit.judge.matchers.due_act import drafted_manner, due_act, pass_over, wrong_manner
from dealerkit.judge.reversal import as_it_lay
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt, Item, Leave, Loop, Stack, items
from dealerkit.procedure.compiled_game import CHIPS_BACK
from dealerkit.procedure.steps import DealerStep, PlayerStep

_SAID, _SETTLES = verbs_that("said"), verbs_that("settles")
_BRINGS_IN = frozenset(verb for verb in _SETTLES if not VERBS[DEALER, verb].amount)
"""Verbs that bring bets in, all together; no bet is settled by them."""
_SHUFFLES = verbs_that("makes_ready") & verbs_that("before_cards")
"""Verbs for a whole shuffle."""
_APART = _BRINGS_IN | _SHUFFLES
"""Verbs that are not always a leap over the steps in between: see `_no_leap`."""


def unknowable(view: ActView) -> Match | None:
    """Let an act pass if its step's plan depends on unseen cards; chips moved while a card is missing are a finding, though.

    Example: `d call player wins` where the cards are unknown.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    step = next((step for step in work.may if step.covers(act)), None)
    if step is None:
        return None
    missing = _missing_card(work) if VERBS[DEALER, act.verb].amount else None
    if missing is None:
        return view.match()
    amend = (CHIPS_BACK, act) if CHIPS_BACK.covers(act) else None
    return view.match(Draft(step, step.code("again", work.now, act), "", act.text, amend=amend, because=missing.finding))


def _missing_card(work: AgendaBuilder) -> Debt | None:
    """Return the reported debt of a card in this round; None if there is none."""
    begun = work.round.begun
    return next((debt for debt in work.debts if debt.finding >= 0 and debt.round == begun and debt.acts[0].verb == "deal"), None)


def floating(view: ActView) -> Match | None:
    """Judge an act of a step that may be done at any moment once it is due. Before that the act passes, and the step stays due.

    `d tap` while players act, or before the bets are brought in, counts for the next burn; in the deal, or twice, it does not.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    for step in [*coming(work), *work.passed, *work.round.earlier]:
        if isinstance(step, DealerStep) and step.floating and step.covers(act):
            plan = step.plan(work.now)
            if plan is None or any(due.what == act.what for due in plan):
                return _credited(view, step) if plan and not _is_far_off(work, step) else view.match()
    return None


def _credited(view: ActView, step: DealerStep, *drafts: Draft) -> Match:
    """Return the match of an act that counts for a coming step."""
    move = view.move()
    move.work.credited(step, view.act)
    move.drafts += drafts
    return move.match()


def _is_far_off(work: AgendaBuilder, target: DealerStep) -> bool:
    """Return whether cards are dealt, or more players asked, before a coming step."""
    for step in takewhile(lambda step: step is not target, coming(work)):
        if isinstance(step, DealerStep):
            if "deal" in step.verbs and step.plan(work.now):
                return True
        elif isinstance(step, PlayerStep) and step.holds(work.now) and not step.passable:
            return True
    return False


def said_early(view: ActView) -> Match | None:
    """Judge an optional call made early: it skips nothing, and only has to be right.

    `d call banker 7` before the player's total. A second optional cut is not a call. No call passes while players are asked in a
    step with a finding for early calls, such as the showdown while a player has still to act.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    for step in coming(work):
        if isinstance(step, PlayerStep) and not step.passable:
            break
        if step is work.step or not isinstance(step, DealerStep) or not step.covers(act) or not step.is_optional(work.now):
            continue
        if work.ask and isinstance(step.codes, Mapping) and "early" in step.codes:
            return None
        for due in step.plan(work.now) or () if step.remedy or act.verb in _SAID else ():
            if due.what == act.what:
                return _credited(view, step, *drafted_manner(work, step, due, act))
    return None


def unanswered(view: ActView) -> Match | None:
    """Judge an act of a step that depends on answers still due from players: the players are still asked, and chips go back.

    Example: `d deal s1` before seat 1 has said anything.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act, players = view.work, view.act, view.work.players
    if players is None or not players.mechanic.answered or players.optional or step_for(work, act, work.stack)[0] is not None:
        return None
    steps = (step for step in coming(work) if isinstance(step, DealerStep))
    target = next((step for step in steps if step.is_open_to(act, work.now) and not step.plan(work.now)), None)
    if target is None:
        return None
    draft = Draft(players, players.code("skipped", work.now, act), ", ".join(sorted(work.ask)), act.text)
    if act.verb in _SETTLES and target.do.undo:  # chips moved before there is a result go back to where they lay
        draft.amend, draft.severity = (target, act), MOVED
    return view.match(draft)


def _no_leap(view: ActView, current: DealerStep, target: DealerStep) -> Match | None:
    """Match an act of a later step that leaps over no step in between: a shuffle while cards lie out that are to be
    gathered and shuffled too; and bets brought in while cards are being dealt, with no player's act since the last card.
    """
    work, act = view.work, view.act
    due = work.plan[0]
    if act.verb in _SHUFFLES:
        if due.verb != "gather" or current.is_optional(work.now):
            return None
        return view.match(Draft(current, current.code("skipped", work.now, due), texts(work.plan), act.text))
    before = next((past for past in work.now.backwards(skip=1) if past.seat or past.verb == "deal"), None)
    if "early" not in target.codes or due.verb != "deal" or before is None or before.seat:
        return None
    return view.match(Draft(target, target.code("early", work.now, act), texts(work.plan), act.text))


def later_step(view: ActView) -> Match | None:
    """Judge an act of a later step with no players' step before it: the steps in between are skipped, and their acts owed.

    `d deal board 3` without the burn is `burn/missed-before-street`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    target, beyond = step_for(work, act, work.stack)
    if target is None or beyond or (is_last_again(work, act) and not round_begun(work)):
        return None
    if target.do.undo and not (target.remedy or VERBS[DEALER, act.verb].amount) and as_it_lay(work.now, act) == ():
        return None  # with nothing to clear, the act belongs to no step that clears
    current = work.step if work.plan else None
    if act.verb in _SETTLES and _deals_again(work, target):
        return None  # the forced bets may stay for the new deal of the hand, and none of the void hand is settled any more
    if act.verb in _APART and current is not None and (match := _no_leap(view, current, target)):
        return match
    if target.remedy and current is not None and not current.remedy and not current.is_optional(work.now):
        return _credited(view, target)  # an act of the remedy, before the open step is done
    if current is not None and act.verb == "deal" and current.covers(act):
        if target.do.waits(work.now):
            return None  # other seats still wait for their cards: a wrong act of the open step, not the later step
        if _is_to_another(work, current, target, act):
            return view.match(Draft(current, current.code("again", work.now, act), work.plan[0].text, act.text))
    leaps = current is not None and not current.is_optional(work.now)
    if leaps and is_last_again(work, act) and not target.remedy and any(step.covers(act) for step in work.passed):
        return None  # a repetition of the last act, not a leap over acts that are due
    return _leap(view.move(), target)


def _deals_again(work: AgendaBuilder, target: DealerStep) -> bool:
    """Return whether a void hand is about to be dealt again, with only optional acts before that; False for a remedy."""
    optional = not target.remedy and work.step is not None and work.step.remedy and work.step.is_optional(work.now)
    return optional and any(isinstance(item, Leave) and item.again for item in items(work.stack))


def _leap(move: Move, target: DealerStep) -> Match | None:
    """Move on to a later step, skipping the steps in between; return None if a part of the round begins again before
    that step.
    """
    work = move.work
    if work.plan:
        assert work.step is not None
        skip(move, work.step, work.plan, work.total, target)
    work.plan = ()
    rounds = work.now.rounds
    while not _begins_again(work, rounds):  # a step beyond a repetition is not reached
        if work.players is not None and not _has_time(work, work.players, target):
            if not work.players.passable:
                return move.match()
            pass_over(move)
        work.go_on()
        if work.players is not None and work.step is None and work.stack is not None:
            continue
        if work.step is None or work.step is target or target in work.may:
            break
        skip(move, work.step, work.plan, len(work.plan), target)
        work.plan = ()
    if work.step is not target and _begins_again(work, rounds):
        return None
    if target in work.may or work.step is None:  # the plan there is unknown, or has changed meanwhile
        return move.match()
    return move.judged_by((due_act, made_good, further_on, _unasked_there))


def _unasked_there(view: ActView) -> Match | None:
    """Judge chips moved at a step that settles bets, by an act that the step does not ask for: they come back."""
    step, act = view.work.step, view.act
    if not isinstance(step, DealerStep) or not step.do.undo or not step.covers(act):
        return None
    return view.match(Draft(step, step.code("again", view.work.now, act), texts(view.work.plan[:1]), act.text, amend=(step, act)))


def _is_to_another(work: AgendaBuilder, current: DealerStep, target: DealerStep, act: Act) -> bool:
    """Return whether a card goes to another place than is due but is of the open step's kind, and not of the later step, which
    deals its cards the other way up.
    """
    due = work.plan[0]
    here = wrong_manner(work, current, Act.make(DEALER, "deal", *act.to, face=due.face), act)
    there = [
        wrong_manner(work, target, due_later, act) for due_later in target.plan(work.now) or () if due_later.what == act.what
    ]
    return not here and bool(there) and set(there) == {"wrong-face"}


def _has_time(work: AgendaBuilder, players: PlayerStep, target: DealerStep) -> bool:
    """Return whether the dealer may move on to a step before players have acted, because their deadline comes later."""
    for step in coming(work) if players.deadline else ():
        if step.id == players.deadline:
            return False
        if step is target:
            return True
    return bool(players.until)


def _begins_again(work: AgendaBuilder, rounds: Mapping[str, int]) -> bool:
    """Return whether a repeated section has begun again since its count was taken."""
    return any(times > max(1, rounds.get(name, 0)) for name, times in work.now.rounds.items())


def next_round(view: ActView) -> Match | None:
    """Judge the first act of the next round, while only the open step is left in this round.

    Example: `d riffle` before the button has moved.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    stack = _round_ends_at(view)
    if stack is None:
        return None
    move = view.move()
    trial, step, plan, players = move.work, view.work.step, view.work.plan, view.work.players
    trial.drop_step()
    trial.stack = stack
    trial.end_players()
    trial.go_on()
    first = trial.plan or peek(trial)[1]
    if not first or first[0].what != view.act.what:
        return None
    if step is not None and plan and not step.is_optional(trial.now):
        owed = Debt(step, plan, len(plan), round=trial.round.begun)
        code = step.code("skipped", trial.now, plan[0])
        move.drafts.append(Draft(step, code, texts(plan), view.act.text, owed=owed))
    if players is not None and not players.optional:
        code = players.code("skipped", trial.now, view.act)
        move.drafts.append(Draft(players, code, ", ".join(sorted(view.work.ask)), view.act.text))
    return move.judged_by((due_act, later_step))


def _round_ends_at(view: ActView) -> Stack:
    """Return the stack at the end of a repeated round, if only the open step is left before it; None otherwise."""
    work, players = view.work, view.work.players
    stack, between = work.stack, []
    while stack is not None and not isinstance(stack[0], Loop):
        between.append(stack[0])
        stack = stack[1]
    top = stack[0] if stack is not None else None
    if not isinstance(top, Loop) or top.section.repeat is None or is_last_again(work, view.act):
        return None
    if between and not (top.section.part and all(_asks_nothing(work, item) for item in between)):
        return None
    waits = players is not None and players.passable and not players.until
    if not work.plan and not (waits and top.section.part):
        return None
    return stack if round_begun(work) and top.section.repeat(work.now) else None


def _asks_nothing(work: AgendaBuilder, item: Item) -> bool:
    """Return whether a coming node of this round has nothing due."""
    if isinstance(item, DealerStep):
        return item.is_optional(work.now) or not item.plan(work.now)
    return isinstance(item, PlayerStep) and not item.holds(work.now)
