"""The answer to a dispute in words: first two lines, what to say aloud and what to do; then all the details."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from dealerkit.files.late_modules import late_imports
from dealerkit.files.plain_data import as_plain, fields
from dealerkit.files.screen_text import UNBROKEN, cells, heading, line, table, width
from dealerkit.rules.sets import RuleSet
from dealerkit.rulings.decision import Ruling
from dealerkit.rulings.facts import Fact, fact_of
from dealerkit.rulings.outcome_words import ANSWER

if TYPE_CHECKING:
    from dealerkit.rulings.differences.rulings import DisputeDifference
    from dealerkit.rulings.wording import SaidFact

with late_imports():  # a program is given no sentences
    import textwrap

    from dealerkit.rulings import wording

NARROWEST = 20
"""Columns that a rule set needs to stand beside another; with less they stand one under the other."""


@attrs.frozen
class RulingAnswer:
    """The answer to a dispute under one or more rule sets, the first being the one in force.

    Attributes:
        sets: The rule sets.
        rulings: The ruling under each rule set, on the same facts.
        compared: How the other rulings differ from the first.
        source: Sentence on what was found in a record; empty if there is none.
        known: Facts of the dispute found in that record, by name.
        names: Whether facts are given by the names that `-f` takes, for the next call or a program.
        before: Earlier rulings here on the same matter, with `say` in one line; empty if there are none, or there is no journal.
        wrapped: Whether the two lines are broken to the screen's width; in a pipe each stays one line.
    """

    sets: Sequence[RuleSet]
    rulings: Sequence[Ruling]
    compared: Sequence[DisputeDifference] = ()
    source: str = ""
    known: Mapping[str, Any] = attrs.field(factory=dict)
    names: bool = True
    wrapped: bool = False
    before: Mapping[str, object] = attrs.field(factory=dict)

    @property
    def decided(self) -> bool:
        """Whether the ruling is decided under every rule set."""
        return all(ruling.decided for ruling in self.rulings)

    def as_json(self) -> dict[str, object]:
        """Return as plain data the rulings, how the others differ from the first, and earlier rulings here on the same matter."""
        document: dict[str, object] = fields(self, "rulings")
        if len(self.rulings) > 1:
            document["differences"] = as_plain(self.compared)
        if self.before:
            document["precedents"] = self.before
        return document

    def lines(self) -> Iterator[str]:
        """Yield the whole answer: its two lines, and the details after them."""
        yield from self.first()
        yield ""
        yield from self.rest()

    def first(self) -> Iterator[str]:
        """Yield the first lines: earlier rulings here, then what to say and what to do, or for several rule sets their rulings
        side by side.
        """
        if self.before:
            text = str(self.before["say"])
            yield line(text, 0) if self.wrapped else text
        if len(self.rulings) > 1:
            yield from self._side_by_side()
            return
        (ruling,) = self.rulings
        for label, text in wording.two_lines(ruling):
            yield line(text, 0, f"{label}: ") if self.wrapped else f"{label}: {text}"

    def brief(self) -> Iterator[str]:
        """Yield only the two lines for each rule set, what to say and what to do, each unbroken."""
        for ruling in self.rulings:
            under = f" [{ruling.rules_set}]" if len(self.rulings) > 1 else ""
            yield from (f"{label}{under}: {text}" for label, text in wording.two_lines(ruling))

    def rest(self) -> Iterator[str]:
        """Yield the details: things to freeze, steps, why, rule, assumed facts, facts that would change it."""
        head = [*self._meanwhile(), *self._from_record()]
        yield from head
        shown: list[Ruling] = []
        for number, ruling in enumerate(self.rulings):
            if number or head:
                yield ""
            if not ruling.decided and any(not ruled.decided and ruled.needs == ruling.needs for ruled in shown):
                yield line(f"{ruling.rules_set} asks the same question.")
                continue
            alike = (
                next((ruled for ruled in shown if wording.done_by(ruled) == wording.done_by(ruling)), None)
                if ruling.decided
                else None
            )
            if alike is not None:
                yield heading(f"{wording.headline(ruling)}  [{ruling.rules_set}]")
                yield line(f"the same ruling as {alike.rules_set}; by {', '.join(ruling.rules)}; {ruling.cite}")
                continue
            yield from self._ruling(ruling)
            shown.append(ruling)

    # -- several rule sets ----------------------------------------------------------------------------------------

    def _side_by_side(self) -> Iterator[str]:
        lines = [dict(wording.two_lines(ruling)) for ruling in self.rulings]
        rows = [
            *((label.lower(), [line.get(label, "") for line in lines]) for label in ("Say", "Do", "Ask")),
            ("ruling", [wording.headline(ruling) for ruling in self.rulings]),
            ("rule", [", ".join(ruling.rules) for ruling in self.rulings]),
        ]
        yield from columns([ruling.rules_set for ruling in self.rulings], rows)
        yield ""
        yield from (
            line(dispute_difference.say, 2, "- ")
            for dispute_difference, ruling in zip(self.compared, self.rulings[1:], strict=True)
            if ruling.decided or self.rulings[0].decided
        )

    def _meanwhile(self) -> Iterator[str]:
        if freeze := self.rulings[0].freeze:
            yield line(freeze, 0, "Meanwhile: ")
        windows = {ruling.rules_set: ruling.window for ruling in self.rulings if ruling.window}
        if len(set(windows.values())) < 2:
            yield from (line(window, 0, "In time: ") for window in dict.fromkeys(windows.values()))
        else:
            yield "In time:"
            yield table(windows.items(), indent=2)

    def _from_record(self) -> Iterator[str]:
        if self.source:
            yield line(self.source, 0, "Found: ")
        if said_facts := wording.told_of_it(self.rulings, self.known):
            yield line("; ".join(map(self._fact_text, said_facts)), 0, "From the record: ")

    # -- one ruling -----------------------------------------------------------------------------------------------

    def _ruling(self, ruling: Ruling) -> Iterator[str]:
        ruling_words = wording.ruling_words(ruling)
        yield heading(f"{ruling_words.headline}  [{ruling_words.rules_set}]")
        for argument in ruling_words.argued:
            why = f"{argument.because} ({argument.rule})" if argument.rule else argument.because
            yield line(f'"{argument.said}"; {why}', 2, "argued: " if argument.fact else "argued, but doesn't affect the ruling: ")
        if not ruling.decided:
            yield from self._asks(ruling)
            return
        for number, step in enumerate(ruling_words.steps, 1):
            yield line(step, 2, f"{number}. ")
        for label, text in ruling_words.penalty:
            yield line(text, 2, f"{label}: ")
        for amount in ruling_words.amounts:
            yield line(f"{amount.title}: {amount.value}", 2, "$ " if amount.money else "> ")
        if ruling_words.worked_out:
            yield line(
                "; ".join(f"{derived.title}: {derived.value} ({derived.made_of})" for derived in ruling_words.worked_out),
                2,
                "worked out: ",
            )
        if ruling_words.reckoned:
            yield line("; ".join(ruling_words.reckoned), 2, "how it is counted: ")
        for fact in ruling_words.lacks:
            yield line(fact.question + (f" -f {fact.name}=..." if self.names else ""), 2, "? ")
        if ruling_words.choices:
            yield line("The floor may choose:")
            for choice in ruling_words.choices:
                yield line(choice.title, 4, "- ")
                yield from (line(done, 8, f"{what}: ") for what, done in choice.effects)
        if ruling_words.weigh:
            yield line("; ".join(ruling_words.weigh), 2, "weigh: ")
        yield line(ruling_words.why, 2, "why: ")
        yield line(ruling_words.rule, 2, "rule: ")
        if ruling_words.assumed:
            yield line("; ".join(map(self._fact_text, ruling_words.assumed)), 2, "assumed: ")
        if ruling_words.chosen:
            yield line("; ".join(map(self._fact_text, ruling_words.chosen)), 2, "house option: ")
        for other in ruling_words.beside:
            yield line(other, 2, "also: ")
        if ruling_words.otherwise:
            yield line("The ruling would change if")
        for change in ruling_words.otherwise:
            named = f" ({change.name})" if self.names else ""
            yield line(f"{change.title}: {change.values}{named}: {change.then}", 4, "- ")

    def _asks(self, ruling: Ruling) -> Iterator[str]:
        first, *others = (fact_of(ruling.fault, name) for name in ruling.needs)
        yield line(first.question, 2, "? ")
        known = [(_typed(value), meaning) for value, meaning in _answers(first, ruling)]
        rows = [(f"-f {first.name}={word}" if self.names else word, meaning) for word, meaning in known]
        if first.ask_those:
            missing = [fact_of(ruling.fault, part) for part in first.worked_out_of if part not in ruling.facts]
            missing = [part for part in missing if not part.of_option]
            questions = [(f"-f {part.name}=..." if self.names else "", part.question) for part in missing]
            yield line("The ruling follows once these are known:", 4)
            yield table(questions, indent=4)
            rows = [(word, f"or: {meaning}") for word, meaning in rows]
        yield table(rows, indent=4)
        if others:
            yield line(
                "; ".join(f"{fact.name} ({fact.title})" if self.names else fact.title for fact in others), 2, "may also ask: "
            )
        if ruling.possible != (ANSWER,):
            yield line("; or ".join(map(wording.outcome_in_words, ruling.possible)), 2, "possible rulings: ")

    def _fact_text(self, fact: SaidFact) -> str:
        """Say a fact: its title, what it is, and its name."""
        return f"{fact.title}: {fact.value}" + (f" ({fact.name})" if self.names else "")


def _typed(value: str | bool) -> str:  # noqa: FBT001 - a value of a fact, not a switch
    return value if isinstance(value, str) else "yes" if value else "no"


def _answers(fact: Fact, ruling: Ruling) -> list[tuple[str | bool, str]]:
    return wording.answers(fact, ruling.asked.get(fact.name, ())) or [("...", fact.allowed[0])]


def columns(heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Yield a table with its cells side by side, each broken to its column's width; if the screen is too narrow, one below the
    other.

    Args:
        heads: Headings of the columns.
        rows: A label for each row, and its cells; a row of empty cells is left out.
    """
    filled = [(label, text) for label, text in rows if any(text)]
    label_wide = max(len(label) for label, _ in filled)
    wide = (width() - 4 - label_wide - 2 * (len(heads) - 1)) // len(heads)
    if wide < NARROWEST:
        for at, head in enumerate(heads):
            yield heading(head)
            yield from (line(text[at], 2, f"{label:<{label_wide}}  ") for label, text in filled if text[at])
        return
    for number, (label, columns_of_row) in enumerate([("", heads), *filled]):
        parts = [textwrap.wrap(cell, wide, **UNBROKEN) or [""] for cell in columns_of_row]
        for at in range(max(map(len, parts))):
            texts = [part[at] if at < len(part) else "" for part in parts]
            row = f"  {label if at == 0 else '':<{label_wide}}  " + "  ".join(text + " " * (wide - cells(text)) for text in texts)
            yield heading(row.rstrip()) if number == 0 else row.rstrip()
