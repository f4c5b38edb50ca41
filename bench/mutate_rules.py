"""Share of changes to the rule sets that make their own cases fail: every effective leaf is changed, one at a time.

    python bench/mutate_rules.py [SET | PATH]... [--list | --propose]

Changes are made in memory: to every literal of a condition (yes and no exchanged, a word replaced, an element of a list
removed, an end of a range moved either way, the literal removed), every outcome, every remedy, every sum, the order of
neighbouring cases and of neighbours in `precedence`, and every case, which is removed; in a set that extends another also to
its removals (undone). Then the set's own cases on that fault are run. A change is not counted if no facts lead to another
outcome, remedy or sum, which is found from the classes of facts, not from the cases.

Prints for each set the share of changes that make a case fail, and with --list the survivors. With --propose it prints instead
cases that would make the survivors fail: the current rulings of the set, on facts on which the changed set rules differently;
compare them with the book before you keep one. Exit status 1 below the goal.
"""

from __future__ import annotations

import contextlib
import copy
import itertools
import re
import sys
import time
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.jobs.cases.expectation import differences
from dealerkit.rules.doc import Doc
from dealerkit.rules.files import read_file
from dealerkit.rules.overlay import overlay
from dealerkit.rules.resolution import read_set
from dealerkit.rules.sets import RuleSet, find_set, rule_set, rule_sets
from dealerkit.rulings import OUTCOMES, Ruling, known_facts, known_faults, rule
from dealerkit.rulings.amounts import SUMS, Source
from dealerkit.rulings.amounts import worth as worth_of
from dealerkit.rulings.assumed_facts import fixed_facts
from dealerkit.rulings.conditions import span
from dealerkit.rulings.contradictions import refuse
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.differences.authority import base_of
from dealerkit.rulings.differences.rulings import compared, done
from dealerkit.rulings.fact_space import End, Space

GOAL = 97.0  # per cent

MONEY = {
    "bet_to_match": "100",
    "in_front": "20",
    "chips_behind": "3000",
    "smallest_wager": "200",
    "largest_wager": "900",
    "chip_value": "500",
    "put_first": "130",
    "put_all": "310",
    "amount_said": "400",
    "lowest_meaning": "250",
    "highest_meaning": "2500",
    "hidden_amount": "700",
    "uncalled_amount": "150",
    "late_amount": "25",
    "bought_amount": "650",
    "minimum_buy_in": "160",
    "maximum_buy_in": "1900",
    "carried_amount": "350",
    "stack_before": "1200",
    "stack_now": "800",
    "left_with": "1450",
    "tip_amount": "5",
    "pot_amount": "930",
    "largest_bet": "40",
    "small_bet": "15",
    "bring_in_bet": "7",
    "commission_due": "1.03",
    "commission_unit": "0.25",
}
"""Amounts that distinguish every sum from the others."""

Entry = dict[str, Any]
Change = tuple[str, Entry]
"""A change, in words, and the fault's changed entry."""


def numbers(wanted: Any) -> Iterator[Any]:
    """Move each end of a range by one, either way; never below 0 or past each other."""
    low, high = span(str(wanted)) or (int(wanted), int(wanted))
    if isinstance(wanted, int):
        yield from (number for number in (wanted - 1, wanted + 1) if number >= 0)
    elif high is None:
        yield from (f"{number}+" for number in (low - 1, low + 1) if number >= 0)
    else:
        ends = [(low - 1, high), (low + 1, high), (low, high - 1), (low, high + 1)]
        yield from (f"{a}-{b}" for a, b in ends if 0 <= a <= b)


def literals(fact: str, wanted: Any) -> Iterator[Any]:
    """Yield changes of a condition's value for a fact."""
    known = known_facts()[fact]
    if isinstance(wanted, list):
        for at, literal in enumerate(wanted):
            if len(wanted) > 1:
                yield wanted[:at] + wanted[at + 1 :]
            yield from ([*wanted[:at], other, *wanted[at + 1 :]] for other in literals(fact, literal) if other not in wanted)
    elif isinstance(wanted, bool):
        yield not wanted
    elif known.type in ("int", "amount"):
        yield from numbers(wanted)
    elif known.type == "choice":
        at = known.values.index(str(wanted))
        yield known.values[(at + 1) % len(known.values)]


