"""Effects that move chips between rows. They only transfer, so that the sum of all chips never changes."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence

from dealerkit.felt.act_parts import ActParts, refused
from dealerkit.felt.felt import Felt

_SEATS = {f"s{seat}": seat for seat in range(1, 32)}


def seat_of(felt: Felt, act: ActParts, word: str) -> int:
    """Return the number of the seat that a word names.

    Args:
        felt: The felt.
        act: The act, for the message.
        word: Seat as written, such as `s3`.

    Raises:
        Impossible: If there is no such seat.
    """
    seat = _SEATS.get(word) or (int(word[1:]) if word[1:].isdecimal() and word[0] == "s" else 0)
    if not 1 <= seat <= felt.seats:
        raise refused(act, f"that seat is empty; the seats are s1 to s{felt.seats}")
    return seat


def transfer(felt: Felt, act: ActParts, source: list[int], a: int, target: list[int], b: int, amount: int) -> None:
    """Move chips between two cells of chip rows.

    Args:
        felt: The felt.
        act: The act, for the message.
        source: Row that gives.
        a: Cell of that row: a seat, or 0 for the house.
        target: Row that receives.
        b: Cell of that row.
        amount: Chips to move, in smallest chips.

    Raises:
        Impossible: If fewer chips lie there, unless it is a stack at a table where stacks may go below zero.
    """
    if source[a] < amount and not (felt.layout.debt and source is felt.rows["stack"]):
        raise refused(act, f"only {felt.money(source[a])} is there")
    source[a] -= amount
    target[b] += amount
    felt.moved = ()


def bet(felt: Felt, act: ActParts) -> None:
    """Move a player's chips from the stack to a spot, or straight into a pot."""
    seat = seat_of(felt, act, act.who)
    spot = act.to[0] if act.to else "bet"
    amount = felt.units(act.n)
    if spot in felt.layout.pots:
        transfer(felt, act, felt.rows["stack"], seat, felt.row(spot), 0, amount)
        felt.put[seat] += amount
        return
    brought = _in_the_round(felt, seat) if act.verb == "put" and felt.laid_by else felt.brought
    transfer(felt, act, felt.rows["stack"], seat, felt.row(spot), seat, amount)
    _counts(felt, brought)


def take(felt: Felt, act: ActParts) -> None:
    """Take a losing bet to the rack: the amount of the act, or all of it if the act names none.

    If the bet was already given back, take it from its owner's stack.
    """
    seat, row = seat_of(felt, act, act.to[0]), felt.row(act.to[1])
    amount = row[seat] if act.n is None else felt.units(act.n)
    stack = felt.rows["stack"]
    late = felt.stale is not None and row[seat] < amount <= felt.stale[act.to[1]][seat]
    transfer(felt, act, stack if late else row, seat, stack, 0, amount)
    felt.taken[act.to[1], seat] = amount
    felt.settled = True


def pay(felt: Felt, act: ActParts) -> None:
    """Pay a seat from the rack; in a game against the house the cage covers a shortage of the rack."""
    seat = seat_of(felt, act, act.to[0])
    spot = act.to[1] if len(act.to) > 1 else ""
    if spot:
        felt.row(spot)
    stack, amount = felt.rows["stack"], felt.units(act.n)
    if felt.layout.banked:
        sold(felt, act, seat)
    else:
        transfer(felt, act, stack, 0, stack, seat, amount)
    felt.settled = True
    if felt.layout.stays:
        first = not _is_paid(felt, spot, seat)
        felt.paid[spot, seat] = felt.paid.get((spot, seat), 0) + amount
        if first and felt.stale is not None:  # the cards are gone: the bet, which still lies there, is taken up with the payment
            stood = felt.stale.get(spot, [0] * len(stack))[seat]
            _up(felt, spot, seat, stood)


def _is_paid(felt: Felt, spot: str, seat: int) -> bool:
    """Return whether a bet was paid since betting closed; a payment to the seat that names no spot pays all its bets."""
    return felt.paid.get((spot, seat), 0) > 0 or felt.paid.get(("", seat), 0) > 0


def _up(felt: Felt, spot: str, seat: int, most: int) -> None:
    """Return a bet to its bettor's stack: the chips on the spot, at most `most`."""
    if spot:
        back = min(most, felt.rows[spot][seat])
        felt.rows["stack"][seat] += back
        felt.rows[spot][seat] -= back


def pay_player(felt: Felt, act: ActParts) -> None:
    """Move chips from one player to another."""
    payer, payee = seat_of(felt, act, act.who), seat_of(felt, act, act.to[0])
    stack = felt.rows["stack"]
    transfer(felt, act, stack, payer, stack, payee, felt.units(act.n))


