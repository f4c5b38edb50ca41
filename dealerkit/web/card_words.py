"""Card codes such as `As` found in sentences, for pages that draw the cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dealerkit.cards import SUIT_SIGNS

CARD: Final = r"[AKQJT2-9][cdhs]"
"""Pattern of a card's code."""
_WORD: Final = re.compile(rf"(?<![\w'])({CARD})(?![\w'])")


def with_cards_apart(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a line in order: text, and whether the part is a card.

    >>> list(with_cards_apart("The first card is turned up: As"))
    [('The first card is turned up: ', False), ('As', True)]
    >>> list(with_cards_apart("As it is"))
    [('As it is', False)]
    """
    end = 0
    for word in _WORD.finditer(text):
        before, after = text[: word.start()], text[word.end() :]
        if word[1] == "As" and (not before.strip() or before.rstrip().endswith((".", "?", "!"))) and re.match(r" [a-z]", after):
            continue  # the word "as"
        if word.start() > end:
            yield text[end : word.start()], False
        yield word[1], True
        end = word.end()
    if text[end:]:
        yield text[end:], False


def suited(text: str) -> str:
    """Return a line with its cards in their printed form, instead of the codes of records and commands.

    >>> suited("the dealer deals to banker: Td")
    'the dealer deals to banker: 10\u2666'
    """
    return "".join(_printed(part) if is_card else part for part, is_card in with_cards_apart(text))


def _printed(code: str) -> str:
    return f"{code[0].replace('T', '10')}{SUIT_SIGNS[code[1]]}"
