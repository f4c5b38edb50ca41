"""The code of a class: a word of the table and three digits, easy to say across a room and to type."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

WORDS: Final = (
    "ante", "bank", "board", "boot", "box", "bridge", "button", "cage", "card", "chip", "coup", "cut", "deck", "diamond", "felt",
    "flop", "heart", "jack", "king", "muck", "pack", "pit", "pot", "queen", "rack", "river", "shoe", "spade", "stack", "stub",
    "tray", "turn",
)  # fmt: skip
"""Words of codes, none of which sound alike."""
FIGURES: Final = "23456789"
"""Digits of codes, without 0 and 1, which are mistaken for letters."""


def new_code() -> str:
    """Return a new random class code, as `shoe-473`."""
    return f"{secrets.choice(WORDS)}-{''.join(secrets.choice(FIGURES) for _ in range(3))}"


def read_code(typed: str) -> str:
    """Return a class code in its one spelling, however it was typed; empty if it cannot be a code.

    >>> read_code(" Shoe 4 7 3 "), read_code("SHOE473"), read_code("shoe–473"), read_code("ｓｈｏｅ４７３")
    ('shoe-473', 'shoe-473', 'shoe-473', 'shoe-473')
    >>> read_code("4 + 4"), read_code("")
    ('', '')
    """
    letters = "".join(sign for sign in unicodedata.normalize("NFKC", typed[:80]).casefold() if sign.isalnum())
    match = re.fullmatch(r"([a-z]{2,10})([0-9]{3})", letters)
    return f"{match[1]}-{match[2]}" if match else ""
