"""Number of questions of the dispute desk, compared with the fewest possible in any order.

For each fault of each rule set with a small enough decision list, every order of questions is tried: the best has the fewest
questions on average over the answers that the rules distinguish. The limit for the desk is 1.2 times that, over all lists.

    python bench/questions.py [SET ...] [--list]
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable, Mapping

from dealerkit.rules.sets import RuleSet, rule_set, rule_sets
from dealerkit.rulings import decide, known_facts
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.facts import fact_of

GOAL = 1.2
MOST = 300  # combinations of answers to the facts of a list; more would take a night
Known = frozenset[tuple[str, Value]]


def counted(rules: RuleSet, fault: str) -> tuple[float, float] | None:
    """Return the numbers of questions for a fault: the desk's and the fewest, on average; None for too many facts or no
    question.
    """
    listed = decision_list(rules, fault)
    values: Mapping[str, list[Value]] = {name: fact_of(fault, name).apart(listed.conditions(name)) for name in listed.facts}
    first = decide(rules, fault, {}).needs
    if not first or math.prod(len(values[name]) for name in listed.facts if known_facts()[name].assume is None) > MOST:
        return None

    @functools.cache
    def needs(known: Known) -> tuple[str, ...]:
        return tuple(decide(rules, fault, dict(known)).needs)

    @functools.cache
    def fewest(known: Known) -> float:
        return min((after(known, name, fewest) for name in needs(known)), default=0.0)

    @functools.cache
    def asked(known: Known) -> float:
        desk = Desk(fault, [rules], dict(known))
        while (fact := desk.question()) is not None and fact.name not in values:
            desk.answer(
                fact.name, None
            )  # the sources of a derived fact are asked instead; amounts of an answer do not decide anything
        return 0.0 if fact is None else after(known, fact.name, asked)

    def after(known: Known, name: str, left: Callable[[Known], float]) -> float:
        return 1 + sum(left(known | {(name, value)}) for value in values[name]) / len(values[name])

    return asked(frozenset()), fewest(frozenset())


def main(*args: str) -> int:
    """Print both averages and their ratio; return 1 if the desk's is over its limit."""
    names = [name for name in args if not name.startswith("-")] or list(rule_sets())
    rows = []
    large = 0
    for rules in map(rule_set, names):
        for fault in rules.faults:
            tally = counted(rules, fault)
            if tally is not None:
                rows.append((*tally, f"{rules.name}.{fault}"))
            elif decide(rules, fault, {}).needs:
                large += 1
    if "--list" in args:
        for mine, best, name in sorted(rows, key=lambda row: row[0] / row[1], reverse=True):
            print(f"{mine:6.2f} {best:6.2f} {mine / best:5.2f}  {name}")
    mine, best = sum(row[0] for row in rows) / len(rows), sum(row[1] for row in rows) / len(rows)
    worst = max(row[0] / row[1] for row in rows)
    print(
        f"questions: {mine:.2f} on average, {best:.2f} at best, {mine / best:.3f} times (goal {GOAL}); "
        f"worst list {worst:.2f} times; {len(rows)} lists, {large} more are too large to try every order"
    )
    return int(mine / best > GOAL)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