def collect(felt: Felt, act: ActParts) -> None:
    """Collect chips from a seat: an overpayment, which goes back to the house; a marked debt, which is settled and unmarked; or a
    sum that the seat owes to a pot.
    """
    seat = seat_of(felt, act, act.to[0])
    amount = felt.units(act.n)
    what = act.to[1] if len(act.to) > 1 else ""
    mark = felt.marks.get(what)
    if mark is None and what:
        felt.row(what)
    pot = felt.rows[what] if what in felt.layout.pots else felt.rows["stack"]
    transfer(felt, act, felt.rows["stack"], seat, pot, 0, amount)
    if what in felt.layout.pots and felt.put_before and not any(felt.put):
        felt.put, felt.put_before = list(felt.put_before), ()  # a pot that was pushed too soon or wrongly lies there again
    if mark is not None:
        mark[seat] -= amount
    elif (what, seat) in felt.paid:
        felt.paid[what, seat] -= amount


def mark(felt: Felt, act: ActParts) -> None:
    """Note a debt of the seat in its box of marks.

    Raises:
        Impossible: If the table has no such box or seat.
    """
    seat = seat_of(felt, act, act.to[0])
    name = act.to[1] if len(act.to) > 1 else next(iter(felt.marks), "")
    if name not in felt.marks:
        raise refused(act, "this table has no box to mark")
    felt.marks[name][seat] += felt.units(act.n)
    felt.moved = ()


def give_back(felt: Felt, act: ActParts) -> None:
    """Give chips from a spot or a pot back to their owner: the amount of the act, or all.

    A bet, or a part of it, that was taken by mistake comes back out of the rack and lies on its spot again. Until the layout is
    cleared, the rack gives back no more than it took.
    """
    seat, row = seat_of(felt, act, act.to[0]), felt.row(act.to[1])
    if act.to[1] in felt.layout.pots:
        transfer(felt, act, row, 0, felt.rows["stack"], seat, felt.put[seat] if act.n is None else felt.units(act.n))
        left = felt.put[seat] - felt.units(act.n) if act.n is not None else 0
        felt.put[seat] = max(0, left)
        if left < 0:  # the rest of the chips belongs to other seats
            felt.taken[act.to[1], seat] = felt.taken.get((act.to[1], seat), 0) - left
        return
    taken = felt.taken.get((act.to[1], seat), 0)
    amount = felt.units(act.n) if act.n is not None else row[seat] or taken
    if is_taken_back(amount, taken, row[seat], named=act.n is not None and felt.closed is not None):
        if felt.layout.banked:
            out_of_the_rack(felt, row, seat, amount)
        else:
            transfer(felt, act, felt.rows["stack"], 0, row, seat, amount)
        felt.taken[act.to[1], seat] = taken - amount
        return
    transfer(felt, act, row, seat, felt.rows["stack"], seat, row[seat] if act.n is None else felt.units(act.n))


def is_taken_back(amount: int, taken: int, lies: int, *, named: bool) -> bool:
    """Return whether chips go from the rack back onto their spot; if not, they go from the spot to their owner.

    Args:
        amount: Chips given back, in smallest chips.
        taken: Chips that the rack took from the bet and still has.
        lies: Chips on the spot.
        named: Whether the act names its amount, while the bets of the round lie there.

    >>> is_taken_back(20, 20, 180, named=True), is_taken_back(200, 20, 180, named=True), is_taken_back(180, 200, 180, named=False)
    (True, False, False)
    """
    return amount <= taken and (named or lies < amount)


def restore(felt: Felt, act: ActParts) -> None:
    """Put chips that went back to a player's stack on their spot again, or into the pot."""
    seat, row = seat_of(felt, act, act.to[0]), felt.row(act.to[1])
    if act.to[1] in felt.layout.pots:
        transfer(felt, act, felt.rows["stack"], seat, row, 0, felt.units(act.n))
        given = felt.taken.get((act.to[1], seat), 0)
        others = min(given, felt.units(act.n))
        felt.taken[act.to[1], seat] = given - others
        felt.put[seat] += felt.units(act.n) - others
        return
    transfer(felt, act, felt.rows["stack"], seat, row, seat, felt.units(act.n))


