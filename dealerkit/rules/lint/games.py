"""Lint of games: problems in files that already have the right shape."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

from dealerkit.errors import DealerkitError, Problem, RuleFileError, UnfitRuleSet, UnknownName
from dealerkit.rules.code_tables import ANY, KINDS, TABLES, named_in, tables_of
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Doc, Place, branch
from dealerkit.rules.entries import Branch
from dealerkit.rules.game_options import options_of, read_setting
from dealerkit.rules.game_paper import paper_of
from dealerkit.rules.games import Game, find_game, game, game_doc, game_doc_under, games, read_game
from dealerkit.rules.lint.common import (
    DefinedNames,
    Vocabulary,
    check_chapter,
    check_cites,
    check_codes,
    check_facts_said,
    check_rule,
    check_texts,
    check_words,
    dangling,
    dangling_in,
    nodes,
    sentences,
)
from dealerkit.rules.mentions import mentioned
from dealerkit.rules.option_facts import fact_of
from dealerkit.rules.option_lines import FORM
from dealerkit.rules.option_values import CHOOSES_THE_SET
from dealerkit.rules.options import Option
from dealerkit.rules.overlay import ADDED
from dealerkit.rules.rankings import form, forms
from dealerkit.rules.road_book import road_book
from dealerkit.rules.schema import readable
from dealerkit.rules.sets import RuleSet, rule_set, rule_sets
from dealerkit.rules.step_models import spelled_out
from dealerkit.rules.texts import shown

UNTIL = ("until", "deadline")


def lint_game(selector: str | Path, known: DefinedNames, words: Vocabulary) -> Iterator[Problem]:
    """Yield all problems of a game.

    Args:
        selector: The game's name or the path of its file.
        known: Defined names.
        words: Words and checks of the engine.

    Raises:
        RuleFileError: If its file cannot be read at all.
    """
    doc, _ = game_doc(selector)
    problems: list[Problem] = []
    try:
        read_game(doc)
    except RuleFileError as error:
        problems += error.problems
    doc, options = _readable(doc)
    file = find_game(selector)
    if doc.data.get("game", file.stem) != file.stem:
        yield doc.problem(
            ("game",),
            f"the key 'game' is '{doc.data['game']}', but the file's name is '{file.stem}'",
            "give the game and the file the same name",
        )
    sound_so_far = not problems
    problems += _not_told(
        [*_showdown(doc, file), *_lint_document(doc, options, (str(file), str(paper_of(file))), known, words)], problems
    )
    yield from problems
    if sound_so_far:
        yield from _not_told(_in_force(selector, doc, options, words, deal=not problems), problems)


def lint_game_under(selector: str | Path, rules: RuleSet, known: DefinedNames, words: Vocabulary) -> Iterator[Problem]:
    """Yield problems of a game that come from a rule set: in its changes, and when the game is dealt under it.

    Args:
        selector: The game's name or the path of its file.
        rules: The rule set.
        known: Defined names.
        words: Words and checks of the engine.

    Raises:
        DealerkitError: If the game cannot be used under the set at all.
    """
    own = {file for file, *_ in game_doc(selector)[1]}
    doc = game_doc_under(selector, rules)
    problems: list[Problem] = []
    resolved = None
    try:
        resolved = game(selector, rules)
    except UnfitRuleSet:
        raise
    except RuleFileError as error:
        problems += _not_told(error.problems, _wrong_alone(selector))
    doc, options = _readable(doc)
    text_problems = [*_lint_document(doc, options, tuple(file for file, *_ in rules.files), known, words)]
    problems += [problem for problem in _not_told(text_problems, problems) if problem.file not in own]
    yield from problems
    if resolved is None:
        return
    dealt = [*_not_told(_when_dealt(resolved, words, deal=not problems), problems)]
    yield from dealt
    if not problems and not dealt:
        files = {file for file, *_ in rules.files}
        theirs = [option for name, option in options.items() if doc.origin(("options", name, "values")).file in files]
        yield from _with_each_value(selector, rules, theirs, doc, words)


def _wrong_alone(selector: str | Path) -> tuple[Problem, ...]:
    """Return the problems of a game without any rule set; they are reported with the game itself."""
    try:
        game(selector)
    except RuleFileError as error:
        return error.problems
    return ()


def _readable(doc: Doc) -> tuple[Doc, Mapping[str, Option]]:
    """Return a game without its malformed parts, so that the rest can be checked too; and its well-formed options."""
    doc = readable(doc, "procedure")
    return doc, options_of(doc)[0]


def _not_told(problems: Iterable[Problem], text_problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems that are not covered by others on the same line with the same message, or a longer one.

    Args:
        problems: The problems.
        text_problems: Problems that are reported already.
    """
    told_problems = [*text_problems]
    for problem in problems:
        if not any(
            (problem.file, problem.line) == (other.file, other.line) and _alike(problem.message, other.message)
            for other in told_problems
        ):
            yield problem


