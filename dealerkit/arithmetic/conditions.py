"""Conditions on the features of a hand, such as its total, and the pay lines to which they belong; compiled from a game's file.

A condition names features and options: `{pair: true, dealer_up: [A, T], hole_card: peek}`. Options are decided when the condition
is compiled; features are tested later, against what is known of a hand by then, so that the result may still be unknown.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from dealerkit.arithmetic.paytable import read_odds

Features: TypeAlias = Mapping[str, frozenset[object]]
"""Features of a hand by name, each with its possible answers."""

Told: TypeAlias = Mapping[str, object]
"""Known features of one hand, by name; None, or no entry, if unknown."""

Complain: TypeAlias = Callable[[tuple[str | int, ...], str], None]
"""Function that notes a problem: it takes the place of the problem below the part being read, and a message."""

YES_NO: frozenset[object] = frozenset({True, False})


class HandCondition(NamedTuple):
    """Condition on the features of a hand: all of them must fit.

    Attributes:
        asks: For each feature, such as `total`, the answers that fit.
    """

    asks: Mapping[str, frozenset[object]]

    def holds(self, answers: Told) -> bool | None:
        """Return whether the condition holds; None while a feature that decides it is unknown.

        Args:
            answers: Known answers, by feature.

        >>> HandCondition({"total": frozenset({20, 21})}).holds({"total": 20})
        True
        >>> HandCondition({"bust": frozenset({True})}).holds({}) is None
        True
        """
        known = True
        for feature, fitting in self.asks.items():
            answer = answers.get(feature)
            if answer not in fitting:
                if answer is not None:
                    return False
                known = False
        return True if known else None


def holds_any(conditions: Iterable[HandCondition], answers: Told) -> bool:
    """Return whether at least one of some conditions holds for certain.

    Args:
        conditions: The conditions.
        answers: Known answers, by feature.
    """
    for condition in conditions:  # noqa: SIM110 - twice as fast as any()
        if condition.holds(answers):
            return True
    return False


class PaymentLine(NamedTuple):
    """A line that settles a wager.

    Attributes:
        condition: Condition under which the line applies.
        result: `win`, `lose`, `push` or `half_back`: half of the stake is lost.
        up: First number of the odds, `up` to `down`; 0 unless the wager wins.
        down: Second number of the odds.
        at_once: Whether the wager is settled as soon as the condition is known to hold, and the hand picked up with it.
        unit: Amount of money to a multiple of which the lost half is rounded down; None for the house's payout unit.
    """

    condition: HandCondition
    result: str
    up: int
    down: int
    at_once: bool
    unit: object = None


RESULTS = ("push", "lose", "half_back")
WHEN = {"at_once": True, "at_end": False}


class ConditionReader:
    """Reader of the conditions of one game; it notes problems in them.

    Args:
        features: Features allowed in conditions, each with its possible answers.
        options: The options in force.
        same: Function that returns whether an option has a written value; raises `ValueError` for a value that the option cannot
            have.
        complain: Function that takes the place of a problem and a message, and notes it.
    """

    def __init__(
        self, features: Features, options: Mapping[str, object], same: Callable[[str, object], bool], complain: Complain
    ) -> None:
        self.features, self.options, self.same, self.complain = features, options, same, complain

    def condition(self, raw: object, place: tuple[str | int, ...]) -> HandCondition | None:
        """Return a compiled condition; None if an option in it has another value, or if the condition is faulty.

        Args:
            raw: The condition as written: features and options with their values.
            place: Keys and indices that lead to it, within the part of the file that is being read.
        """
        if not isinstance(raw, Mapping):
            self.complain(place, "expected a condition such as {total: 17+, soft: false}")
            return None
        asks: dict[str, frozenset[object]] = {}
        fits = True
        for name, wanted in raw.items():
            try:
                if name in self.features:
                    asks[name] = answers(name, wanted, self.features[name])
                elif name in self.options:
                    values = wanted if isinstance(wanted, list | tuple) else [wanted]
                    met = [self.same(name, value) for value in values]  # all values are read, so that every wrong one is reported
                    fits = any(met) and fits
                else:
                    self.complain((*place, str(name)), f"unknown feature or option: '{name}'; {self._meant(name)}")
                    fits = False
            except ValueError as error:
                self.complain((*place, str(name)), str(error))
                fits = False
        return HandCondition(asks) if fits else None

    def conditions(self, raw: object, place: tuple[str | int, ...]) -> tuple[HandCondition, ...]:
        """Return the compiled conditions of a list, without those that an option in force rules out.

        Args:
            raw: The list as written.
            place: Keys and indices that lead to it, within the part of the file that is being read.
        """
        if not isinstance(raw, list | tuple):
            self.complain(place, "expected a list of conditions such as [{total: 21+}]")
            return ()
        compiled = (self.condition(entry, (*place, at)) for at, entry in enumerate(raw))
        return tuple(condition for condition in compiled if condition is not None)

    def line(self, raw: object, place: tuple[str | int, ...]) -> PaymentLine | None:
        """Return a compiled line that settles a wager; None if an option in it has another value, or if the line is faulty.

        Args:
            raw: The line as written.
            place: Keys and indices that lead to it, within the part of the file that is being read.
        """
        if not isinstance(raw, Mapping) or "pays" not in raw:
            self.complain(place, "expected a pay line {when: {...}, pays: ...}, with odds, push, lose or half_back after `pays`")
            return None
        for key in raw.keys() - {"when", "pays", "at", "unit", "text"}:
            self.complain((*place, str(key)), f"unknown key '{key}'; allowed: when, pays, at, unit, text")
        condition = self.condition(raw.get("when", {}), (*place, "when"))
        at = WHEN.get(str(raw.get("at", "at_end")))
        if at is None:
            self.complain((*place, "at"), f"'{raw['at']}' is not allowed here; allowed: at_once, at_end")
        up, down = 0, 1
        if raw["pays"] not in RESULTS:
            try:
                up, down = read_odds(raw["pays"])
            except ValueError as error:
                self.complain((*place, "pays"), f"{error}, or push, lose or half_back")
                return None
        if condition is None:
            return None
        return PaymentLine(condition, str(raw["pays"]) if raw["pays"] in RESULTS else "win", up, down, bool(at), raw.get("unit"))

    def _meant(self, name: object) -> str:
        near = difflib.get_close_matches(str(name), [*self.features, *self.options], n=1)
        return f"did you mean {near[0]}?" if near else f"known features: {', '.join(self.features)}"


def answers(feature: str, wanted: object, known: frozenset[object]) -> frozenset[object]:
    """Return the answers to a feature that meet a condition: `true`, `17+`, `9-11`, `[A, T]`.

    Args:
        feature: Name of the feature.
        wanted: The condition as written.
        known: Possible answers to the feature.

    Raises:
        ValueError: If the feature cannot have such an answer.

    >>> sorted(answers("total", "9-11", frozenset(range(2, 32))))
    [9, 10, 11]
    """
    if isinstance(wanted, list | tuple):
        return frozenset[object]().union(*(answers(feature, part, known) for part in wanted))
    fitting: frozenset[object] = frozenset()
    if isinstance(wanted, bool):
        fitting = frozenset({wanted}) if known == YES_NO else fitting
    else:
        span = re.fullmatch(r"(\d+)(?:-(\d+)|(\+))?", str(wanted))
        numbers = [answer for answer in known if isinstance(answer, int) and not isinstance(answer, bool)]
        if span and numbers:
            most = max(numbers) if span[3] else int(span[2] or span[1])
            fitting = frozenset(number for number in numbers if int(span[1]) <= number <= most)
        else:
            fitting = frozenset({str(wanted)}) & known
    if not fitting:
        some = "true or false" if known == YES_NO else _some(known)
        msg = f"'{feature}' can't be '{wanted}'; allowed: {some}"
        raise ValueError(msg)
    return fitting


def _some(known: frozenset[object]) -> str:
    numbers = sorted(answer for answer in known if isinstance(answer, int))
    return f"{numbers[0]} to {numbers[-1]}" if numbers else ", ".join(sorted(map(str, known)))
