"""A patron's words with an act: `Raise to 40`, `100 on Banker`. Silent acts have none."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dealerkit.felt import Act
from dealerkit.felt.numbers import written
from dealerkit.felt.verbs import spoken

ALOUD: Final[Mapping[str, str]] = MappingProxyType({
    "ask": "Can we go {to}?",
    "bet": "{n} on {to}|Bet {n}",
    "bid": "{to}|{n}",
    "bringin": "I bring it in for {n}",
    "call": "Call",
    "check": "Check",
    "claim": "{to}!",
    "declare": "",
    "dispute": "{to}|I dispute that",
    "fold": "Fold",
    "knock": "I knock",
    "name": "{to}",
    "pass": "Pass",
    "pat": "I stand pat",
    "raise": "Raise to {n}",
    "say": "{to} {n}",
    "straddle": "Straddle for {n}",
})  # fmt: skip
"""Words by verb; after a bar, those for an act without a target. Braces are filled from the act."""


def called_out(act: Act) -> str:
    """Return the words that a player says with an act; empty for a silent act, or one that is not a player's.

    >>> called_out(Act.parse("s3 raise 40")), called_out(Act.parse("s1 bet banker 100")), called_out(Act.parse("s2 bet 10"))
    ('Raise to 40', '100 on banker', 'Bet 10')
    >>> called_out(Act.parse("s3 show")), called_out(Act.parse("d burn")), called_out(Act.parse("s3 draw 2"))
    ('', '', '2 cards')
    """
    if not act.seat:
        return ""
    if act.verb == "draw" and act.n is not None:
        return "One card" if act.n == 1 else f"{written(act.n)} cards"
    ways = ALOUD.get(act.verb, "").split("|")
    to = " ".join(spoken(word) for word in act.to)
    way = ways[0] if to or len(ways) == 1 else ways[1]
    words_ = " ".join(way.format(to=to, n="" if act.n is None else written(act.n)).split())
    return words_[:1].upper() + words_[1:]
