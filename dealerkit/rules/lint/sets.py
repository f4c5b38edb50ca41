"""Lint of rule sets, catalogues and files of cases that have the right shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from dealerkit.arithmetic.readings import RANKED, READINGS
from dealerkit.errors import DealerkitError, Problem, RuleFileError, UnfitRuleSet, UnknownName
from dealerkit.rules import data
from dealerkit.rules.differences import same
from dealerkit.rules.doc import Doc, Place, branch, path_text
from dealerkit.rules.entries import Branch, CaseEntry, FactEntry, RemedyEntry
from dealerkit.rules.files import counted_from, read_file
from dealerkit.rules.games import game, game_doc, games, games_under, named_set
from dealerkit.rules.lint.common import (
    GENERIC,
    DefinedNames,
    Vocabulary,
    check_chapter,
    check_cites,
    check_codes,
    check_facts_said,
    check_source,
    check_texts,
    check_words,
    dangling,
    dangling_in,
    misfit,
    nodes,
    said_value,
    sentences,
    span_of,
)
from dealerkit.rules.lint.defined_names import with_own_facts, with_set
from dealerkit.rules.lint.games import lint_game_under
from dealerkit.rules.overlay import overlay
from dealerkit.rules.resolution import set_paths
from dealerkit.rules.schema import check
from dealerkit.rules.sets import RuleSet, rule_set
from dealerkit.rules.texts import text

LAST = "otherwise"
PENALTY = "penalty"
"""Outcome that penalizes a player and leaves the hand unchanged."""


def lint_set(rules: RuleSet, known: DefinedNames, words: Vocabulary) -> Iterator[Problem]:
    """Yield all problems of a rule set and the catalogues under it.

    Args:
        rules: The rule set.
        known: Defined names.
        words: Words and checks of the engine.
    """
    doc = rules.doc
    for name, fault in rules.faults.items():
        place: Place = ("faults", name)
        yield from dangling(doc, place, "fault", name, known.faults, of_key=True)
        yield from _decision_list(rules, (*place, "cases"), fault["cases"], known, words)
        yield from _of_its_kind(doc, place, fault["cases"], question=known.faults.get(name, {}).get("kind") == "question")
    for code, finding in rules.findings.items():
        place = ("findings", code)
        if code in known.used:
            # The catalogue may have slips of games that are not installed, and so are their rules.
            yield from check_cites(doc, place, finding, known)
        generic = code.startswith(GENERIC)
        yield from check_source(doc, place, finding, rules.sources, wanted=not generic)
        for key in ("fault", "dispute"):
            if key in finding:
                yield from dangling(doc, (*place, key), "fault", finding[key], known.faults)
    for name, remedy in rules.remedies.items():
        yield from check_source(doc, ("remedies", name), remedy, rules.sources, wanted=False)
        yield from _remedy(doc, ("remedies", name), remedy, known, words)
    yield from _book(rules, known)
    for name, fixed in rules.options.items():
        if name != doc.data.get("family"):
            yield from dangling(doc, ("options", name), "game", name, known.games, of_key=True)
        if name in known.games and fixed:
            yield from _game_under(doc, ("options", name), name, rules, known, words)
    yield from _family_options(rules)
    for layer in rules.layers:
        for name in layer.data:
            kind, there = ("drill", known.drills) if "/" in name else ("game", known.games)
            yield from dangling(layer, (name,), kind, name, there, of_key=True)
            if name in known.games:
                yield from _game_under(layer, (name,), name, rules, known, words)
            if name == data.NORMS and isinstance(layer.data[name], dict):
                yield from check(overlay(read_file(data.norms()), layer.at((name,))), "walks")
    if words.outcomes is not None:
        for index, word in enumerate(rules.precedence):
            yield from dangling(doc, ("precedence", index), "outcome", word, known.outcomes)
    yield from words.lists(rules)
    yield from words.unproved(rules)
    # An amount that this set breaks is still defined by a set below it.
    below = [rule_set(path) for name, path in set_paths(rules).items() if name != rules.name]
    lists = [fault["cases"] for rules_in_force in (rules, *below) for fault in rules_in_force.faults.values()]
    amounts = {amount for cases in lists for case in cases.values() for amount in (case or {}).get("amounts") or ()}
    yield from check_texts(doc, {*known.options, *known.facts, *amounts})


ANSWER = "answer"
OF_QUESTIONS = (ANSWER, "floor_discretion")


def _of_its_kind(doc: Doc, place: Place, cases: Mapping[str, CaseEntry], *, question: bool) -> Iterator[Problem]:
    """Yield a problem for a question whose outcome undoes something or whose case has no sentence, and for a fault that is only
    answered.
    """
    for name, case in cases.items():
        here, outcome = (*place, "cases", name), case.get("outcome")
        if question and outcome not in OF_QUESTIONS:
            yield doc.problem(
                (*here, "outcome"), f"the outcome '{outcome}' can't be used for a question", f"write outcome: {ANSWER}"
            )
        elif question and case.get("remedies"):
            yield doc.problem(
                (*here, "remedies"),
                "`remedies` can't be used for a question, because there is nothing to undo",
                "remove `remedies`, or write `kind: fault`",
            )
        elif question and outcome == ANSWER and not case.get("say"):
            yield doc.problem(
                here,
                "the key 'say' with the answer is missing",
                "add `say`; write an amount by its name in braces, as {amount}",
                of_key=True,
            )
        elif not question and outcome == ANSWER:
            yield doc.problem(
                (*here, "outcome"),
                f"the outcome '{ANSWER}' can only be used for a question",
                "write `kind: question` for the fault, or write another outcome",
            )


def _book(rules: RuleSet, known: DefinedNames) -> Iterator[Problem]:
    """Yield problems of the set's own book of rules."""
    for group, chapter in rules.book.items():
        yield from check_chapter(rules.doc, ("rules", group), chapter, known, rules.sources)
        for place, line in sentences(("rules", group), chapter):
            yield from dangling_in(rules.doc, place, "option", line, "has", known.options)
            for key in ("if", "unless"):
                yield from check_facts_said(rules.doc, (*place, key), line.get(key) or {}, {**known.facts, **known.chosen})


