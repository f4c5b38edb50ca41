"""Differences in rulings: two rule sets compared for all possible facts, or several for the facts of one dispute.

Two rulings differ if the table acts differently: in the outcome, the remedies or the sums of money. Different rules and sources
for the same acts are not a difference; if the facts of a dispute are given, the rules are named all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs

from dealerkit.errors import check_name
from dealerkit.files.plain_data import fields
from dealerkit.files.screen_text import count_of, heading, line
from dealerkit.rules.data import seen_from_here
from dealerkit.rules.differences import unlike
from dealerkit.rules.sets import RuleSet, facts_under
from dealerkit.rules.texts import text
from dealerkit.rulings.assumed_facts import default_of_option, fixed_facts, options_in_force
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decision import Ruling
from dealerkit.rulings.decision_lists import Case, DecisionList, decision_list
from dealerkit.rulings.fact_space import End, Space, in_words
from dealerkit.rulings.facts import known_facts, known_faults
from dealerkit.rulings.outcome_words import OUTCOMES, UNDECIDED
from dealerkit.rulings.round_facts import FORM

COMPARED = ("outcome", "remedies", "amounts")
"""Keys in which different rulings differ."""

R = TypeVar("R")


@attrs.frozen
class RulingDifference(Generic[R]):
    """Two rulings that two rule sets give on the same facts.

    Attributes:
        old: The ruling under the first set.
        new: The ruling under the other.
    """

    old: R
    new: R

    @property
    def what(self) -> tuple[str, ...]:
        """The parts of `COMPARED` in which they differ; empty if they do not."""
        return tuple(name for name in COMPARED if getattr(self.old, name) != getattr(self.new, name))


# -- on all facts there can be -----------------------------------------------------------------------------------


@attrs.frozen
class Side:
    """The ruling under one of the two sets compared.

    Attributes:
        case: Name of the case that applies; empty if none does.
        outcome: Its outcome; `undecided` if no case applies.
        rules: Ids of the rules it rests on, the one applied first.
        remedies: Ids of the remedies, in order.
        amounts: The fact or sum that each amount of money consists of, by the amount's name (see `dealerkit.rulings.amounts`).
        where: File and line of the part that differs; empty if there is none.
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
class OutcomeDifference(RulingDifference[Side]):
    """Facts on which two rule sets rule differently.

    Attributes:
        fault: Name of the fault.
        title: The fault in words.
        facts: One example: the facts that have to be given, in the form that `dealerkit rule` takes.
        classes: Number of classes of facts that lead to this pair of rulings; within a class, all facts are ruled on alike.
    """

    json_names = "fault title a=old b=new what facts example classes"
    fault: str
    title: str
    facts: Mapping[str, Value]
    classes: int

    @property
    def example(self) -> tuple[str, ...]:
        """The facts of the example in words."""
        return in_words(self.facts)


