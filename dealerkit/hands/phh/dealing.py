"""Dealing, drawing, discarding and showing cards while a hand is played again."""

from __future__ import annotations

from typing import Final

from dealerkit.files.screen_text import count_of
from dealerkit.hands.phh.acts import HOLE, MUCK, UNKNOWN, Cards, Deed, card_text
from dealerkit.hands.phh.problems import COUNT, ENDED, FOREIGN, INCOMPLETE, MISSING, NOT_DEALT, TURN, TWICE, UNREADABLE, Stop
from dealerkit.hands.phh.replay import BETTING, DEALING, DRAWING, OVER, SHOWING, Replay, wanted
from dealerkit.hands.phh.streets import open_betting

_ALL: Final = 99  # a number of cards that no stub has


def deal_first(replay: Replay) -> int:
    """Deal the first cards of all seats in one go, if they come in order and without fault, as is nearly always so.

    Returns:
        Number of actions played: one a seat, or 0 if the first cards come in another way.
    """
    each, seen = replay.owed[1], 0
    hole: list[Cards] = [()]
    seats = len(replay.hole) - 1
    for seat, (kind, to, _, cards, mask) in enumerate(replay.deeds[:seats], 1):
        if kind != HOLE or to != seat or len(cards) != each or mask & seen:
            return 0
        seen |= mask
        hole.append(cards)
    if len(hole) <= seats or seen & replay.foreign:
        return 0
    replay.hole = hole
    replay.seen = seen
    replay.left -= replay.due
    replay.due = 0
    replay.owed = [0] * len(hole)
    open_betting(replay)
    return seats


def deal_hole(replay: Replay, deed: Deed) -> None:
    """Deal cards to a seat.

    Args:
        replay: The hand.
        deed: The action in parsed form: kind, seat, amount, cards, bits of the known cards.

    Raises:
        Stop: If they are not due, or cannot come from the stub.
    """
    _, seat, _, cards, _ = deed
    count = len(cards)
    if replay.phase > DRAWING:
        raise Stop(INCOMPLETE if replay.phase == BETTING else ENDED, wanted(replay))
    owed = replay.owed
    if seat >= len(owed):
        raise Stop(UNREADABLE, f"a seat from p1 to p{len(owed) - 1}")
    if owed[seat] < count or not count:
        if not replay.due:
            raise Stop(MISSING, wanted(replay))
        raise Stop(COUNT, f"{count_of(owed[seat], 'card')} to p{seat}" if owed[seat] else f"no card to p{seat}")
    _take_from_stub(replay, deed)
    replay.hole[seat] += cards
    owed[seat] -= count
    replay.due -= count
    if not replay.due and not replay.drawers:
        open_betting(replay)


def deal_board(replay: Replay, deed: Deed, at: int) -> None:
    """Deal board cards.

    Args:
        replay: The hand.
        deed: The action in parsed form: kind, seat, amount, cards, bits of the known cards.
        at: Number of the action, from 0.

    Raises:
        Stop: If they are not due, or cannot come from the stub.
    """
    cards = deed[3]
    count = len(cards)
    if replay.phase != DEALING:
        raise Stop(ENDED if replay.phase > BETTING else INCOMPLETE, wanted(replay))
    owed = replay.owed[0]
    if replay.instead and replay.instead == count and replay.due == count * len(replay.live):
        # too few for all players: community cards instead
        replay.owed = [count, *[0] * (len(replay.owed) - 1)]
        replay.due = owed = count
    if replay.due > owed:
        raise Stop(MISSING, wanted(replay))
    if not 0 < count <= owed:
        raise Stop(COUNT, f"{count_of(owed, 'card')} to the board" if owed else "no card to the board")
    _take_from_stub(replay, deed)
    replay.board += cards
    replay.owed[0] -= count
    replay.due -= count
    if replay.due:
        replay.partial = at if replay.partial < 0 else replay.partial
        replay.pieces = replay.partial if replay.pieces < 0 else replay.pieces
    else:
        open_betting(replay)


def draw(replay: Replay, deed: Deed) -> None:
    """Let a seat stand pat or exchange cards.

    Args:
        replay: The hand.
        deed: The action in parsed form: kind, seat, amount, cards, bits of the known cards.

    Raises:
        Stop: If it is not the seat's turn, or it does not hold the cards.
    """
    _, seat, _, cards, mask = deed
    if replay.phase != DRAWING or not replay.drawers:
        raise Stop(ENDED if replay.phase > BETTING else INCOMPLETE, wanted(replay))
    if seat != replay.drawers[0]:
        raise Stop(TURN, wanted(replay))
    count, hand = len(cards), replay.hole[seat]
    if count > replay.terms.variant.streets[replay.street].draw:
        raise Stop(COUNT, f"{count_of(len(hand), 'card')} at most")
    if cards:
        _discard(replay, seat, hand, cards)
        replay.seen |= mask
    del replay.drawers[0]
    replay.owed[seat] = count
    replay.due += count
    if not replay.drawers:
        replay.phase = DEALING
        if not replay.due:
            open_betting(replay)


