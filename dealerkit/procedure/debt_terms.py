"""How long a debt is owed: which debts survive the beginning of a round, and which survive when a round is abandoned."""

from __future__ import annotations

from dealerkit.facts import Situation
from dealerkit.felt.acts import seat_number
from dealerkit.procedure.agenda import Debt


def outlives(debt: Debt, begun: int, over: frozenset[str]) -> bool:
    """Return whether a debt survives the beginning of a round: reported money always does, any other debt for one more round.

    Args:
        debt: The debt.
        begun: Number of the round that begins, as in `RoundCounts.begun`.
        over: Verbs of acts that belong to the finished round alone and can no longer be done.
    """
    return (debt.round >= begun - 1 and debt.acts[0].verb not in over) or (debt.is_money and debt.finding >= 0)


def stays_owed(debt: Debt, begun: int, now: Situation) -> bool:
    """Return whether a debt survives when the current round is abandoned.

    These do: debts from earlier rounds; chips that came unasked in front of a player or into a pot after the remedy had returned
    the others; and a button that was moved unasked, since the same hand is dealt again from the same seat (MD-17).

    Args:
        debt: The debt.
        begun: Number of the current round, as in `RoundCounts.begun`.
        now: Situation at the table.
    """
    unasked = debt.step.do.reverses
    if unasked and all(due.verb == "button" for due in debt.acts):
        return True
    if not debt.is_money or debt.finding < 0 or debt.round < begun:
        return debt.is_money and debt.finding >= 0
    rows, front, units = now.felt.rows, now.felt.layout.front, now.felt.units
    for due in debt.acts:
        row = rows.get(due.to[1]) if len(due.to) > 1 else None
        if row is None or due.verb not in ("return", "award") or (due.to[1] not in front and not unasked):
            return False
        if not 0 < units(due.n) <= row[seat_number(due.to[0]) if due.to[1] in front else 0]:
            return False
    return True
