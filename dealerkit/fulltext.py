"""Full-text search by SQLite (FTS5): Porter's stems, ranked by BM25; slips of the finger forgiven. Knows nothing of cards."""

from __future__ import annotations

import difflib
import itertools
import re
import sqlite3
from collections.abc import Collection, Iterable, Sequence

import attrs

from dealerkit.matching import SMALL, WORD, fold

_NEAR = 0.8
"""So alike are a word that nobody knows and the word that was meant."""


@attrs.frozen
class Found:
    """A document that was found.

    Attributes:
        number: Which document, counted from 0.
        score: How well it fits: BM25, more is better; good for comparing within one search.
    """

    number: int
    score: float


class FullText:
    """Documents to be searched, each with the same fields.

    Args:
        documents: The fields of each document.
        weights: How much a word counts in each field.
    """

    def __init__(self, documents: Iterable[Sequence[str]], weights: Sequence[float]) -> None:
        self._weights = tuple(weights)
        self._known: set[str] = set()
        self._db = sqlite3.connect(":memory:")
        fields = ", ".join(f"f{number}" for number in range(len(self._weights)))
        self._db.execute(f"CREATE VIRTUAL TABLE documents USING fts5({fields}, tokenize='porter unicode61')")
        rows = [[number, *map(self._taken, fields)] for number, fields in enumerate(documents)]
        marks = ", ".join("?" * (len(self._weights) + 1))
        self._db.executemany(f"INSERT INTO documents(rowid, {fields}) VALUES ({marks})", rows)  # noqa: S608 - names of our own

    def _taken(self, said: str) -> str:
        """Take a text in: its words as they are looked for, sentences apart."""
        lines = [tokens(line) for line in said.splitlines()]
        self._known.update(word for line in lines for word in line)
        return " . ".join(" ".join(line) for line in lines)

    def find(self, said: str, among: Collection[int] | None = None) -> list[Found]:
        """Return the documents that have something of what is said, the best first; of these alone, where some are named.

        Two words that stand side by side count once more where they do so in a document.

        >>> FullText([["went back for more"], ["a card fell"]], [1.0]).find("he went bakc")[0].number
        0
        """
        spoken = tokens(said)
        wanted = [word for word in dict.fromkeys(spoken) if word not in SMALL]
        pairs = [f'"{first} {second}"' for first, second in itertools.pairwise(spoken)]
        terms = [f'"{word}"' for one in wanted for word in self._meant(one)]
        if not terms:
            return []
        query = " OR ".join([*terms, *dict.fromkeys(pairs)])
        rank = f"bm25(documents, {', '.join(map(str, self._weights))})"
        rows = self._db.execute(f"SELECT rowid, {rank} FROM documents WHERE documents MATCH ? ORDER BY 2, 1", (query,))  # noqa: S608
        return [Found(number, -score) for number, score in rows if among is None or number in among]

    def _meant(self, word: str) -> list[str]:
        """Return the word, or those that may be meant where nobody knows it."""
        if word in self._known or len(word) < 4:
            return [word]
        return [word, *difflib.get_close_matches(word, self._known, n=2, cutoff=_NEAR)]


def tokens(said: str) -> list[str]:
    """Return the words of a text as they are indexed: small letters, no accents, no apostrophes.

    >>> tokens("He didn't — Arrêté!")
    ['he', 'didnt', 'arrete']
    """
    return WORD.findall(re.sub(r"['\u2019]", "", fold(said)))
