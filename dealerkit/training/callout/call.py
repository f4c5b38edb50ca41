"""Calls: a patron's act with the dealer's right answer, or a question that only the person who deals can answer."""

from __future__ import annotations

from collections.abc import Generator as Talk
from collections.abc import Iterable, Mapping
from random import Random

import attrs

from dealerkit.training.generators import Setting


@attrs.frozen
class Call:
    """Something that the patrons do.

    Attributes:
        hand: In which hand or coup, from 1.
        cell: The practised cell: `string bet`, `how much to me`, `payouts`.
        say: The words called out, line by line.
        reveal: The dealer's right words and acts, line by line.
        rules: The rules that it rests on.
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
        keys: The key to what it stands for.
    """

    question: str
    keys: Mapping[str, str]


Calls = Talk[Call | Ask, str, None]
"""Calls and questions without end; a key is sent in for each `Ask`."""


@attrs.frozen
class CallWords:
    """The words of a level: patrons' acts and words, the dealer's, the slips to mark.

    Attributes:
        where: The drill at a level.
        hand: The number of the hand that is called out.
    """

    where: Setting
    hand: int

    def patron(self, name: str, rng: Random, **slots: object) -> str:
        """Return a patron's words.

        Args:
            name: The name of the phrase; without such a phrase in the drill, the name itself is said.
            rng: Chooses one of several ways to say it.
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
        """Return a call; without given rules, with those of the findings that can be marked.

        Args:
            cell: The practised cell, by the drill's name for it.
            say: The dealer's right words, line by line.
            reveal: The lines shown afterwards; empty ones are left out.
            rules: The ids of the rules it rests on.
            codes: The findings that can be marked for it; None for those of its cell.
        """
        codes = self.codes(cell) if codes is None else codes
        name = str(self.where.told("cells", {}).get(cell, cell))
        return Call(self.hand, name, tuple(say), tuple(row for row in reveal if row), tuple(rules) or self.cited(codes), codes)
