"""Shares of a pot that cannot be split evenly, from facts given in a dispute: who ties, where the button is, and which cards
count.

SD-09 to SD-13, QU-21. The chips themselves are split by `dealerkit.showdown.pots.split`, as at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from dealerkit.files.late_modules import late_imports
from dealerkit.rulings.seats import boards, left_of, seats

with late_imports():  # most disputes are about no pot
    from dealerkit.showdown import pots

Facts = Mapping[str, object]
Order = Callable[[Facts, Sequence[int]], "list[int] | None"]
"""Puts seats in the order in which odd chips go out to them; None where the facts do not tell it."""
Half = tuple[int, Sequence[int], Order]
"""Half of a pot: smallest chips in it, seats that tie for it, and in which order they get chips that are over."""

_ACE = 12


def from_the_button(facts: Facts, tied: Sequence[int]) -> list[int] | None:
    """Return the tied seats in the order in which they get odd chips: from the first seat left of the button (SD-10).

    Args:
        facts: The facts of the dispute, with `button`.
        tied: The seats that tie.

    Returns:
        The seats in order; None if the button is unknown.

    >>> from_the_button({"button": 4}, [2, 5, 4])
    [5, 2, 4]
    """
    button = facts.get("button")
    first = left_of(button, tied) if isinstance(button, int) else None
    return None if first is None else sorted(tied, key=lambda seat: (seat < first, seat))


def by_card(*, lowest: bool = False, ace_low: bool = False) -> Order:
    """Return a function that puts tied seats in the order in which they get odd chips: by their highest card by suit (SD-11).

    Args:
        lowest: Whether the lowest card comes first, not the highest.
        ace_low: Whether the ace is the lowest card.
    """

    def place(card: int) -> tuple[int, int]:
        rank = card // 4
        return (-1 if ace_low and rank == _ACE else rank), card % 4

    def order(facts: Facts, tied: Sequence[int]) -> list[int] | None:
        fact = facts.get("tied_hands")
        shown = (boards(fact) if isinstance(fact, str) else None) or {}
        if not set(tied) <= shown.keys():
            return None
        best = {seat: (min if lowest else max)(place(face.index) for face in shown[seat]) for seat in tied}
        return sorted(tied, key=lambda seat: best[seat], reverse=not lowest)

    return order


def _winners(facts: Facts, name: str) -> tuple[int, ...]:
    fact = facts.get(name)
    return (seats(fact) if isinstance(fact, str) else None) or ()


def _chips(facts: Facts) -> int | None:
    """Return the pot in smallest chips; None if it is not told, or is not a whole number of them."""
    pot, chip = facts.get("pot_amount"), facts.get("smallest_chip")
    if not isinstance(pot, Decimal) or not isinstance(chip, Decimal) or not chip or pot % chip:
        return None
    return int(pot / chip)


def _whole(order: Order) -> Callable[[Facts], list[Half] | None]:
    def halves(facts: Facts) -> list[Half] | None:
        chips, tied = _chips(facts), _winners(facts, "tied_seats")
        return [(chips, tied, order)] if chips is not None and tied else None

    return halves


def _halves(high: Order, low: Order) -> Callable[[Facts], list[Half] | None]:
    """High has the chip that the halves leave over (SD-12); each half is split again by itself."""

    def halves(facts: Facts) -> list[Half] | None:
        chips, best, lowest = _chips(facts), _winners(facts, "tied_seats"), _winners(facts, "low_seats")
        if chips is None or not best or not lowest:
            return None
        return [(chips - chips // 2, best, high), (chips // 2, lowest, low)]

    return halves


def shares(halves: Callable[[Facts], list[Half] | None]) -> Callable[[Facts], str | None]:
    """Return a function from facts to each seat's share of a pot in words; it returns None if the owner of an odd chip is
    unknown.

    Args:
        halves: Function from facts to the pot, or its halves: chips, tied seats, and their order for odd chips.

    >>> pot = {"pot_amount": Decimal(25), "smallest_chip": Decimal(5), "tied_seats": "2 6", "button": 4}
    >>> shares(_whole(from_the_button))(pot)
    'seat 2 10, seat 6 15'
    """

    def in_words(facts: Facts) -> str | None:
        parts, unit = halves(facts), facts.get("smallest_chip")
        if parts is None or not isinstance(unit, Decimal):
            return None
        shares: dict[int, int] = {}
        for chips, tied, order in parts:
            takers = order(facts, tied) if chips % len(tied) else []
            if takers is None:
                return None
            got, _ = pots.split(chips, [str(seat) for seat in tied], [pots.OddChip(str(seat), "", "") for seat in takers])
            for seat, amount in got.items():
                shares[int(seat)] = shares.get(int(seat), 0) + amount
        return ", ".join(f"seat {seat} {shares[seat] * unit:f}" for seat in sorted(shares))

    return in_words


def first_of(order: Order) -> Callable[[Facts], str | None]:
    """Return a function from facts to the seat, in words, that gets the odd chip of a pot which is not split in halves.

    Args:
        order: Function that puts tied seats in the order in which they get odd chips.
    """

    def in_words(facts: Facts) -> str | None:
        takers = order(facts, _winners(facts, "tied_seats"))
        return f"seat {takers[0]}" if takers else None

    return in_words


_POT, _CARDS = ("tied_seats", "pot_amount", "smallest_chip"), "tied_hands"
_BOTH = ("tied_seats", "low_seats", "pot_amount", "smallest_chip")
_HIGHEST, _HIGHEST_LOW, _LOWEST = by_card(), by_card(ace_low=True), by_card(lowest=True, ace_low=True)

ODD_CHIPS: Mapping[str, tuple[Callable[[Facts], str | None], tuple[str, ...]]] = {
    "odd_left_of_button": (first_of(from_the_button), ("tied_seats", "button")),
    "odd_highest_card": (first_of(_HIGHEST), ("tied_seats", _CARDS)),
    "odd_highest_low_card": (first_of(_HIGHEST_LOW), ("tied_seats", _CARDS)),
    "odd_lowest_card": (first_of(_LOWEST), ("tied_seats", _CARDS)),
    "shares_by_button": (shares(_whole(from_the_button)), (*_POT, "button")),
    "shares_by_highest_card": (shares(_whole(_HIGHEST)), (*_POT, _CARDS)),
    "shares_by_highest_low_card": (shares(_whole(_HIGHEST_LOW)), (*_POT, _CARDS)),
    "shares_by_lowest_card": (shares(_whole(_LOWEST)), (*_POT, _CARDS)),
    "halves_by_button": (shares(_halves(from_the_button, from_the_button)), (*_BOTH, "button")),
    "halves_by_card": (shares(_halves(_HIGHEST, _LOWEST)), (*_BOTH, _CARDS)),
    "halves_by_highest_card": (shares(_halves(_HIGHEST, _HIGHEST_LOW)), (*_BOTH, _CARDS)),
}
"""Who has an odd chip and what everybody gets, by the name of the sum; each with the facts that tell it, in the order to ask."""
