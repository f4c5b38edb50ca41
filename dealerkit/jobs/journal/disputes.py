"""The opening of a case: a ruling proposed from facts, from a table, or from a record up to one of its acts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from dealerkit import __version__
from dealerkit.files.plain_data import as_plain
from dealerkit.jobs.journal.rulesets import keep_game, keep_rules
from dealerkit.jobs.journal.store import Writing
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.sets import RuleSet
from dealerkit.rulings import Ruling, known_facts, known_faults, rule
from dealerkit.rulings.games import game_facts
from dealerkit.rulings.gates import GATES, derived
from dealerkit.table.playback import push, replay
from dealerkit.table.record import one_record, read_record
from dealerkit.table.table import Table


@attrs.frozen
class Proposal:
    """The ruling that the rules propose on a dispute, before the floor decides.

    Attributes:
        faults: The names of the faults in dispute.
        facts: The facts, as given.
        ruling: The proposed ruling; None if the rules know no such fault.
        rules: The rule set in force; None if the game has none.
        game: The game as it was dealt; None without a record.
        record: The record's text; empty without a record.
        name: The name of the record's file, without its folder, and the record's id.
        at: The number of the act, from 1, up to which the record was replayed.
        act: That act, in the notation of records.
        findings: The findings up to that act, as maps with `act`, `code` and `title`.
    """

    faults: tuple[str, ...] = ()
    facts: Branch = attrs.field(factory=dict)
    ruling: Ruling | None = None
    rules: RuleSet | None = None
    game: Game | None = None
    record: str = ""
    name: str = ""
    at: int = 0
    act: str = ""
    findings: tuple[Mapping[str, object], ...] = ()

    @property
    def gate(self) -> dict[str, bool]:
        """Whether play has passed the points after which a ruling changes, such as action on the hand: True or False by the
        point's name in `GATES`. Points that the facts say nothing about are left out.
        """
        known: dict[str, object] = dict(self.ruling.facts) if self.ruling is not None else {}
        known |= derived({"acts": str(known.get("acts", self.facts.get("acts")))}) if "acts" in {**self.facts, **known} else {}
        return {name: bool(known[name]) for name in GATES if name in known}

    def body(self, writing: Writing) -> dict[str, object]:
        """Store the rule set and the game in the journal, and return the body of the case's first entry."""
        content: dict[str, object] = {
            "faults": list(self.faults), "facts": as_plain(self.facts), "gate": self.gate, "program": __version__,
            "ruling": as_plain(self.ruling),
            "rules_in_force": keep_rules(writing, self.rules) if self.rules is not None else None,
        }  # fmt: skip
        if self.game is not None:
            content["game_kept"] = keep_game(writing, self.game)
        return content

    def attachment(self) -> dict[str, object]:
        """Return the body of the entry with the attached record."""
        return {"file": self.name, "at": self.at, "act": self.act, "findings": as_plain(self.findings), "text": self.record}


def from_facts(faults: Sequence[str], facts: Branch, rules: RuleSet, played: Game | None = None) -> Proposal:
    """Propose a ruling from facts.

    Args:
        faults: The names of the faults.
        facts: The known facts.
        rules: The rule set in force.
        played: The game; None if unknown. Facts that follow from the game need not be given.

    Raises:
        UnknownName, RuleFileError: As `dealerkit.rulings.rule`.
    """
    of_game = game_facts(played, at_table=False) if played is not None else {}
    ruling = rule({"faults": list(faults), **of_game, **facts}, rules)
    taken = {name: value for name, value in of_game.items() if name in ruling.facts}
    return Proposal(tuple(faults), {**taken, **facts}, ruling, rules)


def from_record(
    file: Path,
    at: int | None = None,
    hand: str | None = None,
    rules: str | Path | None = None,
    faults: Sequence[str] = (),
    facts: Branch | None = None,
) -> Proposal:
    """Propose a ruling from the state of the table in a record after one of its acts.

    Args:
        file: The record's file.
        at: The act, from 1; the last one if None.
        hand: The id or number of the record in the file; None for the last.
        rules: The rule set to judge it under; the record's own if None.
        faults: The names of the faults; if empty, the fault of the hand's last finding.
        facts: Facts that override those that the record shows.

    Raises:
        RecordError: If the record cannot be read, or could not have happened.
        UnknownName: If the file has no such record, or there is no such fault or fact.
    """
    record = one_record(file, hand, at)
    table = replay(record, at, rules)
    text = attrs.evolve(record, torn="", broken=None).text()
    return from_table(table, text, f"{file.name}, record {record.header.name}", faults, facts)


