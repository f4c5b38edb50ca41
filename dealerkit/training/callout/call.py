"""Calls: a patron's act with the dealer's right answer, or a question that only the person who deals can answer."""

from __future__ import annotations

from collections.abc import Generator as Talk
from collections.abc import Iterable, Mapping
from random import Random

import attrs

from dealerkit.training.generators import Setting


@attrs.frozen
class Call:
    """An act of the patrons, called out.

    Attributes:
        hand: Number of the hand or coup, from 1.
        cell: The practised cell: `string bet`, `how much to me`, `payouts`.
        say: The words called out, line by line.
        reveal: The dealer's right words and acts, line by line.
        rules: Ids of the rules.
        codes: The slips that can be marked for it.
    """

    hand: int
    cell: str
    say: tuple[str, ...]
    reveal: tuple[str, ...]
    rules: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


@attrs.frozen
class Ask:
    """A question about something that only the person who deals sees, such as the winning hand; the answer is one of its keys.

    Attributes:
        question: The question.
        keys: Meaning of each key.
    """

    question: str
    keys: Mapping[str, str]


Calls = Talk[Call | Ask, str, None]
"""Generator of calls and questions, without end; a key is sent back for each `Ask`."""


@attrs.frozen
class CallWords:
    """The phrases of a level: patrons' acts and words, the dealer's words, the slips to mark.

    Attributes:
        where: The drill at a level.
        hand: Number of the present hand.
    """

    where: Setting
    hand: int

    def patron(self, name: str, rng: Random, **slots: object) -> str:
        """Return a patron's words.

        Args:
            name: Name of the phrase; if the drill has no such phrase, the name itself is used.
            rng: The random source that chooses among several wordings.
            **slots: The values of the `{name}`s in the phrase.
        """
        phrase = self.where.told("phrases", {}).get(name, name)
        return str(phrase if isinstance(phrase, str) else rng.choice(phrase)).format(**slots)

    def dealer(self, name: str, **slots: object) -> str:
        """Return the dealer's right words or act."""
        return str(self.where.told("dealer", {}).get(name, name)).format(**slots)

    def codes(self, *names: str) -> tuple[str, ...]:
        """Return the codes of the findings that can be marked for some calls, of those that the rule set has."""
        game, known = self.where.game, self.where.told("codes", {})
        names_ = dict.fromkeys(code for name in names for code in known.get(name, ()))
        return tuple(code for code in names_ if game.rules is None or code in game.rules.findings)

    def cited(self, codes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the rules cited by the first of some findings that cites any."""
        rules = self.where.game.rules
        cited = (tuple(rules.findings[code].get("cite", ())) for code in codes) if rules is not None else ()
        return next((cited_rules for cited_rules in cited if cited_rules), ())

    def call(
        self,
        cell: str,
        say: Iterable[str],
        reveal: Iterable[str],
        rules: Iterable[str] = (),
        codes: tuple[str, ...] | None = None,
    ) -> Call:
        """Return a call; its rules are the given ones, or else those of the findings that can be marked.

        Args:
            cell: The practised cell.
            say: The words called out, line by line.
            reveal: The dealer's right words and acts, line by line; empty lines are left out.
            rules: Ids of the rules.
            codes: The findings that can be marked for it; None for those of its cell.
        """
        codes = self.codes(cell) if codes is None else codes
        name = str(self.where.told("cells", {}).get(cell, cell))
        return Call(self.hand, name, tuple(say), tuple(row for row in reveal if row), tuple(rules) or self.cited(codes), codes)