def _alike(name: str, other: str) -> bool:
    """Return whether one of two messages begins with the other."""
    return name.startswith(other) or other.startswith(name)


def _when_dealt(game: Game, words: Vocabulary, *, deal: bool) -> Iterator[Problem]:
    """Yield the problems of resolving a game; if there are none and `deal` is set, those of dealing it."""
    problems = [*words.compiled(game)]
    yield from problems
    if deal and not problems:
        yield from words.dealt(game)


def _lint_document(
    doc: Doc, options: Mapping[str, Option], files: Sequence[str], known: DefinedNames, words: Vocabulary
) -> Iterator[Problem]:
    """Yield the problems in a game's document by itself.

    Args:
        doc: The game, before options are put in.
        options: The game's options.
        files: Files whose tables of findings must all be used.
        known: Defined names.
        words: Words and checks of the engine.
    """
    known = _with_its_book(doc, known)
    own = {name: fact_of(option) for name, option in options.items() if name not in known.facts}
    known = attrs.evolve(known, facts={**known.facts, **own})
    yield from _options(doc, options, known)
    yield from lint_procedure(doc, known, words)
    yield from _code_tables(doc, files, known, words)
    yield from check_words(_spelled_out(doc), ("procedure",), words)
    yield from _rule_book(doc, known)
    yield from _roads(doc, known)
    yield from _card(doc, known)
    yield from _card_names(doc, files, known)
    yield from _additions(doc, files)
    yield from _printed_where(doc, options, known)
    yield from check_texts(doc, {*options, *_scalars(doc)})


def _with_its_book(doc: Doc, known: DefinedNames) -> DefinedNames:
    """Return the defined names, with the rules of a game's own book."""
    chapters = doc.data.get("rules")
    own = {rule for chapter in chapters.values() for rule in chapter["rules"]} if isinstance(chapters, dict) else set()
    return attrs.evolve(known, rules={*known.rules, *own})


def _spelled_out(doc: Doc) -> Doc:
    """Return a game in which each step is complete; unchanged if a step is like a missing one, which is reported elsewhere."""
    try:
        return spelled_out(doc)
    except RuleFileError:
        return doc


def _showdown(doc: Doc, file: Path) -> Iterator[Problem]:
    """Yield a problem for a showdown without an order of hands, and for a game of ours that `showdown` and `odds` do not know."""
    showdown = doc.data.get("showdown")
    if not isinstance(showdown, dict):
        return
    if "form" in showdown:
        yield from dangling(doc, ("showdown", "form"), "form of the showdown", str(showdown["form"]), forms())
    if showdown.get("form") in forms() and isinstance(hand := showdown.get("hand"), int):
        ranked = form(str(showdown["form"])).deals
        if hand not in ranked:
            what = (
                f"`hand` is {hand} cards, but {form(str(showdown['form'])).title} ranks hands of "
                f"{' or '.join(map(str, ranked))} cards"
            )
            yield doc.problem(("showdown", "hand"), what, "change `form`, or write the number of cards that this form ranks")
    if data_dir("procedures") in file.resolve().parents and doc.data["game"] not in forms():
        hint = "add the game under `games` in that file, with the cards dealt and the order of hands"
        yield doc.problem(("game",), f"'{doc.data['game']}' has a showdown, but is not in procedures/ranking.yaml", hint)


