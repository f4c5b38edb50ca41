"""Differences in the words of paper: of a house from the set that it builds on, and of a game from what it was."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dealerkit.hands.codes import codes_of
from dealerkit.rules.differences import Difference, differences, kind_of, unlike
from dealerkit.rules.doc import Doc, Place, branch, value_at
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game, game_doc, mentioned, under
from dealerkit.rules.option_lines import holds_in, rule_lines
from dealerkit.rules.rule_set import HEAD
from dealerkit.rules.sets import RuleSet
from dealerkit.rulings import OUTCOMES, known_facts
from dealerkit.rulings.amounts import Source as AmountSource
from dealerkit.rulings.amounts import in_words, made_of
from dealerkit.rulings.conditions import Value, holds, words
from dealerkit.rulings.decision_lists import DecisionList, meanings_in_force, plainly
from dealerkit.rulings.differences.departures import base_of
from dealerkit.rulings.differences.entries import by_entry, options_in_force
from dealerkit.rulings.differences.rulings import compared
from dealerkit.rulings.fact_space import ACTS
from dealerkit.rulings.games import can_fit, can_happen, concerns, faults_in_force, faults_of, values_here
from dealerkit.sheets.circumstances import circumstances
from dealerkit.sheets.context import Context
from dealerkit.sheets.disputes import PrintedDecision, decision, known_here, list_here
from dealerkit.sheets.model import PrintedDifference, Rule, Source
from dealerkit.sheets.parts import rule_book
from dealerkit.sheets.procedure import procedure
from dealerkit.sheets.tables import DESCRIBE, Described, tables
from dealerkit.sheets.voice import EMPTY, Said, Voice, fixed_words, human

NOT_SHOWN = HEAD | {"house", "sources", "options", "family"}
"""Parts of a rule set that are no rules; its options are compared by themselves."""

TABLE_TITLES = frozenset({"tableau", "points", "burn", "pays"})
"""Tables whose titles are words of the sheet itself."""

SECTIONS = ("options", "tables", "steps", "rules", "rulings")
"""Where something can be new, in the order in which it is told."""

NO_ACTS = "none"

Names = tuple[str, ...]
"""The names that a text of a game goes by."""


def _options(old: Doc, new: Doc, before: Voice, after: Voice) -> Iterator[PrintedDifference]:
    """Yield the options that have other values, or are new."""
    for one in differences(old, new):
        if one.kind != "removed":
            name = str(one.path[0])
            was = (before.option(name, one.old),) if one.kind != "added" else ()
            title = after.say(after.game.choices[name].title)
            yield PrintedDifference("options", (title,), one.kind, was, (after.option(name, one.new),))


# -- a house and the set that it builds on -----------------------------------------------------------------------


def departs_from(game: Game) -> RuleSet | None:
    """Return the set that the one in force builds on; None where it builds on none, or is the game's own: that departs from
    nothing.
    """
    rules = game.rules
    return base_of(rules) if rules is not None and rules.name != game.data.get("rulings") else None


def departures(context: Context) -> tuple[PrintedDifference, ...]:
    """Return every departure of the set in force from the one that it builds on: options first, then the game, then the rulings.

    Args:
        context: The game with its rule set. What a house names as its authority is remembered there as cited.

    Raises:
        RuleFileError: If the game's file cannot be used, or a set removes what is not there.
    """
    game, voice = context.game, context.voice
    base, rules = departs_from(game), game.rules
    if base is None or rules is None:
        return ()
    laid_out = game_doc(Path(game.doc.origin(("game",)).file))[0]
    of_game = _Entries(context, under(laid_out, base), under(laid_out, rules))
    of_set = _Entries(context, base.doc, rules.doc)
    return (
        *_options(options_in_force(game, base), options_in_force(game, rules), voice, voice),
        *map(of_game.printed, of_game.found()),
        *(of_set.printed(one) for one in of_set.found() if of_set.concerns(one.path)),
    )


def part_title(voice: Voice, part: str) -> Said:
    """Return what a part of a game or rule set is called."""
    return voice.word(f"part_{part}" if f"part_{part}" in fixed_words() else "part_other")


class _Entries:
    """The entries in which a house departs from what it builds on, in words.

    Args:
        context: The game on the sheet.
        old: What the base says: the game as it is under the base, or the base itself.
        new: What the house says, likewise.
    """

    def __init__(self, context: Context, old: Doc, new: Doc) -> None:
        self.game, self.voice, self.cited = context.game, context.voice, context.cited
        self.old, self.new = old, new

    def found(self) -> Iterator[Difference]:
        """Yield every entry in which the two differ."""
        return by_entry(differences(self.old, self.new), self.old, self.new)

    def concerns(self, place: Place) -> bool:
        """Return whether an entry of a rule set concerns the game on the sheet."""
        part, name = str(place[0]), str(place[1]) if len(place) > 1 else ""
        if part in NOT_SHOWN:
            return False
        docs = (self.old, self.new)
        if part == "faults":
            cases = (value_at(doc.data, place) for doc in docs if len(place) > 3)
            return can_happen(self.game, name) and all(can_fit(self.game, case) for case in cases if isinstance(case, Mapping))
        if part == "findings":
            return name in codes_of(self.game)
        if part == "remedies":
            return name in self._remedies
        chapters = [value_at(doc.data, place[:2]) for doc in docs] if part == "rules" else []
        return all(concerns(self.game, chapter.get("forms")) for chapter in chapters if isinstance(chapter, Mapping))

    @functools.cached_property
    def _remedies(self) -> frozenset[str]:
        """The remedies of what is ruled on in the game."""
        ruled = (case for fault in faults_of(self.game).values() for case in fault["cases"].values())
        return frozenset(remedy for case in ruled for remedy in case.get("remedies") or ())

    def printed(self, one: Difference) -> PrintedDifference:
        """Return an entry as it is printed."""
        was, now = (value_at(doc.data, one.path) for doc in (self.old, self.new))
        described = list(self._described(one, was, now))
        cited = [said.get("source") if isinstance(said, Mapping) else None for said in (was, now)]
        # what is handed down was the base's authority, not the house's
        source = self.cited.source(cited[1]) if cited[0] != cited[1] else None
        return PrintedDifference(
            part=str(one.path[0]),
            about=(self._title(one.path, now if now is not None else was),),
            kind=one.kind,
            old=tuple(f"{what}: {said}" if what else said for what, said, _ in described),
            new=tuple(f"{what}: {said}" if what else said for what, _, said in described),
            source=Said(f"{source.text}{source.mark}", source.text.lang) if source else EMPTY,
        )

    def _described(self, one: Difference, was: Any, now: Any) -> Iterator[Described]:
        """Yield what differs in an entry: what it is about, what was said, what is said."""
        place, voice = one.path, self.voice
        if one.kind in ("added", "removed"):
            yield EMPTY, self._whole(place, was), self._whole(place, now)
        elif one.kind == "moved":
            yield voice.word("stands_after"), self._neighbour(place, one.old, self.old), self._neighbour(place, one.new, self.new)
        elif place[0] == "tables" and place[-1] in DESCRIBE:
            yield from DESCRIBE[str(place[-1])](voice, was, now)
        elif one.parts:
            for part in one.parts:
                key = str(part.path[-1])
                yield self._key(key), self._value(key, part.old), self._value(key, part.new)
        elif place[0] == "faults":
            yield EMPTY, voice.word("same_ruling"), voice.word("same_ruling")
        elif not (isinstance(was, Mapping) and isinstance(now, Mapping)):
            yield EMPTY, voice.value(was), voice.value(now)
        elif place[0] == "rules" and len(place) > 3:
            yield EMPTY, self._rule(was), self._rule(now)

    def _rule(self, said: object) -> Said:
        """Say a rule of the rule book, however it is written."""
        lines = [spec["text"] for spec in rule_lines(said).values() if holds_in(self.game, spec)]
        return self.voice.join(map(self.voice.say, lines), " ") if lines else self.voice.word("nothing")

    def _whole(self, place: Place, entry: object) -> Said:
        """Say a new entry, or one that is gone."""
        if entry is None:
            return self.voice.word("nothing")
        if place[0] == "faults" and len(place) > 3 and isinstance(entry, Mapping):
            return self._ruling(entry)
        return self._rule(entry) if place[0] == "rules" and len(place) > 3 else self._title(place, entry)

    def _neighbour(self, place: Place, key: object, doc: Doc) -> Said:
        """Say after which entry of the same map one stands."""
        beside = (*place[:-1], str(key))
        return self._title(beside, value_at(doc.data, beside), doc) if key else self.voice.word("first")

    def _title(self, place: Place, entry: object, doc: Doc | None = None) -> Said:
        """Say what an entry is called, in a document that has it; in the house's if none is given."""
        said = entry if isinstance(entry, Mapping) else {}
        if place[0] == "faults":
            listed = value_at((doc or self.new).data, place[:2])
            fault = self.voice.say(listed.get("title") if listed is not None else human(str(place[1])))
            return self.voice.join([fault, self._case(said)], ": ") if len(place) > 3 else fault
        title = said.get("title") or said.get("say")
        if place[0] in ("findings", "remedies", "rules"):
            name = Said(place[-1])
            return self.voice.join([name, self.voice.say(title)], " ") if title else name
        if place[0] == "tables" and place[-1] in TABLE_TITLES:
            return self.voice.word(str(place[-1]))
        return self.voice.say(title) if title else Said(human(".".join(map(str, place[1:] or place))))

    def _case(self, case: Mapping[str, object]) -> Said:
        return self.voice.join(conditions(case, self.game), "; ") or self.voice.word("otherwise")

    def _ruling(self, case: Branch) -> Said:
        remedies = (self._value("remedies", [one]) for one in case.get("remedies") or ())
        return self.voice.join([self._value("outcome", case.get("outcome")), *remedies], "; ")

    def _key(self, key: str) -> Said:
        known = {
            "outcome": "ruling",
            "remedies": "dealer_does",
            "when": "case",
            "severity": "severity",
            "rule": "rule",
            "rules": "rule",
            "amounts": "amount",
            "steps": "dealer_does",
        }
        return self.voice.word(known[key]) if key in known else Said(human(key))

    def _value(self, key: str, value: object) -> Said:
        if isinstance(value, Mapping) and (option := mentioned(value)):
            return self.voice.word("by_option", name=option)
        if key == "outcome" and isinstance(value, str) and value in OUTCOMES:
            return self.voice.say(OUTCOMES[value])
        if key == "severity" and isinstance(value, str):
            return self.voice.word(f"severity_{value}")
        if key == "when" and isinstance(value, Mapping):
            return self._case({"when": value})
        if key == "amounts" and isinstance(value, Mapping):
            return self.voice.join(amounts_in_words(value))
        if key == "steps" and isinstance(value, Mapping):
            steps = (step for step in value.values() if isinstance(step, Mapping))
            return self.voice.join((self.voice.say(step["title"]) for step in steps if "title" in step), "; ")
        if key == "remedies" and isinstance(value, list) and value and self.game.rules is not None:
            known = self.game.rules.remedies
            return self.voice.join(
                (self.voice.join([one, self.voice.say((known.get(one) or {}).get("title"))], " ") for one in value), "; "
            )
        return self.voice.value(value)


