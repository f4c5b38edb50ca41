"""Differences in rulings: two rule sets on all possible facts, or several on the facts of one dispute.

Compared is what is done at the table: the outcome, the remedies and the sums of money. Rules and sources that are cited for
the same ruling are no difference; where facts are given, the rules are named all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.errors import UnknownName
from dealerkit.files.screen_text import heading, line
from dealerkit.rules.data import seen_from_here
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import text
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decision import Ruling, fixed_facts, plain
from dealerkit.rulings.decision_lists import Case, decision_list
from dealerkit.rulings.fact_space import Space, in_words
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.outcome_words import OUTCOMES, UNDECIDED

COMPARED = ("outcome", "remedies", "amounts")
"""Keys in which different rulings differ."""


# -- on all facts there can be -----------------------------------------------------------------------------------


@attrs.frozen
class Side:
    """The ruling of one of the sets compared.

    Attributes:
        case: The case that applies; empty if none does.
        outcome: Its outcome; `undecided` if no case applies.
        rules: The ids of the rules it rests on, the one applied first.
        remedies: The ids of the remedies, in order.
        amounts: Sums of money by what they are, named as in `dealerkit.rulings.amounts`.
        where: File and line of what differs; empty if there is none.
    """

    case: str
    outcome: str
    rules: tuple[str, ...] = ()
    remedies: tuple[str, ...] = ()
    amounts: Mapping[str, str] = attrs.field(factory=dict)
    where: str = ""

    def __str__(self) -> str:
        """Outcome, remedies and sums, then rules and place, in a line."""
        if not self.case:
            return "no case fits"
        does = [self.outcome, *self.remedies, *(f"{name} {amount}" for name, amount in self.amounts.items())]
        return f"{', '.join(does)}   {', '.join(self.rules)} ({self.case}, {self.where})"


@attrs.frozen
class OutcomeDifference:
    """Facts on which two sets rule differently.

    Attributes:
        fault: What went wrong.
        title: What went wrong, in words.
        a: What the first set comes to.
        b: What the second set comes to.
        what: In what they differ, of `COMPARED`.
        facts: One example: the facts that have to be said, as `dealerkit rule` takes them.
        example: The same in words.
        classes: How many classes of facts lead to this pair of rulings.
    """

    fault: str
    title: str
    a: Side
    b: Side
    what: tuple[str, ...]
    facts: Mapping[str, Value]
    example: tuple[str, ...]
    classes: int


@attrs.frozen
class OutcomeDifferences:
    """Two rule sets compared by what they come to.

    Attributes:
        a: The name of one set.
        b: The name of the other.
        differences: Every difference, in the order of the faults and of the cases.
        faults: The faults that both rule on.
        classes: How many classes of facts were compared.
        only_a: Faults that only the first set rules on.
        only_b: Faults that only the second set rules on.
    """

    a: str
    b: str
    differences: tuple[OutcomeDifference, ...]
    faults: tuple[str, ...]
    classes: int
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """Return the differences as plain data for JSON."""
        return attrs.asdict(self)

    def lines(self) -> Iterator[str]:
        """Yield the differences for a screen: fault by fault, an example, and below it what each set comes to."""
        for one, other, only in ((self.a, self.b, self.only_a), (self.b, self.a, self.only_b)):
            if only:
                yield line(f"Only {one} rules on {', '.join(only)}; {other} says nothing.")
        over = f"{_many(len(self.faults), 'fault')} and {_many(self.classes, 'class')} of facts"
        if not self.differences:
            yield f"{self.a} and {self.b} come to the same rulings, over {over}."
            return
        faults = _many(len({one.fault for one in self.differences}), "fault")
        yield heading(f"{self.a} -> {self.b}: {_many(len(self.differences), 'other ruling')} on {faults}, over {over}")
        width = max(len(self.a), len(self.b)) + 2
        last = ""
        for found in self.differences:
            if found.fault != last:
                yield ""
                yield heading(f"{found.title}  [{found.fault}]")
                last = found.fault
            yield line("; ".join(found.example) or "nothing else has to be said")
            yield line(f"{self.a:{width}}{found.a}", 4)
            yield line(f"{self.b:{width}}{found.b}", 4)


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 'es' if what.endswith('s') else 's'}"


def outcome_differences(a: RuleSet, b: RuleSet, faults: Iterable[str] = ()) -> OutcomeDifferences:
    """Compare what two rule sets come to, for all facts there can be.

    Args:
        a: One set.
        b: The other.
        faults: What to compare; none for every fault that either rules on.

    Raises:
        UnknownName: If neither set rules on a fault that was named.
        RuleFileError: If a decision list cannot be used.
    """
    either = list(dict.fromkeys([*a.faults, *b.faults]))
    wanted = list(dict.fromkeys(faults)) or either
    for fault in wanted:
        if fault not in either:
            kind = f"fault that '{a.name}' or '{b.name}' rules on"
            raise UnknownName(kind, fault, either)
    both = [fault for fault in wanted if fault in a.faults and fault in b.faults]
    found: list[OutcomeDifference] = []
    classes = 0
    for fault in both:
        lists = decision_list(a, fault), decision_list(b, fault)
        for end in Space(*lists, fixed=(fixed_facts(a), fixed_facts(b))).ends():
            classes += end.classes
            what = tuple(name for name in COMPARED if len({str(done(case)[name]) for case in end.cases}) > 1)
            if what:
                one, other = (_side(rules, fault, case, what) for rules, case in zip((a, b), end.cases, strict=True))
                facts = {name: end.example[name] for name in end.unusual}
                title = text(a.faults[fault].get("title")) or fault
                found.append(OutcomeDifference(fault, title, one, other, what, facts, in_words(facts), end.classes))
    return OutcomeDifferences(
        a.name,
        b.name,
        tuple(found),
        tuple(both),
        classes,
        tuple(fault for fault in wanted if fault not in b.faults),
        tuple(fault for fault in wanted if fault not in a.faults),
    )


def done(case: Case | None) -> dict[str, Any]:
    """Return what a case has done at the table."""
    if case is None:
        return {"outcome": UNDECIDED, "remedies": (), "amounts": {}}
    outcome, _, remedies, _ = case.key
    return {"outcome": outcome, "remedies": remedies, "amounts": dict(sorted((case.data.get("amounts") or {}).items()))}


def _side(rules: RuleSet, fault: str, case: Case | None, what: tuple[str, ...]) -> Side:
    if case is None:
        return Side("", UNDECIDED)
    here = ("faults", fault, "cases", case.name)
    said = next(((*here, name) for name in what if name in case.data), None)
    origin = rules.doc.origin(said or here, of_key=said is None)
    return Side(case.name, rules=case.rules, where=f"{seen_from_here(origin.file)}:{origin.line}", **done(case))


# -- on the facts of one dispute ---------------------------------------------------------------------------------


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
    """The difference between a ruling and that of the first rule set.

    Attributes:
        a: The first rule set.
        b: The other.
        what: In what they differ, of `COMPARED`; empty where they do the same.
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


def ruling_differences(sets: Sequence[RuleSet], rulings: Sequence[Ruling]) -> list[RulingDifference]:
    """Compare each ruling with the first.

    Args:
        sets: The rule sets.
        rulings: Their rulings on the same facts, in the same order.
    """
    if not rulings:
        return []
    return [_difference(sets[0], rulings[0], other, made) for other, made in zip(sets[1:], rulings[1:], strict=True)]


def _difference(a: RuleSet, one: Ruling, b: RuleSet, other: Ruling) -> RulingDifference:
    what = tuple(name for name in COMPARED if getattr(one, name) != getattr(other, name))
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
