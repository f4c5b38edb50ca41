"""The beginning of a ruling on a dispute: what to freeze, whether the dispute is still in time, what to say meanwhile."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import text
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decision import Ruling
from dealerkit.rulings.decision_lists import decision_list, meaning_of, meanings_in_force
from dealerkit.rulings.facts import is_question, known_faults

OVER = ("dispute_over", "next_hand_started")
"""Facts that end the time for disputes (SD-16)."""


def with_window(rule_set: RuleSet, ruling: Ruling) -> Ruling:
    """Return a ruling with three sentences of its rule set added: what to freeze, until when the dispute can be raised, and,
    while the ruling is undecided, what to say.

    Args:
        rule_set: The rule set.
        ruling: The ruling; returned unchanged if it answers a mere question.
    """
    desk = rule_set.desk
    if not desk or is_question(ruling.fault):
        return ruling
    if desk.get("goes_on") and known_faults()[ruling.fault].goes_on:
        return attrs.evolve(ruling, freeze=text(desk["goes_on"]))
    say = ruling.say or ("" if ruling.decided else text(desk.get("hold")))
    window = _window(rule_set, ruling.fault, ruling.facts)
    return attrs.evolve(ruling, freeze=text(desk.get("freeze")), window=window, say=say)


def _window(rule_set: RuleSet, fault: str, facts: Mapping[str, Value]) -> str:
    desk = rule_set.desk
    if any(facts.get(name) is True for name in OVER):
        return text(desk.get("over"))
    asked, meanings = decision_list(rule_set, fault).facts, meanings_in_force(rule_set)
    for meant in (meaning_of(name, meanings) for name, _ in meanings):
        if meant is not None and meant.fact in asked:
            known = facts.get(meant.fact)
            word = "gate" if known is None else "gate_open" if known is meant.value else "gate_passed"
            window = text(desk.get(word)) or meant.words.get(word, "")
            if window:
                return window
    return text(desk.get("window"))
