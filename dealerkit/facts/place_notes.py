"""Notes on a place of the felt, for pictures of it: a frozen pile, a complete meld."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dealerkit.facts.situation import Situation
from dealerkit.rules.entries import Text
from dealerkit.rules.registries import Registry

PlaceNote = Callable[[Situation, str, int], "Iterator[tuple[Text, ...]]"]
"""Function that takes the situation, a place and its seat (0 for none), and yields notes, each a tuple of words."""

PLACE_NOTES: Registry[PlaceNote] = Registry("remark on a place")


def place_note(function: PlaceNote) -> PlaceNote:
    """Register a function that yields notes on places, under its name.

    It takes the situation, a place and the seat that the place belongs to (0 for none), and yields notes, each a tuple of words.
    """
    PLACE_NOTES.add(function.__name__, function, function.__module__)
    return function
