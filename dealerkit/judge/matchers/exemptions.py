"""Matchers for acts that are judged alike whatever is due: acts covered by a duty, acts that are never or always a fault, and
acts that ignore a remedy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealerkit.facts import fact_named
from dealerkit.facts.tables import deck_lies_together
from dealerkit.felt import Act
from dealerkit.felt.acts import is_seat
from dealerkit.felt.verbs import verbs_that
from dealerkit.judge.findings import UNTOLD, Draft, texts
from dealerkit.judge.lookahead import NEVER_WRONG, TAKING, is_dealt, step_for, this_round
from dealerkit.judge.match import ActView, Match, tell_players, tell_unless_undecided
from dealerkit.judge.reversal import AS_IT_LAY, as_it_lay, lie_alike
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt, Leave, Resume, items
from dealerkit.procedure.duties import Duty
from dealerkit.procedure.remedies import OWNS_UP, binds
from dealerkit.procedure.steps import DealerStep, chosen

_SETTLES = verbs_that("settles")


def remedy_left(view: ActView) -> Match | None:
    """Judge an act that begins this hand again, or the next one, while earlier steps of a remedy are undone; also a deal while
    cards are still to be gathered.

    `d riffle` with part of a remedy undone is `floor/ruling-not-carried-out`; then the act is judged where it belongs. A movement
    of chips begins no hand: chips of the void hand still go back.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    step = work.step
    if step is None or "of" not in step.params:
        return None
    left, stack = [step], work.stack
    while stack is not None and isinstance(item := stack[0], DealerStep) and item.remedy:
        left.append(item)
        stack = stack[1]
    leave = next(items(stack), None)
    if not isinstance(leave, Leave):
        return None
    section = next((part for part in work.house.program.sections() if part.id == leave.section), None)
    known = section is not None and any(
        isinstance(candidate, DealerStep) and candidate.covers(act) for candidate in section.walk()
    )
    if not known or any(remedy.covers(act) for remedy in left):
        return None
    plans = [(remedy, plan) for remedy in left if (plan := remedy.plan(work.now)) and not remedy.is_optional(work.now)]
    dead = act.verb == "deal" and any(due.verb == "gather" for _, plan in plans for due in plan)
    if dead:  # cards of a void deal are dealt: the gathering stays due, and is reported once
        drafts = _skipped(view, plans[:1], owed=False)
        since = max(work.now.marks.values(), default=0)
        reported = {finding.code for finding in work.found if finding.act > since}
        return view.match(*(draft for draft in drafts if draft.code not in reported))
    move = view.move()
    move.drafts += _skipped(view, plans, owed=True)
    move.work.stack = stack
    move.work.drop_step()
    move.work.go_on()
    begins = leave.again and act.verb not in _SETTLES
    return move.match(onward=True) if begins or _comes_next(move.work, act) else None


def _skipped(view: ActView, plans: Sequence[tuple[DealerStep, Sequence[Act]]], *, owed: bool) -> list[Draft]:
    """Return drafts on skipped steps of a remedy; with `owed` their acts become debts."""
    work, act = view.work, view.act
    return [
        Draft(
            step,
            step.code("skipped", work.now, plan[0]),
            texts(plan),
            act.text,
            owed=_owed(work, step, plan) if owed else None,
        )
        for step, plan in plans
    ]


def _owed(work: AgendaBuilder, step: DealerStep, plan: Sequence[Act]) -> Debt:
    """Return the debt of a skipped step of a remedy."""
    return Debt(step, tuple(plan), len(plan), round=work.round.begun, at=len(work.now.log))


