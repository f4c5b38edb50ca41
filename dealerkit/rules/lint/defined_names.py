"""Names that dealerkit's files define: rules, findings, options, games and all others that a rule file may mention."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.rules import data, rankings
from dealerkit.rules.code_tables import is_table_name
from dealerkit.rules.doc import Doc
from dealerkit.rules.entries import FactEntry, WorkEntry
from dealerkit.rules.game_options import options_of
from dealerkit.rules.games import game_doc, games
from dealerkit.rules.lint.common import DefinedNames, nodes
from dealerkit.rules.lint.kept_results import kept_until_a_change
from dealerkit.rules.option_facts import fact_of, option_facts
from dealerkit.rules.options import Option
from dealerkit.rules.schema import check, readable
from dealerkit.rules.sets import RuleSet, catalogue, facts_under, rule_set, rule_sets


def known_names() -> DefinedNames:
    """Return every name that dealerkit's files define, from the cache if the files are unchanged."""
    cached = kept_until_a_change("names that rule files define", lambda: _as_data(gathered_names()))
    names: dict[str, Any] = {name: dict.fromkeys(entry) if isinstance(entry, list) else entry for name, entry in cached.items()}
    return DefinedNames(**names)


def _as_data(names: DefinedNames) -> dict[str, Any]:
    """Return names as plain data that JSON can hold."""
    given = attrs.asdict(names, recurse=False)
    return {name: entry if isinstance(entry, Mapping) else sorted(entry) for name, entry in given.items()}


def gathered_names() -> DefinedNames:
    """Return every name that dealerkit's files define, read from the files; a file that cannot be read contributes none."""
    rules: set[str] = set()
    options: set[str] = set()
    sections: set[str] = set()
    codes: set[str] = set()
    used: set[str] = set()
    remedies: set[str] = set()
    works: dict[str, WorkEntry] = {}
    cases: dict[str, list[str]] = {}
    for name in games():
        doc = _tried(lambda name=name: game_doc(name)[0])  # type: ignore[misc]
        if doc is not None and (given := _given_by(doc)) is not None:
            rules |= given.rules
            options |= given.options
            used |= given.codes
            sections |= given.sections
    for name in rule_sets():
        result = _tried(lambda name=name: rule_set(name))  # type: ignore[misc]
        if result is not None:
            rules |= case_rules(result) | book_rules(result)
            codes |= result.findings.keys()
            remedies |= result.remedies.keys()
            works |= result.sources
            cases = with_cases(cases, result)
    options |= (_tried(rankings.options) or {}).keys()
    shared = _tried(catalogue)
    facts = shared.facts.data if shared is not None else {"facts": {}}
    drills = {**data.drills(), **data.lessons(), data.NORMS: data.norms()}
    faults, outcomes = facts.get("faults", {}), facts.get("outcomes", {})
    chosen = _options_as_facts()
    return DefinedNames(
        rules=rules,
        codes=codes,
        used=used,
        works=works,
        faults=faults,
        facts={**chosen, **facts["facts"]},
        options=options,
        games=games(),
        sections=sections,
        drills=drills.keys(),
        outcomes=outcomes.keys(),
        remedies=remedies,
        chosen=chosen,
        cases=cases,
    )


def with_cases(cases: Mapping[str, Sequence[str]], rules: RuleSet) -> dict[str, list[str]]:
    """Return the names of the cases on each fault, with those of a rule set added; each name once.

    Args:
        cases: Names of cases, by fault.
        rules: The rule set.
    """
    faults = {**cases, **dict.fromkeys(rules.faults, ())}
    ours = {fault: entry["cases"] for fault, entry in rules.faults.items()}
    return {fault: list(dict.fromkeys([*cases.get(fault, ()), *ours.get(fault, ())])) for fault in faults}


def case_rules(rules: RuleSet) -> set[str]:
    """Return the ids of the rules that the cases of a set apply."""
    return {case["rule"] for fault in rules.faults.values() for case in fault["cases"].values()}


def book_rules(rules: RuleSet) -> set[str]:
    """Return the ids of the rules in a set's own rule book."""
    return {rule for chapter in rules.book.values() for rule in chapter["rules"]}


def with_own_facts(rules: RuleSet, known: DefinedNames) -> DefinedNames:
    """Return the defined names with a rule set's own facts and faults added.

    Args:
        rules: The rule set.
        known: Names defined so far.
    """
    if not rules.declared:
        return known
    ours = catalogue().facts.data["facts"]
    with facts_under(rules):
        facts = catalogue().facts.data
    usable = {name: fact for name, fact in facts["facts"].items() if name in ours or name not in known.chosen}
    return attrs.evolve(known, faults=facts["faults"], facts={**known.chosen, **usable})


def with_set(rules: RuleSet, known: DefinedNames) -> DefinedNames:
    """Return the defined names with those of a rule set added that does not come with dealerkit: its facts, rules, works,
    findings, remedies and cases.

    Args:
        rules: The rule set.
        known: Names defined so far.
    """
    known = with_own_facts(rules, known)
    return attrs.evolve(
        known,
        rules={*known.rules, *case_rules(rules), *book_rules(rules)},
        codes={*known.codes, *rules.findings},
        used={*known.used, *(code for code in rules.findings if code not in known.codes)},
        works={**known.works, **rules.sources},
        remedies={*known.remedies, *rules.remedies},
        cases=with_cases(known.cases, rules),
    )


def _options_as_facts() -> Mapping[str, FactEntry]:
    """Return the options of our games as facts; if a game cannot be resolved, the options as defined in the games' files."""
    whole = _tried(option_facts)
    if whole is not None:
        return whole
    having: dict[str, list[Option]] = {}
    for name in games():
        doc = _tried(lambda name=name: game_doc(name)[0])  # type: ignore[misc]
        for option, spec in options_of(readable(doc, "procedure"))[0].items() if doc is not None else ():
            having.setdefault(option, []).append(spec)
    return {name: fact_of(*specs) for name, specs in having.items()}


@attrs.frozen
class _GameNames:
    """Names defined in a game's file: rules, options, codes of findings, sections."""

    rules: frozenset[str]
    options: frozenset[str]
    codes: frozenset[str]
    sections: frozenset[str]


@functools.lru_cache(maxsize=64)
def _given_by(doc: Doc) -> _GameNames | None:
    """Return the names that a game defines; None for a document of another kind."""
    if check(doc, "procedure"):
        return None
    steps = [node for _, _, node in nodes(doc, ("procedure",))]
    return _GameNames(
        frozenset(rule for chapter in doc.data.get("rules", {}).values() for rule in chapter["rules"]),
        frozenset(doc.data.get("options", {})),
        frozenset(code for node in steps for code in _named_codes([node.get("codes"), node.get("over")]))
        | frozenset(_named_codes(doc.data.get("codes")))
        | frozenset(code for duty in (doc.data.get("duties") or {}).values() for code in _named_codes(duty.get("code"))),
        frozenset(section for _, section, _ in nodes(doc, ("procedure",), "steps")),
    )


def _named_codes(value: object) -> Iterator[str]:
    """Yield every code in a step's `codes` and `over`, and in tables of codes."""
    if isinstance(value, dict):
        yield from _named_codes(list(value.values()))
    elif isinstance(value, list):
        for inner in value:
            yield from _named_codes(inner)
    elif isinstance(value, str) and not is_table_name(value):
        yield value


T = TypeVar("T")


def _tried(make: Callable[[], T]) -> T | None:
    try:
        return make()
    except DealerkitError:
        return None