def _scalars(doc: Doc) -> list[str]:
    tables = doc.data.get("tables")
    return [key for key, value in tables.items() if isinstance(value, str | int)] if isinstance(tables, dict) else []


def _options(doc: Doc, options: Mapping[str, Option], known: DefinedNames) -> Iterator[Problem]:
    for name, option in options.items():
        place: Place = ("options", name)
        if not option.rule:
            yield doc.problem(place, "the option has no `rule`", "add the id of the rule, such as rule: BA-68", of_key=True)
        else:
            yield from check_rule(doc, (*place, "rule"), option.rule, known)
        for at, fault in enumerate(option.settles):
            yield from dangling(doc, (*place, "settles", at), "fault", fault, known.faults)
    for value in options[CHOOSES_THE_SET].values if CHOOSES_THE_SET in options else ():
        yield from dangling(doc, ("options", CHOOSES_THE_SET, "values"), "rule set", str(value), rule_sets())
    yield from _mentions(doc, {key: value for key, value in doc.data.items() if key != "options"}, (), options)


def _mentions(doc: Doc, value: object, place: Place, options: Mapping[str, Option]) -> Iterator[Problem]:
    if isinstance(value, dict):
        name = mentioned(value)
        if name is not None:
            yield from dangling(doc, (*place, "option"), "option", name, options)
        else:
            for key, inner in value.items():
                yield from _mentions(doc, inner, (*place, key), options)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _mentions(doc, inner, (*place, index), options)


def lint_procedure(doc: Doc, known: DefinedNames, words: Vocabulary) -> Iterator[Problem]:
    """Yield problems with names, rules and findings in the steps of a game.

    Args:
        doc: The game.
        known: Defined names.
        words: Words and checks of the engine.
    """
    steps: dict[str, Place] = {}
    for place, name, node in nodes(doc, ("procedure",)):
        if name in steps:
            first = doc.origin(steps[name], of_key=True)
            yield doc.problem(
                place, f"two steps have the name '{name}' (the first is at {first})", "rename one of them", of_key=True
            )
        steps.setdefault(name, place)
        yield from check_cites(doc, place, node, known)
        yield from check_codes(doc, (*place, "codes"), node.get("codes"), known, tables=True)
        yield from check_codes(doc, (*place, "over"), node.get("over"), known, tables=True)
        yield from _broken_rules(doc, (*place, "rules"), node, known)
        yield from _kinds(doc, (*place, "codes"), node, words)
    for place, _, node in nodes(doc, ("procedure",)):
        for key in UNTIL:
            if isinstance(meant := node.get(key), str):
                yield from dangling(doc, (*place, key), "step", meant, steps)
        for other in node["over"] if isinstance(node.get("over"), dict) else ():
            yield from dangling(doc, (*place, "over", other), "step", other, steps, of_key=True)


def _broken_rules(doc: Doc, place: Place, node: Mapping[str, object], known: DefinedNames) -> Iterator[Problem]:
    """Yield a problem for each unknown rule or finding that a players' step names for a wrong act."""
    for key, code in _entries(node, "rules") if "play" in node else ():
        if isinstance(code, str) and "/" in code:
            yield from check_codes(doc, (*place, key), code, known)
        elif isinstance(code, str):
            yield from check_rule(doc, (*place, key), code, known)


def _kinds(doc: Doc, place: Place, node: Mapping[str, object], words: Vocabulary) -> Iterator[Problem]:
    """Yield a problem for each key in a step's codes that is neither a kind of fault nor a verb."""
    codes = node.get("codes")
    if words.verbs is None or not isinstance(codes, Mapping) or "steps" in node:
        return
    for key in codes:
        yield from dangling(doc, (*place, key), "kind of fault or verb", key, (*KINDS, ANY, *sorted(words.verbs)), of_key=True)


