"""Rule sets: what follows when a deal went wrong, in one house or under one authority.

A set of ours is a folder of `rulings/`, with its head in `set.yaml`; a house's own may also be one file anywhere.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from dealerkit.errors import Problem, RuleFileError, UnknownName
from dealerkit.rules import data
from dealerkit.rules.canonical import digest, without_prose
from dealerkit.rules.doc import Doc, Locate, Place
from dealerkit.rules.files import Stamp, follow, is_path, read_file, read_files, stamp
from dealerkit.rules.overlay import locate_in, overlay
from dealerkit.rules.schema import check
from dealerkit.rules.shapes import Kind
from dealerkit.rules.texts import text

HEAD = frozenset({"set", "title", "extends", "date", "version", "note"})
"""Keys that say which set this is; they are not handed down to a set that extends it."""
CATALOGUES = ("findings", "remedies", "sources")


@attrs.frozen(eq=False)
class RuleSet:
    """A rule set with everything it extends laid under it.

    Attributes:
        name: Its id.
        title: Its title in English.
        chain: Its name, then those of the sets it extends, the nearest first.
        family: The family of games it is for; None for all.
        doc: The resolved document, with the catalogues of findings, remedies and sources in it.
        layers: What each set of the chain lays over procedures, by game, the last of the chain first. They are kept apart,
            because they remove and place what only the game's own file has.
        files: The files and folders it was read from, as they were; the head first.
    """

    name: str
    title: str
    chain: tuple[str, ...]
    family: str | None
    doc: Doc
    layers: tuple[Doc, ...] = ()
    files: tuple[Stamp, ...] = ()

    @property
    def path(self) -> Path:
        """The file that says its name: a selector that finds it again."""
        return Path(self.files[0][0])

    @property
    def faults(self) -> Mapping[str, Mapping[str, Any]]:
        """The decision list of each fault."""
        return self._part("faults")

    @property
    def findings(self) -> Mapping[str, Mapping[str, Any]]:
        """The catalogue of findings, as this set has it."""
        return self._part("findings")

    @property
    def remedies(self) -> Mapping[str, Mapping[str, Any]]:
        """The remedies, as this set has them."""
        return self._part("remedies")

    @property
    def sources(self) -> Mapping[str, Mapping[str, Any]]:
        """The works that can be cited, those of a house among them."""
        return self._part("sources")

    @property
    def book(self) -> Mapping[str, Mapping[str, Any]]:
        """The rules that its rulings rest on, in chapters, in words; empty where they stand in the games alone."""
        return self._part("rules")

    @property
    def precedence(self) -> tuple[str, ...]:
        """The outcomes, the one that wins first where several things went wrong at once."""
        found = self.doc.data.get("precedence", ())
        return tuple(found) if isinstance(found, list) else ()

    @property
    def speech(self) -> Mapping[str, Any]:
        """The words players say at the table and what they come to, as data for `dealerkit.motions.Speech.of`."""
        return self._part("speech")

    def fixed(self, game: str, family: str, options: Collection[str]) -> dict[str, Any]:
        """The values that this set fixes for a game: those for its family, as far as it has such options; its own over them."""
        shared, own = self.options.get(family), self.options.get(game)
        found = {name: value for name, value in shared.items() if name in options} if isinstance(shared, dict) else {}
        return found | (own if isinstance(own, dict) else {})

    @property
    def desk(self) -> Mapping[str, Any]:
        """What the dispute desk says first: what to freeze, and until when a dispute can be raised."""
        return self._part("desk")

    @property
    def options(self) -> Mapping[str, Mapping[str, Any]]:
        """The values of options that this set fixes, by game or by family of games."""
        return self._part("options")

    @property
    def house(self) -> Any:
        """The house's name, a text; None where no house is named."""
        return self.doc.data.get("house")

    @functools.cached_property
    def rulings_only(self) -> dict[str, Any]:
        """What decides something: the document without prose, head and the editions of works."""
        kept = {key: value for key, value in self.doc.data.items() if key not in HEAD | {"house", "sources", "rules"}}
        kept["options"] = {name: fixed for name, fixed in self.options.items() if fixed}
        kept["procedures"] = [layer.data for layer in self.layers if layer.data]
        made: dict[str, Any] = without_prose(kept)
        return made

    @functools.cached_property
    def sha256(self) -> str:
        """The hash of what decides something; an overlay that changes nothing has its base's."""
        return digest(self.rulings_only)

    def _part(self, name: str) -> Mapping[str, Any]:
        part = self.doc.data.get(name)
        return part if isinstance(part, dict) else {}


