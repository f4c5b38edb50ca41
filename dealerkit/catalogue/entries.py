"""The entries of the catalogue: one for each thing in the rule files that has a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

KINDS = ("rule", "finding", "remedy", "fault", "question", "fact", "option", "game", "set", "outcome", "work", "word")
"""Kinds of entry, in the order of precedence if two entries have the same name.

A `word` is a value of `do:` in a dealer's step.
"""


@attrs.frozen
class RuledCase:
    """One case of a decision list, as ruled under one set.

    Attributes:
        rules_set: Name of the set.
        fault: Name of the fault.
        case: Name of the case.
        when: Conditions in words; empty for the case that covers all other situations.
        outcome: Name of the outcome, such as `misdeal`.
        rules: Ids of its rules.
        remedies: Ids of its remedies.
        because: Reason, in words.
        cite: Work and section, in words.
        verified: How much of the cited place was read: one of `dealerkit.rules.readings.GRADES`.
        where: File and line.
        say: Sentence in which the floor says the ruling, without amounts, since these depend on the facts.
        holds: Contents of the cited place in dealerkit's own words; may be empty.
        look_up: Address at which the work can be looked up; may be empty.
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
    """A difference between a rule set and its base, in words.

    Attributes:
        rules_set: Name of the rule set.
        base: Name of the rule set that it builds on; for an option, name of the game.
        path: Place of the difference in the rule files, in words.
        kind: `changed`, `added`, `removed` or `moved`.
        old: Value in the base, in words; empty if it has none.
        new: Value in the set, in words; empty if it has none.
        where: File and line of the set.
        base_where: File and line of the base; empty if the base has no value there.
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
    """One named thing in the rule files.

    Attributes:
        id: Its name.
        kind: One of `KINDS`.
        title: Its title.
        text: Its text.
        severity: Severity of a finding; empty for other kinds.
        rules: Ids of its rules; for an option a single rule.
        cite: Work and section, in words.
        verified: How much of the cited place was read: one of `dealerkit.rules.readings.GRADES`; empty without a citation.
        holds: Contents of the cited place in dealerkit's own words; may be empty.
        look_up: Address at which the work can be looked up; may be empty.
        where: File and line.
        game: Id of its game; empty if it belongs to all.
        cases: Rulings on it in the sets.
        departures: Differences between sets and their bases that concern it.
        see: Names of related entries.
        more: Fields that only its kind has: steps, values, questions ...
        also: Further search words.
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
