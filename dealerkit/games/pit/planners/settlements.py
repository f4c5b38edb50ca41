"""Planners that settle wagers, hand by hand as they end or all together seat by seat; and those that correct wrong payments."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.pit.facts.boxes import BoxHand, BoxRound
from dealerkit.games.pit.facts.dues import ended_at_once, somebody_waits_for_the_dealer, table_says_draw
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.games.pit.facts.settlement import Due, due_of
from dealerkit.procedure.planners.registry import Params, do


def money(now: Situation, verb: str, seat: int, row: str, chips: int) -> Act:
    """Return the act that moves chips between a seat's row, or the seat itself, and the rack or the chips' owner.

    Args:
        now: Situation at the table.
        verb: Verb of the act.
        seat: The seat, from 1.
        row: Row of the chips; empty for the seat itself.
        chips: The amount, in smallest chips.
    """
    return Act.make("d", verb, f"s{seat}", *([row] if row else ()), n=now.felt.written(chips))


def still(now: Situation, round_: BoxRound, due: Due) -> list[Act]:
    """Return the acts still needed to settle a wager: a surplus is corrected first, and a bonus is paid by a separate act.

    Args:
        now: Situation at the table.
        round_: The round.
        due: The settlement due.
    """
    seat, bet = due.hand.seat, (due.hand.seat, due.row)
    take, pay = due.take - round_.taken[bet], due.pay - round_.paid[bet]
    acts = []
    if take:
        acts.append(money(now, "take" if take > 0 else "return", seat, due.row, abs(take)))
    if 0 < due.bonus < pay:
        acts.append(money(now, "pay", seat, due.row, pay - due.bonus))
        pay = due.bonus
    if pay:
        acts.append(money(now, "pay" if pay > 0 else "collect", seat, due.row, abs(pay)))
    return acts


def in_order(now: Situation, round_: BoxRound, names: Sequence[str], *, waits: bool = False) -> list[Due] | None:
    """Return the settlements of some wagers, in the order in which they are made (BJ-79, PIT-15).

    Args:
        now: Situation at the table.
        round_: The round.
        names: Names of the wagers.
        waits: Whether a wager whose settlement is unknown is left out.

    Returns:
        The settlements; None if one is unknown and not left out.
    """
    hands = sorted(round_.hands, key=lambda hand: hand.seat)
    if now.game.options.get("settle_order", "right_to_left") == "right_to_left":
        hands.reverse()
    dues = [due_of(round_, hand, name) for hand in hands for name in round_.wagers_of(hand) if name in names]
    known = [due for due in dues if due is not None]
    return known if waits or len(known) == len(dues) else None


def _same_bet(expected: Act, act: Act) -> bool:
    """Return whether an act is the due one; it may name only the seat if it is clear which bet is meant."""
    return expected.what == act.what or (expected.verb == act.verb and act.to == expected.to[:1])


def _wrong_bet(params: Params, expected: Act, act: Act) -> bool:
    """Return whether an act takes or pays while bets are settled: if it is not due, it is a wrong settlement, of whatever bet."""
    return {expected.verb, act.verb} <= {"take", "pay"}


def _meant(round_: BoxRound, act: Act) -> list[Due]:
    """Return the settlements of the bets that an act may concern, all of a seat's if it names none; without unknown ones."""
    hands = [hand for hand in round_.hands if hand.seat == seat_number(act.to[0])]
    bets = [(hand, name, round_.boxes.row(name, hand.child)) for hand in hands for name in round_.wagers_of(hand)]
    return [
        due_of(round_, hand, name) or Due(hand, name, row, round_.stake(hand, name), None, 0, 0)
        for hand, name, row in bets
        if act.to[1:] in ((), (row,))
    ]


