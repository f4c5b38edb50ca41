"""Lint of rule files: all problems that can be found before a card is dealt."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import attrs

from dealerkit.errors import DealerkitError, Problem, RuleFileError
from dealerkit.files.screen_text import count_of
from dealerkit.rules import data
from dealerkit.rules.doc import Doc, path_text, value_at
from dealerkit.rules.files import SUFFIXES, is_path, old_names, read_file
from dealerkit.rules.game_paper import game_of, is_paper, paper_of
from dealerkit.rules.games import NO_GAMES, find_game, game_doc, games, named_set
from dealerkit.rules.glossary import SCRIPTS, lint_translations
from dealerkit.rules.lint.common import NO_SOURCE, Vocabulary, old_marks
from dealerkit.rules.lint.decks import lint_decks
from dealerkit.rules.lint.defined_names import known_names, with_own_facts, with_set
from dealerkit.rules.lint.games import lint_game, unnamed_choices
from dealerkit.rules.lint.options import idle_in_house, idle_options, unset_options
from dealerkit.rules.lint.own_facts import lint_own_facts
from dealerkit.rules.lint.sets import lint_cases, lint_facts, lint_set
from dealerkit.rules.lint.tellings import lint_told
from dealerkit.rules.own_facts import misshapen
from dealerkit.rules.resolution import read_set, set_files
from dealerkit.rules.rule_set import find_set
from dealerkit.rules.schema import check, readable
from dealerkit.rules.schemas.kinds import Kind
from dealerkit.rules.schemas.words import NAME
from dealerkit.rules.sets import RuleSet, at_one_moment, catalogue, facts_doc, facts_under, rule_set, rule_sets

CATALOGUES: tuple[Kind, ...] = ("facts", "findings", "remedies", "sources")

__all__ = ["Looked", "Vocabulary", "lint", "look"]


@attrs.frozen
class Looked:
    """The result of linting some rule files: problems and notes, in file order.

    Attributes:
        problems: Errors.
        notes: Places that are correct, but may be an oversight.
        remarks: Limits that everybody should know, such as a name that some formats cannot print.
        old: Uses of names of an earlier release, which still work.
        left_out: Sentences on files that were not checked, because every name in them depends on a file with a problem.
    """

    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    remarks: tuple[Problem, ...] = ()
    old: tuple[Problem, ...] = ()
    left_out: tuple[str, ...] = ()


def lint(paths: Iterable[str | Path] = (), words: Vocabulary | None = None) -> list[Problem]:
    """Return all problems of rule files, in file order, as `look` finds them; without its notes.

    Args:
        paths: Files and folders: house files, rule sets, procedures, cases; none for all of dealerkit's own.
        words: Words and checks of the engine; None to leave them out.
    """
    return list(look(paths, words, notes=False).problems)


@at_one_moment()
def look(
    paths: Iterable[str | Path] = (),
    words: Vocabulary | None = None,
    *,
    notes: bool = True,
    tell: Callable[[str], None] | None = None,
) -> Looked:
    """Return the problems and notes of rule files.

    Args:
        paths: Files and folders: house files, rule sets, procedures, cases; none for all of dealerkit's own.
        words: Words and checks of the engine; None to leave them out.
        notes: Whether to make notes too.
        tell: Function called with the name of each part before it is checked, for a display; None for none.
    """
    if broken := _problems_of_catalogues():
        rest = f"{count_of(len(rule_sets()), 'rule set')} and {count_of(len(games()), 'game')}"
        return Looked(
            broken,
            (),
            left_out=(
                f"{rest} were not checked, because they depend on files with problems. Correct those files and run lint again.",
            ),
        )
    work = _Lint(words or Vocabulary(), notes=notes, tell=tell or (lambda _: None))
    targets = [Path(path) for path in paths]
    if targets:
        for path in targets:
            before = work.looked
            work.path(path)
            if work.looked == before:
                work.problems.add(
                    Problem(str(path), 0, 0, "", "this folder has no rule files", "name a rule file, or a folder with rule files")
                )
    else:
        work.everything()
    problems, taken, remarks, old = map(_said_once, (work.problems, work.notes, work.remarks, work.old))
    return Looked(problems, taken, remarks, old, tuple(work.left_out))


def _problems_of_catalogues() -> tuple[Problem, ...]:
    """Return the problems of the catalogues that all rule sets share. While they have any, no fact, fault or source can be looked
    up.
    """
    try:
        catalogue()
    except RuleFileError as error:
        return error.problems
    return ()


def _said_once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems in file order, with one for each place: a source at the top of a file is that of a hundred entries."""
    by_place: dict[tuple[object, ...], Problem] = {}
    for problem in sorted(attrs.evolve(problem, file=_plain_path(problem.file)) for problem in problems):
        by_place.setdefault(
            (problem.file, problem.line, problem.column, problem.message, problem.line == 0 and problem.path), problem
        )
    return tuple(by_place.values())


