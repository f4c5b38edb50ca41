"""Checks that the cases of a rule set prove it: every group of facts that its lists tell apart has a case, and the set's other
properties hold.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from dealerkit.errors import DealerkitError, Problem
from dealerkit.jobs.cases.files import RuleCase, read_cases, targets
from dealerkit.rules.resolution import set_paths
from dealerkit.rules.sets import RuleSet, at_one_moment, facts_under, once_a_moment, rule_set
from dealerkit.rules.texts import text
from dealerkit.rulings import Ruling, rule
from dealerkit.rulings.contradictions import refuse
from dealerkit.rulings.decision_lists import DecisionList, decision_list
from dealerkit.rulings.fact_space import Axis, Class, Space, in_words
from dealerkit.rulings.lint import usable_lists
from dealerkit.rulings.proof import CLASSES, Counterexample, Property, changed_faults, prove
from dealerkit.sheets.document import Block, Heading, Remark
from dealerkit.sheets.report import DocumentReport


@attrs.frozen
class SetProof:
    """A rule set with its proved properties.

    Attributes:
        name: The rule set's name.
        title: Its title.
        properties: Its properties, each with its counterexamples.
    """

    json_names = "set=name holds properties"
    name: str
    title: str
    properties: tuple[Property, ...]

    @property
    def holds(self) -> bool:
        """Whether no property has a counterexample."""
        return all(proof.holds for proof in self.properties)


@attrs.frozen
class ProofReport(DocumentReport[Sequence[SetProof]]):
    """Rule sets with their properties."""

    json_names = "holds sets=data"

    @property
    def holds(self) -> bool:
        """Whether all properties of all sets hold."""
        return all(proof.holds for proof in self.data)

    def told(self) -> Iterator[Block]:
        """Yield each set with its properties, and the counterexamples with their facts."""
        for number, proof in enumerate(self.data):
            yield Heading(f"{proof.title}  [{proof.name}]", 1 if number else 2)
            for prop in proof.properties:
                yield Remark(f"{prop.means} ({prop.looked_at})", "ok  " if prop.holds else "!   ")
                for against in prop.against:
                    yield Remark(f"{against.title}: {against.what}", "- ", inset=6)
                    yield from (Remark(fact, inset=10) for fact in against.facts)


@at_one_moment()
def proofs(sets: Iterable[str | Path], same_as: str | Path | None = None, only: Collection[str] | None = None) -> ProofReport:
    """Prove rule sets.

    Args:
        sets: Their names or paths.
        same_as: A rule set whose rulings each must share; None to compare with none.
        only: Ids of the rules in which they may differ from it; None if they must not differ at all.

    Raises:
        UnknownName: If there is no such set.
        RuleFileError: If a set, or a file of its cases, cannot be used.
    """
    other = rule_set(same_as) if same_as is not None else None
    set_proofs = []
    for name in sets:
        rules = rule_set(name)
        with facts_under(other, rules):
            properties = [*prove(rules, other, only), every_class(rules)]
        set_proofs.append(SetProof(rules.name, rules.title, tuple(properties)))
    return ProofReport(tuple(set_proofs))


def every_class(rules: RuleSet, faults: Iterable[str] | None = None) -> Property:
    """Check the property that every class of facts of every decision list is proved by a case. A class is a group of facts that
    the list rules on alike; the case may be the set's own, or of a set that it extends with the same list.

    Args:
        rules: The rule set.
        faults: The faults whose lists are looked at; None for all.
    """
    proved = _proved(rules)
    counterexamples: list[Counterexample] = []
    classes = 0
    for fault in rules.faults if faults is None else faults:
        listed = decision_list(rules, fault)
        rulings = [*proved.get((rules.name, fault), ()), *_handed_down(rules, listed, proved)]
        for class_ in classes_of(listed):
            classes += 1
            if not any(_falls_into(class_, ruling, listed) for ruling in rulings):
                title = text(rules.faults[fault].get("title")) or fault
                at = ("faults", fault, "cases", *(case.name for case in class_.cases if case is not None))
                counterexamples.append(Counterexample(fault, title, in_words(class_.example), "no case proves that ruling", at))
    return Property("every class has a case", "A case proves each class of facts.", classes, CLASSES, tuple(counterexamples))


def class_notes(rules: RuleSet) -> Iterator[Problem]:
    """Yield a note on each decision list that the set has written or changed and that rules on facts which no case proves."""
    changed = frozenset(changed_faults(rules))
    try:
        among = [fault for fault, _ in usable_lists(rules) if fault in changed]
        missing = every_class(rules, among).against
    except DealerkitError:
        return  # what is wrong with the set or its cases is told where they are looked at
    for fault in dict.fromkeys(class_.fault for class_ in missing):
        these = [class_ for class_ in missing if class_.fault == fault]
        as_in = "; ".join(these[0].facts) or "no other facts are needed"
        many = f"{len(these)} classes of facts" if len(these) > 1 else "one class of facts"
        message = f"no case proves the ruling on {many}, as with: {as_in}"
        yield rules.doc.problem(
            these[0].place, message, "add a case with these facts under `cases`, and run `dealerkit test`", of_key=True
        )


def classes_of(listed: DecisionList) -> Iterator[Class]:
    """Yield the classes of facts of a decision list (facts that it rules on alike), except those whose facts contradict each
    other.
    """
    for class_ in Space(listed).classes():
        try:
            refuse(listed.fault, class_.example)
        except DealerkitError:
            continue
        yield class_


def _handed_down(rules: RuleSet, listed: DecisionList, proved: Mapping[tuple[str, str], list[Ruling]]) -> Iterator[Ruling]:
    """Yield the rulings in cases of a base set that prove a list which this set inherits unchanged."""
    for name, path in set_paths(rules).items():
        there = name != rules.name and listed.fault in rule_set(path).faults
        if there and listed.rules_alike(decision_list(rule_set(path), listed.fault)):
            yield from proved.get((name, listed.fault), ())


def _falls_into(class_: Class, ruling: Ruling, listed: DecisionList) -> bool:
    """Return whether a ruling was made on facts of a class, or is the ruling of all classes that its facts leave open."""
    (case,) = class_.cases
    if case is None or (ruling.case != case.name and (ruling.outcome, ruling.rules) != case.key[:2]):
        return False
    axes = _axes(listed)
    for name, ats in class_.within.items():
        axis = axes[name]
        try:
            if axis.of(ruling.facts) not in ats:
                return False
        except ValueError:
            continue  # it was not told, and made no difference
    return True


@functools.lru_cache(maxsize=256)
def _axes(listed: DecisionList) -> Mapping[str, Axis]:
    return {axis.name: axis for axis in Space(listed).axes}


def _proved(rules: RuleSet) -> Mapping[tuple[str, str], list[Ruling]]:
    """Return the rulings of the cases on facts of a set and of those that it extends, by set and fault."""
    by_list: dict[tuple[str, str], list[Ruling]] = {}
    for path in set_paths(rules).values():
        for (under, fault), rulings in _of_cases(path).items():
            by_list.setdefault((under, fault), []).extend(rulings)
    return by_list


def _of_cases(path: Path) -> Mapping[tuple[str, str], list[Ruling]]:
    return once_a_moment(f"what the cases of {path} prove", lambda: _rulings(path))


def _rulings(path: Path) -> Mapping[tuple[str, str], list[Ruling]]:
    by_list: dict[tuple[str, str], list[Ruling]] = {}
    for case in _cases(path):
        ruling = rule(case.data["facts"], rules=case.rules if case.rules is not None else path)
        for decision in (ruling, *ruling.beside):
            if decision.decided:
                by_list.setdefault((decision.rules_set, decision.fault), []).append(decision)
    return by_list


def _cases(path: Path) -> Iterator[RuleCase]:
    return (case for case in read_cases(targets([path]), None) if case.kind == "facts")
