"""A ruling at the dispute desk, in words: two lines first, what to say aloud and what to do; then everything behind them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.cli.common import UNBROKEN, cells, heading, line, table, width
from dealerkit.rules.sets import RuleSet
from dealerkit.rulings.amounts import in_words, is_money
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decision import Change, Ruling
from dealerkit.rulings.differences.rulings import RulingDifference
from dealerkit.rulings.facts import Fact, fact_of, known_facts
from dealerkit.rulings.gates import GATES
from dealerkit.rulings.outcome_words import ANSWER, DOUBT, OUTCOMES, UNDECIDED

NARROWEST = 20
"""Columns that a rule set needs to stand beside another; with less they stand one under the other."""


@attrs.frozen
class RulingAnswer:
    """What the desk answers, under one rule set or several, the first being the one in force.

    Attributes:
        sets: The rule sets.
        rulings: One for each rule set, on the same facts.
        compared: How the others differ from the first.
        source: What was found in a record; empty if there is none.
        known: What that record tells of it.
        names: Whether facts are named as `-f` takes them, for whoever types the next call or writes a program.
        before: How the same was ruled here before, in one line; empty if it never was, or there is no journal.
        wrapped: Whether the two lines are broken to the screen's width; in a pipe each stays one line.
    """

    sets: Sequence[RuleSet]
    rulings: Sequence[Ruling]
    compared: Sequence[RulingDifference] = ()
    source: str = ""
    known: Mapping[str, Any] = attrs.field(factory=dict)
    names: bool = True
    wrapped: bool = False
    before: str = ""

    @property
    def decided(self) -> bool:
        """Whether every rule set can rule."""
        return all(ruling.decided for ruling in self.rulings)

    def first(self) -> Iterator[str]:
        """Yield what to say aloud and what to do: two lines, or the rule sets side by side; before them how it was ruled here."""
        if self.before:
            yield line(self.before, 0) if self.wrapped else self.before
        if len(self.rulings) > 1:
            yield from self._side_by_side()
            return
        (ruling,) = self.rulings
        for label, said in two_lines(ruling):
            yield line(said, 0, f"{label}: ") if self.wrapped else f"{label}: {said}"

    def brief(self) -> Iterator[str]:
        """Yield two lines for each rule set, whole, and nothing else."""
        for ruling in self.rulings:
            under = f" [{ruling.rules_set}]" if len(self.rulings) > 1 else ""
            yield from (f"{label}{under}: {said}" for label, said in two_lines(ruling))

    def rest(self) -> Iterator[str]:
        """Yield what stands behind it: what to freeze, steps, why, rule, what was taken for granted, what would change it."""
        head = [*self._meanwhile(), *self._from_record()]
        yield from head
        shown: list[Ruling] = []
        for number, ruling in enumerate(self.rulings):
            if number or head:
                yield ""
            if not ruling.decided and any(not one.decided and one.needs == ruling.needs for one in shown):
                yield line(f"{ruling.rules_set} asks the same.")
                continue
            alike = next((one for one in shown if _done(one) == _done(ruling)), None) if ruling.decided else None
            if alike is not None:
                yield heading(f"{headline(ruling)}  [{ruling.rules_set}]")
                yield line(f"as under {alike.rules_set}; by {', '.join(ruling.rules)}; {ruling.cite}")
                continue
            yield from self._ruling(ruling)
            shown.append(ruling)

    # -- several rule sets ----------------------------------------------------------------------------------------

    def _side_by_side(self) -> Iterator[str]:
        rows = [
            ("say", [dict(two_lines(one)).get("Say", "") for one in self.rulings]),
            ("do", [dict(two_lines(one)).get("Do", "") for one in self.rulings]),
            ("ask", [dict(two_lines(one)).get("Ask", "") for one in self.rulings]),
            ("ruling", [headline(one) for one in self.rulings]),
            ("rule", [", ".join(one.rules) for one in self.rulings]),
        ]
        yield from columns([one.rules_set for one in self.rulings], rows)
        yield ""
        yield from (
            line(one.say, 2, "- ")
            for one, ruling in zip(self.compared, self.rulings[1:], strict=True)
            if ruling.decided or self.rulings[0].decided
        )

    def _meanwhile(self) -> Iterator[str]:
        if freeze := self.rulings[0].freeze:
            yield line(freeze, 0, "Meanwhile: ")
        windows = {one.rules_set: one.window for one in self.rulings if one.window}
        if len(set(windows.values())) < 2:
            yield from (line(said, 0, "In time: ") for said in dict.fromkeys(windows.values()))
        else:
            yield "In time:"
            yield table(windows.items(), indent=2)

    def _from_record(self) -> Iterator[str]:
        if self.source:
            yield line(self.source, 0, "Found: ")
        facts = known_facts()
        matter = {name for ruling in self.rulings for name in _weighed(ruling)}
        if matter & GATES.keys():
            matter.add("acts")
        said = [
            self._said(self.rulings[0].fault, name, value)
            for name, value in self.known.items()
            if name in facts and name in matter and not facts[name].of_game
        ]
        if said:
            yield line("; ".join(said), 0, "From the record: ")

    # -- one ruling -----------------------------------------------------------------------------------------------

    def _ruling(self, ruling: Ruling) -> Iterator[str]:
        yield heading(f"{headline(ruling)}  [{ruling.rules_set}]")
        for one in ruling.argued:
            why = f"{one.because} ({one.rule})" if one.rule else one.because
            yield line(f'"{one.said}"; {why}', 2, "argued: " if one.fact else "argued, and does not count: ")
        if not ruling.decided:
            yield from self._asks(ruling)
            return
        for number, step in enumerate(ruling.steps, 1):
            yield line(step, 2, f"{number}. ")
        yield from _penalty(ruling)
        for name, amount in ruling.amounts.items():
            yield line(f"{in_words(name)}: {amount}", 2, "$ " if is_money(amount) else "> ")
        if ruling.worked_out:
            yield line("; ".join(self._worked_out(ruling, name) for name in ruling.worked_out), 2, "worked out: ")
        if ruling.reckoned:
            yield line("; ".join(ruling.reckoned), 2, "reckoned: ")
        for name in ruling.lacks:
            yield line(known_facts()[name].question + (f" -f {name}=..." if self.names else ""), 2, "? ")
        if ruling.choices:
            yield line("The floor may choose:")
            for choice in ruling.choices:
                yield line(choice, 4, "- ")
                yield from (line(done, 8, f"{what}: ") for what, done in ruling.effects.get(choice, {}).items())
        if ruling.weigh:
            yield line("; ".join(ruling.weigh), 2, "weigh: ")
        yield line(ruling.because, 2, "why: ")
        doubt = f" ({DOUBT[ruling.verified]})" if ruling.verified in DOUBT else ""
        yield line(f"{', '.join(ruling.rules)}; {ruling.cite}{doubt}", 2, "rule: ")
        if ruling.assumed:
            yield line(
                "; ".join(self._said(ruling.fault, name, value) for name, value in ruling.assumed.items()),
                2,
                "taken for granted: ",
            )
        for other in ruling.beside:
            said = OUTCOMES.get(other.outcome, other.outcome)
            yield line(f"{other.title}: {said}" + (f" ({', '.join(other.rules)})" if other.rules else ""), 2, "also: ")
        yield from self._otherwise(ruling)

    def _otherwise(self, ruling: Ruling) -> Iterator[str]:
        """Say which single fact would have changed the ruling, and into what; what is known of the game itself would not."""
        facts = known_facts()
        grouped: dict[tuple[object, ...], list[Change]] = {}
        for one in ruling.would_change:
            if not facts[one.fact].of_game or one.fact in ruling.assumed:
                grouped.setdefault((one.fact, one.outcome, one.rules, one.remedies, one.say, one.possible), []).append(one)
        if grouped:
            yield line("It would be otherwise if")
        for changes in grouped.values():
            fact = fact_of(ruling.fault, changes[0].fact)
            values = " or ".join(fact.short(change.value) for change in changes)
            named = f" ({fact.name})" if self.names else ""
            yield line(f"{fact.title}: {values}{named}: {_then(ruling, changes[0])}", 4, "- ")

    def _asks(self, ruling: Ruling) -> Iterator[str]:
        first, *others = (fact_of(ruling.fault, name) for name in ruling.needs)
        yield line(first.question, 2, "? ")
        rows = [(f"-f {first.name}={word}" if self.names else word, meaning) for word, meaning in answers(first, ruling)]
        if first.ask_those:
            missing = [fact_of(ruling.fault, part) for part in first.worked_out_of if part not in ruling.facts]
            told = [(f"-f {part.name}=..." if self.names else "", part.question) for part in missing]
            yield line("It is worked out, if these are told:", 4)
            yield table(told, indent=4)
            rows = [(word, f"or: {meaning}") for word, meaning in rows]
        yield table(rows, indent=4)
        if others:
            yield line(
                "; ".join(f"{fact.name} ({fact.title})" if self.names else fact.title for fact in others), 2, "perhaps also: "
            )
        if ruling.possible != (ANSWER,):
            yield line("; or ".join(OUTCOMES.get(outcome, outcome) for outcome in ruling.possible), 2, "possible: ")

    def _worked_out(self, ruling: Ruling, name: str) -> str:
        """Say a fact that was worked out, and of what."""
        parts = (fact_of(ruling.fault, part) for part in known_facts()[name].worked_out_of if part in ruling.facts)
        fact = fact_of(ruling.fault, name)
        unit = f" {fact.unit}" if fact.unit else ""
        made_of = ", ".join(f"{part.title} {part.short(ruling.facts[part.name])}" for part in parts)
        return f"{fact.title}: {fact.short(ruling.worked_out[name])}{unit} ({made_of})"

    def _said(self, fault: str, name: str, value: Value) -> str:
        """Say a fact of a fault: its title, what it is, and its name."""
        fact = fact_of(fault, name)
        return f"{fact.title}: {fact.short(value)}" + (f" ({name})" if self.names else "")


def two_lines(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """Yield what comes first of a ruling, each with its label: what to say aloud, and what to do.

    Of one that cannot be made yet, what to say meanwhile, if anything, and what to ask.
    """
    if ruling.say:
        yield "Say", f'"{ruling.say}"'
    if not ruling.decided:
        yield "Ask", fact_of(ruling.fault, ruling.needs[0]).question if ruling.needs else OUTCOMES["floor_discretion"]
        return
    yield "Do", to_do(ruling)


def to_do(ruling: Ruling) -> str:
    """Return what to do in the fewest words: what the remedies come to, and the amounts."""
    short = "" if ruling.penalty is not None else _outcome_in_short(ruling)
    choices = "; or ".join(ruling.choices)
    sentences = [": ".join(part for part in (short, choices) if part)]
    sentences += ruling.do
    if ruling.penalty is not None and ruling.penalty.hands is not None:
        sentences.append(f"{ruling.penalty.hands} hands are missed")
    sentences += [f"{in_words(name)}: {amount}" for name, amount in ruling.amounts.items()]
    return ". ".join(one[:1].upper() + one[1:].rstrip(".") for one in sentences if one) + "."


def headline(ruling: Ruling) -> str:
    """Return what a ruling comes to; of a question that is answered, what was asked."""
    return ruling.title if ruling.outcome == ANSWER else _outcome(ruling.outcome)


def columns(heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Yield rows under heads side by side, each cell broken to its column; one under the other where the screen is too narrow.

    Args:
        heads: What stands over each column.
        rows: A label for each row, and its cells; a row of empty cells is left out.
    """
    filled = [(label, said) for label, said in rows if any(said)]
    label_wide = max(len(label) for label, _ in filled)
    wide = (width() - 4 - label_wide - 2 * (len(heads) - 1)) // len(heads)
    if wide < NARROWEST:
        for at, head in enumerate(heads):
            yield heading(head)
            yield from (line(said[at], 2, f"{label:<{label_wide}}  ") for label, said in filled if said[at])
        return
    for number, (label, said) in enumerate([("", heads), *filled]):
        parts = [textwrap.wrap(cell, wide, **UNBROKEN) or [""] for cell in said]
        for at in range(max(map(len, parts))):
            texts = [part[at] if at < len(part) else "" for part in parts]
            row = f"  {label if at == 0 else '':<{label_wide}}  " + "  ".join(one + " " * (wide - cells(one)) for one in texts)
            yield heading(row.rstrip()) if number == 0 else row.rstrip()


