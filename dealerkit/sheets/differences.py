"""Differences in words, for paper: between a house and the rule set it extends, and between a game and its earlier version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.hands.codes import codes_of
from dealerkit.rules.differences import differences, kind_of, unlike
from dealerkit.rules.doc import Doc
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.rules.option_lines import decides
from dealerkit.rules.option_values import CHOOSES_THE_SET
from dealerkit.rulings import known_facts
from dealerkit.rulings.amounts import Source as AmountSource
from dealerkit.rulings.amounts import in_words, made_of
from dealerkit.rulings.circumstances import circumstances, continued
from dealerkit.rulings.conditions import Value, holds
from dealerkit.rulings.decision import titled_steps
from dealerkit.rulings.decision_lists import DecisionList
from dealerkit.rulings.differences.authority import authority_of, is_house_choice
from dealerkit.rulings.differences.entries import options_in_force
from dealerkit.rulings.differences.rulings import compared
from dealerkit.rulings.fact_space import ACTS
from dealerkit.rulings.games import faults_in_force, faults_of, values_in_force
from dealerkit.sheets.citations import Cited
from dealerkit.sheets.context import Context
from dealerkit.sheets.disputes import PrintedDecision, decision, known_here, list_here
from dealerkit.sheets.model import PrintedDifference, Rule, Source
from dealerkit.sheets.parts import rule_book
from dealerkit.sheets.procedure import procedure
from dealerkit.sheets.tables import tables
from dealerkit.sheets.voice import EMPTY, Said, Voice, human

SECTIONS = ("options", "tables", "steps", "rules", "desk", "rulings")
"""Sections of a list of changes, in order."""

DESK = ("decides", "appeal", "window")
"""Parts of a rule set that are about disputes in general."""

NO_ACTS = "none"

Names = tuple[str, ...]
"""The names that identify a text of a game."""


def _options(old: Doc, new: Doc, before: Voice, after: Voice) -> Iterator[PrintedDifference]:
    """Yield the options with other values, and new ones, if they decide something under the other options in force."""
    for difference in differences(old, new):
        name = str(difference.path[0])
        if difference.kind != "removed" and decides(after.game, name):
            was = (before.option(name, difference.old),) if difference.kind != "added" else ()
            title = after.say(after.game.choices[name].title)
            yield PrintedDifference("options", (title,), difference.kind, was, (after.option(name, difference.new),))


# -- a house and its base ------------------------------------------------------------------------------------


def departs_from(game: Game) -> Game:
    """Return the game to compare a house's game with, with every option at its default: under the rule set that the house names
    as its authority, or else under the game's own.

    Raises:
        RuleFileError: If the game's file cannot be used.
    """
    return load(*_below(game))


def _below(game: Game) -> tuple[Path, Path | None]:
    """Return the file of a game, and that of the rule set from which it departs; None for the game's own set."""
    base = authority_of(game.rules) if game.rules is not None else None
    return Path(game.doc.origin(("game",)).file), base.path if base is not None else None


def departures(context: Context) -> tuple[PrintedDifference, ...]:
    """Return the differences of a house from the rule set that it builds on: first its options, then its different rulings.

    Rulings that differ only because of an option are left out.

    Args:
        context: The game as the house deals it.

    Raises:
        RuleFileError: If the game's file cannot be used.
    """
    game, plain = context.game, departs_from(context.game)
    chosen = {
        name: value
        for name, value in game.options.items()
        if name != CHOOSES_THE_SET and name in plain.choices and plain.choices[name].can_be(value)
    }
    alike = load(*_below(game), chosen)
    voice = Voice(alike, context.voice.lang, attrs.evolve(context.voice.words_of_house, sentences={}))
    before = Context(alike, voice, Cited(voice, alike.rules))
    house = context.voice.word("changes_by_option")
    options = _options(options_in_force(plain), options_in_force(game), voice, context.voice)
    differences = (
        *(attrs.evolve(option, source=house) for option in options),
        *_otherwise(before, context),
        *_entries("findings", before, context),
        *_entries("remedies", before, context),
    )
    return tuple(
        attrs.evolve(difference, source=difference.source or context.cited.house().text)
        for difference in dict.fromkeys(differences)
    )


