"""Changes of a game since another version of its rules: the old and the new text, and where each stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.rules.differences import same
from dealerkit.rules.games import Game
from dealerkit.rulings.conditions import Value, holds
from dealerkit.rulings.decision_lists import Case, DecisionList
from dealerkit.rulings.differences.rulings import done
from dealerkit.rulings.fact_space import ACTS, Space
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.games import faults_of, values_here
from dealerkit.sheets.circumstances import circumstances
from dealerkit.sheets.context import Context
from dealerkit.sheets.disputes import PrintedDecision, decision, known_here, list_here
from dealerkit.sheets.parts import rule_book
from dealerkit.sheets.procedure import procedure
from dealerkit.sheets.tables import tables
from dealerkit.sheets.voice import EMPTY, Said

NO_ACTS = "none"
SECTIONS = ("options", "tables", "steps", "rules", "rulings")
"""Where something can be new, in the order in which it is told."""


@attrs.frozen
class RuleChange:
    """One thing that is new.

    Attributes:
        section: Where: one of `SECTIONS`.
        what: What it is about.
        was: What held until now, line by line; empty for what is new altogether.
        now: What holds from now on, line by line; empty for what holds no more.
        source: Where it stands; may be empty.
    """

    section: str
    what: tuple[Said, ...]
    was: tuple[Said, ...]
    now: tuple[Said, ...]
    source: Said = EMPTY


def changes(before: Context, after: Context) -> tuple[RuleChange, ...]:
    """Return everything in which a game is dealt or ruled on otherwise than it was, in the order of `SECTIONS`.

    Args:
        before: The game as it was.
        after: The same game as it is.
    """
    found = (
        *_options(before, after),
        *_texts("tables", _cells(before), _cells(after)),
        *_texts("steps", _steps(before), _steps(after)),
        *_rules(before, after),
        *_rulings(before, after),
    )
    return tuple(dict.fromkeys(found))  # a step that stands in several places is told once


def _options(before: Context, after: Context) -> Iterator[RuleChange]:
    old, new = before.game, after.game
    for name, option in new.choices.items():
        if name not in old.choices:
            yield RuleChange("options", (after.voice.say(option.title),), (), (after.voice.option(name, new.options[name]),))
        elif not same(old.options[name], new.options[name]):
            values = ((before.voice.option(name, old.options[name]),), (after.voice.option(name, new.options[name]),))
            yield RuleChange("options", (after.voice.say(option.title),), *values)


def _texts(section: str, old: Mapping[tuple[str, ...], Said], new: Mapping[tuple[str, ...], Said]) -> Iterator[RuleChange]:
    """Yield the texts that are otherwise; what they are about is the last of the names that they go by."""
    for key in dict.fromkeys([*old, *new]):
        was, now = old.get(key, EMPTY), new.get(key, EMPTY)
        if was != now:
            what = (Said(key[-1], (now or was).lang),) if section == "tables" else ()
            yield RuleChange(section, what, (was,) if was else (), (now,) if now else ())


def _cells(context: Context) -> dict[tuple[str, ...], Said]:
    """Return the rows of the game's tables: by table, row and what the row begins with."""
    found: dict[tuple[str, ...], Said] = {}
    for table in tables(context):
        for at, (head, *cells) in enumerate(table.rows):
            label = f"{table.title}: {head.text}"
            also = sum(row[0].text == head.text for row in table.rows[:at])  # a bet may have several lines
            found[table.id, str(also), label] = context.voice.join([cell.text for cell in cells if cell.text])
    return found


def _steps(context: Context) -> dict[tuple[str, ...], Said]:
    return {(step.id,): step.say for part in procedure(context) for step in part.steps}


def _rules(before: Context, after: Context) -> Iterator[RuleChange]:
    old, new = ({rule.id: rule for chapter in rule_book(one) for rule in chapter.rules} for one in (before, after))
    for name in dict.fromkeys([*old, *new]):
        was, now = (known[name].text if name in known else EMPTY for known in (old, new))
        if was != now:
            source = new[name].source if name in new else None
            said = source.text if source is not None and source.cites else EMPTY
            yield RuleChange("rules", (), (was,) if was else (), (now,) if now else (), said)


def _rulings(before: Context, after: Context) -> Iterator[RuleChange]:
    """Yield every ruling that is otherwise: for each pair of rulings that some facts bring together, with what must hold."""
    here = known_here(before), known_here(after)
    old, new = faults_of(before.game), faults_of(after.game)
    for fault in dict.fromkeys([*old, *new]):
        if fault not in new or fault not in old:
            context, facts = (after, here[1]) if fault in new else (before, here[0])
            rows = [decision(context, fault, case, facts) for case in list_here(context, fault, facts).cases]
            title = context.voice.say((context.game.rules.faults[fault].get("title") if context.game.rules else None) or fault)
            for row in rows:
                said = tuple(_ruled(row))
                was, now = ((), said) if fault in new else (said, ())
                yield RuleChange("rulings", (title, *row.when), was, now, _source(row))
            continue
        yield from _differences(before, after, fault, here)


def _differences(before: Context, after: Context, fault: str, here: Sequence[Mapping[str, Value]]) -> Iterator[RuleChange]:
    assert after.game.rules is not None
    lists = tuple(list_here(context, fault, facts) for context, facts in zip((before, after), here, strict=True))
    title = after.voice.say(after.game.rules.faults[fault].get("title") or fault)
    for end in Space(*lists).ends():
        first, second = end.cases
        if first is None or second is None or _alike(before, after, first, second):
            continue
        was, now = decision(before, fault, first, here[0]), decision(after, fault, second, here[1])
        facts = _example(after.game, lists, {name: end.example[name] for name in end.unusual if name != ACTS})
        if facts is None:
            continue
        acts = [_acts(after, str(end.example[ACTS]))] if ACTS in end.example else []
        what = (title, *acts, *circumstances(after.voice, after.game, fault, facts))
        yield RuleChange("rulings", what, tuple(_ruled(was)), tuple(_ruled(now)), _source(now))


def _example(game: Game, lists: Sequence[DecisionList], facts: Mapping[str, Value]) -> dict[str, Value] | None:
    """Return facts that can come in a game and are ruled on like these; None if such facts come in other games alone."""
    found: dict[str, Value] = {}
    for name, value in facts.items():
        fact = known_facts()[name]
        wants = [wanted for listed in lists for wanted in listed.conditions(name)]
        alike = [value, *(other for other in fact.values if all(holds(one, other) is holds(one, value) for one in wants))]
        possible = values_here(game, name, alike)
        if not possible:
            return None
        found[name] = possible[0]
    return found


def _acts(context: Context, acts: str) -> Said:
    """Say who has acted."""
    return (
        context.voice.word("changes_no_acts")
        if acts == NO_ACTS
        else context.voice.word("changes_acts", acts=", ".join(acts.split()))
    )


def _alike(before: Context, after: Context, was: Case, now: Case) -> bool:
    """Return whether two cases come to the same at the table: outcome, what is done, sums and what is said."""
    return done(was) == done(now) and before.voice.say(was.data.get("say")) == after.voice.say(now.data.get("say"))


def _ruled(row: PrintedDecision) -> Iterator[Said]:
    yield from (said for said in (row.ruling, row.say, row.wait, *(remedy.said for remedy in row.remedies)) if said)


def _source(row: PrintedDecision) -> Said:
    return row.source.text if row.source is not None and row.source.cites else EMPTY
