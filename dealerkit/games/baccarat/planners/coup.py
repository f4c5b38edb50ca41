"""Planners of a coup: burns by the first card, the first four cards, calls, third cards, result, take, pay, mark, collect."""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

import attrs

from dealerkit.arithmetic.coup import Coup, Settlement, settle
from dealerkit.facts import Situation
from dealerkit.facts.layout_limits import spots
from dealerkit.felt import Act, Number
from dealerkit.felt.effects.chips import is_taken_back
from dealerkit.games.baccarat.facts.bet_limits import bets_against_rules, differs_too_much, rules_broken
from dealerkit.games.baccarat.facts.coup import (
    SIDES,
    card_values,
    drawn,
    hands,
    is_unfinished,
    points_of,
    result_words,
    rules_of,
    stakes,
    total,
)
from dealerkit.procedure.planners.registry import Params, do, no_amends, turn_up


@do("burn_by_card", "burn", amend=no_amends)
def burn_by_card(now: Situation, params: Params) -> list[Act] | None:
    """Plan the burns, face down, that the burn table in force gives for the first card (BA-21, BA-22)."""
    count = card_values(now, now.felt.places[now.felt.layout.burns][-1:])
    return None if count is None else [Act.make("d", "burn")] * count


def _cites_of_bets(now: Situation, params: Params, expected: str) -> tuple[str, ...]:
    """Return the ids of the rules that the announced bets break."""
    broken = [rules_broken(now, int(seat), name) for seat, name in re.findall(r"bet s([0-9]+) ([a-z0-9_]+)", expected)]
    return tuple(dict.fromkeys(rule for rules in broken for rule in rules))


@do("check_bets", "announce", lambda params, act: act.to[:1] == ("bet",), cites=_cites_of_bets)
def check_bets(now: Situation, params: Params) -> list[Act]:
    """Plan an announcement, before the cards, of every bet that is outside the posted limits, off the stake step, opposed, or a
    side bet alone: `d announce bet s3 player` (BA-72, BA-78, BA-80).
    """
    return [Act.make("d", "announce", "bet", f"s{seat}", name) for seat, name in bets_against_rules(now)]


@do("check_differential", "announce", lambda params, act: act.to == ("differential",))
def check_differential(now: Situation, params: Params) -> list[Act]:
    """Plan an announcement, before the cards, that the sums of all bets on player and on banker differ by more than is posted: `d
    announce differential` (BA-72).
    """
    return [Act.make("d", "announce", "differential")] if differs_too_much(now) else []


@do(
    "deal_cards",
    "deal",
    lambda params, act: act.to[0] in params["to"],
    attempt=lambda params, expected, act: act.verb == "deal" and act.to[0] in params["to"],
    amend=turn_up,
    fresh=True,
)
def deal_cards(now: Situation, params: Params) -> Sequence[Act]:
    """Plan single cards to the places of the list `to`, in that order (BA-61), without those dealt already."""
    to = tuple(params["to"])
    lie = now.felt.places
    return _deals(to)[sum(len(drawn(now, place)) for place in set(to) if lie[place]) :]


@functools.lru_cache(maxsize=64)
def _deals(places: tuple[str, ...]) -> tuple[Act, ...]:
    return tuple(Act.make("d", "deal", place) for place in places)


def _still_that_total(now: Situation, since: Sequence[Act], owed: Act) -> Act | None:
    """Return the owed call of a total; None once the hand has another card, and so another total."""
    return None if any(act.verb == "deal" and act.to == owed.to for act in since) else owed


@do("call_total", "call", lambda params, act: act.to == (params["side"],), later=_still_that_total)
def call_total(now: Situation, params: Params) -> Sequence[Act] | None:
    """Plan the call of a hand's total: `d call player 5` (BA-71). Parameter `side`."""
    side: str = params["side"]
    points = total(now, SIDES.index(side))
    return None if points is None else _total_called(side, points)


@functools.lru_cache(maxsize=64)
def _total_called(side: str, points: int) -> tuple[Act]:
    return (Act.make("d", "call", side, n=points),)


@do("call_natural", "call", lambda params, act: act.to == ("natural",))
def call_natural(now: Situation, params: Params) -> Sequence[Act]:
    """Plan the call of a natural: `d call natural` (BA-71)."""
    return _announced("natural")


