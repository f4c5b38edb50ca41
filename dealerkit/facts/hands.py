"""Facts about the current hand of poker: live hands, bets, the amount of each pot, the action so far."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence

from dealerkit.arithmetic.betting import layers as pots_of
from dealerkit.arithmetic.betting import uncalled as unmatched
from dealerkit.facts.seats import amount, entitled, forced_bets
from dealerkit.facts.situation import GameData, Situation, fact
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Felt
from dealerkit.felt.acts import seat_number

SEATS = tuple(f"s{number}" for number in range(32))
"""Names of the seats, indexed by number."""

ACTIONS = frozenset({"check", "call", "bet", "raise", "fold", "bringin"})
"""Verbs that count as action in turn. Blinds, antes and straddles do not."""


def live(now: Situation) -> list[int]:
    """Return the seats whose hands can win, in ascending order: they have cards, or wait for cards of a draw, and have neither
    folded nor thrown the hand forward.
    """
    at = len(now.log)
    kept: tuple[int, list[int]] | None = now.cache.get("live")
    if kept is None or kept[0] != at:
        last = now.log[-1] if kept is not None and kept[0] == at - 1 else None
        if kept is None or last is None or (last.verb != "fold" and last.verb not in _CHIPS_ALONE):
            seats = _live(now.felt)
        elif last.verb == "fold":
            seats = [seat for seat in kept[1] if seat != last.seat]
        else:
            seats = kept[1]
        kept = now.cache["live"] = (at, seats)
    return kept[1]


_CHIPS_ALONE = frozenset({"check", "call", "bet", "raise", "bringin"})
"""Players' acts that move no card."""


def _live(felt: Felt) -> list[int]:
    places, released, drawing = felt.places, felt.released | felt.folded, felt.drawing
    seats = range(1, felt.seats + 1)
    if not released and not drawing:
        return [seat for seat in seats if places.get(SEATS[seat])]
    return [seat for seat in seats if (places.get(SEATS[seat]) or drawing >> seat & 1) and not released >> seat & 1]


def live_in_turn(now: Situation, after: int) -> list[int]:
    """Return the live seats in turn, from the left of a seat."""
    alive = set(live(now))
    return [seat for seat in in_turn(now, after) if seat in alive]


def last_in(now: Situation) -> int:
    """Return the seat whose hand was the last one in when it was thrown forward, or gathered by the dealer: the pot is still its
    own (DP-27).

    0 if a hand is still in, or if there is no such seat.
    """
    if live(now):
        return 0
    last, held = 0, set[str]()
    for act in now.since("hand"):
        if act.verb == "deal" and act.to[0] in SEATS:
            held.add(act.to[0])
        elif act.verb == "kill":
            held.discard(act.to[0])
        elif act.verb in ("fold", "muck"):
            last = act.seat if held <= {act.who} else last
            held.discard(act.who)
    return seat_number(min(held)) if len(held) == 1 else last


def late_cards(now: Situation, seat: int) -> tuple[int, ...]:
    """Return the cards dealt to a seat whose hand was already complete and shown at the end of the betting.

    They are not part of the hand, since a hand counts as shown (SD-01, DH-04).

    Returns:
        Numbers of the cards in the pack.
    """
    felt = now.felt
    held = felt.places[SEATS[seat]]
    over = len(held) - whole_hand(now.game)
    if over <= 0:
        return ()
    late = since_shown = 0
    for act in reversed(now.since("hand")):
        if act.seat and act.verb in ACTIONS:
            break
        if act.verb == "deal" and act.to[0] == SEATS[seat]:
            late += act.count
        elif act.verb == "show" and act.who == SEATS[seat]:
            since_shown = late
    last = sorted(held, key=felt.out.__getitem__)
    return tuple(last[len(held) - min(over, since_shown) :])


def whole_hand(game: GameData) -> int:
    """Return the number of cards of a complete hand."""
    return game.once("whole hand", _whole_hand)


def _whole_hand(game: GameData) -> int:
    size = game.data["showdown"]["hand"]
    return int(game.options[size["option"]] if isinstance(size, Mapping) else size)


def first_cards(game: GameData) -> int:
    """Return the number of cards of a hand in the first betting round; in stud each later round has one more."""
    return game.once("first cards", _first_cards)


def _first_cards(game: GameData) -> int:
    later = betting_rounds(game.data["procedure"]) - 1 if "bring_in" in game.data["showdown"] else 0
    return whole_hand(game) - later


def betting_rounds(steps: Mapping[str, object]) -> int:
    """Return the number of betting rounds in a procedure.

    Args:
        steps: The procedure's entries, as in the game's file.
    """
    parts = [step for step in steps.values() if isinstance(step, Mapping)]
    return sum((part.get("play") == "betting") + betting_rounds(part.get("steps", {})) for part in parts)


@fact
def contested(now: Situation) -> bool:
    """Return whether more than one player is in."""
    return len(live(now)) > 1


@fact
def no_more_betting(now: Situation) -> bool:
    """Return whether no bet can be made any more: at most one of the players who are in has chips behind (FTR-26)."""
    stack = left_to_bet(now)
    return len([seat for seat in live(now) if stack[seat]]) < 2


