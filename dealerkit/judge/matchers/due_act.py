"""Matcher for the act that is due: first *what* it is, then *how* it was done."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.errors import ActError, Impossible
from dealerkit.facts.cutting import cut_place
from dealerkit.felt import DEALER, VERBS, Act
from dealerkit.felt.verbs import verbs_that
from dealerkit.judge.due_debts import still_due
from dealerkit.judge.findings import Draft, texts
from dealerkit.judge.lookahead import TAKING
from dealerkit.judge.match import ActView, Match, Move, hands_undecided, nothing
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.planning_again import move_on
from dealerkit.procedure.steps import DealerStep, PlayerStep


def due_act(view: ActView) -> Match | None:
    """Judge the act that is due, any act of the plan if order does not matter, or a wrong attempt at it.

    `d call player 3` where 2 is due is `coup/total-miscalled`.

    Returns:
        The place of the act in the procedure, with the findings on it; None for an act of another kind.
    """
    step, plan, act = view.work.step, view.work.plan, view.act
    if not plan:
        return None
    assert step is not None
    places = _cards_due_singly(view.work, act)
    if places:
        move = view.move()
        for place in places[:0:-1]:
            move.work.drop(place)
        return _used(move, step, places[0])
    at = _place_in(step, plan, act, bag=view.work.bag)
    if at is not None:
        if step.remedy and not takes_the_same(view.work, plan[at], act):
            return None
        return consume(view.move(), step, at)
    if step.do.named and _is_due_elsewhere(view.work, act):
        return None
    free = len(plan) if step.do.named or view.work.bag else 1  # otherwise an attempt can only be at the next act
    for at in range(free):
        if step.do.attempt(step.params, plan[at], act):
            break
    else:
        return None
    move = view.move()
    move.drafts.append(Draft(step, step.code("wrong", view.work.now, act), plan[at].text, act.text, amend=(step, plan[at])))
    return _used(move, step, at)


def _place_in(step: DealerStep, plan: Sequence[Act], act: Act, *, bag: bool) -> int | None:
    """Return the index of an act in a plan, from 0; None if it is not among the acts that may come now."""
    fits = [at for at, due in enumerate(plan) if due.what == act.what]
    if bag:
        same_cards = next((at for at in fits if plan[at].cards and plan[at].cards == act.cards), None)
        if same_cards is not None:
            return same_cards
    if step.do.same(plan[0], act) or 0 in fits:
        return 0
    if not fits:
        return None
    return fits[0] if bag or all(step.do.either(due, plan[fits[0]]) for due in plan[: fits[0]]) else None


def takes_the_same(work: AgendaBuilder, due: Act, act: Act) -> bool:
    """Return whether an act of a remedy takes the very card that is due, by whatever name or position.

    Args:
        work: Working copy of the agenda before the act.
        due: The act that is due.
        act: The act that came, with the same verb and places.
    """
    if due.verb not in TAKING or len(due.cards) > 1 or (act.plain == due and not act.cards):
        return True
    if due.verb in _PUTS_RIGHT and not due.cards:  # any card will do, as it is drawn by lot
        return True
    felts = work.now.felt.copy(), work.now.felt.copy()
    try:
        for felt, done in zip(felts, (due, act), strict=True):
            done.effect(felt, done)
    except (ActError, Impossible):
        return True
    return felts[0].moved == felts[1].moved


_SAID = verbs_that("said")
_PUTS_RIGHT = verbs_that("puts_right")


def is_due(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act is the next one of the plan; in a plan without order, any act of it."""
    return any(due.what == act.what for due in (work.plan if work.bag else work.plan[:1]))


def _cards_due_singly(work: AgendaBuilder, act: Act) -> list[int]:
    """Return the indices in the plan of the single-card acts that an act with several cards does in one movement, in order; empty
    for any other act. `d move out_of_play s1 Ah 9h` lays two cards back that are due one by one.
    """
    if len(act.cards) < 2 or None in act.cards:
        return []
    places = [at for card in act.cards for at, due in enumerate(work.plan) if due.cards == (card,) and due.what == act.what]
    return sorted(places) if len(places) == len(act.cards) else []


