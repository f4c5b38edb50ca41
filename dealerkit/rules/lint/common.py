"""Parts shared by the lint of games and of rule sets: known words, and checks of texts, placeholders and citations."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from dealerkit.errors import Problem
from dealerkit.rules.canonical import PROSE
from dealerkit.rules.citations import unknown_section
from dealerkit.rules.code_tables import is_table_name
from dealerkit.rules.differences import same
from dealerkit.rules.doc import SINGLE, Doc, Place, parts, value_at
from dealerkit.rules.entries import Branch, FactEntry, KnownFaultEntry, WorkEntry
from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import rule_lines
from dealerkit.rules.readings import NOT_READ, reading
from dealerkit.rules.sets import RuleSet, catalogue
from dealerkit.rules.step_words import do_word, whats
from dealerkit.rules.texts import is_text, languages, placeholders

RANGE = re.compile(r"([0-9]+)(?:-([0-9]+)|\+)")

GENERIC = ("step/", "play/", "record/")
"""Beginnings of codes that are made from a step's or mechanic's name and are in no catalogue."""

RUNTIME = frozenset({"step", "expected", "got", "seat", "card", "cards", "amount", "count"})
"""Placeholders in prose, besides options, that are filled in when a finding or ruling is printed."""


NO_SOURCE = "no source"
"""Message on an entry without a source."""


def _none(*_: object) -> Iterable[Problem]:
    return ()


@attrs.frozen
class Vocabulary:
    """Words that the engine knows, and checks that it can make, handed to lint by the layers above this package.

    A set of words that is None is not checked; a check that is not given finds nothing.

    Attributes:
        do: Words for the dealer's steps: the values of `do`.
        play: Names of mechanics (what players may do): the values of `play`.
        verbs: Verbs of acts.
        facts: Names of facts that sections and steps can test.
        outcomes: Outcomes that the engine uses, for which the catalogue must have words.
        sums: Names of sums that can be amounts of a ruling, besides facts.
        compiled: Yields problems of a game, under a rule set and options, that show when it is resolved.
        dealt: Yields problems of a game that show when it is dealt.
        step: Yields problems of the parameters of a step, at a given place of a document.
        lists: Yields problems of a rule set's decision lists, each taken as a whole.
        unproved: Yields objections to the decision lists that a set has changed, after trying all combinations of facts.
        notes: Yields notes on a set's decision lists that are not problems.
        class_notes: Yields notes on facts in a set's rulings that none of its cases proves.
        policy: Yields problems of the file of a promotion.
        clauses: Yields problems of the catalogue of clauses for promotions.
        drill: Yields problems of a drill.
        syllabus: Yields problems of a syllabus.
        lesson: Yields problems of a file of questions for the levels of a walk (a deal practised step by step).
        house: Yields problems of a house's file.
        house_remarks: Yields remarks on parts of a house's file that some formats cannot print.
        numbers: Yields problems of the file of a house's numbers.
        people: Yields problems of the file of a house's people and their rights.
    """

    do: Collection[str] | None = None
    play: Collection[str] | None = None
    verbs: Collection[str] | None = None
    facts: Collection[str] | None = None
    outcomes: Collection[str] | None = None
    sums: Collection[str] | None = None
    compiled: Callable[[Game], Iterable[Problem]] = _none
    dealt: Callable[[Game], Iterable[Problem]] = _none
    step: Callable[[Doc, Place, Mapping[str, object]], Iterable[Problem]] = _none
    lists: Callable[[RuleSet], Iterable[Problem]] = _none
    unproved: Callable[[RuleSet], Iterable[Problem]] = _none
    notes: Callable[[RuleSet], Iterable[Problem]] = _none
    class_notes: Callable[[RuleSet], Iterable[Problem]] = _none
    policy: Callable[[Path], Iterable[Problem]] | None = None
    clauses: Callable[[], Iterable[Problem]] = _none
    drill: Callable[[Path], Iterable[Problem]] | None = None
    syllabus: Callable[[Path], Iterable[Problem]] | None = None
    lesson: Callable[[Path], Iterable[Problem]] | None = None
    house: Callable[[Path], Iterable[Problem]] | None = None
    house_remarks: Callable[[Path], Iterable[Problem]] = _none
    numbers: Callable[[Path], Iterable[Problem]] | None = None
    people: Callable[[Path], Iterable[Problem]] = _none


@attrs.frozen
class DefinedNames:
    """Names that the rule files define, against which mentions of them are checked.

    Attributes:
        rules: Rule ids.
        codes: Codes of findings.
        used: Codes of findings that some game's procedure uses, and codes that any game can have.
        works: Works that can be cited, by id.
        faults: Catalogue entries of the faults, by name.
        facts: Catalogue entries of the facts, by name.
        options: Names of options.
        games: Ids of games.
        sections: Names of sections of procedures.
        drills: Ids of drills.
        outcomes: Outcomes that have words.
        remedies: Ids of remedies.
        chosen: The options of games, each in the form of a fact with the values that games give it, by name.
        cases: For each fault, the names of the cases that any rule set has on it.
    """

    rules: Collection[str]
    codes: Collection[str]
    used: Collection[str]
    works: Mapping[str, WorkEntry]
    faults: Mapping[str, KnownFaultEntry]
    facts: Mapping[str, FactEntry]
    options: Collection[str]
    games: Collection[str]
    sections: Collection[str]
    drills: Collection[str]
    outcomes: Collection[str] = ()
    remedies: Collection[str] = ()
    chosen: Mapping[str, FactEntry] = attrs.field(factory=dict)
    cases: Mapping[str, Sequence[str]] = attrs.field(factory=dict)


_FEW = 12
"""Most names that a hint lists if none is similar."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a hint with the most similar known name, or if none is similar and there are few names, with all of them.

    Args:
        name: The unknown name.
        known: Known names.
    """
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean '{near[0]}'?"
    return "known: " + ", ".join(sorted(names)) if 0 < len(names) <= _FEW else ""


def dangling(
    doc: Doc, place: Place, kind: str, name: str, known: Collection[str] | None, *, of_key: bool = False
) -> Iterator[Problem]:
    """Yield a problem if a name is unknown.

    Args:
        doc: Document with the name.
        place: Keys that lead to the name in the document.
        kind: Kind of thing named, for the message.
        name: The name.
        known: Known names; None for no check.
        of_key: Whether the name is a key of the document, not a value.
    """
    if known is not None and name not in known:
        yield doc.problem(place, f"unknown {kind}: '{name}'", nearest(name, known), of_key=of_key)


def dangling_in(
    doc: Doc, place: Place, kind: str, entry: Mapping[str, Any], key: str, known: Collection[str] | None
) -> Iterator[Problem]:
    """Yield a problem for each unknown name in a list of an entry.

    Args:
        doc: Document with the entry.
        place: Place of the entry in the document.
        kind: Kind of things named, for the message.
        entry: The entry.
        key: Key of the list; an entry without it has no problems.
        known: Known names; None for no check.
    """
    for index, name in enumerate(entry.get(key) or ()):
        yield from dangling(doc, (*place, key, index), kind, str(name), known)


def unknown_findings(doc: Doc, place: Place, named: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each code in a list that is not in the catalogue of findings; `burn/*` stands for a whole family.

    Args:
        doc: Document with the list.
        place: Place of the list in the document.
        named: Codes of findings, in the order of the list.
    """
    codes = catalogue().findings.data["findings"]
    families = {code.partition("/")[0] for code in codes}
    for number, code in enumerate(named):
        family, _, rest = code.partition("/")
        if family not in families or (rest != "*" and code not in codes):
            yield doc.problem(
                (*place, number), f"unknown finding: '{code}'", "`dealerkit search WORDS --kind finding` finds codes"
            )


