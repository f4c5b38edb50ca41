"""Planners of games bet against a pot: a card for a bet, payments and additions, the pot split at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealerkit.facts import Situation
from dealerkit.facts.hands import last_in, live
from dealerkit.facts.slips import slip_act, slip_called
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.pot.facts.stakes import in_the_middle, pack_goes_on, pot_is_won
from dealerkit.games.pot.red_dog.facts import (
    TURNED,
    paid_too_soon,
    seats_taken_from,
    taken_from_hands,
    turn,
    turn_wins,
    turned_now,
    unsettled,
    was_shown,
)
from dealerkit.games.pot.three_five_seven.facts import STRIKES, striker
from dealerkit.procedure.planners.registry import Params, card_act, do, no_amends, same_verb

_CHIPS = frozenset({"award", "pay", "return", "sweep", "collect"})


@do("turn_for_bet", "deal", lambda params, act: act.to == (TURNED,), amend=no_amends)
def turn_for_bet(now: Situation, params: Params) -> list[Act]:
    """Plan the turn of a card for the player who has bet: `d deal turned` (RD-07)."""
    wager_turn = turn(now)
    due = wager_turn.seat and wager_turn.card is None and not wager_turn.fee and not pot_is_won(now)
    return [Act.make("d", "deal", TURNED)] if due else []


@do("burn_for_bet", "burn", attempt=same_verb, amend=no_amends)
def burn_for_bet(now: Situation, params: Params) -> list[Act]:
    """Plan the burn before the card that is turned for a bet: `d burn` (RD-07). Parameter `n`: number of cards."""
    return [Act.make("d", "burn")] * int(params["n"]) if turn_for_bet(now, params) else []


@do("call_turn", "call", lambda params, act: act.to[:1] in (("win",), ("lose",)), attempt=same_verb)
def call_turn(now: Situation, params: Params) -> list[Act] | None:
    """Plan the call of the bet's result: `d call win`, `d call lose` (RD-08, RD-10)."""
    wins = turn_wins(now)
    return None if wins is None else [Act.make("d", "call", "win" if wins else "lose")]


def _settled_otherwise(params: Params, expected: Act, act: Act) -> bool:
    """Return whether chips were moved for this bet, but not as planned."""
    return act.verb in _CHIPS and act.verb != "collect"


@do(
    "return_stake",
    "return",
    lambda params, act: act.to[1:] == ("bet",),
    attempt=_settled_otherwise,
    amend=no_amends,
    standing=True,
)
def return_stake(now: Situation, params: Params) -> list[Act] | None:
    """Plan the return of a bet that has won to its owner: `d return s3 bet 5` (RD-09)."""
    wager_turn = turn(now)
    wins = False if wager_turn.fee else turn_wins(now)
    if wins is None:
        return None
    lying = now.felt.rows["bet"][wager_turn.seat]
    return [Act.make("d", "return", f"s{wager_turn.seat}", "bet", n=now.felt.written(lying))] if wins and lying else []


@do("pay_stake", "award", attempt=_settled_otherwise, amend=no_amends, standing=True)
def pay_stake(now: Situation, params: Params) -> list[Act] | None:
    """Plan the payment of the amount of the bet out of the pot: `d award s3 5` (RD-09)."""
    wager_turn = turn(now)
    due = unsettled(now)
    if due is None:
        return None
    more = due.get(wager_turn.seat, 0) if not wager_turn.fee and turn_wins(now) else 0
    return [Act.make("d", "award", f"s{wager_turn.seat}", n=now.felt.written(more))] if more > 0 else []


@do("add_stake", "sweep", attempt=_settled_otherwise, amend=no_amends, standing=True)
def add_stake(now: Situation, params: Params) -> list[Act] | None:
    """Plan the sweep of a bet that has lost, or of a fee, into the pot: `d sweep` (RD-10)."""
    wager_turn = turn(now)
    wins = False if wager_turn.fee else turn_wins(now)
    if wins is None:
        return None
    return [] if wins or not now.felt.rows["bet"][wager_turn.seat] else [Act.make("d", "sweep")]


