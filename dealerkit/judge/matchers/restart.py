"""Matchers for acts that are allowed to be repeated: cards dealt again after some were taken back, a part of the round begun
again.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from dealerkit.facts.slips import stakes_of_the_hand
from dealerkit.felt import DEALER, Act
from dealerkit.felt.acts import is_seat
from dealerkit.felt.verbs import verbs_that
from dealerkit.judge.lookahead import TAKING, coming, is_dealt, is_last_again, stakes_to_note, this_round
from dealerkit.judge.match import ActView, Match
from dealerkit.judge.matchers.due_act import is_due, is_same
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt, items, stacked
from dealerkit.procedure.planning_again import move_on
from dealerkit.procedure.running_mechanics import RunningMechanic
from dealerkit.procedure.steps import DealerStep, PlayerStep, Section


def begins_anew(view: ActView) -> Match | None:
    """Judge an act that begins a part of the round again, which is allowed until a card is out: the shuffle, with a wash or
    another deck.

    Example: `d wash` at the cut.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    names = work.house.felt.get("anew", {}).get(act.verb)
    if not names or act.plain in work.plan[:1] or is_dealt(work) or is_last_again(work, act):
        return None
    if any(
        isinstance(step, DealerStep) and step is not work.step and act.plain in (step.plan(work.now) or ())
        for step in coming(work)
    ):
        return None  # the step of this act is still to come
    if any(is_same(due, act) for debt in work.debts for due in debt.acts):
        return None  # the act was left out, and is made good
    sections = [section for section in work.house.program.sections() if section.id in names]
    return view.match(then=functools.partial(_begin_anew, sections)) if sections else None


def _begin_anew(sections: Sequence[Section], work: AgendaBuilder, act: Act) -> None:
    """Put sections on top of the agenda, to be done from their beginning, and drop their remaining steps; the act counts as the
    first. A cut that was made before is asked for again after them (CU-02).
    """
    mine = [step for section in sections for step in section.walk()]
    cuts = [step for step in _finished_cuts(work) if step not in mine]
    known = {*mine, *(part for section in sections for part in section.sections())}
    since, ids = len(work.now.log) - len(this_round(work)), {step.id for step in mine}
    again = {number for number, finding in enumerate(work.found) if finding.act > since and finding.step in ids}
    work.note(
        right=work.books.right | again,
        duties=tuple(duty for duty in work.books.duties if duty.after(act) is duty),
        debts=tuple(debt for debt in work.debts if debt.step not in (*mine, *cuts)),
    )
    if work.step in mine:
        work.drop_step()
    work.stack = stacked(item for item in items(work.stack) if item not in known)
    work.passed = tuple(step for step in work.passed if step not in mine)
    work.interrupt([*sections, *cuts])
    if work.step in mine and work.plan[:1] == (act.plain,):
        work.drop(0)
        move_on(work, act)


def cut_again(work: AgendaBuilder, act: Act) -> None:
    """Ask for the cut again after a shuffle of cut cards, while no card is dealt (CU-02, SG-03).

    The step goes on the agenda again. Only if the dealer's shuffle was itself a finding, the dealer's cut becomes a debt instead.
    """
    if act.verb not in _SHUFFLES or is_dealt(work) or (work.step is not None and work.step.remedy):
        return
    since = this_round(work)[:-1]
    cut = next((at for at, past in enumerate(reversed(since), 1) if past.verb in _CUTS), 0)
    steps = _finished_cuts(work) if cut else []
    if not steps:
        return
    owed = [(step, tuple(step.plan(work.now) or ())) for step in steps if isinstance(step, DealerStep)]
    if len(owed) < len(steps) or not any(finding.act >= len(work.now.log) - cut for finding in work.found[-1:]):
        work.interrupt(steps)
        return
    last, begun = len(work.found) - 1, work.round.begun
    debts = (Debt(step, acts, len(acts), last, len(work.now.log), amends=True, round=begun) for step, acts in owed if acts)
    work.debts = [*(debt for debt in work.debts if debt.step not in steps), *debts]


def _finished_cuts(work: AgendaBuilder) -> list[DealerStep | PlayerStep]:
    """Return the finished steps of this round that were a compulsory cut."""
    loop = work.loop()
    steps = loop.section.walk() if loop is not None else ()
    return [step for step in steps if isinstance(step, DealerStep | PlayerStep) and _has_cut(work, step)]


