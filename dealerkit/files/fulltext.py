"""Full-text search by SQLite (FTS5): Porter stems, ranked by BM25, tolerant of misspelt words. Knows nothing of cards."""

from __future__ import annotations

import contextlib
import difflib
import itertools
import math
import re
import sqlite3
import unicodedata
from collections.abc import Collection, Iterable, Sequence

import attrs

from dealerkit.files.memory_database import MemoryDatabase

# A word of Latin letters or digits; each Chinese character is a word, because Chinese does not separate words.
WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]")
SMALL = frozenset(
    ["a", "an", "and", "are", "at", "be", "by", "for", "if", "in", "is", "it", "of", "on", "or", "the", "to", "was", "with"]
)
EMPTY = SMALL | frozenset(
    [
        "i",
        "my",
        "me",
        "he",
        "his",
        "him",
        "she",
        "her",
        "they",
        "them",
        "their",
        "we",
        "our",
        "us",
        "you",
        "your",
        "its",
        "this",
        "that",
        "these",
        "those",
        "there",
        "here",
        "what",
        "which",
        "who",
        "whom",
        "whose",
        "when",
        "where",
        "why",
        "how",
        "do",
        "does",
        "did",
        "done",
        "has",
        "have",
        "had",
        "am",
        "were",
        "been",
        "being",
        "not",
        "no",
        "nor",
        "so",
        "than",
        "then",
        "too",
        "very",
        "can",
        "could",
        "will",
        "would",
        "should",
        "shall",
        "may",
        "might",
        "must",
        "but",
        "as",
        "from",
        "up",
        "out",
        "into",
        "over",
        "after",
        "before",
        "again",
        "once",
        "off",
        "down",
        "about",
        "only",
        "just",
        "also",
        "any",
        "some",
        "all",
        "both",
        "each",
        "other",
        "more",
        "most",
        "such",
        "own",
        "same",
        "one",
    ]
)
"""English words that carry no meaning in a search."""
_NEAR = 0.8
"""Least similarity, 0 to 1, of a misspelt word to the word it stands for."""
_LONG = 4
"""Least number of letters of a word that may be misspelt or abbreviated."""
_EXCERPT = 18
"""Number of words in an excerpt."""


@attrs.frozen
class FoundDocument:
    """A document that matched a query.

    Attributes:
        number: Number of the document, from 0.
        score: Relevance by BM25, higher is better; comparable within one search only.
    """

    number: int
    score: float


@attrs.frozen
class Grasp:
    """How much of a query the documents cover.

    Attributes:
        fit: Score of the best document, as a share of the total weight of the query's meaningful words.
        known: Share of these words that occur in at least one document, 0 to 1.
        strange: Words that occur in no document and resemble no word of one.
    """

    fit: float
    known: float
    strange: tuple[str, ...]


class FullText:
    """Searchable documents, all with the same fields, in a database that `write` has filled.

    Args:
        database: The database.
        weights: Weight of a word, field by field.
        slips: Most misspelt words that are corrected, since each takes a while; None for no limit.
    """

    def __init__(self, database: sqlite3.Connection, weights: Sequence[float], slips: int | None = None) -> None:
        self._database, self._slips = database, slips
        self._rank = f"bm25(documents, {', '.join(map(str, weights))})"
        self._near: dict[str, list[str]] = {}

    @classmethod
    def of(cls, documents: Iterable[Sequence[str]], weights: Sequence[float]) -> FullText:
        """Return a searchable collection of documents in memory.

        Args:
            documents: The fields of each document.
            weights: Weight of a word, field by field.
        """
        database = MemoryDatabase(":memory:")
        write(database, documents, len(weights))
        return cls(database, weights)

    def find(self, query: str, among: Collection[int] | None = None) -> list[FoundDocument]:
        """Return the documents that contain words of a query, the best first.

        Two adjacent words of the query count once more in a document where they are adjacent.

        Args:
            query: The query, in any words.
            among: Numbers of the documents to search; None for all.

        >>> FullText.of([["went back for more"], ["a card fell"]], [1.0]).find("he went bakc")[0].number
        0
        """
        spoken = tokens(query)
        wanted = [word for word in dict.fromkeys(spoken) if word not in SMALL]
        pairs = [f'"{first} {second}"' for first, second in itertools.pairwise(spoken)]
        terms = [term for word in wanted for term in self._meant(word)]
        if not terms:
            return []
        alternatives = " OR ".join([*terms, *dict.fromkeys(pairs)])
        rows = self._database.execute(
            f"SELECT rowid, {self._rank} FROM documents WHERE documents MATCH ? ORDER BY 2, 1",  # noqa: S608 - words of our own
            (alternatives,),
        )
        return [FoundDocument(number, -score) for number, score in rows if among is None or number in among]

    def grasp(self, query: str, hits: Sequence[FoundDocument]) -> Grasp:
        """Return how much of a query the documents cover.

        Args:
            query: The query.
            hits: The result of `find` for it.
        """
        words = [word for word in dict.fromkeys(tokens(query)) if word not in EMPTY]
        (of,) = self._database.execute("SELECT count(*) FROM documents").fetchone()
        counted = {word: self._having(word) for word in words}
        most = sum(math.log(1 + (of - having + 0.5) / (having + 0.5)) for having in counted.values())
        if not most:
            return Grasp(0.0, 0.0, ())
        strange = [word for word, having in counted.items() if not having]
        fit = max((hit.score for hit in hits), default=0.0) / most
        return Grasp(fit, 1 - len(strange) / len(words), tuple(word for word in strange if not self.near(word)))

    def having_all(self, query: str) -> list[int]:
        """Return the numbers of the documents that contain every word of a query, in any form and order.

        >>> FullText.of([["he bets out of his turn"], ["a bet"]], [1.0]).having_all("a bet out of turn")
        [0]
        """
        wanted = [f'"{word}"' for word in dict.fromkeys(tokens(query)) if word not in SMALL]
        if not wanted:
            return []
        rows = self._database.execute("SELECT rowid FROM documents WHERE documents MATCH ? ORDER BY 1", (" AND ".join(wanted),))
        return [number for (number,) in rows]

    def says(self, *phrases: str) -> bool:
        """Return whether a document contains one of some phrases, word for word in any grammatical form."""
        return bool(phrases) and self._having(*(" ".join(tokens(phrase)) for phrase in phrases)) > 0

    def _having(self, *phrases: str) -> int:
        """Return the number of documents that contain any of some phrases."""
        query = " OR ".join(f'"{phrase}"' for phrase in phrases)
        (having,) = self._database.execute("SELECT count(*) FROM documents WHERE documents MATCH ?", (query,)).fetchone()
        return int(having)

    def knows(self, word: str) -> bool:
        """Return whether any document contains a word in exactly this spelling."""
        return self._database.execute("SELECT 1 FROM words WHERE word = ?", (word,)).fetchone() is not None

    def _meant(self, word: str) -> list[str]:
        """Return the search terms for a word: itself, and for an unknown word also those it may be a misspelling of."""
        if len(word) < _LONG or self.knows(word):
            return [f'"{word}"']
        return [f'"{word}"*', *(f'"{near}"' for near in self.near(word))]

    def near(self, word: str) -> list[str]:
        """Return the words of the documents that a misspelt word may stand for.

        Empty once as many words have been corrected as the limit allows.
        """
        if word not in self._near and self._slips is not None and len(self._near) >= self._slips:
            return []
        if word not in self._near:
            # Two texts are never more similar than their lengths allow, nor than the letters that they share.
            shortest, longest = _NEAR / (2 - _NEAR) * len(word), (2 - _NEAR) / _NEAR * len(word)
            rows = self._database.execute("SELECT word FROM words WHERE length(word) BETWEEN ? AND ?", (shortest, longest))
            shared = set(word).__contains__
            alike = [known for (known,) in rows if 2 * sum(map(shared, known)) / (len(word) + len(known)) >= _NEAR]
            self._near[word] = difflib.get_close_matches(word, alike, n=2, cutoff=_NEAR)
        return self._near[word]


