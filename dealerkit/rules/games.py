"""Games: a procedure file, with the rule set in force laid over it, and the values of its options put in."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from dealerkit.arithmetic.readings import RANKED
from dealerkit.errors import Problem, RuleFileError, UnfitRuleSet, UnknownName
from dealerkit.files.late_modules import late_imports
from dealerkit.rules import data
from dealerkit.rules.box_rows import with_boxes, without_boxes
from dealerkit.rules.canonical import digest, without_prose
from dealerkit.rules.differences import same
from dealerkit.rules.doc import Doc, Place
from dealerkit.rules.files import Stamp, follow, is_path, read_file, stamp, unchanged
from dealerkit.rules.game_options import read_options, read_setting
from dealerkit.rules.game_paper import PARTS, is_paper, with_papers
from dealerkit.rules.mentions import with_values
from dealerkit.rules.option_values import CHOOSES_THE_SET, values_in_force
from dealerkit.rules.options import Option, Value
from dealerkit.rules.sets import RuleSet, find_set, rule_set
from dealerkit.rules.tellings import bounds
from dealerkit.rules.texts import fill, shown, text, without

if TYPE_CHECKING:
    from dealerkit.rules.entries import Branch

with late_imports():  # not needed for a game that is cached from an earlier run
    from dealerkit.rules import code_tables, overlay, schema, step_models

NEEDED = ("family", "title", "players")
"""Keys that every game must have, itself or from its base."""

NO_GAMES = frozenset({"promotions", "training"})
"""Folders of `procedures/` without games."""

PROSE_PARTS = (*PARTS, "options", "rulings", "extends", "roads", "odds")
"""Parts of a game's file that decide nothing by themselves, and that the hash leaves out."""


@attrs.frozen(eq=False)
class Game:
    """A game under its rule set and options in force.

    Attributes:
        id: Its id, the name of its file.
        family: Family of games that it belongs to, such as `poker`.
        doc: The resolved document: the rule set's changes laid over the game's file, every `{option: NAME}` replaced by its
            value.
        options: The value in force of every option, by name.
        choices: Definition of every option, with its allowed values, by name.
        rules: The rule set in force; None if the game needs none.
        files: The game's own files: path, time and size of each when it was read.
    """

    id: str
    family: str
    doc: Doc
    options: Mapping[str, Value]
    choices: Mapping[str, Option]
    rules: RuleSet | None
    files: tuple[Stamp, ...] = ()

    @property
    def data(self) -> Branch:
        """The data of the resolved document; shared, not to be changed."""
        data: Branch = self.doc.data
        return data

    @functools.cached_property
    def selector(self) -> str:
        """Name by which this game can be found again from the current folder: its id, or its file's path if it does not come with
        dealerkit.
        """
        file = self.doc.origin(("game",)).file
        return self.id if Path(file).is_relative_to(data.data_dir("procedures")) else data.seen_from_here(file)

    @property
    def title(self) -> str:
        """The game's title in English."""
        return text(self.data.get("title")) or self.id

    @property
    def form(self) -> str:
        """Form of poker, as in the fact `form`; empty for a game without forms."""
        return str((self.data.get("showdown") or {}).get("kind") or "")

    @functools.cached_property
    def kind(self) -> str:
        """Kind of game, as named where a fault is limited to some kinds: its form of poker, or else its way of valuing cards
        (`ranked` by an order of hands); empty if it has neither.
        """
        reading = self.data.get("reading") or ""
        return self.form or (RANKED if isinstance(reading, Mapping) else str(reading))

    @functools.cached_property
    def values(self) -> Mapping[str, object]:
        """Values for `{name}` in this game's prose: its options, and the words and numbers in its tables."""
        tables = self.data.get("tables")
        plain = {key: value for key, value in tables.items() if isinstance(value, str | int)} if isinstance(tables, dict) else {}
        return {**plain, **self.options}

    @functools.cached_property
    def switched_off(self) -> frozenset[str]:
        """Names of the options whose value in force means none, such as a limit of 0 (`is_none` of an option)."""
        every = self.choices.items()
        return frozenset(
            name for name, option in every if option.is_none is not None and same(self.options[name], option.is_none)
        )

    def say(self, value: object, lang: str = "en") -> str:
        """Return a text of this game or its rule set in one language, with each `{name}` replaced by its value. Sentences about
        options that are switched off are left out.

        Args:
            value: The text: a string, or a map from language tags to strings.
            lang: A language tag, such as `zh-Hans`.
        """
        sentence = without(text(value, lang), self.switched_off)
        return fill(sentence, {**self.values, **self.answers(lang)}) if "{" in sentence else sentence

    def say_in_one_line(self, value: object) -> str:
        """Return a text of this game in English, on one line.

        Args:
            value: The text: a string, or a map from language tags to strings.
        """
        return " ".join(self.say(value).split())

    def answers(self, lang: str = "en") -> Mapping[str, str]:
        """Return, by option, the value in force as people say it; only for options whose values have words or a unit.

        Args:
            lang: A language tag, such as `zh-Hans`.
        """
        if lang not in self._answers:
            self._answers[lang] = self._worded(lang)
        return self._answers[lang]

    @functools.cached_property
    def _answers(self) -> dict[str, Mapping[str, str]]:
        """A cache of `answers` by language, since every line of a sheet asks for them."""
        return {}

    def _worded(self, lang: str) -> Mapping[str, str]:
        texts = {}
        for name, value in self.options.items():
            words = self.data["options"][name].get("answers", {})
            if shown(value) in words:
                texts[name] = text(words[shown(value)], lang)
            elif self.choices[name].unit:
                texts[name] = self.choices[name].words(value)
        return texts

    def meanings(self, option: str, lang: str = "en") -> dict[str, str]:
        """Return the words for each value of an option, by the value; self-explanatory values such as numbers are left out.

        Args:
            option: Name of the option.
            lang: A language tag, such as `zh-Hans`.
        """
        words = self.data["options"][option].get("answers", {})
        return {str(value): self.say(word, lang) for value, word in words.items()}

    @property
    def unrecorded(self) -> dict[str, object]:
        """Options that records made by an earlier release of dealerkit do not mention although they affect the felt: by name, the
        value that applied then.
        """
        return {name: spec["unrecorded"] for name, spec in self.data.get("options", {}).items() if "unrecorded" in spec}

    @functools.cached_property
    def sha256(self) -> str:
        """Hash, in hexadecimal, of everything in the game and its rule set that decides something; prose does not affect it."""
        ids = {key: value for key, value in self.data.items() if key not in PROSE_PARTS}
        rules = self.rules.rulings_only if self.rules else {}
        kept = {key: value for key, value in rules.items() if key not in ("procedures", "options", "family")}
        return digest({"game": without_prose(ids), "options": dict(self.options), "rules": kept})


