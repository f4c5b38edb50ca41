"""Facts that follow from other facts, so that nobody needs to be asked for them. The rules of `facts.yaml` are applied until
nothing new follows.

A rule gives one fact its value. Three parts of `facts.yaml` hold rules: `follows` (if these facts are so, this fact has this
value); `contradictions` (if one of two incompatible things is true, the other is false); and `worked_out_of`, which names the
facts in a fact's formula (`dealerkit.rulings.formulas`). Facts that follow from the players' acts have formulas of their own, in
`dealerkit.rulings.gates`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from dealerkit.rules.doc import Doc
from dealerkit.rules.sets import facts_doc
from dealerkit.rulings.conditions import Value, all_hold
from dealerkit.rulings.facts import known_facts, known_faults
from dealerkit.rulings.formulas import FORMULAS, Formula, Known
from dealerkit.rulings.gates import GATES, SINCE, acts_of
from dealerkit.rulings.round_facts import BETS, TOLD

ACTS = "acts"
"""The fact that holds the acts in turn."""
Inference = tuple[str, Formula, bool]
"""The fact that a rule settles, its value by what is known (None if the rule says nothing), and whether the rule needs a full
account of the dispute."""


def derive(given: Known, wanted: Collection[str], *, written: bool = False) -> dict[str, Value]:
    """Return the wanted facts that follow from those given; a given fact is never overwritten.

    Args:
        given: The given facts, with their values read.
        wanted: Names of the facts to derive, such as those that a decision list tests.
        written: Whether the dispute is told in full, so that exceptions which it does not mention can be ruled out.

    >>> derive({"acts": "call call check"}, ["players_acted_behind"])
    {'players_acted_behind': 3}
    >>> derive({"street": "turn"}, ["action_reached", "card_out"])
    {'action_reached': True, 'card_out': True}
    >>> derive({"board_out": False}, ["board_seen"])
    {'board_seen': False}
    """
    known, before = dict(given), -1
    rules = _rules(facts_doc(), frozenset(wanted))
    while len(known) != before:
        before = len(known)
        for name, value_in, full in rules:
            if name not in known and (written or not full) and (value := value_in(known)) is not None:
                known[name] = value
    return {name: value for name, value in known.items() if name in wanted and name not in given}


def disproved(known: Known, asked: Collection[str]) -> Iterator[tuple[str, str, Value]]:
    """Yield each given fact that disagrees with its formula: the fact, one of the facts in the formula, and the value of the
    formula.

    A computed number may have been rounded up or down; a count may not.

    Args:
        known: The known facts.
        asked: Names of the facts that rulings on the fault use; they tell whether the given acts are only those after the slip.
    """
    for name, formula in _formulas(asked).items():
        if name not in known or (value := formula(known)) in (None, known[name]):
            continue
        sources = known_facts()[name].worked_out_of
        if not (sources and type(value) is int and abs(value - known[name]) < 2):  # type: ignore[operator]
            yield name, next((source for source in sources if source in known), ACTS), value


def heard(fault: str) -> frozenset[str]:
    """Return every name under which a fact may be given for a fault: its facts, their other names, and facts that they follow
    from.

    Args:
        fault: The name of the fault.

    >>> "count" in heard("boxed_card"), "street" in heard("button_wrong"), "street" in heard("late_bet")
    (True, True, False)
    """
    known = known_faults().get(fault)
    return frozenset() if known is None else _behind({*known.facts, *known.also, *known.also.values()})


def worked_out_of(names: Collection[str]) -> frozenset[str]:
    """Return the names of the facts that appear in the formulas of some facts (`worked_out_of` of `facts.yaml`)."""
    declared = known_facts()
    return frozenset(source for name in names if name in declared for source in declared[name].worked_out_of)


def settled_by(name: str) -> frozenset[str]:
    """Return the names of all facts from which a fact can follow, directly or through others.

    >>> sorted(settled_by("count_error"))
    ['extra_count', 'last_card_missing', 'next_in_sequence']
    """
    return _behind({name}) - {name}


def is_settled_by_others(name: str) -> bool:
    """Return whether a fact can follow from others, so that its value may change when theirs do.

    >>> is_settled_by_others("action_reached"), is_settled_by_others("is_button")
    (True, False)
    """
    return name in GATES or name in SINCE or name in facts_doc().data.get("follows", {})


def is_since(asked: Collection[str]) -> bool:
    """Return whether the given acts are only those after the slip, not those of the whole deal.

    >>> is_since(["acted_on_it"]), is_since(["acted_on_it", "action_reached"]), is_since(["action_reached"])
    (True, False, False)
    """
    return bool(SINCE.keys() & set(asked)) and not GATES.keys() & set(asked)


def _behind(names: Collection[str]) -> frozenset[str]:
    """Return some facts with all from which they can follow, at any remove."""
    follows = facts_doc().data.get("follows", {})
    behind: set[str] = set()
    left = set(names)
    while left:
        behind |= left
        further = {name for fact in left for way in follows.get(fact, ()) for name in way["when"]} | worked_out_of(left)
        further |= {ACTS} if left & (SINCE.keys() | GATES.keys()) else set()
        further |= {BETS} if left & TOLD.keys() else set()
        left = further - behind
    return frozenset(behind)


@functools.lru_cache(maxsize=512)
def _rules(doc: Doc, wanted: frozenset[str]) -> tuple[Inference, ...]:
    """Return the rules that settle some facts, or facts from which they can follow: the first that says something counts."""
    near = _behind(wanted)
    formulas: list[Inference] = [(name, formula, False) for name, formula in _formulas(wanted).items()]
    follows: list[Inference] = [
        (name, functools.partial(_if, way["when"], way["is"]), way.get("written", False))
        for name, ways in doc.data.get("follows", {}).items()
        for way in ways
    ]
    pairs: list[Inference] = [
        (name, functools.partial(_if, when, not value), pair.get("written", False))
        for pair in doc.data.get("contradictions", {}).get("pairs", ())
        for when, other in ((pair["one"], pair["other"]), (pair["other"], pair["one"]))
        for name, value in other.items()
        if len(other) == 1 and isinstance(value, bool)
    ]
    return tuple(rule for rule in (*formulas, *follows, *pairs) if rule[0] in near)


def _if(when: Mapping[str, object], value: Value, known: Known) -> Value | None:
    return value if all_hold(when, known) else None


def _formulas(asked: Collection[str]) -> Mapping[str, Formula]:
    """Return the formulas by the fact that each works out; the acts tell of the whole deal, or of what came after the slip."""
    by_acts: Mapping[str, Callable[[Sequence[str]], Value]] = SINCE if is_since(asked) else GATES
    return {**{name: functools.partial(_by_acts, formula) for name, formula in by_acts.items()}, **FORMULAS}


def _by_acts(formula: Callable[[Sequence[str]], Value], known: Known) -> Value | None:
    return formula(acts_of(str(known[ACTS]))) if ACTS in known else None
