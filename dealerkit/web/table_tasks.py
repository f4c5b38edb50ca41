"""The task of a table: what it is dealt for (a drill at a level, an exam, a class), and by which trainee."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import attrs

from dealerkit.training import walked_drills
from dealerkit.training.drills import drill
from dealerkit.training.exercises import setting
from dealerkit.training.generators import Setting
from dealerkit.training.walk.code import Plan


@attrs.frozen
class TableTask:
    """The purpose for which a table is dealt, and the trainee who deals it.

    Attributes:
        trainee: Name under which it is saved; may be empty.
        drill: Id of the drill; empty for none.
        level: The drill's level.
        rounds: Number of rounds after which no more acts are accepted; 0 for no end.
        until: Name of the step before which dealing stops, once a round was dealt; empty for none.
        paced: Whether a round that was dealt too slowly counts as wrong.
        clocked: Whether time counts.
        room: Id of the class; empty for none.
        exam: Id of the exam whose hands these are; empty for none.
        part: The part of the exam's hands.
        again: Whether it continues from a slip of another table, so that nothing is saved for progress.
        practice: Id of the practice exam whose hands these are; empty for none.
    """

    trainee: str = ""
    drill: str = ""
    level: int = 0
    rounds: int = 0
    until: str = ""
    paced: bool = False
    clocked: bool = True
    room: str = ""
    exam: str = ""
    part: str = ""
    again: bool = False
    practice: str = ""

    def in_json(self) -> str:
        """Return the task as JSON for the database."""
        usual = TableTask()
        data = attrs.asdict(self)
        return json.dumps({name: value for name, value in data.items() if value != getattr(usual, name)}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> TableTask:
        """Return the task in JSON from `in_json`."""
        data: Mapping[str, Any] = json.loads(text)
        return cls(**data)

    def where(self, plan: Plan) -> Setting | None:
        """Return the drill of this table at its level; None if the table deals no drill.

        Args:
            plan: The plan of the table.

        Raises:
            UnknownName: If the drill or level no longer exists.
        """
        if not self.drill:
            return None
        own = plan.game in drill(self.drill).level(self.level).games  # an exam also deals games other than its own
        return setting(self.drill, self.level, plan.game if own else None, plan.rules if own else None)


def drill_table(
    name: str, number: int, *, seed: int, game: str = "", rules: str = "", trainee: str = ""
) -> tuple[Plan, TableTask]:
    """Return the plan and the task of a table for a drill that is dealt, like `dealerkit drill`.

    Args:
        name: The drill's id.
        number: The level.
        seed: The seed of cards, players and their mistakes.
        game: The game; empty for the level's own.
        rules: The rule set; empty for the game's own.
        trainee: Name under which it is saved; may be empty.

    Raises:
        UnknownName, RuleFileError: If there is no such drill, level, game or rule set.
    """
    where = setting(name, number, game or None, rules or None)
    plan = plan_at(where, where.game.id, rules or None, seed, walked_drills.mode_of(where))
    task = TableTask(
        trainee=trainee,
        drill=where.drill.id,
        level=where.level.number,
        rounds=walked_drills.rounds_of(where),
        until=walked_drills.until_of(where),
        paced=walked_drills.is_paced(where),
    )
    return plan, task


def plan_at(where: Setting, game: str, rules: str | None, seed: int, mode: str) -> Plan:
    """Return the plan of a table (game, rules, seed, mode) at a level of a drill.

    Args:
        where: The drill at its level.
        game: The id of the game.
        rules: The rule set; None for the game's own.
        seed: The seed of the cards.
        mode: The help mode.
    """
    return Plan(
        game=game,
        rules=rules,
        settings=walked_drills.settings_at(where, game, rules, {}),
        seats=walked_drills.seats_at(where, game),
        seed=seed,
        level=int(where.told("walk", 0)),
        mode=mode,
        step=walked_drills.step_of(where, game),
    )
