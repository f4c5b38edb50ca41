"""Facts that cannot both be: pairs and orders of `facts.yaml`, and comparisons that are a paragraph and not a table.

With two of them a question was misunderstood or a player misheard, and either ruling would be a guess: they are refused, both
named. What a table tells of itself is not asked: only what people say goes through here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

import attrs

from dealerkit.errors import Contradiction, UnknownName
from dealerkit.rules.doc import Doc
from dealerkit.rules.sets import facts_doc
from dealerkit.rules.texts import text
from dealerkit.rulings.conditions import Value, all_hold
from dealerkit.rulings.derived_facts import otherwise_worked_out
from dealerkit.rulings.facts import Fact, fact_of, known_facts, known_faults
from dealerkit.rulings.gates import GATES, acts_of, derived
from dealerkit.rulings.implications import SINCE, own_name
from dealerkit.rulings.multiple_values import in_one

if TYPE_CHECKING:
    from dealerkit.rules.entries import Branch

Found = tuple[str, str, str]
"""Two facts that contradict each other, and why."""
Comparison = Callable[[Mapping[str, Value]], "Found | None"]


@attrs.frozen
class Pair:
    """Two things that cannot both be.

    Attributes:
        one: What some facts are; all of them.
        other: What some others are.
        because: Why both cannot be.
        written: Whether the one settles the other only where a dispute is told in full.
    """

    one: Mapping[str, object]
    other: Mapping[str, object]
    because: str
    written: bool = False


@attrs.frozen
class FactOrder:
    """Two amounts or numbers of which one cannot be above the other.

    Attributes:
        low: The fact that cannot be above `high`.
        high: The other.
        because: Why.
    """

    low: str
    high: str
    because: str


def refuse(fault: str, facts: Mapping[str, object]) -> None:
    """Refuse facts of which two contradict each other.

    Args:
        fault: What happened, a name of `facts.yaml`.
        facts: What is said of it; unreadable values are left to the ruling.

    Raises:
        Contradiction: If two of them cannot both be.
        UnknownName: If one of them cannot be that in this fault, as the street that came too early cannot be the deal.
    """
    known = known_faults().get(fault)
    for name in known.asks if known is not None else ():
        if name in facts and known_facts()[name].can_be(facts[name]) and not (own := fact_of(fault, name)).can_be(facts[name]):
            raise UnknownName(kind=own.title[0].lower() + own.title[1:], name=str(facts[name]), whole=own.allowed)
    if (clash := contradiction(fault, facts)) is not None:
        first, other, because = clash
        raise Contradiction(first, str(facts[first]), other, str(facts[other]), because)


def contradiction(fault: str, facts: Mapping[str, object]) -> Found | None:
    """Return two facts that cannot both be, by the names they were given by, and why; None where nothing is wrong.

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
    clash = next(_against_acts(fault, known), None)
    if clash is None:
        by_acts = {} if _is_since(fault) else derived(known)
        said_as |= dict.fromkeys(by_acts, said_as.get("acts", ""))
        known |= by_acts
        clash = next(_clashes(known), None)
    return None if clash is None else (said_as[clash[0]], said_as[clash[1]], clash[2])


def implied(wanted: Mapping[str, Fact], known: Mapping[str, Value], *, written: bool = False) -> dict[str, Value]:
    """Return the yes-or-no facts that have only one possible value, because the other would contradict known facts.

    Args:
        wanted: The facts that a decision list asks for, by name.
        known: What is known.
        written: Whether the dispute is told in full.

    >>> declared = known_facts()
    >>> implied({"board_seen": declared["board_seen"]}, {"board_out": False})
    {'board_seen': False}
    """
    values: dict[str, Value] = {}
    for name, cannot in _cannot(facts_doc()).items():
        if name in wanted and name not in known:
            fits = (value for when, value, full in cannot if (written or not full) and all_hold(when, known))
            value = next(fits, None)
            if value is not None:
                values[name] = not value
    return values


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
            return known, said_as, (said_as[own], name, f"here both are the same thing: {declared[own].title}")
        known[own], said_as[own] = value, name
    return known, said_as, None


def _is_since(fault: str) -> bool:
    """Return whether the acts of a fault are those after the slip, and not those of the whole deal."""
    asked = set(known_faults()[fault].facts) if fault in known_faults() else set()
    return bool(asked & SINCE.keys()) and not asked & GATES.keys()