def _family_options(rules: RuleSet) -> Iterator[Problem]:
    """Yield problems with options that a set fixes for all games of its family: unknown to every game, or with a value that no
    game allows.
    """
    family = str(rules.doc.data.get("family"))
    fixed = rules.options.get(family)
    if not fixed:
        return
    served = [name for name in games_under(rules) if not rules.options.get(name)]
    there = {option for name in games_under(rules) for option in game_doc(name)[0].data.get("options", {})}
    for option in fixed:
        yield from dangling(rules.doc, ("options", family, option), f"option of {family}", option, there, of_key=True)
    for name in served:
        try:
            game(name, rules)
        except RuleFileError as error:
            yield from (problem for problem in error.problems if problem.path.startswith("options."))
        except DealerkitError:
            continue  # reported where the game is checked


def _game_under(doc: Doc, place: Place, name: str, rules: RuleSet, known: DefinedNames, words: Vocabulary) -> Iterator[Problem]:
    """Yield problems of a game under the set; those in the game's own file are reported where the set mentions the game."""
    own = {file for file, *_ in game_doc(name)[1]}
    try:
        for problem in lint_game_under(name, rules, known, words):
            text = problem.message if problem.path == "game" else f"{problem.path}: {problem.message}"
            yield problem if problem.file not in own else doc.problem(place, text, problem.hint, of_key=True)
    except UnfitRuleSet as error:
        text = f"{error.problems[0].message} ({rules.doc.origin(('family',))})"
        yield doc.problem(place, text, "remove the game, or write it in a rule set for its family", of_key=True)
    except RuleFileError as error:
        yield from error.problems
    except DealerkitError as error:
        yield doc.problem(place, str(error))