def _plain_path(file: str) -> str:
    """Return a path without steps up and down again, so that a file has a single name, whichever file named it."""
    return os.path.normpath(file) if os.pardir in Path(file).parts else file


class _Lint:
    """One run of lint."""

    def __init__(self, words: Vocabulary, *, notes: bool, tell: Callable[[str], None]) -> None:
        self.words, self.noting, self.tell = words, notes, tell
        self.problems: set[Problem] = set()
        self.notes: set[Problem] = set()
        self.noted: dict[RuleSet, frozenset[Problem]] = {}
        self.remarks: set[Problem] = set()
        self.old: set[Problem] = set()
        self.left_out: list[str] = []
        self.known = known_names()
        self.looked = 0

    def everything(self) -> None:
        rulings, procedures = data.data_dir("rulings"), data.data_dir("procedures")
        self.take(lambda: lint_facts(catalogue().facts, self.words, self.known.chosen))
        self.take(lambda: lint_translations(SCRIPTS))
        for name in rule_sets():
            self.tell(f"the rule set {name}")
            self.take(lambda name=name: self.problems_of(rule_set(name)))  # type: ignore[misc]
            self.take(lambda name=name: self.note(rule_set(name)))  # type: ignore[misc]
        for name in games():
            self.tell(f"the game {name}")
            self.take(lambda name=name: self.game(name))  # type: ignore[misc]
        of_games = (path for path in procedures.glob("*/cases/*.yaml") if path.parts[-3] not in NO_GAMES)
        cases = [*rulings.glob("*/cases/*.yaml"), *of_games]
        paths = [path for names in ("elsewhere.yaml", "renamed.yaml", "told/*.yaml") for path in rulings.glob(names)]
        for path in (*sorted(cases), *sorted([*paths, *procedures.glob("training/**/*.yaml")])):
            self.path(path)
        for path in sorted(procedures.glob("*/**/*.paper.yaml")):
            if not game_of(path).exists():
                self.path(path)
        for path in sorted(procedures.glob("*.yaml")):
            if kind_of(read_file(path)) != "procedure":
                self.path(path)
        if (promotions := procedures / "promotions").is_dir():
            self.path(promotions)

    def path(self, path: Path) -> None:
        """Check a file, a rule set's folder, or every rule file below a folder."""
        if path.is_dir():
            if (path / "set.yaml").is_file():
                self.rule_set(path)
            rest = [file for file in sorted(path.iterdir()) if not (path / "set.yaml").is_file() or file.is_dir()]
            for file in rest:
                if file.is_dir() or (file.suffix in SUFFIXES and not (is_paper(file) and game_of(file).exists())):
                    self.path(file)
            return
        self.looked += 1
        self.tell(str(path))
        self.take(lambda: self.file(path))

    def file(self, path: Path) -> Iterator[Problem]:
        """Yield the problems of one file, by its kind."""
        doc = read_file(path)
        self.old.update(old_names(path))
        kind, words = kind_of(doc), self.words
        look_of = {
            "promotion": words.policy,
            "syllabus": words.syllabus,
            "drill": words.drill,
            "lesson": words.lesson,
            "house": words.house,
            "numbers": words.numbers,
        }
        if kind == "people":
            yield from words.people(path)
        elif kind == "words":
            yield from self.words_of_paper(doc, path)
        elif kind == "procedure" and (built := built_on(path)):
            yield from self.base(doc, built)
        elif kind == "procedure":
            yield from self.game(path)
        elif kind == "paper":
            yield from self.paper(path)
        elif kind == "ruleset":
            self.rule_set(path)
        elif kind in look_of:
            yield from check(doc, kind) if (look := look_of[kind]) is None else look(path)
            if kind == "house":
                self.remarks.update((*words.house_remarks(path), *idle_in_house(path, doc)))
                self.rule_sets_of(path, doc)
        elif kind is None:
            if (path.parent / "set.yaml").is_file():
                self.rule_set(path.parent)  # a part of a set makes sense only together with the others
            else:
                hint = (
                    "begin the file with one of these keys: game, set, house, drill, promotion, cases, facts, "
                    "findings, remedies, sources"
                )
                yield doc.problem((), "the first key does not show what kind of rule file this is", hint)
        else:
            problems = check(doc, kind)
            yield from problems
            if not problems and kind == "decks":
                yield from lint_decks(doc, self.known)
            if not problems and kind == "cases":
                yield from lint_cases(doc, self.known)
            if not problems and kind == "facts":
                yield from lint_facts(doc, words, self.known.chosen)
            if kind == "told" and "told" in (whole := readable(doc, kind)).data:
                yield from lint_told(whole)
            if not problems and kind == "clauses":
                yield from words.clauses()

    def rule_sets_of(self, path: Path, doc: Doc) -> None:
        """Check a house's own rule sets; a missing set is a problem."""
        games = doc.data.get("games")
        names = (
            [game.get("rules") if isinstance(game, dict) else game for game in games.values()] if isinstance(games, dict) else ()
        )
        for rules in dict.fromkeys(name for name in names if isinstance(name, str) and is_path(name)):
            if (path.parent / rules).exists():
                self.rule_set(path.parent / rules)

    def game(self, selector: str | Path) -> Iterator[Problem]:
        """Yield the problems of a game, and note old names in its own file."""
        file, own = find_game(selector), named_set(game_doc(selector)[0])
        known = self.known
        if isinstance(own, Path):
            self.rule_set(own)
            known = with_set(rule_set(own), self.known)
        yield from lint_game(selector, known, self.words)
        for written in (file, paper_of(file)):
            self.old.update(old_names(written) if written.is_file() else ())
        self.old.update(unnamed_choices(read_file(file)))

    def paper(self, path: Path) -> Iterator[Problem]:
        """Yield the problems of a paper, which are those of its game."""
        game = game_of(path)
        if game.exists() and (built := built_on(game)):
            yield from self.base(read_file(path), built)
        elif game.exists():
            yield from self.game(game)
        else:
            hint = "put this file in the game's folder, and name it after the game"
            yield read_file(path).problem((), f"these printed texts belong to the game {game.name}, which does not exist", hint)

    def base(self, doc: Doc, built: Sequence[str]) -> Iterator[Problem]:
        """Check every game that extends a file which is not a game, and note those games."""
        what = "This file is only a base for other games, and was checked as part of them: " + ", ".join(built)
        self.remarks.add(doc.problem((), what))
        for name in built:
            self.tell(f"the game {name}")
            yield from self.game(name)

    def words_of_paper(self, doc: Doc, path: Path) -> Iterator[Problem]:
        """Yield the problems of a file of printed words, and add a remark on its kind; only translations have a fixed form."""
        self.remarks.add(
            doc.problem(
                (),
                "This file has words, sizes and drawings for print, which lint does not check. To see them, print a page "
                "with `dealerkit sheet`",
            )
        )
        if path.parent.name == "translations" or path.name == "glossary.yaml":
            yield from lint_translations(SCRIPTS)

    def rule_set(self, path: Path) -> None:
        """Check a rule set; problems of the set it extends are left out."""
        self.looked += 1
        self.take(lambda: self._all_of(path))

    def _all_of(self, path: Path) -> Iterator[Problem]:
        """Yield the problems in laying a set over its base, and then in the resulting set, as far as it could be resolved."""
        problems: list[Problem] = []
        rules = rule_set(path, problems)
        for file in set_files(path):
            self.old.update(old_names(file))
        there = with_own_facts(rules, self.known).faults
        misspelt = {
            ("faults", name): None
            for name in rules.faults
            if name not in there and isinstance(value_at(rules.doc.data, ("faults", name, "cases")), dict)
        }
        named = {path_text(place) for place in misspelt}  # an invalid name is reported; its missing title is no further problem
        yield from (problem for problem in problems if problem.path not in named)
        yield from _name_taken(rules, path)
        if problems and rules.declared and misshapen(facts_doc(), rules):
            rulings = count_of(len(read_set(path).data.get("faults") or ()), "dispute")
            self.left_out.append(
                f"The rulings on {rulings} were not checked, because these facts have problems. Correct the facts and run lint "
                "again."
            )
            return
        paths = {problem.path for problem in problems}
        for own_problem in self.own(attrs.evolve(rules, doc=readable(rules.doc, "ruleset", misspelt)), map(str, set_files(path))):
            if (
                own_problem.message != NO_SOURCE or f"{own_problem.path}.source" not in paths
            ):  # a wrong source is reported as such
                yield own_problem

    def own(self, rules: RuleSet, files: Iterable[str]) -> Iterator[Problem]:
        """Yield the problems of a rule set that its base does not have; one in a file of its own can't be a problem of the base.

        Args:
            rules: The rule set.
            files: Its own files.
        """
        problems = self.problems_of(rules)
        elsewhere = {problem.file for problem in problems}.difference(files)
        if elsewhere and len(rules.chain) > 1 and rules.chain[1] in rule_sets():
            problems -= self.problems_of(rule_set(rules.chain[1]))
        yield from problems
        yield from self.note(rules)

    def problems_of(self, rules: RuleSet) -> set[Problem]:
        """Return the problems of a rule set, and of its own facts and faults."""
        own = set(lint_own_facts(rules, self.words, self.known)) if rules.declared else set()
        known = with_set(rules, self.known)
        with facts_under(rules):
            return {*own, *lint_set(rules, known, self.words)}

    def note(self, rules: RuleSet) -> Iterator[Problem]:
        """Add notes on a set, without those on its base; yields no problems."""
        if not self.noting:
            return
        notes = self._notes(rules)
        if len(rules.chain) > 1 and rules.chain[1] in rule_sets():
            notes -= self._notes(rule_set(rules.chain[1]))
        self.notes |= notes
        yield from ()

    def _notes(self, rules: RuleSet) -> frozenset[Problem]:
        """Return the notes on a set, cached, since those on a base are needed for each set that extends it."""
        if rules not in self.noted:
            with facts_under(rules):
                of_lists = (*self.words.notes(rules), *self.words.class_notes(rules))
            self.noted[rules] = frozenset((*unset_options(rules), *idle_options(rules), *old_marks(rules), *of_lists))
        return self.noted[rules]

    def take(self, look: Callable[[], Iterable[Problem]]) -> None:
        """Add the problems that a function returns; if it raises an error on an unusable file, that is a problem too."""
        try:
            self.problems.update(look())
        except RuleFileError as error:
            self.problems.update(error.problems)
        except DealerkitError as error:
            self.problems.add(Problem("rules", 0, 0, "", str(error)))