def check_chapter(
    doc: Doc, place: Place, chapter: Mapping[str, Any], known: DefinedNames, works: Mapping[str, WorkEntry]
) -> Iterator[Problem]:
    """Yield problems of a chapter of a book of rules.

    Args:
        doc: Document with the chapter.
        place: Place of the chapter in the document.
        chapter: The chapter.
        known: Defined names.
        works: Works that can be cited.
    """
    yield from dangling_in(doc, place, "rule", chapter, "ours", known.rules)
    for rule, rule_text in chapter["rules"].items():
        if isinstance(rule_text, Mapping):
            yield from check_source(doc, (*place, "rules", rule), rule_text, works, wanted=False)


def sentences(place: Place, chapter: Mapping[str, Any]) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    """Yield every sentence of a chapter's rules with its place.

    Args:
        place: Place of the chapter in the document.
        chapter: The chapter.
    """
    for rule, rule_text in chapter["rules"].items():
        for name, line in rule_lines(rule_text).items():
            yield (*place, "rules", rule, *(("lines", name) if name else ())), line


def check_cites(
    doc: Doc, place: Place, entry: Mapping[str, object], known: DefinedNames, keys: Iterable[str] = ("cite",)
) -> Iterator[Problem]:
    """Yield a problem for each rule cited in an entry that no rule book has; `cite` may also name a remedy.

    Args:
        doc: Document with the citations.
        place: Keys that lead to the entry in the document.
        entry: The entry.
        known: Defined names.
        keys: Keys of the entry whose values are lists of rule ids.
    """
    for key in keys:
        value = entry.get(key)
        for index, rule in enumerate(value if isinstance(value, list) else ()):
            if key != "cite" or rule not in known.remedies:
                yield from check_rule(doc, (*place, key, index), rule, known)


