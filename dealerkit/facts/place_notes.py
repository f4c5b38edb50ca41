"""Remarks on a place of the felt, as a picture of it says them: a pile that is frozen, a meld that is full."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dealerkit.facts.situation import Situation
from dealerkit.rules.entries import Text
from dealerkit.rules.registries import Registry

PlaceNote = Callable[[Situation, str, int], "Iterator[tuple[Text, ...]]"]
"""Given the situation, a place and the seat it belongs to (0 for none), yields remarks, each as the words that make it."""

PLACE_NOTES: Registry[PlaceNote] = Registry("remark on a place")


def place_note(function: PlaceNote) -> PlaceNote:
    """Register remarks on places under the function's name."""
    PLACE_NOTES.add(function.__name__, function, function.__module__)
    return function