def games() -> list[str]:
    """Return the ids of the games that come with dealerkit."""
    return sorted(_files())


def _files() -> dict[str, Path]:
    return _games_among(data.listed(data.data_dir("procedures"), "*/*.yaml"))


@functools.lru_cache(maxsize=4)
def _games_among(paths: tuple[Path, ...]) -> dict[str, Path]:
    return {path.stem: path for path in paths if path.parent.name not in NO_GAMES and not is_paper(path)}


def find_game(selector: str | Path, beside: Path | None = None) -> Path:
    """Return the file of a game, by id or path.

    Args:
        selector: The id, a common name of the game (`rulings/elsewhere.yaml`), or the path.
        beside: File that extends it; such a file may also name the common base of a family (`home`, `table`), which is not a
            game.

    Raises:
        UnknownName: If there is no such game.
    """
    if is_path(selector):
        return (beside.parent if beside is not None else Path()) / selector
    if str(selector).replace("-", "").isalnum():
        if (file := _files().get(str(selector))) is not None:
            return file
        bases = data.listed(data.data_dir("procedures"), "*/base/*.yaml") if beside is not None else ()
        if (base := next((path for path in bases if path.name == f"{selector}.yaml"), None)) is not None:
            return base
    if beside is None and (meant := _id_of(str(selector))):
        return _files()[meant]
    raise UnknownName(kind="game", name=str(selector), known=games())


def _id_of(name: str) -> str:
    """Return the id of the game with this common name; empty if there is none."""
    if not (data.data_dir("rulings") / "elsewhere.yaml").exists():  # the folder is not ours, and has only its own games and rules
        return ""
    words = " ".join(re.findall(r"[a-z0-9]+", name.lower()))
    known = {called: game for matter in bounds().games.values() for game, names in matter.games.items() for called in names}
    return known[words] if known.get(words) in _files() else ""