def check_rule(doc: Doc, place: Place, rule: str, known: DefinedNames) -> Iterator[Problem]:
    """Yield a problem if no rule book has a cited rule. Rules with a prefix that no book uses at all are not checked.

    Args:
        doc: Document with the citation.
        place: Keys that lead to the citation in the document.
        rule: The id, such as `BA-38`.
        known: Defined names.
    """
    if rule in known.rules:
        return
    chapter = rule.partition("-")[0] + "-"
    if any(other.startswith(chapter) for other in known.rules):
        yield from dangling(doc, place, "rule", rule, known.rules)


def check_source(
    doc: Doc, place: Place, entry: Mapping[str, object], works: Mapping[str, WorkEntry], *, wanted: bool = True
) -> Iterator[Problem]:
    """Yield a problem if an entry's source is missing, names an unknown work, or claims that more of it was read than is
    recorded.

    Args:
        doc: Document with the entry.
        place: Keys that lead to the entry in the document.
        entry: The entry that should have a `source`.
        works: Known works, by name.
        wanted: Whether a missing source is a problem.
    """
    source = entry.get("source")
    if isinstance(source, Mapping) and "work" in source:
        work, section = str(source.get("work")), str(source.get("section", ""))
        if work not in works:
            hint = f"{nearest(work, works)} List your own works under `sources:`".strip()
            yield doc.problem((*place, "source", "work"), f"unknown work: '{work}'", hint)
        if sections := (works.get(work) or {}).get("sections"):
            part = unknown_section(section, sections)
            if part or not section:
                message = (
                    (f"the work '{work}' has no section '{part}'") if part else f"'{place[-1]}' cites {work} without a section"
                )
                yield doc.problem((*place, "source", "section"), message, "its sections are " + ", ".join(sections))
        grade = reading(works, source)
        if grade.too_much:
            message = (
                f"`verified` is '{grade.claimed}', but the sources file has '{grade.recorded}' for {work}, "
                f"{section or 'as a whole'}"
            )
            hint = "remove `verified`; if you have read the section, record that under `sources:`"
            yield doc.problem((*place, "source", "verified"), message, hint)
    elif wanted and source is None:
        hint = "write source: {work: ..., section: ...}, here or once at the top of the file"
        yield doc.problem(place, NO_SOURCE, hint, of_key=True)


def old_marks(rules: RuleSet) -> Iterator[Problem]:
    """Yield a note on each citation with the old mark `verified: no`, which does not say whether the cited text exists."""
    for place, source in citations(rules.doc.data):
        if source.get("verified") == NOT_READ:
            hint = "remove `verified`, or write known (the text was not seen) or ours (no text covers it)"
            yield rules.doc.problem(
                (*place, "verified"), "`verified: no` is out of date: it does not say why the section was not read", hint
            )