@attrs.frozen
class OutcomeDifferences:
    """Two rule sets compared by their rulings.

    Attributes:
        a: Name of the first set.
        b: Name of the second set.
        differences: Every difference, in the order of the faults and of the cases.
        faults: Names of the faults that both rule on.
        classes: Number of classes of facts that were compared; within a class, all facts are ruled on alike.
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
        return fields(self, *(field.name for field in attrs.fields(OutcomeDifferences)))

    def lines(self) -> Iterator[str]:
        """Yield the differences as lines for a screen: fault by fault, an example, and below it the ruling of each set."""
        for side, other, only in ((self.a, self.b, self.only_a), (self.b, self.a, self.only_b)):
            if only:
                yield line(f"Only {side} rules on {', '.join(only)}; {other} has no rule.")
        over = f"{count_of(len(self.faults), 'fault')} and {count_of(self.classes, 'class')} of facts"
        if not self.differences:
            yield f"{self.a} and {self.b} give the same rulings, over {over}."
            return
        faults = count_of(len({difference.fault for difference in self.differences}), "fault")
        yield heading(f"{self.a} -> {self.b}: {count_of(len(self.differences), 'different ruling')} on {faults}, over {over}")
        width = max(len(self.a), len(self.b)) + 2
        last = ""
        for listed in self.differences:
            if listed.fault != last:
                yield ""
                yield heading(f"{listed.title}  [{listed.fault}]")
                last = listed.fault
            yield line("; ".join(listed.example) or "no other facts are needed")
            yield line(f"{self.a:{width}}{listed.old}", 4)
            yield line(f"{self.b:{width}}{listed.new}", 4)


def outcome_differences(a: RuleSet, b: RuleSet, faults: Iterable[str] = ()) -> OutcomeDifferences:
    """Return the differences between the rulings of two rule sets, for all possible facts.

    Args:
        a: The first set.
        b: The second set.
        faults: Names of the faults to compare; none for every fault that either rules on.

    Raises:
        UnknownName: If neither set rules on a fault that was named.
        RuleFileError: If a decision list cannot be used.
    """
    either = list(dict.fromkeys([*a.faults, *b.faults]))
    wanted = list(dict.fromkeys(faults)) or either
    for fault in wanted:
        check_name(f"fault in '{a.name}' or '{b.name}'", fault, either)
    both = [fault for fault in wanted if fault in a.faults and fault in b.faults]
    outcome_differences: list[OutcomeDifference] = []
    classes = 0
    with facts_under(a, b):
        for fault in both:
            title = text(a.faults[fault].get("title")) or fault
            lists = decision_list(a, fault), decision_list(b, fault)
            here: dict[tuple[Case | None, ...], OutcomeDifference] = {}
            for form, fixed in _forms_apart((a, b), lists):
                for end, what in compared(*lists, fixed=fixed):
                    classes += end.classes
                    if not what:
                        continue
                    if end.cases in here:
                        before = here[end.cases]
                        here[end.cases] = attrs.evolve(before, classes=before.classes + end.classes)
                        continue
                    first, other = (_side(rules, fault, case, what) for rules, case in zip((a, b), end.cases, strict=True))
                    facts = {**form, **{name: end.example[name] for name in end.unusual}}
                    here[end.cases] = OutcomeDifference(first, other, fault, title, facts, end.classes)
            outcome_differences += here.values()
    return OutcomeDifferences(
        a.name,
        b.name,
        tuple(outcome_differences),
        tuple(both),
        classes,
        tuple(fault for fault in wanted if fault not in b.faults),
        tuple(fault for fault in wanted if fault not in a.faults),
    )


def _forms_apart(
    sets: tuple[RuleSet, RuleSet], lists: tuple[DecisionList, DecisionList]
) -> Iterator[tuple[dict[str, Value], tuple[Mapping[str, Value], ...]]]:
    """Yield the facts that each of two sets fixes for a list, with its options in force; form by form of game, named, where the
    forms differ.
    """
    forms = known_faults()[lists[0].fault].forms or known_facts()[FORM].values
    chosen = {}
    for form in map(str, forms):
        fixed = _fixed_on_both_sides(sets, form)
        asked = (
            {name: value for name, value in facts.items() if name in of.facts} for facts, of in zip(fixed, lists, strict=True)
        )
        chosen[form] = [
            {**facts, **options_in_force(*of, form)} for facts, of in zip(asked, zip(sets, lists, strict=True), strict=True)
        ]
    if len({tuple(tuple(sorted(item.items(), key=str)) for item in pair) for pair in chosen.values()}) == 1:
        (pair, *_) = chosen.values()
        yield {}, tuple(pair)
        return
    for form, pair in chosen.items():
        told_facts: dict[str, Value] = {FORM: form}
        yield told_facts, tuple({**item, **told_facts} for item in pair)


def _fixed_on_both_sides(sets: tuple[RuleSet, RuleSet], form: str) -> list[dict[str, Value]]:
    """Return the facts that either set fixes for games of a form. What only one of them fixes has in the other the default of
    such games, since nobody is asked for an option.
    """
    fixed = [dict(fixed_facts(rules, form)) for rules in sets]
    for name in {*fixed[0], *fixed[1]} if fixed[0].keys() != fixed[1].keys() else ():
        if (usual := default_of_option(name, form)) is not None:
            fixed = [{name: usual, **fact} for fact in fixed]
    return fixed


def compared(
    old: DecisionList, new: DecisionList, fixed: Sequence[Mapping[str, Value]] = ()
) -> Iterator[tuple[End, tuple[str, ...]]]:
    """Yield every pair of cases that two decision lists reach on the same facts, and the parts of `COMPARED` in which they
    differ.

    Args:
        old: A decision list.
        new: Another decision list, of the same fault.
        fixed: For each list the facts that its rule set fixes; none by default.
    """
    for end in Space(old, new, fixed=fixed).ends():
        first, other = map(done, end.cases)
        yield end, tuple(name for name, _, _ in unlike(first, other))


def done(case: Case | None) -> dict[str, Any]:
    """Return the parts of a case that are compared: `outcome`, `remedies` and `amounts`; no case (None) counts as undecided."""
    if case is None:
        return {"outcome": UNDECIDED, "remedies": (), "amounts": {}}
    outcome, _, remedies, _ = case.key
    return {"outcome": outcome, "remedies": remedies, "amounts": dict(sorted((case.data.get("amounts") or {}).items()))}


def _side(rules: RuleSet, fault: str, case: Case | None, what: tuple[str, ...]) -> Side:
    if case is None:
        return Side("", UNDECIDED)
    here = ("faults", fault, "cases", case.name)
    place = next(((*here, name) for name in what if name in case.data), None)
    origin = rules.doc.origin(place or here, of_key=place is None)
    return Side(case.name, rules=case.rules, where=f"{seen_from_here(origin.file)}:{origin.line}", **done(case))


# -- on the facts of one dispute ---------------------------------------------------------------------------------


@attrs.frozen
class Ground:
    """A fact that makes two rule sets rule differently: only one of them uses it, or they assume different values.

    Attributes:
        rules_set: Name of the rule set.
        fact: Name of the fact.
        value: Its value under that set.
    """

    rules_set: str
    fact: str
    value: Value


@attrs.frozen
class DisputeDifference(RulingDifference[Ruling]):
    """The difference between a ruling and the one under the first rule set.

    Attributes:
        grounds: The facts that make the difference; empty if only the rule does.
    """

    json_names = "rules_sets differ_in=what facts=grounds rules say"
    grounds: tuple[Ground, ...]

    @property
    def rules_sets(self) -> tuple[str, str]:
        """The names of both rule sets."""
        return self.old.rules_set, self.new.rules_set

    @property
    def rules(self) -> dict[str, tuple[str, ...]]:
        """Ids of the rules that only one of the two rulings applies, by the name of its rule set."""
        both = ((self.old, self.new), (self.new, self.old))
        own = [(first.rules_set, tuple(rule for rule in first.rules if rule not in other.rules)) for first, other in both]
        return {name: ids for name, ids in own if ids}  # two houses may go by one name

    @property
    def say(self) -> str:
        """The difference as a sentence."""
        first, other = self.old, self.new
        both = f"{first.rules_set} and {other.rules_set}"
        if not first.decided and not other.decided:
            return f"{both} both need more facts"
        if not (first.decided and other.decided):
            decided, waits = (first, other) if first.decided else (other, first)
            titles = "; ".join(known_facts()[name].title for name in waits.needs)
            return f"{decided.rules_set} can rule on these facts; {waits.rules_set} asks for more: {titles}"
        if not self.what and first.rules == other.rules:
            return f"{both} give the same ruling, by {_ids(first.rules)}"
        if not self.what:
            return (
                f"{both} give the same ruling, {first.rules_set} by {_ids(first.rules)}, {other.rules_set} by {_ids(other.rules)}"
            )
        return f"{self._otherwise()}. {self._because()}"

    def _otherwise(self) -> str:
        """Return the difference in words: outcome, remedies or amounts of each set."""
        first, other = self.old, self.new
        a, b = first.rules_set, other.rules_set
        if first.outcome != other.outcome:
            return f"{a}: {_outcome(first)}; {b}: {_outcome(other)}"
        if first.remedies != other.remedies:
            return f"the same outcome, different remedies: {a} {_ids(first.remedies)}, {b} {_ids(other.remedies)}"
        return f"the same outcome, different amounts: {a} {_amounts(first)}, {b} {_amounts(other)}"

    def _because(self) -> str:
        """Say by which facts each of them goes, or by which rule."""
        first, other = self.old, self.new
        facts, parts = known_facts(), []
        for name in (first.rules_set, other.rules_set):
            mine = [f"'{facts[g.fact].title}' ({facts[g.fact].short(g.value)})" for g in self.grounds if g.rules_set == name]
            if mine:
                parts.append(f"{name} relies on {' and '.join(mine)}")
        if parts:
            return "; ".join(parts)
        applies = f"{first.rules_set} applies {_ids(first.rules)}, {other.rules_set} {_ids(other.rules)}"
        return f"On the same facts {applies} ({other.cite or first.cite})"


def ruling_differences(sets: Sequence[RuleSet], rulings: Sequence[Ruling]) -> list[DisputeDifference]:
    """Return, for each ruling after the first that differs from it, the difference.

    Args:
        sets: The rule sets.
        rulings: Their rulings on the same facts, in the same order.
    """
    with facts_under(*sets):
        return [
            DisputeDifference(rulings[0], ruling, _grounds(sets[0], rulings[0], other, ruling))
            for other, ruling in zip(sets[1:], rulings[1:], strict=True)
        ]


def _grounds(a: RuleSet, ruled: Ruling, b: RuleSet, other: Ruling) -> tuple[Ground, ...]:
    """Return the facts that make the difference, if there is one: those known otherwise, else those that decided under one set
    and are not asked for under the other, else those that would have led to the other's ruling.
    """
    if not (RulingDifference(ruled, other).what and ruled.decided and other.decided):
        return ()
    otherwise = [name for name in ruled.facts if name in other.facts and ruled.facts[name] != other.facts[name]]
    asked = [decision_list(rules, ruling.fault).facts for rules, ruling in ((a, ruled), (b, other))]
    if known := [name for name in otherwise if name in asked[0] or name in asked[1]]:
        return tuple(Ground(r.rules_set, name, r.facts[name]) for name in known for r in (ruled, other))
    if (ruled.outcome, ruled.remedies) == (other.outcome, other.remedies):
        return ()  # only sums or seats differ: no fact leads from one ruling to the other
    grounds: list[Ground] = []
    for ruling, against, not_asked in ((ruled, other, asked[1]), (other, ruled, asked[0])):
        ends = (against.outcome, against.remedies)
        bridges = [change.fact for change in ruling.would_change if (change.outcome, change.remedies) == ends]
        deciding = [change.fact for change in ruling.would_change] if ruled.outcome != other.outcome else []
        own = [name for name in bridges if name not in not_asked] or [name for name in deciding if name not in not_asked]
        grounds += (Ground(ruling.rules_set, name, ruling.facts[name]) for name in dict.fromkeys(own))
    if grounds:
        return tuple(grounds)
    return tuple(
        Ground(ruling.rules_set, change.fact, ruling.facts[change.fact])
        for ruling, against in ((ruled, other), (other, ruled))
        for change in ruling.would_change
        if (change.outcome, change.remedies) == (against.outcome, against.remedies)
    )


def _outcome(ruling: Ruling) -> str:
    return f"{OUTCOMES.get(ruling.outcome, ruling.outcome).partition(':')[0]} ({_ids(ruling.rules)})"


def _amounts(ruling: Ruling) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {amount}" for name, amount in ruling.amounts.items()) or "none"


def _ids(ids: Sequence[str]) -> str:
    return ", ".join(ids) or "none"
