"""The ruling on a fault: from facts as somebody gives them, and a rule set, to a ruling."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dealerkit.errors import UnknownName
from dealerkit.rules.files import today
from dealerkit.rules.sets import RuleSet, at_one_moment, by_its_facts, rule_set
from dealerkit.rulings.combination import decide_several
from dealerkit.rulings.contradictions import refuse
from dealerkit.rulings.decision import Ruling, decide
from dealerkit.rulings.dispute_window import with_window
from dealerkit.rulings.facts import known_facts, known_faults


@at_one_moment()
def rule(
    facts: Mapping[str, object],
    rules: str | Path | RuleSet = "us",
    *,
    said: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
) -> Ruling:
    """Return the ruling on a fault, or on several faults of one hand.

    Args:
        facts: `fault`, a name, or `faults`, a list of names; and the known facts, by name. `dealerkit explain FAULT` lists those
            that can be given.
        rules: A rule set, its name, or the path of a house's own file.
        said: Those of the facts that people said, which are refused if two of them contradict each other; None for all of them.
            Facts from a record or an open case are not refused.
        options: Options of the game in force, by which bets are added up; None for those that the set fixes.

    Raises:
        UnknownName: If there is no such fault, fact, value or rule set.
        Contradiction: If two of the facts that were said cannot both be true.
        BetsError: If the given bets cannot be understood.
        RuleFileError: If the rule set cannot be used.

    >>> ruling = rule({"fault": "boxed_card"}, rules="us")
    >>> ruling.outcome, ruling.rules, ruling.remedies
    ('card_replaced', ('BI-03',), ('RB-13',))
    >>> rule({"fault": "boxed_card"}, rules="macau").outcome
    'card_plays'
    >>> rule({"fault": "stuck_cards"}).needs
    ('order_certain',)
    """
    _usable(facts, rules)
    return _rule(rules if isinstance(rules, RuleSet) else rule_set(rules), facts, said, options)


@by_its_facts
def _rule(
    rule_set: RuleSet, facts: Mapping[str, object], facts_given: Mapping[str, object] | None, options: Mapping[str, object] | None
) -> Ruling:
    rest = dict(facts)
    named = _named(rest.pop("fault", None), rest.pop("faults", None))
    rest = {name if name in known_facts() else today("facts", name): value for name, value in rest.items()}
    if named == [""]:
        raise UnknownName(
            kind="fault", name="", allowed="the name of a fault, such as 'boxed_card'; `dealerkit rule` lists all faults"
        )
    for fault in named:
        if fault not in rule_set.faults and fault not in known_faults():
            raise UnknownName(kind="fault", name=fault, known=[*known_faults(), *rule_set.faults])
    for fault in named:
        refuse(fault, rest if facts_given is None else facts_given)
    alone = len(named) == 1
    ruling = (
        decide(rule_set, named[0], rest, options, written=True)
        if alone
        else decide_several(rule_set, named, rest, options, written=True)
    )
    return with_window(rule_set, ruling)


def _usable(facts: object, rules: object) -> None:
    """Refuse what no facts and no rule set can be.

    Raises:
        UnknownName: If the facts are not a map of names, or the rules are neither a set nor the name or path of one.
    """
    if not isinstance(facts, Mapping):
        raise UnknownName(kind="map of facts", name=repr(facts), allowed="a map such as {'fault': 'boxed_card'}")
    for name in facts:
        if not isinstance(name, str):
            raise UnknownName(kind="fact", name=repr(name), allowed="the name of a fact, as text")
    if not isinstance(rules, str | Path | RuleSet):
        raise UnknownName(kind="rule set", name=repr(rules), allowed="its name or its path")


def _named(fault: object, faults: object) -> list[str]:
    """Return the names of the faults: one name, and a list or a text with commas for several."""
    several = faults.split(",") if isinstance(faults, str) else list(faults) if isinstance(faults, list | tuple) else []
    return [str(name).strip() for name in ([fault] if fault is not None else []) + several] or [""]
