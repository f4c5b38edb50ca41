"""How cards are printed on this screen: with their signs, or in letters."""

from __future__ import annotations

import os
import sys

from dealerkit.training.walk.felt_text import Print, letters, signs


def card_print(*, plain: bool = False) -> Print:
    """Return the style of cards here: with symbols on a capable terminal, in letters in a pipe or on request."""
    stream = sys.stdout
    if plain or not stream.isatty() or os.environ.get("TERM", "") in ("dumb", "linux"):
        return letters
    try:
        "♣♦♥♠".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return letters
    return letters if "ascii" in (stream.encoding or "ascii").lower() else signs
