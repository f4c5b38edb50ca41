"""A fact, a fault, a limit or a note that a module registers is found, and can be called by other facts."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from types import SimpleNamespace
from typing import Any

import pytest

from dealerkit.facts import cutting, faults, first_to_bet, place_notes, situation
from tests.registering import example_of_a_word, is_registered

NAME = example_of_a_word.__name__


NOW: Any = SimpleNamespace()


def game_with(value: object) -> Any:
    """A game with a value of the example's option."""
    return SimpleNamespace(options={"lamps": value})


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


def test_a_fact_that_never_holds_with_a_value_is_left_out_there() -> None:
    """With any other value of the option it is asked (`never_with`)."""
    try:
        assert situation.never_with("lamps", "0", "none")(example_of_a_word) is example_of_a_word
        asked = {value: situation.ONLY_IN[NAME](game_with(value)) for value in (0, "None", 1, "one")}
        assert asked == {0: False, "None": False, 1: True, "one": True}
    finally:
        del situation.ONLY_IN[NAME]


def test_faults_without_facts_of_their_own_are_told_all_the_same() -> None:
    """Each with the facts that are the same wherever it happens (`plain_faults`)."""
    given = {"lamps": 2}
    try:
        faults.plain_faults(__name__, "lamp_fell", "lamp_broke", **given)
        told = [faults.FAULTS[name](NOW) for name in ("lamp_fell", "lamp_broke")]
        assert told == [given, given]
        assert told[0] is not told[1]
    finally:
        del faults.FAULTS["lamp_fell"], faults.FAULTS["lamp_broke"]
