"""A rule set as a value, and the files from which it is read.

A rule set that comes with dealerkit is a folder of `rulings/`, whose `set.yaml` names it; a house's set may also be a single file
anywhere.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from dealerkit.errors import Problem, RuleFileError, UnknownName
from dealerkit.rules import data
from dealerkit.rules.canonical import digest, without_prose
from dealerkit.rules.doc import Doc
from dealerkit.rules.files import Stamp, is_path, read_files

if TYPE_CHECKING:
    from dealerkit.rules.entries import Branch, ChapterEntry, FaultEntry, FindingEntry, RemedyEntry, SpeechEntry, WorkEntry

HEAD = frozenset({"set", "title", "extends", "date", "version", "note"})
"""Keys that identify a set and are not inherited by sets that extend it."""
CATALOGUES = ("findings", "remedies", "sources")
RULED = frozenset({"cases", "order", "note"})
"""Keys of a fault that concern its rulings; the others concern its story and questions."""


@attrs.frozen(eq=False)
class RuleSet:
    """A rule set laid over all its bases.

    Attributes:
        name: Id of the set.
        title: Its title in English.
        chain: Its name, then those of its bases, the nearest first.
        family: Family of games that it is for, in addition to games that name it as their own set; None for all families.
        doc: The resolved document, including the catalogues of findings, remedies and sources.
        layers: For each set, from the most remote base to the set itself, its changes to procedures, by game. They are kept
            apart, since they remove and place entries that only the game's own file has.
        files: Path, time and size of each file and folder that it was read from; the file with the set's name first.
    """

    name: str
    title: str
    chain: tuple[str, ...]
    family: str | None
    doc: Doc
    layers: tuple[Doc, ...] = ()
    files: tuple[Stamp, ...] = ()

    def serves(self, game: Mapping[str, object]) -> bool:
        """Return whether a game may be dealt under the set: the set is for the game's family, or it is, or extends, the set that
        the game's file names as its own.

        Args:
            game: Data of the game's file, with its bases.
        """
        return self.family in (None, game.get("family")) or game.get("rulings") in self.chain

    @property
    def path(self) -> Path:
        """Path of the file that names the set; `rule_set` finds the set again by it."""
        return Path(self.files[0][0])

    @property
    def faults(self) -> Mapping[str, FaultEntry]:
        """For each fault on which the set rules, by name, its decision list: the cases in the order in which they are tried."""
        return self._part("faults")

    @functools.cached_property
    def declared(self) -> Mapping[str, Branch]:
        """Facts and faults that the set defines itself, and its own words for shared ones: under `facts` and `faults`, each by
        name, as in the shared catalogue; empty if there are none.
        """
        ruled = {name: {key: fault[key] for key in fault if key not in RULED} for name, fault in self._entries("faults")}
        parts: dict[str, dict[str, Branch]] = {
            "facts": dict(self._entries("facts")),
            "faults": {name: entry for name, entry in ruled.items() if entry.keys() - {"title"}},
        }
        return {part: entries for part, entries in parts.items() if entries}

    @property
    def findings(self) -> Mapping[str, FindingEntry]:
        """Catalogue of findings (mistakes and their explanations) under this set, by code."""
        return self._part("findings")

    @property
    def remedies(self) -> Mapping[str, RemedyEntry]:
        """Remedies (the steps that correct a slip) under this set, by id."""
        return self._part("remedies")

    @property
    def sources(self) -> Mapping[str, WorkEntry]:
        """Works that can be cited, including the house's own, by id."""
        return self._part("sources")

    @property
    def book(self) -> Mapping[str, ChapterEntry]:
        """Rules on which its rulings rest, in words and by chapter; empty if only the games have books."""
        return self._part("rules")

    @property
    def precedence(self) -> tuple[str, ...]:
        """Outcomes of rulings in order of precedence, for an act with several faults."""
        order = self.doc.data.get("precedence", ())
        return tuple(order) if isinstance(order, list) else ()

    @property
    def speech(self) -> SpeechEntry:
        """The words of players and their meanings, as data for `dealerkit.felt.motions.Speech.of`."""
        speech: SpeechEntry | None = self.doc.data.get("speech")
        return speech or {}

    def fixed(self, game: str, family: str, options: Collection[str]) -> dict[str, object]:
        """Return the values that this set fixes for the options of a game. Those for the game itself take precedence over those
        for its family.

        Args:
            game: The game's id.
            family: The game's family; values for options that the game does not have are left out.
            options: Names of the game's options.
        """
        shared, own = self.options.get(family), self.options.get(game)
        settled = {name: value for name, value in shared.items() if name in options} if isinstance(shared, dict) else {}
        return settled | (own if isinstance(own, dict) else {})

    @property
    def desk(self) -> Mapping[str, object]:
        """Words with which a ruling on a dispute begins: things to leave alone, and the time limit for a dispute."""
        return self._part("desk")

    @property
    def choices(self) -> Mapping[str, Mapping[str, object]]:
        """For each choice that a ruling leaves to the floor, by its words, its effect on `cards` and `chips`."""
        return self._part("choices")

    @property
    def options(self) -> Mapping[str, Mapping[str, object]]:
        """Values of options that this set fixes, by game or by family of games."""
        return self._part("options")

    @property
    def house(self) -> object:
        """Name of the house: a string, or a map from language tags to strings; None for none."""
        return self.doc.data.get("house")

    @functools.cached_property
    def rulings_only(self) -> dict[str, object]:
        """The parts of the document that decide something: without prose, without the keys that identify the set, without
        editions of works.
        """
        deciding = {key: value for key, value in self.doc.data.items() if key not in HEAD | {"house", "sources", "rules"}}
        deciding["options"] = {name: fixed for name, fixed in self.options.items() if fixed}
        over_games = [{name: over for name, over in layer.data.items() if "/" not in name} for layer in self.layers]
        deciding["procedures"] = [layer for layer in over_games if layer]  # changes to a drill decide nothing at a table
        hashed: dict[str, object] = without_prose(deciding)
        return hashed

    @functools.cached_property
    def sha256(self) -> str:
        """Hash of the deciding parts, in hexadecimal; a set that changes nothing has the same as its base."""
        return digest(self.rulings_only)

    def _entries(self, name: str) -> Iterator[tuple[str, Branch]]:
        """Yield the entries of a part that are maps; malformed ones are reported elsewhere."""
        return ((key, entry) for key, entry in self._part(name).items() if isinstance(entry, dict))

    def _part(self, name: str) -> Branch:
        part = self.doc.data.get(name)
        return part if isinstance(part, dict) else {}