def unnamed_choices(doc: Doc) -> Iterator[Problem]:
    """Yield a note on each table of findings by fact that is written where it is used, not by name under `codes:`; it works all
    the same.
    """
    places: list[tuple[Place, object]] = []
    for place, _, node in nodes(doc, ("procedure",)):
        for key, code in _entries(node, "codes") if "steps" not in node else ():
            by_kind = code if isinstance(code, Mapping) and all(kind in (*KINDS, ANY) for kind in code) else {}
            places += [((*place, "codes", key, kind), codes) for kind, codes in by_kind.items()] or [
                ((*place, "codes", key), code)
            ]
    for name, duty in _entries(doc.data, "duties"):
        places.append((("duties", name, "code"), duty.get("code") if isinstance(duty, Mapping) else None))
    places += [(("felt", "never", verb), code) for verb, code in _entries(doc.data.get("felt"), "never")]
    for place, code in places:
        if isinstance(code, Mapping):
            hint = f"write these facts as a table under `{TABLES}:` in the game's file, and write the table's name here"
            yield doc.problem(place, "findings that depend on facts can't be written here", hint, of_key=True)


def _entries(within: object, key: str) -> Iterable[tuple[str, object]]:
    """Return the entries of the map under a key; empty if there is none."""
    node = within.get(key) if isinstance(within, Mapping) else None
    return node.items() if isinstance(node, Mapping) else ()


def _code_tables(doc: Doc, files: Sequence[str], known: DefinedNames, words: Vocabulary) -> Iterator[Problem]:
    """Yield a problem for each unknown name in tables of findings, duties and the felt, and for each unused table."""
    tables = tables_of(doc.data)
    named: set[str] = set()
    for _, _, node in nodes(doc, ("procedure",)):
        named.update(named_in([node.get("codes"), node.get("over")]))
    for name, duty in (doc.data.get("duties") or {}).items():
        yield from check_cites(doc, ("duties", name), duty, known)
        named.update(named_in(duty.get("code")))
        yield from check_codes(doc, ("duties", name, "code"), duty.get("code"), known, tables=True)
    never = (doc.data.get("felt") or {}).get("never")
    named.update(named_in(never))
    yield from check_codes(doc, ("felt", "never"), never, known, tables=True)
    for name, table in tables.items():
        place: Place = (TABLES, name)
        yield from check_codes(doc, place, table, known)
        for fact in table:
            if fact != "otherwise":
                yield from dangling(doc, (*place, fact), "fact", fact.removeprefix("not "), words.facts, of_key=True)
        if name not in named and doc.origin(place).file in files:
            yield doc.problem(
                place,
                f"the table '{name}' is not used in any step or duty, or under `felt`",
                "remove the table, or use its name instead of a finding's code",
                of_key=True,
            )


def _card(doc: Doc, known: DefinedNames) -> Iterator[Problem]:
    """Yield a problem for each finding on the dealer's card that the catalogue lacks."""
    card = doc.data.get("card") or {}
    for name, line in (card.get("lines") or {}).items():
        for at, code in enumerate(line.get("codes") or ()):
            yield from check_codes(doc, ("card", "lines", name, "codes", at), code, known)
    for at, code in enumerate(card.get("left_out") or ()):
        yield from check_codes(doc, ("card", "left_out", at), code, known)
    for code in card.get("slips") or ():
        yield from dangling(doc, ("card", "slips", code), "finding", code, known.codes, of_key=True)


