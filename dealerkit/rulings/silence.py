"""Options that have no effect on rulings while another option has a certain value: whatever they are set to then, every decision
list gives the same ruling.

That can be intended: a cap on raises matters only in fixed limit. The option then says so, with a reason, by `idle_with`. Such
pairs are found by the walk of `dealerkit.rulings.fact_space`, with the other option fixed at each of its values in turn.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping

import attrs

from dealerkit.rules.options import Option
from dealerkit.rulings.conditions import Value, holds
from dealerkit.rulings.decision_lists import Case, DecisionList
from dealerkit.rulings.fact_space import Space
from dealerkit.rulings.facts import known_facts


@attrs.frozen
class Silence:
    """An option that decides no dispute while another has a certain value.

    Attributes:
        option: Name of the option that then decides nothing.
        other: Name of the other option.
        value: Value of the other option.
    """

    option: str
    other: str
    value: Value


def silences(
    lists: Mapping[str, DecisionList], options: Mapping[str, Option], decides: Decides, among: Collection[str]
) -> Iterator[Silence]:
    """Yield each option, with another option's value, that decides nothing under that value though it does under another one.

    Args:
        lists: The decision lists of a rule set, by fault.
        options: The options of a game that is dealt under it, by name.
        decides: Function that `deciding` returns for these lists.
        among: Names of the faults of interest; an option that none of their lists tests is left out.
    """
    for name in options:
        asking = [listed for listed in lists.values() if name in listed.facts]
        if not any(listed.fault in among for listed in asking):
            continue
        others = [other for other in options if other != name and asking and all(other in listed.facts for listed in asking)]
        for other in others:
            values = _values(options[other], other, asking)
            under = [value for value in values if any(decides(listed.fault, name, other, value) for listed in asking)]
            if under:
                yield from (Silence(name, other, value) for value in values if value not in under)


Decides = Callable[[str, str, str, Value], bool]
"""Function that returns whether an option decides a fault while another option has a value: fault, option, other, its value."""
Reckoned = Callable[[str], frozenset[str]]


def deciding(lists: Mapping[str, DecisionList], reckoned: Reckoned) -> Decides:
    """Return a function that tells whether an option makes a difference to rulings on a fault; it walks each list once for all
    games.

    Args:
        lists: The decision lists of a rule set, by fault.
        reckoned: Function that returns, for a fault, the options by which amounts in its cases are computed; they change a sum
            even if the same case applies.
    """

    @functools.cache
    def decides(fault: str, name: str, other: str, value: Value) -> bool:
        return _decides(lists[fault], name, {other: value}, reckoned)

    return decides


def is_meant(silence: Silence, option: Option) -> bool:
    """Return whether the option that then decides nothing says so itself (`idle_with`).

    Args:
        silence: The pair of options and the value.
        option: The option.
    """
    idle_entry = option.idle_with.get(silence.other)
    fact = known_facts()[silence.other]
    numbers = fact.type in ("int", "amount")
    return idle_entry is not None and any(
        holds(option if numbers else fact.read(option), silence.value) for option in idle_entry["is"]
    )


def _values(option: Option, name: str, lists: list[DecisionList]) -> list[Value]:
    """Return the values of an option that lists can tell apart: all that are listed, or one of each kind of number."""
    fact = known_facts()[name]
    listed = [read for value in option.values if (read := fact.read(value)) is not None]
    return listed or list(dict.fromkeys(value for decision_list in lists for value in decision_list.values(name)))


def _decides(listed: DecisionList, name: str, fixed: Mapping[str, Value], reckoned: Reckoned) -> bool:
    """Return whether some facts are ruled on otherwise by another value of an option, with others as they are fixed."""
    sums = name in reckoned(listed.fault)
    sides = [{**fixed, name: value} for value in listed.values(name)]
    return any(
        not _alike(*end.cases, sums=sums)
        for pair in itertools.combinations(sides, 2)
        for end in Space(listed, listed, fixed=pair).ends()
    )


def _alike(another: Case | None, other: Case | None, *, sums: bool) -> bool:
    """Return whether two cases have the same ruling and words; with `sums`, cases that name an amount never do."""
    if another is None or other is None:
        return another is other
    texts = [(case.key, case.data.get("say"), case.data.get("amounts")) for case in (another, other)]
    return texts[0] == texts[1] and not (sums and another.data.get("amounts"))
