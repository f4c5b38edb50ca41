"""Coming and passed steps, found without moving the agenda, as far as the next repetition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealerkit.facts import Situation
from dealerkit.facts.slips import chips_of_the_hand, stakes_of_the_hand
from dealerkit.felt import DEALER, FLOOR, VERBS, Act
from dealerkit.felt.verbs import verbs_that
from dealerkit.mechanics import Ask
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Leave, Loop, Resume, Stack, Waiting, items, stacked
from dealerkit.procedure.running_mechanics import RunningMechanic
from dealerkit.procedure.steps import DealerStep, PlayerStep, Section, Step

NEVER_WRONG = verbs_that("harmless")
TAKING = verbs_that("takes_back")


def coming(work: AgendaBuilder) -> list[Step]:
    """Return the steps still to come, up to the point where a section would be repeated."""
    steps: list[Step] = [] if work.step is None else [work.step]
    stack = work.stack
    while stack is not None:
        item, stack = stack
        if isinstance(item, Leave) and not item.again:
            stack = _without_the_rest(item, stack)
        elif isinstance(item, Loop):
            if not item.section.part:
                break
        elif isinstance(item, Section):
            steps += item.walk()
        elif isinstance(item, DealerStep | PlayerStep):
            steps.append(item)
        elif isinstance(item, Resume):
            steps.append(item.step)
    return steps


def peek(work: AgendaBuilder) -> tuple[DealerStep | None, Sequence[Act]]:
    """Return the next dealer's step that has something due, looking past players who may still act.

    Returns:
        The step, and the acts that it asks for; None and an empty list if players must act first or nothing is due.
    """
    for step in coming(work):
        if isinstance(step, DealerStep):
            plan = work.uncredited(step, step.plan(work.now) or [])
            if plan:
                return step, plan
        elif step is not work.players and step.holds(work.now):
            break
    return None, []


def is_ahead(work: AgendaBuilder, deadline: str) -> bool:
    """Return whether a step that serves as a deadline is still to come.

    Args:
        work: Working copy of the agenda.
        deadline: Id of the step.
    """
    return any(step.id == deadline for step in coming(work))


def step_for(work: AgendaBuilder, act: Act, stack: Stack) -> tuple[DealerStep | None, bool]:
    """Return the next step that could ask for an act.

    Args:
        work: Working copy of the agenda.
        act: The act.
        stack: Coming items to search.

    Returns:
        The step, and whether players have to act before it; None and False if there is no such step.
    """
    beyond = work.players is not None and not work.players.passable
    asking: list[PlayerStep] = []
    waiting = False  # a part of the round has yet to begin: from there on, only steps that wait for it are looked for
    whole = stack
    while stack is not None:
        item, stack = stack
        if isinstance(item, Leave) and not item.again:
            stack = _without_the_rest(item, stack)
        elif isinstance(item, Loop):
            again = item.section.repeat is not None and item.section.repeat(work.now)
            waiting = waiting or not round_begun(work)
            if not item.section.part and (again or waiting):
                break
            beyond = beyond or again  # a part of the round repeats before the steps below
        elif isinstance(item, Section):
            if item.begins(work.now):
                stack = stacked(item.nodes, stack)
        elif isinstance(item, PlayerStep):
            asking.append(item)
            beyond = beyond or _stands_between(work, item)
        elif isinstance(item, Resume) and not waiting:
            if _goes_on_with(item, act):
                return item.step, beyond
        elif isinstance(item, DealerStep) and act.verb in item.verbs and item.is_open_to(act, work.now):
            waits = item.do.waits(work.now)
            if waiting and not waits:
                continue
            beyond = beyond or waiting or (waits and _still_asked(work, asking)) or _begins_behind_cards(work, item, whole)
            if beyond or _may_ask_for(work, item, act):
                return item, beyond
    return None, False


def _begins_behind_cards(work: AgendaBuilder, target: DealerStep, stack: Stack) -> bool:
    """Return whether, before a step, there comes a part of the round in which players are asked, and that begins only after cards
    that are still to be dealt.
    """
    dealing = work.step is not None and not work.step.remedy and bool(work.plan) and work.plan[0].verb == "deal"
    while stack is not None and stack[0] is not target:
        item, stack = stack
        if isinstance(item, Section):
            if item.begins(work.now):
                stack = stacked(item.nodes, stack)
            elif dealing and _asks_players(item):
                return True
        elif isinstance(item, DealerStep) and not dealing and "deal" in item.verbs and not item.remedy:
            dealing = bool(item.plan(work.now))
    return False


def _asks_players(section: Section) -> bool:
    """Return whether a section has a step in which the dealer waits for the players."""
    return any(isinstance(step, PlayerStep) and not step.passable for step in section.walk())


def _without_the_rest(leave: Leave, stack: Stack) -> Stack:
    """Return the stack from the end of a section on; the whole stack if that section is not open."""
    below = stack
    while below is not None and not (isinstance(below[0], Loop) and below[0].section.id == leave.section):
        below = below[1]
    return below or stack


def _goes_on_with(item: Resume, act: Act) -> bool:
    """Return whether an act belongs to a step that a remedy has interrupted, or is a wrong attempt at one of its acts."""
    step = item.step
    return act.what in [due.what for due in item.acts] or step.do.attempt(step.params, item.acts[0], act)


def _may_ask_for(work: AgendaBuilder, step: DealerStep, act: Act) -> bool:
    """Return whether a coming step's plan has an act, or an act that it is an attempt at; True also while the plan is unknown."""
    plan = step.plan(work.now)
    if plan is None:
        return _can_be_reached(work, step, act)
    return any(step.do.same(due, act) or step.do.attempt(step.params, due, act) for due in plan)