def part_title(voice: Voice, part: str) -> Said:
    """Return the printed title for a top-level key of a game or rule set, such as `options` or `faults`."""
    return voice.word(f"part_{part}")


def about_lines(voice: Voice, new: PrintedDifference) -> Iterator[Said]:
    """Yield the subject of a difference line by line: its name, then the condition."""
    for at, subject in enumerate(new.about):
        yield voice.word("floor_and", what=continued(subject)) if at > 1 else subject


def _entries(part: str, before: Context, after: Context) -> Iterator[PrintedDifference]:
    """Yield the slips with another severity or correction, or the remedies carried out differently; those that come or go with
    a ruling are listed with the ruling.

    Args:
        part: `findings` or `remedies`.
        before: The earlier game.
        after: The present game.
    """
    old, new = (_entries_here(part, context) for context in (before, after))
    for names, was, now in unlike(old, new):
        if was is None or now is None:
            continue
        entry: Branch = getattr(after.game.rules, part)[names[-1]]
        title = after.voice.say(entry.get("title") or human(names[-1]))
        sides = [tuple(text for text in side if text and text not in other) for side, other in ((was, now), (now, was))]
        own = after.game.rules is not None and is_house_choice(after.game.rules, (part, names[-1]))
        source = EMPTY if own else _authority(after.cited.source(entry.get("source")))
        yield PrintedDifference(part, (title,), "changed", sides[0], sides[1], source)


def _entries_here(part: str, context: Context) -> dict[Names, tuple[Said, ...]]:
    """Return the texts of each slip possible in a game, or of each remedy ordered in it."""
    game, voice = context.game, context.voice
    if game.rules is None:
        return {}
    if part == "findings":
        known = {code: entry for code, entry in game.rules.findings.items() if code in codes_of(game)}
        grave = {code: voice.word(f"severity_{entry['severity']}") for code, entry in known.items() if "severity" in entry}
        return {(code,): (grave.get(code, EMPTY), voice.say(entry.get("remedy"))) for code, entry in known.items()}
    ruled = (case for fault in faults_of(game).values() for case in fault["cases"].values())
    ordered = {remedy for case in ruled for remedy in case.get("remedies") or ()}
    remedies = {name: entry for name, entry in game.rules.remedies.items() if name in ordered}
    return {(name,): tuple(map(voice.say, titled_steps(entry))) for name, entry in remedies.items()}


def amounts_in_words(amounts: Mapping[str, AmountSource]) -> list[str]:
    """Return the amounts in a ruling in words, each with its meaning and its source."""
    known = known_facts()

    def amount_in_words(source: AmountSource) -> str:
        name = made_of(source)
        what = known[name].title if name in known else human(name)
        if isinstance(source, str):
            return what
        often = f"{count_of(source['times'], 'time')}: {what}" if "times" in source else what
        if "less" in source:
            often += f", less: {known[source['less']].title}"
        return f"{often} (a rest of {source['rest_earns']} or more earns one)" if "rest_earns" in source else often

    return [f"{in_words(key)}: {amount_in_words(value)}" for key, value in amounts.items()]


# -- a game and its earlier version -------------------------------------------------------------------------


def changes(before: Context, after: Context) -> tuple[PrintedDifference, ...]:
    """Return every difference in how a game is dealt or ruled on between two versions, in the order of `SECTIONS`.

    Args:
        before: The game at the earlier version.
        after: The game now.
    """
    options = _options(options_in_force(before.game), options_in_force(after.game), before.voice, after.voice)
    return tuple(dict.fromkeys((*options, *_otherwise(before, after))))  # a step that occurs in several places is listed once


def _otherwise(before: Context, after: Context) -> Iterator[PrintedDifference]:
    """Yield all differences in dealing and ruling except those of options."""
    old, new = _rules(before), _rules(after)
    yield from _tables(before, after)
    yield from _texts("steps", _steps(before), _steps(after))
    by_option = after.voice.word("changes_by_option") if before.game.options != after.game.options else EMPTY
    sources = {
        name: _by_whom(old.get(name), new.get(name), by_option, alike=_files_say(name[0], before, after)) for name in old | new
    }
    yield from _texts("rules", _rule_texts(old), _rule_texts(new), sources)
    yield from _texts("desk", _desk(before), _desk(after))
    yield from _rulings(before, after)


