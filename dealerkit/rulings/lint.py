"""Lint of whole decision lists: cases that nobody can reach, remnants of another outcome, and notes on order, gaps and idle
endings.

It is an error if no facts lead to a case, or if a case inherits acts or words that belong to the outcome of the set it overrides.
Everything else is a note for the author, since a decision list may mean it: if two cases fit the same facts, the earlier one
applies, and a matter that no case covers is left to the floor, on purpose or by oversight.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dealerkit.errors import Problem, RuleFileError, UnknownName
from dealerkit.rules.doc import Place
from dealerkit.rules.entries import Branch
from dealerkit.rules.lint.sets import LAST, implies
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import text
from dealerkit.rulings.decision_lists import Case, DecisionList, decision_list
from dealerkit.rulings.differences.authority import base_of
from dealerkit.rulings.fact_space import End, Space, in_words

LEFT_TO_THE_FLOOR = "floor_discretion"
DELIBERATE = "deliberate"


def lists(rules: RuleSet) -> Iterator[Problem]:
    """Yield problems of the decision lists of a set, each taken as a whole."""
    yield from unreached(rules)
    yield from of_another_outcome(rules)


def of_another_outcome(rules: RuleSet) -> Iterator[Problem]:
    """Yield a problem for each text that a case inherits from a case with another outcome: the dealer's acts, or the floor's
    words, would be those of the old outcome.
    """
    base = base_of(rules)
    if base is None:
        return
    for fault, entry in rules.faults.items():
        for name, was in base.faults.get(fault, {}).get("cases", {}).items():
            case: Branch | None = entry["cases"].get(name)
            if case is None or case["outcome"] == was["outcome"]:
                continue
            place = ("faults", fault, "cases", name)
            own = rules.doc.origin((*place, "outcome")).file
            left = [key for key in SPOKEN if case.get(key) and rules.doc.origin((*place, key)).file != own]
            for key in left:
                kept = ", ".join(map(str, case[key])) if key == "remedies" else f"'{text(case[key])}'"
                yield rules.doc.problem(
                    (*place, "outcome"),
                    f"the outcome is now {case['outcome']} instead of {was['outcome']}, but `{key}` is still {kept}",
                    f"write `{key}:` in this case too" + ("; write [] for no remedies" if key == "remedies" else ""),
                )


SPOKEN = ("remedies", "say")
"""Keys of a case that are done or said aloud."""


def unreached(rules: RuleSet) -> Iterator[Problem]:
    """Yield a problem for each case that no facts lead to: earlier cases take everything that fits it, or nothing can fit it.

    A case that is covered by a single earlier one is reported elsewhere, by comparing conditions. The last case may be
    unreachable.
    """
    for fault, listed in usable_lists(rules):
        reached = {end.cases[0] for end in Space(listed).ends()}
        for at, case in enumerate(listed.cases):
            before = [case for case in listed.cases[:at] if case.name != LAST]
            if case in reached or not case.when or any(implies(case.when, earlier.when) for earlier in before):
                continue
            hint = (
                ("move the case before them, or remove it")
                if takers(listed, case)
                else ("remove the case; no acts of players lead to its conditions")
            )
            yield rules.doc.problem(_place(fault, case), f"this case never applies: {why_dead(listed, case)}", hint, of_key=True)


def takers(listed: DecisionList, case: Case) -> list[Case]:
    """Return the cases that apply to the facts which fit a case, in the order of the list; empty if no facts fit it.

    Args:
        listed: The decision list.
        case: One of its cases.
    """
    alone = attrs.evolve(listed, cases=(case,))
    cases = {end.cases[1] for end in Space(alone, listed).ends() if end.cases[0] is case}
    return [case for case in listed.cases if case in cases]


def why_dead(listed: DecisionList, case: Case) -> str:
    """Return the reason why no facts lead to a case, as a text.

    Args:
        listed: The decision list.
        case: One of its cases.
    """
    names = [f"'{taker.name}'" for taker in takers(listed, case)]
    if len(names) < 2:
        return f"{names[0]} comes first and covers the same facts" if names else "its conditions can't all be true together"
    return f"{' and '.join(names)} come first and together cover the same facts"


def notes(rules: RuleSet) -> Iterator[Problem]:
    """Yield notes on decision lists for their author to look at, which are not errors."""
    for fault, listed in usable_lists(rules):
        yield from _order_alone(rules, fault, listed)
        yield from _gaps(rules, fault, listed)


def _order_alone(rules: RuleSet, fault: str, listed: DecisionList) -> Iterator[Problem]:
    """Note cases that fit the same facts, say different things, and of which neither is the special case of the other.

    Only the case that would apply if the first were not there is named. `order: deliberate`, in the first of the two or beside
    the list's `cases`, says that the author knows.
    """
    if rules.faults[fault].get("order") == DELIBERATE:
        return
    for case in listed.cases:
        if case.data.get("order") == DELIBERATE or not case.when:
            continue
        rest = attrs.evolve(listed, cases=tuple(inner for inner in listed.cases if inner is not case))
        space = Space(listed, rest)
        against: dict[Case, End] = {}
        for end in space.ends():
            first, second = end.cases
            if first is case and second is not None and _contradicts(space, case, second):
                against[second] = end
        if against:
            names = ", ".join(f"'{case.name}' ({case.key[0]})" for case in against)
            example = _example(next(iter(against.values())))
            text = (
                f"'{case.name}' ({case.key[0]}) and {names} fit the same facts, and only their order decides. Example: {example}"
            )
            hint = "if the order is intended, write `order: deliberate` in this case, or beside `cases`"
            yield rules.doc.problem(_place(fault, case), text, hint, of_key=True)


def _contradicts(space: Space, first: Case, second: Case) -> bool:
    """Return whether two cases that overlap differ in outcome, and neither is within the other."""
    if not second.when or first.key[0] == second.key[0]:
        return False
    return not (space.within(first, second) or space.within(second, first))


def _gaps(rules: RuleSet, fault: str, listed: DecisionList) -> Iterator[Problem]:
    """Note a last case that leaves to the floor what the others do not cover, or that is left with nothing."""
    last = listed.cases[-1]
    if last.when or len(listed.cases) == 1:
        return
    ends = [end for end in Space(listed).ends() if end.cases[0] is last]
    if not ends:
        text = "the last case never applies: the cases before it fit all facts"
        yield rules.doc.problem(
            _place(fault, last),
            text,
            "keep the last case for facts that are added later, or remove the `when` of the case before it",
            of_key=True,
        )
    elif last.key[0] == LEFT_TO_THE_FLOOR and "choices" not in last.data and "weigh" not in last.data:
        text = f"the last case leaves some facts to the floor without `weigh` or `choices`. Example: {_example(ends[0])}"
        yield rules.doc.problem(
            _place(fault, last), text, "add a case for these facts, or add `weigh` and `choices` to the last case", of_key=True
        )


def usable_lists(rules: RuleSet) -> Iterator[tuple[str, DecisionList]]:
    """Yield the decision lists that can be read, each with the name of its fault; errors in the others are reported elsewhere."""
    for fault in rules.faults:
        try:
            yield fault, decision_list(rules, fault)
        except (RuleFileError, UnknownName):
            continue


def _place(fault: str, case: Case) -> Place:
    return "faults", fault, "cases", case.name


def _example(end: End) -> str:
    return "; ".join(in_words({name: end.example[name] for name in end.unusual})) or "no other facts are needed"
