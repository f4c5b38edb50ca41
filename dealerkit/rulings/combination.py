"""Several faults at once: which ruling wins, and which others are made besides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from dealerkit.rules.sets import RuleSet, by_its_facts
from dealerkit.rulings.decision import Ruling, decide
from dealerkit.rulings.facts import known_faults

ENDS_THE_HAND = frozenset({"misdeal", "void_hand"})
"""Outcomes after which nothing else that went wrong in the hand has to be ruled on."""


@by_its_facts
def decide_several(
    rule_set: RuleSet,
    faults: Sequence[str],
    facts: Mapping[str, object],
    options: Mapping[str, object] | None = None,
    *,
    written: bool = False,
) -> Ruling:
    """Return the ruling on several faults of one hand.

    A fault that is only a more general name of another one of them is dropped (`instead_of` of `facts.yaml`: a specific cure
    takes precedence over the general rule). The others are ruled on one by one with the same facts. The ruling whose outcome
    comes first in the rule set's `precedence` wins, regardless of the order in which the faults are given; if two are equal, the
    fault that comes first in the rule set. A ruling that is still undecided comes first as long as a missing fact could give it
    an outcome that would win.

    Args:
        rule_set: The rule set in force.
        faults: Names of the faults, as in `facts.yaml`; at least one.
        facts: The known facts, as for `decide`.
        options: Options of the game in force, as for `decide`.
        written: Whether the dispute is told in full, as for `decide`.

    Returns:
        The ruling that wins, with the others in `beside`; without others if it ends the hand.

    Raises:
        UnknownName: As `decide`.
        RuleFileError: As `decide`.
    """
    known = known_faults()
    general = {name for fault in faults if fault in known for name in known[fault].instead_of}
    exact = [fault for fault in dict.fromkeys(faults) if fault not in general] or list(dict.fromkeys(faults))
    return combined(rule_set, [decide(rule_set, fault, facts, options, written=written) for fault in exact])


def combined(rule_set: RuleSet, rulings: Sequence[Ruling]) -> Ruling:
    """Return the ruling that wins, of several rulings on one hand or one act, with the others in `beside`.

    Rulings that leave everything as it is are dropped; if the winning ruling ends the hand, so are all others.

    Args:
        rule_set: The rule set in force.
        rulings: The rulings, each on a different fault; at least one.
    """
    if len(rulings) == 1:
        return rulings[0]
    order, listed = rule_set.precedence, list(rule_set.faults)

    def place(ruling: Ruling) -> tuple[int, int]:
        wanted = [ruling.outcome] if ruling.decided else list(ruling.possible)
        return min((order.index(word) for word in wanted if word in order), default=len(order)), listed.index(ruling.fault)

    first, *others = sorted(rulings, key=place)
    beside = () if first.outcome in ENDS_THE_HAND else tuple(other for other in others if other.outcome != "play_on")
    return attrs.evolve(first, beside=beside) if beside else first