@attrs.frozen(eq=False)
class Catalogue:
    """What all rule sets share.

    Attributes:
        facts: `facts`: every fact a condition can test; `faults`: every fault.
        sources: `sources`: every work that is cited.
        findings: `findings`: every finding.
        remedies: `remedies`: every remedy.
    """

    facts: Doc
    sources: Doc
    findings: Doc
    remedies: Doc


def catalogue() -> Catalogue:
    """Read the catalogues of facts, sources, findings and remedies.

    Raises:
        RuleFileError: If one of them cannot be used.
    """
    found, of_the_day = _catalogue(), _FACTS_OF_THE_DAY.get()
    return found if of_the_day is None else attrs.evolve(found, facts=of_the_day)


_FACTS_OF_THE_DAY: contextvars.ContextVar[Doc | None] = contextvars.ContextVar("_FACTS_OF_THE_DAY", default=None)


@contextlib.contextmanager
def facts_as_they_were(facts: Doc) -> Iterator[None]:
    """Take the facts and faults from another document for a while: an old case is ruled on with the facts of its day."""
    token = _FACTS_OF_THE_DAY.set(facts)
    try:
        yield
    finally:
        _FACTS_OF_THE_DAY.reset(token)


def _catalogue() -> Catalogue:
    names: tuple[Kind, ...] = ("facts", "sources", "findings", "remedies")
    docs = _catalogues(names)
    if _KEPT and all(kept is doc for kept, doc in zip(_KEPT[0][0], docs, strict=True)):
        return _KEPT[0][1]
    problems = [problem for name, doc in zip(names, docs, strict=True) for problem in check(doc, name)]
    if problems:
        raise RuleFileError(problems)
    found = Catalogue(*docs)
    _KEPT[:] = [(tuple(docs), found)]
    return found


_KEPT: list[tuple[tuple[Doc, ...], Catalogue]] = []  # the catalogue that was read last: it is asked for at every ruling


def _catalogues(names: Iterable[str]) -> list[Doc]:
    """Read catalogue files; one that does not exist is empty."""
    paths = {name: data.data_dir("rulings") / f"{name}.yaml" for name in names}
    there = [path for path in paths.values() if path.exists()]
    docs = dict(zip(there, read_files(there), strict=True))
    return [docs.get(path) or Doc.of({name: {}}, str(path)) for name, path in paths.items()]


def rule_sets() -> list[str]:
    """Return the names of the rule sets that come with dealerkit."""
    folder = data.data_dir("rulings")
    found = {path.parent.name for path in folder.glob("*/set.yaml")} | {path.stem for path in folder.glob("houses/*.yaml")}
    return sorted(found)


def find_set(selector: str | Path, beside: Path | None = None) -> Path:
    """Return the file or folder of a rule set.

    Args:
        selector: A name of `rule_sets()`, or a path.
        beside: The file that a relative path is counted from; None for the current folder.

    Raises:
        UnknownName: If there is no such set.
        RuleFileError: If there is no such file.
    """
    if is_path(selector):
        path = Path(selector)
        if beside is not None:
            path = (beside.parent if beside.suffix else beside) / path
        if path.name == "set.yaml":
            return path.parent
        if path.is_dir() and not (path / "set.yaml").is_file():
            raise RuleFileError(
                [Problem(str(path), 0, 0, "", "this folder holds no rule set", "name a folder with a set.yaml in it")]
            )
        return path
    folder = data.data_dir("rulings")
    for path in (folder / selector, folder / "houses" / f"{selector}.yaml"):
        if path.is_file() or (path / "set.yaml").is_file():
            return path
    kind = "rule set"
    raise UnknownName(kind, str(selector), rule_sets())


_sets: dict[Path, RuleSet] = {}