def game_doc(selector: str | Path) -> tuple[Doc, tuple[Stamp, ...]]:
    """Return a game's document before a rule set or an option is applied, and the files that it depends on.

    Returns:
        The document, its bases included; and path, time and size of each file. Optional files of printed texts are listed even if
        they do not exist (time and size 0), so that it is noticed when one is added.

    Raises:
        UnknownName: If there is no such game.
        RuleFileError: If its file, or its file of printed texts, cannot be used.
    """
    layers = with_papers(follow(selector, find_game, read_file))
    return _over_its_bases(tuple(doc for _, doc in layers if doc is not None)), tuple(stamp(path) for path, _ in layers)


@functools.lru_cache(maxsize=64)
def _over_its_bases(chain: tuple[Doc, ...]) -> Doc:
    """Return a game's document laid over its bases, cached; a changed file is a new document."""
    base = chain[-1]
    for doc in reversed(chain[:-1]):
        base = overlay.overlay(base, doc)
    return step_models.spelled_out(base)


@functools.lru_cache(maxsize=64)
def _checked(base: Doc) -> Mapping[str, Option]:
    return read_game(base)


@functools.lru_cache(maxsize=64)
def _under(base: Doc, rules: RuleSet | None) -> tuple[Doc, Mapping[str, Option]]:
    """Return a game with the rule set's changes laid over it, and the definitions of its options."""
    doc = step_models.spelled_out(under(base, rules))
    choices = read_game(doc) if doc is not base else read_options(doc)
    return code_tables.with_tables(doc), choices


def game_doc_under(selector: str | Path, rules: RuleSet) -> Doc:
    """Return a game's document with a rule set's changes laid over it; mentions of options and of tables of findings are still as
    written.

    Args:
        selector: Id of the game, or path of its file.
        rules: The rule set.

    Raises:
        UnknownName: If there is no such game.
        RuleFileError: If its file cannot be used, or the set removes a missing entry.
    """
    return step_models.spelled_out(under(game_doc(selector)[0], rules))


_games: dict[tuple[object, ...], Game] = {}


def game(
    selector: str | Path,
    rules: str | Path | RuleSet | None = None,
    settings: Mapping[str, object] | None = None,
    *,
    written: tuple[Doc, Place] | None = None,
) -> Game:
    """Return a game as it is dealt under a rule set and with chosen options.

    Args:
        selector: The game's id, or the path of a procedure file.
        rules: A rule set's name or path, or the set itself (lint passes one without its faulty parts). None for the set that the
            option `irregularities` names, or else the game's own `rulings`.
        settings: Values of options, typed or as text; they take precedence over those that the rule set fixes.
        written: Document and place of the settings; problems with them are reported there, together with the rest.

    Raises:
        UnknownName: If there is no such game, rule set, option, or value of an option.
        RuleFileError: If a file cannot be used; with every problem in it.
    """
    chosen = dict(settings or {})
    key = (
        find_game(selector).absolute(),
        rules if rules is None or isinstance(rules, RuleSet) else find_set(rules).absolute(),
        *sorted((name, type(value).__name__, str(value)) for name, value in chosen.items()),
    )
    known = _games.get(key)
    if known is not None and unchanged(known.files):
        return known
    base, files = game_doc(selector)
    in_force = _rules_in_force(base, _checked(base), rules, chosen)
    doc, choices = _under(base, in_force)
    values = values_in_force(doc, choices, in_force, chosen, given=rules is not None, written=written)
    own, put_in = named_set(doc), with_values(doc, values)
    resolved = doc.with_data({**put_in, "rulings": str(own.absolute())} if isinstance(own, Path) else put_in)
    if problems := [*_wrong_in_tables(base, doc), *_wrong_in_new(resolved, doc), *_seats(resolved), *without_boxes(resolved)]:
        raise RuleFileError(problems)
    game = Game(
        id=str(doc.data.get("game", "")),
        family=str(doc.data.get("family", "")),
        doc=resolved.with_data(with_boxes(resolved.data)),
        options=values,
        choices=choices,
        rules=in_force,
        files=files + (in_force.files if in_force else ()),
    )
    _games[key] = game
    return game


@functools.lru_cache(maxsize=64)
def _wrong_in_tables(base: Doc, doc: Doc) -> tuple[Problem, ...]:
    """Return problems by the schema in tables of findings, and in other parts that were laid over a game."""
    return tuple(_wrong_in_new(doc, base))