def amounts_in_words(amounts: Mapping[str, AmountSource]) -> list[str]:
    """Return the amounts of a ruling, each with what it is and where it comes from."""
    known = known_facts()

    def said(source: AmountSource) -> str:
        name = made_of(source)
        what = known[name].title if name in known else human(name)
        if isinstance(source, str):
            return what
        often = f"{source['times']} times: {what}" if "times" in source else what
        return f"{often} (a rest of {source['rest_earns']} or more earns one)" if "rest_earns" in source else often

    return [f"{in_words(key)}: {said(value)}" for key, value in amounts.items()]


def conditions(case: Mapping[str, object], game: Game) -> list[Said]:
    """Return what a case of a decision list wants, fact by fact, as the rule set in force and the options of a game make it."""
    known = known_facts()
    made = []
    when = branch(case, "when")
    for name, wanted in (plainly(when, meanings_in_force(game.rules, game.options)) if game.rules else when).items():
        fact = known.get(name)
        said = words(wanted)
        if fact is not None and fact.type == "choice":
            said = " or ".join(fact.answer(one) for one in values_here(game, name, wanted))
        made.append(Said(f"{fact.title if fact is not None else human(name)}: {said}", "en"))
    return made


# -- a game and what it was --------------------------------------------------------------------------------------


