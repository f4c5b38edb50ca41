"""Decision lists compiled from a rule set: the checked cases of a fault, and the outcomes that are still possible."""

from __future__ import annotations

import functools
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

import attrs

from dealerkit.errors import NotRuledOn, Problem, RuleFileError, UnknownName, no_such
from dealerkit.rules.sets import RuleSet, by_its_facts, sets_with
from dealerkit.rulings.conditions import Value, holds
from dealerkit.rulings.facts import Fact, Meaning, known_facts, known_faults, standing_for
from dealerkit.rulings.outcome_words import ANSWER

if TYPE_CHECKING:
    from dealerkit.rules.entries import CaseEntry

Wanted = TypeVar("Wanted")
Key = tuple[str, tuple[str, ...], tuple[str, ...], str]
"""Parts in which equal rulings agree: outcome, rules, remedies, and of a question the case that answers it."""
KEPT = 4096
"""Values of facts that a list keeps in mind."""


@attrs.frozen(eq=False)
class Case:
    """One case of a decision list.

    Attributes:
        name: Its name in the list.
        when: Its conditions, by fact, of which all must hold; empty for the last case, `otherwise`.
        data: The case as it is written.
    """

    name: str
    when: Mapping[str, object]
    data: CaseEntry

    @functools.cached_property
    def rules(self) -> tuple[str, ...]:
        """Ids of the rules it rests on, the one it applies first."""
        first = self.data.get("rule")
        return tuple(dict.fromkeys(([first] if first else []) + list(self.data.get("rules") or ())))

    @functools.cached_property
    def key(self) -> Key:
        """The case's ruling without its words. Two cases with the same key rule alike."""
        outcome = str(self.data.get("outcome", ""))
        apart = self.name if outcome == ANSWER else str(self.data.get("at", ""))
        return outcome, self.rules, tuple(self.data.get("remedies") or ()), apart

    def failing(self, facts: Mapping[str, Value]) -> str | None:
        """Return the name of the first known fact whose value rules the case out; None if no known fact does.

        Args:
            facts: The values of the known facts.
        """
        return next((name for name, wanted in self.when.items() if name in facts and not holds(wanted, facts[name])), None)


@attrs.frozen(eq=False)
class DecisionList:
    """The cases of one fault, of which the first that fits applies.

    Attributes:
        fault: Name of the fault.
        cases: The cases, in order.
        facts: The facts that its conditions test, by name, in the order in which they first appear.
    """

    fault: str
    cases: tuple[Case, ...]
    facts: Mapping[str, Fact]
    _values: dict[str, tuple[Value, ...]] = attrs.field(factory=dict, init=False, repr=False)
    _allowed: dict[tuple[str, Value], int] = attrs.field(factory=dict, init=False, repr=False)

    def rules_alike(self, other: DecisionList) -> bool:
        """Return whether another list has the same conditions in the same order, and the same rulings under them."""
        return [(case.when, case.key) for case in self.cases] == [(case.when, case.key) for case in other.cases]

    def conditions(self, fact: str) -> list[object]:
        """Return the conditions that cases put on a fact: each a value, a list of values or a range.

        Args:
            fact: Name of the fact.
        """
        return [case.when[fact] for case in self.cases if fact in case.when]

    def values(self, fact: str) -> tuple[Value, ...]:
        """Return values of a fact that between them meet its conditions in all possible ways, one value for each way.

        Args:
            fact: Name of the fact.
        """
        if fact not in self._values:
            self._values[fact] = tuple(self.facts[fact].apart(self.conditions(fact)))
        return self._values[fact]

    def allowed(self, fact: str, value: Value) -> int:
        """Return the cases that a value of a fact does not rule out, as bits: the first case is the lowest bit.

        Results are cached, since the same values come again and again; if too many values come, the cache is emptied.

        Args:
            fact: Name of the fact.
            value: The value.
        """
        known = self._allowed.get((fact, value))
        if known is None:
            bits = (1 << at for at, case in enumerate(self.cases) if fact not in case.when or holds(case.when[fact], value))
            known = sum(bits)
            if len(self._allowed) >= KEPT:
                self._allowed.clear()
            self._allowed[fact, value] = known
        return known

    def open(self, facts: Mapping[str, Value]) -> int:
        """Return the cases that no known fact rules out, as bits: the first case is the lowest bit.

        Args:
            facts: The values of the known facts.
        """
        left = (1 << len(self.cases)) - 1
        for name, value in facts.items():
            if name in self.facts:
                left &= self.allowed(name, value)
        return left


