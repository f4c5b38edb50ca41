"""Several faults at once: which ruling wins, and what is ruled beside it."""

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
    """Rule on several faults of one hand.

    A fault that is only the general name of another one among them falls away (`instead_of` of `facts.yaml`: a specific
    cure comes before the general rule). Of the rest each is ruled on with the same facts, and the one whose outcome
    stands first in the set's `precedence` wins, whichever is told first; of two equal in it, the first in
    the rule set's list. As long as a missing fact could still bring about an outcome that comes
    before it, that ruling comes first, undecided.

    Args:
        rule_set: The rule set in force.
        faults: What happened, names of `facts.yaml`; one at least.
        facts: What is known, as for `decide`.
        options: As for `decide`.
        written: As for `decide`.

    Returns:
        The ruling that wins, with the others in `beside`; none where the hand is over by it.

    Raises:
        UnknownName: As `decide`.
        RuleFileError: As `decide`.
    """
    known = known_faults()
    general = {name for fault in faults if fault in known for name in known[fault].instead_of}
    exact = [fault for fault in dict.fromkeys(faults) if fault not in general] or list(dict.fromkeys(faults))
    return combined(rule_set, [decide(rule_set, fault, facts, options, written=written) for fault in exact])


def combined(rule_set: RuleSet, rulings: Sequence[Ruling]) -> Ruling:
    """Return the ruling that wins of several on one hand or one act, with the others in `beside`: none once the hand is over, and
    none that leaves everything as it is.

    Args:
        rule_set: The rule set in force.
        rulings: The rulings, each on a fault of its own; one at least.
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