def _card_is_past(now: Situation) -> bool:
    """Return whether it is too late to call for a card: the next card goes to the other hand, or the result was called."""
    return hands(now).next in (0, 1) or any(_is_result(act) for act in now.since("coup"))


@do("call_card", "call", lambda params, act: act.to == ("card", params["side"]), past=_card_is_past)
def call_card(now: Situation, params: Params) -> Sequence[Act] | None:
    """Plan the call of a third card before it is drawn: `d call card player` (BA-71). Parameter `side`."""
    both = hands(now)
    following = both.next
    if following == -1 or len(both.player) < 2 or len(both.banker) < 2:
        return None
    return _announced("card", str(params["side"])) if following == SIDES.index(params["side"]) else ()


def _cites_of_third_cards(now: Situation, params: Params, expected: str) -> tuple[str, ...]:
    """Return the rule of the tableau cell that decides a hand's third card, from the game's table `drawing_rules`; empty if no
    cell decides: after a natural, with an unknown card, or for the banker's card while the player hand still draws.
    """
    both, banker = hands(now), params["side"] == SIDES[1]
    if banker and both.next == 0:
        return ()
    points = points_of(now, [*(both.banker if banker else both.player)][:2])
    known = [point for point in points if point is not None]
    if len(known) < 2:
        return ()
    row = params["side"] if not banker else "drew" if len(both.player) > 2 else "stood"
    rule = now.game.tables.get("drawing_rules", {}).get(row, {}).get(str(sum(known) % 10))
    return (rule,) if rule else ()


@do("third_card", "deal", lambda params, act: act.to[0] == params["side"], amend=turn_up, fresh=True, cites=_cites_of_third_cards)
def third_card(now: Situation, params: Params) -> Sequence[Act] | None:
    """Plan a hand's third card, if the tableau gives it one (BA-31 to BA-43). Parameter `side`."""
    side = SIDES.index(params["side"])
    both = hands(now)
    following = both.next
    if following == -1 or (side == 1 and following == 0) or len(both.player) < 2 or len(both.banker) < 2:
        return None
    return _deals((SIDES[side],)) if following == side else ()


def _is_result(act: Act) -> bool:
    return act.verb == "call" and bool(act.to) and act.to[-1] in ("wins", "tie")


@do("call_result", "call", lambda params, act: _is_result(act), attempt=lambda params, expected, act: _is_result(act))
def call_result(now: Situation, params: Params) -> Sequence[Act] | None:
    """Plan the call of the result: `d call player wins`, `d call tie` (BA-44, BA-45)."""
    coup = hands(now).coup
    return None if coup is None else _announced(*result_words(coup))


@functools.lru_cache(maxsize=64)
def _announced(*words: str) -> tuple[Act]:
    return (Act.make("d", "call", *words),)


@do("signal", "push tap", attempt=lambda params, expected, act: act.verb in ("push", "tap"))
def signal(now: Situation, params: Params) -> Sequence[Act] | None:
    """Plan the signal of the result: the winning cards are slid forward, or the felt is tapped for a tie (BA-46, BA-47)."""
    coup = hands(now).coup
    if coup is None:
        return None
    return _signalled(coup.winner)


@functools.lru_cache(maxsize=8)
def _signalled(winner: str) -> tuple[Act]:
    return (Act.make("d", "tap") if winner == "tie" else Act.make("d", "push", winner),)


Bet = tuple[int, str, int, Settlement]
"""A bet in force: seat, spot, stake in smallest chips, and settlement."""


@attrs.frozen(eq=False)
class Dues:
    """The settlement of all bets of a coup.

    Attributes:
        bets: Bets as they stood when betting was closed: by spot, one amount for each seat, in smallest chips.
        coup: The finished coup.
        settled: Every bet with its settlement, in the order of payment (BA-64).
        taken: Acts that take every losing bet whole, each with its bet.
        paid: Acts that pay, and mark commission, in order.
    """

    bets: Mapping[str, Sequence[int]]
    coup: Coup
    settled: Sequence[Bet]
    taken: Sequence[tuple[Bet, Act]]
    paid: Sequence[Act]