def _against_acts(fault: str, known: Mapping[str, Value]) -> Iterator[Found]:
    """Yield given facts on the action that contradict the acts."""
    if "acts" not in known:
        return
    acts = acts_of(str(known["acts"]))
    ways: Mapping[str, Callable[..., Value]] = SINCE if _is_since(fault) else GATES
    for name, reached in ways.items():
        if name in known and known[name] != reached(acts):
            yield name, "acts", f"by these acts it would be {_in_words(reached(acts))}"


def _clashes(known: Mapping[str, Value]) -> Iterator[Found]:
    """Yield contradictions among facts by their names."""
    doc = facts_doc()
    for pair in _pairs(doc):
        if all_hold(pair.one, known) and all_hold(pair.other, known):
            yield next(iter(pair.one)), next(iter(pair.other)), pair.because
    for order in _orders(doc):
        low, high = known.get(order.low), known.get(order.high)
        if isinstance(low, Decimal) and isinstance(high, Decimal) and low > high:
            yield order.low, order.high, order.because
    if (other := otherwise_worked_out(known)) is not None:
        name, source, value = other
        yield name, source, f"by what it is worked out of it would be {known_facts()[name].short(value)}"
    for name in _of(doc).get("compared", ()):
        if (clash := COMPARISONS[name](known)) is not None:
            yield clash


def _in_words(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# -- comparisons -------------------------------------------------------------------------------------------------------


def bet_without_a_bet(known: Mapping[str, Value]) -> Found | None:
    """Compare whether there was a bet to match with its amount: more than the chips in front is a bet to match."""
    owed, front = known.get("bet_to_match"), known.get("in_front", Decimal(0))
    if "facing_bet" not in known or not isinstance(owed, Decimal) or not isinstance(front, Decimal):
        return None
    if known["facing_bet"] is (owed > front):
        return None
    because = "more is to be matched than lies in front" if owed > front else "the bet to match is more than the chips in front"
    return "facing_bet", "bet_to_match", because


def least_wager_below_the_bet(known: Mapping[str, Value]) -> Found | None:
    """Compare the smallest legal wager with the bet: a raise is more than the bet it raises (BR-11)."""
    least, owed = known.get("smallest_wager"), known.get("bet_to_match")
    if not isinstance(least, Decimal) or not isinstance(owed, Decimal) or not owed or least > owed:
        return None
    return "smallest_wager", "bet_to_match", "the smallest raise, given as a total, is more than the bet"


def last_chips_left(known: Mapping[str, Value]) -> Found | None:
    """Compare whether they were the last chips with how many there were: who puts all of them in has no more."""
    put, had = known.get("put_all"), known.get("chips_behind")
    if "last_chips" not in known or not isinstance(put, Decimal) or not isinstance(had, Decimal):
        return None
    if known["last_chips"] is (put >= had):
        return None
    return "last_chips", "chips_behind", "less went in than there was" if put < had else "all of them went in"


def street_of_another_form(known: Mapping[str, Value]) -> Found | None:
    """Compare the street with the form of poker: draw games have no flop, hold'em no draw."""
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


# -- the data ----------------------------------------------------------------------------------------------------------


def _of(doc: Doc) -> Branch:
    branch: Branch = doc.data.get("contradictions", {})  # facts that were kept before have none
    return branch


@functools.lru_cache(maxsize=4)
def _pairs(doc: Doc) -> tuple[Pair, ...]:
    return tuple(
        Pair(pair["one"], pair["other"], text(pair["because"]), pair.get("written", False)) for pair in _of(doc).get("pairs", ())
    )


@functools.lru_cache(maxsize=4)
def _orders(doc: Doc) -> tuple[FactOrder, ...]:
    return tuple(FactOrder(order["low"], order["high"], text(order["because"])) for order in _of(doc).get("orders", ()))


@functools.lru_cache(maxsize=4)
def _cannot(doc: Doc) -> dict[str, tuple[tuple[Mapping[str, object], bool, bool], ...]]:
    """Return for each fact of yes and no with what it cannot be, what it cannot be then, and whether only in a full account."""
    by_fact: dict[str, list[tuple[Mapping[str, object], bool, bool]]] = {}
    for pair in _pairs(doc):
        for fact, other in ((pair.one, pair.other), (pair.other, pair.one)):
            if len(other) == 1 and isinstance(value := next(iter(other.values())), bool):
                by_fact.setdefault(next(iter(other)), []).append((fact, value, pair.written))
    return {name: tuple(cannot) for name, cannot in by_fact.items()}