def worth(sum_: Source) -> object:
    """Return the amount of a sum on `MONEY`; two names of the same sum are not a change."""
    return worth_of(sum_, {name: Decimal(value) for name, value in MONEY.items()})


def leaves(entry: Entry, remedies: list[str]) -> Iterator[Change]:
    """Yield changes of single leaves of a fault's own cases."""
    for name, case in entry.get("cases", {}).items():

        def put(key: str, value: Any, name: str = name, case: Entry = case) -> Entry:
            return {**entry, "cases": {**entry["cases"], name: {**case, key: value}}}

        if case is None:
            kept = {other: case for other, case in entry["cases"].items() if other != name}
            yield f"{name}: put back", {**entry, "cases": kept}
            continue
        for fact, wanted in (case.get("when") or {}).items():
            rest = {other: literal for other, literal in case["when"].items() if other != fact}
            yield f"{name}.when.{fact}: left out", put("when", rest)
            for other in literals(fact, wanted) if wanted is not None else ():
                yield f"{name}.when.{fact}: {other}", put("when", {**case["when"], fact: other})
        if "outcome" in case:
            words = [word for word in OUTCOMES if word != "undecided"]
            other = words[(words.index(case["outcome"]) + 1) % len(words)]
            yield f"{name}.outcome: {other}", put("outcome", other)
        if "remedies" in case:
            listed = case["remedies"]
            extra = next(remedy for remedy in remedies if remedy not in listed)
            yield f"{name}.remedies: {extra} too", put("remedies", [*listed, extra])
            for at, remedy_name in enumerate(listed):
                yield f"{name}.remedies: without {remedy_name}", put("remedies", listed[:at] + listed[at + 1 :])
            if len(listed) > 1:
                yield f"{name}.remedies: turned round", put("remedies", listed[::-1])
        for amount, sum_ in (case.get("amounts") or {}).items():
            if sum_ is None:  # a sum of the base that does not apply here
                rest = {key: value for key, value in case["amounts"].items() if key != amount}
                yield f"{name}.amounts.{amount}: put back", put("amounts", rest)
                continue
            other = next(name for name in SUMS if worth(name) not in (None, worth(sum_)))
            yield f"{name}.amounts.{amount}: {other}", put("amounts", {**case["amounts"], amount: other})
            rest = {key: value for key, value in case["amounts"].items() if key != amount}
            yield f"{name}.amounts.{amount}: left out", put("amounts", rest)
        if name != "otherwise":
            yield f"{name}: left out", {**entry, "cases": {key: case for key, case in entry["cases"].items() if key != name}}


def swaps(cases: Mapping[str, object], own: Entry) -> Iterator[Change]:
    """Yield exchanges of neighbours of which at least one is the set's own; the last case stays last."""
    names = list(cases)
    for at in range(len(names) - 2):
        case, other = names[at : at + 2]
        if own.get(case) or own.get(other):
            order = [*names[:at], other, case, *names[at + 2 :]]
            yield f"{case} and {other}: exchanged", {"cases": {name: cases[name] for name in order}}


