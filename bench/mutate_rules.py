"""How much of the rule sets their own cases hold in place: every leaf that decides something is changed, once at a time.

    python bench/mutate_rules.py [SET | PATH]... [--list]

Changed are, in memory: every literal of a condition (yes and no exchanged, a word replaced, an element of a list left out, an end
of a range moved either way, the literal left out), every outcome, every remedy, every sum, the order of neighbouring cases and of
neighbours in `precedence`, and every case, which is left out; in a set that extends another also what it takes out (put back).
Then the set's own cases on that fault are run. A change after which no facts whatever lead to another outcome, remedy or sum is
none and is not counted: that is found by walking the classes of facts, not by the cases.

Prints for each set the share of changes that make a case fail, and with --list the survivors. Leaves with 1 below the goal.
"""

from __future__ import annotations

import copy
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from dealerkit.cases.expect import differences
from dealerkit.departures import base_of
from dealerkit.errors import DealerkitError
from dealerkit.rules.doc import Doc
from dealerkit.rules.files import read_file
from dealerkit.rules.overlay import overlay
from dealerkit.rules.sets import RuleSet, find_set, read_set, rule_set, rule_sets
from dealerkit.rulings import OUTCOMES, known_facts, rule
from dealerkit.rulings.amounts import SUMS
from dealerkit.rulings.classes import Space
from dealerkit.rulings.conditions import span
from dealerkit.rulings.lists import decision_list
from dealerkit.rulings.outcomes import done

GOAL = 97.0  # per cent
OF_EVERY_SET = ("rrop", "tda", "wsop-live")
"""The sets that the goal is for; the others are shown."""

Entry = dict[str, Any]
Change = tuple[str, Entry]
"""What was changed, in words, and the fault's entry then."""


def numbers(wanted: Any) -> Iterator[Any]:
    """Move each end of a range by one, either way; never below 0 or past each other."""
    low, high = span(str(wanted)) or (int(wanted), int(wanted))
    if isinstance(wanted, int):
        yield from (one for one in (wanted - 1, wanted + 1) if one >= 0)
    elif high is None:
        yield from (f"{one}+" for one in (low - 1, low + 1) if one >= 0)
    else:
        ends = [(low - 1, high), (low + 1, high), (low, high - 1), (low, high + 1)]
        yield from (f"{a}-{b}" for a, b in ends if 0 <= a <= b)


def literals(fact: str, wanted: Any) -> Iterator[Any]:
    """Change what a condition wants of a fact."""
    known = known_facts()[fact]
    if isinstance(wanted, list):
        for at, one in enumerate(wanted):
            if len(wanted) > 1:
                yield wanted[:at] + wanted[at + 1 :]
            yield from ([*wanted[:at], other, *wanted[at + 1 :]] for other in literals(fact, one) if other not in wanted)
    elif isinstance(wanted, bool):
        yield not wanted
    elif known.type in ("int", "amount"):
        yield from numbers(wanted)
    elif known.type == "choice":
        at = known.values.index(str(wanted))
        yield known.values[(at + 1) % len(known.values)]


def leaves(entry: Entry, remedies: list[str]) -> Iterator[Change]:
    """Change one leaf of a fault's own cases."""
    for name, case in entry.get("cases", {}).items():

        def put(key: str, value: Any, name: str = name, case: Entry = case) -> Entry:
            return {**entry, "cases": {**entry["cases"], name: {**case, key: value}}}

        if case is None:
            kept = {other: said for other, said in entry["cases"].items() if other != name}
            yield f"{name}: put back", {**entry, "cases": kept}
            continue
        for fact, wanted in (case.get("when") or {}).items():
            rest = {other: said for other, said in case["when"].items() if other != fact}
            yield f"{name}.when.{fact}: left out", put("when", rest)
            for other in literals(fact, wanted) if wanted is not None else ():
                yield f"{name}.when.{fact}: {other}", put("when", {**case["when"], fact: other})
        if "outcome" in case:
            words = [word for word in OUTCOMES if word != "undecided"]
            other = words[(words.index(case["outcome"]) + 1) % len(words)]
            yield f"{name}.outcome: {other}", put("outcome", other)
        if "remedies" in case:
            said = case["remedies"]
            extra = next(one for one in remedies if one not in said)
            yield f"{name}.remedies: {extra} too", put("remedies", [*said, extra])
            for at, one in enumerate(said):
                yield f"{name}.remedies: without {one}", put("remedies", said[:at] + said[at + 1 :])
            if len(said) > 1:
                yield f"{name}.remedies: turned round", put("remedies", said[::-1])
        for amount, sum_ in (case.get("amounts") or {}).items():
            others = list(SUMS)
            other = others[(others.index(sum_) + 1) % len(others)] if sum_ in others else others[0]
            yield f"{name}.amounts.{amount}: {other}", put("amounts", {**case["amounts"], amount: other})
            rest = {key: value for key, value in case["amounts"].items() if key != amount}
            yield f"{name}.amounts.{amount}: left out", put("amounts", rest)
        if name != "otherwise":
            yield f"{name}: left out", {**entry, "cases": {key: said for key, said in entry["cases"].items() if key != name}}


