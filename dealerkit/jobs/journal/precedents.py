"""Precedents: earlier rulings on like disputes, inconsistent ones, and those that would be different today."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

import attrs

from dealerkit.files.plain_data import as_plain
from dealerkit.jobs.journal.cases import JournalCase
from dealerkit.jobs.journal.clock import Shifts
from dealerkit.jobs.journal.retrial import Again, under
from dealerkit.rules.sets import RuleSet


@attrs.frozen
class Precedent:
    """A past ruling on a dispute like the one asked about.

    Attributes:
        case: The case.
        shift: The shift in which it was opened.
        outcome: Its outcome: the floor's, or the proposed one before a decision.
        differing: The facts that differ from the question: by name, the value asked about and the value in the case; None for an
            unknown value.
        alike: The number of facts in common with the question.
        now: The same case judged under the present rules; None if they cannot be found.
        changed: Whether the present rules give another outcome than the case had.
    """

    case: JournalCase
    shift: str
    outcome: str
    differing: Mapping[str, tuple[object, object]]
    alike: int
    now: Again | None
    changed: bool


@attrs.frozen
class Inconsistent:
    """Cases with the same facts and rules, but different rulings.

    Attributes:
        faults: The names of the faults.
        facts: The facts that they share, by name.
        rulings: The cases, by outcome.
    """

    faults: tuple[str, ...]
    facts: Mapping[str, object]
    rulings: Mapping[str, tuple[Precedent, ...]]


def precedents(
    cases: Sequence[JournalCase],
    shifts: Shifts,
    present: Callable[[JournalCase], RuleSet | None],
    faults: Sequence[str] = (),
    facts: Mapping[str, object] | None = None,
) -> list[Precedent]:
    """Return past rulings, those with the most facts in common first; among equals the latest first.

    Args:
        cases: The cases to search.
        shifts: The house's shifts.
        present: Function that returns the rule set that would rule on a case today, or None.
        faults: Names of faults, of which a case must have at least one; empty for all cases.
        facts: The known facts, by name, as a ruling has them.
    """
    asked = as_plain(facts or {})
    past = []
    for case in cases:
        if case.removed or not case.faults or (faults and not set(faults) & set(case.faults)):
            continue
        known = as_plain(case.known)
        differing = {name: (asked[name], known.get(name)) for name in asked if name not in known or known[name] != asked[name]}
        rules = present(case)
        now = under(case, rules) if rules is not None else None
        outcome = case.outcome or case.proposed
        changed = (
            now is not None and bool(now.outcome) and now.ruling is not None and now.ruling.decided and now.outcome != outcome
        )
        past.append(Precedent(case, shifts.of(case.opened.at), outcome, differing, len(asked) - len(differing), now, changed))
    past.sort(key=lambda precedent: precedent.case.opened.seq, reverse=True)
    past.sort(key=lambda precedent: -precedent.alike)
    return past


def inconsistent(precedents_: Sequence[Precedent]) -> list[Inconsistent]:
    """Return the disputes that the floor decided differently although faults, facts and rules were the same."""
    alike: dict[str, list[Precedent]] = {}
    for precedent in precedents_:
        if precedent.case.decision is not None:
            key = json.dumps([sorted(precedent.case.faults), as_plain(precedent.case.known)], sort_keys=True)
            alike.setdefault(key, []).append(precedent)
    differing = []
    for group in alike.values():
        outcomes = dict.fromkeys(precedent.outcome for precedent in group)
        if len(outcomes) > 1:
            rulings = {outcome: tuple(precedent for precedent in group if precedent.outcome == outcome) for outcome in outcomes}
            differing.append(Inconsistent(group[0].case.faults, group[0].case.known, rulings))
    return differing