def _has_cut(work: AgendaBuilder, step: DealerStep | PlayerStep) -> bool:
    """Return whether a finished step was a compulsory cut, by the dealer or by a player."""
    if isinstance(step, DealerStep):
        over = step in work.passed and step is not work.step
        return "cut" in step.verbs and over and step.holds(work.now) and not step.is_optional(work.now)
    if step.id not in work.now.results or step.optional or not step.holds(work.now):
        return False
    asked = RunningMechanic(step, work.now.copy()).ask
    return any(not _CUTS.isdisjoint(moves) for moves in asked.values())


_SHUFFLES = verbs_that("makes_ready")
_CUTS = frozenset({"cut", "insert"})
"""Verbs that cut a pack or mark the place of the cut."""


def dealt_again(view: ActView) -> Match | None:
    """Let cards pass that replace cards taken back: a flop dealt again, a card replaced.

    Example: `d deal board 3` after the flop was put back.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    act = view.act
    if act.verb != "deal":
        return None
    at, taken = _taken(view.work)
    if not 0 < act.count <= taken.get(act.to[0], 0) or is_due(view.work, act) or _comes_back(view.work, act.to[0]):
        return None
    move = view.move()
    move.work.note(taken=(at, {**taken, act.to[0]: taken[act.to[0]] - act.count}))
    return move.match()


def _comes_back(work: AgendaBuilder, place: str) -> bool:
    """Return whether a card that was taken from a hand unasked is owed back to it, so that no other replaces it."""
    return is_seat(place) and any(
        debt.step is AS_IT_LAY and any(due.to[-1:] == (place,) for due in debt.acts) for debt in work.debts
    )


def _taken(work: AgendaBuilder) -> tuple[int, dict[str, int]]:
    """Return the length of the log when the round began, and the number of cards taken back from each place in it and not dealt
    again.
    """
    mark = len(work.now.log) - len(this_round(work))
    at, taken = work.books.taken
    return (mark, dict(taken)) if at == mark else (mark, {})


def note_taken(work: AgendaBuilder, act: Act) -> None:
    """Note the cards that the act is about to take back. A street dealt too early with these cards becomes due again.

    Before a `gather`, also note each seat's chips in the pots.
    """
    if act.verb == "gather":
        work.note(stakes=stakes_to_note(work.now))
    if act.verb == "sweep":
        _note_swept(work)
    if act.who != DEALER or act.verb not in TAKING:
        return
    felt = work.now.felt
    mark, taken = _taken(work)
    for place in act.to if act.verb == "rebuild" else act.to[:1]:
        if place not in felt.places or place in (felt.layout.stock, felt.layout.discards, felt.layout.burns):
            continue  # not a place where players are dealt cards
        # the number of such an act gives the card's place
        count = len(felt.places[place]) if act.verb in ("rebuild", "merge") else len(act.cards) or 1
        for step, done in work.books.credit.items():
            kept = tuple(credited for credited in done if credited.verb != "deal" or credited.to[:1] != (place,))
            if len(kept) < len(done):
                count = 0
                _credit(work, step, kept)
                if act.verb == "move":  # the card stays out, so its replacement has a burn of its own (RM-15)
                    _burn_again(work)
        if count and not (work.step is not None and work.step.remedy):  # a remedy has its own steps for the replacement
            taken[place] = taken.get(place, 0) + count
    if taken or work.books.taken[1]:
        work.note(taken=(mark, taken))


def _note_swept(work: AgendaBuilder) -> None:
    """Note the owners of bets that are about to be swept into the pots although the cards of the hand are gathered."""
    at, stakes = stakes_of_the_hand(work.now)
    if not any(past.verb == "gather" for past in work.now.log[at:]):
        return
    front = [row for name, row in work.now.felt.rows.items() if name in work.now.felt.layout.front]
    lying = {seat: sum(row[seat] for row in front) for seat in range(1, work.now.felt.seats + 1)}
    work.note(stakes=(at, {seat: stakes.get(seat, 0) + chips for seat, chips in lying.items() if chips or seat in stakes}))


def _burn_again(work: AgendaBuilder) -> None:
    """Withdraw the credit of an early burn: the street dealt again has a burn of its own."""
    for step, done in work.books.credit.items():
        if any(credited.verb == "burn" for credited in done):
            _credit(work, step, tuple(credited for credited in done if credited.verb != "burn"))


def _credit(work: AgendaBuilder, step: str, done: tuple[Act, ...]) -> None:
    work.note(credit={**work.books.credit, step: done}, hurried=work.books.hurried - {step})
