"""What the dispute desk says first: what to freeze, whether the dispute is still in time, and what to say aloud meanwhile."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dealerkit.gates import GATES
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import text
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decide import Ruling
from dealerkit.rulings.lists import decision_list

OVER = ("dispute_over", "next_hand_started")
"""Facts that end the time for disputes (SD-16)."""


def with_window(rule_set: RuleSet, ruling: Ruling) -> Ruling:
    """Add to a ruling what to freeze and how long it can be disputed, as the rule set says it."""
    desk = rule_set.desk
    if not desk:
        return ruling
    say = ruling.say or ("" if ruling.decided else text(desk.get("hold")))
    window = _window(rule_set, ruling.fault, ruling.facts)
    return attrs.evolve(ruling, freeze=text(desk.get("freeze")), window=window, say=say)


def _window(rule_set: RuleSet, fault: str, facts: Mapping[str, Value]) -> str:
    desk = rule_set.desk
    if any(facts.get(name) is True for name in OVER):
        return text(desk.get("over"))
    gates = [name for name in decision_list(rule_set, fault).facts if name in GATES and name != "betting_started"]
    if gates:
        known = facts.get(gates[0])
        said = text(desk.get("gate" if known is None else "gate_passed" if known else "gate_open"))
        if said:
            return said
    return text(desk.get("window"))
