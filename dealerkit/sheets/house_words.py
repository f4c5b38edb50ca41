"""The words of a house on its papers: its own rules, its sentences instead of ours, its money and its helpline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

import attrs

from dealerkit.rules.entries import Text

READERS: Final = ("player", "wall", "dealer", "floor", "book", "control")
"""The editions that print a house's own rules."""
USUAL_READERS: Final = ("player", "floor", "book")
"""Those on which a rule stands that names none."""
ADOPTED: Final = "adopted"
"""Where sources are told (`sources`) of a house that has adopted its rules: it is their source, and what was read ends there."""


@attrs.frozen
class HouseRule:
    """A rule of the house that belongs to no fault, such as how long a seat is held.

    Attributes:
        name: Its id in the house's file.
        title: Its title, a text.
        text: What it says.
        readers: The editions on which it stands, of `READERS`.
        games: The games it is for, by id; empty for all.
    """

    name: str
    title: Text
    text: Text
    readers: tuple[str, ...] = USUAL_READERS
    games: tuple[str, ...] = ()


@attrs.frozen
class HouseSentence:
    """A sentence of the house instead of a printed one.

    Attributes:
        text: What it says.
        games: The games it is for, by id; empty for all.
    """

    text: Text
    games: tuple[str, ...] = ()


@attrs.frozen
class Currency:
    """The money of a house.

    Attributes:
        symbol: Its sign, as `$` or `kr`.
        place: Where that stands, `before` an amount or `after` it.
    """

    symbol: str
    place: Literal["before", "after"] = "before"

    def amount(self, text: str) -> str:
        """Return an amount with its currency sign; a sign after the amount is set off by a space.

        >>> Currency("$").amount("25"), Currency("kr", "after").amount("1,000")
        ('$25', '1,000\\xa0kr')
        """
        return f"{self.symbol}{text}" if self.place == "before" else f"{text}\u00a0{self.symbol}"


@attrs.frozen(eq=False)
class HouseWords:
    """Everything that a house says on its papers in its own words.

    Attributes:
        rules: Its own rules, in the order of its file.
        sentences: Its sentences instead of printed ones, each by the name of the other: the id of a rule of the rule book,
            `step/NAME`, `card/LINE`, `player/SECTION/LINE`, `ruling/FAULT/CASE`, or the number of a clause in its book.
        currency: Its money; None where amounts are bare numbers.
        printed: For each game the names of all sentences that were printed of it so far, whosever they are; none while the house
            puts nothing in their place.
    """

    rules: tuple[HouseRule, ...] = ()
    sentences: Mapping[str, HouseSentence] = attrs.field(factory=dict)
    currency: Currency | None = None
    printed: dict[str, set[str]] = attrs.field(factory=dict, init=False, repr=False)

    def rules_for(self, reader: str, game: str) -> Iterator[HouseRule]:
        """Yield the rules that stand on an edition of a game."""
        for rule in self.rules:
            if reader in rule.readers and (not rule.games or game in rule.games):
                yield rule

    def sentence(self, name: str, game: str) -> Text | None:
        """Return the house's words in place of a sentence about a game; None if it has none."""
        if not self.sentences:
            return None
        self.printed.setdefault(game, set()).add(name)
        own = self.sentences.get(name)
        return own.text if own is not None and (not own.games or game in own.games) else None


NO_WORDS: Final = HouseWords()
"""The words of nobody: everything is printed as it is."""
