"""The options of a trainee who begins a drill."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dealerkit.cli.failure import Refusal
from dealerkit.rules.rule_set import RuleSet
from dealerkit.training.drill_choice import ANSWERED
from dealerkit.training.drills import Drill
from dealerkit.training.exercises import at_level
from dealerkit.training.generators import Setting

__all__ = ["ANSWERED", "Request"]

_ELSEWHERE = {
    "walked": "it is dealt at the table: dealerkit drill {id}",
    "timed": "an instructor times it on real cards or chips: dealerkit observe {id}",
    "exam": "it is dealt and asked: dealerkit drill {id}; a paper for a class is made by dealerkit exam new",
    "own": "dealerkit drill --from FILE asks what your room wrote down, dealerkit callout GAME plays patrons for real cards",
}


@attrs.frozen
class Request:
    """A trainee's request for a drill.

    Attributes:
        drill: The drill, by id or path; None for the next of a course.
        level: Its level; None for the open level.
        mode: The help mode: one of `learn`, `guided`, `practice`, `exam`.
        game: The game; None for the drill's own.
        rules: The rule set, by name or path; None for the game's own.
        settings: Options of the game.
        seed: The seed; None to draw one, and to ask weak cells more often.
        items: After how many it ends; None for no end.
        trainee: Name or code; empty for no name.
        clocked: Whether answers are timed.
        kept: Whether answers are kept.
        as_json: Whether the outcome is for another program.
    """

    drill: str | None
    level: int | None
    mode: str
    game: str | None
    rules: str | None
    settings: Mapping[str, str]
    seed: int | None
    items: int | None
    trainee: str
    clocked: bool
    kept: bool
    as_json: bool

    @property
    def rule_set(self) -> RuleSet | None:
        """The rule set that is named."""
        if self.rules is None:
            return None
        from dealerkit.rules.sets import rule_set

        return rule_set(self.rules)

    def at_level(self, drill_: Drill, level: int) -> Setting:
        """Return a drill at a level, of this game and under these rules; errors as of `exercises.at_level`."""
        return at_level(drill_, level, self.game, self.rules, self.settings)

    def is_of_questions(self, where: Setting) -> None:
        """Refuse a drill that is watched or dealt, not asked as questions.

        Raises:
            Refusal: If it is none.
        """
        if where.drill.kind not in ANSWERED:
            msg = f"{where.drill.id} is watched or dealt, not asked as questions"
            raise Refusal(msg, hint=_ELSEWHERE[where.drill.kind].format(game=where.game.id, id=where.drill.id))