def _decision_list(
    rules: RuleSet, place: Place, cases: Mapping[str, CaseEntry], known: DefinedNames, words: Vocabulary
) -> Iterator[Problem]:
    doc = rules.doc
    if LAST not in cases:
        yield doc.problem(
            place, f"the case '{LAST}' is missing", f"end the list with a case '{LAST}' without `when`, for everything else"
        )
    else:
        for name in list(cases)[list(cases).index(LAST) + 1 :]:
            text = f"this case comes after '{LAST}', so it never applies"
            yield doc.problem((*place, name), text, f"add `before: {LAST}` to the case", of_key=True)
    earlier: list[tuple[str, Mapping[str, object]]] = []
    for name, case in cases.items():
        here = (*place, name)
        when = case.get("when") or {}
        if name == LAST and when:
            yield doc.problem((*here, "when"), f"the case '{LAST}' can't have a `when`", "remove `when`, or rename the case")
        if name != LAST and not when:
            yield doc.problem(
                here, "the case has no `when`, so it always applies", f"add `when`, or rename the case '{LAST}'", of_key=True
            )
        for fact, wanted in when.items():
            yield from _condition(doc, (*here, "when", fact), fact, wanted, known)
        before = next((other for other, conditions in earlier if other != LAST and implies(when, conditions)), None)
        if before is not None:
            text = f"this case never applies: '{before}' comes first and covers the same facts"
            yield doc.problem(here, text, f"move this case before '{before}', or remove it", of_key=True)
        earlier.append((name, when))
        yield from check_cites(doc, here, case, known, ("rules",))
        yield from check_source(doc, here, case, rules.sources)
        yield from dangling_in(doc, here, "remedy", case, "remedies", rules.remedies)
        if words.outcomes is not None:
            yield from dangling(doc, (*here, "outcome"), "outcome", case["outcome"], known.outcomes)
        yield from _penalty(rules, here, case)
        for amount, sum_ in (case.get("amounts") or {}).items():
            if words.sums is not None:
                named = sum_["of"] if isinstance(sum_, Mapping) else sum_
                yield from dangling(doc, (*here, "amounts", amount), "amount or fact", named, {*words.sums, *known.facts})


def _penalty(rules: RuleSet, place: Place, case: CaseEntry) -> Iterator[Problem]:
    """Yield a problem for a penalty without a ladder in any of its remedies, or with a first rung that the ladder lacks."""
    ladders = [ladder for name in case.get("remedies", ()) if (ladder := (rules.remedies.get(name) or {}).get("ladder"))]
    if case["outcome"] == PENALTY and not ladders:
        text = "the outcome is a penalty, but none of the `remedies` has a `ladder` of penalties"
        yield rules.doc.problem(place, text, "add a remedy with a `ladder`, such as RM-29", of_key=True)
    for kind, rung in (case.get("penalty") or {}).items():
        rungs = {name for ladder in ladders for name in ladder.get(kind, ())}
        yield from dangling(rules.doc, (*place, "penalty", kind), f"penalty in the ladder for '{kind}'", rung, rungs)


def _condition(doc: Doc, place: Place, fact: str, wanted: object, known: DefinedNames) -> Iterator[Problem]:
    """Yield problems with a condition: an unknown fact, or a value that the fact cannot have."""
    if fact not in known.facts:
        yield from dangling(doc, place, "fact", fact, known.facts, of_key=True)
        return
    spec = known.facts[fact]
    for value in wanted if isinstance(wanted, list) else [wanted]:
        if hint := misfit(spec, value):
            yield doc.problem(place, f"the fact '{fact}' can't be {said_value(value)}", hint)


def implies(narrow: Mapping[str, object], wide: Mapping[str, object]) -> bool:
    """Return whether every set of facts that meets the first conditions also meets the second.

    >>> implies({"count": 3, "seen": True}, {"count": "2+"}), implies({"count": "1-3"}, {"count": "2+"})
    (True, False)
    """
    return all(
        fact in narrow and all(any(_within(value, other) for other in _list(wanted)) for value in _list(narrow[fact]))
        for fact, wanted in wide.items()
    )


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _within(value: object, other: object) -> bool:
    if same(value, other):
        return True
    inner, outer = span_of(value), span_of(other)
    if inner is None or outer is None or isinstance(value, bool) or isinstance(other, bool):
        return False
    return inner[0] >= outer[0] and (outer[1] is None or (inner[1] is not None and inner[1] <= outer[1]))


