"""The consequences of a deck's faults: what to do with the deck, and the rulings on a hand dealt with it (VD-07)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from dealerkit.files.plain_data import as_plain, fields
from dealerkit.jobs.deck.check import DeckReport, Find
from dealerkit.jobs.deck.packs import decks_doc
from dealerkit.rules.sets import RuleSet, rule_set, rule_sets
from dealerkit.rules.texts import text
from dealerkit.rulings import Ruling, decide_several, known_facts, rule, with_window


@attrs.frozen
class Kind:
    """A kind of fault that a deck can have.

    Attributes:
        name: Its name, a key of `finds` in `procedures/decks.yaml`.
        title: The title for a card with the fault.
        one: The sentence for a card with the fault.
        rulings: The names under which rule sets rule on it, each with the facts that follow from the fault.
        number: The name of the fact for the number of such cards; empty if there is none.
        cite: The rules it rests on.
        deck: The remedy: what to do with the deck.
    """

    name: str
    title: str
    one: str
    rulings: Mapping[str, Mapping[str, object]]
    number: str
    cite: tuple[str, ...]
    deck: str


def kinds() -> dict[str, Kind]:
    """Return every kind of fault by name, in the order of a report."""
    return {
        name: Kind(
            name, text(entry["title"]), text(entry["one"]), entry["rulings"], entry.get("number", ""), tuple(entry["cite"]),
            text(entry["deck"]),
        )
        for name, entry in decks_doc().data["finds"].items()
    }  # fmt: skip


def moments() -> dict[str, str]:
    """Return the moments of a hand at which a fault may be noticed: name and title."""
    return {name: text(entry["title"]) for name, entry in decks_doc().data["moments"].items()}


def sets_for(report: DeckReport, chosen: Sequence[str] = ()) -> list[RuleSet]:
    """Return the rule sets to rule under.

    Args:
        report: The report of the deck, with its pack.
        chosen: Names of rule sets. If empty, all sets for the pack's game (poker if it has none), without those of single houses.
    """
    if chosen:
        return [rule_set(name) for name in chosen]
    game = {"family": report.pack.family or "poker", "rulings": report.pack.rulings or None}
    every_set = map(rule_set, rule_sets())
    return [rules for rules in every_set if rules.path.parent.name != "houses" and rules.serves(game)]


@attrs.frozen
class DeckMeaning:
    """The rulings on a deck's fault for a hand under one rule set, at each moment.

    Attributes:
        kind: The fault.
        rules_set: The rule set.
        fault: The name under which the rule set rules on it; empty if it has no ruling.
        rulings: The ruling by the moment of the hand at which the fault is noticed.
    """

    json_names = "kind rules_set fault? moments"
    kind: str
    rules_set: str
    fault: str
    rulings: Mapping[str, Ruling]

    @property
    def moments(self) -> dict[str, dict[str, object]]:
        """The rulings as short plain data, by the moment of the hand at which the fault is noticed."""
        return {moment: _short(ruling) for moment, ruling in self.rulings.items()}


def _short(ruling: Ruling) -> dict[str, object]:
    return fields(ruling, "outcome", "rules", "remedies", "say", "cite", "verified", "needs", "possible")


def meanings(report: DeckReport, sets: Sequence[RuleSet], facts: Mapping[str, object] | None = None) -> list[DeckMeaning]:
    """Return the rulings on each fault of a report under each rule set.

    Args:
        report: The report of the deck.
        sets: The rule sets.
        facts: Further facts by name, such as the place where the card was found; they override those of the report.
    """
    known = kinds()
    return [_meaning(known[kind], report, rules, facts or {}) for kind in report.kinds if known[kind].rulings for rules in sets]


def _meaning(kind: Kind, report: DeckReport, rules: RuleSet, given: Mapping[str, object]) -> DeckMeaning:
    fault = next((listed for listed in kind.rulings if listed in rules.faults), "")
    by_moment = {}
    for moment in moments() if fault else ():
        by_moment[moment] = rule({"fault": fault, **facts_at(moment, kind, report, fault), **given}, rules)
    return DeckMeaning(kind.name, rules.name, fault, by_moment)


def facts_at(moment: str, kind: Kind, report: DeckReport, fault: str) -> dict[str, object]:
    """Return the facts that a ruling on a deck's fault needs, if it is noticed at a given moment of the hand.

    Args:
        moment: The moment of the hand, a key of `moments` in `procedures/decks.yaml`.
        kind: The kind of fault that was found.
        report: The report of the check, which says how many cards have it.
        fault: The name of the fault that the rule sets rule on.
    """
    facts: dict[str, object] = dict(decks_doc().data["moments"][moment]["facts"])
    facts |= kind.rulings.get(fault, {})
    number = known_facts().get(kind.number)
    if number is not None:
        facts[kind.number] = min(report.number(kind.name), number.high or report.number(kind.name))
    return facts


def together(report: DeckReport, rules: RuleSet, given: Mapping[str, object] | None = None) -> dict[str, Ruling]:
    """Return the ruling on all faults of a report together, at each moment of the hand.

    Args:
        report: The report of the check.
        rules: The rule set that is asked.
        given: Further facts by name, which override those of the report; None for none.

    Returns:
        A ruling by the name of its moment; empty where the rule set rules on none of the faults.
    """
    known = kinds()
    pairs = [
        (known[kind], fault)
        for kind in report.kinds
        if (fault := next((f for f in known[kind].rulings if f in rules.faults), ""))
    ]
    faults = list(dict.fromkeys(fault for _, fault in pairs))
    by_moment: dict[str, Ruling] = {}
    for moment in moments() if faults else ():
        facts: dict[str, object] = {}
        for kind, fault in pairs:
            facts |= facts_at(moment, kind, report, fault)
        by_moment[moment] = with_window(rules, decide_several(rules, faults, {**facts, **(given or {})}))
    return by_moment


def deck_steps(report: DeckReport) -> list[tuple[Kind, list[Find]]]:
    """Return the faults by kind, each with the remedy for the deck."""
    known = kinds()
    return [(known[kind], [find for find in report.finds if find.kind == kind]) for kind in known if kind in report.kinds]


def report_json(report: DeckReport, sets: Sequence[RuleSet], facts: Mapping[str, object] | None = None) -> dict[str, Any]:
    """Return a report as plain data for JSON, with each rule set's rulings on its faults.

    Args:
        report: The report of the check.
        sets: The rule sets that are asked.
        facts: Further facts by name; None for none.
    """
    known = kinds()
    return {
        "pack": {
            "name": report.pack.name,
            "title": report.pack.title,
            "cards": len(report.pack),
            "backs": list(report.pack.backs),
        },
        "how": report.how,
        "cards": report.counted,
        **fields(report, "ok", "faces_seen", "backs_seen"),
        "finds": as_plain(report.finds),
        "unread": report.unread,
        "may_be": [face.name for face in report.may_be],
        "notes": list(report.notes),
        "deck": [{"kind": kind, "do": known[kind].deck, "rules": list(known[kind].cite)} for kind in report.kinds],
        "means": as_plain(meanings(report, sets, facts)),
        "together": {
            rules.name: {moment: _short(ruling) for moment, ruling in together(report, rules, facts).items()} for rules in sets
        }
        if len(report.kinds) > 1
        else {},
    }
