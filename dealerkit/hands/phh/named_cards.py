"""Dealing the cards that a hand in PHH names, where they are due at the table."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.cards import Face
from dealerkit.felt import Act, is_seat, seat_number
from dealerkit.hands.phh.acts import BOARD, HOLE, REMARK, card_text
from dealerkit.hands.phh.redeal import Redeal, push, push_action
from dealerkit.hands.phh.translation import faces


def deal_named(redeal: Redeal, plan: Sequence[Act]) -> bool:
    """Deal the due cards as the hand names them.

    Args:
        redeal: The hand.
        plan: The deals that are due, in order.

    Returns:
        Whether anything happened; False if the hand names no further cards or actions.

    Raises:
        Impossible: If the cards cannot be dealt.
    """
    if not is_seat(plan[0].to[0]):
        return _deal_board(redeal, plan[0])
    _collect(redeal, seat_number(plan[0].to[0]))
    for act in plan:
        named = redeal.waiting[seat_number(act.to[0])]
        if named:
            taken = [named.popleft() for _ in range(min(act.count, len(named)))]
            push(redeal, Act.make("d", "deal", *act.to, face=act.face, cards=[face for face, _ in taken]), taken[0][1])
            return True
    return deal_surplus(redeal) if any(redeal.waiting.values()) else _push_other(redeal)


def deal_surplus(redeal: Redeal) -> bool:
    """Deal a card that the hand names but the procedure does not ask for.

    Returns:
        Whether there was one.

    Raises:
        Impossible: If it cannot be dealt.
    """
    for seat, named in redeal.waiting.items():
        if named:
            face, origin = named.popleft()
            push(redeal, Act.make("d", "deal", f"s{seat}", cards=[face]), origin)
            return True
    return False


def _collect(redeal: Redeal, due: int) -> None:
    """Collect the next deals that the hand names, up to the one for the seat that is due."""
    while not redeal.waiting[due] and redeal.at < len(redeal.deeds) and redeal.deeds[redeal.at][0] in {HOLE, REMARK}:
        kind, seat, _, cards, _ = redeal.deeds[redeal.at]
        if kind == HOLE:
            if seat not in redeal.waiting:
                break
            redeal.waiting[seat].extend((face, redeal.at) for face in faces(card_text(cards)))
        redeal.at += 1


def _deal_board(redeal: Redeal, due: Act) -> bool:
    """Deal board cards, which a hand may name in several pieces."""
    cards: list[Face | None] = []
    first = redeal.at
    while redeal.at < len(redeal.deeds) and len(cards) < due.count and redeal.deeds[redeal.at][0] in {BOARD, REMARK}:
        cards += faces(card_text(redeal.deeds[redeal.at][3]))
        redeal.at += 1
    if not cards:
        return _push_other(redeal)
    push(redeal, Act.make("d", "deal", "board", cards=cards, manner=due.manner), first)
    return True


def _push_other(redeal: Redeal) -> bool:
    """Push the hand's next action although cards are due; return False if the hand ends there."""
    redeal.unfinished = redeal.at >= len(redeal.deeds)
    if not redeal.unfinished:
        push_action(redeal)
    return not redeal.unfinished
