"""Reversal of an act: the dealer's acts that lay cards and chips back as they were before an unasked act.

They are found by trial on a copy of the felt. An act that cannot be undone by hand, such as a shuffle, has no reversal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dealerkit.errors import ActError, Impossible
from dealerkit.facts import Situation
from dealerkit.facts.hands import SEATS
from dealerkit.felt import DEALER, Act, Felt
from dealerkit.felt.acts import seat_number
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.planners.registry import Do
from dealerkit.procedure.steps import DealerStep

_MOST = 60
"""Most cards brought back one by one; more would amount to another deal."""


def _into_the_pot(now: Situation, expected: Act, got: Act) -> tuple[Act, ...]:  # noqa: ARG001 - as every amend
    """Return the act that returns a wrong award to its pot: `d restore s2 pot 4`."""
    given = got.verb == "return" and got.to[1] in now.felt.layout.pots and got.n is not None
    return (Act.make(DEALER, "restore", *got.to, n=got.n),) if given else ()


_DO = Do("as_it_lay", "move merge turn restore return collect award pay take build button", amend=_into_the_pot, reverses=True)
AS_IT_LAY = DealerStep(id="as_it_lay", path="as_it_lay", params={}, do=_DO, verbs=_DO.verbs)
"""Step outside any procedure: cards and chips that the dealer moved unasked go back to their places."""


def as_it_lay(now: Situation, act: Act) -> tuple[Act, ...] | None:
    """Return the dealer's acts that undo an act.

    Args:
        now: Situation before the act.
        act: The act.

    Returns:
        The acts; empty if the act moves nothing, None if it cannot be undone by hand.
    """
    before, after = now.felt, now.felt.copy()
    try:
        act.effect(after, act)
    except Impossible:
        return ()
    if lie_alike(before, after):
        return ()
    whole = _opposite(before, after, act)
    if whole is not None:
        trial = after.copy()
        if _try(trial, whole) and lie_alike(before, trial):
            return (whole, *_turned(before, trial))
    acts = tuple(_cards_back(before, after))
    if len(acts) > _MOST:
        return None
    chips = tuple(_chips_back(before, after))
    done = all(_try(after, undoing) for undoing in (*acts, *chips))
    return (*acts, *_turned(before, after), *chips) if done and lie_alike(before, after, order=False) else None


def _opposite(before: Felt, after: Felt, act: Act) -> Act | None:
    """Return the single act that reverses another: a merge, a payment, a move of the button, or the taking of a bet; None for
    other acts.
    """
    if act.verb == "merge":
        return Act.make(DEALER, "merge", *reversed(act.to))
    if act.verb in ("pay", "collect"):
        return Act.make(DEALER, "collect" if act.verb == "pay" else "pay", *act.to, n=act.n)
    if act.verb == "button":
        return Act.make(DEALER, "button", SEATS[before.button]) if before.button else None
    if act.verb != "take":
        return None
    seat = seat_number(act.to[0])
    taken = [
        (row, cells[seat] - after.rows[row][seat]) for row, cells in before.rows.items() if cells[seat] > after.rows[row][seat]
    ]
    return next((Act.make(DEALER, "return", act.to[0], row, n=after.written(chips)) for row, chips in taken), None)


def found_again(work: AgendaBuilder, act: Act, back: Sequence[Act]) -> tuple[Debt, ...]:
    """Return the debts of the table after an act has mixed the stock: cards that are owed back to the stock are looked for again,
    and get new acts.

    Args:
        work: Working copy of the agenda, before the act.
        act: The act.
        back: Acts that undo the act itself; they come first.
    """
    now, stock = work.now, work.now.felt.layout.stock
    laid = [debt for debt in work.debts if debt.step is AS_IT_LAY and any(due.to[:1] == (stock,) for due in debt.acts)]
    if not laid:
        return work.debts
    target, after = now.felt.copy(), now.felt.copy()
    act.effect(after, act)
    for undoing in back:
        undoing.effect(after, undoing)
    if after.places[stock] == now.felt.places[stock]:
        return work.debts
    if not all(_try(target, due) for debt in laid for due in debt.acts):
        return work.debts
    acts = tuple(_cards_back(target, after))
    if not all(_try(after, undoing) for undoing in acts) or not lie_alike(target, after, order=False):
        return work.debts
    way_back = (*acts, *_turned(target, after))
    first = laid[0] if way_back else None
    return tuple(
        attrs.evolve(debt, acts=way_back) if debt is first else debt for debt in work.debts if debt is first or debt not in laid
    )


def puts_back(work: AgendaBuilder, act: Act) -> bool:
    """Return whether an act lays cards or chips back where they were before an unasked act, or where an ignored remedy wants
    them.
    """
    return any((debt.step.do.reverses or debt.step.remedy) and act.plain in debt.acts for debt in work.debts)


def lie_alike(first: Felt, other: Felt, *, order: bool = True) -> bool:
    """Return whether cards, chips and button lie in the same places on two felts; the order within a hand does not count.

    Args:
        first: One felt.
        other: The other felt.
        order: Whether the order of the cards still to be dealt counts; it need not if nobody has seen them.
    """
    ordered = {first.layout.stock, first.layout.start} if order else ()
    cards = all(
        cards == other.places[name] if name in ordered else sorted(cards) == sorted(other.places[name])
        for name, cards in first.places.items()
    )
    return cards and first.rows == other.rows and first.marks == other.marks and first.button == other.button


def _try(felt: Felt, act: Act) -> bool:
    """Do an act on the felt, which should be a copy; return whether the felt allows it."""
    try:
        act.effect(felt, act)
    except (Impossible, ActError):
        return False
    return True


def _cards_back(before: Felt, after: Felt) -> Iterator[Act]:
    """Yield a move for each card that has left its place: back onto the stock, whose order counts, the lowest card first;
    elsewhere the uppermost first.
    """
    was = {card: name for name, cards in before.places.items() for card in cards if card >= 0}
    depth = {card: at for name in (before.layout.stock, before.layout.start) for at, card in enumerate(before.places[name])}
    lying = {name: [card for card in cards if card >= 0] for name, cards in after.places.items()}
    strays = [(name, card) for name, cards in lying.items() for card in reversed(cards) if was[card] != name]
    drawn = sorted((stray for stray in strays if stray[1] in depth), key=lambda stray: depth[stray[1]])
    for name, card in [*drawn, *(stray for stray in strays if stray[1] not in depth)]:
        here = lying[name]
        at = here.index(card) + 1
        yield Act.make(DEALER, "move", name, was[card], n=None if at == len(here) else at)
        here.remove(card)
        lying[was[card]].append(card)


def _turned(before: Felt, after: Felt) -> Iterator[Act]:
    """Yield a turn for each card that was face up and came back face down, unless it is out of play, and for each card of a hand
    that came back face up.
    """
    for name, cards in after.places.items():
        kind = after.layout.places[name].kind
        for at, card in enumerate(cards, 1):
            if card >= 0 and before.up[card] and not after.up[card] and kind != "discards":
                yield Act.make(DEALER, "turn", name, n=at)
            elif card >= 0 and after.up[card] and not before.up[card] and kind == "hand":
                yield Act.make(DEALER, "turn", name, n=at, face="down")


def _chips_back(before: Felt, after: Felt) -> list[Act]:
    """Return acts that move chips back between stacks, spots, pots and the rack; the caller tests whether they restore
    everything.
    """
    acts: list[Act] = []
    stack, had = after.rows["stack"], before.rows["stack"]
    for seat in range(1, after.seats + 1):
        more = stack[seat] - had[seat]
        if more:
            acts += _seat_back(before, after, seat, more)
    for box, marks in after.marks.items():
        for seat, n in enumerate(marks):
            less = before.marks[box][seat] - n
            acts += [Act.make(DEALER, "mark", SEATS[seat], box, n=after.written(less))] if less else []
    return [*acts, *_pots_back(before, after)]


def _seat_back(before: Felt, after: Felt, seat: int, more: int) -> Iterator[Act]:
    """Yield the acts that restore a seat's stack."""
    name, written = SEATS[seat], after.written
    for row, cells in after.rows.items():
        if row == "stack":
            continue
        cell = 0 if row in after.layout.pots else seat
        lacks = before.rows[row][cell] - cells[cell]
        if lacks > 0 and more > 0:
            part = min(lacks, more)
            verb = "collect" if cell == 0 else "restore"
            yield Act.make(DEALER, verb, name, row, n=written(part))
            more -= part
        elif lacks < 0 and more < 0:
            part = min(-lacks, -more)
            yield Act.make(DEALER, "return", name, row, n=written(part))
            more += part
    if more > 0:
        yield Act.make(DEALER, "collect", name, n=written(more))
    elif more < 0:
        yield Act.make(DEALER, "pay", name, n=written(-more))


def _pots_back(before: Felt, after: Felt) -> Iterator[Act]:
    """Yield the acts that restore a pot from another pot, or from chips set aside from it; an act moves them to one place."""
    surplus = (
        row
        for row, cells in after.rows.items()
        if row != "stack" and row not in after.layout.front and cells[0] > before.rows[row][0]
    )
    source = next(surplus, None)
    if source is None:
        return
    for row in after.layout.pots:
        lacks = before.rows[row][0] - after.rows[row][0] if row in after.rows else 0
        if lacks > 0:
            yield Act.make(DEALER, "build", row, source, n=after.written(lacks))
