"""What the commands of training share: the store, opened by the clock on the wall, and how its figures are said."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dealerkit.cli.common import note
from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.jobs.journal import clock
from dealerkit.rules.texts import text

if TYPE_CHECKING:
    from dealerkit.training.store import TrainingStore


F = TypeVar("F", bound=Callable[..., Any])

TRAINEE = "DEALERKIT_TRAINEE"
"""Says who drills, where no `--as` does."""


def trainee_option(help_: str) -> Callable[[F], F]:
    """Make the option `--as`, which says who is trained; the command gets `trainee`, empty for nobody named.

    Args:
        help_: What the option's help says.
    """
    return click.option("--as", "trainee", metavar="NAME", default=lambda: os.environ.get(TRAINEE, ""), help=help_)


YOURSELF = f"Who you are: a name or a code. Default: {TRAINEE}, or nobody named."


def open_store(*, strict: bool = False) -> TrainingStore:
    """Open the store in the user's data folder.

    Args:
        strict: Whether a file that cannot be written or is damaged stops the command. Else it is told, a damaged one is set aside
            and another begun, and the command goes on.

    Raises:
        TrainingError: If it cannot be used.
    """
    from dealerkit.training.store import TrainingStore

    return TrainingStore.open(now=now, tell=None if strict else lambda said: note(f"note: {said}"))


def now() -> datetime:
    """Return the time, in the zone of this machine."""
    return datetime.now(tz=clock.zone_of(clock.zone_here()))


_NO_DRILLS = {"walk/slips": "Slips of walks", "room/incidents": "The room's own slips"}
"""What is kept and scheduled under an id that is no drill's."""


@functools.cache
def title_of(drill: str) -> str:
    """Return what a drill is called; its id where it is none of ours."""
    from dealerkit.training import drills

    if drill in _NO_DRILLS:
        return _NO_DRILLS[drill]
    try:
        return drills.drill(drill).title
    except (UnknownName, RuleFileError):
        return drill


def slip_title(code: str) -> str:
    """Return what a finding is called; its code where it is none of ours.

    >>> slip_title("step/cut_cards-skipped")
    'A step was left out: cut cards'
    """
    from dealerkit.rules.sets import catalogue

    known = catalogue().findings.data["findings"]
    if code in known:
        return text(known[code].get("title"))
    step = _STEP.fullmatch(code)
    return f"{_OF_STEP[step[2]]}: {step[1].replace('_', ' ').replace('-', ' ')}" if step else code


_OF_STEP = {"skipped": "A step was left out", "early": "A step came too early", "late": "A step came too late"}
_STEP = re.compile(rf"step/(.+)-({'|'.join(_OF_STEP)})")
"""What every step of every game can be found as, without a title of its own."""


def cell_title(cell: str) -> str:
    """Return what a cell is called in words: a finding by its title, any other id without its family and its strokes.

    >>> cell_title("step/blinds-posted"), cell_title("hand, cut_cards"), cell_title("banker 3, third 8")
    ('blinds posted', 'hand, cut cards', 'banker 3, third 8')
    """
    known = slip_title(cell)
    return known if known != cell else _ID.sub(lambda found: found[1].replace("-", " "), cell).replace("_", " ")


_ID = re.compile(r"\b[a-z]+/([a-z0-9-]+)")


def seconds(milliseconds: int) -> str:
    """Say a time.

    >>> seconds(2940)
    '2.9 s'
    """
    return f"{milliseconds / 1000:.1f} s"


def share(said: Mapping[str, object]) -> str:
    """Say a share with its interval.

    >>> share({"count": 27, "of": 30, "low": 74, "high": 97})
    '27 of 30 (74 to 97 %)'
    """
    return f"{said['count']} of {said['of']} ({said['low']} to {said['high']} %)"


def per_cent(said: Mapping[str, Any]) -> int:
    """Return a share in whole per cent."""
    return round(100 * said["count"] / said["of"]) if said["of"] else 0
