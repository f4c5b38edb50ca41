"""A fact, a fault, a limit or a note that a module registers is found, and can be called by other facts."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

import pytest

from dealerkit.facts import cutting, faults, first_to_bet, place_notes, situation
from tests.registering import example_of_a_word, is_registered

NAME = example_of_a_word.__name__


def limit(game: Any) -> bool:
    """The games of the example."""
    return bool(game)


@pytest.mark.parametrize(
    ("register", "words", "name", "word"),
    [
        (situation.fact, situation.FACTS, NAME, None),
        (situation.only_with("lamps", "2", "3"), situation.ONLY_WITH, NAME, ("lamps", ("2", "3"))),
        (situation.only_in(limit), situation.ONLY_IN, NAME, limit),
        (situation.only_of("remarked"), situation.ONLY_OF, example_of_a_word, "remarked"),
        (faults.tells_fault, faults.FAULTS, NAME, None),
        (place_notes.place_note, place_notes.PLACE_NOTES, NAME, None),
        (cutting.stub_cutter("lamp"), cutting.STUB_CUTTERS, "lamp", None),
        (first_to_bet.opener_called("lamp"), first_to_bet.OPENERS, "lamp", None),
        (first_to_bet.may_open("lamp"), first_to_bet.MAY_OPEN, "lamp", None),
    ],
    ids=["fact", "only_with", "only_in", "only_of", "tells_fault", "place_note", "stub_cutter", "opener_called", "may_open"],
)
def test_what_is_registered_is_found(
    register: Callable[[Any], Any], words: MutableMapping[Any, Any], name: object, word: object
) -> None:
    """Under its name, as it was."""
    is_registered(register, words, name, word)
