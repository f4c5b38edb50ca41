"""Tellings: the phrases in which players and dealers tell what went wrong, by fault; `rulings/told/*.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from dealerkit.errors import Problem, RuleFileError
from dealerkit.files.late_modules import late
from dealerkit.rules import cache, data
from dealerkit.rules.files import Stamp, read_file, stamp

if TYPE_CHECKING:
    from dealerkit.rules import schema
    from dealerkit.rules.entries import StoryEntry
else:
    schema = late("dealerkit.rules.schema")  # what was kept from an earlier run is not checked again


@attrs.frozen
class FactWords:
    """The words of a story that tell one fact of a fault.

    Attributes:
        words: How each value is said.
        beside: Phrases of which one stands right before or behind the value's; empty where they may stand anywhere.
        asked: Phrases after which nothing is taken for granted of the fact, though no value is told.
    """

    words: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    beside: Sequence[str] = ()
    asked: Sequence[str] = ()


@attrs.frozen
class Story:
    """The phrases in which one fault is told.

    Attributes:
        told: Phrases, as they are said at tables.
        unlike: Faults it is taken for, and how to tell it from each.
        often: How many times as often as others it is told of.
        tells: The words that tell its facts, by fact.
    """

    told: tuple[str, ...]
    unlike: Mapping[str, str] = attrs.field(factory=dict)
    often: int = 1
    tells: Mapping[str, FactWords] = attrs.field(factory=dict)


STORY = frozenset({"told", "unlike", "often", "tells"})
"""Keys of a story, in a file of tellings or beside a fault of a house's own."""


def story_of(entry: Mapping[str, Any]) -> Story:
    """Return a story from how it is written; a fault of a house's own may be told in no phrase."""
    tells = {name: FactWords(**values) for name, values in entry.get("tells", {}).items()}
    return Story(tuple(entry.get("told", ())), entry.get("unlike", {}), entry.get("often", 1), tells)


def told_files() -> list[Stamp]:
    """Return the files that say how faults are told, and what no rule is about, and their folder, as they are."""
    folder = data.data_dir("rulings") / "told"
    return [stamp(path) for path in (folder.with_name("elsewhere.yaml"), folder, *sorted(folder.glob("*.yaml")))]


def told() -> Mapping[str, Story]:
    """Return how each fault is told, by its name, in the order of the files.

    Raises:
        RuleFileError: If one of the files cannot be used, or two of them tell of one fault.
    """
    paths, now = _files()
    if not _KEPT or _KEPT[0][0] != now:
        _KEPT[:] = [(now, _read(paths, now))]
    return _KEPT[0][1]


def told_often() -> Mapping[str, int]:
    """Return how many times as often as others each fault is told of, by its name; of those that are not here, once as often.

    It is kept apart from the phrases, which nobody reads who looks for a fault in what was made of them.

    Raises:
        RuleFileError: As `told`.
    """
    _, now = _files()
    if not _OFTEN or _OFTEN[0][0] != now:
        _OFTEN[:] = [(now, _often(now))]
    return _OFTEN[0][1]


_KEPT: list[tuple[tuple[Stamp, ...], Mapping[str, Story]]] = []  # what was read last
_OFTEN: list[tuple[tuple[Stamp, ...], Mapping[str, int]]] = []  # the same of how often


def _files() -> tuple[list[Path], tuple[Stamp, ...]]:
    paths = sorted((data.data_dir("rulings") / "told").glob("*.yaml"))
    return paths, tuple(stamp(path) for path in paths)


@attrs.frozen
class UncoveredMatter:
    """A matter that people may speak of and no rule is about: a game where another is dealt, or no game at all.

    Attributes:
        says: What it is called, and words that are said of it alone.
        family: Its family, if it is a game of ours; else empty.
        games: What each game of the family is called, by its id.
    """

    says: tuple[str, ...] = ()
    family: str = ""
    games: Mapping[str, Sequence[str]] = attrs.field(factory=dict)