def sweep(felt: Felt, act: ActParts) -> None:
    """Bring the bets in front of the players, antes and dead money into the pot.

    If this is done before the betting is over, players still have to match the swept bets. So these are remembered until the next
    card is dealt, and again if that card is taken back.
    """
    pot, put = felt.row("pot"), felt.put
    bets = felt.rows.get("bet", ())
    if any(bets):
        felt.brought = tuple(map(operator.add, bets, felt.brought)) if felt.brought else tuple(bets)
    if len(felt.laid_by) == 1:  # the next street still lies on the table
        felt.laid_by, felt.brought = (*felt.laid_by, *felt.brought[1:]), ()
    for name in felt.layout.front:
        row = felt.row(name)
        for seat in range(1, len(row)):
            amount = row[seat]
            if amount:
                pot[0] += amount
                row[seat] = 0
                put[0 if name == "dead" else seat] += amount
    felt.moved = ()


def next_street(felt: Felt) -> None:
    """End the betting round of the swept bets, since a card is dealt; remember those bets in case the card is taken back."""
    felt.laid_by, felt.brought = (felt.tick, *felt.brought[1:]), ()


def street_back(felt: Felt) -> None:
    """Count the swept bets as bets of the round again, if every card dealt since has been taken back."""
    (since, *sums), aside = felt.laid_by, (felt.layout.stock, felt.layout.burns)
    lying = (card for name, cards in felt.places.items() if name not in aside for card in cards)
    if not any(card >= 0 and felt.out[card] > since for card in lying):
        felt.brought, felt.laid_by = (0, *sums) if sums else felt.brought, ()


def _in_the_round(felt: Felt, seat: int) -> tuple[int, ...]:
    """Return the swept bets that count in the round when a seat calls or raises, one cell a seat; empty for none.

    If a street was dealt too early, they count again for a seat that has not matched them. No bets are in front at that moment,
    so no other bet can be matched or raised.
    """
    sums = felt.laid_by[1:]
    early = sums and not felt.brought and sums[seat - 1] < max(sums) and not any(felt.rows["bet"])
    return (0, *sums) if early else felt.brought


def _counts(felt: Felt, brought: tuple[int, ...]) -> None:
    """Count the swept bets in the round from now on, although the next street is dealt."""
    if brought is not felt.brought:
        felt.brought, felt.laid_by = brought, felt.laid_by[:1]


SET_ASIDE = ("rake", "drop")
"""Rows for the house's share of the pots, in view until the cards are gathered."""


def build(felt: Felt, act: ActParts) -> None:
    """Move chips into a side pot: from the main pot, or from the pot that the act names second. Rake or drop that was set aside
    goes back into a pot in the same way.

    Raises:
        Impossible: If the target or the source is not a pot, or the pot has fewer chips.
    """
    target, source = act.to[0], act.to[1] if len(act.to) > 1 else "pot"
    for name in (target, source):
        felt.row(name)
        if name not in felt.layout.pots and (name == target or name not in SET_ASIDE):
            raise refused(act, f"the {name} is not a pot")
    transfer(felt, act, felt.row(source), 0, felt.row(target), 0, felt.units(act.n))


def set_aside(felt: Felt, act: ActParts) -> None:
    """Set the house's rake, or a promotion's drop, aside in view. It comes from the main pot and, if that is too small, from the
    side pots in order.

    Raises:
        Impossible: If fewer chips lie in the pots.
    """
    due = felt.units(act.n)
    pots = [felt.row(name) for name in felt.layout.pots]
    lying = sum(pot[0] for pot in pots)
    if lying < due:
        raise refused(act, f"the pots hold only {felt.money(lying)}")
    target = felt.row(act.verb)
    for pot in pots:
        part = min(due, pot[0])
        pot[0] -= part
        target[0] += part
        due -= part
    felt.moved = ()


def sell(felt: Felt, act: ActParts) -> None:
    """Hand a player chips from the rack, bought with cash."""
    sold(felt, act, seat_of(felt, act, act.to[0]))


def sold(felt: Felt, act: ActParts, seat: int) -> None:
    """Move the act's amount from the rack to a seat (see `out_of_the_rack`).

    Args:
        felt: The felt.
        act: The act, with the amount.
        seat: The seat, from 1.
    """
    out_of_the_rack(felt, felt.rows["stack"], seat, felt.units(act.n))


def out_of_the_rack(felt: Felt, target: list[int], seat: int, amount: int) -> None:
    """Move chips from the rack to a cell of a chip row. If the rack has too few its sum goes below zero, as the cage brings the
    rest.

    Args:
        felt: The felt.
        target: Row that receives.
        seat: Cell of that row.
        amount: Chips to move, in smallest chips.
    """
    felt.rows["stack"][0] -= amount
    target[seat] += amount
    felt.moved = ()


def tip(felt: Felt, act: ActParts) -> None:
    """Move a player's tip to the house, out of the game."""
    seat, stack = seat_of(felt, act, act.to[0]), felt.rows["stack"]
    transfer(felt, act, stack, seat, stack, 0, felt.units(act.n))


