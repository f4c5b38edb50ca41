"""All possible facts of a fault, cut into classes: all facts in a class are ruled on alike, under every decision list considered.

Facts are cut only where the conditions of the decision lists make a difference. There is one dimension (axis) for each fact, and
one for the acts in turn. Yes and no are two classes; so is each word of a choice that some case names, with all others as one;
whole numbers are split where the range of a condition begins or ends. Several facts (`dealerkit.rulings.gates`) follow together
from the acts in turn, so that no class combines facts that no acts can bring about.

The lists are walked side by side as one decision tree: a fact branches only where a case that is still open in one of them tests
it, and values that leave the same cases open share a branch. Every leaf is one class. The walk is exact, and no two classes
overlap; states that were met before are not walked again, so that even large lists take milliseconds.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.rulings.conditions import Value, holds, is_number
from dealerkit.rulings.decision_lists import Case, DecisionList, narrowed
from dealerkit.rulings.facts import Fact, known_facts
from dealerkit.rulings.gates import GATES, WITH_CHIPS, WITHOUT_CHIPS, derived

ACTS = "acts"
LONGEST = 3
"""Acts in turn after which every gate has been passed; more of them make no further class."""


@attrs.frozen(eq=False)
class Axis:
    """One dimension of a dispute's facts, cut into the classes of values that conditions treat differently.

    Attributes:
        name: Name of the fact, or `acts`.
        told: The conditions, by fact: on that one fact, or on each of the facts that follow from the acts.
        said: One value of each class, as somebody would give it.
        facts: For each of these values, the resulting values of the facts in `told`.
        usual: Index of the class of the value assumed if nobody gives one; None if it has to be asked for.
    """

    name: str
    told: Mapping[str, Sequence[object]]
    said: tuple[Value, ...]
    facts: tuple[Mapping[str, Value], ...]
    usual: int | None = None

    def meeting(self, wanted: Mapping[str, object]) -> frozenset[int]:
        """Return the indices of the classes that meet the conditions of a case.

        Args:
            wanted: The conditions on facts of this axis, by fact.
        """
        return frozenset(
            at for at, facts in enumerate(self.facts) if all(holds(want, facts[name]) for name, want in wanted.items())
        )

    def of(self, facts: Mapping[str, Value]) -> int:
        """Return the index of the class that facts belong to.

        Args:
            facts: Values by fact; a fact of this axis, or the acts, must be among them.

        Raises:
            ValueError: If they contradict each other, or a fact of this axis is not among them.
        """
        known = {**facts, **derived(facts)} if self.name == ACTS else facts
        try:
            mark = _mark(self.told, known)
        except KeyError as error:
            msg = f"no fact given for {error.args[0]}"
            raise ValueError(msg) from None
        for at, fact in enumerate(self.facts):
            if _mark(self.told, fact) == mark:
                return at
        msg = f"no acts of players lead to {', '.join(f'{name}={known[name]}' for name in self.told)}"
        raise ValueError(msg)


def axes_of(lists: Sequence[DecisionList], fixed: Sequence[Mapping[str, Value]]) -> Iterator[Axis]:
    """Yield the axes (dimensions) of some decision lists, in the order in which their cases first name the facts.

    Args:
        lists: The decision lists.
        fixed: For each list the facts that its rule set fixes, which get no axis because of that list.
    """
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
    parts = fact.apart(wants)
    wanted = {fact.name: tuple(wants)}
    usual = None
    for shown in (fact.example, fact.assume):
        if shown is not None:
            mark = _mark(wanted, {fact.name: shown})
            usual = next(at for at, value in enumerate(parts) if _mark(wanted, {fact.name: value}) == mark)
            parts[usual] = shown
    usual = None if fact.assume is None else usual
    return Axis(fact.name, wanted, tuple(parts), tuple({fact.name: value} for value in parts), usual)


def _acts(wanted: Mapping[str, Sequence[object]]) -> Axis:
    """Make the axis of the acts in turn: one class for every combination of gates that some acts bring about."""
    kept: dict[tuple[bool, ...], tuple[str, Mapping[str, Value]]] = {}
    for state, gates in gates_together():
        kept.setdefault(_mark(wanted, gates), (state, gates))
    return Axis(ACTS, wanted, tuple(state for state, _ in kept.values()), tuple(gates for _, gates in kept.values()))


@functools.cache
def gates_together() -> tuple[tuple[str, Mapping[str, Value]], ...]:
    """Return every combination of the facts in `dealerkit.rulings.gates` that acts in turn can bring about, each with the
    shortest acts that do so.

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


