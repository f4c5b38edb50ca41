"""The options with which a trainee begins a drill."""

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
    "walked": "deal it at the table: dealerkit drill {id}",
    "timed": "an instructor times it with real cards or chips: dealerkit observe {id}",
    "exam": "deal it and answer: dealerkit drill {id}; for a class paper: dealerkit exam new",
    "own": "use dealerkit drill --from FILE for your room's own slips, or dealerkit callout GAME to deal real cards",
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
        items: Number of exercises to ask; None for no end.
        trainee: The trainee's name or code; may be empty.
        clocked: Whether answers are timed.
        kept: Whether answers are saved.
        as_json: Whether the result is printed as JSON.
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
        """The rule set of the request; None if none is named."""
        if self.rules is None:
            return None
        from dealerkit.rules.sets import rule_set

        return rule_set(self.rules)

    def at_level(self, drill_: Drill, level: int) -> Setting:
        """Return a drill at a level, with the requested game and rules; the errors are those of `exercises.at_level`."""
        return at_level(drill_, level, self.game, self.rules, self.settings)

    def is_of_questions(self, where: Setting) -> None:
        """Refuse a drill that has no questions: it is dealt, or an instructor watches.

        Raises:
            Refusal: If it is such a drill.
        """
        if where.drill.kind not in ANSWERED:
            msg = f"{where.drill.id} has no questions: it is dealt, or an instructor watches"
            raise Refusal(msg, hint=_ELSEWHERE[where.drill.kind].format(game=where.game.id, id=where.drill.id))