def _card_names(doc: Doc, files: Sequence[str], known: DefinedNames) -> Iterator[Problem]:
    """Yield a problem for each name in the lines of a card that the game does not have. Lines of a base are exempt, since they
    serve several games.

    Args:
        doc: The game.
        files: Files whose lines are checked.
        known: Defined names.
    """
    steps = {name for _, name, node in nodes(doc, ("procedure",)) if "steps" not in node}
    there = {
        "steps": ("step", steps),
        "duties": ("duty", dict(_entries(doc.data, "duties"))),
        "offers": ("bet", {**dict(_entries(doc.data.get("felt"), "spots")), **branch(doc.data, "wagers")}),
        "ruled": ("fault", known.faults),
    }
    for place, line in _lines(doc):
        if isinstance(fault := line.get("fault"), str):
            yield from dangling(doc, (*place, "fault"), "fault", fault, known.faults)
        cases = {case for ruled_case in line.get("ruled") or () for case in known.cases.get(ruled_case, ())}
        for at, case in enumerate(line.get("cases") or ()):
            yield from dangling(doc, (*place, "cases", at), "case", case, cases)
        if place[0] == "player" and not {"text", "ruled"} & line.keys():
            yield doc.problem(
                place, "the line has nothing to print", "add `text`, or `ruled` with the ruling on a fault", of_key=True
            )
        for key, (kind, names) in there.items():
            named = line.get(key) or ()
            by_key = isinstance(named, Mapping)
            for at, name in zip(named, named, strict=True) if by_key else enumerate(named):
                if doc.origin((*place, key, at)).file in files:
                    yield from dangling(doc, (*place, key, at), kind, str(name), names, of_key=by_key)


