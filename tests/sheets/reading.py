"""How hard a text is to read: the grade by Flesch and Kincaid, of running sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
_VOWELS = re.compile(r"[aeiouy]+")
FEWEST = 5
"""A line of fewer words is a heading or a cell, and no sentence."""


def syllables(word: str) -> int:
    """Count the syllables of a word, as far as its letters tell.

    >>> [syllables(word) for word in ("banker", "the", "table", "placed", "natural", "commission", "once")]
    [2, 1, 2, 1, 3, 3, 1]
    """
    plain = word.lower().replace("'", "").replace("-", "")
    count = len(_VOWELS.findall(plain))
    silent = plain.endswith("e") and not plain.endswith(("le", "ee", "ie")) and count > 1
    silent = silent or (plain.endswith("ed") and not plain.endswith(("ted", "ded")) and count > 1)
    silent = silent or (
        plain.endswith("es") and not plain.endswith(("ses", "ces", "xes", "ges", "hes", "zes", "ies")) and count > 1
    )
    return max(1, count - silent)


def grade(texts: Iterable[str]) -> float:
    """Return the school grade that texts are written for: 0.39 words a sentence and 11.8 syllables a word, less 15.59.

    >>> grade(["The cat sat on the mat."]) < 0 < grade(["Irregularities necessitate supervisory adjudication of settlements."])
    True
    """
    sentences = [
        words
        for said in texts
        for sentence in re.split(r"(?<=[.?!])\s+", said)
        if len(words := _WORD.findall(sentence)) >= FEWEST
    ]
    words = [word for sentence in sentences for word in sentence]
    return 0.39 * len(words) / len(sentences) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59
