"""The words of a house on its papers: its own rules, sentences that replace dealerkit's, and its currency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

import attrs

from dealerkit.rules.entries import Text

READERS: Final = ("player", "wall", "dealer", "floor", "book", "control")
"""The editions that print a house's own rules."""
USUAL_READERS: Final = ("player", "floor", "book")
"""The editions with the rules that name no edition."""
ADOPTED: Final = "adopted"
"""The value of `sources` for a house that has adopted its rules: the house is their source, and no source before it is cited."""


@attrs.frozen
class HouseRule:
    """A rule of the house that is not a ruling on a fault, such as how long a seat is held.

    Attributes:
        name: Its id in the house's file.
        title: Its title, a text.
        text: The text of the rule.
        readers: Its editions, from `READERS`.
        games: The ids of its games; empty for all.
    """

    name: str
    title: Text
    text: Text
    readers: tuple[str, ...] = USUAL_READERS
    games: tuple[str, ...] = ()


@attrs.frozen
class HouseSentence:
    """A sentence of the house that replaces one of dealerkit's.

    Attributes:
        text: The text of the sentence.
        games: The ids of its games; empty for all.
    """

    text: Text
    games: tuple[str, ...] = ()


@attrs.frozen
class Currency:
    """The currency of a house.

    Attributes:
        symbol: Its symbol, such as `$` or `kr`.
        place: The place of the symbol, `before` an amount or `after` it.
    """

    symbol: str
    place: Literal["before", "after"] = "before"

    def amount(self, text: str) -> str:
        """Return an amount with its currency symbol; a symbol after the amount is set off by a space.

        >>> Currency("$").amount("25"), Currency("kr", "after").amount("1,000")
        ('$25', '1,000\\xa0kr')
        """
        return f"{self.symbol}{text}" if self.place == "before" else f"{text}\u00a0{self.symbol}"


@attrs.frozen(eq=False)
class HouseWords:
    """All of a house's own words on its papers.

    Attributes:
        rules: Its own rules, in the order of its file.
        sentences: Its sentences, each by the name of the sentence that it replaces: the id of a rule of the rule book,
            `step/NAME`, `card/LINE`, `player/SECTION/LINE`, `ruling/FAULT/CASE`, or the number of a clause in its book.
        currency: Its currency; None if amounts are bare numbers.
        printed: For each game, the names of all sentences printed so far, replaced or not; empty if the house replaces none.
    """

    rules: tuple[HouseRule, ...] = ()
    sentences: Mapping[str, HouseSentence] = attrs.field(factory=dict)
    currency: Currency | None = None
    printed: dict[str, set[str]] = attrs.field(factory=dict, init=False, repr=False)

    def rules_for(self, reader: str, game: str) -> Iterator[HouseRule]:
        """Yield the rules for an edition of a game."""
        for rule in self.rules:
            if reader in rule.readers and (not rule.games or game in rule.games):
                yield rule

    def sentence(self, name: str, game: str) -> Text | None:
        """Return the house's replacement for a sentence about a game; None if it has none."""
        if not self.sentences:
            return None
        self.printed.setdefault(game, set()).add(name)
        own = self.sentences.get(name)
        return own.text if own is not None and (not own.games or game in own.games) else None


NO_WORDS: Final = HouseWords()
"""The words of no house: nothing is replaced."""
