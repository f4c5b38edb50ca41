"""Facts that were given but made no difference to the ruling, though somebody may have thought them important."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dealerkit.rules.sets import RuleSet
from dealerkit.rulings.arguments import ARGUED
from dealerkit.rulings.decision import Ruling, decide
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.derivation import heard, settled_by
from dealerkit.rulings.given_facts import renamed
from dealerkit.rulings.penalties import HEARD
from dealerkit.rulings.round_facts import BETS, TOLD


def changed_nothing(rule_set: RuleSet, ruling: Ruling, facts: Mapping[str, object], given: Iterable[str]) -> tuple[str, ...]:
    """Return the names of given facts that made no difference to a ruling.

    A fact made a difference if, without it, the ruling or the remaining questions would be other ones; or if another value of it,
    or of a fact that follows from it, could have changed the ruling. Example: one boxed card is assumed anyhow, but two would
    have been a misdeal, so the number made a difference.

    Args:
        rule_set: The rule set.
        ruling: The ruling, with those on other faults in `beside`.
        facts: All facts it was made from, as given.
        given: Names of the facts in question.

    >>> from dealerkit.rules.sets import rule_set
    >>> from dealerkit.rulings import rule
    >>> told = {"boxed_count": 1, "in_play": True, "later_card_drawn": True, "side": "player"}
    >>> changed_nothing(rule_set("rrop"), rule({"fault": "boxed_card", **told}, "rrop"), told, told)
    ('later_card_drawn', 'side')
    """
    idle = dict.fromkeys(name for name in given if name != ARGUED)  # of that it is said apart that it does not count
    for ruled in (ruling, *ruling.beside):
        idle = dict.fromkeys(name for name in idle if not _matters(rule_set, ruled, facts, name))
    return tuple(idle)


def _matters(rule_set: RuleSet, ruling: Ruling, facts: Mapping[str, object], name: str) -> bool:
    if name not in heard(ruling.fault) and not (ruling.penalty and name in HEARD):
        return False
    (known_as,) = renamed(ruling.fault, {name: facts[name]})
    if BETS in facts and known_as in TOLD:
        return True  # the bets were told by it, or could be against it
    turning = {change.fact for change in ruling.would_change}
    if known_as in turning or any(known_as in settled_by(fact) for fact in turning):
        return True
    rest = {other: value for other, value in facts.items() if other != name}
    listed = decision_list(rule_set, ruling.fault)
    through = [fact for fact in listed.facts if fact == known_as or known_as in settled_by(fact)]
    trials = [rest, *({**rest, fact: value} for fact in through for value in listed.values(fact))]
    return any(_came_to(decide(rule_set, ruling.fault, trial, written=True)) != _came_to(ruling) for trial in trials)


def _came_to(ruling: Ruling) -> tuple[object, ...]:
    return ruling.outcome, ruling.rules, ruling.remedies, ruling.amounts, ruling.needs, ruling.possible, ruling.penalty