def _texts(
    part: str, old: Mapping[Names, Said], new: Mapping[Names, Said], sources: Mapping[Names, Said] = MappingProxyType({})
) -> Iterator[PrintedDifference]:
    """Yield the texts that differ.

    Args:
        part: The section of the list.
        old: The earlier texts, by name.
        new: The present texts, by name.
        sources: Sources of the present texts, by name.
    """
    for names, was, now in unlike(old, new):
        if text := now or was:
            about = (Said(names[-1], text.lang),) if part == "desk" else ()
            source = sources.get(names, EMPTY)
            old_line, new_line = ((text,) if text else () for text in (was, now))
            yield PrintedDifference(part, about, kind_of(was, now), old_line, new_line, source)


def _tables(before: Context, after: Context) -> Iterator[PrintedDifference]:
    """Yield the differences in the game's tables: cell by cell for an old row, else the whole row."""
    for names, was, now in unlike(_rows(before), _rows(after)):
        label = Said(names[-1])
        if was and now and was.keys() == now.keys():
            for column, old, new in unlike(was, now):
                about = after.voice.join([label, column]) if column else label
                yield PrintedDifference("tables", (about,), "changed", (old or EMPTY,), (new or EMPTY,))
        else:
            old_row, new_row = ((after.voice.join(filter(None, row.values())),) if row else () for row in (was, now))
            yield PrintedDifference("tables", (label,), kind_of(was, now), old_row, new_row)


def _rows(context: Context) -> dict[Names, dict[Said, Said]]:
    """Return the rows of the game's tables, by table and first cells; each row has its other cells by column."""
    words: dict[Names, dict[Said, Said]] = {}
    for table in tables(context):
        over = [row_text for row_text, columns in table.over for _ in range(columns)] or [EMPTY] * len(table.columns)
        titles = [context.voice.join(filter(None, pair), " ") for pair in zip(over, table.columns, strict=True)]
        for at, (head, *cells) in enumerate(table.rows):
            also = sum(row[0].text == head.text for row in table.rows[:at])  # a bet may have several lines
            texts = {title: cell.text for title, cell in zip(titles[1:], cells, strict=True) if cell.kind != "words"}
            words[table.id, str(also), f"{table.title}: {head.text}"] = texts
    return words


def _desk(context: Context) -> dict[Names, Said]:
    """Return a rule set's texts on disputes: who decides, how to object, and until when."""
    desk = context.game.rules.desk if context.game.rules is not None else {}
    return {
        (str(context.voice.word(f"player_{key}")).rstrip(":\uff1a"),): context.voice.say(desk[key])
        for key in DESK
        if desk.get(key)
    }


def _steps(context: Context) -> dict[Names, Said]:
    return {(step.id,): step.say for part in procedure(context) for step in part.steps}


def _rules(context: Context) -> dict[Names, Rule]:
    return {(rule.id,): rule for chapter in rule_book(context) for rule in chapter.rules}


def _rule_texts(rules: Mapping[Names, Rule]) -> dict[Names, Said]:
    return {name: rule.text for name, rule in rules.items()}


def _rulings(before: Context, after: Context) -> Iterator[PrintedDifference]:
    """Yield every ruling that differs: for each pair of rulings that the same facts lead to, with the condition."""
    here = known_here(before), known_here(after)
    old, new = faults_in_force(before.game), faults_in_force(after.game)
    same_options = before.game.options == after.game.options
    for fault in dict.fromkeys([*old, *new]):
        if same_options and old.get(fault) == new.get(fault) and not _reworded(after, fault):
            continue
        if fault not in new or fault not in old:
            context, facts = (after, here[1]) if fault in new else (before, here[0])
            rows = [decision(context, fault, case, facts) for case in list_here(context, fault, facts).cases]
            title = context.voice.say((context.game.rules.faults[fault].get("title") if context.game.rules else None) or fault)
            for row in rows:
                texts = tuple(_ruled(row))
                was, now = ((), texts) if fault in new else (texts, ())
                kind = kind_of(old.get(fault), new.get(fault))
                yield PrintedDifference("rulings", (title, *row.when), kind, was, now, _authority(row.source))
            continue
        yield from _other_rulings(before, after, fault, here)


