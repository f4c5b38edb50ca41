"""The course of a hand: from cards to betting, from betting to the next street, and to its end."""

from __future__ import annotations

from operator import add

from dealerkit.arithmetic.betting import Betting, uncalled
from dealerkit.hands.phh.acts import BOARD, BRING_IN, FOLD, HOLE
from dealerkit.hands.phh.first_to_act import opener
from dealerkit.hands.phh.replay import BETTING, DEALING, DRAWING, OVER, SHOWING, Replay


def begin_street(replay: Replay) -> None:
    """Begin the next street: note the cards or discards that are due."""
    replay.street += 1
    street = replay.terms.variant.streets[replay.street]
    replay.left -= street.burn
    replay.partial = -1
    replay.phase = DEALING
    owed, live = replay.owed, replay.live
    if street.draw:
        replay.drawers = list(live)
        replay.phase = DRAWING
        return
    replay.instead = 0
    replay.due = owed[0] = street.board
    each = street.down + street.up
    if each:
        for seat in live:
            owed[seat] = each
        replay.due += each * len(live)
        if replay.due > replay.left:
            replay.instead = each


def open_betting(replay: Replay) -> None:
    """Open the betting round of a street, once everybody has their cards."""
    terms, live, stack = replay.terms, replay.live, replay.stack
    if replay.closed:
        close_betting(replay)
        return
    first = not replay.street
    if first:
        order = terms.first
        if order:
            if stack.count(0) > 1:  # perhaps a post for less
                order = terms.order(replay.bet)
        else:
            order = opener(terms.variant.opens[0], replay.hole, live, terms.seats)
    elif terms.first:
        order = live[:]
    else:
        order = opener(terms.variant.opens[1], replay.hole, live, terms.seats)
    if not order:  # the first to act depends on unknown cards: take the seat that acts
        order = _order_by_action(replay)
    limits = replay.limits[replay.street]
    if first:
        bets = 1 if terms.first else 0
        top = max(terms.posts) if bets and limits.blind_in_full else 0
        round_ = Betting(stack, replay.bet, live, order, limits, top=top, bets=bets, pot=replay.pot, bring_in=terms.bring_in)
    else:
        round_ = Betting(stack, replay.bet, live, order, limits, pot=replay.pot)
    replay.round = round_
    replay.phase = BETTING
    if not round_.turn:
        close_betting(replay)


def close_betting(replay: Replay) -> None:
    """Bring the bets into the pot, return an uncalled bet, and go on to the next street or the showdown."""
    bet, stack, put, live = replay.bet, replay.stack, replay.put, replay.live
    most = max(bet)
    if most:
        if bet.count(most) == 1:
            seat, over = uncalled(bet, live)
            if over:
                bet[seat] -= over
                stack[seat] += over
                replay.back[seat] += over
        replay.pot += sum(bet)
        put[:] = map(add, put, bet)
        bet[:] = [0] * len(bet)
    streets = replay.terms.variant.streets
    if len(live) < 2:
        replay.phase = OVER
    elif replay.street + 1 == len(streets):
        replay.phase = SHOWING
    else:
        if not replay.closed and stack.count(0) > 1 and not streets[-1].draw:
            replay.closed = sum(stack[seat] > 0 for seat in live) < 2
        begin_street(replay)


def _order_by_action(replay: Replay) -> list[int]:
    """Return the seats in the order in which they act in the file."""
    seats = replay.terms.seats
    at = _dealt_so_far(replay)
    who = next((seat for kind, seat, *_ in replay.deeds[at:] if FOLD <= kind <= BRING_IN), 1)
    return [(who + step - 1) % seats + 1 for step in range(seats)] if who <= seats else list(range(1, seats + 1))


def _dealt_so_far(replay: Replay) -> int:
    """Return the number of the last action that was played, from the cards dealt so far."""
    out = sum(map(len, replay.hole)) + len(replay.board)
    for at, deed in enumerate(replay.deeds):
        if deed[0] in {HOLE, BOARD}:
            out -= len(deed[3])
        if out <= 0:
            return at
    return len(replay.deeds)