def read_catalogues(names: Iterable[str]) -> list[Doc]:
    """Return the catalogue files of `rulings/` with given names; a missing file gives an empty document."""
    paths = {name: data.data_dir("rulings") / f"{name}.yaml" for name in names}
    there = [path for path in paths.values() if path.exists()]
    docs = dict(zip(there, read_files(there), strict=True))
    return [docs.get(path) or Doc.of({name: {}}, str(path)) for name, path in paths.items()]


def rule_sets() -> list[str]:
    """Return the names of the rule sets that come with dealerkit."""
    folder = data.data_dir("rulings")
    names = {path.parent.name for path in folder.glob("*/set.yaml")} | {path.stem for path in folder.glob("houses/*.yaml")}
    return sorted(names)


def find_set(selector: str | Path, beside: Path | None = None) -> Path:
    """Return the file or folder of a rule set.

    Args:
        selector: A name of `rule_sets()`, or a path.
        beside: File from which a relative path is counted; None for the current folder.

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
                [Problem(str(path), 0, 0, "", "this folder has no rule set", "name a folder with a set.yaml in it")]
            )
        return path
    folder = data.data_dir("rulings")
    for path in (folder / selector, folder / "houses" / f"{selector}.yaml"):
        if path.is_file() or (path / "set.yaml").is_file():
            return path
    raise UnknownName(kind="rule set", name=str(selector), known=rule_sets())