def _name_taken(rules: RuleSet, path: Path) -> Iterator[Problem]:
    """Yield a problem for a house's set with a name of ours, or an invalid one: `--rules` and records use the name."""
    hint = "choose another name, and give it to the file too"
    if rules.name in rule_sets() and find_set(rules.name).resolve() != find_set(path).resolve():
        yield rules.doc.problem(("set",), f"a rule set with the name '{rules.name}' already exists", hint)
    elif not re.fullmatch(NAME["pattern"], rules.name):
        yield rules.doc.problem(("set",), f"'{rules.name}' is not {NAME['description']}", "use only letters, digits, - and _")


_SIGNS: Mapping[Kind | Literal["people"], frozenset[str]] = {
    "decks": frozenset({"packs", "finds"}),
    "ranking": frozenset({"orders", "odd_chips"}),
    "people": frozenset({"roles", "guests"}),
}
"""Kinds of files recognized by a combination of keys."""
_NAMED: tuple[Kind, ...] = (
    *("drill", "syllabus", "lesson"),  # before lists that could also stand in such a file by a wrong indent
    *("courses", "told", "elsewhere", "walks", "slips", "clauses"),
    "house",  # late, since other files also have a key `house`
    *("renamed", "numbers", "talk", "gestures", "phh", "demo"),
)
"""Kinds of files that have the kind's name as a key; if a file has two such keys, the first in this list counts."""


