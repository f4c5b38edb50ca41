"""The order that a seed gives: records of tables with a seed rest on it."""

from __future__ import annotations

import random

from dealerkit.felt.felt import mix

ORDER = [1, 11, 6, 5, 7, 10, 9, 4, 3, 2, 8, 0]
"""Twelve cards, mixed with the seed of the first shuffle of a table."""


def test_a_seed_gives_the_same_order_for_good():
    """Whatever the library's own shuffle may do one day, an old record is dealt the same cards."""
    cards = list(range(12))
    mix(cards, random.Random("7/1"))
    assert cards == ORDER
    assert sorted(cards) == list(range(12))