def _stands_between(work: AgendaBuilder, step: PlayerStep) -> bool:
    """Return whether players have to act in a step before the dealer may continue."""
    return not step.passable and step.holds(work.now) and not _done_already(work, step)


def _done_already(work: AgendaBuilder, step: PlayerStep) -> bool:
    """Return whether players have finished a step before it opens, if that is allowed: its mechanic has nothing left to ask."""
    return bool(step.params.get("anytime")) and RunningMechanic(step, work.now.copy()).over


def _still_asked(work: AgendaBuilder, steps: Sequence[PlayerStep]) -> bool:
    """Return whether players are to act now, or in one of some coming steps that the dealer may pass over."""
    return bool(work.ask) or any(
        step.passable and step.holds(work.now) and not RunningMechanic(step, work.now.copy()).over for step in steps
    )


def _can_be_reached(work: AgendaBuilder, step: DealerStep, act: Act) -> bool:
    """Return whether an act can belong to a step whose plan is unknown: it moves no money, is not an optional call, and is not
    the dealer's first act of the round.
    """
    return round_begun(work) and not VERBS[DEALER, act.verb].amount and not step.is_optional(work.now)


def owner_of(work: AgendaBuilder, act: Act) -> tuple[DealerStep, str] | None:
    """Return the step that an unasked act belongs to.

    It is a coming step that asks for nothing now, or the last finished step. A finished remedy owns only the acts that it would
    still ask for.

    Returns:
        The step, and the kind of fault, `early` or `again`; None if the act belongs to no step.
    """
    now, mending = work.now, work.step is not None and work.step.remedy
    for step in coming(work):
        waits = work.players is not None and not work.players.passable
        if isinstance(step, PlayerStep) and (waits or step.holds(now)):
            break
        if isinstance(step, DealerStep) and step is not work.step and step.is_open_to(act, now):
            return step, "again" if is_last_again(work, act) else "early"
    begun = round_begun(work)
    for step in reversed(work.passed if begun else (*work.round.earlier, *work.passed)):
        theirs = mending or not step.remedy or act.what in [due.what for due in step.plan(now) or ()]
        if theirs and act.verb in step.verbs and step.is_open_to(act, now):
            return step, "again"
    return None


