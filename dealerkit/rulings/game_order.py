"""Answers on the running of a game: the clock, blinds missed or short, hands to wait, places and seats (CO-28 to CO-43).

Each function takes the facts of a dispute by name, with money in the unit in which it was given, and returns None if they do not
suffice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from dealerkit.files.screen_text import count_of
from dealerkit.rulings import chip_race
from dealerkit.rulings.penalties import missed_hands
from dealerkit.rulings.seats import seats


def clock(facts: Mapping[str, object]) -> str | None:
    """Return how long a player on the clock has, in words (CO-28).

    >>> clock({"clock_seconds": 25, "clock_count": 5})
    '25 seconds, then a count of 5'
    """
    seconds, count = facts.get("clock_seconds"), facts.get("clock_count")
    if not isinstance(seconds, int):
        return None
    return count_of(seconds, "second") + (f", then a count of {count}" if count else "")


def missed(*blinds: str) -> Callable[[Mapping[str, object]], Decimal | None]:
    """Return a function for the sum of the blinds that a player has missed; the big blind is live, the small one dead (CO-31,
    RM-33).

    Args:
        blinds: The blinds to add up, if missed: `big`, `small`.

    >>> facts = {"missed": "both", "big_blind": Decimal(10), "small_blind": Decimal(5)}
    >>> missed("big", "small")(facts), missed("big")(facts), missed("small")(facts)
    (Decimal('15'), Decimal('10'), Decimal('5'))
    """

    def owed(facts: Mapping[str, object]) -> Decimal | None:
        which = facts.get("missed")
        if which is None:
            return None
        sums = [facts.get(f"{blind}_blind") for blind in blinds if which in (blind, "both")]
        amounts = [amount for amount in sums if isinstance(amount, Decimal)]
        return sum(amounts, Decimal(0)) if len(amounts) == len(sums) else None

    return owed


def hands_to_wait(facts: Mapping[str, object]) -> str | None:
    """Return, in words, how many hands a player must wait who moved away from the big blind: one for each active seat (CO-34)."""
    moved = facts.get("seats_moved")
    return count_of(moved, "hand") if isinstance(moved, int) else None


def hands_missed(facts: Mapping[str, object]) -> str | None:
    """Return, in words, how many hands a penalty in rounds comes to: one for each player at the table, times the rounds (CO-13, T
    71-A).

    >>> hands_missed({"players_at_table": 9, "penalty_rounds": 2})
    '18 hands'
    """
    players, rounds = facts.get("players_at_table"), facts.get("penalty_rounds")
    return count_of(missed_hands(players, rounds), "hand") if isinstance(players, int) and isinstance(rounds, int) else None


def blind_first(facts: Mapping[str, object]) -> Decimal | None:
    """Return how much of a short stack goes to the big blind: all of it, up to the blind (CO-43, T RP-11)."""
    blind, chips = facts.get("big_blind"), facts.get("chips_left")
    return min(blind, chips) if isinstance(blind, Decimal) and isinstance(chips, Decimal) else None


def ante_rest(facts: Mapping[str, object]) -> Decimal | None:
    """Return how much of a short stack is left for the ante after the big blind (CO-43, T RP-11)."""
    blind, ante, chips = blind_first(facts), facts.get("ante"), facts.get("chips_left")
    return min(ante, chips - blind) if blind is not None and isinstance(ante, Decimal) and isinstance(chips, Decimal) else None


def higher_place(facts: Mapping[str, object]) -> str | None:
    """Return, in words, which of two players eliminated in one hand places higher: the one with more chips at its beginning
    (CO-30).

    >>> higher_place({"stack_one": Decimal(5200), "stack_two": Decimal(4800)})
    'the first, who had 5200'
    """
    first, two = facts.get("stack_one"), facts.get("stack_two")
    if not isinstance(first, Decimal) or not isinstance(two, Decimal):
        return None
    if first == two:
        return "neither: they share the places"
    return f"the first, who had {first:f}" if first > two else f"the second, who had {two:f}"


def stack_left(facts: Mapping[str, object]) -> Decimal | None:
    """Return the rest of the stack of a player who was away (CO-39)."""
    stack, taken = facts.get("starting_stack"), facts.get("blinds_taken")
    return max(stack - taken, Decimal(0)) if isinstance(stack, Decimal) and isinstance(taken, Decimal) else None


def seat_that_moves(facts: Mapping[str, object]) -> str | None:
    """Return, in words, the seat that moves to balance tables: the one at the full table that has the big blind next (CO-40)."""
    seat = facts.get("next_big_blind")
    return f"seat {seat}" if isinstance(seat, int) else None


def worst_seat(facts: Mapping[str, object]) -> str | None:
    """Return, in words, the worst free seat: the seat that gets the big blind soonest, but not the small blind (CO-40, T 10).

    Every free seat between the last big blind and the next counts as the small blind's, and comes last in that order.

    >>> worst_seat({"free_seats": "2, 7", "short_table_blind": 5, "small_blind_seat": 4})
    'seat 7'
    >>> worst_seat({"free_seats": "4", "short_table_blind": 5, "small_blind_seat": 4}) is None
    True
    """
    free_seats, blind, small = facts.get("free_seats"), facts.get("short_table_blind"), facts.get("small_blind_seat")
    if not isinstance(free_seats, str) or not isinstance(blind, int) or not isinstance(small, int):
        return None
    free = [seat for seat in seats(free_seats) or () if not _between(small - 1, seat, blind)]
    return f"seat {min(free, key=lambda seat: (seat < blind, seat))}" if free else None


def _between(after: int, seat: int, before: int) -> bool:
    """Return whether a seat lies clockwise behind one and before another."""
    return after < seat < before if after < before else seat > after or seat < before


SUMS: Mapping[str, Callable[[Mapping[str, object]], Decimal | str | None]] = {
    "clock": clock,
    "post_total": missed("big", "small"),
    "post_live": missed("big"),
    "post_dead": missed("small"),
    "hands_to_wait": hands_to_wait,
    "hands_missed": hands_missed,
    "blind_first": blind_first,
    "ante_rest": ante_rest,
    "higher_place": higher_place,
    "stack_left": stack_left,
    "seat_that_moves": seat_that_moves,
    "worst_seat": worst_seat,
    **chip_race.SUMS,
}
ASSUMED: Mapping[str, tuple[str, ...]] = {"clock": ("clock_seconds", "clock_count"), "hands_missed": ("penalty_rounds",)}
"""The facts behind a sum of which something may be assumed when nobody says."""
TELLING: Mapping[str, tuple[str, ...]] = {
    **ASSUMED,
    "post_total": (),  # one of its parts is lacking too
    "post_live": ("big_blind",),
    "post_dead": ("small_blind",),
    "hands_to_wait": ("seats_moved",),
    "hands_missed": ("players_at_table", "penalty_rounds"),
    "blind_first": ("big_blind", "chips_left"),
    "ante_rest": ("big_blind", "ante", "chips_left"),
    "higher_place": ("stack_one", "stack_two"),
    "stack_left": ("starting_stack", "blinds_taken"),
    "seat_that_moves": ("next_big_blind",),
    "worst_seat": ("free_seats", "short_table_blind", "small_blind_seat"),
    **chip_race.TELLING,
}
"""The facts that a sum is worked out of, to be asked for where a question hangs on it."""
