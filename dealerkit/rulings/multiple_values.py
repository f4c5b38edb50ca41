"""Facts that hold two of a thing: two cards that were shown, cards face up on two streets.

Rulings go by one value and by how many there are. Which one stands for the others, and which fact counts them, is data
(`several` of a fault in `facts.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dealerkit.errors import Contradiction
from dealerkit.rulings.facts import known_facts, known_faults

_BETWEEN = re.compile(r"\s*(?:,|;|\+|\band\b)\s*")


def parts_of(value: object) -> list[str]:
    """Return the values that were said together.

    >>> parts_of("2 and 7"), parts_of(["deal", "flop"]), parts_of(3), parts_of("2, 7,9")
    (['2', '7'], ['deal', 'flop'], ['3'], ['2', '7', '9'])
    """
    parts = (
        [part for value in value for part in parts_of(value)] if isinstance(value, list | tuple) else _BETWEEN.split(str(value))
    )
    return [part.strip() for part in parts if part.strip()]


def in_one(fault: str, facts: Mapping[str, object]) -> dict[str, object]:
    """Return facts in which one value stands for several that were given together, and their number.

    Args:
        fault: What happened.
        facts: What is said of it, by the names that the fault knows.

    Raises:
        Contradiction: If fewer are said to be there than were named.
        UnknownName: If one of the values can never be.

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
    """Return whether a fact can hold several values in some fault.

    >>> may_be_several("deck_position"), may_be_several("side")
    (True, False)
    """
    return any(name in fault.several for fault in known_faults().values())