class Mutants:
    """The changed sets of a rule set, and its cases."""

    def __init__(self, selector: str | Path) -> None:
        self.rules = rule_set(selector)
        self.base = base_of(self.rules)
        path = find_set(selector)
        self.own = read_set(path).data
        folder = (path if path.is_dir() else path.parent) / "cases"
        self.cases: dict[str, list[Entry]] = {}
        for file in sorted(folder.glob("*.yaml")):
            for case in read_file(file).data["cases"]:
                if "facts" in case and str(case.get("rules", self.rules.name)) in (self.rules.name, str(selector)):
                    for fault in {case["facts"].get("fault"), *case["facts"].get("faults", ())} - {None}:
                        self.cases.setdefault(fault, []).append(case)

    def changed(self) -> Iterator[tuple[str, str, RuleSet]]:
        """Yield every changed set, with the fault and the change."""
        remedies = list(self.rules.remedies)
        for fault, entry in self.own.get("faults", {}).items():
            for what, changed in leaves(entry, remedies):
                doc = self.laid(fault, changed)
                if doc is not None:
                    yield fault, what, self.with_fault(fault, doc)
            listed = self.rules.faults[fault]
            for what, changed in swaps(listed["cases"], entry.get("cases", {})):
                yield fault, what, self.with_fault(fault, {**listed, **changed})
        order = self.own.get("precedence", [])
        for at in range(len(order) - 1):
            swapped = [*order[:at], order[at + 1], order[at], *order[at + 2 :]]
            text = f"{order[at]} and {order[at + 1]}: exchanged"
            yield "precedence", text, self.with_data(precedence=swapped)

    def laid(self, fault: str, entry: Entry) -> Entry | None:
        """Return a changed entry over the base's; None if the result is not a rule set."""
        if self.base is None or fault not in self.base.faults:
            return entry
        below = Doc.of({"faults": {fault: copy.deepcopy(self.base.faults[fault])}})
        try:
            doc = overlay(below, Doc.of({"faults": {fault: copy.deepcopy(entry)}}))
        except DealerkitError:
            return None
        laid: Entry = doc.data["faults"][fault]
        return laid

    def with_fault(self, fault: str, entry: Entry) -> RuleSet:
        """Return the set with another entry of a fault."""
        return self.with_data(faults={**self.rules.faults, fault: entry})

    def with_data(self, **parts: Any) -> RuleSet:
        """Return the set with other parts of its data."""
        return attrs.evolve(self.rules, doc=self.rules.doc.with_data({**self.rules.doc.data, **parts}))

    def same(self, fault: str, changed: RuleSet) -> bool:
        """Return whether no possible facts lead to another outcome, remedy or sum."""
        if fault == "precedence":
            return False
        lists = decision_list(self.rules, fault), decision_list(changed, fault)
        fixed = fixed_facts(self.rules)
        ends = compared(*lists, fixed=(fixed, fixed))
        return all(not what or contradictory(fault, said_of(end)) for end, what in ends)

    def fails(self, fault: str, changed: RuleSet) -> bool:
        """Return whether a case of the set fails under the changed set."""
        if fault == "precedence":
            cases = [case for several in self.cases.values() for case in several if "faults" in case["facts"]]
        else:
            cases = self.cases.get(fault, [])
        return any(self.failed_by(case, changed) for case in cases)

    @staticmethod
    def failed_by(case: Entry, changed: RuleSet) -> bool:
        """Return whether a case fails under a changed set."""
        try:
            ruling = rule(case["facts"], changed)
        except DealerkitError:
            return True
        return next(differences(case["expect"], attrs.asdict(ruling, recurse=False)), None) is not None


Survivor = tuple[str, str, RuleSet]
"""The fault, the change, and the changed set that passed all cases."""


def run(mutants: Mutants) -> tuple[int, list[Survivor]]:
    """Return the number of changes, and those that made no case fail."""
    tried = 0
    survivors = []
    for fault, what, changed in mutants.changed():
        try:
            failed = mutants.fails(fault, changed)
            if not failed and mutants.same(fault, changed):
                continue
        except DealerkitError:
            continue
        tried += 1
        if not failed:
            survivors.append((fault, what, changed))
    return tried, survivors


# -- cases for the survivors --------------------------------------------------------------------------------------


def proposals(mutants: Mutants, survivors: list[Survivor]) -> Iterator[tuple[str, Entry]]:
    """Yield cases, each with its fault, until every survivor that facts can distinguish fails one."""
    entries: dict[str, list[Entry]] = {}
    for fault, _, changed in survivors:
        if any(mutants.failed_by(case, changed) for case in entries.get(fault, ())):
            continue
        for case in tries(mutants.rules, fault, changed):
            if mutants.failed_by(case, changed):
                entries.setdefault(fault, []).append(case)
                yield fault, case
                break