def _additions(doc: Doc, files: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for a missing entry before which additions should go; if a game removes that entry, its base is not at
    fault.
    """
    sections = [(place, node, node.get("steps")) for place, _, node in nodes(doc, ("procedure",), "steps")]
    sections += [
        (("player", name), text, text.get("lines")) for name, text in _entries(doc.data, "player") if isinstance(text, dict)
    ]
    for place, section, entries in sections:
        here = (*place, ADDED)
        if isinstance(beside := section.get(ADDED), str) and doc.origin(here).file in files:
            yield from dangling(doc, here, "entry", beside, entries if isinstance(entries, dict) else {})


def _lines(doc: Doc) -> Iterator[tuple[Place, Branch]]:
    """Yield every option, and every line of the dealer's card, of the player's page and of the rule book, with its place."""
    for name, option in _entries(doc.data, "options"):
        yield ("options", name), option if isinstance(option, Mapping) else {}
    for name, line in _entries(doc.data.get("card"), "lines"):
        yield ("card", "lines", name), line if isinstance(line, Mapping) else {}
    for name, section in _entries(doc.data, "player"):
        for of, line in _entries(section, "lines"):
            yield ("player", name, "lines", of), line if isinstance(line, Mapping) else {}
    for group, chapter in _entries(doc.data, "rules"):
        yield from sentences(("rules", group), chapter) if isinstance(chapter, Mapping) else ()


def _slips(doc: Doc) -> Iterator[tuple[Place, Branch]]:
    """Yield every slip of the dealer's card, with its place."""
    for code, slip in _entries(doc.data.get("card"), "slips"):
        yield ("card", "slips", code), slip if isinstance(slip, Mapping) else {}


def _printed_where(doc: Doc, options: Mapping[str, Option], known: DefinedNames) -> Iterator[Problem]:
    """Yield a problem for each condition of a printed line with an unknown option, value or form of poker."""
    for place, line in (*_lines(doc), *_slips(doc)):
        yield from dangling_in(doc, place, "option", line, "has", {*known.options, *options})
        if any(name not in options for name in line.get("has") or ()):
            continue  # a shared line is printed in those games that have the option
        for key in ("if", "unless"):
            for name, wanted in _entries(line, key):
                if name == FORM:
                    yield from check_facts_said(doc, (*place, key), {FORM: wanted}, known.facts)
                    continue
                here = (*place, key, name)
                yield from dangling(doc, here, "option", name, options, of_key=True)
                for value in (wanted if isinstance(wanted, list) else [wanted]) if name in options else ():
                    try:
                        read_setting(options[name], value)
                    except UnknownName as error:
                        yield doc.problem(here, str(error))


def _rule_book(doc: Doc, known: DefinedNames) -> Iterator[Problem]:
    where: dict[str, Place] = {}
    groups = doc.data.get("rules")
    for group, chapter in groups.items() if isinstance(groups, dict) else ():
        yield from check_chapter(doc, ("rules", group), chapter, known, known.works)
        for rule in chapter["rules"]:
            place = ("rules", group, "rules", rule)
            if rule in where:
                first = doc.origin(where[rule], of_key=True)
                yield doc.problem(
                    place, f"two rules have the id {rule} (the first is at {first})", "remove one of them", of_key=True
                )
            where[rule] = place


def _roads(doc: Doc, known: DefinedNames) -> Iterator[Problem]:
    """Yield problems of the roads, besides those that `road_book` raises."""
    roads = doc.data.get("roads")
    if not isinstance(roads, dict):
        return
    sections = {name: place for place, name, node in nodes(doc, ("procedure",)) if "repeat" in node}
    yield from dangling(doc, ("roads", "per"), "repeated section", str(roads["per"]), sections)
    for name, kept in roads["kept"].items():
        yield from check_cites(doc, ("roads", "kept", name), kept, known)


def _is_tried_here(here: Path, doc: Doc, option: str, among: frozenset[str]) -> bool:
    """Return whether lint tries the values of an option in this game: its file defines or changes the option, or the game is the
    first of those that inherit the option from a file which is itself no game.

    Args:
        here: The game's file.
        doc: The game.
        option: The option.
        among: Files of all games.
    """
    files = {doc.origin(("options", option, key)).file for key in ("title", "values", "default")}
    if str(here) in files:
        return True
    return not files & among and _first_user(doc.origin(("options", option)).file) == here


@functools.lru_cache(maxsize=64)
def _first_user(file: str) -> Path | None:
    """Return the first game, by name, that extends a file."""
    for name in games():
        _, stamps = game_doc(name)
        if any(stamp[0] == file for stamp in stamps):
            return find_game(name)
    return None


def _in_force(
    selector: str | Path, doc: Doc, options: Mapping[str, Option], words: Vocabulary, *, deal: bool
) -> Iterator[Problem]:
    """Yield the problems of the game as it is, under every rule set for it, and with every value of every option; with `deal`
    also of dealing it.
    """
    here, among = find_game(selector), frozenset(str(find_game(name)) for name in games())
    mine = [option for name, option in options.items() if name != CHOOSES_THE_SET and _is_tried_here(here, doc, name, among)]
    plain = [*_with_settings(selector, None, {}, doc, words, deal=deal)]
    yield from plain
    if deal and not plain:
        yield from _with_each_value(selector, None, mine, doc, words)
    for name in rule_sets():
        try:
            family = rule_set(name).family
        except DealerkitError:
            continue  # reported when the set itself is checked
        if family is not None and family == doc.data["family"]:
            yield from _with_settings(selector, name, {}, doc, words, deal=False)


def _with_settings(
    selector: str | Path,
    rules: str | RuleSet | None,
    settings: Mapping[str, object],
    doc: Doc,
    words: Vocabulary,
    *,
    deal: bool,
) -> Iterator[Problem]:
    """Yield the problems of a game under a rule set and with options set; with `deal` also of dealing it."""
    try:
        resolved = game(selector, rules, settings)
        road_book(resolved)
        yield from _when_dealt(resolved, words, deal=deal)
    except RuleFileError as error:
        # If a chosen value rules out the default of another option, the choice is at fault and not the file.
        yield from (problem for problem in error.problems if not (settings and problem.file == "options"))
    except DealerkitError as error:
        yield doc.problem((), str(error))


def _with_each_value(
    selector: str | Path, rules: RuleSet | None, options: Iterable[Option], doc: Doc, words: Vocabulary
) -> Iterator[Problem]:
    """Yield the problems of each option at each listed value, and at both ends of a range: a table is made for each, and for a
    listed value a hand is dealt. The game with its defaults must have no problems.
    """
    for option in options:
        ends = () if option.kind == "odds" or option.values else dict.fromkeys((option.low, option.high))
        for value in (*option.values, *(str(end) for end in ends)):
            for problem in _with_settings(selector, rules, {option.name: value}, doc, words, deal=not ends):
                text = f"with {option.name} {shown(value)}: {problem.message}"
                here = doc.problem(("options", option.name, "values"), text, problem.hint)
                yield attrs.evolve(problem, message=text) if problem.file == here.file else here
