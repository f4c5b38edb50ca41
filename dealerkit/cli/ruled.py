"""A ruling at the dispute desk, in words: first what to freeze and whether it is in time, last what to say aloud."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealerkit.cli.common import heading, line, table
from dealerkit.gates import GATES
from dealerkit.rulings import OUTCOMES, Fact, Ruling, known_facts
from dealerkit.rulings.amounts import in_words, is_money
from dealerkit.rulings.compared import Difference
from dealerkit.rulings.conditions import Value
from dealerkit.rulings.decide import DOUBT
from dealerkit.rulings.lists import ANSWER

MOST_CHANGES = 5
"""More facts that would change a ruling than these are a wall of text; `--json` has them all."""


def told(
    rulings: Sequence[Ruling], compared: Sequence[Difference] = (), source: str = "", known: Mapping[str, Any] | None = None
) -> Iterator[str]:
    """Tell rulings under one rule set or several, the first being the one in force.

    Args:
        rulings: One for each rule set, on the same facts.
        compared: How the others differ from the first.
        source: What was found in a record; empty if there is none.
        known: What that record tells of it.
    """
    head = [*_first(rulings), *_from_record(rulings, source, known or {})]
    yield from head
    if len(rulings) > 1:
        yield ""
        rows = [(one.rules_set, OUTCOMES.get(one.outcome, one.outcome), ", ".join(one.rules)) for one in rulings]
        yield table(rows, header=("rules", "outcome", "rule"))
        yield from (
            line(one.say, 2, "- ")
            for one, ruling in zip(compared, rulings[1:], strict=True)
            if ruling.decided or rulings[0].decided
        )
    shown: list[Ruling] = []
    for number, ruling in enumerate(rulings):
        if number or head:
            yield ""
        if not ruling.decided and any(not one.decided and one.needs == ruling.needs for one in shown):
            yield line(f"{ruling.rules_set} asks the same.")
            continue
        alike = next((one for one in shown if _done(one) == _done(ruling)), None) if ruling.decided else None
        if alike is not None:
            yield heading(f"{_headline(ruling)}  [{ruling.rules_set}]")
            yield line(f"as under {alike.rules_set}; by {', '.join(ruling.rules)}; {ruling.cite}")
            continue
        yield from _ruling(ruling)
        if ruling.say and ruling.decided and len(rulings) > 1 and ruling is not rulings[0]:
            yield line(f'"{ruling.say}"', 2, "say: ")
        shown.append(ruling)
    if rulings[0].say:
        yield ""
        yield f'Say: "{rulings[0].say}"'  # one line, however long: it is read out


def brief(rulings: Sequence[Ruling]) -> Iterator[str]:
    """Tell rulings in two lines each: what to say aloud, and what to do; of one that cannot be made yet, what to ask."""
    facts = known_facts()
    for ruling in rulings:
        under = f" [{ruling.rules_set}]" if len(rulings) > 1 else ""
        if not ruling.decided:
            yield f"Ask{under}: {facts[ruling.needs[0]].question}" if ruling.needs else f"Ask{under}: the floor decides"
            continue
        outcome = OUTCOMES.get(ruling.outcome, ruling.outcome)
        yield f'Say{under}: "{ruling.say}"' if ruling.say else f"Ruled{under}: {outcome}"
        amounts = [f"{in_words(name)} {amount}" for name, amount in ruling.amounts.items()]
        yield f"Do{under}: {'; '.join([*ruling.steps, *amounts] or [outcome])}"


def _done(ruling: Ruling) -> tuple[object, ...]:
    """What is done and said by a ruling."""
    return ruling.outcome, ruling.remedies, ruling.steps, ruling.amounts, ruling.choices, ruling.say


def _first(rulings: Sequence[Ruling]) -> Iterator[str]:
    freeze = rulings[0].freeze
    windows = {one.rules_set: one.window for one in rulings if one.window}
    if len(set(windows.values())) < 2:
        said = " ".join(dict.fromkeys([freeze, *windows.values()])).strip()
        if said:
            yield line(said, 0, "First: ")
        return
    yield line(freeze, 0, "First: ")
    yield table(windows.items(), indent=2)


def _from_record(rulings: Sequence[Ruling], source: str, known: Mapping[str, Any]) -> Iterator[str]:
    if source:
        yield line(source, 0, "Found: ")
    facts = known_facts()
    matter = {name for ruling in rulings for name in _weighed(ruling)}
    if matter & GATES.keys():
        matter.add("acts")
    said = [_said(name, value) for name, value in known.items() if name in facts and name in matter and not facts[name].of_game]
    if said:
        yield line("; ".join(said), 0, "From the record: ")


def _weighed(ruling: Ruling) -> Iterator[str]:
    """The facts that made the ruling what it is, or can still make it another."""
    yield from ruling.needs
    yield from (one.fact for one in ruling.passed_over)
    yield from (one.fact for one in ruling.would_change)


def _ruling(ruling: Ruling) -> Iterator[str]:
    yield heading(f"{_headline(ruling)}  [{ruling.rules_set}]")
    if not ruling.decided:
        yield from _asks(ruling)
        return
    for number, step in enumerate(ruling.steps, 1):
        yield line(step, 2, f"{number}. ")
    yield from _penalty(ruling)
    for name, amount in ruling.amounts.items():
        yield line(f"{in_words(name)}: {amount}", 2, "$ " if is_money(amount) else "> ")
    if ruling.reckoned:
        yield line("; ".join(ruling.reckoned), 2, "reckoned: ")
    for name in ruling.lacks:
        yield line(f"{known_facts()[name].question} -f {name}=...", 2, "? ")
    yield line(ruling.because, 2, "why: ")
    if ruling.weigh:
        yield line("; ".join(ruling.weigh), 2, "weigh: ")
    if ruling.choices:
        yield line("; or ".join(ruling.choices), 2, "the floor may: ")
    doubt = f" ({DOUBT[ruling.verified]})" if ruling.verified in DOUBT else ""
    yield line(f"{', '.join(ruling.rules)}; {ruling.cite}{doubt}", 2, "rule: ")
    if ruling.assumed:
        yield line("; ".join(_said(name, value) for name, value in ruling.assumed.items()), 2, "taken for granted: ")
    for other in ruling.beside:
        said = OUTCOMES.get(other.outcome, other.outcome)
        yield line(f"{other.title}: {said}" + (f" ({', '.join(other.rules)})" if other.rules else ""), 2, "also: ")
    yield from _otherwise(ruling)


def _headline(ruling: Ruling) -> str:
    """What a ruling comes to; of a question that is answered, what was asked."""
    return ruling.title if ruling.outcome == ANSWER else OUTCOMES.get(ruling.outcome, ruling.outcome)


def _penalty(ruling: Ruling) -> Iterator[str]:
    """What becomes of the hand, and what the player has to reckon with."""
    found = ruling.penalty
    if found is None:
        return
    yield line(found.hand, 2, "hand: ")
    if found.hands is not None:
        yield line(f"{found.hands} hands are missed", 2, "player: ")
    if found.further:
        yield line("; then: ".join(found.further), 2, "next time: ")


def _otherwise(ruling: Ruling) -> Iterator[str]:
    """Single facts that would have changed the ruling; what is known of the game itself will not."""
    facts = known_facts()
    changes = [one for one in ruling.would_change if not facts[one.fact].of_game or one.fact in ruling.assumed]
    if not changes:
        return
    yield line("It would be otherwise if")
    for change in changes[:MOST_CHANGES]:
        rules = f" ({', '.join(change.rules)})" if change.rules else ""
        what = OUTCOMES.get(change.outcome, change.outcome) if change.outcome != "undecided" else "another ruling"
        yield line(f"{_said(change.fact, change.value)}: {what}{rules}", 4, "- ")
    if len(changes) > MOST_CHANGES:
        yield line(f"... and {len(changes) - MOST_CHANGES} more; --json has them all", 4)


def _asks(ruling: Ruling) -> Iterator[str]:
    facts = known_facts()
    first, *others = (facts[name] for name in ruling.needs)
    yield line(first.question, 2, "? ")
    yield table([(f"-f {first.name}={word}", meaning) for word, meaning in answers(first, ruling)], indent=4)
    if others:
        yield line("; ".join(f"{fact.name} ({fact.title})" for fact in others), 2, "perhaps also: ")
    if ruling.possible != (ANSWER,):
        yield line("; or ".join(OUTCOMES.get(outcome, outcome) for outcome in ruling.possible), 2, "possible: ")


def answers(fact: Fact, ruling: Ruling) -> list[tuple[str, str]]:
    """What can be answered, with what it means: of a long choice only what can make a difference."""
    if fact.type == "bool":
        return [("yes", fact.answer(True)), ("no", fact.answer(False))]
    if fact.type == "choice":
        asked = ruling.asked.get(fact.name, ())
        return [(str(value), "any other" if rest else fact.answer(value)) for value, rest in fact.choices(asked)]
    return [("...", fact.allowed[0])]


def _said(name: str, value: Value) -> str:
    """Say a fact: its title, what it is, and its name."""
    fact = known_facts()[name]
    return f"{fact.title}: {fact.short(value)} ({name})"
