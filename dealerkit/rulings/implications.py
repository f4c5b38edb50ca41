"""Facts that follow from others: other names of facts, facts that others settle, and what a dispute usually leaves unsaid."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from dealerkit.rules.sets import facts_doc
from dealerkit.rulings.conditions import Value, all_hold
from dealerkit.rulings.derived_facts import worked_out
from dealerkit.rulings.facts import Fact, known_facts, known_faults
from dealerkit.rulings.gates import GATES, acts_of, betting_started, derived, substantial_action_reached
from dealerkit.rulings.round_facts import BETS, TOLD


def renamed(fault: str, facts: Mapping[str, object]) -> dict[str, object]:
    """Return facts by the names that a fault knows them by; `also` of `facts.yaml`.

    A word such as `count` is of whatever went wrong. It keeps its own name where the fault's fact is given as well, or where
    it can be what is said and the fault's fact cannot.

    >>> renamed("boxed_card", {"count": 2}), renamed("boxed_card", {"count": 2, "boxed_count": 1})
    ({'boxed_count': 2}, {'count': 2, 'boxed_count': 1})
    """

    def name_of(name: str, value: object) -> str:
        other = own_name(fault, name, value)
        return name if other in facts else other

    return {name_of(name, value): value for name, value in facts.items()}


def own_name(fault: str, name: str, value: object) -> str:
    """Return a fault's own name for a fact: the fact that `also` of `facts.yaml` gives for the word, where it can have the value;
    else the word itself.

    Args:
        fault: The name of the fault.
        name: The word that was said.
        value: What was said of it.
    """
    known, declared = known_faults().get(fault), known_facts()
    other = known.also.get(name, name) if known is not None else name
    if other == name:
        return name
    return other if name not in declared or declared[other].can_be(value) or not declared[name].can_be(value) else name


def usual(fault: str, facts: Mapping[str, object]) -> dict[str, object]:
    """Return the usual facts of a dispute about a fault; `usual` of `facts.yaml`.

    >>> usual("stub_dropped", {"mixed_with_muck": True})
    {'stub_order_known': False}
    """
    known = known_faults()
    return {name: value for name, value in (known[fault].usual if fault in known else {}).items() if name not in facts}


def heard(fault: str) -> frozenset[str]:
    """Return every name that may be given with a fault: its facts, their other names, and facts that settle them.

    >>> "count" in heard("boxed_card"), "street" in heard("button_wrong"), "street" in heard("late_bet")
    (True, True, False)
    """
    known = known_faults().get(fault)
    return frozenset() if known is None else _behind({*known.facts, *known.also, *known.also.values()})


def made_of(names: Collection[str]) -> frozenset[str]:
    """Return the facts that some facts are derived from; `worked_out_of` of `facts.yaml`."""
    declared = known_facts()
    return frozenset(source for name in names if name in declared for source in declared[name].worked_out_of)


def settled_by(name: str) -> frozenset[str]:
    """Return the facts from which a fact can follow, at any remove.

    >>> sorted(settled_by("count_error"))
    ['extra_count', 'last_card_missing', 'next_in_sequence']
    """
    return _behind({name}) - {name}


def _behind(names: Collection[str]) -> frozenset[str]:
    """Return some facts with all from which they can follow, at any remove."""
    follows = facts_doc().data.get("follows", {})
    behind: set[str] = set()
    left = set(names)
    while left:
        behind |= left
        further = {name for fact in left for way in follows.get(fact, ()) for name in way["when"]} | made_of(left)
        further |= {"acts"} if left & (SINCE.keys() | GATES.keys()) else set()
        further |= {BETS} if left & TOLD.keys() else set()
        left = further - behind
    return frozenset(behind)


def is_settled_by_others(name: str) -> bool:
    """Return whether a fact follows from others, so that it may have changed with them.

    >>> is_settled_by_others("action_reached"), is_settled_by_others("is_button")
    (True, False)
    """
    return name in GATES or name in SINCE or name in facts_doc().data.get("follows", {})


def strongest(acts: Sequence[str]) -> str:
    """Return the strongest effect of acts on the price for the players after them, a value of the fact `intervening`; BR-30.

    >>> strongest(["fold", "call"]), strongest(["check"]), strongest([])
    ('call', 'check_or_fold', 'not_yet')
    """
    if not acts:
        return "not_yet"
    if {"bet", "raise", "complete", "all-in"} & set(acts):
        return "bet_or_raise"
    return "call" if "call" in acts else "check_or_fold"


SINCE: Mapping[str, Callable[[Sequence[str]], Value]] = {
    "players_acted_behind": len,
    "substantial_behind": substantial_action_reached,
    "acted_on_it": betting_started,
    "intervening": strongest,
}
"""Facts that follow from `acts` where no gate is asked for: there the acts are those that came after the slip."""


def follow(given: Mapping[str, Value], wanted: Mapping[str, Fact], *, written: bool = False) -> dict[str, Value]:
    """Return the facts of a decision list that follow from those given; a given fact is never overwritten.

    Args:
        given: The facts as they were read.
        wanted: The facts of the list, by name.
        written: Whether the dispute is told in full.

    >>> declared = known_facts()
    >>> follow({"acts": "call call check"}, {"players_acted_behind": declared["players_acted_behind"]})
    {'players_acted_behind': 3}
    >>> follow({"street": "turn"}, {name: declared[name] for name in ("action_reached", "card_out")})
    {'action_reached': True, 'card_out': True}
    """
    implied = derived(given)
    if "acts" in given and not wanted.keys() & GATES.keys():
        acts = acts_of(str(given["acts"]))
        implied |= {name: since(acts) for name, since in SINCE.items() if name in wanted and name not in given}
    implied |= worked_out(given)
    for name, ways in facts_doc().data.get("follows", {}).items():
        known = {**implied, **given}
        fits = (
            (way for way in ways if (written or not way.get("written")) and all_hold(way["when"], known))
            if name not in known
            else iter(())
        )
        if (way := next(fits, None)) is not None:
            implied[name] = way["is"]
    return {name: value for name, value in implied.items() if name in wanted}
