"""Cards as text for the ranking core."""

from __future__ import annotations

import pytest

from dealerkit.arithmetic.ranking import name
from dealerkit.cards import read_cards
from dealerkit.rules.rankings import ranking, words


def numbers(text: str) -> list[int]:
    """Return the core's numbers of cards."""
    return [face.index for face in read_cards(text) if face]


@pytest.fixture(scope="session")
def value():
    """The function for the value of a hand in an order, under a house's options."""
    return lambda order, cards, **options: ranking(order, options).value(numbers(cards))


@pytest.fixture(scope="session")
def called():
    """The function for the name of a hand."""

    def call(order: str, cards: str, **options: object) -> str:
        made = ranking(order, options)
        return name(made.value(numbers(cards)), made.order, words(order))

    return call