def changes(before: Context, after: Context) -> tuple[PrintedDifference, ...]:
    """Return everything in which a game is dealt or ruled on otherwise than it was, in the order of `SECTIONS`.

    Args:
        before: The game as it was.
        after: The same game as it is.
    """
    old, new = _rules(before), _rules(after)
    found = (
        *_options(options_in_force(before.game), options_in_force(after.game), before.voice, after.voice),
        *_texts("tables", _cells(before), _cells(after)),
        *_texts("steps", _steps(before), _steps(after)),
        *_texts(
            "rules", _rule_texts(old), _rule_texts(new), {name: _by_whom(after.voice, old.get(name), new[name]) for name in new}
        ),
        *_rulings(before, after),
    )
    return tuple(dict.fromkeys(found))  # a step that stands in several places is told once


def _texts(
    part: str, old: Mapping[Names, Said], new: Mapping[Names, Said], sources: Mapping[Names, Said] = MappingProxyType({})
) -> Iterator[PrintedDifference]:
    """Yield the texts that are otherwise; of a table, what they are about is the last of the names that they go by."""
    for names, was, now in unlike(old, new):
        if said := now or was:
            about = (Said(names[-1], said.lang),) if part == "tables" else ()
            source = sources.get(names, EMPTY)
            old_line, new_line = ((one,) if one else () for one in (was, now))
            yield PrintedDifference(part, about, kind_of(was, now), old_line, new_line, source)


