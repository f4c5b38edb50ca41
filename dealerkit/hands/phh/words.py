"""An action of a hand in PHH, or the action that was due, in words."""

from __future__ import annotations

import re
from typing import Final

_DOES: Final = {
    "f": "folds",
    "cc": "checks or calls",
    "cbr": "bets or raises to {}",
    "pb": "posts the bring-in",
    "sm": "shows {}",
    "sd": "draws, laying aside {}",
}
_BARE: Final = {"sm": "mucks or shows nothing", "sd": "stands pat"}


def in_words(text: str) -> str:
    """Return an action of PHH in words, with `player 2` for `p2`; a text that is not an action comes back unchanged.

    >>> in_words("d db ??"), in_words("d dh p1 AhKd"), in_words("p2 to act")
    ('the dealer deals a card to the board', 'the dealer deals Ah Kd to player 1', 'player 2 to act')
    """
    words = text.split("#", 1)[0].split()
    match words:
        case ["d", "db", cards]:
            return f"the dealer deals {_cards(cards)} to the board"
        case ["d", "dh", player, cards]:
            return f"the dealer deals {_cards(cards)} to {_players(player)}"
        case [player, act] if act in _DOES and act != "cbr":
            return f"{_players(player)} {_BARE.get(act, _DOES[act])}"
        case [player, "cbr", amount]:
            return f"{_players(player)} {_DOES['cbr'].format(amount)}"
        case [player, ("sm" | "sd") as act, cards]:
            return f"{_players(player)} {_DOES[act].format(_cards(cards))}"
    return _players(text)


def _players(text: str) -> str:
    return re.sub(r"\bp([1-9][0-9]?)\b", r"player \1", text)


def _cards(run: str) -> str:
    """Return cards written without spaces as a list in words; unknown ones as their number."""
    cards = [run[at : at + 2] for at in range(0, len(run), 2)]
    known = [card for card in cards if card != "??"]
    unknown = len(cards) - len(known)
    rest = [] if not unknown else ["a card" if unknown == 1 else f"{unknown} cards"]
    return " and ".join([*([" ".join(known)] if known else []), *rest])
