"""A game compiled for a table: procedure, duties, remedies, and the catalogue of findings."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import attrs

from dealerkit.procedure.duties import Likely, Watch, duties, likely, loud, verbs_minded
from dealerkit.procedure.planners.table import MOVED_UNASKED
from dealerkit.procedure.remedies import Remedy, compile_remedies
from dealerkit.procedure.setup import compiler, game_data, program
from dealerkit.procedure.steps import DealerStep, Section
from dealerkit.rules.entries import Branch, FindingEntry
from dealerkit.rules.games import Game
from dealerkit.rules.sets import catalogue

CHIPS_BACK = DealerStep(id="chips_back", path="chips_back", params={}, do=MOVED_UNASKED, verbs=MOVED_UNASKED.verbs)
"""Step outside any procedure, for the return of chips that the dealer moved unasked."""


@attrs.frozen(eq=False)
class CompiledGame:
    """A game under a rule set, compiled.

    Attributes:
        game: The resolved game.
        felt: The `felt:` part of the game's file: places, gestures, acts that are always a fault.
        program: The procedure of the game, as one section.
        watch: Duties, by the verbs that may bring them.
        likely: Duties that an act can bring at all, by three things: its verb, whether it was due, and whether the felt made a
            remark on it.
        loud: Duties that an ordinary act may bring although it was due or asked for, by its verb: first in a round without a
            slip, then in a round after a slip.
        minded: Verbs of the dealer's acts that bring or settle duties.
        remedies: The rule set's remedies, by id.
        catalogue: Entry of each finding, by code.
    """

    game: Game
    felt: Branch
    program: Section
    watch: Watch
    likely: Likely
    loud: tuple[Watch, Watch]
    minded: frozenset[str]
    remedies: Mapping[str, Remedy]
    catalogue: Mapping[str, FindingEntry]


@functools.lru_cache(maxsize=32)
def compiled_game(game: Game) -> CompiledGame:
    """Return a resolved game, compiled; cached.

    Raises:
        RuleFileError: With every problem in its files.
    """
    watch = duties(game.data, compiler(game.doc), game.say)
    rules = game.rules
    findings: Mapping[str, FindingEntry] = rules.findings if rules is not None else catalogue().findings.data["findings"]
    data = game_data(game)
    return CompiledGame(
        game,
        game.data["felt"],
        program(game, data),
        watch,
        likely(watch, data),
        loud(watch, data),
        verbs_minded(watch),
        compile_remedies(rules) if rules is not None else {},
        findings,
    )