def _is_due_elsewhere(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act is due later in the plan, or already owed."""
    return any(due.what == act.what for due in work.plan) or any(is_same(due, act) for debt in work.debts for due in debt.acts)


def consume(move: Move, step: DealerStep, at: int) -> Match:
    """Remove an act from the plan, and draft a finding on a wrong manner.

    Args:
        move: The working copy, and the act.
        step: The step that asked for the act.
        at: Index of the act in the plan, from 0.
    """
    work, act = move.work, move.act
    due = work.plan[at]
    kind = wrong_manner(work, step, due, act)
    if due.verb == "deal" and act.verb == "deal" and not due.cards and act.count < due.count:
        return _in_part(move, step, at)
    if kind == "wrong-count" and due.verb in ("burn", "move"):  # several equal acts, written as one
        equal = sum(1 for other in work.plan[at:] if other is due)
        for _ in range(min(equal, act.count) - 1):
            work.drop(at)
        kind = "" if act.count <= equal else kind
    if kind and not (step.remedy and step.do.fresh and is_part(due, act)):  # otherwise the rest is asked for next
        move.drafts.append(Draft(step, step.code(kind, work.now, act), due.text, act.text, amend=(step, due)))
    return _used(move, step, at)


def _is_laid_first(due: Act, act: Act) -> bool:
    """Return whether cards that are to be turned as one are first laid face down (FTR-05), so that any number at a
    time is right.
    """
    return due.verb == "deal" and "together" in due.manner and act.face == "down"


def is_part(due: Act, act: Act) -> bool:
    """Return whether an act moves or unmarks only a part of the amount due. The number of an act on cards is no amount: it gives
    their place.
    """
    if due.what != act.what or due.n is None or act.n is None or due.verb in _SAID or not VERBS[DEALER, due.verb].amount:
        return False
    return 0 < act.n < due.n or due.n < act.n < 0


def _in_part(move: Move, step: DealerStep, at: int) -> Match:
    """Judge a deal of fewer cards than were due at once: the rest stays due."""
    work, act = move.work, move.act
    plan = work.plan
    due = plan[at]
    left = due.count - act.count
    down = _is_laid_first(due, act)
    rest = Act.make(DEALER, "deal", *due.to, n=left if left > 1 else None, face=due.face, manner=due.manner if down else ())
    if not down and not step.params.get("piecemeal"):  # otherwise the cards may come in any number at a time
        if due is not work.partial:
            code = step.code("wrong" if due.manner else "wrong-count", work.now, act)
            move.drafts.append(Draft(step, code, due.text, act.text))
        work.partial = rest
    work.plan = (*plan[:at], rest, *plan[at + 1 :])
    return move.match()


def _used(move: Move, step: DealerStep, at: int) -> Match:
    """Remove one act of the plan; debts whose deadline is this step are now overdue."""
    work = move.work
    if work.players is not None and work.players.deadline == step.id:
        pass_over(move)
    if work.debts:
        if not step.remedy:  # a late act is due when the remedy is done
            _pass_deadlines(move, step)
        work.debts = [
            debt
            for debt in work.debts
            if debt.step is not step or debt.finding < 0 or debt.amends or debt.round == work.round.begun
        ]
    work.drop(at)
    if work.may and not step.remedy:
        work.may = ()
    return move.match(nothing if work.plan else move_on)


def drafted_manner(work: AgendaBuilder, step: DealerStep, due: Act, act: Act) -> list[Draft]:
    """Return a draft of the finding that the right act was done in a wrong manner, such as a card dealt face up instead of face
    down; an empty list if the manner is right.

    Args:
        work: Working copy of the agenda.
        step: The step that asked for the act.
        due: The act that was due.
        act: The act that was done.
    """
    kind = wrong_manner(work, step, due, act)
    return [Draft(step, step.code(kind, work.now, act), due.text, act.text, amend=(step, due))] if kind else []


def wrong_manner(work: AgendaBuilder, step: DealerStep, due: Act, act: Act) -> str:
    """Return a word for what is wrong with the manner of the right act, such as `wrong-face`; empty if the manner is right.

    Args:
        work: Working copy of the agenda.
        step: The step that asked for the act.
        due: The act that was due.
        act: The act that was done.
    """
    if _lies_wrong(work, due, act):
        return "wrong-face"
    if due.cards and act.cards and due.cards != act.cards:
        return "wrong-card"
    if due.verb in ("deal", "burn", "discard", "move"):
        return _wrong_cards(due, act)
    if act.n is None:
        return _wrong_turn(work, due, act)
    if due.n is None:
        place = cut_place(work.now) if due.verb == "cut" else 0
        return "wrong-count" if act.n < step.params.get("minimum", 0) or place not in (0, act.n) else ""
    if due.verb == "strip":
        return "wrong-count" if act.n < due.n else ""
    if due.n != act.n:
        return "wrong-count" if due.verb in ("insert", "count") else "wrong-amount"
    return ""


def _wrong_turn(work: AgendaBuilder, due: Act, act: Act) -> str:
    """Return the kind of a turn without a position where that of one card was due: all cards, or the last one; empty if that
    is the card due, or a card is named.
    """
    if due.verb != "turn" or due.n is None or act.cards:
        return ""
    felt = work.now.felt
    if act.face == "up" or felt.layout.places[act.to[0]].kind == "board":
        return "wrong-count" if len(felt.places[act.to[0]]) > 1 else ""
    return "" if due.n == len(felt.places[act.to[0]]) else "wrong-amount"


def _lies_wrong(work: AgendaBuilder, due: Act, act: Act) -> bool:
    """Return whether cards lie face up that should lie face down, or the other way round."""
    if act.face == due.face or _is_laid_first(due, act):
        return False
    if due.verb == "spread":
        return True
    if due.verb not in ("deal", "burn", "turn"):
        return False
    usual = work.now.felt.layout.places[act.to[0]].face if due.verb == "deal" else "down" if due.verb == "burn" else "up"
    return (act.face or usual) != (due.face or usual)


def _wrong_cards(due: Act, act: Act) -> str:
    """Return `wrong-count` if the number of cards differs from the number due, `wrong` if their manner differs; empty for
    neither.
    """
    if due.verb in ("discard", "move") and not (due.cards or act.cards):
        return ""  # a number gives the position of the card, not a count
    if due.count != act.count and not due.cards:  # the graver fault: three cards as the turn, together or not
        return "wrong-count"
    manner = tuple(word for word in act.manner if word == "together")
    return (
        "wrong" if manner and manner != due.manner and act.count > 1 else ""
    )  # cards named in one act came together, whether the act says so or not


def pass_over(move: Move) -> None:
    """Draft a finding on a dealer who did not wait for the players, and end the players' step."""
    work, act, players = move.work, move.act, move.work.players
    assert players is not None
    gone = {work.now.log[at - 1].to[0] for at in hands_undecided(work, *(slip.at for slip in work.now.slips))}
    if not players.optional and not (gone and gone >= set(work.ask)):  # hands taken in by mistake are reported already
        code = players.code("skipped", work.now, act)
        move.drafts.append(Draft(players, code, _left_out(work, players), act.text))
    work.end_players()


def _left_out(work: AgendaBuilder, players: PlayerStep) -> str:
    """Return the seats that were to act, as text; with the parameter `sums` also the amounts of the pots and their total."""
    asked, felt = ", ".join(sorted(work.ask)), work.now.felt
    if not players.params.get("sums"):
        return asked
    pots = {name: felt.rows[name][0] for name in felt.layout.pots if felt.rows[name][0]}
    lying = [f"{name} {felt.money(chips)}" for name, chips in pots.items()]
    return f"{asked}: {', '.join(lying)}" + (f", {felt.money(sum(pots.values()))} in all" if len(pots) > 1 else "")


def _pass_deadlines(move: Move, step: DealerStep) -> None:
    """Draft a finding on each debt whose deadline is this step."""
    work, act = move.work, move.act
    over = {step.id, *(past.id for past in work.passed)}
    late = [debt for debt in work.debts if debt.deadline in over and debt.finding < 0]
    for debt in late:
        if debt.step.remedy and debt.step.do.standing and not still_due(debt, work.now):
            continue  # its planner sees on the felt that all is done
        count = f"{len(debt.acts)} of {debt.total} missing: " if debt.total > 1 else ""
        code = step.over_code(debt.step, debt.acts[0], work.now) or debt.step.code("skipped", work.now, debt.acts[0])
        missing = count + texts(still_due(debt, work.now) or debt.acts)
        amend = (debt.step, debt.acts[0]) if debt.step.do.later is not None else None
        owed = attrs.evolve(debt, deadline="")
        move.drafts.append(Draft(debt.step, code, missing, act.text, owed=owed, amend=amend))
    if late:
        work.debts = [debt for debt in work.debts if debt not in late]


def is_same(due: Act, act: Act) -> bool:
    """Return whether an act is the owed one; chips may come from the spot (`take`) or from the bettor (`collect`).

    Args:
        due: The owed act.
        act: The act that came.
    """
    either = {due.verb, act.verb} == {"take", "collect"} and due.to == act.to and due.n == act.n
    return due.what == act.what or either
