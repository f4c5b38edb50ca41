"""Coverage: the rulings (entries of decision lists) of a rule set and the rules of a game's book that no test case reaches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from dealerkit.jobs.cases.files import SHIPPED, RuleCase, Target
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Place
from dealerkit.rules.games import game_doc
from dealerkit.rules.resolution import read_set
from dealerkit.rules.sets import find_set, rule_set, rule_sets
from dealerkit.rulings import Ruling
from dealerkit.table.table import Table

RULE_ID = re.compile(r"\b[A-Z]{2,4}-[A-Z]?[0-9]+\b")
"""A rule's id within a case's name: `BA-36`, `NP-A7`."""


class Reached:
    """The rules and cases of decision lists reached so far.

    Attributes:
        ids: Rule ids that cases are named after, that they expect, or that their rulings cite.
        rulings: Entries of decision lists that gave a ruling, as rule set, fault and entry.
        codes: Findings that came up.
        games: Games that were dealt.
        sets: Rule sets that were ruled under.
    """

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self.rulings: set[tuple[str, str, str]] = set()
        self.codes: set[str] = set()
        self.games: set[str] = set()
        self.sets: set[str] = set()

    def named(self, case: RuleCase) -> None:
        """Count the rules that a case names or expects as reached, because the case was run."""
        self.ids.update(RULE_ID.findall(case.name))
        rules = case.data["expect"].get("rules")
        self.ids.update(map(str, rules if isinstance(rules, list) else ()))

    def dealt(self, case: RuleCase) -> None:
        """Count a game that was dealt."""
        if "game" in case.data:
            self.games.add(str(case.game))

    def ruled(self, rules: str | Path, ruling: Ruling) -> None:
        """Count a ruling. An inherited entry counts for every rule set that it is inherited through."""
        self.ids.update(ruling.rules)
        for name in rule_set(rules).chain:
            self.rulings.add((name, ruling.fault, ruling.case))
        self.sets.add(ruling.rules_set)

    def found(self, table: Table) -> None:
        """Count the findings at a table."""
        self.codes.update(finding.code for finding in table.findings)


def uncovered(target: Target, reached: Reached) -> tuple[list[str], int]:
    """Return the rules and entries of decision lists that no case reaches.

    Args:
        target: The cases that were run, with their rule sets and games; if it has none, those that the cases name are looked at.
        reached: The rules and entries that the cases reached.

    Returns:
        Those not reached, as `us:surplus_card.seen` or `mini-baccarat:BA-11`; and the number of further ones in dealerkit's
        own files, which are not listed when a house's cases are run.

    Raises:
        UnknownName: If there is no such set or game.
        RuleFileError: If one cannot be used.
    """
    ours = tuple(map(data_dir, SHIPPED))
    cases = [*_uncovered(target, reached)]
    if all(any(file.is_relative_to(folder) for folder in ours) for file in target.files):
        return [name for name, _ in cases], 0
    own = [name for name, file in cases if not any(Path(file).is_relative_to(folder) for folder in ours)]
    return own, len(cases) - len(own)


def _uncovered(target: Target, reached: Reached) -> Iterator[tuple[str, str]]:
    """Yield the rules that no case reaches, each with its file."""
    sets = dict(target.sets)
    if not sets:
        sets = {name: find_set(name) for name in sorted(reached.sets) if name in rule_sets()}
    for name, path in sets.items():
        doc = read_set(path)
        for fault, entry in doc.data.get("faults", {}).items():
            for case, ruled in (entry or {}).get("cases", {}).items():
                if ruled is not None and (name, fault, case) not in reached.rulings:
                    yield f"{name}:{fault}.{case}", doc.origin(("faults", fault, "cases", case)).file
    games: dict[str, str | Path] = dict(target.games)
    if not target.games and not target.sets:
        games = {name: name for name in sorted(reached.games)}
    for name, selector in games.items():
        doc = game_doc(selector)[0]
        for rule_id, place in rule_ids(selector).items():
            if rule_id not in reached.ids:
                yield f"{name}:{rule_id}", doc.origin(place).file


def rule_ids(selector: str | Path) -> dict[str, Place]:
    """Return the rules of a game, each with the place of its first mention: those of its book in print order, then those cited by
    steps and options alone.

    Raises:
        UnknownName: If there is no such game.
        RuleFileError: If its file cannot be used.
    """
    doc = game_doc(selector)[0].data
    ids: dict[str, Place] = {}
    for name, chapter in (doc.get("rules") or {}).items():
        ids.update({rule: ("rules", name, "rules", rule) for rule in chapter.get("rules", {})})
    _cited(doc.get("procedure"), ("procedure",), ids)
    for name, option in (doc.get("options") or {}).items():
        if isinstance(cited := option.get("rule"), str):
            ids.setdefault(cited, ("options", name, "rule"))
    return ids


def _cited(node: object, place: Place, ids: dict[str, Place]) -> None:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "cite" and isinstance(value, list):
                for rule in value:
                    ids.setdefault(str(rule), (*place, key))
            else:
                _cited(value, (*place, key), ids)
