"""The end of a hand in PHH at the table: who shows, who mucks, and who wins the pots."""

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
    """Let the seat to act show its hand if it wins, and muck it otherwise. This completes a hand whose text ends before.

    Returns:
        Whether it acted; False if nobody is to act, or the winner cannot be known.

    Raises:
        Impossible: If the act is impossible.
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
    """Return each seat's winnings from the pots, in smallest chips.

    They follow from the cards, or else from the final stacks that the file states.

    Returns:
        A row with a cell for each seat (cell 0 is unused); empty if neither decides.
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
    """Return whether pots are due to be awarded: now, or because the next step gathers the cards while a pot has chips.

    Args:
        table: The table.
        plan: The dealer's acts that are due, in order.
    """
    if not plan:
        return False
    return plan[0].verb == "award" or (plan[0].verb == "gather" and _is_pot_left(table))


def award(redeal: Redeal, plan: Sequence[Act]) -> bool:
    """Award the pots by the cards, or by the final stacks where these differ or cards are unknown.

    Args:
        redeal: The hand.
        plan: The dealer's acts that are due, in order.

    Returns:
        Whether the hand continues; False if a pot is left whose winner cannot be known.

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
    """Return whether a pot has chips."""
    return any(table.felt.rows[name][0] for name in table.felt.layout.pots)
