"""Generators of exercises, one a file, named as in the drills' files.

A generator draws a situation, puts it as a question, and computes its key, the right answer, from the rules in force. Tests
compute each answer a second time, by a method that shares no function with the key (`tests/training/oracles`).

A generator is a module here with a subclass of `Generator`, and `GENERATOR`, an instance of it.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
from collections.abc import Mapping
from random import Random
from typing import Any, Generic, TypeVar

import attrs

from dealerkit.errors import RuleFileError
from dealerkit.rules.games import Game
from dealerkit.rules.rule_set import RuleSet
from dealerkit.training.drills import Drill, DrillLevel
from dealerkit.training.items import Key, Question

G = TypeVar("G")


@attrs.frozen(eq=False)
class Setting:
    """A drill at one of its levels, with the game and rules that its exercises are about.

    Attributes:
        drill: The drill.
        level: Its level.
        game: The game, with rule set and options in force.
    """

    drill: Drill
    level: DrillLevel
    game: Game

    @property
    def rules(self) -> RuleSet:
        """The rule set in force. Only for games that have one: a game without a rule set fails an assertion."""
        assert self.game.rules is not None
        return self.game.rules

    @property
    def chain(self) -> tuple[str, ...]:
        """Names of the rule set in force and of those it extends; empty for a game without one."""
        return self.game.rules.chain if self.game.rules is not None else ()

    def told(self, name: str, default: object = None) -> Any:
        """Return a parameter of the level, from `with:` in the drill's file.

        Args:
            name: The parameter.
            default: The value to return if the level does not have it.
        """
        return self.level.told.get(name, default)

    def cited(self, *cases: str) -> tuple[str, ...]:
        """Return the ids of the rules that a right answer rests on, each once, from `with: rules:` in the drill's file.

        Args:
            cases: The cases that occur in the exercise, as `rules:` names them.

        Raises:
            RuleFileError: If the file has no rules for a case.
        """
        name = "rules"
        by_case = self.told(name, {})
        for case in cases:
            if not isinstance(by_case.get(case), list):
                raise self.wrong(name, f"no rules are listed for '{case}'")
        return tuple(dict.fromkeys(str(rule) for case in cases for rule in by_case[case]))

    def wrong(self, name: str, what: str) -> RuleFileError:
        """Return the error for a value under `with:` that the generator cannot use; the caller raises it.

        Args:
            name: The parameter.
            what: The message.
        """
        return RuleFileError([self.drill.doc.problem(("levels", str(self.level.number), "with", name), what)])

    def asked(self) -> contextlib.AbstractContextManager[None]:
        """Context manager in which a generator runs; an error in a house's file is reported as that file's (`Drill.used`)."""
        return self.drill.used(self.level.number)


class Generator(Generic[G]):
    """Makes the exercises of a drill.

    `G` is the type of its situations: a frozen value with all data for question and key (the right answer).
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the cells that can be practised, each with the class of its answers.

        A cell is the unit that the schedule repeats after a wrong answer: a square of the tableau, a rule's id, a kind of
        slip. Classes are drawn equally often, however many cells they have, so that always giving the commonest answer gains
        nothing. If the cell does not determine the class of the answer, every cell has the class ''.
        """
        raise NotImplementedError

    def draw(self, setting: Setting, cell: str, rng: Random) -> G | None:
        """Return a situation of a cell; None if this attempt gave none.

        Args:
            setting: The drill, its level and the game.
            cell: The cell to practise, one of `cells`.
            rng: The random source; the same seed gives the same situation.
        """
        raise NotImplementedError

    def question(self, setting: Setting, given: G) -> Question:
        """Return the question for a situation.

        Args:
            setting: The drill, its level and the game.
            given: The situation, from `draw`.
        """
        raise NotImplementedError

    def key(self, setting: Setting, given: G) -> Key:
        """Return the right answer to a situation by the rules in force, with its working and rules.

        Args:
            setting: The drill, its level and the game.
            given: The situation, from `draw`.
        """
        raise NotImplementedError

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the lines that `?` shows at this level, from `with: help:` of the drill's file. Looking at them counts as
        help.
        """
        return tuple(setting.told("help", ()))


def is_generator(name: str) -> bool:
    """Return whether a generator of this name exists."""
    return name.isidentifier() and importlib.util.find_spec(f"{__name__}.{name}") is not None


def generator(drill: Drill) -> Generator[object]:
    """Return the generator of a drill.

    Raises:
        RuleFileError: If there is no such generator.
    """
    if not is_generator(drill.generator):
        raise RuleFileError([drill.doc.problem(("generator",), f"unknown generator: '{drill.generator}'")])
    loaded: Generator[object] = importlib.import_module(f"{__name__}.{drill.generator}").GENERATOR
    return loaded
