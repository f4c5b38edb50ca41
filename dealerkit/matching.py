"""Full-text search that forgives case, plurals and slips of the finger. Knows nothing of cards."""

from __future__ import annotations

import difflib
import functools
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

import attrs

# A word of Latin letters or digits; a Chinese character stands for itself, because its words are not parted.
WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]")
SMALL = frozenset(
    ["a", "an", "and", "are", "at", "be", "by", "for", "if", "in", "is", "it", "of", "on", "or", "the", "to", "was", "with"]
)
EXCERPT = 100  # characters on the screen


def fold(said: str) -> str:
    """Return a text in small letters without accents.

    >>> fold("Arrêté")
    'arrete'
    """
    return "".join(sign for sign in unicodedata.normalize("NFKD", said) if not unicodedata.combining(sign)).casefold()


@functools.lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return what a word has in common with its plural and its other forms.

    >>> [stem(word) for word in ("cards", "bodies", "misses", "burned", "tapping", "pays")]
    ['card', 'body', 'miss', 'burn', 'tap', 'pay']
    """
    if word.isdecimal() or len(word) < 4:
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def words(said: str) -> list[str]:
    """Return the stems of a text's words, small words left out.

    >>> words("The burned cards")
    ['burn', 'card']
    """
    return [stem(word) for word in WORD.findall(fold(said)) if word not in SMALL]


@attrs.frozen
class Match:
    """A document that was found.

    Attributes:
        number: Which document, counted from 0.
        score: How well it fits; only good for comparing.
        words: The stems in it that were looked for.
    """

    number: int
    score: float
    words: frozenset[str]


class Index:
    """Documents to be searched: each is a list of texts with the weight of a word in it."""

    def __init__(self, documents: Iterable[Sequence[tuple[float, str]]]) -> None:
        self._weights: list[dict[str, float]] = []
        for fields in documents:
            weights: dict[str, float] = {}
            for least, said in fields:
                stems = words(said)
                weight = least * (1 + 2 / max(2, len(stems)))  # a word means more where few others stand
                for word in stems:
                    # Said twice counts for more, but never as much as twice.
                    weights[word] = max(weights.get(word, 0.0), weight) + (0.1 if word in weights else 0.0)
            self._weights.append(weights)
        self._held: dict[str, list[int]] = {}
        for number, weights in enumerate(self._weights):
            for word in weights:
                self._held.setdefault(word, []).append(number)

    def find(self, query: str) -> list[Match]:
        """Return the documents that fit, the best first.

        If some have every word, only those; otherwise those that have the most.
        """
        wanted = [self._near(word) for word in dict.fromkeys(words(query))]
        scores: dict[int, float] = {}
        hits: dict[int, int] = {}
        seen: dict[int, set[str]] = {}
        for near in wanted:
            best: dict[int, float] = {}
            for word, likeness in near.items():
                rarity = math.log(1 + len(self._weights) / len(self._held[word]))
                for number in self._held[word]:
                    best[number] = max(best.get(number, 0.0), likeness * rarity * self._weights[number][word])
                    seen.setdefault(number, set()).add(word)
            for number, score in best.items():
                scores[number] = scores.get(number, 0.0) + score
                hits[number] = hits.get(number, 0) + 1
        most = max(hits.values(), default=0)
        enough = most - 1 if 3 <= most < len(wanted) else most
        found = [Match(number, score, frozenset(seen[number])) for number, score in scores.items() if hits[number] >= enough]
        return sorted(found, key=lambda match: (-hits[match.number], -match.score, match.number))

    def _near(self, word: str) -> Mapping[str, float]:
        """Return the known words that a word may stand for, and how alike they are."""
        if word in self._held:
            near = {word: 1.0}
        else:
            close = difflib.get_close_matches(word, self._held, n=3, cutoff=0.76) if len(word) > 3 else []
            near = {known: 0.5 * difflib.SequenceMatcher(None, word, known).ratio() for known in close}
        if len(word) > 3:
            near.update({known: 0.4 for known in self._held if known.startswith(word) and known not in near})
        return near


def excerpt(said: str, found: Iterable[str], length: int = EXCERPT) -> str:
    """Return the part of a text where words that were looked for stand closest, whole words only.

    >>> excerpt("one two three four five six seven eight nine ten", ["eight"], 24)
    '... six seven eight ...'
    """
    said = " ".join(said.split())
    if len(said) <= length:
        return said
    wanted = set(found)
    parts = said.split(" ")
    marks = [bool(wanted & set(words(part))) for part in parts]
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + len(part) + 1)
    best = (-1, 0, 0)
    for first in range(len(parts)):
        last = first
        while last < len(parts) and starts[last + 1] - starts[first] <= length - 6:
            last += 1
        best = max(best, (sum(marks[first:last]), -abs(first - _lead(marks, first, last)), -first))
    first = -best[2]
    last = first
    while last < len(parts) and starts[last + 1] - starts[first] <= length - 6:
        last += 1
    middle = " ".join(parts[first:last])
    return ("... " if first else "") + middle + (" ..." if last < len(parts) else "")


def _lead(marks: Sequence[bool], first: int, last: int) -> int:
    """Return where an excerpt would best begin: two words before the first mark in it."""
    at = next((at for at in range(first, last) if marks[at]), first)
    return max(0, at - 2)