def _remedy(doc: Doc, place: Place, remedy: RemedyEntry, known: DefinedNames, words: Vocabulary) -> Iterator[Problem]:
    yield from check_words(doc, (*place, "steps"), words)
    for here, _, node in nodes(doc, (*place, "steps")):
        yield from check_cites(doc, here, node, known)
        yield from check_codes(doc, (*here, "codes"), node.get("codes"), known)
    for key, section in (remedy.get("then") or {}).items():
        if known.sections:
            yield from dangling(doc, (*place, "then", key), "section", section, known.sections)


def _outcomes(doc: Doc, words: Vocabulary) -> Iterator[Problem]:
    """Yield a problem for each outcome of the engine without words."""
    for outcome in sorted(words.outcomes or ()):
        if outcome not in doc.data.get("outcomes", {}):
            hint = f"add its words under `outcomes:`, as {outcome}: ..."
            yield doc.problem(("outcomes",), f"the outcome '{outcome}' has no words", hint, of_key=True)


def lint_facts(doc: Doc, words: Vocabulary, options: Mapping[str, FactEntry]) -> Iterator[Problem]:
    """Yield all problems of the catalogue of facts and faults, and of the words for outcomes.

    Args:
        doc: The catalogue.
        words: Words and checks of the engine.
        options: Options of dealerkit's games, which rulings can test as facts, by name.
    """
    facts = {**options, **doc.data["facts"]}
    yield from _outcomes(doc, words)
    for name, spec in doc.data["facts"].items():
        place: Place = ("facts", name)
        if spec["type"] == "choice" and not isinstance(spec.get("values"), list):
            yield doc.problem(place, "the key 'values' is missing for `type: choice`", "add the list of values", of_key=True)
        for key in ("assume", "example"):
            if key in spec and (hint := misfit(spec, spec[key])):
                yield doc.problem((*place, key), f"the fact '{name}' can't be {said_value(spec[key])}", hint)
        yield from dangling_in(doc, place, "fact", spec, "worked_out_of", facts)
        for answer in spec.get("answers", {}):
            if spec["type"] == "choice" and answer not in map(str, spec.get("values", ())):
                yield doc.problem((*place, "answers", answer), f"'{answer}' is not one of the values of '{name}'", of_key=True)
    titles: dict[str, str] = {}
    listed = (("facts", "fact", facts), ("instead_of", "fault", doc.data.get("faults", {})), ("games", "game", games()))
    for name, fault in doc.data.get("faults", {}).items():
        if (other := titles.setdefault(text(fault["title"]), name)) != name:
            hint = "change one title, because the floor chooses between faults by their titles"
            yield doc.problem(("faults", name, "title"), f"the fault '{other}' has the same title", hint)
        for key, kind, there in (
            *listed,
            ("forms", "form", (*facts["form"]["values"], *READINGS, RANKED) if "forms" in fault else ()),
        ):
            yield from dangling_in(doc, ("faults", name), kind, fault, key, there)
        for word, fact in fault.get("also", {}).items():
            yield from dangling(doc, ("faults", name, "also", word), "fact", fact, facts)
        for fact in fault.get("asks", {}):
            yield from dangling(doc, ("faults", name, "asks", fact), "fact", fact, facts, of_key=True)
        for fact, how in fault.get("several", {}).items():
            yield from dangling(doc, ("faults", name, "several", fact), "fact", fact, facts, of_key=True)
            yield from dangling(doc, ("faults", name, "several", fact, "counts"), "fact", how["counts"], facts)
        for key in ("usual", "under"):
            yield from check_facts_said(doc, ("faults", name, key), branch(fault, key), facts)
    for fact, ways in doc.data.get("follows", {}).items():
        yield from dangling(doc, ("follows", fact), "fact", fact, facts, of_key=True)
        for index, way in enumerate(ways):
            place = ("follows", fact, index)
            yield from check_facts_said(doc, (*place, "when"), way["when"], facts)
            if fact in facts and (hint := misfit(facts[fact], way["is"])):
                yield doc.problem((*place, "is"), f"the fact '{fact}' can't be {said_value(way['is'])}", hint)
    yield from _contradictions(doc, facts)
    yield from check_texts(doc, set(facts))