def citations(value: object, place: Place = ()) -> Iterator[tuple[Place, Mapping[str, object]]]:
    """Yield every citation inside a value, with the keys that lead to it.

    Args:
        value: Plain data.
        place: Keys that lead to the data itself.
    """
    for at, part in parts(value, place):
        if at and at[-1] == "source" and isinstance(part, Mapping) and "work" in part:
            yield at, part


def check_codes(doc: Doc, place: Place, codes: object, known: DefinedNames, *, tables: bool = False) -> Iterator[Problem]:
    """Yield a problem for each code that is missing from the catalogue of findings.

    Args:
        doc: The document.
        place: Keys that lead to the codes in the document.
        codes: A code, the name of a table of codes by fact, or a map of them at any depth.
        known: Defined names.
        tables: Whether the name of such a table is allowed; whether it exists is checked when the game is resolved.
    """
    if isinstance(codes, Mapping):
        for key, inner in codes.items():
            yield from check_codes(doc, (*place, key), inner, known, tables=tables)
    elif is_table_name(codes):
        if not tables:
            yield doc.problem(place, f"'{codes}' is not a finding's code such as burn/missed")
    elif isinstance(codes, str) and not codes.startswith(GENERIC):
        yield from dangling(doc, place, "finding", codes, known.codes)