def left_to_bet(now: Situation) -> list[int]:
    """Return the chips that each seat can still bet in this hand, one cell a seat: its stack or, with a cap on a hand, as much as
    the cap leaves.

    Antes and dead money do not count against the cap (option `hand_cap`, BR-45).
    """
    felt, game = now.felt, now.game
    stack = felt.rows["stack"]
    if str(game.options.get("hand_cap", "0")) == "0" or game.options.get("structure") != "no_limit":
        return stack
    cap = int(str(game.options["hand_cap"])) * amount(now, "big_blind")
    brought = felt.brought or [0] * len(stack)
    earlier = [chips - back for chips, back in zip(felt.put, brought, strict=True)]
    for seat, move, due in forced_bets(now):
        if move != "post" and not felt.rows["ante" if move == "post ante" else "dead"][seat]:
            earlier[seat] -= due
    bets = felt.rows["bet"]
    room = [max(0, cap - max(earlier[1:]) - bet - more) for bet, more in zip(bets, brought, strict=True)]
    return [min(chips, left) for chips, left in zip(stack, room, strict=True)] if cap else stack


def uncalled(now: Situation) -> tuple[int, int]:
    """Return the seat with an unmatched bet in front of it, and the unmatched chips; (0, 0) if every chip is matched (RM-22)."""
    lies = now.felt.rows["bet"]
    if not any(lies):
        return 0, 0
    bets: Sequence[int] = lies
    if now.felt.brought:
        bets = list(map(operator.add, lies, now.felt.brought))
    most = max(bets)
    seat = bets.index(most)
    second = max(*bets[:seat], *bets[seat + 1 :], 0)
    more = min(most - second, lies[seat])
    return (seat, more) if more > 0 and not now.felt.folded >> seat & 1 else (0, 0)


def kept_back(now: Situation) -> tuple[int, int]:
    """Return the seat whose uncalled bet was brought into the pots, and the unmatched chips (RM-22).

    (0, 0) if there is none, or if only forced bets are unmatched: an ante is not a bet.
    """
    felt = now.felt
    seat, more = unmatched(felt.put, [seat for seat in range(1, felt.seats + 1) if not felt.folded >> seat & 1])
    return (seat, more) if more and _has_bet(now, seat) else (0, 0)


def _has_bet(now: Situation, seat: int) -> bool:
    """Return whether a seat has put in chips in this hand besides forced bets."""
    who = f"s{seat}"
    return any(act.who == who and act.verb in ("bet", "raise", "put", "say", "call") for act in now.since("hand"))


@fact
def only_a_blind_is_uncalled(now: Situation) -> bool:
    """Return whether the unmatched chips are a forced bet, and everybody else has folded: they stay in the pot that their owner
    wins.
    """
    if contested(now):
        return False
    seat, _ = uncalled(now)
    who = f"s{seat}"
    for act in reversed(now.since("hand")):
        if act.who == who and act.verb in ("bet", "raise", "put", "say", "call"):
            return False
        if act.verb == "sweep":
            return False
    return True


def _put_in(now: Situation) -> list[tuple[int, tuple[int, ...]]]:
    """Return each pot's chips and the seats that contested it, including hands that lost at the showdown; the main pot first."""
    put, folded = now.felt.put, now.felt.folded
    sharing = {seat for seat in range(1, now.felt.seats + 1) if put[seat]}
    if put[0]:
        sharing.update(entitled(now))  # a seat whose last chip was dead money contests that money and no more
    return pots_of(put, [seat for seat in sharing if not folded >> seat & 1])


def contenders(now: Situation, pot: str) -> tuple[int, ...]:
    """Return the seats that contested a pot, including hands that lost at the showdown (SD-14).

    Args:
        now: Situation at the table.
        pot: Row of the pot. If the contributions to it are unknown, all seats are returned.
    """
    put_in, number = _put_in(now), now.felt.layout.pots.index(pot)
    return put_in[number][1] if number < len(put_in) else tuple(range(1, now.felt.seats + 1))


def layers(now: Situation) -> list[tuple[int, tuple[int, ...]]]:
    """Return each pot's amount, in smallest chips, and the seats that contest it, the main pot first (SD-13, SD-14).

    The pots are worked out from the chips that every seat has put in; the house's share is taken from the main pot. A hand that
    lost at the showdown still limits its pot.
    """
    felt = now.felt
    seats = live(now)
    total = sum(felt.rows[name][0] for name in felt.layout.pots)
    put_in = _put_in(now)
    if not put_in:
        return [(total, tuple(seats))]
    amount, names = put_in[0]
    put_in[0] = (amount + total - sum(felt.put), names)
    kept: list[tuple[int, tuple[int, ...]]] = []
    for size, names in put_in:
        # unmatched chips belong to their owner
        still = names if len(names) == 1 else tuple(seat for seat in names if seat in seats)
        kept.append((size, still or (kept[-1][1] if kept else tuple(seats))))
    return kept


# -- how far the action has gone --------------------------------------------------------------------------------------


def acts_in_turn(now: Situation) -> tuple[str, ...]:
    """Return the players' acts in turn in this hand, first to last: `check`, `call`, `bet`, `raise`, `fold`.

    Acts out of turn do not count (MD-02), nor do blinds and the bring-in, which are forced bets (MD-13, MD-14). The betting
    round, which knows whose turn it is, notes them in `now.told`.
    """
    mark, words = now.told.turns
    return words if mark == now.marks.get("hand", 0) else ()


def hand_taken_in(now: Situation) -> int:
    """Return the seat whose hand the act under judgement takes in; 0 for none."""
    act = now.act
    return seat_number(act.to[0]) if act is not None and act.to else 0


@fact
def live_hand_taken(now: Situation) -> bool:
    """Return whether the hand taken in can still win, and other hands too: nobody has shown that it loses (SD-05)."""
    seats = live(now)
    return hand_taken_in(now) in seats and len(seats) > 1