def _wrong_in_new(doc: Doc, checked: Doc) -> list[Problem]:
    """Return problems by the game's schema in those parts of a document that it does not share with a checked one. A game is
    resolved for every value of every option, and most parts depend on none.
    """
    new = {key: part for key, part in doc.data.items() if key == "game" or part is not checked.data.get(key)}
    return schema.check(doc.with_data(new), "procedure")


def _seats(doc: Doc) -> Iterator[Problem]:
    """Yield a problem if a game's smallest number of players is above its largest."""
    players = doc.data["players"]
    least, most = players["min"], players["max"]
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield doc.problem(
            ("players", "min"),
            f"the minimum of {least} players is above the maximum of {most}",
            "write a `min` that is not above `max`",
        )


def game_title(name: str) -> str:
    """Return the title of a game; for a game that does not come with dealerkit, the name as given.

    >>> game_title("holdem"), game_title("whist")
    ("Hold'em", 'whist')
    """
    return game(name).title if name in games() else name


def games_under(rules: RuleSet) -> list[str]:
    """Return the ids of the games dealt under a rule set: if it is made for a family, those of the family; otherwise those whose
    file names it, or a set that it extends, as their own.

    Raises:
        RuleFileError: If a game's file cannot be used.
    """
    names = []
    for name in games():
        doc, _ = game_doc(name)
        if rules.serves(doc.data) if rules.family else doc.data.get("rulings") in rules.chain:
            names.append(name)
    return names


def _rules_in_force(
    doc: Doc, options: Mapping[str, Option], rules: str | Path | RuleSet | None, chosen: Mapping[str, object]
) -> RuleSet | None:
    """Return the rule set: the named one, else that of the option, else the game's own."""
    place: Place = ()  # place where the game's own file names the rule set
    if rules is None and CHOOSES_THE_SET in options:
        option = options[CHOOSES_THE_SET]
        rules = str(read_setting(option, chosen.get(CHOOSES_THE_SET, option.default)))
        place = ("options", CHOOSES_THE_SET, "values")
    elif rules is None:
        rules = named_set(doc)
        place = ("rulings",)
    if rules is None:
        return None
    try:
        rules_in_force = rules if isinstance(rules, RuleSet) else rule_set(rules)
    except UnknownName as error:
        if not place:
            raise
        raise RuleFileError([doc.problem(place, str(error))]) from None
    family = doc.data.get("family")
    if not rules_in_force.serves(doc.data):
        hint = "choose another with --rules, or leave out --rules; `dealerkit rules list` shows the games of each rule set"
        what = f"this rule set is for games of the family '{rules_in_force.family}', but the game is of the family '{family}'"
        raise UnfitRuleSet(
            rules_in_force.name if isinstance(rules, RuleSet) else str(rules), rules_in_force.doc.problem(("family",), what, hint)
        )
    return rules_in_force


def named_set(doc: Doc) -> str | Path | None:
    """Return the rule set that a game's file names as its own, by name or path; None if it names none.

    Args:
        doc: The game's document.

    Returns:
        A name as written, or a path, which the file gives relative to itself.

    Raises:
        RuleFileError: If the path is a folder without a rule set.
    """
    name: str | None = doc.data.get("rulings")
    return find_set(name, Path(doc.origin(("rulings",)).file)) if isinstance(name, str) and is_path(name) else name


def under(base: Doc, rules: RuleSet | None) -> Doc:
    """Return a game's document with a rule set's changes laid over it.

    Args:
        base: Document of the game.
        rules: The rule set; None leaves the game unchanged.

    Raises:
        RuleFileError: If the set removes a missing entry, or places an entry beside a missing one.
    """
    return overlay.with_layers(base, rules, str(base.data.get("game")))


def read_game(doc: Doc) -> dict[str, Option]:
    """Return the options of a game by name, after checking that the document is a valid game.

    Raises:
        RuleFileError: If it is not; with every problem.
    """
    problems = schema.check(doc, "procedure")
    if isinstance(doc.data, dict):  # a game that extends another may inherit these
        problems += [doc.problem((), f"the key '{key}' is missing") for key in NEEDED if key not in doc.data]
    if not problems:
        return read_options(doc)
    try:
        read_options(doc)
    except RuleFileError as error:
        # Lines that the schema complains about need no second complaint.
        places = {(problem.file, problem.line) for problem in problems}
        problems += [problem for problem in error.problems if (problem.file, problem.line) not in places]
    raise RuleFileError(problems)
