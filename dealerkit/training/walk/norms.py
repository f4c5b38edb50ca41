"""The norms of a walk: points, pass mark, pace; from `procedures/training/walks.yaml` and the house.

A rule set that marks otherwise says so under `procedures: {walk/norms: {score: {pass: 90, majors: 1}}}`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import attrs

from dealerkit.errors import RuleFileError
from dealerkit.rules import data
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import read_file
from dealerkit.rules.games import Game
from dealerkit.rules.overlay import overlay
from dealerkit.rules.rule_set import RuleSet
from dealerkit.rules.schema import check


@attrs.frozen
class Marking:
    """The points that slips cost (ledger of errors and drills, section 3).

    Attributes:
        points: Points by severity; a critical slip costs no points but the pass.
        often: The same minor slip more often than this in one round counts as one major.
        pass_mark: Of a hundred.
        majors: Most major slips of a pass; None for any number.
    """

    points: Mapping[str, int]
    often: int
    pass_mark: int
    majors: int | None = None


@attrs.frozen
class HandPace:
    """Rounds an hour at a table.

    Attributes:
        slow: From so many on somebody keeps pace.
        fast: So many are the other end of what is usual.
    """

    slow: int
    fast: int


@attrs.frozen
class Sampling:
    """The measure of pace.

    Attributes:
        apart: Verbs of acts before which the time is not counted: what is done between hands.
        least: Seconds of dealing under which no pace is told.
        sample: Seconds that a fair sample takes.
    """

    apart: frozenset[str]
    least: int
    sample: int


@functools.lru_cache(maxsize=8)
def _norms(rules: RuleSet | None = None) -> Branch:
    doc = read_file(data.norms())
    for layer in rules.layers if rules is not None else ():
        if isinstance(layer.data.get(data.NORMS), dict):
            doc = overlay(doc, layer.at((data.NORMS,)))
    if problems := check(doc, "walks"):
        raise RuleFileError(problems)
    content: Branch = doc.data
    return content


@functools.lru_cache(maxsize=8)
def marking(rules: RuleSet | None = None) -> Marking:
    """Return how slips become points.

    Args:
        rules: The rule set in force; None for none.

    Raises:
        RuleFileError: If `procedures/training/walks.yaml`, or what the rule set lays over it, cannot be used.
    """
    score = _norms(rules)["score"]
    return Marking(dict(score["points"]), int(score["often"]), int(score["pass"]), score.get("majors"))


@functools.cache
def sampling() -> Sampling:
    """Return how pace is measured."""
    pace_data = _norms()["pace"]
    return Sampling(frozenset(pace_data["apart"]), int(pace_data["least"]), int(pace_data["sample"]))


def _house_norm(game: Game, key: str) -> Any:
    """Return the norm of a game, or of its family, or of every game; None if there is none."""
    walks = _norms(game.rules)["walks"]
    return next((walks[name][key] for name in (game.id, game.family, "every") if key in walks.get(name, {})), None)


def pace_of(game: Game) -> HandPace | None:
    """Return the usual pace at a table of a game; None if none is published."""
    pace_data = _house_norm(game, "pace")
    return HandPace(int(pace_data[0]), int(pace_data[1])) if pace_data is not None else None


def offered() -> Mapping[str, str]:
    """Return the games offered by default: ids by key."""
    return {str(key): str(game) for key, game in _norms()["offered"].items()}
