"""The common test of decorators that register a word: it has its name, and the function is returned unchanged."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any


def example_of_a_word(now: Any) -> bool:
    """It holds at a table of two seats (an example)."""
    return bool(now.felt.seats == 2)


def is_registered(register: Callable[[Any], Any], words: MutableMapping[Any, Any], name: object, word: object = None) -> None:
    """Fail if a decorator does not register the example, or hands back something else; take the example out again.

    Args:
        register: The decorator.
        words: Where it registers words.
        name: The expected name of the example.
        word: The expected value; None for the function itself.
    """
    try:
        assert register(example_of_a_word) is example_of_a_word
        assert words[name] == (example_of_a_word if word is None else word)
    finally:
        words.pop(name, None)