@do("restore_pot", "return award collect sweep", amend=no_amends, fresh=True, what="turn")
def settle_turn(now: Situation, params: Params) -> list[Act]:
    """Plan the correction of a turn's chips: those wrongly taken out of the pot come back, and the rest that is due is paid or
    swept.
    """
    wager_turn, felt, due = turn(now), now.felt, unsettled(now)
    if due is None and wager_turn.card is None:  # nothing is due yet: all chips that went out in this turn come back
        due = paid_too_soon(now)
    elif due is None or not wager_turn.seat:
        return []
    acts = [Act.make("d", "collect", f"s{seat}", "pot", n=felt.written(-n)) for seat, n in due.items() if n < 0]
    lying = felt.rows["bet"][wager_turn.seat]
    if lying and not wager_turn.fee and turn_wins(now):
        acts.append(Act.make("d", "return", f"s{wager_turn.seat}", "bet", n=felt.written(lying)))
        due[wager_turn.seat] = due.get(wager_turn.seat, 0)
    elif lying:
        acts.append(Act.make("d", "sweep"))
    return acts + [Act.make("d", "award", f"s{seat}", n=felt.written(n)) for seat, n in due.items() if n > 0]


def _gathered_otherwise(params: Params, expected: Act, act: Act) -> bool:
    return act.verb in ("gather", "clear")


