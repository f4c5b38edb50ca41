"""Rulings of the rule set in force and their outcomes, for all facts that depend on a ruling."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from dealerkit.errors import DealerkitError
from dealerkit.facts.faults import teller
from dealerkit.facts.situation import DealtRuling, RuledOn, Situation
from dealerkit.facts.slips import overtaken

GROUPS: Mapping[str, frozenset[str]] = {
    "ends": frozenset({"misdeal", "void_hand"}),
    "stands": frozenset({"play_on", "action_binding", "raise_allowed", "card_plays"}),
}
"""Words for several outcomes: those that end the hand, and those that let the act stand."""


def ruling_of(now: Situation, fault: str, facts: Mapping[str, object]) -> DealtRuling | None:
    """Return the ruling of the rule set in force on a fault with these facts; None if it has none.

    Args:
        now: Situation at the table.
        fault: Name of the fault. A `fault` among the facts takes precedence.
        facts: Known facts, by name.
    """
    decide = now.game.memo.get("decide")
    if decide is None:
        return None
    values = dict(facts)
    fault = str(values.pop("fault", fault))  # the facts may show that it is another fault
    try:
        ruling: DealtRuling = decide(fault, values)
        return ruling
    except DealerkitError:
        return None


def outcomes_meant(words: Iterable[str]) -> frozenset[str]:
    """Return the outcomes and remedies that some words name: each word itself and, for the name of a group of outcomes, those in
    the group.

    >>> sorted(outcomes_meant(["ends", "hand_dead"]) - {"ends"})
    ['hand_dead', 'misdeal', 'void_hand']
    """
    listed = tuple(words)
    return frozenset(listed).union(*(GROUPS.get(word, frozenset()) for word in listed))


def comes_to(ruling: DealtRuling | None, words: Collection[str]) -> bool | None:
    """Return whether a ruling has one of these outcomes or remedies.

    Args:
        ruling: The ruling; None for none.
        words: Outcomes, groups of outcomes (`GROUPS`), or ids of remedies to be dealt.

    Returns:
        True or False for a decided ruling. If a fact is missing: True if every possible outcome is among the words, else None,
        since the missing fact may still bring an outcome or a remedy. None without a ruling.
    """
    if ruling is None:
        return None
    wanted = outcomes_meant(words)
    if ruling.outcome in wanted or not wanted.isdisjoint(ruling.to_deal):
        return True
    if not ruling.decided:
        return True if ruling.possible and wanted.issuperset(ruling.possible) else None
    return False


def ruling_on(now: Situation, fault: str) -> DealtRuling | None:
    """Return the ruling of the rule set in force on a fault in the present situation. None if it has no ruling, or if the table
    does not show the fault's facts.
    """
    tell = teller(now.game.data, fault)
    facts = tell(now) if tell is not None else None
    return None if facts is None else ruling_of(now, fault, facts)


def ruling_in_force(now: Situation, slip: RuledOn) -> DealtRuling | None:
    """Return the ruling in force on a slip.

    That is the ruling given at the time or, if players have acted or cards have come since, the ruling for the present situation,
    provided that the table shows the facts. None if there is no ruling.
    """
    if not overtaken(now, slip.at):
        return slip.ruling
    return ruling_on(now, slip.fault) or slip.ruling
