"""Rulings: what follows when a deal went wrong, as decision lists of facts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dealerkit.errors import UnknownName
from dealerkit.rules.sets import RuleSet, rule_set
from dealerkit.rulings.decide import OUTCOMES, UNDECIDED, VERIFIED, Change, PassedOver, Ruling, decide
from dealerkit.rulings.facts import Fact, Fault, known_facts, known_faults

__all__ = [
    "OUTCOMES",
    "UNDECIDED",
    "VERIFIED",
    "Change",
    "Fact",
    "Fault",
    "PassedOver",
    "Ruling",
    "decide",
    "known_facts",
    "known_faults",
    "rule",
]


def rule(facts: Mapping[str, object], rules: str | Path | RuleSet = "us") -> Ruling:
    """Rule on a fault.

    Args:
        facts: `fault`, and what is known about it. `dealerkit explain FAULT` lists what can be said.
        rules: A rule set, its name, or the path of a house's own file.

    Raises:
        UnknownName: If there is no such fault, fact, value or rule set.
        RuleFileError: If the rule set cannot be used.

    >>> ruling = rule({"fault": "boxed_card"}, rules="us")
    >>> ruling.outcome, ruling.rules, ruling.remedies
    ('card_replaced', ('BI-03',), ('RB-13',))
    >>> rule({"fault": "boxed_card"}, rules="macau").outcome
    'card_plays'
    >>> rule({"fault": "stuck_cards"}).needs
    ('order_certain',)
    """
    found = rules if isinstance(rules, RuleSet) else rule_set(rules)
    rest = dict(facts)
    fault = str(rest.pop("fault", ""))
    if fault not in found.faults and fault not in known_faults():
        kind = "fault"
        raise UnknownName(kind, fault, [*known_faults(), *found.faults])
    return decide(found, fault, rest)
