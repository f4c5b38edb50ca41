"""Boards that a slip or a remedy has left short of cards: how many are lacking, and what is dealt to make them whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dealerkit.facts import Situation
from dealerkit.felt import DEALER, Act
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.steps import DealerStep


def lacking(due: Act, passed: Iterable[DealerStep], now: Situation) -> int:
    """Return how many cards fewer lie on the board that an act deals to than the steps so far have asked for; 0 for other
    places.

    Args:
        due: The act.
        passed: The dealer's steps gone through in this round, the one that is open among them.
        now: Situation at the table.
    """
    place = due.to[0] if due.verb == "deal" else ""
    dealt: list[DealerStep] = []
    for step in passed if place else ():
        if "clear" in step.verbs:  # another board begins
            dealt = []
        elif step.do.shared and step.covers(due):
            dealt.append(step)
    asked = (act for step in dealt for act in step.do.plan(now, step.params) or ())
    return max(0, sum(act.count for act in asked) - len(now.felt.cards(place))) if dealt else 0


def is_short(debt: Debt, passed: Iterable[DealerStep], now: Situation) -> bool:
    """Return whether cards are owed to a board on which fewer lie than the steps so far have asked for.

    Args:
        debt: What is owed: a card or cards to a board.
        passed: The dealer's steps gone through in this round.
        now: Situation at the table.
    """
    return lacking(debt.acts[0], passed, now) > 0


def short_boards(
    now: Situation, passed: Sequence[DealerStep], debts: Sequence[Debt], following: DealerStep | None
) -> list[tuple[DealerStep, Act]]:
    """Return what is owed to each board that has fewer cards than the steps so far have asked for, when a remedy is done.

    Args:
        now: Situation at the table.
        passed: The dealer's steps gone through in this round.
        debts: What is owed already.
        following: The step that goes on now, and asks for its own cards; None if another begins.

    Returns:
        The step that dealt to the board last, and the act by which the rest is dealt.
    """
    owed = []
    for name, spec in now.felt.layout.places.items():
        if spec.kind != "board":
            continue
        due = Act.make(DEALER, "deal", name)
        dealt = [step for step in passed if step.do.shared and step.covers(due)]
        if not dealt or following in dealt or any(name in owed.to for debt in debts for owed in debt.acts):
            continue
        more = lacking(due, passed, now)
        if more:
            owed.append((dealt[-1], Act.make(DEALER, "deal", name, n=more if more > 1 else None)))
    return owed


def rest_of(step: DealerStep, acts: tuple[Act, ...], passed: Sequence[DealerStep], now: Situation) -> tuple[Act, ...]:
    """Return what is left of a plan that a remedy has interrupted: the remedy may have pushed a share, or taken back cards of
    which only the rest was due.

    Args:
        step: The step that was interrupted.
        acts: What was left of its plan.
        passed: The dealer's steps gone through in this round.
        now: Situation at the table.
    """
    last = now.log[-1] if now.log else None
    if step.do.left is not None and last is not None and last.verb in step.verbs:
        return tuple(step.do.left(now, acts, last))
    more = lacking(acts[0], passed, now) - sum(act.count for act in acts if act.to == acts[0].to)
    if more <= 0:
        return acts
    whole = tuple(step.do.plan(now, step.params) or ())
    if sum(act.count for act in whole) == more + sum(act.count for act in acts):
        return whole
    return (Act.make(DEALER, "deal", *acts[0].to, n=more + acts[0].count, face=acts[0].face), *acts[1:])
