"""Facts as somebody gave them, brought into the form that rulings on a fault use: the fault's own names, and one value each.

People use other names for a fault's facts, such as `count` (`also` of `facts.yaml`). A fact may be given several values, such as
two cards that were shown: a ruling uses one of them, and their number; `several` says which one, and which fact is the number. A
written dispute that does not mention a fact is taken to mean its usual value (`usual`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dealerkit.errors import Contradiction
from dealerkit.rulings.facts import known_facts, known_faults

_BETWEEN = re.compile(r"\s*(?:,|;|\+|\band\b)\s*")


def renamed(fault: str, facts: Mapping[str, object]) -> dict[str, object]:
    """Return facts under the names that a fault uses (`also` of `facts.yaml`).

    A general word such as `count` is replaced by the fault's own fact. It stays if that fact is given as well, or if its value
    fits the general fact but not the fault's own.

    Args:
        fault: The name of the fault.
        facts: The facts as given, by name.

    >>> renamed("boxed_card", {"count": 2}), renamed("boxed_card", {"count": 2, "boxed_count": 1})
    ({'boxed_count': 2}, {'count': 2, 'boxed_count': 1})
    """

    def name_of(name: str, value: object) -> str:
        other = own_name(fault, name, value)
        return name if other in facts else other

    return {name_of(name, value): value for name, value in facts.items()}


def own_name(fault: str, name: str, value: object) -> str:
    """Return the fault's own name for a fact (`also` of `facts.yaml`), if that fact can have the value; else the given name.

    Args:
        fault: The name of the fault.
        name: The given name.
        value: The given value.
    """
    known, declared = known_faults().get(fault), known_facts()
    other = known.also.get(name, name) if known is not None else name
    if other == name:
        return name
    return other if name not in declared or declared[other].can_be(value) or not declared[name].can_be(value) else name


def usual(fault: str, facts: Mapping[str, object]) -> dict[str, object]:
    """Return the values that facts usually have in disputes about a fault (`usual` of `facts.yaml`), for those that are not
    given.

    Args:
        fault: The name of the fault.
        facts: The given facts.

    >>> usual("stub_dropped", {"mixed_with_muck": True})
    {'stub_order_known': False}
    """
    known = known_faults()
    return {name: value for name, value in (known[fault].usual if fault in known else {}).items() if name not in facts}


def parts_of(value: object) -> list[str]:
    """Return the single values in a value that may hold several.

    >>> parts_of("2 and 7"), parts_of(["deal", "flop"]), parts_of(3), parts_of("2, 7,9")
    (['2', '7'], ['deal', 'flop'], ['3'], ['2', '7', '9'])
    """
    parts = (
        [part for value in value for part in parts_of(value)] if isinstance(value, list | tuple) else _BETWEEN.split(str(value))
    )
    return [part.strip() for part in parts if part.strip()]


def in_one(fault: str, facts: Mapping[str, object]) -> dict[str, object]:
    """Return facts in which one value stands for several that were given together, and the number of these is added.

    Args:
        fault: The name of the fault.
        facts: The given facts, under the names that the fault uses.

    Raises:
        Contradiction: If a smaller number was given than the values that were named.
        UnknownName: If a fact cannot have one of the values.

    >>> in_one("card_exposed", {"deck_position": "7 and 2"}), in_one("boxed_card", {"street": "deal, flop"})
    ({'deck_position': 2, 'exposed_count': 2}, {'street': 'flop', 'boxed_count': 2})
    """
    known = known_faults().get(fault)
    merged = dict(facts)
    for name, how in known.several.items() if known is not None else ():
        if name not in facts or len(parts := parts_of(facts[name])) < 2:
            continue
        fact, counted = known_facts()[name], known_facts()[how["counts"]]
        values = [value for part in parts if (value := fact.read(part)) is not None]
        merged[name] = (min if how["stands"] == "first" else max)(
            values, key=lambda value: fact.values.index(str(value)) if fact.values else int(value)
        )
        given = counted.read(facts[counted.name]) if counted.name in facts else None
        if isinstance(given, int) and given < len(parts):
            raise Contradiction(counted.name, str(given), name, " and ".join(parts), f"{len(parts)} are named")
        merged[counted.name] = given if given is not None else len(parts)
    return merged


def may_be_several(name: str) -> bool:
    """Return whether a fact can be given several values in some fault.

    >>> may_be_several("deck_position"), may_be_several("side")
    (True, False)
    """
    return any(name in fault.several for fault in known_faults().values())
