"""The outcomes of rulings and their meaning in words, from `rulings/facts.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dealerkit.rules.sets import words_of_rulings
from dealerkit.rules.texts import text

if TYPE_CHECKING:
    from dealerkit.rules.entries import Text

ANSWER = "answer"
"""The outcome of a question: nobody erred, so nothing is undone; the amounts or a seat are the ruling."""

OPEN = "floor_discretion"
"""The outcome where the rules leave it to the floor."""

PENALTY = "penalty"
"""The outcome of a case that touches no hand, but a player."""

UNDECIDED = "undecided"
"""No outcome yet: a fact is missing."""

DOUBT = {
    "part": "read in part",
    "second_hand": "known at second hand",
    "known": "the text was not seen",
    "ours": "no rule book covers it",
}
"""How far a place was read, in a few words, to stand behind its citation; nothing where it was."""


class _Words(Mapping[str, str]):
    """The words of a part of `rulings/facts.yaml`, in the order of the file; read when they are first asked for.

    Args:
        part: The part's key.
    """

    def __init__(self, part: str) -> None:
        self._part = part

    def _words(self) -> Mapping[str, Text]:
        return words_of_rulings(self._part)

    def __getitem__(self, word: str) -> str:
        return text(self._words()[word])

    def __iter__(self) -> Iterator[str]:
        return iter(self._words())

    def __len__(self) -> int:
        return len(self._words())


OUTCOMES: Mapping[str, str] = _Words("outcomes")
"""Every word that an outcome can be, and what it means in words."""

WAITS: Mapping[str, str] = _Words("waits")
"""Words before the remedies of a case that are not carried out at once, by its `at`."""
