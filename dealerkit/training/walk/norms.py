"""The norms of a walk: points, pass mark and pace, from `procedures/training/walks.yaml` and the house's file.

A rule set with other norms has them under `procedures: {walk/norms: {score: {pass: 90, majors: 1}}}`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import attrs

from dealerkit.rules import data
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import read_file
from dealerkit.rules.games import Game
from dealerkit.rules.overlay import with_layers
from dealerkit.rules.rule_set import RuleSet
from dealerkit.rules.schema import checked


@attrs.frozen
class Marking:
    """The points that slips cost, and what is a pass (ledger of errors and drills, section 3).

    Attributes:
        points: Points by severity; a critical slip costs no points, but fails the walk.
        often: If the same minor slip comes more often than this in one round, it counts as one major slip.
        pass_mark: Least points of a hundred for a pass.
        majors: Most major slips of a pass; None for any number.
    """

    points: Mapping[str, int]
    often: int
    pass_mark: int
    majors: int | None = None


@attrs.frozen
class HandPace:
    """The usual number of rounds an hour at a table.

    Attributes:
        slow: Lower end of the usual range.
        fast: Upper end of the usual range.
    """

    slow: int
    fast: int


@attrs.frozen
class Sampling:
    """How a dealer's pace is measured.

    Attributes:
        apart: Verbs of acts between hands; the time before them is not counted.
        least: Least seconds of dealing for which a pace is shown.
        sample: Seconds of dealing that make a fair sample.
    """

    apart: frozenset[str]
    least: int
    sample: int


@functools.lru_cache(maxsize=8)
def _norms(rules: RuleSet | None = None) -> Branch:
    content: Branch = checked(with_layers(read_file(data.norms()), rules, data.NORMS), "walks").data
    return content


@functools.lru_cache(maxsize=8)
def marking(rules: RuleSet | None = None) -> Marking:
    """Return the points for slips.

    Args:
        rules: The rule set in force; None for none.

    Raises:
        RuleFileError: If `procedures/training/walks.yaml`, or the rule set's change of it, cannot be used.
    """
    score = _norms(rules)["score"]
    return Marking(dict(score["points"]), int(score["often"]), int(score["pass"]), score.get("majors"))


@functools.cache
def sampling() -> Sampling:
    """Return how pace is measured: what is not counted, and for how long to watch."""
    pace_data = _norms()["pace"]
    return Sampling(frozenset(pace_data["apart"]), int(pace_data["least"]), int(pace_data["sample"]))


def _house_norm(game: Game, key: str) -> Any:
    """Return a norm for a game, for its family, or for every game; None if there is none."""
    walks = _norms(game.rules)["walks"]
    return next((walks[name][key] for name in (game.id, game.family, "every") if key in walks.get(name, {})), None)


def pace_of(game: Game) -> HandPace | None:
    """Return the usual pace at a table of a game; None if none is published."""
    pace_data = _house_norm(game, "pace")
    return HandPace(int(pace_data[0]), int(pace_data[1])) if pace_data is not None else None


def offered() -> Mapping[str, str]:
    """Return the games in the menu that a walk begins with: the key to press, and the game's id."""
    return {str(key): str(game) for key, game in _norms()["offered"].items()}
