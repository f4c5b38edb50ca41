"""The arguments of a player: noted, and answered with the rule that says why they do not count, where one does.

Arguments that are heard often stand in `facts.yaml` (`arguments`): by what they are known, in which faults, and why they do not
count. Some are facts of their own (`is_fact`): those are to be said as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import attrs

from dealerkit.rules.sets import facts_doc
from dealerkit.rules.texts import text
from dealerkit.rulings.facts import fact_of

if TYPE_CHECKING:
    from dealerkit.rules.entries import Branch

ARGUED: Final = "argued"
"""The fact that holds what was argued, one argument after another with a bar between."""

BETWEEN: Final = " | "


@attrs.frozen
class Argument:
    """An argument that was taken down.

    Attributes:
        said: What was said.
        because: Why it does not count, or how it would.
        rule: The rule that says so; empty where none does.
        fact: The fact that it is, where it does count once it is said as such; empty for none.
    """

    said: str
    because: str
    rule: str = ""
    fact: str = ""


def arguments_of(fault: str, facts: Mapping[str, object]) -> tuple[Argument, ...]:
    """Return the arguments in a dispute, each with the reason why it does not count.

    >>> (one,) = arguments_of("premature_board", {"argued": "We all agree to keep the flop"})
    >>> one.rule
    'IR-21'
    >>> arguments_of("boxed_card", {"argued": "the moon is full"})[0].because
    'the argument is noted; only what happened counts'
    """
    text = str(facts.get(ARGUED) or "")
    return tuple(_argument(fault, part.strip()) for part in text.split(BETWEEN.strip()) if part.strip())


def _argument(fault: str, words: str) -> Argument:
    data: Branch = facts_doc().data.get("arguments", {})
    plain = " ".join(words.casefold().replace("\u2019", "'").split())
    for known in data.values():
        if fault not in known.get("faults", (fault,)) or not any(word in plain for word in known["words"]):
            continue
        fact = str(known.get("is_fact", ""))
        because = f"the desk asks this as a question: {fact_of(fault, fact).question}" if fact else text(known["because"])
        return Argument(words, because, str(known.get("rule", "")), fact)
    return Argument(words, "the argument is noted; only what happened counts")
