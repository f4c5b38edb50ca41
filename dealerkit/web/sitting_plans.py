"""The plan of a sitting (a series of questions at a drill): a random sequence of exercises from a seed, or a fixed one."""

from __future__ import annotations

import json
from typing import Any

import attrs

from dealerkit.files.plain_data import as_plain
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import rule_sets
from dealerkit.training.drill_choice import ANSWERED
from dealerkit.training.drill_run import SittingStart
from dealerkit.training.drills import drill
from dealerkit.training.exercises import setting
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item
from dealerkit.training.structure import structured


@attrs.frozen
class PlannedSetting:
    """The stored form of a drill's setting, from which exercises are drawn: drill, level, game and rules.

    Attributes:
        drill: The drill's id.
        level: The level.
        game: The game; empty for the level's own.
        rules: The rule set; empty for the game's own.
        settings: Options of the game, each with its name and value.
    """

    drill: str
    level: int
    game: str = ""
    rules: str = ""
    settings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, where: Setting) -> PlannedSetting:
        """Return the stored form of a setting: game by id or path, rule set by name or path, every option by value."""
        game = where.game
        rules = "" if game.rules is None else game.rules.name if game.rules.name in rule_sets() else str(game.rules.path)
        options = ((name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in game.options.items())
        return cls(where.drill.id, where.level.number, game.selector, rules, tuple(options))

    def setting(self) -> Setting:
        """Return the setting from which exercises are drawn.

        Raises:
            UnknownName, NoExercise: If its drill, level, game or rule set no longer exists.
        """
        drill_ = drill(self.drill)
        if drill_.kind in ANSWERED:
            return setting(self.drill, self.level, self.game or None, self.rules or None, dict(self.settings))
        return Setting(drill_, drill_.level(self.level), load(self.game, self.rules or None, dict(self.settings)))


@attrs.frozen
class PlannedExercise:
    """An exercise of a fixed sequence.

    Attributes:
        where: The setting of the exercise.
        item: The complete exercise.
    """

    where: PlannedSetting
    item: Item


@attrs.frozen
class DealtGame:
    """The hands of one game in a practice exam.

    Attributes:
        game: The game's id.
        table: Id of their table; empty before it is opened.
        percent: Points of a hundred, as a fraction, once the exam is over; empty before.
        passed: Whether these hands are passed, once the exam is over.
    """

    game: str
    table: str = ""
    percent: str = ""
    passed: bool = False


@attrs.frozen
class PracticeTerms:
    """The terms of a practice exam: clock, hands, whether it is over.

    Attributes:
        begun: Start of its clock, in seconds since 1970 on the server's clock.
        minutes: The time limit in minutes; 0 for none.
        games: The games to deal, in order.
        over: Whether it was handed in, or was looked at after its time had ended.
        whole: Whether it was taken to its end, rather than left before the last question.
    """

    begun: float
    minutes: int
    games: tuple[DealtGame, ...]
    over: bool = False
    whole: bool = False


@attrs.frozen
class SittingPlan:
    """The plan of a sitting at a drill; the same plan always gives the same sequence of exercises.

    Attributes:
        drill: The drill.
        level: The first level.
        game: The game; empty for the drill's own.
        rules: The rule set; empty for the game's own.
        seed: The seed.
        mode: The help mode, a name of `MODES`.
        items: Number of exercises; 0 for no end.
        trainee: Name or code; empty for no name.
        clocked: Whether answers are timed.
        adaptive: Whether kinds of exercise (cells) that the trainee is weak at come more often.
        climbs: Whether the next level begins as soon as it is open to the trainee.
        again: Exercises that are asked until they are right, each as level, kind of exercise and seed; empty for an endless
            sequence.
        starts: The trainee's progress at the beginning of each level.
        room: Id of the class in which it is asked; empty for none.
        title: The title; empty for the drill's own.
        rows: The exercises of a fixed sequence; empty for one made from the seed.
        until_right: Whether exercises of `rows` come back until they are answered right without help.
        table: Id of the table whose slips these are; empty for none.
        label: Label in the training file if it is not the drill, such as `since riverside`; else empty.
        notes: Sentences about the parts of files that could not be asked, if `rows` came from files.
        exam: The terms of a practice exam; None if it is not one.
    """

    drill: str
    level: int
    game: str = ""
    rules: str = ""
    seed: str = "1"
    mode: str = "guided"
    items: int = 0
    trainee: str = ""
    clocked: bool = True
    adaptive: bool = True
    climbs: bool = True
    again: tuple[tuple[int, str, str], ...] = ()
    starts: tuple[SittingStart, ...] = ()
    room: str = ""
    title: str = ""
    rows: tuple[PlannedExercise, ...] = ()
    until_right: bool = False
    table: str = ""
    label: str = ""
    notes: tuple[str, ...] = ()
    exam: PracticeTerms | None = None

    def in_json(self) -> str:
        """Return the plan as JSON for the database."""
        settings = list(dict.fromkeys(exercise.where for exercise in self.rows))
        rows = [(settings.index(exercise.where), exercise.item) for exercise in self.rows]
        return json.dumps({**as_plain(self), "rows": as_plain(rows), "settings": as_plain(settings)})

    @classmethod
    def from_json(cls, text: str) -> SittingPlan:
        """Return the plan in JSON from `in_json`, of this or an earlier release."""
        data: dict[str, Any] = json.loads(text)
        settings = data.pop("settings", ())
        return structured(cls, {**data, "rows": [{"where": settings[at], "item": item} for at, item in data.get("rows", ())]})

    def at(self, level: int) -> Setting:
        """Return the drill's setting at a level; for a fixed sequence, the setting of its first exercise.

        Raises:
            UnknownName, NoExercise: If there is no such setting.
        """
        if self.rows:
            return self.rows[0].where.setting()
        return setting(self.drill, level, self.game or None, self.rules or None)
