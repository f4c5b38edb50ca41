"""Oracles of a lesson: its answers computed a second time at the table, by methods that share no function with the first."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from dealerkit.arithmetic.ranking import ranks
from dealerkit.facts.hands import layers, live
from dealerkit.felt import DEALER
from dealerkit.games.poker.facts.showdown import form_of, reading
from dealerkit.rules.rankings import Form
from dealerkit.showdown.hands import MadeHand
from dealerkit.table.table import Table
from dealerkit.training.action.question import WalkQuestion
from tests.training import independent_ranking

PIPS = {"T": 0, "J": 0, "Q": 0, "K": 0, "A": 1}


def agrees(table: Table, question: WalkQuestion) -> bool:
    """Return whether the second method gives the same answer; true for a kind without one."""
    return ORACLES[question.kind](table, question) if question.kind in ORACLES else True


def _amount(table: Table, question: WalkQuestion) -> int:
    """Return the amount of the question's answer, in smallest chips."""
    amount = question.best[0].n
    assert amount is not None
    return table.felt.units(amount)


# -- cards --------------------------------------------------------------------------------------------------------------


def read(table: Table, question: WalkQuestion) -> bool:
    """Compare the hand with the result of trying every possible set of cards.

    For a form that is not printed as fives (badugi), the least of all sets of different ranks and suits decides.
    """
    seat, now = question.key[2], table.now
    assert isinstance(seat, int)
    form, made = form_of(now), reading(now, seat)
    assert made is not None
    hole, board = ([face.name for card in table.felt.places.get(place, ()) if (face := table.felt.faces[card])] for place in (
        f"s{seat}", "board",
    ))  # fmt: skip
    return all(half is None or _same(half, form, name, hole, board) for half, name in zip(made, ("high", "low"), strict=True))


def _same(made: MadeHand, form: Form, half: str, hole: list[str], board: list[str]) -> bool:
    part = form.high if half == "high" else form.low
    assert part is not None
    row = ranks(made.value, part.ranker.order) if made.value else ()
    if part.ranker.order.cards == 4:
        return tuple(row) == badugi(hole)
    by = independent_ranking.order(part.name)
    if half == "high":
        (_, *best), _ = independent_ranking.best_high(hole, board, by, form.from_hand)
        return tuple(row[: len(best)]) == tuple(best[: len(row)])
    found = independent_ranking.best_low(hole, board, by, form.from_hand, part.ranker.order.qualifier)
    if found is None:
        return not made.value
    return bool(made.value) and tuple(row) == tuple(found[0][1:])


def badugi(cards: list[str]) -> tuple[int, ...]:
    """Return the ranks of the best badugi: most cards of different ranks and suits, then the lowest, the ace low.

    >>> badugi(["Ah", "2h", "3c", "Kd"]), badugi(["2s", "3h", "4d", "5c"])
    ((13, 3, 1), (5, 4, 3, 2))
    """
    pips = {letter: number for number, letter in enumerate("A23456789TJQK", 1)}
    best: tuple[int, ...] = ()
    for size in (4, 3, 2, 1):
        rows = [
            tuple(sorted((pips[card[0]] for card in chosen), reverse=True))
            for chosen in itertools.combinations(cards, size)
            if len({card[0] for card in chosen}) == size == len({card[1] for card in chosen})
        ]
        if rows:
            best = min(rows)
            break
    return best


def total(table: Table, question: WalkQuestion) -> bool:
    """Compare the total with the pips of the cards, without the tens."""
    faces = [table.felt.faces[card] for card in table.felt.cards(str(question.key[2]))]
    pips = [PIPS[face.name[0]] if face.name[0] in PIPS else int(face.name[0]) for face in faces if face]
    return question.best[0].n == sum(pips) % 10


# -- chips --------------------------------------------------------------------------------------------------------------


def count(table: Table, question: WalkQuestion) -> bool:
    """Compare the chips in the middle with the contributions of the seats."""
    return _amount(table, question) == sum(table.felt.put)