def _put_right(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the acts that correct a wrong payment: a surplus comes back, a shortfall follows. While the dealer's hand lies face
    up and has still to draw, the right settlement is unknown; the settling asks for it later. A payment to a box without a bet
    comes back at once.
    """
    round_ = box_round(now)
    meant = _meant(round_, got)
    acts = [Act.make("d", "collect", *got.to, n=got.n)] if got.verb == "pay" and not meant else []
    if table_says_draw(round_) and somebody_waits_for_the_dealer(now):
        return acts
    for due in meant:
        acts += still(now, round_, due)
    other = got.to not in (expected.to[:1], expected.to[:2])
    if expected is not got and other and expected not in acts:
        acts.append(expected)
    return acts


_CONTRARY = {"pay": "collect", "collect": "pay", "take": "return", "return": "take"}


def _by_now(now: Situation, since: Sequence[Act], owed: Act) -> Act | None:
    """Return the rest of an owed act, by the chips that lie there now, since the bet may have been settled wrongly again; after
    the end of the round the act itself.
    """
    round_ = box_round(now)
    if (
        owed.verb not in _CONTRARY
        or any(act.verb == "close" for act in since)
        or (table_says_draw(round_) and somebody_waits_for_the_dealer(now))
    ):
        return owed
    meant = _meant(round_, owed)
    if not meant and len(owed.to) < 2:
        return owed
    if not meant:  # without a bet there is nothing to pay
        seat, row = seat_number(owed.to[0]), owed.to[1]
        paid = round_.paid[seat, row]
        if not paid and not any(act.verb in _CONTRARY and act.to[:1] == owed.to[:1] for act in since):
            return owed  # it was paid before betting was closed
        return money(now, "collect" if paid > 0 else "pay", seat, row, abs(paid)) if paid else None
    acts = [act for due in meant for act in still(now, round_, due)]
    verbs = owed.verb, _CONTRARY[owed.verb]
    return next((act for act in acts if act.verb in verbs and act.to[: len(owed.to)] == owed.to), None)


_settling = functools.partial(do, same=_same_bet, attempt=_wrong_bet, amend=_put_right, undo=True, fresh=True, later=_by_now)


@_settling("settle_hand", "take pay pick")
def settle_hand(now: Situation, params: Params) -> list[Act]:
    """Plan the settlement of every hand that is settled before the others, such as one over 21 or one given up: its wagers are
    taken or paid, and its cards picked up (BJ-41, BJ-54, BJ-69). Parameter `results`: results of the main bet for which this is
    done, such as `win`; by default all.
    """
    round_, results = box_round(now), params.get("results")
    acts: list[Act] = []
    for hand in round_.hands:
        dues = None if hand.picked or (hand.into is not None) else ended_at_once(round_, hand)
        if dues is not None and (not results or any(due.line is not None and due.line.result in results for due in dues)):
            acts += [act for due in dues for act in still(now, round_, due)]
            acts += _picked_up(now, hand)
    return acts


def _picked_up(now: Situation, hand: BoxHand) -> list[Act]:
    """Return the act that picks a hand up, if its cards still lie there."""
    return [Act.make("d", "pick", hand.place)] if now.felt.places.get(hand.place) else []


@_settling("settle_hand", "take pay pick", what="unpaid")
def settle_unpaid(now: Situation, params: Params) -> list[Act]:
    """Plan the settlement of every hand whose last decision required a wager that was not put down before a card came: it is
    settled by the decision that counts instead, and its cards are picked up (WAR-I05).
    """
    round_, acts = box_round(now), list[Act]()
    for hand in round_.hands:
        if hand.unpaid and not hand.picked:
            dues = [due_of(round_, hand, name) for name in round_.wagers_of(hand) if not round_.boxes.wagers[name].box]
            acts += [act for due in dues if due is not None for act in still(now, round_, due)]
            acts += _picked_up(now, hand)
    return acts


@_settling("settle_wagers", "take pay", named=True)
def settle_wagers(now: Situation, params: Params) -> list[Act] | None:
    """Plan the settlement of wagers, seat by seat and hand by hand: losing bets are taken, winning bets paid, pushes left (BJ-79,
    PIT-15). Parameters: `wagers`, their names, by default all; `first`, `losers` if all losing bets are taken before any payment;
    `waits: true` if a wager that cannot be decided yet is left for a later step (BJ-91).
    """
    round_ = box_round(now)
    dues = in_order(now, round_, params.get("wagers") or list(round_.boxes.wagers), waits=bool(params.get("waits")))
    if dues is None:
        return None
    if params.get("first") == "losers":
        dues = [*(due for due in dues if due.take), *(due for due in dues if not due.take)]
    return [act for due in dues for act in still(now, round_, due)]