def _gather_still(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the gathering of the cards if only the cards on the table were cleared, because it is still due then."""
    return (expected,) if expected.verb == "gather" != got.verb else ()


@do("end_of_deal", "gather clear", attempt=_gathered_otherwise, amend=_gather_still)
def end_of_deal(now: Situation, params: Params) -> list[Act]:
    """Plan the gathering of the cards; if deals continue from the same pack they are only set aside: `d clear` (RD-13, RD-17)."""
    return [Act.make("d", "clear" if pack_goes_on(now) else "gather")]


@do("take_out", "discard", lambda params, act: act.to == (TURNED,), amend=no_amends, what="turned turned_after_first")
def discard_turned(now: Situation, params: Params) -> list[Act]:
    """Plan the discard of cards turned for a bet: `d discard turned 9h`. Parameter `what`: `turned`, the last card (RD-A6);
    `turned_after_first`, all but the first of the cards turned for a bet.
    """
    felt = now.felt
    cards = felt.cards(TURNED)[-1:] if params["what"] == "turned" else turned_now(now)[:0:-1]
    faces = (felt.faces[card] for card in cards)
    return [Act.make("d", "discard", TURNED, cards=() if face is None else (face,)) for face in faces]


@do("return_chips", "return", lambda params, act: act.to[1:] == ("bet",), amend=no_amends, what="improper")
def return_to_owners(now: Situation, params: Params) -> list[Act]:
    """Plan the return of chips that are not a proper bet to their owners: `d return s3 bet 40`."""
    felt, last = now.felt, now.log[-1]
    seat, n = last.seat, felt.units(last.n) if last.verb in ("bet", "post", "put") else 0
    lying = felt.rows["bet"][seat] if seat else 0
    return [Act.make("d", "return", f"s{seat}", "bet", n=felt.written(min(n, lying)))] if min(n, lying) else []


def taker(now: Situation) -> int:
    """Return the seat that takes the whole pot: the player with the third strike, or the last live hand, even if its cards were
    gathered before the push (DP-27); 0 if there is none.
    """
    if STRIKES in now.felt.marks:
        return striker(now)
    left = live(now)
    return left[0] if len(left) == 1 else last_in(now)


@do("restore_pot", "collect award", amend=no_amends, fresh=True, what="taken")
def restore_pot(now: Situation, params: Params) -> list[Act]:
    """Plan the return of chips taken out of the pot: `d collect s3 pot 12`.

    Parameter `award`: the pot then goes to the player who takes it all, less the chips he already got of it: `d award s2 12`.
    """
    seat = taker(now) if params.get("award") else 0
    got, unasked = _moved_since(now)
    had = {other: units for other, units in got.items() if other != seat}
    lying = in_the_middle(now) + sum(had.values()) - sum(unasked.values())
    pushed = [Act.make("d", "award", f"s{seat}", n=now.felt.written(lying))] if seat and lying > 0 else []
    return [*_brought_back(now, had), *pushed]


def _brought_back(now: Situation, had: Mapping[int, int]) -> list[Act]:
    """Return the acts that restore the pot: players who got chips give them back, and players who wrongly gave chips get them
    back.
    """
    written = now.felt.written
    return [
        *(Act.make("d", "collect", f"s{seat}", "pot", n=written(units)) for seat, units in had.items() if units > 0),
        *(Act.make("d", "award", f"s{seat}", n=written(-units)) for seat, units in had.items() if units < 0),
    ]


def _moved_since(now: Situation) -> tuple[dict[int, int], dict[int, int]]:
    """Return the chips that each seat has got out of the pot since the first push of this hand that was ruled wrong, including
    that push; and by seat the chips in the pot of players who had got none, which are owed to them.
    """
    begun, had, unasked = now.marks.get("hand", 0), dict[int, int](), dict[int, int]()
    slips = [slip.at for slip in now.mended.values() if slip is not None and slip.at > begun]
    first = min((at for at in slips if now.log[at - 1].verb in ("award", "return")), default=len(now.log) + 1)
    for act in now.log[first - 1 :]:
        out, into = act.verb in ("award", "return"), act.verb == "collect" and act.to[1:] == ("pot",)
        if act.n is None or not (out or into):
            continue
        seat, units = seat_number(act.to[0]), now.felt.units(act.n)
        if into and had.get(seat, 0) <= 0:
            unasked[seat] = unasked.get(seat, 0) + units
            continue
        back = min(units, unasked.get(seat, 0)) if out else 0
        unasked[seat] = unasked.get(seat, 0) - back
        had[seat] = had.get(seat, 0) + (units - back if out else -units)
    return had, unasked


@do("put_back", "move turn", amend=no_amends, standing=True, what="taken_up killed")
def lay_back(now: Situation, params: Params) -> list[Act]:
    """Plan the return of cards to their former places, one by one, turned up if they were face up before: `d move out_of_play s3
    9h`, `d turn s3 9h`.

    Parameter `what`: `taken_up`, all cards taken up in this deal (RD-12); `killed`, those of a hand that was killed although it
    could still win.
    """
    return _killed(now) if params["what"] == "killed" else _taken_up(now)


def _taken_up(now: Situation) -> list[Act]:
    """Return the acts that put back cards taken up, and turn up shown cards that are face down."""
    felt = now.felt
    sources = [felt.layout.discards, felt.layout.start, felt.layout.stock]
    shown = [
        (f"s{seat}", card)
        for seat in seats_taken_from(now)
        for card in felt.cards(f"s{seat}")
        if not felt.up[card] and was_shown(now, seat, card)
    ]
    shown += [(TURNED, card) for card in felt.places.get(TURNED, ()) if not felt.up[card]]
    acts = []
    for place, card in taken_from_hands(now):
        source = next(name for name in sources if card in felt.places[name])
        acts.append(card_act(now, "move", card, source, place, counted=True))
        if was_shown(now, seat_number(place), card):
            shown.append((place, card))
    faces = ((place, felt.faces[card]) for place, card in shown)
    return acts + [Act.make("d", "turn", place, cards=(face,)) for place, face in faces if face is not None]


def _killed(now: Situation) -> list[Act]:
    """Return the acts that give back the cards of the hand taken in last, in their former order: `d move pack s1 3`, `d turn s1
    9h`.
    """
    felt, slip = now.felt, slip_called(now, "")
    act = slip_act(now, slip)
    if slip is None or act is None or act.verb != "kill":
        return []
    who, used = act.to[0], felt.layout.discards
    lying = felt.cards(used)
    gone = [card for card in slip.cards if card in lying]
    moves = [
        Act.make(
            "d",
            "move",
            used,
            who,
            n=lying.index(card) + 1 - sum(lying.index(earlier) < lying.index(card) for earlier in gone[:at]),
        )
        for at, card in enumerate(gone)
    ]
    down = [felt.faces[card] for card in slip.cards if felt.seen[card] and (card in gone or not felt.up[card])]
    return moves + [Act.make("d", "turn", who, cards=(face,)) for face in down if face is not None]