def shares(table: Table, question: WalkQuestion) -> bool:
    """Compare pots with those from laying every chip to its contributors."""
    put = [table.felt.put[seat] for seat in range(table.seats + 1)]
    return chip_by_chip(put, live(table.now)) == {among: chips for chips, among in layers(table.now)}


def chip_by_chip(put: Sequence[int], seats: Sequence[int]) -> dict[tuple[int, ...], int]:
    """Return the pots after laying every chip to the seats that have put in as much.

    Args:
        put: The contribution of each seat; dead money at index 0.
        seats: The seats that can win.
    """
    piles: dict[tuple[int, ...], int] = {}
    for chips in put[1:]:
        for chip in range(1, chips + 1):
            among = tuple(seat for seat in seats if put[seat] >= chip) or max(piles, key=len, default=tuple(seats))
            piles[among] = piles.get(among, 0) + 1
    widest = max(piles, key=len, default=tuple(seats))
    piles[widest] = piles.get(widest, 0) + put[0]
    return {among: chips for among, chips in piles.items() if chips}


def how_much(table: Table, question: WalkQuestion) -> bool:
    """Compare the chips in front of each seat with its acts since the bets were last brought in.

    It does not use the chips; a call for less has no amount, so that there is no comparison then.
    """
    lies = fronts(table)
    return lies is None or table.felt.rows["bet"][1:] == lies


def fronts(table: Table) -> list[int] | None:
    """Return the chips in front of each seat, from the acts; None if they are not enough."""
    felt = table.felt
    found = [0] * table.seats
    for act in table.now.since("hand"):
        if act.verb == "sweep":
            found = [0] * table.seats
        if act.who == DEALER and act.verb == "return" and act.to[1:] == ("bet",):
            found[int(act.to[0][1:]) - 1] -= felt.units(act.n)
        at = act.seat - 1
        if at < 0:
            continue
        if act.verb in ("bet", "raise", "bringin", "straddle"):
            found[at] = felt.units(act.n)
        elif act.verb == "post" and not act.to:
            found[at] += felt.units(act.n)
        elif act.verb == "call":
            if not felt.rows["stack"][act.seat]:
                return None
            found[at] = max(found)
        elif act.verb == "put":
            found[at] += sum(felt.units(chip) for chip in act.parts) if act.parts else felt.units(act.n)
        elif act.verb in ("take", "say"):
            return None
    return found


def payment(table: Table, question: WalkQuestion) -> bool:
    """Compare with the posted odds times the stake; on banker, if it is paid less, with five per cent taken off."""
    _, _, seat, spot = question.key
    pays = table.game.options.get(f"{spot}_pays")
    stake, paid = table.felt.rows[str(spot)][int(str(seat)[1:])], _amount(table, question)
    if spot == "player":
        return paid == stake
    if pays is not None and ":" in str(pays):
        over, _, under = str(pays).partition(":")
        return paid == stake * Fraction(Decimal(over)) / Fraction(Decimal(under))
    return spot != "banker" or paid == stake or paid in less_commission(stake)


def commission(table: Table, question: WalkQuestion) -> bool:
    """Compare the rest of the stake with five per cent less."""
    stake = table.felt.rows["banker"][int(str(question.key[2])[1:])]
    return not stake or stake - _amount(table, question) in less_commission(stake)


def less_commission(stake: int) -> set[int]:
    """Return the possible payments of a banker bet with five per cent taken off, rounded to the smallest chip either way."""
    exact = Fraction(stake * 19, 20)
    down = exact.numerator // exact.denominator
    return {down, down + (exact != down)}


def box(table: Table, question: WalkQuestion) -> bool:
    """Compare with the acts: the marked amounts, less the collected ones."""
    _, upto, seat = question.key
    assert isinstance(upto, int)
    found = 0
    for act in table.log[:upto]:
        if act.to[:1] == (seat,) and "commission" in act.to and act.n is not None:
            found += table.felt.units(act.n) * {"mark": 1, "collect": -1}.get(act.verb, 0)
    return _amount(table, question) == found


ORACLES: Mapping[str, Callable[[Table, WalkQuestion], bool]] = {
    one.__name__: one for one in (read, total, count, shares, how_much, payment, commission, box)
}
