"""Arguments that players make in a dispute. Each is noted; if a rule says why it does not count, the answer names that rule.

Arguments that are often heard are listed in `facts.yaml` (`arguments`): the words by which each is recognized, the faults in
which it comes up, and why it does not count. Some of them are facts on which a ruling can depend (`is_fact`); the answer then
asks for the fact itself.
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
    """An argument that was noted.

    Attributes:
        said: The words of the player.
        because: Why it does not count, or how it would count.
        rule: Id of the rule that says so; empty if none does.
        fact: Name of the fact that the argument amounts to, if it counts once it is given as that fact; empty for none.
    """

    said: str
    because: str
    rule: str = ""
    fact: str = ""


def arguments_of(fault: str, facts: Mapping[str, object]) -> tuple[Argument, ...]:
    """Return the arguments made in a dispute, each with the reason why it does not count.

    Args:
        fault: The fault in dispute, a name of `facts.yaml`.
        facts: The facts of the dispute; the arguments are in `argued`.

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
