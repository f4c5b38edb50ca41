"""The rulings that would change with a house's decisions, in words: each kind of dispute with an example."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.rules.sets import RuleSet, facts_under
from dealerkit.rules.texts import text
from dealerkit.rulings.amounts import IN_WORDS, in_words
from dealerkit.rulings.differences.rulings import Side, outcome_differences
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.outcome_words import ANSWER
from dealerkit.rulings.wording import outcome_in_words


@attrs.frozen
class ChangedRuling:
    """A ruling that a change of rules would alter.

    Attributes:
        title: The dispute in words.
        example: Facts of one example; empty if the title says everything.
        old: The present ruling, with its rules.
        new: The changed ruling.
    """

    title: str
    example: str
    old: str
    new: str


def changed_rulings(now: RuleSet, then: RuleSet) -> Iterator[ChangedRuling]:
    """Yield the rulings that would change.

    Args:
        now: The house's present rules.
        then: The house's rules after the change.
    """
    with facts_under(now, then):
        pairs = [(difference, "; ".join(difference.example)) for difference in outcome_differences(now, then).differences]
    for difference, example in pairs:
        yield ChangedRuling(
            difference.title,
            example,
            _outcome_words(now, difference.fault, difference.old),
            _outcome_words(then, difference.fault, difference.new),
        )


def _outcome_words(rules: RuleSet, fault: str, side: Side) -> str:
    """Return a ruling in words: outcome or answer, remedies, sums, rules.

    Args:
        rules: The rule set.
        fault: The fault.
        side: The ruling, on one side of a comparison.
    """
    if not side.case:
        return "no rule covers it, so the floor decides"
    answer = text(rules.faults[fault]["cases"][side.case].get("say")) if side.outcome == ANSWER else ""
    if answer and "{" not in answer:
        parts = [answer.rstrip(".")]
    else:
        parts = [] if side.outcome == ANSWER and (side.remedies or side.amounts) else [outcome_in_words(side.outcome)]
    parts += [text((rules.remedies.get(name) or {}).get("title")) for name in side.remedies]
    parts += [f"{in_words(name)}: {_sum(value)}" for name, value in side.amounts.items()]
    return f"{'; '.join(part for part in parts if part)} ({', '.join(side.rules)})"


def _sum(value: object) -> str:
    """Return a sum from a rule file in words.

    >>> _sum("to_call"), _sum({"times": 10, "of": "largest_bet"})
    ('to call', '10 times the big bet')
    """
    if isinstance(value, Mapping) and "times" in value and "of" in value:
        return f"{count_of(value['times'], 'time')} the {_sum(value['of'])}"
    name, facts = str(value), known_facts()
    return IN_WORDS.get(name) or (facts[name].title.lower() if name in facts else name.replace("_", " "))
