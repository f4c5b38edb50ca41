"""Bets, calls, folds and bring-ins while a hand is played again."""

from __future__ import annotations

from dealerkit.hands.phh.acts import CALL, FOLD, RAISE, Deed, amount_text
from dealerkit.hands.phh.problems import AMOUNT, ENDED, MISSING, TURN, Stop
from dealerkit.hands.phh.replay import BETTING, Replay, wanted
from dealerkit.hands.phh.streets import close_betting


def play_round(replay: Replay, begin: int, end: int) -> int:
    """Play calls, raises and folds up to the end of the betting round, or up to an action of another kind.

    Args:
        replay: The hand, in a round of betting.
        begin: Number of the first action to play, from 0.
        end: Number of the action to stop before, from 0.

    Returns:
        Number of the next action, from 0.

    Raises:
        Stop: If one of them is impossible.
    """
    round_, bet, stack, live, played = replay.round, replay.bet, replay.stack, replay.live, replay.deeds
    assert round_ is not None
    for at in range(begin, end):
        kind, seat, amount, _, _ = played[at]
        if seat != round_.turn:
            if not FOLD <= kind <= RAISE:
                return at
            if kind == CALL and seat in round_.idle:
                round_.idle.remove(seat)  # a check although there is nobody to bet against
                continue
            raise Stop(TURN, wanted(replay), at)
        if kind == FOLD and not round_.bring_in:
            live.remove(seat)
            round_.folded(live)
        elif kind == CALL and not round_.bring_in:
            due = round_.top - bet[seat]
            if due > 0:
                if due > stack[seat]:  # noqa: PLR1730 - twice as fast as min()
                    due = stack[seat]
                stack[seat] -= due
                bet[seat] += due
            round_.called()
        elif kind == RAISE:
            amounts = round_.raises()
            if amount not in amounts and not _is_taken(replay, seat, amount):
                raise Stop(AMOUNT, _range_text(amounts, replay.decimals), at)
            stack[seat] -= amount - bet[seat]
            bet[seat] = amount
            round_.bring_in = 0  # an all-in that is not called a bring-in is a short completion
            round_.took(seat, live)
        elif FOLD <= kind <= RAISE:
            raise Stop(MISSING, wanted(replay), at)
        else:
            return at
        if not round_.turn:
            close_betting(replay)
            return at + 1
    return end


def bring_in(replay: Replay, deed: Deed) -> None:
    """Post a bring-in, if it is due.

    Args:
        replay: The hand.
        deed: The action in parsed form: kind, seat, amount, cards, bits of the known cards.

    Raises:
        Stop: If no bring-in is due from this seat.
    """
    kind, seat, _, _, _ = deed
    round_ = replay.round
    if replay.phase != BETTING or round_ is None:
        if kind == CALL and round_ is not None and seat in round_.idle:
            round_.idle.remove(seat)
            return
        raise Stop(ENDED if replay.phase > BETTING else MISSING, wanted(replay))
    if seat != round_.turn:
        raise Stop(TURN, wanted(replay))
    if not round_.bring_in:
        raise Stop(AMOUNT, "no bring-in")
    due = min(replay.stack[seat], round_.bring_in)
    replay.stack[seat] -= due
    replay.bet[seat] += due
    round_.took(seat, replay.live)
    if not round_.turn:
        close_betting(replay)


def _puts_all_in(replay: Replay, seat: int, amount: int) -> bool:
    """Return whether a bet that is too small puts everybody else all-in, so that it has the effect of a full one."""
    round_ = replay.round
    assert round_ is not None
    if not round_.top < amount <= replay.bet[seat] + replay.stack[seat] or not round_.may_raise(seat):
        return False
    return amount == max(replay.bet[other] + replay.stack[other] for other in replay.live if other != seat)


def _is_taken(replay: Replay, seat: int, amount: int) -> bool:
    """Return whether a bet of a size that the limits do not allow is valid all the same."""
    return _puts_all_in(replay, seat, amount) or _comes_back(replay, seat, amount) or _doubles_a_pair(replay, seat, amount)


def _doubles_a_pair(replay: Replay, seat: int, amount: int) -> bool:
    """Return whether a bet is twice the limit on the street where an open pair allows that (BR-21), and somebody shows a pair."""
    round_, street = replay.round, replay.terms.variant.open_pair
    assert round_ is not None
    if not street or replay.street != street or round_.top or amount != 2 * round_.full:
        return False
    open_cards = (replay.hole[other][2 : 3 + street] for other in replay.live)
    return amount <= replay.stack[seat] and any(len({card // 4 for card in cards}) < len(cards) for cards in open_cards)


def _comes_back(replay: Replay, seat: int, amount: int) -> bool:
    """Return whether a bet is over all-ins that nobody left has the chips to answer: the excess is returned, and harms nobody."""
    round_, bet, stack = replay.round, replay.bet, replay.stack
    assert round_ is not None
    if not round_.full <= amount <= bet[seat] + stack[seat] or not round_.is_open(seat):
        return False
    return not any(stack[other] and stack[other] + bet[other] > round_.top for other in replay.live if other != seat)


def _range_text(amounts: range, decimals: int) -> str:
    """Return the legal amounts of a bet in words."""
    if not amounts:
        return "no bet or raise"
    low, high = (amount_text(amounts[at], decimals) for at in (0, -1))
    return f"{low} to {high}" if low != high else low
