"""The reading difficulty of a text: the grade by Flesch and Kincaid, of running sentences. And the parts of editions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dealerkit.rules.games import Game
from dealerkit.rulings.facts import is_question
from dealerkit.sheets import parts
from dealerkit.sheets.differences import departures
from dealerkit.sheets.disputes import PrintedDecision, moments
from dealerkit.sheets.editions.edition import EditionOrder
from dealerkit.sheets.model import Work
from dealerkit.sheets.procedure import procedure
from dealerkit.sheets.tables import tables

_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
_VOWELS = re.compile(r"[aeiouy]+")
FEWEST = 5
"""A line of fewer words is a heading or a cell, not a sentence."""


def syllables(word: str) -> int:
    """Return the number of syllables of a word, estimated from its letters.

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
    """Return the school grade of texts: 0.39 words a sentence and 11.8 syllables a word, less 15.59.

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


class Parts:
    """The printed parts of a game's editions: options, equipment, tables, steps, rules, chances, departures, works."""

    def __init__(self, dealt: Game, lang: str = "en") -> None:
        self.context = EditionOrder((dealt,), lang).context()
        self.departures = departures(self.context)
        self.options = parts.options(self.context)
        self.equipment = parts.equipment(self.context)
        self.tables = tuple(tables(self.context))
        self.procedure = procedure(self.context)
        self.rules = parts.rule_book(self.context)
        self.odds = parts.odds(self.context)

    @property
    def decisions(self) -> list[PrintedDecision]:
        """All rulings, by moment."""
        listed = [one for moment in moments(self.context) for one in moment.disputes]
        return [one for dispute in listed if not is_question(dispute.fault) for one in dispute.decisions]

    @property
    def sources(self) -> tuple[Work, ...]:
        """All cited works, including those of rulings."""
        assert self.decisions is not None  # making them adds their citations
        return self.context.cited.works()