def built_on(path: Path) -> tuple[str, ...]:
    """Return the ids of dealerkit's games that extend a file of `procedures/` which is not itself a game; empty for any other
    file.
    """
    file = path.resolve()
    if file in {find_game(name).resolve() for name in games()} or not file.is_relative_to(data.data_dir("procedures").resolve()):
        return ()
    return tuple(name for name in games() if file in {Path(part).resolve() for part, *_ in game_doc(name)[1]})


def kind_of(doc: Doc) -> Kind | Literal["people", "words"] | None:
    """Return the kind of a rule file, told by its keys, name and folder; None if it is one of several files that make up a rule
    set.
    """
    keys = doc.data.keys()
    if Path(doc.origin(()).file).resolve().is_relative_to(data.data_dir("templates").resolve()):
        return "words"
    if is_paper(doc.origin(()).file):
        return "paper"
    if "game" in keys and not keys & {"cases"}:
        return "procedure"
    if "promotion" in keys and not keys & {"cases"}:
        return "promotion"  # also a policy that names its house
    if "set" in keys or ({"house", "extends"} <= keys and "games" not in keys):
        return "ruleset"  # a set that does not give its name, or otherwise a house's file on its papers
    if (signed := next((kind for kind, signs in _SIGNS.items() if signs <= keys), None)) is not None:
        return signed
    if (named := next((kind for kind in _NAMED if kind in keys), None)) is not None:
        return named
    if isinstance(doc.data.get("cases"), list) or (keys == {"cases"}):
        return "cases"
    if Path(doc.origin(()).file).parent.joinpath("set.yaml").is_file():
        return None
    return next((name for name in CATALOGUES if name in keys), None)