def show(replay: Replay, deed: Deed) -> None:
    """Let a seat show its hand or muck it.

    Args:
        replay: The hand.
        deed: The action in parsed form: kind, seat, amount, cards, bits of the known cards.

    Raises:
        Stop: If it is too early for a showdown, or the seat cannot hold the cards.
    """
    kind, seat, amount, cards, _ = deed
    if replay.phase < SHOWING and not replay.closed:
        raise Stop(INCOMPLETE if replay.phase == BETTING else MISSING, wanted(replay))
    hole = replay.hole
    if seat >= len(hole):
        raise Stop(UNREADABLE, f"a seat from p1 to p{len(hole) - 1}")
    if kind == MUCK:
        if replay.phase != OVER and seat in replay.live and seat not in replay.shown:
            replay.live.remove(seat)
            if len(replay.live) < 2:
                replay.phase = OVER
            else:
                replay.due -= replay.owed[seat]
                replay.owed[seat] = 0
        return
    if amount >= 0 and cards != hole[seat]:
        _uncover(replay, seat, cards)
    replay.shown.add(seat)


def _take_from_stub(replay: Replay, deed: Deed) -> None:
    """Take cards off the stub; if it is too small, shuffle the discards and dead hands into it first."""
    _, _, _, cards, mask = deed
    count = len(cards)
    if count > replay.left:
        replay.left = _ALL
        replay.seen = 0
        for seat in replay.live:
            for card in replay.hole[seat]:
                if card >= 0:
                    replay.seen |= 1 << card
    replay.left -= count
    if mask & replay.seen:
        raise Stop(TWICE, f"a card that is not dealt yet, not {_names(mask & replay.seen)}")
    if mask & replay.foreign:
        raise Stop(FOREIGN, f"a card of this pack, not {_names(mask & replay.foreign)}")
    replay.seen |= mask


def _names(mask: int) -> str:
    """Return the names of the cards whose bits are set in a mask."""
    return card_text(tuple(card for card in range(52) if mask >> card & 1))


def _discard(replay: Replay, seat: int, hand: Cards, cards: Cards) -> None:
    """Remove discards from a hand, which may contain unknown cards."""
    kept = list(hand)
    for card in cards:
        if card == UNKNOWN and UNKNOWN not in kept:  # one of the known cards, but which?
            for known in kept:
                replay.possible[seat] = replay.possible.get(seat, 0) | 1 << known
            kept = [UNKNOWN] * len(kept)
        if card in kept:
            kept.remove(card)
        elif UNKNOWN in kept and _may_hold(replay, seat, card):
            kept.remove(UNKNOWN)
        else:
            raise Stop(NOT_DEALT, f"cards that p{seat} holds: {card_text(hand)}")
    replay.hole[seat] = tuple(kept)


def _may_hold(replay: Replay, seat: int, card: int) -> bool:
    """Return whether a card may be one of a seat's unknown cards; if so, mark it as dealt."""
    possible = replay.possible.get(seat, 0)
    if possible >> card & 1:
        replay.possible[seat] = possible & ~(1 << card)
        return True
    if replay.seen >> card & 1 or replay.foreign >> card & 1:
        return False
    replay.seen |= 1 << card
    return True


def _uncover(replay: Replay, seat: int, cards: Cards) -> None:
    """Show a hand, its cards in any order and some perhaps still face down."""
    held = replay.hole[seat]
    if len(cards) != len(held):
        raise Stop(COUNT, f"{count_of(len(held), 'card')} of p{seat}")
    rest, dealt = list(held), []
    for card in cards:
        if card == UNKNOWN:
            continue
        if card in rest:
            rest.remove(card)
        elif UNKNOWN in rest and _may_hold(replay, seat, card):
            rest.remove(UNKNOWN)
        elif UNKNOWN in rest and replay.seen >> card & 1:
            raise Stop(TWICE, f"a card that is not dealt yet, not {card_text((card,))}")
        elif UNKNOWN in rest:
            raise Stop(FOREIGN, f"a card of this pack, not {card_text((card,))}")
        else:
            raise Stop(NOT_DEALT, f"the cards of p{seat}: {card_text(held)}")
        dealt.append(card)
    replay.hole[seat] = (*dealt, *rest)
