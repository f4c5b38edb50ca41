"""Drills with their skills, levels and targets, from `procedures/training/drills/` and the house."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from pathlib import Path

import attrs

from dealerkit.errors import DealerkitError, Problem, RuleFileError, UnknownName, check_name
from dealerkit.rules import data
from dealerkit.rules.differences import leaves
from dealerkit.rules.doc import Doc, Place, value_at
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import SUFFIXES, follow, read_file
from dealerkit.rules.overlay import extended, with_layers
from dealerkit.rules.rule_set import RuleSet
from dealerkit.rules.schema import checked
from dealerkit.rules.texts import text

HEAD = ("drill", "extends", "note")
"""Keys that identify a drill; they are not inherited."""
NEEDED = ("title", "kind", "skill", "games", "target", "levels")
BY_HAND = ("timed", "walked", "exam", "own")
"""Kinds of drill without a generator: dealt at a table, composed of others, or made from the room's own incidents."""


@attrs.frozen(eq=False)
class DrillLevel:
    """A level of a drill.

    Attributes:
        number: From 1, the easiest.
        title: Its title, in a few words.
        target: Target time of an answer, in seconds.
        settings: Options of the game at this level; a list means the house's own value if it is in the list, else the first.
        games: Ids of the games for which it can be asked; the first is the default.
        told: The generator's parameters (`with:` in the drill's file).
    """

    number: int
    title: str
    target: Decimal
    settings: Mapping[str, object]
    games: tuple[str, ...]
    told: Branch


@attrs.frozen(eq=False)
class Drill:
    """A drill as practised in this house.

    Attributes:
        id: Its id, as `baccarat/third-card-flash`.
        kind: The kind of drill: `asked`, `ordered`, `ruled`, `reviewed`, `walked`, `timed`, `written`, `exam` or `own`.
        title: Its title.
        skill: The skill that it practises.
        generator: The generator of its exercises; empty if it is done at a table.
        rules: The rule sets it can be asked under; empty for every set of the game.
        cite: Ids of the rules.
        codes: The findings that it trains against; `coup/*` for a whole family.
        streaks: Numbers of right answers in a row that are announced.
        levels: Its levels, by number.
        doc: The document, with its bases and the house's changes merged in.
    """

    id: str
    kind: str
    title: str
    skill: str
    generator: str
    rules: tuple[str, ...]
    cite: tuple[str, ...]
    codes: tuple[str, ...]
    streaks: tuple[int, ...]
    levels: Mapping[int, DrillLevel]
    doc: Doc

    @property
    def selector(self) -> str:
        """The text that finds this drill again from the current folder: its id, or the path of a file of the user's own."""
        ours = self.id in data.drills() or self.id in data.drills_apart()
        return self.id if ours else data.seen_from_here(self.doc.origin(("drill",)).file)

    def level(self, number: int) -> DrillLevel:
        """Return the level with a number.

        Raises:
            UnknownName: If there is no such level.
        """
        check_name(f"level of {self.id}", number, self.levels)
        return self.levels[number]

    def is_ours(self, number: int) -> bool:
        """Return whether all parameters of a level are in files that come with dealerkit.

        Args:
            number: The number of the level.
        """
        ours = data.data_dir("procedures").absolute()
        own_places: tuple[Place, ...] = (("drill",), ("with",), ("levels", str(number), "with"))
        places = [
            leaf
            for root in own_places
            for leaf, leaf_value in leaves(value_at(self.doc.data, root), root)
            if leaf_value is not None
        ]
        return all(Path(self.doc.origin(place).file).absolute().is_relative_to(ours) for place in places)

    @contextlib.contextmanager
    def used(self, number: int) -> Iterator[None]:
        """Context manager in which a level's parameters are used; an error in a house's file is reported as that file's.

        Each generator, and each kind of drill that is dealt, reads the parameters under `with:` in its own way, so that no
        schema checks them. An error in one of dealerkit's own drills, which are all tested, is an internal error.

        Args:
            number: The number of the level.

        Raises:
            RuleFileError: If the parameters cannot be used.
        """
        try:
            yield
        except DealerkitError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            if self.is_ours(number):
                raise
            whose = f"the generator '{self.generator}'" if self.generator else f"a drill of the kind '{self.kind}'"
            what = f"{whose} cannot use the settings under `with` here or at the top ({error})"
            hint = "compare it with a drill of the same kind in procedures/training/drills/"
            raise RuleFileError([self.doc.problem(("levels", str(number)), what, hint)]) from error


@attrs.frozen
class Course:
    """A course: the drills for one kind of game, in the order of learning.

    Attributes:
        name: Its name.
        key: The key that chooses it in a menu.
        title: Its title.
        game: The id of the game it begins with.
        drills: Ids of the drills.
    """

    name: str
    key: str
    title: str
    game: str
    drills: tuple[str, ...]


def drill_ids() -> list[str]:
    """Return the ids of dealerkit's own drills, in the order of the courses, then by name.

    Raises:
        RuleFileError: If `procedures/training/courses.yaml` cannot be used.
    """
    known = data.drills()
    first = dict.fromkeys(name for course in courses() for name in course.drills)
    return [*(name for name in first if name in known), *(name for name in known if name not in first)]