T = TypeVar("T")
Meanings = tuple[tuple[str, str], ...]
"""Facts that stand for another one, each with the value of its option in force."""


def meanings_in_force(rule_set: RuleSet, options: Mapping[str, object] | None = None) -> Meanings:
    """Return, for each fact that stands for another one depending on an option, the meaning in force.

    The value of the option is that of the game, else the value that the rule set fixes, else the first.

    Args:
        rule_set: The rule set.
        options: Options of the game in force, by name; None for those of the set alone.

    Returns:
        Pairs of a fact's name and the name of its meaning.

    >>> from dealerkit.rules.sets import rule_set
    >>> meanings_in_force(rule_set("tda")), meanings_in_force(rule_set("tda"), {"gate": "action"})
    ((('in_time', 'substantial_action'),), (('in_time', 'action'),))
    """
    fixed = _fixed_meanings(rule_set)
    if not options:
        return fixed
    return tuple((name, str(options.get(standing_for()[name].option, value))) for name, value in fixed)


@functools.lru_cache(maxsize=64)
def _fixed_meanings(rule_set: RuleSet) -> Meanings:
    games = sorted(
        rule_set.options, key=lambda name: name == rule_set.family
    )  # what holds for all games wins over one game's own
    options = {option: str(value) for name in games for option, value in rule_set.options[name].items()}
    return tuple((name, options.get(fact.option, next(iter(fact.means)))) for name, fact in standing_for().items())


def meaning_of(name: str, meanings: Meanings) -> Meaning | None:
    """Return the fact and value that a fact stands for under the meanings in force; None if it stands for no other.

    Args:
        name: Name of the fact.
        meanings: Meanings in force, as from `meanings_in_force`.
    """
    return next((standing_for()[meaning].means.get(value) for meaning, value in meanings if meaning == name), None)


def plainly(when: Mapping[str, T], meanings: Meanings) -> dict[str, T | bool]:
    """Return conditions, or known facts, in which each fact that stands for another one is replaced by that one.

    A fact that is given directly takes precedence.

    Args:
        when: Conditions or values, by fact.
        meanings: Meanings in force, as from `meanings_in_force`.

    >>> plainly({"in_time": True, "count": 2}, (("in_time", "action"),)), plainly({"in_time": False}, (("in_time", "action"),))
    ({'action_reached': False, 'count': 2}, {'action_reached': True})
    """
    flags: dict[str, T | bool] = {}
    for name, wanted in when.items():
        meant = meaning_of(name, meanings) if isinstance(wanted, bool) else None
        if meant is None:
            flags[name] = wanted
        elif meant.fact not in when:
            flags[meant.fact] = meant.value if wanted else not meant.value
    return flags


@by_its_facts
def decision_list(rule_set: RuleSet, fault: str, options: Mapping[str, object] | None = None) -> DecisionList:
    """Return the decision list of a fault under a rule set. A fact that stands for another one, depending on an option, is
    replaced by it.

    Args:
        rule_set: The rule set.
        fault: The name of the fault.
        options: The options in force, by name; None for those of the set alone.

    Raises:
        UnknownName: If the rule set does not rule on that fault.
        RuleFileError: If a condition names an unknown fact, or a value that the fact cannot have.
    """
    return _decision_list(rule_set, fault, meanings_in_force(rule_set, options))


def facts_told(fault: str, rule_sets: Iterable[RuleSet]) -> tuple[str, ...]:
    """Return the names of the facts that can be given for a fault: those of `facts.yaml`, and those that rule sets test in
    addition.

    They are listed if somebody gives an unknown fact, and by `dealerkit explain`.

    Args:
        fault: The name of the fault.
        rule_sets: The rule sets.

    >>> facts_told("late_bet", ())
    ('change', 'late_amount')
    """
    known = known_faults().get(fault)
    names = dict.fromkeys(known.facts if known is not None else ())
    for rule_set in rule_sets:
        for case in ((rule_set.faults.get(fault) or {}).get("cases") or {}).values():
            wanted = (case or {}).get("when") or {}
            names |= dict.fromkeys(name for name in wanted if name not in standing_for() and name in known_facts())
    return tuple(names)