def _dues(now: Situation, coup: Coup) -> Dues:
    """Return the payments due, cached once betting is closed, since the bets are then fixed."""
    bets = stakes(now)
    kept: Dues | None = now.cache.get("dues")
    if kept is not None and kept.bets is bets and kept.coup is coup:
        return kept
    rules, scale = rules_of(now.game), now.felt.layout.scale
    settled = [
        (seat, name, amount, settle(name, amount, coup, rules))
        for name in spots(now.game)
        if any(bets[name])
        for seat, amount in enumerate(bets[name])
        if amount
    ]
    from_right = now.game.options.get("payment_order", "from_right") == "from_right"
    # a stable sort keeps the bets of a seat in the order of the spots
    settled.sort(key=operator.itemgetter(0), reverse=from_right)
    taken = [(bet, _paid("take", bet[0], bet[1], bet[2], scale)) for bet in settled if bet[3].result == "lose"]
    dues = Dues(bets, coup, settled, taken, _payments(now, settled))
    if "bets" in now.results:
        now.cache["dues"] = dues
    return dues


def _money(now: Situation, verb: str, seat: int, name: str, amount: int) -> Act:
    return _paid(verb, seat, name, amount, now.felt.layout.scale)


@functools.lru_cache(maxsize=8192)
def _paid(verb: str, seat: int, name: str, amount: int, scale: int) -> Act:
    return Act.make("d", verb, f"s{seat}", name, n=Fraction(amount, scale))