def _contradictions(doc: Doc, facts: Mapping[str, FactEntry]) -> Iterator[Problem]:
    """Yield a problem for each unknown fact in the list of facts that exclude each other."""
    for name, argument in doc.data.get("arguments", {}).items():
        yield from dangling_in(doc, ("arguments", name), "fault", argument, "faults", doc.data["faults"])
        if "is_fact" in argument:
            yield from dangling(doc, ("arguments", name, "is_fact"), "fact", argument["is_fact"], facts)
        elif "because" not in argument:
            hint = "write in `because` why the argument doesn't count, or in `is_fact` the fact that it states"
            yield doc.problem(("arguments", name), "the argument has no reply", hint, of_key=True)
    contradictions = doc.data.get("contradictions", {})
    for index, pair in enumerate(contradictions.get("pairs", ())):
        for side in ("one", "other"):
            yield from check_facts_said(doc, ("contradictions", "pairs", index, side), pair[side], facts)
    for index, order in enumerate(contradictions.get("orders", ())):
        for side in ("low", "high"):
            yield from dangling(doc, ("contradictions", "orders", index, side), "fact", order[side], facts)


def _settings(doc: Doc, place: Place, case: Branch) -> Iterator[Problem]:
    """Yield problems with the options that a case sets."""
    here = (*place, "set")
    try:
        rules = counted_from(doc, case["rules"]) if "rules" in case else None
        game(counted_from(doc, case["game"]), rules, case["set"], written=(doc, here))
    except RuleFileError as error:
        yield from (problem for problem in error.problems if problem.path.startswith(path_text(here)))
    except DealerkitError:
        return  # the missing rule set is reported at its own place


def _rules_of(doc: Doc, place: Place, case: Branch, known: DefinedNames) -> Iterator[Problem | str | Path]:
    """Yield problems with the game that a case names, and last, if it names one, the rule set of the case."""
    if "game" in case:
        chosen = counted_from(doc, case["game"])
        if not isinstance(chosen, Path):
            yield from dangling(doc, (*place, "game"), "game", chosen, known.games)
        elif not chosen.is_file():
            yield doc.problem((*place, "game"), f"there is no such file: {chosen}", "write a path relative to this file's folder")
        elif "rules" not in case and (own := named_set(game_doc(chosen)[0])) is not None:
            yield own
    if "rules" in case:
        yield counted_from(doc, case["rules"])


def lint_cases(doc: Doc, known: DefinedNames) -> Iterator[Problem]:
    """Yield all problems of a file of cases, except cases whose result is wrong.

    Args:
        doc: The file.
        known: Defined names.
    """
    names: dict[str, int] = {}
    under: dict[str | Path, DefinedNames] = {}
    for index, case in enumerate(doc.data["cases"]):
        place: Place = ("cases", index)
        name = case["name"]
        if name in names:
            yield doc.problem((*place, "name"), f"two cases have the name '{name}' (the first is number {names[name] + 1})")
        names.setdefault(name, index)
        here = known
        for rule in _rules_of(doc, place, case, known):
            if isinstance(rule, Problem):
                yield rule
                continue
            try:
                if rule not in under:
                    under[rule] = (with_set if isinstance(rule, Path) else with_own_facts)(rule_set(rule), known)
                here = under[rule]
            except UnknownName as error:
                yield doc.problem((*place, "rules"), str(error))
        if case.get("set") and "game" in case:
            yield from _settings(doc, place, case)
        facts = case.get("facts", {})
        if isinstance(fault := facts.get("fault"), str):
            yield from dangling(doc, (*place, "facts", "fault"), "fault", fault, here.faults)
        yield from dangling_in(doc, (*place, "facts"), "fault", facts, "faults", here.faults)
        named = [facts.get("fault"), *(facts.get("faults") or ())]
        also = {word for name in named if isinstance(name, str) for word in here.faults.get(name, {}).get("also", {})}
        for fact in facts:
            if fact not in ("fault", "faults") and fact not in known.options and fact not in also:
                yield from dangling(doc, (*place, "facts", fact), "fact", fact, here.facts, of_key=True)
        yield from check_cites(doc, (*place, "expect"), case["expect"], here, ("rules",))
        findings = case["expect"].get("findings")
        for at, finding in enumerate(findings if isinstance(findings, list) else ()):
            code = finding.get("code") if isinstance(finding, dict) else finding
            yield from check_codes(doc, (*place, "expect", "findings", at), code, here)