@functools.lru_cache(maxsize=512)
def _decision_list(rule_set: RuleSet, fault: str, meanings: Meanings) -> DecisionList:
    entry = rule_set.faults.get(fault)
    if not entry or not entry.get("cases"):
        if fault in known_faults():
            raise NotRuledOn(rules=rule_set.name, fault=fault, others=sets_with(fault))
        raise UnknownName(kind=f"fault in '{rule_set.name}'", name=fault, known=rule_set.faults)
    cases = tuple(Case(name, plainly(data.get("when") or {}, meanings), data) for name, data in entry["cases"].items() if data)
    known = known_facts()
    problems = [problem for case in cases for problem in _problems(rule_set, fault, case, known)]
    if problems:
        raise RuleFileError(problems)
    return DecisionList(fault, cases, {name: known[name] for case in cases for name in case.when})


def _problems(rule_set: RuleSet, fault: str, case: Case, known: Mapping[str, Fact]) -> Iterator[Problem]:
    for name, wanted in case.when.items():
        place = ("faults", fault, "cases", case.name, "when", name)
        if name not in known:
            yield rule_set.doc.problem(place, no_such("fact", name, known), of_key=True)
        else:
            fact = known[name]
            for literal in wanted if isinstance(wanted, list) else [wanted]:
                if not any(holds(literal, value) for value in fact.apart([literal])):
                    hint = "allowed: " + ", ".join(fact.allowed)
                    yield rule_set.doc.problem(place, f"the fact '{name}' can't be '{literal}'", hint)


Left = tuple[tuple[int, tuple[str, ...]], ...]
"""The cases that can still fit, each with the facts that it still waits for."""


class Undecided:
    """The outcomes that a decision list can still have while some facts are missing.

    The cases that are left are tried for every value that they treat differently. Equal results are joined on the way, so that a
    fact which no longer matters is dropped.

    Args:
        listed: The list.
        facts: Names of the known facts.
        open_: The cases that the known facts do not rule out, as bits (`DecisionList.open`).
    """

    def __init__(self, listed: DecisionList, facts: Container[str], open_: int) -> None:
        self._list = listed
        self._known: dict[Left, tuple[int, frozenset[Key | None]]] = {}
        self._ids: dict[object, int] = {}
        self._matters: set[str] = set()
        start = narrowed(
            (at, tuple(name for name in case.when if name not in facts))
            for at, case in enumerate(listed.cases)
            if open_ >> at & 1
        )
        self._order = tuple(dict.fromkeys(name for _, names in start for name in names))
        self.ends = self._node(start)[1]
        """The rulings that can be reached, None for a list that has no case for what happened."""

    @property
    def needs(self) -> tuple[str, ...]:
        """Names of the missing facts that can still change the ruling, in the order of the cases."""
        return tuple(name for name in self._order if name in self._matters)

    def _node(self, left: Left) -> tuple[int, frozenset[Key | None]]:
        known = self._known.get(left)
        if known is not None:
            return known
        if not left or not left[0][1]:
            key = self._list.cases[left[0][0]].key if left else None
            row = self._number(("end", key)), frozenset({key})
        else:
            name = next(fact for fact in self._order if any(fact in names for _, names in left))
            branches = [self._node(self._given(left, name, value)) for value in self._list.values(name)]
            numbers = tuple(number for number, _ in branches)
            if len(set(numbers)) == 1:
                row = branches[0]
            else:
                self._matters.add(name)
                row = self._number((name, numbers)), frozenset().union(*(ends for _, ends in branches))
        self._known[left] = row
        return row

    def _number(self, node: object) -> int:
        return self._ids.setdefault(node, len(self._ids))

    def _given(self, left: Left, name: str, value: Value) -> Left:
        allowed = self._list.allowed(name, value)
        return narrowed((at, tuple(other for other in names if other != name)) for at, names in left if allowed >> at & 1)


def narrowed(cases: Iterable[tuple[int, tuple[Wanted, ...]]]) -> tuple[tuple[int, tuple[Wanted, ...]], ...]:
    """Return the cases up to the first that fits for certain, because it depends on no unknown fact; later ones cannot apply.

    Args:
        cases: For each case its position in the list, and the facts (by name) or dimensions (by number) it still depends on.
    """
    kept = []
    for case in cases:
        kept.append(case)
        if not case[1]:
            break
    return tuple(kept)