def swaps(cases: Entry, own: Entry) -> Iterator[Change]:
    """Exchange neighbours, of which the set itself writes one; the last case stays last."""
    names = list(cases)
    for at in range(len(names) - 2):
        one, other = names[at : at + 2]
        if own.get(one) or own.get(other):
            order = [*names[:at], other, one, *names[at + 2 :]]
            yield f"{one} and {other}: exchanged", {"cases": {name: cases[name] for name in order}}


class Mutants:
    """The changed sets of one rule set, and its cases."""

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
        """Yield every changed set, with the fault and what was changed."""
        remedies = list(self.rules.remedies)
        for fault, entry in self.own.get("faults", {}).items():
            for what, changed in leaves(entry, remedies):
                made = self.laid(fault, changed)
                if made is not None:
                    yield fault, what, self.with_fault(fault, made)
            listed = self.rules.faults[fault]
            for what, changed in swaps(listed["cases"], entry.get("cases", {})):
                yield fault, what, self.with_fault(fault, {**listed, **changed})
        order = self.own.get("precedence", [])
        for at in range(len(order) - 1):
            swapped = [*order[:at], order[at + 1], order[at], *order[at + 2 :]]
            said = f"{order[at]} and {order[at + 1]}: exchanged"
            yield "precedence", said, self.with_data(precedence=swapped)

    def laid(self, fault: str, entry: Entry) -> Entry | None:
        """Lay a changed entry over the base's; None if that is no rule set any more."""
        if self.base is None or fault not in self.base.faults:
            return entry
        below = Doc.of({"faults": {fault: copy.deepcopy(self.base.faults[fault])}})
        try:
            made = overlay(below, Doc.of({"faults": {fault: copy.deepcopy(entry)}}))
        except DealerkitError:
            return None
        laid: Entry = made.data["faults"][fault]
        return laid

    def with_fault(self, fault: str, entry: Entry) -> RuleSet:
        """Return the set with another entry of a fault."""
        return self.with_data(faults={**self.rules.faults, fault: entry})

    def with_data(self, **parts: Any) -> RuleSet:
        """Return the set with other parts."""
        return attrs.evolve(self.rules, doc=self.rules.doc.with_data({**self.rules.doc.data, **parts}))

    def same(self, fault: str, changed: RuleSet) -> bool:
        """Whether no facts at all lead to another outcome, remedy or sum."""
        if fault == "precedence":
            return False
        lists = decision_list(self.rules, fault), decision_list(changed, fault)
        return all(done(end.cases[0]) == done(end.cases[1]) for end in Space(*lists).ends())

    def fails(self, fault: str, changed: RuleSet) -> bool:
        """Whether a case of the set fails under the changed set."""
        if fault == "precedence":
            cases = [case for several in self.cases.values() for case in several if "faults" in case["facts"]]
        else:
            cases = self.cases.get(fault, [])
        return any(self._fails(case, changed) for case in cases)

    @staticmethod
    def _fails(case: Entry, changed: RuleSet) -> bool:
        try:
            ruling = rule(case["facts"], changed)
        except DealerkitError:
            return True
        return next(differences(case["expect"], attrs.asdict(ruling, recurse=False)), None) is not None


def run(selector: str | Path) -> tuple[int, int, list[str]]:
    """Return how many changes there were, how many made a case fail, and the others."""
    mutants = Mutants(selector)
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
            survivors.append(f"{fault}: {what}")
    return tried, tried - len(survivors), survivors


def main(args: list[str]) -> int:
    """Print the figures; return 1 if a set that the goal is for does not reach it."""
    began, short = time.perf_counter(), 0
    for selector in [one for one in args if one != "--list"] or rule_sets():
        tried, failed, survivors = run(selector)
        share = 100 * failed / tried if tried else 100.0
        short += share < GOAL and (selector in OF_EVERY_SET or selector not in rule_sets())
        print(f"mutate {selector}: {share:.1f} % of {tried} changes make a case fail (at least {GOAL})")
        if "--list" in args:
            print(*(f"  {one}" for one in survivors), sep="\n")
    print(f"mutate: {time.perf_counter() - began:.0f} s")
    return int(short > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
