"""Sums of the order of the game: the chip race, missed blinds, the worst seat."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dealerkit as dk
from dealerkit.cards import Face
from dealerkit.errors import DealerkitError
from dealerkit.rules.lint.files import lint
from dealerkit.rulings import rule
from dealerkit.rulings.chip_race import race
from dealerkit.rulings.game_order import worst_seat

FACES = [Face.read(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]


@given(st.lists(st.integers(1, 3), min_size=1, max_size=10), st.randoms(), st.booleans())
def test_co_42_no_chip_is_lost_or_made_in_a_race(odd, rng, half_counts):
    """The new chips, what is lost and what half a chip was rounded up by come to what was raced; nobody wins two."""
    deck = rng.sample(FACES, sum(odd))
    cards = {seat: tuple(deck.pop() for _ in range(n)) for seat, n in enumerate(odd, 1)}
    made = race(cards, (), Decimal(25), Decimal(100), Fraction(1, 2) if half_counts else None)
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
    assert race({1: tuple(FACES[:odd])}, (), Decimal(old), Decimal(new), Fraction(1, 2)) is None


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


RACE = {"old_chip": "25", "new_chip": "100", "race_cards": "1: Kd 4c 2s, 4: 9s 9h"}
"""Five odd chips of 25: a new chip of 100, and a quarter of one that is over."""


@pytest.mark.parametrize(("rest", "chips"), [("1/4", "2 chips"), ("1/3", "1 chip"), ("1/2", "1 chip")])
def test_co_42_a_house_says_what_rest_earns_a_chip(tmp_path, rest, chips):
    """The share stands in the rule set's case; no line of Python is needed for another one."""
    house = tmp_path / "house.yaml"
    amounts = f"{{chips: {{of: race_chips, rest_earns: {rest}}}}}"
    house.write_text(
        f"set: house\nextends: rrop\nhouse: Invented\nfaults:\n  chip_race: {{cases: {{otherwise: {{amounts: {amounts}}}}}}}\n"
    )
    assert not lint([house])
    assert rule({"fault": "chip_race", **RACE}, rules=str(house)).amounts["chips"] == chips


@pytest.mark.parametrize(
    "said", ["{of: race_chips, rest_earns: 3/0}", "{of: to_call, rest_earns: 1/2}", "{of: race_chips, rest: 1/2}"]
)
def test_co_42_a_rest_that_is_none_is_told(tmp_path, said):
    """A share of nothing, a sum that is not of a race, a word that there is not: with its file and line."""
    house = tmp_path / "house.yaml"
    house.write_text(
        "set: house\nextends: rrop\nhouse: Invented\nfaults:\n"
        f"  chip_race: {{cases: {{otherwise: {{amounts: {{chips: {said}}}}}}}}}\n"
    )
    problems = lint([house])
    assert problems
    assert all("house.yaml" in str(problem) and "amounts" in str(problem) for problem in problems)


def test_dp_09_a_house_says_how_many_players_a_straddle_needs(tmp_path):
    """The number is an option, with its rule id; a number of two players is refused."""
    house = tmp_path / "house.yaml"
    for least, found in ((4, []), (5, ["play/DP-09"])):
        options = f"{{straddle: under_the_gun, straddle_players: {least}}}"
        house.write_text(f"set: house\nextends: tda\nhouse: Invented\noptions: {{poker: {options}}}\n")
        table = dk.Table("holdem", str(house), seats=4, seed=3, button=1)
        table.advance("blinds")
        table.push("s2 post 1")
        table.push("s3 post 2")
        assert [finding.code for finding in table.push("s4 straddle 4")] == found
    house.write_text("set: house\nextends: tda\nhouse: Invented\noptions: {poker: {straddle_players: 2}}\n")
    with pytest.raises(DealerkitError):
        dk.Table("holdem", str(house), seats=4)
