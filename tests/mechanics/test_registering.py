"""Who scores payments and who settles what is scored are found under their names."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

import pytest

from dealerkit.mechanics import payments
from tests.registering import example_of_a_word, is_registered

NAME = example_of_a_word.__name__


@pytest.mark.parametrize(
    ("register", "words", "name"),
    [
        (payments.paid, payments.SCORERS, NAME),
        (payments.settles("lamps"), payments.SETTLED, "lamps"),
    ],
    ids=["paid", "settles"],
)
def test_what_is_registered_is_found(register: Callable[[Any], Any], words: MutableMapping[Any, Any], name: str) -> None:
    """Under its name, as it was."""
    is_registered(register, words, name)
