"""Drills on hands against the house that an order of hands reads: each key by a second method, and hands by hand."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from dealerkit.training.exercises import exercises, setting
from dealerkit.training.generators.house_hands import GENERATOR, HouseHandsSituation
from tests.training.oracles import disputed

READ = "pit/three-card-read"


@pytest.mark.parametrize(
    ("hand", "other", "better"),
    [
        ("4h 5c 6d", "Ah Kh 9h", "player"),
        ("2h 2c 3d", "Ah Kc Qd", "dealer"),
        ("9h 9c 4d", "9d 9s 4c", "equal"),
        ("Kh Kc 4d", "Kd Ks 5c", "dealer"),
    ],
)
def test_the_better_of_two_hands_of_three_cards(hand, other, better):
    """TCP-06, TCP-08: a straight is above a flush; the higher cards decide; suits never count."""
    where = setting(READ, 2)
    given = HouseHandsSituation(tuple(hand.split()), tuple(other.split()))
    assert GENERATOR.key(where, given).answers == (better,)


@pytest.mark.parametrize(
    ("hand", "answer"), [("Qh 3c 2d", "qualifies"), ("Jh Tc 8d", "does not qualify"), ("2h 2c 3d", "qualifies")]
)
def test_a_dealer_of_three_cards_qualifies_with_queen_high(hand, answer):
    """TCP-11: queen high or better, and any pair."""
    assert GENERATOR.key(setting("pit/qualify", 1, "three-card-poker"), HouseHandsSituation(tuple(hand.split()))).answers == (
        answer,
    )


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("Kh 4d 2h 2c 9s 7d 5c", "qualifies"),
        ("Kh 4d 2h 3c 9s 7d Tc", "does not qualify"),
        ("6h 4d 2h 3c 9s 5d Tc", "qualifies"),
    ],
    ids=["a pair in the middle", "king high", "a straight"],
)
def test_hod_13_a_dealer_of_two_cards_and_five_in_the_middle_qualifies_with_a_pair(hand, answer):
    """The pair in the middle included; the two lines of the question tell the hand from the board."""
    where, given = setting("pit/qualify", 5), HouseHandsSituation(tuple(hand.split()))
    assert GENERATOR.key(where, given).answers == (answer,)
    assert GENERATOR.question(where, given).show == (f"Dealer  {hand[:5]}", f"Board   {hand[6:]}")


def test_hod_16_a_flush_on_the_blind_is_paid_three_to_two():
    """An odd stake, with no payouts shown."""
    where, given = (
        setting("pit/bonus-payouts", 5),
        HouseHandsSituation(("Ah", "8h", "2h", "4c", "9h", "7h", "Tc"), (), Fraction(35)),
    )
    assert GENERATOR.key(where, given).answers == ("52.5",)
    assert GENERATOR.question(where, given).show[-1] == "Blind"


@pytest.mark.parametrize(
    ("drill", "level"),
    [
        *[(READ, 1), (READ, 2), (READ, 4)],
        *[("pit/qualify", 1), ("pit/qualify", 2), ("pit/qualify", 5), ("pit/qualify", 6)],
        *[("pit/bonus-payouts", 1), ("pit/bonus-payouts", 2), ("pit/bonus-payouts", 5), ("pit/bonus-payouts", 6)],
    ],
)
def test_the_second_method_agrees(drill, level):
    """On ten exercises of each level every day."""
    where = setting(drill, level)
    assert disputed(where, list(itertools.islice(exercises(where, "7"), 10))) == []
