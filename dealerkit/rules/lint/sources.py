"""Citations of places that were not read in full, by work and place: those still to be looked up, and rules that rest on no text
but on dealerkit's own reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import attrs

from dealerkit.rules.doc import Doc, Origin, Place
from dealerkit.rules.entries import Branch, WorkEntry
from dealerkit.rules.files import SUFFIXES, read_file
from dealerkit.rules.game_paper import game_of
from dealerkit.rules.games import game_doc, games
from dealerkit.rules.lint.common import citations
from dealerkit.rules.lint.files import kind_of
from dealerkit.rules.readings import GRADES, OURS, READ, Reading, reading, source_of_rule
from dealerkit.rules.sets import catalogue, rule_set, rule_sets
from dealerkit.rules.texts import text


@attrs.frozen
class Unread:
    """A cited place that was not read in full.

    Attributes:
        work: Id of the work.
        title: Title of the work.
        section: The place, as in the citations.
        verified: How far it was read: one of `dealerkit.rules.readings.GRADES` other than `read`.
        holds: Contents of the place, in dealerkit's own words; may be empty.
        look_up: Web address at which the work can be looked up; may be empty.
        where: `file:line` of each citation, in the order of the files.
    """

    work: str
    title: str
    section: str
    verified: str
    holds: str
    look_up: str
    where: tuple[str, ...]


@attrs.frozen
class Sources:
    """The citations in rule files.

    Attributes:
        cited: Number of citations.
        read: Number of citations of places that were read.
        unread: The other places, in the order of the list of works; within a work, the place of which most was read comes first,
            and dealerkit's own readings come last.
    """

    cited: int
    read: int
    unread: tuple[Unread, ...]


def sources(paths: Iterable[str | Path] = ()) -> Sources:
    """Return the citations in rule files, and how far their places were read.

    Args:
        paths: Rule sets, games, and folders of them; none for all of dealerkit's own. For a set that extends another only its own
            files count.

    Raises:
        RuleFileError: If one of them cannot be used.
    """
    places: dict[tuple[Origin, Place], tuple[Mapping[str, WorkEntry], Mapping[str, object]]] = {}
    targets = [Path(path) for path in paths]
    for doc, works in _documents(targets):
        for place, source in (*citations(doc.data), *_readings_in_books(doc.data)):
            origin = _written(doc, place, source)
            if not targets or any(_within(origin.file, target) for target in targets):
                places.setdefault((origin, place), (works, source))
    read = 0
    by_place: dict[tuple[str, str, str], tuple[Reading, str, str, list[str]]] = {}
    listed: dict[str, int] = {}
    for (origin, _), (works, source) in sorted(places.items(), key=lambda item: item[0][0]):
        looked = reading(works, source)
        if looked.grade == READ:
            read += 1
            continue
        work, section = str(source["work"]), text(source.get("section"))
        title = text((works.get(work) or {}).get("title")) or work
        listed.setdefault(work, [*works, work].index(work))
        kept = by_place.setdefault((work, looked.grade, section.casefold()), (looked, title, section, []))
        kept[-1].append(str(origin))
    order = list(GRADES)
    unread = [
        Unread(work, title, section, grade, "; ".join(looked.holds), looked.look_up, tuple(where))
        for (work, grade, _), (looked, title, section, where) in by_place.items()
    ]
    ours = order.index(OURS)

    def rank(unread: Unread) -> tuple[object, ...]:
        grade = order.index(unread.verified)
        return grade == ours, listed[unread.work], unread.work, grade, natural(unread.section)

    return Sources(len(places), read, tuple(sorted(unread, key=rank)))


def _written(doc: Doc, place: Place, source: Mapping[str, object]) -> Origin:
    """Return the origin of a citation; if it is given only once at the top of a file, the origin of the entry.

    Args:
        doc: The document.
        place: Place of the citation; place of the rule itself if its chapter calls it our own reading.
        source: The citation; in a set over another it may have only the section.
    """
    if place[-1] != "source":
        return doc.origin(place)
    at = doc.origin((*place, "section") if "section" in source else place)
    entry = doc.origin(place[:-1], of_key=True)
    return entry if entry.file == at.file and at < entry else at


def natural(text: str) -> list[tuple[bool, int, str]]:
    """Return a sorting key for a place of a work, in which numbers sort by size and words by letter.

    >>> sorted(["Irregularities 12", "irregularities 2", "137"], key=natural)
    ['137', 'irregularities 2', 'Irregularities 12']
    """
    parts = re.split(r"([0-9]+)", text.casefold())
    return [(not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts if part]


def _documents(targets: list[Path]) -> Iterator[tuple[Doc, Mapping[str, WorkEntry]]]:
    """Yield documents, each with the works that it can cite."""
    shared = catalogue().sources.data.get("sources", {})
    if not targets:
        for name in rule_sets():
            yield rule_set(name).doc, rule_set(name).sources
        for name in games():
            yield game_doc(name)[0], shared
    for target in targets:
        for path in _files(target):
            doc = read_file(path)
            kind = kind_of(doc)
            if kind == "ruleset":
                yield rule_set(path).doc, rule_set(path).sources
            elif kind in ("procedure", "paper"):
                yield game_doc(game_of(path))[0], shared
            elif kind in ("findings", "remedies"):
                yield doc, shared


def _files(target: Path) -> Iterator[Path]:
    """Yield the rule files at or below a path; for a set in a folder only its head, with which the others are read."""
    if target.is_file():
        yield target if not (target.parent / "set.yaml").is_file() else target.parent / "set.yaml"
    elif (target / "set.yaml").is_file():
        yield target / "set.yaml"
    else:
        for path in sorted(target.iterdir()):
            if path.is_dir() or path.suffix in SUFFIXES:
                yield from _files(path)


def _within(file: str, target: Path) -> bool:
    own, place = Path(file).resolve(), target.resolve()
    return place in (own, game_of(own), *own.parents)


def _readings_in_books(data: Branch) -> Iterator[tuple[Place, Mapping[str, object]]]:
    """Yield the rules that a chapter of a book calls our own readings: the place and the citation of each."""
    for group, chapter in (data.get("rules") or {}).items():
        for rule in chapter.get("ours") or ():
            if (source := source_of_rule(chapter, rule)) is not None and rule in chapter["rules"]:
                yield ("rules", group, "rules", rule), source
