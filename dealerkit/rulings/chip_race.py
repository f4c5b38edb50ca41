"""Chip races: how odd chips are exchanged when the smallest chip goes out of play in a tournament (CO-42).

For each odd chip its owner is dealt one card. The new chips that all odd ones are worth together go to the seats with the highest
cards, at most one to a seat. How a remainder is rounded is fixed by the rule set (`rest_earns` of the amount): under Robert's
Rules, half a new chip or more earns one; under the tournament rules, which do not mention it, a remainder is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from functools import partial

import attrs

from dealerkit.files.late_modules import late_imports
from dealerkit.files.screen_text import count_of
from dealerkit.rulings.seats import Boards, boards, seats

with late_imports():  # few disputes are about a race
    import fractions


@attrs.frozen
class Race:
    """The result of a chip race.

    Attributes:
        chips: Number of new chips to be won.
        lost: Money that is left over and earns no chip.
        winners: Seats that win a new chip, the one with the highest card first.
        saved: Seats that have no other chips and won none, but get a chip to stay in the tournament.
    """

    chips: int
    lost: Decimal
    winners: tuple[int, ...]
    saved: tuple[int, ...]


REST_EARNS = "rest_earns"
"""The key of an amount under which a case says what share of a new chip a rest has to be to earn one, as `1/2`."""


def race(
    cards: Boards, only: Collection[int], old: Decimal, new: Decimal, rest_earns: fractions.Fraction | None = None
) -> Race | None:
    """Return the result of a chip race. None if a new chip is not worth a whole number of old ones, or if a seat already holds
    old chips worth a new one.

    Args:
        cards: By seat, one card for each of its odd chips.
        only: The seats that have no other chips.
        old: Value of the chip that goes out of play.
        new: Value of the smallest chip that stays, in the same unit.
        rest_earns: Smallest remainder that earns a new chip, as a share of it, 0 to 1; None if no remainder does.

    Source:
        Robert's Rules, Tournaments; Poker TDA Rules 24.

    >>> dealt = boards("1: 2c 3c 4c, 4: Ks 5d, 6: Kh")
    >>> race(dealt, (6,), Decimal(25), Decimal(100), fractions.Fraction(1, 2))
    Race(chips=2, lost=Decimal('0'), winners=(4, 6), saved=())
    >>> race(dealt, (6,), Decimal(25), Decimal(100))
    Race(chips=1, lost=Decimal('50'), winners=(4,), saved=(6,))
    """
    if not old or new <= old or new % old or any(len(dealt) * old >= new for dealt in cards.values()):
        return None
    value = sum(map(len, cards.values())) * old
    chips, left = int(value // new), value % new
    if rest_earns is not None and left and left * rest_earns.denominator >= new * rest_earns.numerator:
        chips, left = chips + 1, Decimal(0)
    # The place of a card is by rank, and by suit within a rank: spades, hearts, diamonds, clubs.
    order = sorted(cards, key=lambda seat: max(face.index for face in cards[seat]), reverse=True)
    winners = tuple(order[:chips])
    return Race(chips, left, winners, tuple(sorted(set(only) & cards.keys() - set(winners))))


def _race_of(facts: Mapping[str, object]) -> Race | None:
    cards, only = facts.get("race_cards"), facts.get("last_chips_of")
    old, new, rest = facts.get("old_chip"), facts.get("new_chip"), facts.get(REST_EARNS)
    dealt = boards(cards) if isinstance(cards, str) else None
    if dealt is None or not isinstance(old, Decimal) or not isinstance(new, Decimal):
        return None
    earns = fractions.Fraction(rest) if isinstance(rest, str) else None
    return race(dealt, (seats(only) if isinstance(only, str) else None) or (), old, new, earns)


def _named(numbers: Collection[int]) -> str:
    return ", ".join(f"seat {seat}" for seat in numbers)


def _of(facts: Mapping[str, object], *, part: Callable[[Race], Decimal | str]) -> Decimal | str | None:
    race = _race_of(facts)
    return part(race) if race is not None else None


def _chips(race: Race) -> str:
    return count_of(race.chips, "chip")


def found_later(facts: Mapping[str, object]) -> tuple[Decimal, Decimal] | None:
    """Return the value of old chips found after the race: first the part exchanged at face value, then the part that is lost.

    None if the facts (`chips_found`, `new_chip`) are not known.

    >>> found_later({"chips_found": Decimal(175), "new_chip": Decimal(100)})
    (Decimal('100'), Decimal('75'))
    """
    chips_there, new = facts.get("chips_found"), facts.get("new_chip")
    if not isinstance(chips_there, Decimal) or not isinstance(new, Decimal) or not new:
        return None
    return chips_there - chips_there % new, chips_there % new


def _part(facts: Mapping[str, object], *, at: int) -> Decimal | None:
    parts = found_later(facts)
    return parts[at] if parts else None


SUMS: Mapping[str, Callable[[Mapping[str, object]], Decimal | str | None]] = {
    "race_chips": partial(_of, part=_chips),
    "race_lost": partial(_of, part=lambda item: item.lost),
    "race_winners": partial(_of, part=lambda item: _named(item.winners)),
    "race_saved": partial(_of, part=lambda item: _named(item.saved)),
    "found_at_even_value": partial(_part, at=0),
    "found_rest": partial(_part, at=1),
}
"""The sums of a race, by the names that cases give them: new chips, money that is lost, seats."""
RACED = ("race_cards", "old_chip", "new_chip")
TELLING: Mapping[str, tuple[str, ...]] = {
    **{name: RACED for name in SUMS if name.startswith("race_")},
    "race_saved": (*RACED, "last_chips_of"),
    "found_at_even_value": ("chips_found", "new_chip"),
    "found_rest": ("chips_found", "new_chip"),
}
"""The facts that a sum is worked out of, to be asked for where a question hangs on it."""