def _difference(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the acts that correct a wrong payment (BI-20): take back the surplus, pay the shortfall, or undo a payment that was
    not due.
    """
    if got.n is None:
        taken = now.felt.taken.get((got.to[-1], int(got.to[0][1:])), 0) if got.verb == "take" else 0
        return (Act.make("d", "return", *got.to, n=now.felt.written(taken)),) if taken and expected is got else ()
    to = expected.to if got.to == expected.to[:1] else got.to
    if got.verb == "mark":
        wrong = got.n if expected is got or expected.to != to else _more(got.n, expected.n)
        return (Act.make("d", "mark", *to, n=-wrong),) if wrong else ()
    if expected.to != to and expected.verb == "pay":
        return (Act.make("d", "collect", *got.to, n=got.n), expected)
    asked = 0 if expected is got else now.felt.units(expected.n)
    more = now.felt.units(got.n) - asked
    verbs = {"pay": ("collect", "pay"), "take": ("return", "take")}.get(got.verb)
    if not more or verbs is None:
        return ()
    verb = verbs[more < 0]
    return (Act.make("d", verb, *to, n=now.felt.written(abs(more))),)


Ledger = Mapping[tuple[int, str], int]
"""Amounts in smallest chips, by seat and spot."""


@attrs.frozen(eq=False)
class Moved:
    """The chips that the dealer has moved since betting closed.

    Attributes:
        paid: Chips paid for each bet, less chips collected back.
        taken: Chips taken to the rack, less chips that came back.
        marked: Commission marked, by seat and box.
    """

    paid: Ledger
    taken: Ledger
    marked: Ledger


def moved(now: Situation) -> Moved:
    """Return the chips paid, taken and marked since betting closed in this coup, from the log (BI-20)."""
    felt, units = now.felt, now.felt.units
    lying = {(seat, name): chips for name, row in stakes(now).items() for seat, chips in enumerate(row) if chips}
    paid: dict[tuple[int, str], int] = {}
    taken: dict[tuple[int, str], int] = {}
    marked: dict[tuple[int, str], int] = {}
    for act in _since_close(now):
        if act.who != "d" or act.verb not in _SETTLING:
            continue
        seat = int(act.to[0][1:])
        name = act.to[1] if len(act.to) > 1 else _only_bet(now, seat) or _only_paid(paid, seat)
        bet = seat, name
        if name in felt.marks:
            if act.verb == "mark":
                marked[bet] = marked.get(bet, 0) + units(act.n)
        elif act.verb in ("pay", "collect"):
            paid[bet] = paid.get(bet, 0) + (units(act.n) if act.verb == "pay" else -units(act.n))
        elif act.verb == "take":
            amount = lying.get(bet, 0) if act.n is None else units(act.n)
            taken[bet] = taken.get(bet, 0) + amount
            lying[bet] = lying.get(bet, 0) - amount
        elif act.verb == "return" and taken.get(bet):
            lies = lying.get(bet, 0)
            amount = lies or taken[bet] if act.n is None else units(act.n)
            if is_taken_back(amount, taken[bet], lies, named=act.n is not None):
                taken[bet] -= amount
                lying[bet] = lies + amount
    return Moved(paid, taken, marked)


_SETTLING = frozenset({"pay", "collect", "take", "return", "mark"})
_PAYING = frozenset({"pay", "mark", "collect"})


def _since_close(now: Situation) -> Sequence[Act]:
    """Return the acts since betting closed in this coup, or since the coup began if there was no close."""
    log, begun = now.log, now.marks.get("coup", 0)
    for at in range(begun, len(log)):
        if log[at].verb == "close":
            return log[at:]
    return log[begun:]


def _only_paid(paid: Ledger, seat: int) -> str:
    """Return the only spot on which a seat was paid; empty for none or several."""
    spots_paid = [name for (at, name), chips in paid.items() if at == seat and chips]
    return spots_paid[0] if len(spots_paid) == 1 else ""


def _only_bet(now: Situation, seat: int) -> str:
    """Return the spot of a seat's only winning bet; empty for none or several."""
    coup = hands(now).coup
    settled = _dues(now, coup).settled if coup is not None else ()
    won = [name for at, name, _, gets in settled if at == seat and gets.result == "win"]
    return won[0] if len(won) == 1 else ""


def _corrections(now: Situation, coup: Coup, *, begun: bool) -> list[Act]:
    """Return the acts still needed to settle every bet.

    Args:
        now: Situation at the table.
        coup: The finished coup.
        begun: Whether to settle only bets whose chips have been moved.
    """
    done, method = moved(now), now.game.options.get("commission_method", "deduct")
    back: list[Act] = []
    acts: list[Act] = []
    due_marks: dict[tuple[int, str], int] = {}
    bets = {(seat, name): (stake, gets) for seat, name, stake, gets in _dues(now, coup).settled}
    for bet in dict.fromkeys([*bets, *done.paid, *done.taken]):
        (seat, name), (stake, gets) = bet, bets.get(bet, (0, None))
        if not name:
            continue  # it is unclear for which bet the chips were
        paid, taken = done.paid.get(bet, 0), done.taken.get(bet, 0)
        if gets is not None and gets.commission and method != "deduct":
            due_marks[seat, "commission"] = due_marks.get((seat, "commission"), 0) + gets.commission
        if gets is not None and gets.result == "lose":
            back += _from_a_loser(now, bet, stake, taken, touched=bool(paid or taken or not begun))
            more = -paid
        else:
            gives_back, more = _for_a_winner(now, bet, gets.paid if gets is not None else 0, paid, taken)
            back += gives_back
        if more < 0:
            back.append(_money(now, "collect", seat, name, -more))
        elif more > 0 and (paid or not begun):
            acts.append(_money(now, "pay", seat, name, more))
    return [*back, *acts, *_marks(now, due_marks, done.marked, begun=begun)]


def _from_a_loser(now: Situation, bet: tuple[int, str], stake: int, taken: int, *, touched: bool) -> list[Act]:
    """Return the acts that correct the stake of a losing bet: a surplus taken goes back, and the missing rest is taken.

    Args:
        now: Situation at the table.
        bet: Seat and spot.
        stake: The stake, in smallest chips.
        taken: Chips taken so far.
        touched: Whether the missing rest is to be taken now.
    """
    seat, name = bet
    if taken > stake:
        return [_money(now, "return", seat, name, taken - stake)]
    lies = min(stake - taken, now.felt.rows[name][seat])
    return [_money(now, "take", seat, name, lies)] if touched and lies else []


def _for_a_winner(now: Situation, bet: tuple[int, str], gets: int, paid: int, taken: int) -> tuple[list[Act], int]:
    """Return the acts that give back the stake of a bet that does not lose, and the amount still to pay; negative for a surplus.
    Chips taken off the bet count as not paid.

    Args:
        now: Situation at the table.
        bet: Seat and spot.
        gets: Winnings due, in smallest chips.
        paid: Chips paid so far.
        taken: Chips taken so far.
    """
    seat, name = bet
    more = gets - (paid - taken)
    if taken and taken <= more and not now.felt.rows[name][seat]:
        return [_money(now, "return", seat, name, taken)], more - taken
    return [], more


def _marks(
    now: Situation, due: Mapping[tuple[int, str], int], marked: Mapping[tuple[int, str], int], *, begun: bool
) -> list[Act]:
    """Return acts for marks that are missing or too high.

    Args:
        now: Situation at the table.
        due: Commission due, by seat and box, in smallest chips.
        marked: Commission marked so far.
        begun: Whether to correct only boxes in which something was marked.
    """
    acts = []
    for box in dict.fromkeys([*due, *marked]):
        more = due.get(box, 0) - marked.get(box, 0)
        if more < 0 or (more and (not begun or marked.get(box))):
            acts.append(_money(now, "mark", *box, more))
    return acts


def _is_ended(now: Situation) -> bool:
    """Return whether the dealer has ended the coup: cleared the cards, or called a result after the last card."""
    done = [*now.since("coup"), *([now.act] if now.act is not None else [])]
    last = next((act for act in reversed(done) if act.verb in ("deal", "clear") or _is_result(act)), None)
    return last is not None and last.verb != "deal"


def _undone(now: Situation) -> list[Act]:
    """Return the acts that undo a coup without a result: moved chips go back, then every bet returns to its owner."""
    done, rows, acts = moved(now), now.felt.rows, []
    lying = {(seat, name): chips for name in spots(now.game) for seat, chips in enumerate(rows[name]) if chips}
    for bet, taken in done.taken.items():
        if taken > 0:
            acts.append(_money(now, "return", *bet, taken))
            lying[bet] = lying.get(bet, 0) + taken
    acts += [_money(now, "collect", *bet, paid) for bet, paid in done.paid.items() if paid > 0]
    acts += [_money(now, "mark", *box, -marked) for box, marked in done.marked.items() if marked]
    return acts + [_money(now, "return", *bet, chips) for bet, chips in lying.items()]


def _same_chips(expected: Act, act: Act) -> bool:
    """Return whether an act is the due one; it may name only the seat if it is clear which bet is meant, and chips may come from
    the spot or from the stack.
    """
    if expected.what == act.what:
        return True
    taken = (
        expected.verb == "collect"
        and act.verb == "take"
        and act.to[:1] == expected.to[:1]
        and act.to[1:] in ((), expected.to[1:])
    )
    return (taken and act.n == expected.n) or (expected.verb == act.verb and act.to == expected.to[:1])


def _only_when_open(params: Params, act: Act) -> bool:
    """Return False, since unasked chips belong to the steps that take and pay, and not to this one."""
    return False


@do(
    "settle_up",
    "take return collect pay mark",
    _only_when_open,
    same=_same_chips,
    amend=_difference,
    fresh=True,
    reopens="take pay collect mark return restore",
)
def settle_up(now: Situation, params: Params) -> list[Act] | None:
    """Plan the moves of chips still needed to settle the bets, before the cards are cleared (BA-48 to BA-53, BI-20).

    If the coup ended before all its cards had come, no bet is decided: chips that were moved go back, and every bet returns to
    its owner.
    """
    coup = hands(now).coup
    if coup is None:
        return _undone(now) if is_unfinished(now) and _is_ended(now) else None
    done = [act for act in _since_close(now) if act.verb in _SETTLING]
    dues = _dues(now, coup)
    expected = [*(act for _, act in dues.taken), *dues.paid]
    if done == expected or (len(done) == len(expected) and set(done) == set(expected)):  # the usual case
        return []
    return _corrections(now, coup, begun=False)


@do("amend", "call take return collect pay mark", same=_same_chips, amend=no_amends, fresh=True)
def amend(now: Situation, params: Params) -> list[Act]:
    """Plan the immediate correction of chips that were moved wrongly (BI-20). A wrong call is corrected without this planner."""
    coup = hands(now).coup if "player" in now.felt.places else None
    return [] if coup is None or "bets" not in now.results else _corrections(now, coup, begun=True)


def _more(got: Number, expected: Number | None) -> Number:
    """Return the surplus of an amount; negative if it is too low."""
    return got - (expected or 0)


@do("take", "take", amend=_difference, undo=True, fresh=True)
def take(now: Situation, params: Params) -> list[Act] | None:
    """Plan to take every losing bet, or the part of it that was not taken yet, to the rack (BA-52, BA-64)."""
    coup = hands(now).coup
    if coup is None:
        return None
    rows, acts = now.felt.rows, []
    for (seat, name, stake, _), act in _dues(now, coup).taken:
        lies = rows[name][seat]
        if lies >= stake:
            acts.append(act)
        elif lies:
            acts.append(_money(now, "take", seat, name, lies))
    return acts


def _another_seat(params: Params, expected: Act, act: Act) -> bool:
    """Return whether an act moves the right amount to the wrong seat, spot or box."""
    return act.verb == expected.verb and act.n == expected.n and act.to != expected.to


def _paid_without_spot(expected: Act, act: Act) -> bool:
    """Return whether an act is the due one; it may name only the seat."""
    return expected.what == act.what or (expected.verb == act.verb and act.to == expected.to[:1])


@do("pay", "pay mark", same=_paid_without_spot, attempt=_another_seat, amend=_difference, undo=True, named=True, fresh=True)
def pay(now: Situation, params: Params) -> list[Act] | None:
    """Plan the payment of every winning bet, each bettor's nearest bet first, from the dealer's right (BA-64).

    If commission is deducted, a banker win is paid net. With `mark` it is paid in full and the commission marked at once; with
    `mark_one_pay_one` the mark comes before the payment (BA-62, BA-63).
    """
    coup = hands(now).coup
    if coup is None:
        return None
    acts = list(_dues(now, coup).paid)
    marked = now.game.options.get("commission_method") == "mark_one_pay_one"  # then the mark comes before any chip is moved
    if (now.felt.settled or marked) and any(act.verb in _PAYING and act.who == "d" for act in _since_close(now)):
        done = moved(now)
        begun = {(seat, name) for (seat, name), chips in (*done.paid.items(), *done.marked.items()) if chips}
        acts = [act for act in acts if (int(act.to[0][1:]), act.to[1]) not in begun]
    return acts


def _payments(now: Situation, settled: Sequence[Bet]) -> list[Act]:
    """Return all payments and marks of a coup, in order."""
    method = now.game.options.get("commission_method", "deduct")
    acts = []
    for seat, name, _, paid in settled:
        if paid.result != "win":
            continue
        step = [_money(now, "pay", seat, name, paid.paid)] if paid.paid else []
        if paid.commission and method != "deduct":
            note = _money(now, "mark", seat, "commission", paid.commission)
            step = [note, *step] if method == "mark_one_pay_one" else [*step, note]
        acts += step
    return acts


@do("burn_for_dead_game", "burn", amend=no_amends, reopens="announce")
def burn_for_dead_game(now: Situation, params: Params) -> list[Act]:
    """Plan the burns before play is resumed after a dead game (BI-16). Parameter `n`: number of cards."""
    return [Act.make("d", "burn")] * int(params.get("n", 1))


@do("refuse_free_coup", "announce", lambda params, act: act.to == ("no", "free", "hands"))
def refuse_free_coup(now: Situation, params: Params) -> list[Act]:
    """Plan the announcement that no further coup is dealt without a bet: `d announce no free hands` (BA-79)."""
    return [Act.make("d", "announce", "no", "free", "hands")]


@do("collect_marks", "collect", lambda params, act: act.to[1:] == ("commission",))
def collect_marks(now: Situation, params: Params) -> list[Act]:
    """Plan the collection of all commission marked in the boxes, at the end of the shoe (BA-62)."""
    row = now.felt.marks["commission"]
    return [_money(now, "collect", seat, "commission", owed) for seat, owed in enumerate(row) if owed > 0]


@do("collect_from_leaver", "collect", lambda params, act: act.to[1:] == ("commission",))
def collect_from_leaver(now: Situation, params: Params) -> list[Act]:
    """Plan the collection of marked commission from a bettor who leaves (BA-62)."""
    row = now.felt.marks["commission"]
    if not any(row):
        return []
    gone = set()
    cleared = 0
    for act in reversed(now.log):  # back to when the coup before the last was cleared
        cleared += act.verb == "clear"
        if cleared == 2:
            break
        if act.verb == "leave":
            gone.add(act.seat)
    return [_money(now, "collect", seat, "commission", row[seat]) for seat in sorted(gone) if row[seat] > 0]


@do("count_cards", "count")
def count_cards(now: Situation, params: Params) -> list[Act]:
    """Plan the count of all cards, used and left, when the shoe is over: `d count 416` (step 23)."""
    return [Act.make("d", "count", n=len(now.felt.layout.pack))]
