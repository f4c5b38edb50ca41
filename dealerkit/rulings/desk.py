"""The dispute desk: a dialogue that leads from an account of what happened to a ruling, with as few questions as possible.

    desk = Desk("boxed_card", ["rrop", "tda"])
    while (question := desk.question()) is not None:
        desk.answer(question.name, ask(question.question))
    desk.rulings

The same answers give the same ruling in whatever order they are given: the desk only decides what to ask next.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from dealerkit.errors import Contradiction
from dealerkit.rules.sets import RuleSet, rule_set
from dealerkit.rulings import Fact, Ruling, decide, known_facts, with_window
from dealerkit.rulings.arguments import ARGUED, BETWEEN, Argument, arguments_of
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.contradictions import refuse
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.facts import fact_of
from dealerkit.rulings.given_facts import in_one, own_name
from dealerkit.rulings.round_facts import BETS
from dealerkit.rulings.wording import answers

_MANY = 8
"""Facts looked at when the next question is chosen; the order of the cases brings the weightiest first."""


class Desk:
    """One dispute, ruled on under one or more rule sets.

    Args:
        fault: The fault, a name of `facts.yaml`.
        rules: Names of the rule sets.
        facts: Facts that are known already, from a record or a form.
        options: Options of the game in force, by name.
        asked: Names of facts that somebody mentioned without giving a clear value: they are asked for, and no value is assumed.
    """

    def __init__(
        self,
        fault: str,
        rules: Sequence[str | Path | RuleSet],
        facts: Mapping[str, object] | None = None,
        options: Mapping[str, object] | None = None,
        asked: Collection[str] = (),
    ) -> None:
        self.fault = fault
        self.sets = [rule if isinstance(rule, RuleSet) else rule_set(rule) for rule in rules]
        self.facts: dict[str, object] = dict(facts or {})
        self.options = dict(options or {})
        self._asked = asked
        self._steps: list[tuple[str, object]] = []
        self._unknown: set[str] = set()

    @property
    def rulings(self) -> list[Ruling]:
        """A ruling under each rule set, by the facts known so far."""
        return [with_window(rule_set, decide(rule_set, self.fault, self.facts, self.options)) for rule_set in self.sets]

    @property
    def needs(self) -> list[str]:
        """Names of the facts that can still change a ruling, without those that were answered with `?`."""
        rulings = self.rulings
        names = dict.fromkeys(name for ruling in rulings for name in (*ruling.needs, *self._not_granted(ruling)))
        return [name for name in names if name not in self._unknown]

    def _not_granted(self, ruling: Ruling) -> list[str]:
        """Return the assumed facts that would change a ruling and that are asked for all the same."""
        changing = {change.fact for change in ruling.would_change}
        return [name for name in self._asked if name in ruling.assumed and name in changing]

    @property
    def lacks(self) -> list[str]:
        """Names of the facts still needed for an amount in the answer, without those that were answered with `?`."""
        names = dict.fromkeys(name for ruling in self.rulings for name in ruling.lacks)
        return [name for name in names if name not in self._unknown]

    @property
    def unknown(self) -> list[str]:
        """Names of the facts that were answered with `?` and can still change a ruling."""
        return [name for name in dict.fromkeys(name for ruling in self.rulings for name in ruling.needs) if name in self._unknown]

    @property
    def asked(self) -> int:
        """Number of questions that have been answered, or passed with `?`."""
        return len(self._steps)

    def question(self) -> Fact | None:
        """Return the fact to ask for next; None if nothing more can be asked.

        It is the fact after which the fewest questions are left on average. Instead of it, another fact is asked for if that one
        tells more (`ask_first`), or the facts from which it is computed (`ask_those`), unless they are unknown. Facts that only
        add an amount to the answer come last.
        """
        needs = self.needs
        name = min(needs[:_MANY], key=lambda name: (self._left_after(name), needs.index(name))) if len(needs) > 1 else ""
        name = name or next(iter((*needs, *self.lacks)), "")
        if not name:
            return None
        fact = fact_of(self.fault, name)
        if fact.ask_first not in {"", *self.facts, *self._unknown}:
            return known_facts()[fact.ask_first]
        asked = [name for name in fact.worked_out_of if not known_facts()[name].of_option] if fact.ask_those else []
        parts = [name for name in asked if name not in self.facts]
        return fact_of(self.fault, parts[0]) if parts and self._unknown.isdisjoint(parts) else fact

    def _left_after(self, name: str) -> float:
        """Return how many questions are left on average when a fact is known."""
        values = self._values(name)
        left = 0
        for value in values:
            facts = {**self.facts, name: value}
            left += sum(len(decide(rule_set, self.fault, facts, self.options).needs) for rule_set in self.sets)
        return left / max(1, len(values))

    def _values(self, name: str) -> list[Value]:
        return fact_of(self.fault, name).apart(self.conditions(name))

    def conditions(self, name: str) -> list[object]:
        """Return the conditions that cases put on a fact, under all the rule sets: each a value, a list of values or a range.

        Args:
            name: Name of the fact.

        Raises:
            RuleFileError: If a condition names an unknown fact, or a value that the fact cannot have.
        """
        return [wanted for rule_set in self.sets for wanted in decision_list(rule_set, self.fault).conditions(name)]

    def offered(self, fact: Fact) -> list[tuple[str | bool, str]]:
        """Return the answers to offer to a question, each as a value and its meaning; empty if a number or free text is wanted.

        Args:
            fact: The fact that is asked for.
        """
        return answers(fact, self.conditions(fact.name))

    def contradicted(self, wrong: Contradiction, fact: Fact) -> str:
        """Return a sentence that names the earlier answer which a new answer contradicts, and the reason.

        Args:
            wrong: The error with which the new answer was refused.
            fact: The fact that was asked for.
        """
        other = wrong.one if wrong.other == fact.name else wrong.other
        known = fact_of(self.fault, own_name(self.fault, other, self.facts[other]))
        earlier = f"{known.title}: {known.short(known.read(self.facts[other]))}"
        return f"This answer contradicts an earlier one ({earlier}): {wrong.because}."

    def answer(self, name: str, value: object) -> None:
        """Record the answer to a question.

        Args:
            name: Name of the fact.
            value: The answer, as typed or as a value; None or `?` if nobody knows.

        Raises:
            UnknownName: If the fact cannot have that value.
            Contradiction: If it contradicts an earlier answer.
            BetsError: If bets cannot be understood, or cannot have been made.
        """
        facts = in_one(self.fault, {name: value}) if value is not None else {name: None}
        for counted, many in facts.items():
            if counted != name and self.facts.get(counted) is None:
                self._steps.append((counted, None))
                self.facts[counted] = many
        read = known_facts()[name].read(facts[name])
        if read is not None:
            refuse(self.fault, {**self.facts, name: read})
        if name == BETS and read is not None:
            for rule_set in self.sets:
                decide(rule_set, self.fault, {**self.facts, name: read}, self.options)
        self._steps.append((name, self.facts.get(name)))
        if read is None:
            self._unknown.add(name)
        else:
            self.facts[name] = read
            self._unknown.discard(name)

    def argue(self, text: str) -> Argument:
        """Note an argument that a player makes, which answers no question; return it with the reason why it does not count."""
        before = str(self.facts.get(ARGUED) or "")
        self.facts[ARGUED] = f"{before}{BETWEEN}{text}" if before else text
        return arguments_of(self.fault, {ARGUED: text})[0]

    def back(self) -> str | None:
        """Take back the last answer, and return the name of its fact; None if there is no answer."""
        if not self._steps:
            return None
        name, before = self._steps.pop()
        self._unknown.discard(name)
        if before is None:
            self.facts.pop(name, None)
        else:
            self.facts[name] = before
        return name