def _cells(context: Context) -> dict[Names, Said]:
    """Return the rows of the game's tables: by table, row and what the row begins with."""
    found: dict[Names, Said] = {}
    for table in tables(context):
        for at, (head, *cells) in enumerate(table.rows):
            label = f"{table.title}: {head.text}"
            also = sum(row[0].text == head.text for row in table.rows[:at])  # a bet may have several lines
            found[table.id, str(also), label] = context.voice.join([cell.text for cell in cells if cell.text])
    return found


def _steps(context: Context) -> dict[Names, Said]:
    return {(step.id,): step.say for part in procedure(context) for step in part.steps}


def _rules(context: Context) -> dict[Names, Rule]:
    return {(rule.id,): rule for chapter in rule_book(context) for rule in chapter.rules}


def _rule_texts(rules: Mapping[Names, Rule]) -> dict[Names, Said]:
    return {name: rule.text for name, rule in rules.items()}


def _rulings(before: Context, after: Context) -> Iterator[PrintedDifference]:
    """Yield every ruling that is otherwise: for each pair of rulings that some facts bring together, with what must hold."""
    here = known_here(before), known_here(after)
    old, new = faults_in_force(before.game), faults_in_force(after.game)
    for fault in dict.fromkeys([*old, *new]):
        if fault not in new or fault not in old:
            context, facts = (after, here[1]) if fault in new else (before, here[0])
            rows = [decision(context, fault, case, facts) for case in list_here(context, fault, facts).cases]
            title = context.voice.say((context.game.rules.faults[fault].get("title") if context.game.rules else None) or fault)
            for row in rows:
                said = tuple(_ruled(row))
                was, now = ((), said) if fault in new else (said, ())
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
        if not what and before.voice.say(first.data.get("say")) == after.voice.say(second.data.get("say")):
            continue
        was, now = decision(before, fault, first, here[0]), decision(after, fault, second, here[1])
        facts = _example(after.game, lists, {name: end.example[name] for name in end.unusual if name != ACTS})
        if facts is None:
            continue
        acts = [_acts(after, str(end.example[ACTS]))] if ACTS in end.example else []
        about = (title, *acts, *circumstances(after.voice, after.game, fault, facts))
        yield PrintedDifference("rulings", about, "changed", tuple(_ruled(was)), tuple(_ruled(now)), _authority(now.source))


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


def _ruled(row: PrintedDecision) -> Iterator[Said]:
    yield from (said for said in (row.ruling, row.say, row.wait, *(remedy.said for remedy in row.remedies)) if said)


def _by_whom(voice: Voice, old: Rule | None, new: Rule) -> Said:
    """Say by whose authority a rule is otherwise: the house's own where nothing differs but the value of an option in it."""
    of_option = old is not None and old.written == new.written and old.text != new.text
    return voice.word("changes_by_option") if of_option else _authority(new.source)


def _authority(source: Source | None) -> Said:
    """Say by which work something holds; nothing of a reading of ours."""
    return source.text if source is not None and source.cites else EMPTY