def _outcome_in_short(ruling: Ruling) -> str:
    """Return an outcome without what it means for cards and chips, where the remedies say that."""
    said = _outcome(ruling.outcome)
    if ruling.outcome == ANSWER:
        return "" if ruling.amounts else said.partition("; ")[2]
    return re.split("[:;]", said)[0] if ruling.do or ruling.choices else said


def _outcome(word: str) -> str:
    return OUTCOMES.get(word, word)


def _then(ruling: Ruling, change: Change) -> str:
    """Return what would be ruled with one fact otherwise; where that goes by the same word, with what would be said."""
    rules = f" ({', '.join(change.rules)})" if change.rules else ""
    if change.outcome == UNDECIDED or change.needs:
        titles = [known_facts()[name].title for name in change.needs]
        hangs = f"; {'how' if len(change.possible) == 1 else 'it'} hangs on: {'; '.join(titles)}" if titles else ""
        return ", or: ".join(map(_outcome, change.possible or ("floor_discretion",))) + hangs
    if change.outcome == ruling.outcome and change.say and change.say != ruling.say:
        too = "" if change.outcome == ANSWER else f"{_outcome(change.outcome)} too, but: "
        return f'{too}"{change.say}"{rules}'
    return f"{_outcome(change.outcome)}{rules}"


