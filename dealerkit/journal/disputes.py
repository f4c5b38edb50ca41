"""What a case is opened with: a ruling proposed from facts, or what a record shows at an act."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from dealerkit import __version__
from dealerkit.errors import RecordError, UnknownName
from dealerkit.gates import GATES, derived
from dealerkit.journal.rulesets import keep_game, keep_rules
from dealerkit.journal.store import Writing
from dealerkit.record import Record, push, read_record, read_records
from dealerkit.rules.games import Game
from dealerkit.rules.sets import RuleSet
from dealerkit.rulings import Ruling, rule
from dealerkit.table import Table


@attrs.frozen
class Proposal:
    """What the rules say about a dispute, before the floor decides.

    Attributes:
        faults: What went wrong, by name.
        facts: What is known about it, as it was given.
        ruling: What is proposed; None where nothing of the rules' went wrong.
        rules: The rule set in force; None where the game needs none.
        game: The game as it was dealt, where a record says so.
        record: The record's text; empty without one.
        name: The record's file, without its folder, and its own id.
        at: The act up to which it was gone through.
        act: That act, as it is written.
        findings: What was found up to there: act, code, sentence.
    """

    faults: tuple[str, ...] = ()
    facts: Mapping[str, Any] = attrs.field(factory=dict)
    ruling: Ruling | None = None
    rules: RuleSet | None = None
    game: Game | None = None
    record: str = ""
    name: str = ""
    at: int = 0
    act: str = ""
    findings: tuple[Mapping[str, Any], ...] = ()

    @property
    def gate(self) -> dict[str, bool]:
        """Which gates have been passed, as far as the facts say: whether there has been action."""
        known: dict[str, Any] = dict(self.ruling.facts) if self.ruling is not None else {}
        known |= derived({"acts": str(known.get("acts", self.facts.get("acts")))}) if "acts" in {**self.facts, **known} else {}
        return {name: bool(known[name]) for name in GATES if name in known}

    def body(self, writing: Writing) -> dict[str, Any]:
        """Keep the rules, and return what the case's first entry says of all this."""
        said: dict[str, Any] = {
            "faults": list(self.faults), "facts": plain(self.facts), "gate": self.gate, "program": __version__,
            "ruling": plain(self.ruling.as_json()) if self.ruling is not None else None,
            "rules_in_force": keep_rules(writing, self.rules) if self.rules is not None else None,
        }  # fmt: skip
        if self.game is not None:
            said["game_kept"] = keep_game(writing, self.game)
        return said

    def attachment(self) -> dict[str, Any]:
        """Return what the entry of the attached record says."""
        return {"file": self.name, "at": self.at, "act": self.act, "findings": plain(self.findings), "text": self.record}


def plain(value: Any) -> Any:
    """Return a value as maps, lists, texts, whole numbers, booleans and None.

    >>> plain({"bet": Decimal("12.50"), "seats": (1, 2)})
    {'bet': '12.50', 'seats': [1, 2]}
    """
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value if value is None or isinstance(value, str | int | bool) else str(value)


def from_facts(faults: Sequence[str], facts: Mapping[str, Any], rules: RuleSet) -> Proposal:
    """Propose a ruling from facts.

    Raises:
        UnknownName, RuleFileError: As `dealerkit.rulings.rule`.
    """
    return Proposal(tuple(faults), dict(facts), rule({"faults": list(faults), **facts}, rules), rules)


def from_record(file: Path, at: int | None = None, hand: str | None = None, rules: str | Path | None = None) -> Proposal:
    """Propose a ruling from a record at an act: what was ruled at the table there, or last before it.

    Args:
        file: The record's file.
        at: The act, from 1; the last one if None.
        hand: Which record of the file, by id or number; the last one if None.
        rules: The rule set to judge it under; the record's own if None.

    Raises:
        RecordError: If it cannot be read or cannot have happened.
        UnknownName: If the file has no such record.
    """
    found = [one for one in read_records(file) if isinstance(one, Record)]
    if not found:
        first = next(iter(read_records(file)), None)
        hint = "`dealerkit walk` and `dealerkit play --record` write records"
        raise first if isinstance(first, RecordError) else RecordError(str(file), 0, "it holds no record", hint)
    named = {str(one.header.number): one for one in found} | {one.header.name: one for one in found}
    if hand is not None and hand not in named:
        kind = "record in this file"
        raise UnknownName(kind, hand, named)
    record = found[-1] if hand is None else named[hand]
    at = len(record.lines) if at is None else at
    if at > len(record.lines):
        raise record.broken or RecordError(str(file), 0, f"the record has {len(record.lines)} acts", f"--at {at} is beyond them")
    table = record.play(at, rules)
    text = attrs.evolve(record, torn="", broken=None).text()
    return _proposed(table, text, f"{file.name}, record {record.header.name}", at)


def _proposed(table: Table, text: str, name: str, at: int) -> Proposal:
    ruling = table.rulings[-1].ruling if table.rulings else None
    return Proposal(
        faults=(ruling.fault,) if ruling is not None else (),
        facts=dict(ruling.facts) if ruling is not None else {},
        ruling=ruling,
        rules=table.rules,
        game=table.game,
        record=text,
        name=name,
        at=at,
        act=table.log[-1].text if table.log else "",
        findings=tuple({"act": one.act, "code": one.code, "title": table.explain(one).title} for one in table.findings),
    )


def replayed(text: str, at: int, game: Game) -> Proposal:
    """Go through an attached record again under a game as it was kept.

    Raises:
        RecordError: If it cannot be read or cannot have happened.
    """
    record = read_record(text, "<attached record>")
    header = record.header
    table = Table(
        game, None, seats=header.seats, button=header.button, seed=header.seed, options=header.options,
        stacks=header.stacks or None, unit=header.unit, deck=header.deck,
    )  # fmt: skip
    for line in record.lines[:at]:
        push(table, line, "<attached record>")
    return _proposed(table, text, "<attached record>", at)


def same(a: object, b: object) -> bool:
    """Whether two plain values say the same."""
    return json.dumps(plain(a), sort_keys=True) == json.dumps(plain(b), sort_keys=True)
