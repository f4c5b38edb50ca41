"""Full-text search by SQLite (FTS5): Porter's stems, ranked by BM25; slips of the finger forgiven. Knows nothing of cards."""

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

# A word of Latin letters or digits; a Chinese character stands for itself, because its words are not parted.
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
"""Least likeness, 0 to 1, of a misspelt word and the word that it stands for."""
_LONG = 4
"""Letters that a word needs before a slip of the finger in it, or its end left out, is forgiven."""
_EXCERPT = 18
"""Words of an excerpt."""


@attrs.frozen
class FoundDocument:
    """A document that was found.

    Attributes:
        number: Which document, counted from 0.
        score: How well it fits: BM25, more is better; good for comparing within one search.
    """

    number: int
    score: float


@attrs.frozen
class Grasp:
    """How much of a query some documents cover.

    Attributes:
        fit: The best document's score, as a share of the weight of all meaningful words of the query.
        known: The share of these words in any document, 0 to 1.
        strange: Words in no document, like no word of one.
    """

    fit: float
    known: float
    strange: tuple[str, ...]


class FullText:
    """Documents to be searched, each with the same fields, as `write` has put them into a database.

    Args:
        database: The database.
        weights: Weight of a word in each field.
        slips: In so many different words a slip of the finger is forgiven, which takes a while each; None for any number.
    """

    def __init__(self, database: sqlite3.Connection, weights: Sequence[float], slips: int | None = None) -> None:
        self._database, self._slips = database, slips
        self._rank = f"bm25(documents, {', '.join(map(str, weights))})"
        self._near: dict[str, list[str]] = {}

    @classmethod
    def of(cls, documents: Iterable[Sequence[str]], weights: Sequence[float]) -> FullText:
        """Return a catalogue of documents in memory.

        Args:
            documents: The fields of each document.
            weights: Weight of a word in each field.
        """
        database = MemoryDatabase(":memory:")
        write(database, documents, len(weights))
        return cls(database, weights)

    def find(self, query: str, among: Collection[int] | None = None) -> list[FoundDocument]:
        """Return the documents with words of a query, the best first; only some of them, if they are named.

        Two words side by side count once more in a document that has them side by side.

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
        """Return the numbers of documents with every word of a query, in any form and order.

        >>> FullText.of([["he bets out of his turn"], ["a bet"]], [1.0]).having_all("a bet out of turn")
        [0]
        """
        wanted = [f'"{word}"' for word in dict.fromkeys(tokens(query)) if word not in SMALL]
        if not wanted:
            return []
        rows = self._database.execute("SELECT rowid FROM documents WHERE documents MATCH ? ORDER BY 1", (" AND ".join(wanted),))
        return [number for (number,) in rows]

    def says(self, *phrases: str) -> bool:
        """Tell whether a document has one of some phrases, word by word in any form."""
        return bool(phrases) and self._having(*(" ".join(tokens(phrase)) for phrase in phrases)) > 0

    def _having(self, *phrases: str) -> int:
        """Return how many documents have any of some phrases."""
        query = " OR ".join(f'"{phrase}"' for phrase in phrases)
        (having,) = self._database.execute("SELECT count(*) FROM documents WHERE documents MATCH ?", (query,)).fetchone()
        return int(having)

    def knows(self, word: str) -> bool:
        """Return whether a word, spelled exactly so, is in any document."""
        return self._database.execute("SELECT 1 FROM words WHERE word = ?", (word,)).fetchone() is not None

    def _meant(self, word: str) -> list[str]:
        """Return a word as a term of a query; for an unknown word also the words it may be a misspelling of."""
        if len(word) < _LONG or self.knows(word):
            return [f'"{word}"']
        return [f'"{word}"*', *(f'"{near}"' for near in self.near(word))]

    def near(self, word: str) -> list[str]:
        """Return the words of the documents that a word with a slip of the finger in it may stand for.

        None where slips were looked for in as many words as they are forgiven in.
        """
        if word not in self._near and self._slips is not None and len(self._near) >= self._slips:
            return []
        if word not in self._near:
            # Two texts are never more alike than their lengths, nor than the letters that both have.
            shortest, longest = _NEAR / (2 - _NEAR) * len(word), (2 - _NEAR) / _NEAR * len(word)
            rows = self._database.execute("SELECT word FROM words WHERE length(word) BETWEEN ? AND ?", (shortest, longest))
            shared = set(word).__contains__
            alike = [known for (known,) in rows if 2 * sum(map(shared, known)) / (len(word) + len(known)) >= _NEAR]
            self._near[word] = difflib.get_close_matches(word, alike, n=2, cutoff=_NEAR)
        return self._near[word]


def write(database: sqlite3.Connection, documents: Iterable[Sequence[str]], fields: int) -> None:
    """Put documents into an empty database, to be found there but not to be read, and beside them every word as it is written.

    Args:
        database: The database.
        documents: The fields of each document; the first gets the number 0.
        fields: How many fields each has.
    """
    known: set[str] = set()

    def taken(text: str) -> str:
        """Take a text in: its words as they are looked for, sentences apart."""
        lines = [tokens(line) for line in text.splitlines()]
        known.update(word for line in lines for word in line)
        return " . ".join(" ".join(line) for line in lines)

    names = ", ".join(f"f{number}" for number in range(fields))
    database.execute(f"CREATE VIRTUAL TABLE documents USING fts5({names}, content='', tokenize='porter unicode61')")
    database.execute("CREATE TABLE words (word TEXT PRIMARY KEY) WITHOUT ROWID")
    rows = [[number, *map(taken, document)] for number, document in enumerate(documents)]
    marks = ", ".join("?" * (fields + 1))
    database.executemany(f"INSERT INTO documents(rowid, {names}) VALUES ({marks})", rows)  # noqa: S608 - names of our own
    database.executemany("INSERT INTO words VALUES (?)", [(word,) for word in sorted(known)])
    database.commit()


def excerpts(documents: Iterable[Iterable[str]], query: str) -> list[str]:
    """Return for each document, given as its texts, the line that fits the query best; empty if none does.

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
    """Return a text in small letters without accents.

    >>> fold("Arrêté")
    'arrete'
    """
    if text.isascii():
        return text.casefold()
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)).casefold()


def tokens(text: str) -> list[str]:
    """Return the words of a text as they are indexed: small letters, no accents, no apostrophes.

    >>> tokens("He didn't — Arrêté!")
    ['he', 'didnt', 'arrete']
    """
    return WORD.findall(re.sub(r"['\u2019]", "", fold(text)))