def check_texts(doc: Doc, allowed: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for each missing translation in a document, and for each `{name}` in its prose that has no value.

    If one text of a file is in several languages, every text in several languages must have the same ones.

    Args:
        doc: The document.
        allowed: Names that have a value.
    """
    texts = list(texts_of(doc.data))
    spoken: dict[str, dict[str, None]] = {}
    for place, value in texts:
        if isinstance(value, Mapping):
            spoken.setdefault(doc.origin(place).file, {}).update(dict.fromkeys(languages(value)))
    for place, value in texts:
        line = value_at(doc.data, place[:-1])
        own = line.get("has") or () if isinstance(line, Mapping) else ()
        for name in dict.fromkeys(placeholders(value)):
            if name not in allowed and name not in RUNTIME and name not in own:
                yield doc.problem(place, f"'{{{name}}}' is not the name of an option", nearest(name, allowed))
        if isinstance(value, Mapping):
            missing = [tag for tag in spoken[doc.origin(place).file] if tag not in value]
            if missing:
                yield doc.problem(
                    place,
                    "no translation into " + ", ".join(missing),
                    "add the translation, as in the other texts of this file",
                )


def texts_of(value: object, place: Place = ()) -> Iterator[tuple[Place, object]]:
    """Yield every text inside a value with the keys that lead to it: values of prose keys, and the rules of a rule book.

    Args:
        value: Plain data.
        place: Keys that lead to the data itself.
    """
    if isinstance(value, Mapping):
        for key, inner in value.items():
            here = (*place, key)
            prose = key in PROSE or place[-1:] == ("answers",) or (len(here) == 4 and here[0] == "rules" and here[2] == "rules")
            if prose and is_text(inner):
                yield here, inner
            elif prose and isinstance(inner, list):
                yield from (((*here, index), inner_value) for index, inner_value in enumerate(inner) if is_text(inner_value))
            elif inner.__class__ not in SINGLE:
                yield from texts_of(inner, here)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from texts_of(inner, (*place, index))


def nodes(doc: Doc, place: Place, kind: str = "") -> Iterator[tuple[Place, str, Branch]]:
    """Yield every section and step in a tree of sections and steps: the keys that lead to it, its id, its data.

    Args:
        doc: The document.
        place: Keys that lead to the map of sections and steps; if there is none, nothing is yielded.
        kind: Key that a section or step must have to be yielded, such as `steps`, `do` or `play`; empty for all.
    """
    try:
        data = doc.at(place).data
    except KeyError:
        return
    for name, node in data.items() if isinstance(data, dict) else ():
        if isinstance(node, dict):
            if not kind or kind in node:
                yield (*place, name), name, node
            yield from nodes(doc, (*place, name, "steps"), kind)


def check_words(doc: Doc, place: Place, words: Vocabulary) -> Iterator[Problem]:
    """Yield a problem for each unknown `do` word, `play` word or fact in a tree of sections and steps, and for each wrong
    parameter of a step.

    Args:
        doc: The document.
        place: Keys that lead to the map of sections and steps.
        words: Words and checks of the engine.
    """
    for here, _, node in nodes(doc, place):
        if isinstance(word := node.get("play"), str):
            yield from dangling(doc, (*here, "play"), "mechanic", word, words.play)
        if words.do is not None and isinstance(word := node.get("do"), str):
            yield from _do_word(doc, here, node, word, words.do)
        if "do" in node or "play" in node:
            yield from words.step(doc, here, node)
        for key in ("if", "repeat", "optional"):
            value = node.get(key)
            for fact in value if isinstance(value, list) else [value]:
                if isinstance(fact, str):
                    yield from dangling(doc, (*here, key), "fact", fact.removeprefix("not "), words.facts)


def _do_word(doc: Doc, place: Place, step: Mapping[str, object], word: str, known: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for an unknown `do` word, or a word with a wrong or missing `what`."""
    several = whats(word, known)
    if not several:
        yield from dangling(doc, (*place, "do"), "'do' word", word, {name.partition(",")[0] for name in known})
    elif "what" in step and do_word(step, known) not in known:
        hint = nearest(str(step["what"]), several) or "allowed: " + ", ".join(several)
        yield doc.problem((*place, "what"), f"`what: {step['what']}` can't be used with `do: {word}`", hint)
    elif "what" not in step and word not in known:
        yield doc.problem(place, f"the key 'what' is missing beside `do: {word}`", "allowed: " + ", ".join(several), of_key=True)


def said_value(value: object) -> str:
    """Return a fact's value as a rule file writes it: `true`, or in quotes `'late'`."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else f"'{value}'"


def misfit(spec: Mapping[str, object], value: object) -> str:
    """Return why a fact cannot have a value, as a hint on what to write instead; empty if it can.

    Args:
        spec: Entry of the fact in `facts.yaml`.
        value: The value.
    """
    kind, values = spec["type"], spec.get("values")
    if kind == "bool":
        return "" if isinstance(value, bool) else "write true or false"
    if kind == "choice":
        allowed = values if isinstance(values, list) else []
        return "" if not allowed or any(same(value, name) for name in allowed) else "allowed: " + ", ".join(map(str, allowed))
    if kind == "int":
        span = span_of(value)
        if span is None or isinstance(value, bool):
            return "write a whole number such as 2, 1-3 or 2+"
        limits = span_of(values) if isinstance(values, str) else None
        if limits and (span[0] > (limits[1] or span[0]) or (span[1] is not None and span[1] < limits[0])):
            return f"allowed: {values}"
    return ""


def span_of(value: object) -> tuple[int, int | None] | None:
    """Return the first and last number of a whole number or a range; None as the last number if it has no end.

    Any value that is neither a whole number nor a range gives None.

    >>> span_of(2), span_of("1-3"), span_of("2+"), span_of("late")
    ((2, 2), (1, 3), (2, None), None)
    """
    if isinstance(value, int):
        return value, value
    if isinstance(value, str) and (match := RANGE.fullmatch(value)):
        return int(match[1]), int(match[2]) if match[2] else None
    return None


def check_facts_said(doc: Doc, place: Place, value: Mapping[str, object], facts: Mapping[str, FactEntry]) -> Iterator[Problem]:
    """Yield a problem for each fact in a map that is unknown, or that cannot have the value given.

    Args:
        doc: Document with the facts.
        place: Keys that lead to the map in the document.
        value: Facts with their values.
        facts: Catalogue entries of the facts, by name.
    """
    for name, wanted in value.items():
        yield from dangling(doc, (*place, name), "fact", name, facts, of_key=True)
        for literal in wanted if isinstance(wanted, list) else [wanted]:
            if name in facts and (hint := misfit(facts[name], literal)):
                yield doc.problem((*place, name), f"the fact '{name}' can't be {said_value(literal)}", hint)