def find_drill(selector: str | Path, beside: Path | None = None) -> Path:
    """Return the file of a drill.

    Args:
        selector: The drill's id, the part of the id after the slash if that is unique, or a path.
        beside: The file that a relative path starts from; None for the current folder.

    Raises:
        UnknownName: If there is no such drill, or several with that short name.
    """
    known = data.drills()
    if path := known.get(str(selector)) or data.drills_apart().get(str(selector)):
        return path
    if isinstance(selector, Path) or selector.endswith(SUFFIXES):
        return (beside.parent if beside is not None else Path()) / selector
    named = [name for name in known if name.endswith(f"/{selector}")]
    if len(named) == 1:
        return known[named[0]]
    names = named or [*known, *(name.rpartition("/")[2] for name in known)]
    raise UnknownName(kind="drill", name=str(selector), known=names, allowed="`dealerkit drill --list`")


def drill_doc(selector: str | Path, rules: RuleSet | None = None, problems: list[Problem] | None = None) -> Doc:
    """Return a drill's document, with the drills it extends and a house's changes merged in.

    Args:
        selector: The drill, as for `drill`.
        rules: The rule set of the house; None for no changes.
        problems: List to add schema problems to, for lint, which checks the rest too; None to raise them.

    Raises:
        UnknownName: If there is no such drill.
        RuleFileError: If a file of it cannot be used; the error has every problem.
    """
    base = extended([doc for _, doc in follow(selector, find_drill, read_file)], HEAD)
    base = with_layers(base, rules, str(base.data.get("drill", "")))
    needed = (*NEEDED, *(("generator",) if base.data.get("kind") not in BY_HAND else ()))
    return checked(base, "drill", needed, problems)


def drill(selector: str | Path, rules: RuleSet | None = None, problems: list[Problem] | None = None) -> Drill:
    """Return a drill.

    Args:
        selector: Its id, the part of its id after the slash if that is unique, or the path of a file of your own.
        rules: The rule set of the house, which may override levels and targets.
        problems: List to add schema problems to, as for `drill_doc`.

    Raises:
        UnknownName: If there is no such drill.
        RuleFileError: If a file of it cannot be used.
    """
    doc = drill_doc(selector, rules, problems)
    content = doc.data
    games = tuple(content["games"])
    return Drill(
        id=content["drill"],
        kind=content["kind"],
        title=text(content["title"]),
        skill=text(content["skill"]),
        generator=content.get("generator", ""),
        rules=tuple(content.get("rules", ())),
        cite=tuple(content.get("cite", ())),
        codes=tuple(content.get("codes", ())),
        streaks=tuple(content.get("streaks", ())),
        levels={int(number): _level(int(number), entry, content, games) for number, entry in sorted(content["levels"].items())},
        doc=doc,
    )


def _level(number: int, entry: Branch, data: Branch, games: tuple[str, ...]) -> DrillLevel:
    return DrillLevel(
        number=number,
        title=text(entry.get("title")),
        target=Decimal(str(entry.get("target", data["target"]))),
        settings=entry.get("set", {}),
        games=tuple(entry.get("games", games)),
        told={**data.get("with", {}), **entry.get("with", {})},
    )


@functools.cache
def _courses_doc() -> Doc:
    return checked(read_file(data.data_dir("procedures") / "training" / "courses.yaml"), "courses")


@functools.cache
def courses() -> tuple[Course, ...]:
    """Return the courses, in the order in which they are offered.

    Raises:
        RuleFileError: If `procedures/training/courses.yaml` cannot be used.
    """
    return tuple(
        Course(name, entry["key"], text(entry.get("title")) or name, entry["game"], tuple(entry["drills"]))
        for name, entry in _courses_doc().data["courses"].items()
    )


def looked_at(families: Collection[str]) -> tuple[str, ...]:
    """Return the points, such as accuracy, that an instructor marks from 1 to 5 besides the slips.

    Args:
        families: The families of the games that were dealt.
    """
    listed = _courses_doc().data.get("looked_at", ())
    return tuple(text(mark["what"]) for mark in listed if not {*families}.isdisjoint(mark.get("families", families)))


def observed(family: str) -> tuple[str, ...]:
    """Return the codes of the slips that have a key of their own while a dealer of this family of games is watched."""
    return tuple(_courses_doc().data.get("observed", {}).get(family, ()))


@attrs.frozen
class PracticeDay:
    """How much a trainee should practise in a day.

    Attributes:
        minutes: Most minutes of repetition in a day.
        item_ms: Milliseconds to allow for an exercise that was never timed.
    """

    minutes: int
    item_ms: int

    @property
    def ms(self) -> int:
        """The minutes in milliseconds."""
        return self.minutes * 60_000


@functools.cache
def practice_day() -> PracticeDay:
    """Return the limits of a day's practice, from `day:` of `procedures/training/courses.yaml`."""
    entry = _courses_doc().data["day"]
    return PracticeDay(int(entry["minutes"]), int(entry["item"]) * 1000)


def calibration() -> Mapping[str, int]:
    """Return the numbers for calibration papers: `disputes` on a paper, `choices` for each, `least` sheets for a report."""
    return {name: int(value) for name, value in _courses_doc().data["calibration"].items()}
