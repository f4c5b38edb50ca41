"""The entries of the catalogue: one for each thing in the rule files that has a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

KINDS = ("rule", "finding", "remedy", "fault", "question", "fact", "option", "game", "set", "outcome", "work", "word")
"""Kinds of entry, in the order of precedence where two have the same name.

`word` is what a step of the dealer says behind `do:`.
"""


@attrs.frozen
class RuledCase:
    """One case of a decision list, as it is ruled under one set.

    Attributes:
        rules_set: The set.
        fault: What happened.
        case: The case's name.
        when: Its conditions in words; empty for all that is left.
        outcome: The outcome's word.
        rules: The rules it rests on.
        remedies: The remedies.
        because: Why.
        cite: Work and section, in words.
        verified: How far that was read: one of `dealerkit.rules.readings.GRADES`.
        where: File and line.
        say: What is said aloud, without the amounts, which hang on the facts.
        holds: What the place that is cited holds, in our words; may be empty.
        look_up: Where the work can be looked up; may be empty.
    """

    rules_set: str
    fault: str
    case: str
    when: str
    outcome: str
    rules: tuple[str, ...]
    remedies: tuple[str, ...]
    because: str
    cite: str
    verified: str
    where: str
    say: str = ""
    holds: str = ""
    look_up: str = ""


@attrs.frozen
class Departure:
    """A place where a rule set says something else than the set or game under it, in words.

    Attributes:
        rules_set: The set.
        base: What it departs from: a set, or for an option its game.
        path: What differs.
        kind: `changed`, `added`, `removed` or `moved`.
        old: What the base says.
        new: What the set says.
        where: File and line of the set.
        base_where: File and line of the base; empty if it says nothing.
    """

    rules_set: str
    base: str
    path: str
    kind: str
    old: str
    new: str
    where: str
    base_where: str


@attrs.frozen
class Entry:
    """One thing in the rule files that has a name.

    Attributes:
        id: Its name.
        kind: One of `KINDS`.
        title: What it is, in a few words.
        text: What it says.
        severity: Of a finding.
        rules: The rules it rests on, or an option belongs to.
        cite: Work and section, in words.
        verified: How far that was read: one of `dealerkit.rules.readings.GRADES`; empty where nothing is cited.
        holds: What the place that is cited holds, in our words; may be empty.
        look_up: Where the work can be looked up; may be empty.
        where: File and line.
        game: The game it belongs to; empty where it belongs to all.
        cases: How the sets rule on it.
        departures: Where a set departs from its base in it.
        see: Names of other entries that have to do with it.
        more: What only its kind has: steps, values, questions ...
        also: Other words it is looked for by.
    """

    id: str
    kind: str
    title: str
    text: str = ""
    severity: str = ""
    rules: tuple[str, ...] = ()
    cite: str = ""
    verified: str = ""
    holds: str = ""
    look_up: str = ""
    where: str = ""
    game: str = ""
    cases: tuple[RuledCase, ...] = ()
    departures: tuple[Departure, ...] = ()
    see: tuple[str, ...] = ()
    more: Mapping[str, Any] = attrs.field(factory=dict)
    also: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the entry as plain data for JSON."""
        data = attrs.asdict(self)
        del data["also"]
        return data