def from_table(table: Table, record: str, name: str, faults: Sequence[str] = (), facts: Branch | None = None) -> Proposal:
    """Propose a ruling from the present state of a table.

    Args:
        table: The table.
        record: The text of its record, which may continue after the disputed act.
        name: The name of that record.
        faults: The names of the faults; if empty, the fault of the hand's last finding.
        facts: Facts that override those that the table shows.

    Raises:
        UnknownName: If there is no such fault or fact.
    """
    proposal = Proposal(
        rules=table.game.rules,
        game=table.game,
        record=record,
        name=name,
        at=len(table.log),
        act=table.log[-1].text if table.log else "",
        findings=findings(table),
    )
    disputed = table.floor.disputed[0] if table.floor.disputed else ""
    if table.game.rules is None or not (faults or (disputed and disputed in table.game.rules.faults)):
        return proposal
    table_facts, known = told_of(table, list(faults) or [disputed]), dict(facts or {})
    happened = table_facts.pop("faults")
    ruling = rule({"faults": happened, **table_facts, **game_facts(table.game), **known}, table.game.rules, said=known)
    # An option of the game that the ruling was made from is a fact of the case.
    taken = {name: value for name, value in game_facts(table.game).items() if name in ruling.facts}
    return attrs.evolve(proposal, faults=tuple(happened), facts={**taken, **table_facts, **known}, ruling=ruling)


@attrs.frozen
class TableDispute:
    """A dispute read off a table.

    Attributes:
        fault: The fault's name.
        facts: The facts from the table and its game, by name.
        source: The wrong act and its slip, in words; empty if the caller named the fault.
    """

    fault: str
    facts: Branch
    source: str = ""


def dispute_at(table: Table, fault: str = "") -> TableDispute | None:
    """Return the dispute at a table; None if no fault is given and no finding at the table has a ruling.

    Args:
        table: The table as it stands.
        fault: The fault's name; if empty, the fault of the hand's last finding.
    """
    source = ""
    if not fault:
        if table.floor.disputed is None:
            return None
        fault, slip = table.floor.disputed
        source = f"act {slip.act}, {slip.got or table.log[slip.act - 1]}: {table.explain(slip).title} ({slip.code})"
    facts = told_of(table, [fault])
    (fault,) = facts.pop("faults")
    return TableDispute(fault, {**game_facts(table.game), **facts}, source)


def told_of(table: Table, faults: list[str]) -> dict[str, Any]:
    """Return the facts of some faults, by name, as the table shows them.

    The key `faults` has the names of the faults, where the table may replace a general fault by a more exact one.
    """
    observed: dict[str, object] = {}
    happened = []
    for fault in faults:
        facts = table.floor.facts_of(fault) or {}
        fault = str(facts.pop("fault", fault))
        wanted = {*known_faults()[fault].facts, "acts", "bets"} if fault in known_faults() else known_facts().keys()
        observed |= {
            name: value for name, value in facts.items() if name in wanted and value is not None
        }  # None: nobody noted it
        happened.append(fault)
    return {**observed, "faults": happened}


def findings(table: Table) -> tuple[Mapping[str, object], ...]:
    """Return the findings at a table, as maps with `act`, `code` and `title`."""
    return tuple({"act": finding.act, "code": finding.code, "title": table.explain(finding).title} for finding in table.findings)


def replayed(text: str, at: int, game: Game) -> Table:
    """Return the table after the first acts of an attached record, under a stored game.

    Args:
        text: The record.
        at: The number of acts to replay.
        game: The game as it was stored.

    Raises:
        RecordError: If the record cannot be read, or could not have happened.
    """
    record = read_record(text, "<attached record>")
    header = record.header
    table = Table(
        game, None, seats=header.seats, button=header.button, seed=header.seed, options=header.options,
        stacks=header.stacks or None, unit=header.unit, deck=header.deck, recorded=True,
    )  # fmt: skip
    for line in record.lines[:at]:
        push(table, line, "<attached record>")
    return table


def same(a: object, b: object) -> bool:
    """Return whether two values are equal as plain data."""
    return json.dumps(as_plain(a), sort_keys=True) == json.dumps(as_plain(b), sort_keys=True)
