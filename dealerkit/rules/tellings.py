"""Stories: phrases in which players and dealers describe a fault; `rulings/told/*.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from dealerkit.errors import Problem, RuleFileError
from dealerkit.files.late_modules import late_imports
from dealerkit.rules import data
from dealerkit.rules.files import Stamp, read_file, remembered, stamp

if TYPE_CHECKING:
    from dealerkit.rules.entries import StoryEntry

with late_imports():  # not needed for data cached from an earlier run, which is not checked again
    from dealerkit.rules import schema


@attrs.frozen
class FactWords:
    """The phrases by which a story shows the value of one fact.

    Attributes:
        words: Phrases for each value.
        beside: Phrases of which one must be next to the value's phrase; empty if that may stand anywhere.
        asked: Phrases that leave the fact open, even if a value is mentioned.
    """

    words: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    beside: Sequence[str] = ()
    asked: Sequence[str] = ()


@attrs.frozen
class Story:
    """The phrases in which people describe one fault.

    Attributes:
        told: Phrases, as said at tables.
        unlike: Faults that it is easily confused with: by name, a sentence with the difference.
        often: How often it happens, as a multiple of an average fault.
        tells: For each of its facts, the phrases that show the fact's value.
    """

    told: tuple[str, ...]
    unlike: Mapping[str, str] = attrs.field(factory=dict)
    often: int = 1
    tells: Mapping[str, FactWords] = attrs.field(factory=dict)


STORY = frozenset({"told", "unlike", "often", "tells"})
"""Keys of a story, in a file of stories or beside a house's own fault."""


def story_of(entry: Mapping[str, Any]) -> Story:
    """Return a story from its entry in a rule file; a fault that a house defines itself may have no phrases.

    Args:
        entry: The entry, with `told` and the like.
    """
    tells = {name: FactWords(**values) for name, values in entry.get("tells", {}).items()}
    return Story(tuple(entry.get("told", ())), entry.get("unlike", {}), entry.get("often", 1), tells)


def told_files() -> list[Stamp]:
    """Return the files of stories, the file of matters without rules, and their folder, each with path, time and size."""
    folder = _folder()
    return [stamp(folder.with_name("elsewhere.yaml")), *_told_in(folder)]


def _told_in(folder: Path) -> list[Stamp]:
    return [stamp(path) for path in (folder, *sorted(folder.glob("*.yaml")))]


def told() -> Mapping[str, Story]:
    """Return the phrases that describe each fault, by fault, in the order of the files.

    Raises:
        RuleFileError: If a file cannot be used, or two files have the same fault.
    """
    folder = _folder()
    stories: Mapping[str, Story] = remembered(
        f"told {folder.parent}",
        lambda: (_told_in(folder), _checked(folder)),
        lambda stories: {fault: story_of(story) for fault, story in stories.items()},
    )
    return stories


def told_often() -> Mapping[str, int]:
    """Return how often each fault happens, by name, as a multiple of an average fault; a fault that is missing counts as 1.

    It is stored apart from the phrases, since a search in the finished index does not read these.

    Raises:
        RuleFileError: As `told`.
    """
    folder = _folder()
    often: Mapping[str, int] = remembered(
        f"told often {folder.parent}",
        lambda: (_told_in(folder), {fault: story.often for fault, story in told().items() if story.often != 1}),
        dict,
    )
    return often


def _folder() -> Path:
    return data.data_dir("rulings") / "told"


@attrs.frozen
class UncoveredMatter:
    """A subject on which dealerkit has no rules: another game, or no game at all.

    Attributes:
        says: Its title, and words that mean nothing else.
        family: For a game that dealerkit deals, its family; empty otherwise.
        games: For each game of that family, by id, the names that people use for it.
    """

    says: tuple[str, ...] = ()
    family: str = ""
    games: Mapping[str, Sequence[str]] = attrs.field(factory=dict)


@attrs.frozen
class Bounds:
    """Limits by which a told story is judged to be about one of dealerkit's faults or about something without rules.

    A story's fit is a number that says how well its words match a subject.

    Attributes:
        games: Subjects without rules, by name: other games, and further matters.
        told: Phrases that describe such subjects, by name; a subject may have none.
        against: Factor by which a story must fit such a subject better than any fault, by family of games; under the empty name
            for an unknown family.
        known: Smallest fit with a fault by which a story counts as a story of that fault, by family of games.
        asks: First words of questions.
        asked: Factor by which the smallest fit is multiplied for a story that begins as a question.
    """

    games: Mapping[str, UncoveredMatter]
    told: Mapping[str, tuple[str, ...]]
    against: Mapping[str, float]
    known: Mapping[str, float]
    asks: frozenset[str]
    asked: float

    def least(self, words: Sequence[str], family: str) -> float:
        """Return the smallest fit by which a story counts as a story of some fault.

        Args:
            words: The story's words, in the form in which they are indexed.
            family: Family of the game dealt; empty if unknown.
        """
        limit = self.known.get(family, min(self.known.values(), default=0.0))
        return limit * self.asked if words and words[0] in self.asks else limit


def bounds() -> Bounds:
    """Return the limits that tell faults from subjects without rules, from `rulings/elsewhere.yaml`.

    Raises:
        RuleFileError: If the file cannot be used.
    """
    path = data.data_dir("rulings") / "elsewhere.yaml"

    def make() -> tuple[list[Stamp], object]:
        return [stamp(path)], schema.checked(read_file(path), "elsewhere").data

    return remembered(f"elsewhere {path}", make, _bounds)


def _bounds(entry: Mapping[str, Any]) -> Bounds:
    """Return the bounds described by the data of `elsewhere.yaml`."""
    named = {name.replace("-", " "): spec for name, spec in entry["elsewhere"].items()}
    games = {
        name: UncoveredMatter(tuple(spec.get("says", ())), spec.get("family", ""), spec.get("games", {}))
        for name, spec in named.items()
    }
    told_as = {name: tuple(spec["told"]) for name, spec in named.items() if "told" in spec}
    known, against = ({family: float(limit) for family, limit in entry[key].items()} for key in ("known", "against"))
    against[""] = max(against.values(), default=1.0)
    return Bounds(games, told_as, against, known, frozenset(entry["asks"]), float(entry["asked"]))


def _checked(folder: Path) -> Mapping[str, StoryEntry]:
    """Return the stories in the files of a folder, after checking that each fault is in only one file."""
    problems: list[Problem] = []
    stories: dict[str, StoryEntry] = {}
    for path in sorted(folder.glob("*.yaml")):
        doc = read_file(path)
        wrong = schema.check(doc, "told")
        problems += wrong
        for fault, story in () if wrong else doc.data["told"].items():
            if fault in stories:
                problems.append(
                    doc.problem(("told", fault), f"the phrases of the fault '{fault}' are already in another file", of_key=True)
                )
            stories.setdefault(fault, story)
    if problems:
        raise RuleFileError(problems)
    return stories


def folded(text: str) -> str:
    """Return a phrase in small letters with single spaces, in which form phrases are compared.

    >>> folded("He went  Back")
    'he went back'
    """
    return " ".join(text.casefold().split())


def phrases() -> Iterator[tuple[str, str]]:
    """Yield every phrase with its fault."""
    for fault, story in told().items():
        for phrase in story.told:
            yield fault, phrase
