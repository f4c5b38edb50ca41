"""The end of a hand in PHH at the table: who shows, who throws his hand in, and who gets the pots."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.felt import Act, seat_number
from dealerkit.hands.phh.checker import HandOutcome
from dealerkit.hands.phh.hand import PhhHand
from dealerkit.hands.phh.header import ENDLESS
from dealerkit.hands.phh.problems import STACKS
from dealerkit.hands.phh.redeal import Redeal, push
from dealerkit.table.table import Table


def show_or_muck(redeal: Redeal) -> bool:
    """Let the seat that is to act show if it wins, and throw its hand in otherwise: the hand says no more.

    Returns:
        Whether it did; False if nobody is to act, or nobody can know who wins.

    Raises:
        Impossible: If it cannot.
    """
    won = winnings_of(redeal.hand, redeal.outcome)
    for who, moves in redeal.table.ask.items():
        redeal.unfinished = "show" not in moves
        if redeal.unfinished or not won:
            return False
        push(redeal, f"{who} {'show' if won[seat_number(who)] or 'muck' not in moves else 'muck'}")
        return True
    return False


def winnings_of(hand: PhhHand, outcome: HandOutcome) -> list[int]:
    """Return each seat's winnings from the pots in smallest chips, a cell a seat, cell 0 unused.

    It is what the cards say, or else the final stacks; an empty row where neither says it.
    """
    won, problem = outcome.won, outcome.problem
    if won is None or (problem is not None and not problem.field):
        return []
    if problem is not None and problem.field == "winnings":
        return [0, *hand.money("winnings")]
    if won.known and problem is None:
        return won.split
    if "finishing_stacks" not in hand.raw:
        return []
    final, behind = hand.money("finishing_stacks"), outcome.replay.stack
    return [0, *(max(0, chips - behind[seat]) if chips < ENDLESS else 0 for seat, chips in enumerate(final, 1))]


def is_award_due(table: Table, plan: Sequence[Act]) -> bool:
    """Return whether pots are to be awarded: now, or because cards are about to be gathered while chips lie in a pot."""
    if not plan:
        return False
    return plan[0].verb == "award" or (plan[0].verb == "gather" and _is_pot_left(table))


def award(redeal: Redeal, plan: Sequence[Act]) -> bool:
    """Award the pots by the cards; by the final stacks where these say otherwise, or cards are unknown.

    Args:
        redeal: The hand.
        plan: What the table has due.

    Returns:
        Whether the hand goes on; False if chips are left that nobody is known to have won.

    Raises:
        Impossible: If the chips are not there.
    """
    table, problem = redeal.table, redeal.outcome.problem
    if plan[0].verb == "award" and (problem is None or problem.code != STACKS):
        push(redeal, plan[0])
        return True
    left, felt = winnings_of(redeal.hand, redeal.outcome), table.felt
    for name in reversed(felt.layout.pots):
        for seat, chips in enumerate(left):
            part = min(chips, felt.rows[name][0])
            if part and table.ok:
                push(redeal, f"d award s{seat} {name if name != 'pot' else ''} {felt.money(part)}")
                left[seat] -= part
    for seat, chips in enumerate(left):
        if chips and table.ok:
            push(redeal, f"d award s{seat} {felt.money(chips)}")
    return not _is_pot_left(table)


def _is_pot_left(table: Table) -> bool:
    """Return whether chips lie in a pot."""
    return any(table.felt.rows[name][0] for name in table.felt.layout.pots)
