"""Planners that settle wagers: at once, or all of them, seat by seat; and what puts a wrong payment right."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.pit.facts.boxes import BoxRound
from dealerkit.games.pit.facts.dues import Due, due_of, ended_at_once, somebody_waits_for_the_dealer, table_says_draw
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.procedure.planners.registry import Params, do


def money(now: Situation, verb: str, seat: int, row: str, chips: int) -> Act:
    """Return the act that moves so many smallest chips between a seat's row, or the seat itself, and the rack, or its owner."""
    return Act.make("d", verb, f"s{seat}", *([row] if row else ()), n=now.felt.written(chips))


def still(now: Situation, made: BoxRound, due: Due) -> list[Act]:
    """Return the acts still needed so that a wager gets what it is due: what was moved too much comes first."""
    seat, bet = due.hand.seat, (due.hand.seat, due.row)
    take, pay = due.take - made.taken[bet], due.pay - made.paid[bet]
    acts = []
    if take:
        acts.append(money(now, "take" if take > 0 else "return", seat, due.row, abs(take)))
    if pay:
        acts.append(money(now, "pay" if pay > 0 else "collect", seat, due.row, abs(pay)))
    return acts


def in_order(now: Situation, made: BoxRound, names: Sequence[str], *, waits: bool = False) -> list[Due] | None:
    """Return what the wagers of some names come to, in the order in which they are settled (BJ-79, PIT-15); None while one of
    them is not known, unless that one `waits`.
    """
    hands = sorted(made.hands, key=lambda hand: hand.seat)
    if now.game.options.get("settle_order", "right_to_left") == "right_to_left":
        hands.reverse()
    dues = [due_of(made, hand, name) for hand in hands for name in made.wagers_of(hand) if name in names]
    known = [due for due in dues if due is not None]
    return known if waits or len(known) == len(dues) else None


def _same_bet(expected: Act, act: Act) -> bool:
    """Return whether an act is the due one, allowing the seat alone where nobody can mistake the bet."""
    return expected.what == act.what or (expected.verb == act.verb and act.to == expected.to[:1])


def _wrong_bet(params: Params, expected: Act, act: Act) -> bool:
    """Return whether an act takes or pays while bets are settled: one that is not due is a wrong settlement, of whatever bet."""
    return {expected.verb, act.verb} <= {"take", "pay"}


def _meant(made: BoxRound, act: Act) -> list[Due]:
    """Return what the bets come to that an act may mean, all of a seat where it names none; nothing for one that nobody can
    decide yet.
    """
    hands = [hand for hand in made.hands if hand.seat == seat_number(act.to[0])]
    bets = [(hand, name, made.boxes.row(name, hand.child)) for hand in hands for name in made.wagers_of(hand)]
    return [
        due_of(made, hand, name) or Due(hand, name, row, made.stake(hand, name), None, 0, 0)
        for hand, name, row in bets
        if act.to[1:] in ((), (row,))
    ]


def _put_right(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the acts that put a wrong payment right: what was moved too much comes back, what lacks follows. While the dealer's
    open hand has still to draw, nobody knows what that is; once it has drawn, the settling asks for it. A payment to a box
    without a bet comes back at once.
    """
    made = box_round(now)
    meant = _meant(made, got)
    acts = [Act.make("d", "collect", *got.to, n=got.n)] if got.verb == "pay" and not meant else []
    if table_says_draw(made) and somebody_waits_for_the_dealer(now):
        return acts
    for due in meant:
        acts += still(now, made, due)
    other = got.to not in (expected.to[:1], expected.to[:2])
    if expected is not got and other and expected not in acts:
        acts.append(expected)
    return acts


_CONTRARY = {"pay": "collect", "collect": "pay", "take": "return", "return": "take"}


def _by_now(now: Situation, since: Sequence[Act], owed: Act) -> Act | None:
    """Return what is left of an owed act by the chips that lie there now, as a bet may have been settled wrongly once more; of a
    round that is over the act itself.
    """
    made = box_round(now)
    if (
        owed.verb not in _CONTRARY
        or any(act.verb == "close" for act in since)
        or (table_says_draw(made) and somebody_waits_for_the_dealer(now))
    ):
        return owed
    meant = _meant(made, owed)
    if not meant and len(owed.to) < 2:
        return owed
    if not meant:  # where no bet lies nothing is paid
        seat, row = seat_number(owed.to[0]), owed.to[1]
        paid = made.paid[seat, row]
        if not paid and not any(act.verb in _CONTRARY and act.to[:1] == owed.to[:1] for act in since):
            return owed  # it was paid before the betting was closed
        return money(now, "collect" if paid > 0 else "pay", seat, row, abs(paid)) if paid else None
    acts = [act for due in meant for act in still(now, made, due)]
    verbs = owed.verb, _CONTRARY[owed.verb]
    return next((act for act in acts if act.verb in verbs and act.to[: len(owed.to)] == owed.to), None)


_settling = functools.partial(do, same=_same_bet, attempt=_wrong_bet, amend=_put_right, undo=True, fresh=True, later=_by_now)


@_settling("settle_hand", "take pay pick")
def settle_hand(now: Situation, params: Params) -> list[Act]:
    """Plan the settling of every hand that is settled before the others, as one over 21 or one that was given up: its wagers are
    taken or paid, and its cards picked up (BJ-41, BJ-54, BJ-69). Parameter `results`: those that count, as `win` of the main bet;
    all if left out.
    """
    made, results = box_round(now), params.get("results")
    acts: list[Act] = []
    for hand in made.hands:
        dues = None if hand.picked or (hand.into is not None) else ended_at_once(made, hand)
        if dues is not None and (not results or any(due.line is not None and due.line.result in results for due in dues)):
            acts += [act for due in dues for act in still(now, made, due)]
            acts.append(Act.make("d", "pick", hand.place))
    return acts


@_settling("settle_hand", "take pay pick", what="unpaid")
def settle_unpaid(now: Situation, params: Params) -> list[Act]:
    """Plan the settling of every hand for whose last word no wager was put before a card came: whatever the word that counts
    instead comes to, and its cards picked up (WAR-I05).
    """
    made, acts = box_round(now), list[Act]()
    for hand in made.hands:
        if hand.unpaid and not hand.picked:
            dues = [due_of(made, hand, name) for name in made.wagers_of(hand) if not made.boxes.wagers[name].box]
            acts += [act for due in dues if due is not None for act in still(now, made, due)]
            acts.append(Act.make("d", "pick", hand.place))
    return acts


@_settling("settle_wagers", "take pay", named=True)
def settle_wagers(now: Situation, params: Params) -> list[Act] | None:
    """Plan the settling of wagers, seat by seat and hand by hand: what loses is taken, what wins is paid, a push is left
    (BJ-79, PIT-15). Parameters `wagers`: their names, all if left out; `first`: `losers` where all that lose are taken before any
    is paid; `waits: true` where one that
    nobody can decide yet is left for a later step (BJ-91).
    """
    made = box_round(now)
    dues = in_order(now, made, params.get("wagers") or list(made.boxes.wagers), waits=bool(params.get("waits")))
    if dues is None:
        return None
    if params.get("first") == "losers":
        dues = [*(due for due in dues if due.take), *(due for due in dues if not due.take)]
    return [act for due in dues for act in still(now, made, due)]
