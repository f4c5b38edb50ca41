"""Where two rule sets come to different rulings: every pair of cases that some facts bring together, with one example each.

Compared is what is done at the table: the outcome, the remedies and the sums of money. Rules and sources that are cited for
the same ruling are no difference of outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from dealerkit.errors import UnknownName
from dealerkit.rules.data import seen_from_here
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import text
from dealerkit.rulings.conditions import Value, is_number
from dealerkit.rulings.decision import fixed_facts
from dealerkit.rulings.decision_lists import Case, decision_list
from dealerkit.rulings.differences.classes import Space
from dealerkit.rulings.facts import Fact, known_facts
from dealerkit.rulings.outcome_words import UNDECIDED

COMPARED = ("outcome", "remedies", "amounts")
"""What makes two rulings different."""


@attrs.frozen
class Side:
    """What one set comes to.

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
class Outcomes:
    """Two rule sets compared by what they come to.

    Attributes:
        differences: Every difference, in the order of the faults and of the cases.
        faults: The faults that both rule on.
        classes: How many classes of facts were compared.
        only_a: Faults that only the first set rules on.
        only_b: Faults that only the second set rules on.
    """

    differences: tuple[OutcomeDifference, ...]
    faults: tuple[str, ...]
    classes: int
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]


def outcome_differences(a: RuleSet, b: RuleSet, faults: Iterable[str] = ()) -> Outcomes:
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
    return Outcomes(
        tuple(found),
        tuple(both),
        classes,
        tuple(fault for fault in wanted if fault not in b.faults),
        tuple(fault for fault in wanted if fault not in a.faults),
    )


def in_words(facts: Mapping[str, Value]) -> tuple[str, ...]:
    """Say facts as a supervisor would read them out.

    >>> in_words({"facing_bet": True, "acts": "fold call"})
    ('There was a bet to match: yes, a bet, raise or blind was to be matched', 'Acts in turn after the forced bets: fold call')
    """
    declared = known_facts()
    return tuple(f"{declared[name].title}: {_said(declared[name], value)}" for name, value in facts.items())


def _said(fact: Fact, value: Value) -> str:
    return f"{value} per cent" if is_number(value) and fact.unit == "per cent" else fact.answer(value)


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
