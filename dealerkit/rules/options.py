"""House options: choices that a game leaves to the house, their allowed values, and the reading of values from text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Literal

import attrs

from dealerkit.arithmetic.paytable import read_odds
from dealerkit.rules.differences import same
from dealerkit.rules.texts import shown

if TYPE_CHECKING:
    from dealerkit.rules.entries import Branch, IdleEntry

WHOLE_RANGE = re.compile(r"(-?[0-9]+)-(-?[0-9]+)")
YES = frozenset({"yes", "true", "on"})
_BOUNDLESS = Decimal(10**6)
"""Limits this high count as no limit."""
NO = frozenset({"no", "false", "off"})

Value = str | int | bool
"""A value of an option; numbers with a fraction are decimal text, so that money is exact."""


@attrs.frozen
class Option:
    """One choice that a game leaves to the house.

    Attributes:
        name: Id of the option.
        kind: `choice` of `values`, `whole` number from `low` to `high`, decimal `number` from `low` to `high`, or `odds`.
        values: Allowed values of a choice.
        low: Smallest value of a number.
        high: Largest value of a number.
        aliases: Other words that people write for values, each with the value that it means.
        default: Value if none is chosen; not checked.
        unrecorded: Value that applied before the option existed, for older records that do not mention it; None for the default.
        title: Its title: a string, or a map from language tags to strings.
        rule: Id of the rule that it decides.
        help: Its explanation, in the same form as the title.
        group: Group in which it is listed; empty for none.
        default_with: Defaults that depend on another option: by that option's name, then by its value as printed.
        settles: Disputes and questions that it decides, as names of faults in `facts.yaml`.
        unit: `percent` for a share printed in per cent, `number` for a decimal number other than money; empty otherwise.
        idle_with: Other options under some of whose values this one decides no dispute: the values and the reason, by name.
        is_none: Value that means none, such as a limit of 0; None if there is no such value.
        comes_to: Values that are replaced while other options have certain values: for each value as printed, those values of
            other options (`with`) and the value that is in force instead (`is`).
    """

    name: str
    kind: Literal["choice", "whole", "number", "odds"]
    values: tuple[Value, ...] = ()
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)
    aliases: Mapping[str, Value] = attrs.field(factory=dict)
    default: object = None
    unrecorded: object = None
    title: object = None
    rule: str = ""
    help: object = None
    group: str = ""
    unit: str = ""
    is_none: object = None
    settles: tuple[str, ...] = ()
    default_with: Mapping[str, Mapping[str, Value]] = attrs.field(factory=dict)
    idle_with: Mapping[str, IdleEntry] = attrs.field(factory=dict)
    comes_to: Mapping[str, Branch] = attrs.field(factory=dict)

    @property
    def is_money(self) -> bool:
        """Whether its values are amounts of money: decimal numbers without a unit."""
        return self.kind == "number" and not self.unit

    def words(self, value: object) -> str:
        """Return a value as printed: `yes` and `no` for booleans, a share in per cent.

        >>> Option("rate", "choice", unit="percent").words("0.05"), Option("decks", "whole").words(8)
        ('5%', '8')
        """
        return f"{_plain(_decimal(value) * 100)}%" if self.unit == "percent" else shown(value)

    @property
    def allowed(self) -> list[str]:
        """The allowed values in words, for a hint."""
        if self.kind == "choice":
            return [shown(value) for value in self.values]
        if self.kind == "odds":
            return ["any odds, such as 8 to 1"]
        whole = "a whole number" if self.kind == "whole" else "a number"
        if self.boundless:
            return [f"{whole}, {_plain(self.low)} or more"]
        return [f"{whole} from {_plain(self.low)} to {_plain(self.high)}"]

    @property
    def boundless(self) -> bool:
        """Whether the largest value is too high to limit anything."""
        return self.kind in ("whole", "number") and self.high >= _BOUNDLESS

    def read(self, value: object) -> Value:
        """Return the option's value for a value or text from a file, a caller or a command line.

        Raises:
            ValueError: If it is not allowed.

        >>> tie = Option("tie_pays", "choice", ("8 to 1", "9 to 1"), aliases={"8:1": "8 to 1"})
        >>> tie.read("8:1"), Option("decks", "choice", (8, 6)).read("6"), Option("opposed", "choice", (True, False)).read("no")
        ('8 to 1', 6, False)
        >>> Option("pays", "odds").read("9 for 1"), Option("rate", "number", high=Decimal(1)).read("4.5%")
        ('8 to 1', '0.045')
        """
        if self.kind == "choice":
            return self._choice(value)
        if self.kind == "odds":
            return _odds(value)
        number = _decimal(value)
        if not self.low <= number <= self.high:
            raise ValueError(value)
        if self.kind == "number":
            return _plain(number)
        if number != int(number):
            raise ValueError(value)
        return int(number)

    def usual(self, values: Mapping[str, object]) -> Value:
        """Return the option's default, which can depend on the values of other options.

        >>> shown_down = Option("face_up", "choice", (True, False), default=False, default_with={"setting": {"tournament": True}})
        >>> shown_down.usual({"setting": "cash"}), shown_down.usual({"setting": "tournament"})
        (False, True)

        Args:
            values: Values of all options, by name.
        """
        defaults = (by[shown(values[other])] for other, by in self.default_with.items() if shown(values.get(other)) in by)
        return self.read(next(defaults, self.default))

    def in_force(self, values: Mapping[str, Value]) -> Value:
        """Return the value that is in force: the chosen one, unless the values of other options replace it (`comes_to`).

        >>> by = Option("ante_by", "choice", ("all", "blind"), comes_to={"blind": {"is": "all", "with": {"big_blind": "0"}}})
        >>> by.in_force({"ante_by": "blind", "big_blind": "0"}), by.in_force({"ante_by": "blind", "big_blind": "2"})
        ('all', 'blind')

        Args:
            values: Chosen values of all options, by name.
        """
        value = self.comes_to.get(shown(values[self.name]))
        if value is None or not all(same(values.get(other), wanted) for other, wanted in value["with"].items()):
            return values[self.name]
        return self.read(value["is"])

    def can_be(self, value: object) -> bool:
        """Return whether a value, as a file or a caller writes it, is allowed."""
        try:
            self.read(value)
        except ValueError:
            return False
        return True

    def _choice(self, value: object) -> Value:
        for known in self.values:
            if same(known, value):
                return known
        if isinstance(value, str | int) and not isinstance(value, bool):
            wanted = _folded(str(value))  # YAML reads 4 as a number even if the values are words such as 4 and none
            for known in self.values:
                if wanted in (_folded(str(known)), _folded(shown(known))):
                    return known
            for alias, known in self.aliases.items():
                if wanted == _folded(alias):
                    return known
            for words, meant in ((YES, True), (NO, False)):
                if wanted in words and any(known is meant for known in self.values):
                    return meant
        raise ValueError(value)


def _folded(text: str) -> str:
    return " ".join(text.replace("_", " ").split()).casefold()


def _decimal(value: object) -> Decimal:
    """Return an exact number, also from a percentage; a float is refused, since it is inexact."""
    if isinstance(value, bool) or not isinstance(value, str | int | Decimal):
        raise ValueError(value)
    per_cent = isinstance(value, str) and value.rstrip().endswith("%")
    try:
        number = Decimal(value.strip().removesuffix("%") if isinstance(value, str) else value)
    except InvalidOperation:
        raise ValueError(value) from None
    if per_cent:
        number /= 100
    if not number.is_finite():
        raise ValueError(value)
    return number


def _odds(value: object) -> str:
    """Return odds in one form: `8 to 1`, also for `8:1` and for `9 for 1`."""
    up, down = read_odds(value.replace("_", " ") if isinstance(value, str) else None)
    if not up:
        raise ValueError(value)
    return f"{up} to {down}"


def _plain(number: Decimal) -> str:
    """Return a number without an exponent or trailing zeros."""
    return format(number.normalize(), "f") if number else "0"


def make_option(name: str, spec: Branch) -> Option:
    """Return an option from its data in a rule file.

    Args:
        name: Id of the option.
        spec: Its entry under `options`.

    Raises:
        ValueError: If `values` is not a list of values, a range such as `1-12`, `number: [low, high]`, or `odds`.
    """
    values = spec.get("values")
    keys = ("aliases", "default", "unrecorded", "title", "rule", "help", "group", "unit", "is_none")
    common = {key: spec[key] for key in (*keys, "default_with", "idle_with", "comes_to") if key in spec}
    common["settles"] = tuple(spec.get("settles") or ())
    if values == "odds":
        return Option(name, "odds", **common)
    if isinstance(values, list) and values and all(isinstance(value, str | int) for value in values):
        return Option(name, "choice", tuple(values), **common)
    if isinstance(values, str) and (match := WHOLE_RANGE.fullmatch(values)) and int(match[1]) <= int(match[2]):
        return Option(name, "whole", low=_decimal(match[1]), high=_decimal(match[2]), **common)
    if isinstance(values, Mapping) and isinstance(values.get("number"), list) and len(values["number"]) == 2:
        low, high = map(_decimal, values["number"])
        if low <= high:
            return Option(name, "number", low=low, high=high, **common)
    raise ValueError(values)
