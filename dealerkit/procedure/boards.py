"""Boards left short or long by a slip or a remedy: the number of cards, and the acts that correct it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dealerkit.facts import Situation
from dealerkit.felt import DEALER, Act
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.planners.registry import card_act
from dealerkit.procedure.steps import DealerStep


def lacking(due: Act, passed: Iterable[DealerStep], now: Situation) -> int:
    """Return the number of cards missing from the board that an act deals to, given the steps so far; 0 for other places.

    Args:
        due: The act.
        passed: Dealer's steps passed in this round, the open one included.
        now: Situation at the table.
    """
    return max(0, _asked_less_lying(due, passed, now))


def _asked_less_lying(due: Act, passed: Iterable[DealerStep], now: Situation) -> int:
    """Return the number of cards that the steps so far asked for on a board, less the number that lie there; 0 for
    other places.
    """
    if due.verb != "deal":
        return 0
    dealt: list[DealerStep] = []
    for step in passed:
        if "clear" in step.verbs:  # a new board begins
            dealt = []
        elif step.do.shared and step.covers(due):
            dealt.append(step)
    asked = (act for step in dealt for act in step.do.plan(now, step.params) or () if act.to[:1] == due.to[:1])
    return sum(act.count for act in asked) - len(now.felt.cards(due.to[0])) if dealt else 0


def is_short(debt: Debt, passed: Iterable[DealerStep], now: Situation) -> bool:
    """Return whether a debt is owed to a board that has fewer cards than the steps so far asked for; False if the board has been
    cleared since.

    Args:
        debt: Debt of cards.
        passed: Dealer's steps passed in this round.
        now: Situation at the table.
    """
    cleared = any(act.verb == "clear" for act in now.log[debt.at or max(0, debt.found - 1) :])
    return not cleared and lacking(debt.acts[0], passed, now) > 0


def short_boards(
    now: Situation, passed: Sequence[DealerStep], debts: Sequence[Debt], following: DealerStep | None
) -> list[tuple[DealerStep, Act]]:
    """Return the cards that each short board lacks at the end of a remedy.

    Args:
        now: Situation at the table.
        passed: Dealer's steps passed in this round.
        debts: Earlier debts.
        following: The interrupted step that resumes now and deals its own cards; None if another step begins.

    Returns:
        Pairs of the step that dealt to the board last, and the act that deals the missing cards.
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


def long_boards(
    now: Situation, passed: Sequence[DealerStep], debts: Sequence[Debt], coming: Sequence[DealerStep]
) -> list[tuple[DealerStep, tuple[Act, ...]]]:
    """Return the surplus cards of each board at the end of a remedy: the last ones dealt go back on the stub.

    Args:
        now: Situation at the table.
        passed: Dealer's steps passed in this round.
        debts: Earlier debts.
        coming: Steps some of whose acts were done before they opened: as many cards as these steps ask for stay.

    Returns:
        Pairs of the step that dealt to the board last, and the acts that move the surplus cards.
    """
    felt, surplus = now.felt, []
    for name, spec in felt.layout.places.items():
        due = Act.make(DEALER, "deal", name)
        if spec.kind != "board" or any(name in owed.to for debt in debts for owed in debt.acts):
            continue
        early = sum(act.count for step in coming for act in step.do.plan(now, step.params) or () if act.to[:1] == (name,))
        more = -_asked_less_lying(due, passed, now) - early
        if more > 0:
            last = sorted(felt.places[name], key=felt.out.__getitem__)[: -more - 1 : -1]
            step = next(step for step in reversed(passed) if step.do.shared and step.covers(due))
            surplus.append((step, tuple(card_act(now, "move", card, name, felt.layout.stock) for card in last)))
    return surplus


def rest_of(step: DealerStep, acts: tuple[Act, ...], passed: Sequence[DealerStep], now: Situation) -> tuple[Act, ...]:
    """Return the acts still due in a step that a remedy interrupted.

    The remedy may have pushed a share of the pot, or taken back cards that were dealt in part.

    Args:
        step: The interrupted step.
        acts: The acts that were due when it was interrupted.
        passed: Dealer's steps passed in this round.
        now: Situation at the table.
    """
    last = now.log[-1]
    if step.do.left is not None and last.verb in step.verbs:
        return tuple(step.do.left(now, acts, last))
    more = lacking(acts[0], passed, now) - sum(act.count for act in acts if act.to == acts[0].to)
    if more <= 0:
        # a remedy has dealt all these cards
        full = acts[0].verb == "deal" and step.do.shared and not lacking(acts[0], passed, now)
        return tuple(due for due in acts if due.to != acts[0].to) if full else acts
    whole = tuple(step.do.plan(now, step.params) or ())
    if sum(act.count for act in whole) == more + sum(act.count for act in acts):
        return whole
    return (Act.make(DEALER, "deal", *acts[0].to, n=more + acts[0].count, face=acts[0].face), *acts[1:])