def is_last_again(work: AgendaBuilder, act: Act) -> bool:
    """Return whether the act repeats the dealer's last act, without a player's act in between."""
    last = next((past for past in reversed(work.now.log) if past.who != FLOOR), None)
    return last is not None and last.who == DEALER and last.what == act.what


def round_begun(work: AgendaBuilder) -> bool:
    """Return whether the dealer has acted since the innermost repeated section, such as the hand, began.

    In a part of a round, such as a player's turn, any act counts.
    """
    loop, now = work.loop(), work.now
    if loop is None or (work.round.entered and not now.marks.get(loop.section.id)):
        return True
    acts = now.since(loop.section.id)
    return not NEVER_WRONG.issuperset({past.verb for past in acts if past.who == DEALER or loop.section.part})


def is_open(work: AgendaBuilder, section: Section) -> bool:
    """Return whether a repeated section has begun and is not over yet."""
    stack = work.stack
    while stack is not None:
        item, stack = stack
        if isinstance(item, Loop) and item.section is section:
            return True
    return False


def is_over(work: AgendaBuilder, step: DealerStep) -> bool:
    """Return whether a repeated section that contains a step has ended."""
    around = [section for section in work.house.program.sections() if section.repeat is not None and step in section.walk()]
    return any(not is_open(work, section) for section in around)


def this_round(work: AgendaBuilder) -> list[Act]:
    """Return the acts since the innermost repeated section began."""
    loop = work.loop()
    return work.now.since(loop.section.id) if loop is not None else work.now.log


def is_dealt(work: AgendaBuilder) -> bool:
    """Return whether a card of this round is out."""
    return "deal" in [past.verb for past in this_round(work)]


def stakes_to_note(now: Situation) -> tuple[int, Mapping[int, int]]:
    """Return a length of the log, and each seat's chips in the pots, to be noted before cards are gathered or as the floor rules:
    as they are now, but once cards were gathered over chips as noted before that, since a gather clears the owners of the chips.
    """
    at, stakes = stakes_of_the_hand(now)
    known = chips_of_the_hand(now)
    gathered = any(stakes.values()) and any(act.verb == "gather" for act in now.log[at:])
    return known if any(known[1].values()) and not gathered else (at, stakes)


def last_player_act(work: AgendaBuilder) -> int:
    """Return the number of the last act of a player in the log, from 1; 0 for none."""
    log = work.now.log
    for number in range(len(log), 0, -1):
        if log[number - 1].seat:
            return number
    return 0


def next_players(work: AgendaBuilder) -> tuple[PlayerStep | None, Ask, list[Step]]:
    """Return the next players' step of this round; if a remedy has interrupted a players' step, that one.

    Returns:
        The step, or None for none; the moves that it asks for; and the dealer's steps before it.
    """
    between: list[Step] = [] if work.step is None else [work.step]
    for item in items(work.stack):
        if isinstance(item, Waiting):
            run = work.runs[item.open.key]
            if run.over:
                continue
            return item.open.step, work.ask or run.ask, between
        if isinstance(item, DealerStep):
            between.append(item)
        elif isinstance(item, Loop) and item.section.part and item.section.repeat and item.section.repeat(work.now):
            turn = next((step for step in item.section.walk() if isinstance(step, PlayerStep)), None)
            if turn is not None and not (run := RunningMechanic(turn, work.now.copy())).over:
                return turn, run.ask, between
        elif not isinstance(item, Leave):
            break
    between = []
    for step in coming(work):
        if isinstance(step, PlayerStep) and step.holds(work.now):
            run = RunningMechanic(step, work.now.copy())
            if run.over:
                break
            return step, run.ask, between
        between.append(step)
    return None, {}, between


def last_players(work: AgendaBuilder) -> PlayerStep | None:
    """Return the last finished players' step in the innermost repeated section, whose rules still apply; None for none."""
    for item in items(work.stack):
        if isinstance(item, Loop):
            steps = [step for step in item.section.walk() if isinstance(step, PlayerStep) and step.id in work.now.results]
            if steps or not item.section.part:
                return steps[-1] if steps else None
    return None