def award(felt: Felt, act: ActParts) -> None:
    """Push chips from a pot to a seat.

    When the last pot is empty, the record of each seat's chips in the pots is cleared, but kept in case a pot comes back. Until
    then bets that were swept too early are still to be matched.
    """
    seat = seat_of(felt, act, act.to[0])
    pot = felt.row(act.to[1] if len(act.to) > 1 else "pot")
    transfer(felt, act, pot, 0, felt.rows["stack"], seat, felt.units(act.n))
    if not any(felt.rows[name][0] for name in felt.layout.pots if name in felt.rows):
        felt.put_before, felt.put = tuple(felt.put), [0] * len(felt.put)
        felt.brought = felt.laid_by = ()


def to_amount(felt: Felt, act: ActParts) -> None:
    """Raise a player's chips in front to the amount of the act (`raise 40` means to 40).

    Raises:
        Impossible: If more lies in front already, or the player has fewer chips.
    """
    seat = seat_of(felt, act, act.who)
    bets = felt.row("bet")
    brought = _in_the_round(felt, seat) if act.verb == "raise" and felt.laid_by else felt.brought
    lies = bets[seat] + brought[seat] if brought else bets[seat]
    more = felt.units(act.n) - lies
    if more < 0:
        raise refused(act, f"the player already has {felt.money(lies)} in front")
    transfer(felt, act, felt.rows["stack"], seat, bets, seat, more)
    _counts(felt, brought)


def match(felt: Felt, act: ActParts) -> None:
    """Move the chips of a call: the difference to the highest bet, or the whole stack if that is less.

    A big blind that was posted short is called in full (BR-11).
    """
    seat = seat_of(felt, act, act.who)
    bets, stack = felt.row("bet"), felt.rows["stack"]
    top, brought = max(bets), felt.brought
    if not top and felt.laid_by:
        brought = _in_the_round(felt, seat)
    if top < felt.layout.blind and top and not any(felt.put):
        top = felt.layout.blind
    mine = bets[seat]
    if brought:
        top, mine = max(map(operator.add, bets, brought)), mine + brought[seat]
    transfer(felt, act, stack, seat, bets, seat, min(stack[seat], top - mine))
    _counts(felt, brought)


def close(felt: Felt, act: ActParts) -> None:
    """Close betting: from now on, the chips on the layout are the bets."""
    felt.moved = ()
    if felt.closed is not None and not (_are_new(felt, felt.closed) if felt.settled else _is_empty(felt.closed)):
        return  # betting was closed twice, with the same bets
    if felt.closed is not None and felt.settled:  # the layout of the last round was never cleared
        take_up(felt)
    felt.stale = None
    felt.gone = {}
    felt.closed = {name: felt.rows[name][:] for name in felt.layout.rows}
    empty = _is_empty(felt.closed)
    if not empty:  # without bets no new round is settled: what was taken in the last one may still come back
        felt.taken.clear()
    felt.paid.clear()
    felt.settled = False
    felt.bare += empty
    felt.moved = ()


def _is_empty(closed: Mapping[str, Sequence[int]]) -> bool:
    """Return whether betting was closed before anybody had bet."""
    return not any(map(any, closed.values()))


def _are_new(felt: Felt, closed: Mapping[str, Sequence[int]]) -> bool:
    """Return whether bets were put down since betting closed, or all bets are gone. Doubles, raises and insurance, which are put
    down after the close, are not new.
    """
    rows = [name for name in felt.layout.rows if name not in felt.layout.opened]
    cells = [(now, then) for name in rows for now, then in zip(felt.rows[name], closed[name], strict=True)]
    lie = any(then and now for now, then in cells) or any(any(felt.rows[name]) for name in felt.layout.opened)
    return any(now > then for now, then in cells) or not lie


def take_up(felt: Felt) -> None:
    """Give the remaining bets back to their bettors after a round.

    Where bets may stay for the next round (BA-53), only those that were paid go back. Chips in front of players that belong to
    the pot stay too.
    """
    closed = felt.closed
    bare = closed is None or _is_empty(closed)
    for name in felt.layout.rows:
        row = felt.rows[name]
        if name in felt.layout.front or not any(row):
            continue
        for seat, amount in enumerate(row):
            if amount and seat and (not felt.layout.stays or _is_paid(felt, name, seat)):
                _up(felt, name, seat, amount if bare or closed is None or name in felt.layout.opened else closed[name][seat])
    felt.stale, felt.closed = closed or felt.stale, None