def _other_rulings(
    before: Context, after: Context, fault: str, here: Sequence[Mapping[str, Value]]
) -> Iterator[PrintedDifference]:
    assert after.game.rules is not None
    lists = list_here(before, fault, here[0]), list_here(after, fault, here[1])
    title = after.voice.say(after.game.rules.faults[fault].get("title") or fault)
    for end, what in compared(*lists):
        first, second = end.cases
        if first is None or second is None:
            continue
        texts = before.voice.say(first.data.get("say")), after.voice.say(second.data.get("say"))
        if not what and texts[0] == texts[1] and not _reworded(after, fault):
            continue
        was, now = decision(before, fault, first, here[0]), decision(after, fault, second, here[1])
        facts = _example(after.game, lists, {name: end.example[name] for name in end.unusual if name != ACTS})
        if facts is None:
            continue
        acts = [_acts(after, str(end.example[ACTS]))] if ACTS in end.example else []
        about = (title, *acts, *circumstances(after.voice.lang, after.game, fault, facts))
        sides: list[tuple[str, ...]] = [tuple(_ruled(text)) for text in (was, now)]
        if sides[0] == sides[1]:
            sides = [tuple(amounts_in_words(case.data.get("amounts") or {})) for case in (first, second)]
        if sides[0] != sides[1]:
            source = _authority(now.source) if what or now.source != was.source else EMPTY  # a text without a work behind it
            yield PrintedDifference("rulings", about, "changed", sides[0], sides[1], source)


def _reworded(context: Context, fault: str) -> bool:
    """Return whether the house has replaced a ruling on a fault by its own words."""
    return any(name.startswith(f"ruling/{fault}/") for name in context.voice.words_of_house.sentences)


def _example(game: Game, lists: Sequence[DecisionList], facts: Mapping[str, Value]) -> dict[str, Value] | None:
    """Return possible facts in a game, under its options, that are ruled on like the given ones; None if there are none."""
    values: dict[str, Value] = {}
    for name, value in facts.items():
        fact = known_facts()[name]
        wants = [wanted for listed in lists for wanted in listed.conditions(name)]
        alike = [value, *(other for other in fact.values if all(holds(want, other) is holds(want, value) for want in wants))]
        possible = values_in_force(game, name, alike)
        if not possible:
            return None
        values[name] = possible[0]
    return values


def _acts(context: Context, acts: str) -> Said:
    """Return the players who have acted, in words."""
    return (
        context.voice.word("changes_no_acts")
        if acts == NO_ACTS
        else context.voice.word("changes_acts", acts=", ".join(acts.split()))
    )


def _ruled(row: PrintedDecision) -> Iterator[Said]:
    yield from (text for text in (row.ruling, row.say, row.wait, *(remedy.said for remedy in row.remedies)) if text)


def _by_whom(old: Rule | None, new: Rule | None, by_option: Said, *, alike: bool) -> Said:
    """Return by whose authority a rule differs: the house's own if only an option or its value differs; no work's if only the
    house's words differ.

    Args:
        old: The earlier rule; None if it was not in force.
        new: The present rule; None if it is not in force.
        by_option: The words for an option of the house.
        alike: Whether the files of both games have the same text of it.
    """
    if old is None or new is None:
        of_option = alike
    else:
        of_option = old.written == new.written and old.text != new.text
    return by_option if of_option else _authority(new.source) if new is not None else EMPTY


def _files_say(rule: str, before: Context, after: Context) -> bool:
    """Return whether the files of two games have the same text of a rule, whatever parts of it are in force."""
    was, now = (
        [chapter["rules"][rule] for chapter in context.part("rules").values() if rule in chapter["rules"]]
        for context in (before, after)
    )
    return bool(was) and was == now


def _authority(source: Source | None) -> Said:
    """Return the work behind a rule, in words; empty for our own reading."""
    return source.text if source is not None and source.cites else EMPTY