def _comes_next(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act belongs to the open step, or to a coming step with no players' step before it."""
    if work.step is not None and work.step.covers(act):
        return True
    target, beyond = step_for(work, act, work.stack)
    return target is not None and not beyond


def remedy_passed_over(view: ActView) -> Match | None:
    """Judge cards dealt on top of cards that a binding remedy has yet to take back or turn down: the remedy stays due.

    A second flop on the first, after the floor has ordered the flop dealt again, is `floor/ruling-not-carried-out`; so is a burn
    if a card of the flop is to become the burn. A board laid in a void deal that lacks cards is `deal/misdeal-played-on`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    step = work.step
    later = _leapt_to_over_a_void_deal(work, act) if step is not None and step.remedy else None
    if step is not None and later is not None:
        move = view.move()
        move.work.credited(later, act)  # counts as done, in case the missing cards are dealt after all
        move.drafts.append(Draft(step, step.code("skipped", work.now, work.plan[0]), texts(work.plan), act.text))
        return move.match()
    if step is None or act.verb not in ("deal", "burn") or "of" not in step.params:
        return None
    if not binds(work.house.remedies, step, work.now):
        return None
    if act.verb == "burn":
        over = not act.to and any(due.face == "down" for due in work.plan)
    else:
        over = any(due.verb in TAKING and due.to[:1] == act.to for due in work.plan)
    if not over or step.covers(act):
        return None
    return view.match(Draft(step, step.code("skipped", work.now, work.plan[0]), texts(work.plan), act.text))


def _leapt_to_over_a_void_deal(work: AgendaBuilder, act: Act) -> DealerStep | None:
    """Return the later step whose cards are dealt or cleared although the deal is void and incomplete, so that nobody can play on
    with it; None for any other act.
    """
    if act.verb not in _OF_LATER_CARDS or work.step is None or work.step.covers(act):
        return None
    stack = work.stack
    while stack is not None and isinstance(stack[0], DealerStep) and stack[0].remedy and not stack[0].covers(act):
        stack = stack[1]
    leave, below = stack if stack is not None else (None, None)
    if not (isinstance(leave, Leave) and leave.again) or below is None:
        return None
    stopped = below[0]
    missing = [(debt.step, debt.acts) for debt in work.debts if debt.finding >= 0 and debt.round == work.round.begun]
    if isinstance(stopped, Resume):
        missing.append((stopped.step, stopped.acts))
        below = below[1]
    lacking = [step for step, acts in missing if acts[0].verb == "deal"]
    if not lacking or any(step.covers(act) for step in lacking):
        return None
    target, beyond = step_for(work, act, below)
    return target if not beyond else None


_OF_LATER_CARDS = verbs_that("clears") | verbs_that("brings_cards")


def excused(view: ActView) -> Match | None:
    """Let an act pass that a duty covers: the fact in the open step's parameter `excused` holds.

    Example: `d deal s4` instead of a card that was shown.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    step = view.work.step
    if step is None or not (name := step.params.get("excused")):
        return None
    return view.match() if step.covers(view.act) and fact_named(str(name))(view.work.now) else None


def always_or_never(view: ActView) -> Match | None:
    """Judge acts that are never a fault, and acts that always are.

    `d floor` is never one; `d putback player Ks` is `shoe/card-put-back`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    work, act = view.work, view.act
    felt, players = work.house.felt, work.players
    code = felt.get("never", {}).get(act.verb)
    gesture = code is None and act.verb in felt.get("gestures", ())  # otherwise it is a gesture of players only
    if act.verb in NEVER_WRONG or (gesture and not mixes_cards(work, act)):
        passed_on = players is not None and act.verb in players.mechanic.hears
        # the mechanic may need it: `d announce give` is the dealer's answer to a player
        return view.match(then=tell_players) if passed_on else view.match()
    if act.verb in felt.get("freely", ()) and _may_take_back(work, act):
        return view.match(then=tell_players)
    if (
        code is None
        and act.verb in work.house.minded
        and not any(isinstance(step, DealerStep) and step.is_open_to(act, work.now) for step in work.house.program.walk())
    ):
        foreign = _touches_a_board(work, act) or mixes_cards(work, act) or _mixes_discards(work, act)
        spoken_of = not foreign and _is_spoken_of(work, act)
        return view.match() if spoken_of else None  # no step asks for it: only the duties judge it
    if isinstance(code, Mapping):  # a fault only if one of these facts holds
        code = chosen(code, work.now)
    if code is None:
        return None
    step = work.step or (work.passed[-1] if work.passed else None)
    draft = Draft(step, str(code), texts(work.plan[:1]), act.text)
    ruled = "fault" in work.house.catalogue.get(str(code), {})  # if there is a ruling, it brings them back
    back = as_it_lay(work.now, act) if act.verb in _SETTLES and not (ruled or code in UNTOLD) else ()
    if back:  # chips go back to where they lay
        draft.owed = Debt(AS_IT_LAY, back, len(back), amends=True, round=work.round.begun)
    passed_on = players is not None and act.verb in players.mechanic.verbs  # a hand taken in, for example
    return view.match(draft, then=tell_unless_undecided) if passed_on else view.match(draft)


def _may_take_back(work: AgendaBuilder, act: Act) -> bool:
    """Return whether a dealer's free act corrects something done against the rules (SG-09), for which this round has a finding;
    True also for an act that takes no cards back. A card from the stock is never taken back in this way, nor a card that the
    ruling did not ask for.
    """
    if act.verb not in TAKING:
        return True
    if work.step is not None and work.step.remedy and any(due.verb == act.verb for due in work.plan):
        return False
    begun = max(work.now.marks.values(), default=0)
    return act.to[:1] != (work.now.felt.layout.stock,) and any(finding.act > begun for finding in work.found)


def is_drawn_elsewhere(work: AgendaBuilder, act: Act) -> bool:
    """Return whether a dealt or burned card is neither a proper deal nor a burn, whatever is due: a burn to a board, a hand or a
    pile of discards, a card to a board while players are served, or a card from a gathered deck.
    """
    if act.verb not in ("burn", "deal"):
        return False
    layout, together = work.now.felt.layout, deck_lies_together(work.now)
    if act.verb == "deal":
        gathered = (together or _is_to_be_gathered(work)) and is_dealt(work) and (work.step is None or not work.step.remedy)
        return gathered or _is_for_all_unasked(work, act)
    return together or any(word in layout.places and word not in (layout.burns, layout.discards) for word in act.to)


def _is_to_be_gathered(work: AgendaBuilder) -> bool:
    """Return whether a card dealt from a gathered deck still has to go back into it."""
    acts = (act.verb for act in reversed(this_round(work)) if act.verb in ("gather", "shuffle", "riffle", "load"))
    return next(acts, "") == "gather" and any(debt.step is AS_IT_LAY for debt in work.debts)


def _is_for_all_unasked(work: AgendaBuilder, act: Act) -> bool:
    """Return whether a card goes, neither due nor owed, to a board that is used only if the stock cannot serve every player."""
    place = work.now.felt.layout.places.get(act.to[0])
    owed = (due for debt in work.debts for due in debt.acts)
    if place is None or place.kind != "board" or any(due.what == act.what for due in (*work.plan, *owed)):
        return False
    deals = [step for step in work.house.program.walk() if isinstance(step, DealerStep) and act.verb in step.verbs]
    steps = [step for step in deals if step.covers(act)]
    return bool(steps) and all(step.covers(_TO_A_SEAT) for step in steps)


_TO_A_SEAT = Act.parse("d deal s1")


def _is_spoken_of(work: AgendaBuilder, act: Act) -> bool:
    """Return whether a duty follows from the act, or the act takes neither chips nor cards out of a hand or the stock. Duties do
    not cover cards moved between a hand and the stock.
    """
    now, felt = work.now, work.now.felt.copy()
    act.effect(felt, act)
    stock = felt.layout.stock
    source = stock if act.verb in ("deal", "burn") else next(iter(act.to), "")
    of_hand = is_seat(source) or source == stock
    if felt.rows == now.felt.rows and (not of_hand or lie_alike(now.felt, felt)):
        return True
    if is_seat(source) and (act.verb == "putback" or stock in act.to[1:]):
        return False
    if source == stock and any(map(is_seat, act.to[1:])):
        return False
    after = now.elsewhere(felt, [*now.log, act])
    after.act, after.asked = act, frozenset(work.ask)
    minded = work.house.likely.get((act.verb, False, False), ())
    return any(not duty.outcome and not _asks_for_a_word(duty) and duty.comes(after, act) for duty in minded)


def _asks_for_a_word(duty: Duty) -> bool:
    """Return whether a word of the dealer alone settles a duty; such a duty names no place of cards."""
    return bool(duty.cures) and all(OWNS_UP.issuperset(cure.verbs) for cure in duty.cures)


def _mixes_discards(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act moves cards between piles that are out of play, other than the burns; a duty covers that."""
    layout = work.now.felt.layout
    piles = [word for word in act.to if word in layout.places and layout.places[word].kind == "discards"]
    return len(piles) > 1 and layout.burns not in piles


def _touches_a_board(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act moves cards from or to a board. A board belongs to all players, so no such act passes unasked."""
    kinds = work.now.felt.layout.places
    return act.verb != "turn" and any(word in kinds and kinds[word].kind == "board" for word in act.to)


def mixes_cards(work: AgendaBuilder, act: Act) -> bool:
    """Return whether a dealer's act merges a hand or a board with other cards, or moves the whole stock elsewhere."""
    kinds = work.now.felt.layout.places
    of_all = (kinds[word].kind == "board" for word in act.to if word in kinds)
    return act.verb == "merge" and (any(map(is_seat, act.to)) or any(of_all) or act.to[:1] == (work.now.felt.layout.stock,))