@attrs.frozen
class Bounds:
    """The bounds of what the rules speak of.

    Attributes:
        games: What people may speak of that no rule is about, by name: games where another is dealt, and more.
        told: How that is told, by its name, where it is told in phrases.
        against: How many times as well as any fault a story has to fit one of these to be taken for that, by family of games;
            under the empty name where nobody knows the family.
        known: How well a story has to fit some fault to be taken for one that is known, by family of games.
        asks: The words that a question begins with.
        asked: How many times better a story has to fit that begins as a question.
    """

    games: Mapping[str, UncoveredMatter]
    told: Mapping[str, tuple[str, ...]]
    against: Mapping[str, float]
    known: Mapping[str, float]
    asks: frozenset[str]
    asked: float

    def least(self, words: Sequence[str], family: str) -> float:
        """Return how well a story has to fit.

        Args:
            words: Its words, as they are indexed.
            family: The family of the game that is dealt; empty where nobody knows.
        """
        limit = self.known.get(family, min(self.known.values(), default=0.0))
        return limit * self.asked if words and words[0] in self.asks else limit


def bounds() -> Bounds:
    """Return where what the rules speak of ends: `rulings/elsewhere.yaml`.

    Raises:
        RuleFileError: If the file cannot be used.
    """
    path = data.data_dir("rulings") / "elsewhere.yaml"
    now = stamp(path)
    if _BOUNDS and _BOUNDS[0][0] == now:
        return _BOUNDS[0][1]
    name = f"elsewhere {path}"
    cached = cache.kept(name)
    if cached is None:
        doc = read_file(path)
        if problems := schema.check(doc, "elsewhere"):
            raise RuleFileError(problems)
        cached = doc.data
        cache.keep(name, [now], cached)
    named = {name.replace("-", " "): spec for name, spec in cached["elsewhere"].items()}
    games = {
        name: UncoveredMatter(tuple(spec.get("says", ())), spec.get("family", ""), spec.get("games", {}))
        for name, spec in named.items()
    }
    told_as = {name: tuple(spec["told"]) for name, spec in named.items() if "told" in spec}
    known, against = ({family: float(limit) for family, limit in cached[key].items()} for key in ("known", "against"))
    against[""] = max(against.values(), default=1.0)
    _BOUNDS[:] = [(now, Bounds(games, told_as, against, known, frozenset(cached["asks"]), float(cached["asked"])))]
    return _BOUNDS[0][1]


_BOUNDS: list[tuple[Stamp, Bounds]] = []  # what was read last


def _read(paths: list[Path], now: tuple[Stamp, ...]) -> Mapping[str, Story]:
    name = f"told {data.data_dir('rulings')}"
    known = cache.kept_with_files(name)
    if known is None or tuple(known[1]) != now:
        known = _checked(paths), list(now)
        cache.keep(name, list(now), known[0])
    return {fault: story_of(story) for fault, story in known[0].items()}


def _often(now: tuple[Stamp, ...]) -> Mapping[str, int]:
    name = f"told often {data.data_dir('rulings')}"
    known = cache.kept_with_files(name)
    if known is not None and tuple(known[1]) == now:
        return dict(known[0])
    often = {fault: story.often for fault, story in told().items() if story.often != 1}
    cache.keep(name, now, often)
    return often


def _checked(paths: list[Path]) -> Mapping[str, StoryEntry]:
    """Read the files; each fault stands in one of them."""
    problems: list[Problem] = []
    stories: dict[str, StoryEntry] = {}
    for path in paths:
        doc = read_file(path)
        wrong = schema.check(doc, "told")
        problems += wrong
        for fault, story in () if wrong else doc.data["told"].items():
            if fault in stories:
                problems.append(doc.problem(("told", fault), f"'{fault}' is told of in another file already", of_key=True))
            stories.setdefault(fault, story)
    if problems:
        raise RuleFileError(problems)
    return stories


def folded(text: str) -> str:
    """Return a phrase in small letters with single spaces, as phrases are compared.

    >>> folded("He went  Back")
    'he went back'
    """
    return " ".join(text.casefold().split())


def phrases() -> Iterator[tuple[str, str]]:
    """Yield every phrase with the fault that it tells of."""
    for fault, story in told().items():
        for phrase in story.told:
            yield fault, phrase
