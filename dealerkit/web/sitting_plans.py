"""The plan of a sitting at a drill: a row that comes from a seed, or exercises that stand from the beginning."""

from __future__ import annotations

import json
from typing import Any

import attrs

from dealerkit.rules.games import game as load
from dealerkit.rules.sets import rule_sets
from dealerkit.training.drill_choice import ANSWERED
from dealerkit.training.drill_run import SittingStart
from dealerkit.training.drills import drill
from dealerkit.training.exercises import setting
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item
from dealerkit.training.structure import structured, unstructured


@attrs.frozen
class PlannedSetting:
    """A drill at a level, with the game and the rules that it is asked of, as it is kept.

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
        """Return a setting as it is kept: its game by id or path, its rule set by name or path, every option by value."""
        game = where.game
        rules = "" if game.rules is None else game.rules.name if game.rules.name in rule_sets() else str(game.rules.path)
        options = ((name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in game.options.items())
        return cls(where.drill.id, where.level.number, game.selector, rules, tuple(options))

    def setting(self) -> Setting:
        """Return the setting that exercises are made from.

        Raises:
            UnknownName, NoExercise: If its drill, level, game or rule set is gone.
        """
        drill_ = drill(self.drill)
        if drill_.kind in ANSWERED:
            return setting(self.drill, self.level, self.game or None, self.rules or None, dict(self.settings))
        return Setting(drill_, drill_.level(self.level), load(self.game, self.rules or None, dict(self.settings)))


@attrs.frozen
class PlannedExercise:
    """An exercise of a row that stands from the beginning.

    Attributes:
        where: What it is asked of.
        item: The exercise, whole.
    """

    where: PlannedSetting
    item: Item


@attrs.frozen
class DealtGame:
    """The hands of one game in an exam for oneself.

    Attributes:
        game: The game's id.
        table: The table that they are dealt at; empty before it is opened.
        percent: Points of a hundred, as a fraction, once the exam is over; empty before.
        passed: Whether it is passed by itself, once the exam is over.
    """

    game: str
    table: str = ""
    percent: str = ""
    passed: bool = False


@attrs.frozen
class PracticeTerms:
    """The terms of an exam for oneself: clock, hands, and whether it is over.

    Attributes:
        begun: Since when its clock runs, in seconds since 1970 on the server's clock.
        minutes: How long it may take; 0 for any time.
        games: What is dealt, in its order.
        over: Whether it was handed in, or its time has ended and it was looked at.
        whole: Whether it was gone through when it was over, and not left among its questions.
    """

    begun: float
    minutes: int
    games: tuple[DealtGame, ...]
    over: bool = False
    whole: bool = False


@attrs.frozen
class SittingPlan:
    """The plan of a sitting at a drill; the same plan makes the same row of exercises again.

    Attributes:
        drill: The drill.
        level: The level it begins at.
        game: The game; empty for the drill's own.
        rules: The rule set; empty for the game's own.
        seed: The seed.
        mode: How much help there is.
        items: After how many it ends; 0 for no end.
        trainee: Name or code; empty for no name.
        clocked: Whether answers are timed.
        adaptive: Whether weak and missed cells come more often.
        climbs: Whether the next level begins when it is open.
        again: Exercises that are asked until they are right, each as level, cell and seed; empty for a row without end.
        starts: What was known of the trainee at each level that was begun.
        room: The room of a class in which it is asked; empty for none.
        title: What it is called; empty for the drill's own title.
        rows: The exercises, where they stand from the beginning; empty for a row that is made from the seed.
        until_right: Whether those of `rows` come back that were not answered right and without help.
        table: The table whose slips these are; empty for none.
        label: What training calls the sitting where that is not the drill, as `since riverside`; empty where it is.
        notes: What could not be asked of the files that `rows` came from, in sentences.
        exam: What an exam for oneself has besides; None where it is none.
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
        """Return the plan as the JSON text that the database keeps."""
        settings = list(dict.fromkeys(exercise.where for exercise in self.rows))
        rows = [(settings.index(exercise.where), exercise.item) for exercise in self.rows]
        return json.dumps({**unstructured(self), "rows": unstructured(rows), "settings": unstructured(settings)})

    @classmethod
    def from_json(cls, text: str) -> SittingPlan:
        """Return what `in_json` wrote, or an earlier release did."""
        data: dict[str, Any] = json.loads(text)
        settings = data.pop("settings", ())
        return structured(cls, {**data, "rows": [{"where": settings[at], "item": item} for at, item in data.get("rows", ())]})

    def at(self, level: int) -> Setting:
        """Return the drill at a level; of a row that stands from the beginning, what its first exercise is asked of.

        Raises:
            UnknownName, NoExercise: If there is none.
        """
        if self.rows:
            return self.rows[0].where.setting()
        return setting(self.drill, level, self.game or None, self.rules or None)