def write(database: sqlite3.Connection, documents: Iterable[Sequence[str]], fields: int) -> None:
    """Index documents in an empty database, without their texts, and list every word in its original spelling.

    Args:
        database: The database.
        documents: The fields of each document; the first gets the number 0.
        fields: Number of fields of each document.
    """
    known: set[str] = set()

    def taken(text: str) -> str:
        """Return a text in the form of the index: its normalized words, with sentences kept apart."""
        lines = [tokens(line) for line in text.splitlines()]
        known.update(word for line in lines for word in line)
        return " . ".join(" ".join(line) for line in lines)

    names = ", ".join(f"f{number}" for number in range(fields))
    database.execute(f"CREATE VIRTUAL TABLE documents USING fts5({names}, content='', tokenize='porter unicode61')")
    database.execute("CREATE TABLE words (word TEXT PRIMARY KEY) WITHOUT ROWID")
    rows = [[number, *map(taken, document)] for number, document in enumerate(documents)]
    marks = ", ".join("?" * (fields + 1))
    database.executemany(f"INSERT INTO documents(rowid, {names}) VALUES ({marks})", rows)  # noqa: S608 - the names are our own
    database.executemany("INSERT INTO words VALUES (?)", [(word,) for word in sorted(known)])
    database.commit()


def excerpts(documents: Iterable[Iterable[str]], query: str) -> list[str]:
    """Return for each document, given as its texts, the line that best matches the query; an empty text if no line does.

    >>> excerpts([["A card fell.", "The dealer burned two cards before the turn."], ["Nobody acts."]], "burning")
    ['The dealer burned two cards before the turn.', '']
    """
    terms = " OR ".join(f'"{word}"' for word in dict.fromkeys(tokens(query)) if word not in SMALL)
    best_lines: list[str] = []
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE VIRTUAL TABLE texts USING fts5(said, tokenize='porter unicode61')")
        for texts in documents:
            database.executemany("INSERT INTO texts VALUES (?)", [(" ".join(text.split()),) for text in texts])
            row = (
                terms
                and database.execute(
                    f"SELECT snippet(texts, 0, '', '', ' ... ', {_EXCERPT}) FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 1",  # noqa: S608
                    (terms,),
                ).fetchone()
            )
            best_lines.append(str(row[0]).strip() if row else "")
            database.execute("DELETE FROM texts")
    return best_lines


def fold(text: str) -> str:
    """Return a text in lower case without accents.

    >>> fold("Arrêté")
    'arrete'
    """
    if text.isascii():
        return text.casefold()
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)).casefold()


def tokens(text: str) -> list[str]:
    """Return the words of a text in the form of the index: in lower case, without accents and apostrophes.

    >>> tokens("He didn't — Arrêté!")
    ['he', 'didnt', 'arrete']
    """
    return WORD.findall(re.sub(r"['\u2019]", "", fold(text)))
