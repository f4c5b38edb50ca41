"""What can be said about a fault, cut into the values that decision lists tell apart: one axis a fact, and one for the acts.

Yes and no; the words of a choice that some case names, and all the others as one; ranges of whole numbers, split where a
condition's range begins or ends; and the acts in turn, from which the gates of `dealerkit.rulings.gates` follow together, so
that no class has gates that no acts can bring about.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.rulings.conditions import Value, holds
from dealerkit.rulings.decision_lists import DecisionList
from dealerkit.rulings.facts import Fact, known_facts
from dealerkit.rulings.gates import GATES, WITH_CHIPS, WITHOUT_CHIPS, derived

ACTS = "acts"
LONGEST = 3
"""Acts in turn after which every gate has been passed; more of them make no further class."""


@attrs.frozen(eq=False)
class Axis:
    """One thing that can be said, cut into the values that some condition tells apart.

    Attributes:
        name: A fact, or `acts`.
        told: What the conditions want, by fact: of one fact, or of each gate that follows from the acts.
        said: One value of each class, as somebody would say it.
        facts: What each of them makes of the facts in `told`.
        usual: The class of what is assumed when nobody says anything; None where it has to be asked.
    """

    name: str
    told: Mapping[str, Sequence[object]]
    said: tuple[Value, ...]
    facts: tuple[Mapping[str, Value], ...]
    usual: int | None = None

    def meeting(self, wanted: Mapping[str, object]) -> frozenset[int]:
        """Return the classes that meet what a case wants of the facts of this axis."""
        return frozenset(
            at for at, facts in enumerate(self.facts) if all(holds(want, facts[name]) for name, want in wanted.items())
        )

    def of(self, facts: Mapping[str, Value]) -> int:
        """Return the class that some facts fall into.

        Raises:
            ValueError: If they contradict each other, or a fact of this axis is not among them.
        """
        known = {**facts, **derived(facts)} if self.name == ACTS else facts
        try:
            mark = _mark(self.told, known)
        except KeyError as error:
            msg = f"nothing is said about {error.args[0]}"
            raise ValueError(msg) from None
        for at, made in enumerate(self.facts):
            if _mark(self.told, made) == mark:
                return at
        msg = f"no acts bring about {', '.join(f'{name}={known[name]}' for name in self.told)}"
        raise ValueError(msg)


def axes_of(lists: Sequence[DecisionList], fixed: Sequence[Mapping[str, Value]]) -> Iterator[Axis]:
    """Yield the axes of some lists, in the order in which their cases first name them."""
    wanted: dict[str, list[object]] = {}
    for listed, known in zip(lists, fixed, strict=True):
        for case in listed.cases:
            for name, want in case.when.items():
                if name not in known:
                    wanted.setdefault(name, []).append(want)
    declared = known_facts()
    gates = {name: wants for name, wants in wanted.items() if name in GATES}
    for name, wants in wanted.items():
        if name not in GATES:
            yield _axis(declared[name], wants)
        elif name == next(iter(gates)):
            yield _acts(gates)


def _axis(fact: Fact, wants: Sequence[object]) -> Axis:
    said = fact.apart(wants)
    told = {fact.name: tuple(wants)}
    usual = None
    for shown in (fact.example, fact.assume):
        if shown is not None:
            mark = _mark(told, {fact.name: shown})
            usual = next(at for at, value in enumerate(said) if _mark(told, {fact.name: value}) == mark)
            said[usual] = shown
    usual = None if fact.assume is None else usual
    return Axis(fact.name, told, tuple(said), tuple({fact.name: value} for value in said), usual)


def _acts(told: Mapping[str, Sequence[object]]) -> Axis:
    """Make the axis of the acts in turn: one class for every combination of gates that some acts bring about."""
    kept: dict[tuple[bool, ...], tuple[str, Mapping[str, Value]]] = {}
    for said, gates in gates_together():
        kept.setdefault(_mark(told, gates), (said, gates))
    return Axis(ACTS, told, tuple(said for said, _ in kept.values()), tuple(gates for _, gates in kept.values()))


@functools.cache
def gates_together() -> tuple[tuple[str, Mapping[str, Value]], ...]:
    """Return every combination of gates that acts in turn can bring about, each with the shortest acts that do.

    >>> [said for said, _ in gates_together()]
    ['none', 'fold', 'fold fold', 'fold call', 'fold check']
    """
    words = sorted({*WITHOUT_CHIPS, *WITH_CHIPS}, key=lambda word: (word != "fold", word != "call", word))
    kept: dict[tuple[bool, ...], tuple[str, Mapping[str, Value]]] = {}
    for length in range(LONGEST + 1):
        for acts in itertools.product(words, repeat=length):
            gates: dict[str, Value] = {name: reached(acts) for name, reached in GATES.items()}
            kept.setdefault(tuple(map(bool, gates.values())), (" ".join(acts) or "none", gates))
    return tuple(kept.values())


def _mark(told: Mapping[str, Sequence[object]], facts: Mapping[str, Value]) -> tuple[bool, ...]:
    """Return what some facts meet of all that is wanted of them: facts with the same mark are in the same class."""
    return tuple(holds(want, facts[name]) for name, wants in told.items() for want in wants)
