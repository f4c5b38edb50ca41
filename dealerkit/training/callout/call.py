"""Calls: a patron's act with the dealer's right answer, or a question that only the person who deals can answer."""

from __future__ import annotations

from collections.abc import Generator as Talk
from collections.abc import Iterable, Mapping
from random import Random

import attrs

from dealerkit.training.generators import Setting


@attrs.frozen
class Call:
    """An act of a patron, called out, and the dealer's right answer to it.

    Attributes:
        hand: Number of the hand or coup, from 1.
        cell: What is practised, in words: `string bet`, `how much to me`, `payouts`.
        say: The words called out, line by line.
        reveal: The dealer's right words and acts, line by line.
        rules: Ids of the rules.
        codes: Codes of the slips that can be marked for it.
    """

    hand: int
    cell: str
    say: tuple[str, ...]
    reveal: tuple[str, ...]
    rules: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


@attrs.frozen
class Ask:
    """A question about something that only the person who deals can see, such as the winning hand.

    Attributes:
        question: The question.
        keys: The keys that answer it, each with its meaning.
    """

    question: str
    keys: Mapping[str, str]


Calls = Talk[Call | Ask, str, None]
"""Generator of calls and questions, without end; a key is sent back for each `Ask`."""


@attrs.frozen
class CallWords:
    """The phrases of a call-out drill: patrons' acts and words, the dealer's words, the slips to mark.

    Attributes:
        where: The drill at a level.
        hand: Number of the present hand, from 1.
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
        """Return the dealer's right words or act, filled in.

        Args:
            name: Name of the phrase; if the drill has no such phrase, the name itself is used.
            **slots: The values of the `{name}`s in the phrase.
        """
        return str(self.where.told("dealer", {}).get(name, name)).format(**slots)

    def codes(self, *names: str) -> tuple[str, ...]:
        """Return the codes of the slips that can be marked for certain calls, without those that the rule set does not have.

        Args:
            names: The names of the calls in the drill's file.
        """
        game, known = self.where.game, self.where.told("codes", {})
        names_ = dict.fromkeys(code for name in names for code in known.get(name, ()))
        return tuple(code for code in names_ if game.rules is None or code in game.rules.findings)

    def cited(self, codes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the rules that the first finding with any rules cites; empty if none of them cites one.

        Args:
            codes: The codes of the findings.
        """
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
        """Return a call of the present hand.

        Args:
            cell: The name of the call in the drill's file, which is what is practised.
            say: The words called out, line by line.
            reveal: The dealer's right words and acts, line by line; empty lines are left out.
            rules: Ids of the rules; if empty, those that the findings cite.
            codes: Codes of the findings that can be marked for it; None for those of the call's name.
        """
        codes = self.codes(cell) if codes is None else codes
        name = str(self.where.told("cells", {}).get(cell, cell))
        return Call(self.hand, name, tuple(say), tuple(row for row in reveal if row), tuple(rules) or self.cited(codes), codes)