def tries(rules: RuleSet, fault: str, changed: RuleSet) -> Iterator[Entry]:
    """Yield cases with another ruling under a changed set: those with the fewest facts first."""
    if fault == "precedence":
        yield from several(rules, changed)
        return
    lists = decision_list(rules, fault), decision_list(changed, fault)
    ends = [end for end, what in compared(*lists) if what]
    for end in sorted(ends, key=lambda end: len(end.unusual)):
        facts = said_of(end)
        sums = MONEY if end.cases[0] is not None and "amounts" in end.cases[0].data else {}
        money = {name: value for name, value in sums.items() if name in known_faults()[fault].facts}
        if "put_all" in money and isinstance(share := facts.get("share_of_raise"), int):
            money["put_all"] = str(80 + share)  # with the 20 in front the call of 100, and that share of a raise by 100
        if "chips_behind" in money and facts.get("last_chips"):
            money["chips_behind"] = money.get("put_all", "60")
        with contextlib.suppress(DealerkitError):
            yield written(rules, {"fault": fault, **facts, **money})


def said_of(end: End) -> Entry:
    """Return the facts to be stated for an end."""
    return {name: end.example[name] for name in end.unusual}


def contradictory(fault: str, facts: Entry) -> bool:
    """Return whether two of some facts contradict each other."""
    try:
        refuse(fault, facts)
    except DealerkitError:
        return True
    return False


def several(rules: RuleSet, changed: RuleSet) -> Iterator[Entry]:
    """Yield cases of two simultaneous faults in which the precedence decides."""
    order = rules.precedence
    at = next(index for index, word in enumerate(order) if word != changed.precedence[index])
    entries: dict[str, list[tuple[str, Entry]]] = {order[at]: [], order[at + 1]: []}
    for fault in rules.faults:
        for end in Space(decision_list(rules, fault)).ends():
            outcome = done(end.cases[0])["outcome"]
            if outcome in entries and fault in known_faults():
                entries[outcome].append((fault, {name: end.example[name] for name in end.unusual}))
    pairs = itertools.product(*entries.values())
    for (first, facts), (other, others) in sorted(pairs, key=lambda pair: len({**pair[0][1], **pair[1][1]})):
        together = {**facts, **others}
        if first != other and all(facts.get(name, value) == value for name, value in others.items()):
            ruling = rule({"faults": [other, first], **together}, rules)
            if ruling.outcome == order[at] and ruling.fault == first:
                yield written(rules, {"faults": [other, first], **together})


def written(rules: RuleSet, facts: Entry) -> Entry:
    """Return a case: the whole ruling of the set on some facts, with rule, fault and deciding case in its name."""
    ruling: Ruling = rule(facts, rules)
    happened = " and ".join(facts.get("faults", [facts.get("fault")]))
    cited = ruling.rules[0] if ruling.rules else rules.name
    expect: Entry = {
        "case": ruling.case,
        "outcome": ruling.outcome,
        "rules": list(ruling.rules),
        "remedies": list(ruling.remedies),
    }
    if ruling.amounts:
        expect["amounts"] = dict(ruling.amounts)
    name = f"{cited} {happened}, {ruling.case or ruling.outcome}".replace("_", " ")
    return {"name": name, "rules": rules.name, "facts": facts, "expect": expect}


def flow(value: object) -> str:
    """Return a value as YAML on one line, in the style of the files of cases."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, bool | int):
        return str(value).lower()
    return str(value) if re.fullmatch(r"[A-Za-z][A-Za-z0-9_ -]*", str(value)) else f'"{value}"'


def main(args: list[str]) -> int:
    """Print the figures; return 1 if a set misses its goal."""
    began, short = time.perf_counter(), 0
    for selector in [word for word in args if not word.startswith("--")] or rule_sets():
        mutants = Mutants(selector)
        tried, survivors = run(mutants)
        if "--propose" in args:
            for _, case in proposals(mutants, survivors):
                print(f"  - {flow(case)}")
            continue
        share = 100 * (tried - len(survivors)) / tried if tried else 100.0
        short += share < GOAL
        print(f"mutate {selector}: {share:.1f} % of {tried} changes make a case fail (at least {GOAL})")
        if "--list" in args:
            print(*(f"  {fault}: {what}" for fault, what, _ in survivors), sep="\n")
    print(f"mutate: {time.perf_counter() - began:.0f} s")
    return int(short > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
