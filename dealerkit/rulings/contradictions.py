"""Facts that cannot both be true: the pairs and orders listed in `facts.yaml`, and comparisons that need code.

If two facts contradict each other, somebody misread a question or misheard a player, and any ruling would be a guess. Such facts
are refused, and both are named. Only what people say is checked, not what a table records.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from dealerkit.errors import Contradiction, UnknownName
from dealerkit.rules.sets import facts_doc
from dealerkit.rules.texts import text
from dealerkit.rulings.conditions import Value, all_hold
from dealerkit.rulings.derivation import ACTS, disproved, is_since
from dealerkit.rulings.facts import fact_of, known_facts, known_faults
from dealerkit.rulings.gates import derived
from dealerkit.rulings.given_facts import in_one, own_name

if TYPE_CHECKING:
    from dealerkit.rules.entries import Branch

Found = tuple[str, str, str]
"""Two facts that contradict each other, and why."""
Comparison = Callable[[Mapping[str, Value]], "Found | None"]


def refuse(fault: str, facts: Mapping[str, object]) -> None:
    """Raise an error if two of the facts contradict each other.

    Args:
        fault: The fault in dispute, a name of `facts.yaml`.
        facts: The facts as people gave them, by name; values that cannot be read are left to the ruling.

    Raises:
        Contradiction: If two of them cannot both be true.
        UnknownName: If a fact cannot have its value in this fault: a street dealt too early cannot be the first deal.
    """
    known = known_faults().get(fault)
    for name in known.asks if known is not None else ():
        if name in facts and known_facts()[name].can_be(facts[name]) and not (own := fact_of(fault, name)).can_be(facts[name]):
            raise UnknownName(kind=own.title[0].lower() + own.title[1:], name=str(facts[name]), whole=own.allowed)
    if (clash := contradiction(fault, facts)) is not None:
        first, other, because = clash
        raise Contradiction(first, str(facts[first]), other, str(facts[other]), because)


def contradiction(fault: str, facts: Mapping[str, object]) -> Found | None:
    """Return two facts that cannot both be true, by the names under which they were given, and the reason; None if there are
    none.

    Args:
        fault: The fault in dispute, a name of `facts.yaml`.
        facts: The facts as people gave them, by name.

    >>> contradiction("boxed_card", {"street": "shuffle", "acts": "call call"})[:2]
    ('street', 'acts')
    >>> contradiction("boxed_card", {"count": 1, "boxed_count": 2})[:2]
    ('count', 'boxed_count')
    >>> contradiction("boxed_card", {"street": "flop", "acts": "call call"}) is None
    True
    """
    known, said_as, twice = _read(fault, in_one(fault, facts))
    if twice is not None:
        return twice
    asked = known_faults()[fault].facts if fault in known_faults() else ()
    clash = next(_clashes(known, asked), None)
    if clash is None:
        return None
    first, second, because = clash  # a fact that nobody gave follows from the acts
    return said_as.get(first, said_as.get(ACTS, "")), said_as.get(second, said_as.get(ACTS, "")), because


def _read(fault: str, facts: Mapping[str, object]) -> tuple[dict[str, Value], dict[str, str], Found | None]:
    """Read facts by their own names: what each is, by which name it was given, and two names of one fact that differ."""
    declared = known_facts()
    known: dict[str, Value] = {}
    said_as: dict[str, str] = {}
    for name, fact in facts.items():
        own = own_name(fault, name, fact)
        try:
            value = declared[own].read(fact) if own in declared else None
        except UnknownName:
            value = None
        if value is None:
            continue
        if own in known and known[own] != value:
            return known, said_as, (said_as[own], name, f"both answer the same question: {declared[own].title}")
        known[own], said_as[own] = value, name
    return known, said_as, None


def _clashes(known: Mapping[str, Value], asked: Collection[str]) -> Iterator[Found]:
    """Yield contradictions among facts by their names: those with a formula first, the acts among them."""
    for name, source, value in disproved(known, asked):
        by = "the action" if source == ACTS else "the other facts"
        yield name, source, f"going by {by}, the answer is: {known_facts()[name].short(value)}"
    known = known if is_since(asked) else {**derived(known), **known}
    branch: Branch = facts_doc().data.get("contradictions", {})  # facts that were kept before have none
    for pair in branch.get("pairs", ()):
        if all_hold(pair["one"], known) and all_hold(pair["other"], known):
            yield next(iter(pair["one"])), next(iter(pair["other"])), text(pair["because"])
    for order in branch.get("orders", ()):
        low, high = known.get(order["low"]), known.get(order["high"])
        if isinstance(low, Decimal) and isinstance(high, Decimal) and low > high:
            yield order["low"], order["high"], text(order["because"])
    for name in branch.get("compared", ()):
        if (clash := COMPARISONS[name](known)) is not None:
            yield clash


# -- comparisons -------------------------------------------------------------------------------------------------------


def bet_without_a_bet(known: Mapping[str, Value]) -> Found | None:
    """Return a contradiction between "no bet to match" and a bet larger than the chips in front of the player, or the reverse."""
    owed, front = known.get("bet_to_match"), known.get("in_front", Decimal(0))
    if "facing_bet" not in known or not isinstance(owed, Decimal) or not isinstance(front, Decimal):
        return None
    if known["facing_bet"] is (owed > front):
        return None
    because = (
        "the bet to match is more than the chips in front"
        if owed > front
        else "the bet to match is covered by the chips in front"
    )
    return "facing_bet", "bet_to_match", because


def least_wager_below_the_bet(known: Mapping[str, Value]) -> Found | None:
    """Return a contradiction between the smallest legal wager and the bet: a raise must be more than the bet (BR-11)."""
    least, owed = known.get("smallest_wager"), known.get("bet_to_match")
    if not isinstance(least, Decimal) or not isinstance(owed, Decimal) or not owed or least > owed:
        return None
    return "smallest_wager", "bet_to_match", "the minimum raise, as a total, is more than the bet"


def last_chips_left(known: Mapping[str, Value]) -> Found | None:
    """Return a contradiction between "these were the last chips" and chips left behind, or the reverse."""
    put, had = known.get("put_all"), known.get("chips_behind")
    if "last_chips" not in known or not isinstance(put, Decimal) or not isinstance(had, Decimal):
        return None
    if known["last_chips"] is (put >= had):
        return None
    return (
        "last_chips",
        "chips_behind",
        ("the player had more chips than went in") if put < had else "all the player's chips went in",
    )


def street_of_another_form(known: Mapping[str, Value]) -> Found | None:
    """Return a contradiction between the street and the form of poker: draw games have no flop, hold'em has no draw."""
    street, form = known.get("street"), known.get("form")
    forms = known_facts()["street"].of_forms.get(str(street), ())
    return (
        ("street", "form", "this form of poker has no such street") if forms and form is not None and form not in forms else None
    )


COMPARISONS: Mapping[str, Comparison] = {
    comparison.__name__: comparison
    for comparison in (bet_without_a_bet, least_wager_below_the_bet, last_chips_left, street_of_another_form)
}
"""Comparisons that `compared` of `facts.yaml` can name."""
