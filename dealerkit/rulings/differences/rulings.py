"""Rulings on the same facts under several rule sets: where they differ, and by which fact or rule each difference comes about.

The first set named is the one in force; every other is compared with it. What is done at the table is compared: the outcome,
the remedies and the sums of money. Rules that are cited for the same ruling are named, but they are no difference.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dealerkit.rules.sets import RuleSet
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decision import Ruling, plain
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.outcome_words import OUTCOMES


@attrs.frozen
class Ground:
    """A fact that a rule set goes by where another does not, or knows otherwise.

    Attributes:
        rules_set: The rule set.
        fact: The fact.
        value: What it is there.
    """

    rules_set: str
    fact: str
    value: Value


@attrs.frozen
class RulingDifference:
    """How a ruling differs from that of the first rule set.

    Attributes:
        a: The first rule set.
        b: The other.
        what: In what they differ: `outcome`, `remedies`, `amounts`; empty where they do the same.
        grounds: The facts that make the difference; empty where it is a matter of the rule alone.
        rules: The rules applied that the other does not apply, by rule set.
        say: The difference as a sentence.
    """

    a: str
    b: str
    what: tuple[str, ...]
    grounds: tuple[Ground, ...]
    rules: dict[str, tuple[str, ...]]
    say: str

    def as_json(self) -> dict[str, object]:
        """Return the difference as plain data for JSON."""
        return {
            "rules_sets": [self.a, self.b],
            "differ_in": list(self.what),
            "facts": [{"rules_set": one.rules_set, "fact": one.fact, "value": plain(one.value)} for one in self.grounds],
            "rules": {name: list(ids) for name, ids in self.rules.items()},
            "say": self.say,
        }


def differences(sets: Sequence[RuleSet], rulings: Sequence[Ruling]) -> list[RulingDifference]:
    """Compare each ruling with the first.

    Args:
        sets: The rule sets.
        rulings: Their rulings on the same facts, in the same order.
    """
    if not rulings:
        return []
    return [_difference(sets[0], rulings[0], other, made) for other, made in zip(sets[1:], rulings[1:], strict=True)]


def _difference(a: RuleSet, one: Ruling, b: RuleSet, other: Ruling) -> RulingDifference:
    what = tuple(name for name in ("outcome", "remedies", "amounts") if getattr(one, name) != getattr(other, name))
    mine, theirs = (tuple(rule for rule in x.rules if rule not in y.rules) for x, y in ((one, other), (other, one)))
    rules = {name: ids for name, ids in ((a.name, mine), (b.name, theirs)) if ids}
    grounds: tuple[Ground, ...] = ()
    if what and one.decided and other.decided:
        grounds = _grounds(a, one, b, other)
    return RulingDifference(a.name, b.name, what, grounds, rules, _say(a, one, b, other, what, grounds))


def _grounds(a: RuleSet, one: Ruling, b: RuleSet, other: Ruling) -> tuple[Ground, ...]:
    """Return the facts that make the difference: those known otherwise, else those that only one of the sets asks about and that
    decided there, else those with which one of them would have come to the other's ruling.
    """
    otherwise = [name for name in one.facts if name in other.facts and one.facts[name] != other.facts[name]]
    asked = [decision_list(rules, ruling.fault).facts for rules, ruling in ((a, one), (b, other))]
    if known := [name for name in otherwise if name in asked[0] or name in asked[1]]:
        return tuple(Ground(r.rules_set, name, r.facts[name]) for name in known for r in (one, other))
    if (one.outcome, one.remedies) == (other.outcome, other.remedies):
        return ()  # only sums or seats differ: no fact leads from one ruling to the other
    found: list[Ground] = []
    for ruling, against, not_asked in ((one, other, asked[1]), (other, one, asked[0])):
        ends = (against.outcome, against.remedies)
        bridges = [change.fact for change in ruling.would_change if (change.outcome, change.remedies) == ends]
        deciding = [change.fact for change in ruling.would_change] if one.outcome != other.outcome else []
        own = [name for name in bridges if name not in not_asked] or [name for name in deciding if name not in not_asked]
        found += (Ground(ruling.rules_set, name, ruling.facts[name]) for name in dict.fromkeys(own))
    if found:
        return tuple(found)
    return tuple(
        Ground(ruling.rules_set, change.fact, ruling.facts[change.fact])
        for ruling, against in ((one, other), (other, one))
        for change in ruling.would_change
        if (change.outcome, change.remedies) == (against.outcome, against.remedies)
    )


def _say(a: RuleSet, one: Ruling, b: RuleSet, other: Ruling, what: Sequence[str], grounds: Sequence[Ground]) -> str:
    both = f"{a.name} and {b.name}"
    if not one.decided and not other.decided:
        return f"{both} both need more facts"
    if not (one.decided and other.decided):
        decided, waits = (one, other) if one.decided else (other, one)
        titles = "; ".join(known_facts()[name].title for name in waits.needs)
        return f"{decided.rules_set} can rule on these facts; {waits.rules_set} asks for more: {titles}"
    if not what:
        if one.rules == other.rules:
            return f"{both} rule alike, by {_ids(one.rules)}"
        return f"{both} rule alike, {a.name} by {_ids(one.rules)}, {b.name} by {_ids(other.rules)}"
    if one.outcome != other.outcome:
        said = f"{a.name}: {_outcome(one)}; {b.name}: {_outcome(other)}"
    elif one.remedies != other.remedies:
        said = f"the same outcome, other remedies: {a.name} {_ids(one.remedies)}, {b.name} {_ids(other.remedies)}"
    else:
        said = f"the same outcome, other amounts: {a.name} {_amounts(one)}, {b.name} {_amounts(other)}"
    return f"{said}. {_because(a, one, b, other, grounds)}"


def _because(a: RuleSet, one: Ruling, b: RuleSet, other: Ruling, grounds: Sequence[Ground]) -> str:
    if grounds:
        facts = known_facts()
        parts = []
        for name in (a.name, b.name):
            mine = [f"'{facts[g.fact].title}' ({facts[g.fact].short(g.value)})" for g in grounds if g.rules_set == name]
            if mine:
                parts.append(f"{name} goes by {' and '.join(mine)}")
        return "; ".join(parts)
    return f"On the same facts {a.name} applies {_ids(one.rules)}, {b.name} {_ids(other.rules)} ({other.cite or one.cite})"


def _outcome(ruling: Ruling) -> str:
    return f"{OUTCOMES.get(ruling.outcome, ruling.outcome).partition(':')[0]} ({_ids(ruling.rules)})"


def _amounts(ruling: Ruling) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {amount}" for name, amount in ruling.amounts.items()) or "none"


def _ids(ids: Sequence[str]) -> str:
    return ", ".join(ids) or "none"
