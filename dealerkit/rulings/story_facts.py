"""Facts of a dispute that a story (somebody's account of what happened) already gives, so that they need not be asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.files.fulltext import FullText
from dealerkit.rules.sets import RuleSet, facts_under
from dealerkit.rules.tellings import FactWords
from dealerkit.rulings.complaint import story_in_force
from dealerkit.rulings.facts import fact_of

UNDERSTOOD = "Understood: {}."
"""Line that says which facts were taken from the words."""

_SUMS = re.compile(r"\b(?:(?:to|of|for) )?\$?\d[\d,./]*k?\b", re.IGNORECASE)
"""A sum, which may stand between an act and the words beside it: "raised to 900 out of turn"."""


@attrs.frozen
class StoryFacts:
    """Facts of one fault that a story gives.

    Attributes:
        fault: Name of the fault.
        known: The values that it gives, by fact.
        asked: Names of facts that it mentions without a clear value: for these no usual value is assumed.
    """

    fault: str
    known: Mapping[str, str] = attrs.field(factory=dict)
    asked: tuple[str, ...] = ()

    def without(self, given: Mapping[str, object]) -> StoryFacts:
        """Return the facts of the story without those that are given otherwise.

        Args:
            given: Facts given otherwise, by name.
        """
        left = {name: value for name, value in self.known.items() if name not in given}
        return StoryFacts(self.fault, left, tuple(name for name in self.asked if name not in given))

    @property
    def line(self) -> str:
        """The known facts in one sentence; empty if there are none."""
        facts = ((fact_of(self.fault, name), value) for name, value in self.known.items())
        text = "; ".join(f"{fact.title}: {fact.short(fact.read(value))}" for fact, value in facts)
        return UNDERSTOOD.format(text) if text else ""


def facts_in(words: str, fault: str, sets: Sequence[RuleSet] = ()) -> StoryFacts:
    """Return the facts of a fault that a story gives.

    A value counts only if the story gives no other value of the fact as well; an unclear fact is asked for.

    >>> facts_in("seat 4 raised to 900 out of turn, then seat 3 made it 1200", "out_of_turn")
    StoryFacts(fault='out_of_turn', known={'early_act': 'raise'}, asked=('intervening',))

    Args:
        words: The story, in somebody's own words.
        fault: Name of the fault that it is about.
        sets: The rule sets in force, which may define facts of their own.
    """
    with facts_under(*sets):
        tells = story_in_force(fault).tells
    if not tells or not words.strip():
        return StoryFacts(fault)
    story = FullText.of([[_SUMS.sub(" ", words)]], [1.0])
    facts = {name: values for name, tell in tells.items() if (values := tuple(_values(story, tell)))}
    known = {name: values[0] for name, values in facts.items() if len(values) == 1}
    asked = tuple(name for name, values in tells.items() if name not in known and (name in facts or story.says(*values.asked)))
    return StoryFacts(fault, known, asked)


def _values(story: FullText, fact_words: FactWords) -> Iterator[str]:
    """Yield the values of a fact that a story tells."""
    for value, words in fact_words.words.items():
        beside = (phrase for word in words for near in fact_words.beside for phrase in (f"{word} {near}", f"{near} {word}"))
        if story.says(*(beside if fact_words.beside else words)):
            yield str(value)