def _mark(wanted: Mapping[str, Sequence[object]], facts: Mapping[str, Value]) -> tuple[bool, ...]:
    """Return which wanted values some facts have, one flag each: facts with equal flags are in one class."""
    return tuple(holds(want, facts[name]) for name, wants in wanted.items() for want in wants)


# -- the space ---------------------------------------------------------------------------------------------------

Left = tuple[tuple[int, tuple[int, ...]], ...]
"""The cases of one list that can still fit, each with the axes it waits for; nothing stands behind one that waits for none."""
State = tuple[Left, ...]
"""The rest of each list."""


@attrs.frozen(eq=False)
class Class:
    """A class of facts that are all ruled on alike.

    Attributes:
        within: For each axis that matters, by name, the indices of its classes of values that belong to this class.
        example: Facts in this class, as somebody would give them, including those that are assumed anyhow.
        cases: The case that each list reaches; None for a list without a case for these facts.
    """

    within: Mapping[str, frozenset[int]]
    example: Mapping[str, Value]
    cases: tuple[Case | None, ...]


@attrs.frozen(eq=False)
class End:
    """A combination of cases that the lists can reach on the same facts.

    Attributes:
        cases: The case that each list reaches; None for a list without a case for these facts.
        example: Facts that lead there, with as few as possible to be given; those that are assumed anyhow are included.
        unusual: Names of those among them that have to be given because they would not be assumed.
        classes: Number of classes of facts that lead there.
    """

    cases: tuple[Case | None, ...]
    example: Mapping[str, Value]
    unusual: tuple[str, ...]
    classes: int


_Found = tuple[int, tuple[tuple[int, int], ...], int]
"""The fewest facts that have to be said, the choices made on the way down, and the number of classes."""


