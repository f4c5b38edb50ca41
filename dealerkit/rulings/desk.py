"""The dispute desk: from what somebody says happened to a ruling, with as few questions as the rule sets need.

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
    """One dispute under one rule set or several.

    Args:
        fault: What happened, a name of `facts.yaml`.
        rules: The rule sets to rule under.
        facts: What is known already, as a record or a form says it.
        options: Options of the game in force.
        asked: Facts of which somebody has told something, though not what: they are asked, and nothing is taken for granted of
            them.
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
        """The facts that can still change the ruling, without those that were answered with `?`."""
        rulings = self.rulings
        names = dict.fromkeys(name for ruling in rulings for name in (*ruling.needs, *self._not_granted(ruling)))
        return [name for name in names if name not in self._unknown]

    def _not_granted(self, ruling: Ruling) -> list[str]:
        """Return the assumed facts that would change a ruling and that are asked for all the same."""
        changing = {change.fact for change in ruling.would_change}
        return [name for name in self._asked if name in ruling.assumed and name in changing]

    @property
    def lacks(self) -> list[str]:
        """The facts still needed for an amount in the answer, without those that were answered with `?`."""
        names = dict.fromkeys(name for ruling in self.rulings for name in ruling.lacks)
        return [name for name in names if name not in self._unknown]

    @property
    def unknown(self) -> list[str]:
        """The facts that nobody knows and that can still change a ruling."""
        return [name for name in dict.fromkeys(name for ruling in self.rulings for name in ruling.needs) if name in self._unknown]

    @property
    def asked(self) -> int:
        """How many questions have been answered or passed."""
        return len(self._steps)

    def question(self) -> Fact | None:
        """Return the question to ask next: the one after which the fewest are left on average; None if nothing more can be asked.

        Where a fact has another that tells more (`ask_first`), that is asked first, or else what it is worked out of, unless
        nobody knows that. The amounts of an answer come last.
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
        """Return the conditions on a fact in the cases of all the sets.

        Raises:
            RuleFileError: If a condition names no fact, or wants what the fact cannot be.
        """
        return [wanted for rule_set in self.sets for wanted in decision_list(rule_set, self.fault).conditions(name)]

    def offered(self, fact: Fact) -> list[tuple[str | bool, str]]:
        """Return the answers to offer to a question, each with what it means; nothing where a number or words are wanted."""
        return answers(fact, self.conditions(fact.name))

    def contradicted(self, wrong: Contradiction, fact: Fact) -> str:
        """Return a sentence that names the earlier answer which a new one contradicts, and why; empty if none does.

        Args:
            wrong: Why the answer was refused.
            fact: The fact that was asked for.
        """
        other = wrong.one if wrong.other == fact.name else wrong.other
        known = fact_of(self.fault, own_name(self.fault, other, self.facts[other]))
        earlier = f"{known.title}: {known.short(known.read(self.facts[other]))}"
        return f"This answer contradicts an earlier one ({earlier}): {wrong.because}."

    def answer(self, name: str, value: object) -> None:
        """Record an answer; None and `?` mean that it is unknown.

        Raises:
            UnknownName: If the fact cannot be that.
            Contradiction: If it cannot be that with what was said before.
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
        """Note an argument, which answers no question; return why it does not count."""
        before = str(self.facts.get(ARGUED) or "")
        self.facts[ARGUED] = f"{before}{BETWEEN}{text}" if before else text
        return arguments_of(self.fault, {ARGUED: text})[0]

    def back(self) -> str | None:
        """Take the last answer back; the fact it was about, or None if there is none."""
        if not self._steps:
            return None
        name, before = self._steps.pop()
        self._unknown.discard(name)
        if before is None:
            self.facts.pop(name, None)
        else:
            self.facts[name] = before
        return name
