"""Sums of the order of the game: the chip race, missed blinds, the worst seat."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealerkit.cards import Face
from dealerkit.rulings import rule
from dealerkit.rulings.chip_race import race
from dealerkit.rulings.game_order import worst_seat

FACES = [Face.read(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]


@given(st.lists(st.integers(1, 3), min_size=1, max_size=10), st.randoms(), st.booleans())
def test_co_42_no_chip_is_lost_or_made_in_a_race(odd, rng, half_counts):
    """The new chips, what is lost and what half a chip was rounded up by come to what was raced; nobody wins two."""
    deck = rng.sample(FACES, sum(odd))
    cards = {seat: tuple(deck.pop() for _ in range(n)) for seat, n in enumerate(odd, 1)}
    made = race(cards, (), Decimal(25), Decimal(100), half_counts=half_counts)
    value = 25 * sum(odd)
    assert len(made.winners) == len(set(made.winners)) == made.chips
    if half_counts:
        assert made.chips == (value + 50) // 100
        assert made.lost == max(value - 100 * made.chips, 0) < 50
    else:
        assert 100 * made.chips + made.lost == value
    lowest = min((max(face.index for face in cards[seat]) for seat in made.winners), default=0)
    assert all(max(face.index for face in cards[seat]) < lowest for seat in cards.keys() - set(made.winners) if made.winners)


@pytest.mark.parametrize(("old", "new", "odd"), [(25, 60, 1), (100, 25, 1), (0, 100, 1), (25, 100, 4)])
def test_co_42_what_cannot_be_raced_is_not(old, new, odd):
    """No whole number of old chips makes a new one, or a seat holds a whole new chip's worth, which is changed first."""
    assert race({1: tuple(FACES[:odd])}, (), Decimal(old), Decimal(new), half_counts=True) is None


@pytest.mark.parametrize(
    ("free", "small", "big", "seat"),
    [("2 7", 4, 5, "seat 7"), ("2 5", 4, 5, "seat 5"), ("2", 4, 5, "seat 2"), ("9 1 3", 8, 2, "seat 3"), ("8", 8, 9, None)],
)
def test_co_40_the_worst_free_seat_is_never_the_small_blind(free, small, big, seat):
    """The free seat that has the big blind soonest; the small blind's, and dead ones before the big blind, are passed over."""
    assert worst_seat({"free_seats": free, "small_blind_seat": small, "short_table_blind": big}) == seat


def test_co_28_a_house_sets_its_own_clock():
    """The seconds are a fact that a set fixes and a house may say otherwise."""
    assert (
        rule({"fault": "clock_called", "time_enough": True, "clock_seconds": 30}, rules="tda").amounts["time"].startswith("30 ")
    )