class Space:
    """The possible facts that one or more decision lists test, cut into classes.

    Args:
        lists: Decision lists of one fault, or of several that happen together.
        fixed: For each list the facts that its rule set fixes, which nobody is asked for; none by default.

    >>> from dealerkit.rules.sets import rule_set
    >>> from dealerkit.rulings.decision_lists import decision_list
    >>> both = Space(*(decision_list(rule_set(name), "first_card_wrong_seat") for name in ("rrop", "tda")))
    >>> [(found.example["acts"], [case.name for case in found.cases]) for found in both.classes()]
    [('none', ['in_time', 'in_time']), ('fold fold', ['otherwise', 'in_time']), ('fold call', ['otherwise', 'otherwise'])]
    """

    def __init__(self, *lists: DecisionList, fixed: Sequence[Mapping[str, Value]] = ()) -> None:
        self.lists = lists
        given = tuple(fixed) or ({},) * len(lists)
        self.axes = tuple(axes_of(lists, given))
        self._at = {fact: index for index, axis in enumerate(self.axes) for fact in axis.told}
        self._wants = [[self._wanted(case, known) for case in listed.cases] for listed, known in zip(lists, given, strict=True)]
        self._below: dict[State, dict[tuple[int | None, ...], _Found]] = {}

    def classes(self) -> Iterator[Class]:
        """Yield every class, each once."""
        yield from self._walk(self._start, {})

    def ends(self) -> list[End]:
        """Return every combination of cases that the lists can reach on the same facts, in the order of the cases."""
        ends = self._follow(self._start)
        return [
            End(
                self._cases(end),
                {self.axes[axis].name: self.axes[axis].said[at] for axis, at in choices},
                tuple(self.axes[axis].name for axis, at in choices if at != self.axes[axis].usual),
                count,
            )
            for end, (_, choices, count) in sorted(ends.items(), key=lambda item: _order(item[0]))
        ]

    def place(self, facts: Mapping[str, Value]) -> dict[str, int]:
        """Return, for each axis by name, the index of the class that facts belong to.

        Args:
            facts: Values for the facts of all axes.

        Raises:
            ValueError: As `Axis.of`.
        """
        return {axis.name: axis.of(facts) for axis in self.axes}

    def within(self, narrow: Case, wide: Case) -> bool:
        """Return whether all facts that fit the first case also fit the second, regardless of facts that a rule set fixes.

        Args:
            narrow: The first case, from one of the lists.
            wide: The second case, from one of the lists.
        """
        inner, outer = self._wanted(narrow, {}) or {}, self._wanted(wide, {}) or {}
        return all(axis in inner and inner[axis] <= wants for axis, wants in outer.items())

    # -- the walk -------------------------------------------------------------------------------------------------

    @property
    def _start(self) -> State:
        return tuple(
            narrowed(
                (index, tuple(sorted(wants))) for index, wants in enumerate(cases) if wants is not None and all(wants.values())
            )
            for cases in self._wants
        )

    def _wanted(self, case: Case, fixed: Mapping[str, Value]) -> dict[int, frozenset[int]] | None:
        """Return the classes of each axis that a case wants; None if what its set fixes rules the case out."""
        by_axis: dict[int, dict[str, object]] = {}
        for name, wanted in case.when.items():
            if name in fixed:
                if not holds(wanted, fixed[name]):
                    return None
                continue
            by_axis.setdefault(self._at[name], {})[name] = wanted
        return {axis: self.axes[axis].meeting(wanted) for axis, wanted in by_axis.items()}

    def _cases(self, end: tuple[int | None, ...]) -> tuple[Case | None, ...]:
        return tuple(None if at is None else listed.cases[at] for listed, at in zip(self.lists, end, strict=True))

    def _branches(self, state: State) -> tuple[int, dict[State, list[int]]] | None:
        """Return the next axis that matters, and where its classes lead; None where every list has come to its end."""
        axis = next((left[0][1][0] for left in state if left and left[0][1]), None)
        if axis is None:
            return None
        led: dict[State, list[int]] = {}
        for at in range(len(self.axes[axis].said)):
            led.setdefault(self._given(state, axis, at), []).append(at)
        return axis, led

    def _given(self, state: State, axis: int, at: int) -> State:
        return tuple(
            narrowed(
                (case, tuple(other for other in waits if other != axis))
                for case, waits in left
                if axis not in waits or at in (wants[case] or {})[axis]
            )
            for left, wants in zip(state, self._wants, strict=True)
        )

    def _walk(self, state: State, within: dict[int, list[int]]) -> Iterator[Class]:
        branches = self._branches(state)
        if branches is None:
            example = {self.axes[axis].name: self.axes[axis].said[self._shown(axis, ats)] for axis, ats in within.items()}
            kept = {self.axes[axis].name: frozenset(ats) for axis, ats in within.items()}
            yield Class(kept, example, self._cases(_end(state)))
            return
        axis, led = branches
        for below, ats in led.items():
            yield from self._walk(below, {**within, axis: ats} if len(led) > 1 else within)

    def _follow(self, state: State) -> dict[tuple[int | None, ...], _Found]:
        if state in self._below:
            return self._below[state]
        branches = self._branches(state)
        states: dict[tuple[int | None, ...], _Found] = {}
        if branches is None:
            states[_end(state)] = (0, (), 1)
        else:
            axis, led = branches
            for below, ats in led.items():
                shown = self._shown(axis, ats)
                cost = int(shown != self.axes[axis].usual)
                for end, (flag_state, choices, count) in self._follow(below).items():
                    way = (flag_state, choices) if len(led) == 1 else (flag_state + cost, ((axis, shown), *choices))
                    known = states.get(end)
                    best = way if known is None or way[0] < known[0] else known[:2]
                    states[end] = (*best, count + (known[2] if known is not None else 0))
        self._below[state] = states
        return states

    def _shown(self, axis: int, ats: Sequence[int]) -> int:
        """Choose the value that stands for several: what is assumed anyhow, or the first."""
        usual = self.axes[axis].usual
        return usual if usual is not None and usual in ats else ats[0]


def _end(state: State) -> tuple[int | None, ...]:
    return tuple(left[0][0] if left else None for left in state)


def _order(end: tuple[int | None, ...]) -> tuple[tuple[bool, int], ...]:
    return tuple((at is None, at or 0) for at in end)


def in_words(facts: Mapping[str, Value]) -> tuple[str, ...]:
    """Return facts as sentences that a supervisor could read out.

    >>> in_words({"facing_bet": True, "acts": "fold call"})
    ('The player faced a bet: yes, a bet, a raise or a blind', 'Action in turn after the forced bets: fold call')
    """
    declared = known_facts()
    return tuple(f"{declared[name].title}: {_answer(declared[name], value)}" for name, value in facts.items())


def _answer(fact: Fact, value: Value) -> str:
    return f"{value} per cent" if is_number(value) and fact.unit == "per cent" else fact.answer(value)
