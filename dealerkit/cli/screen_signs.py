"""The look of cards on this screen: with suit symbols, or in letters."""

from __future__ import annotations

import os
import sys

from dealerkit.training.walk.felt_text import Print, letters, signs


def card_print(*, plain: bool = False) -> Print:
    """Return the function that prints a card on this screen: with a suit symbol, or in letters.

    Letters are for a pipe, a simple terminal, or on request.

    Args:
        plain: Whether letters are requested.
    """
    stream = sys.stdout
    if plain or not stream.isatty() or os.environ.get("TERM", "") in ("dumb", "linux"):
        return letters
    try:
        "♣♦♥♠".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return letters
    return letters if "ascii" in (stream.encoding or "ascii").lower() else signs