def _penalty(ruling: Ruling) -> Iterator[str]:
    """Say what becomes of the hand, and what the player has to reckon with."""
    found = ruling.penalty
    if found is None:
        return
    yield line(found.hand, 2, "hand: ")
    if found.hands is not None:
        yield line(f"{found.hands} hands are missed", 2, "player: ")
    if found.further:
        yield line("; then: ".join(found.further), 2, "next time: ")


def _done(ruling: Ruling) -> tuple[object, ...]:
    """Return what is done and said by a ruling."""
    return ruling.outcome, ruling.remedies, ruling.steps, ruling.amounts, ruling.choices, ruling.say


def _weighed(ruling: Ruling) -> Iterator[str]:
    """Yield the facts that made the ruling what it is, or can still make it another."""
    yield from ruling.needs
    yield from (one.fact for one in ruling.passed_over)
    yield from (one.fact for one in ruling.would_change)


def answers(fact: Fact, ruling: Ruling) -> list[tuple[str, str]]:
    """Return what can be answered, with what it means: of a long choice only what can make a difference."""
    if fact.type == "bool":
        return [("yes", fact.answer(True)), ("no", fact.answer(False))]
    if fact.type == "choice":
        asked = ruling.asked.get(fact.name, ())
        return [(str(value), "any other" if rest else fact.answer(value)) for value, rest in fact.choices(asked)]
    return [("...", fact.allowed[0])]