def rule_set(selector: str | Path, problems: list[Problem] | None = None) -> RuleSet:
    """Return a rule set, by name or path, with everything it extends.

    Args:
        selector: Its name, or its path.
        problems: Where to put what is wrong in laying the sets over each other, for lint, which looks at the rest as
        well; None to
            raise it.

    Raises:
        UnknownName: If there is no such set.
        RuleFileError: If a file of it cannot be used; with every problem of every file.
    """
    where = find_set(selector).absolute()
    known = _sets.get(where)
    if known is not None and all(stamp(Path(file[0])) == file for file in known.files):
        return known
    chain = follow(selector, find_set, read_set)
    docs = _catalogues(CATALOGUES)
    root = Doc({name: doc.data.get(name, {}) for name, doc in zip(CATALOGUES, docs, strict=True)}, _locate_catalogues(docs))
    names = tuple(_name(path, doc) for path, doc in chain)
    base, layers = root, []
    wrong: list[Problem] = []
    for level, (_, doc) in enumerate(reversed(chain)):
        if level:
            base = _without(base, HEAD)
        base = overlay(base, _without(doc, {"procedures"}), wrong)
        if isinstance(doc.data.get("procedures"), dict):
            layers.append(doc.at(("procedures",)))
    wrong += check(base, "ruleset")
    if problems is not None:
        problems += wrong
    elif wrong:
        raise RuleFileError(wrong)
    files = [path for place, _ in chain for path in (*set_files(place), place)]
    files += [data.data_dir("rulings") / f"{name}.yaml" for name in CATALOGUES]
    family = base.data.get("family")
    made = RuleSet(
        name=names[0],
        title=text(base.data.get("title")) or names[0],
        chain=names,
        family=family if isinstance(family, str) else None,
        doc=base,
        layers=tuple(layers),
        files=tuple(dict.fromkeys(stamp(path) for path in files)),
    )
    if not wrong:
        _sets[where] = made
    return made


def _without(doc: Doc, keys: Collection[str]) -> Doc:
    return doc.with_data({key: value for key, value in doc.data.items() if key not in keys})


def _locate_catalogues(docs: Iterable[Doc]) -> Locate:
    return locate_in(None, {(name,): doc for name, doc in zip(CATALOGUES, docs, strict=True)})


def _name(path: Path, doc: Doc) -> str:
    name = doc.data.get("set")
    if not isinstance(name, str) or not name:
        hint = "begin the file with `set: " + (path.name if path.is_dir() else path.stem) + "`"
        raise RuleFileError([doc.problem(("set",), "the rule set does not say its name", hint)])
    return name


def set_files(path: Path) -> list[Path]:
    """Return the files of a rule set, its head first."""
    if not path.is_dir():
        return [path]
    return sorted((file for file in path.glob("*.yaml") if file.is_file()), key=lambda file: (file.name != "set.yaml", file.name))


def read_set(path: Path) -> Doc:
    """Read what one set says itself: a file, or the files of a folder put together.

    Raises:
        RuleFileError: If a file cannot be used, or two files say the same thing.
    """
    if not path.is_dir():
        return read_file(path)
    made: dict[str, Any] = {}
    taken: dict[Place, Doc] = {}
    problems: list[Problem] = []
    docs = read_files(set_files(path))
    for doc in docs:
        for key, value in doc.data.items():
            if key not in made:
                made[key] = dict(value) if isinstance(value, dict) else value
                taken[(key,)] = doc
                continue
            into = made[key]
            if not (isinstance(into, dict) and isinstance(value, dict)):
                problems.append(_twice(doc, (key,), taken))
                continue
            for name, entry in value.items():
                if name in into:
                    problems.append(_twice(doc, (key, name), taken))
                else:
                    into[name] = entry
                    taken[(key, name)] = doc
    if problems:
        raise RuleFileError(problems)
    return Doc(made, locate_in(docs[0], taken))


def _twice(doc: Doc, place: Place, taken: Mapping[Place, Doc]) -> Problem:
    first = (taken.get(place) or taken[place[:1]]).origin(place, of_key=True)
    return doc.problem(place, f"'{place[-1]}' for the second time (first at {first})", "keep one of the two", of_key=True)
