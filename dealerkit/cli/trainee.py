"""Shared by the commands of training: the option for the trainee, and the store of answers with its clock."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dealerkit.cli.common import note
from dealerkit.jobs.journal import clock

if TYPE_CHECKING:
    from dealerkit.training.store import TrainingStore


F = TypeVar("F", bound=Callable[..., Any])

TRAINEE = "DEALERKIT_TRAINEE"
"""Environment variable with the trainee's name, the default of `--as`."""


def trainee_option(help_: str) -> Callable[[F], F]:
    """Return the option `--as` for the trainee; the command gets `trainee`, empty for no name.

    Args:
        help_: The help of the option.
    """
    return click.option("--as", "trainee", metavar="NAME", default=lambda: os.environ.get(TRAINEE, ""), help=help_)


YOURSELF = f"Who you are: a name or a code. Default: {TRAINEE}, or no name."


def open_store(*, strict: bool = False) -> TrainingStore:
    """Open the store in the user's data folder.

    Args:
        strict: Whether an unwritable or damaged file stops the command. Otherwise a note is printed, a damaged file is set
            aside for a new one, and the command continues.

    Raises:
        TrainingError: If it cannot be used.
    """
    from dealerkit.training.store import TrainingStore

    return TrainingStore.open(now=now, tell=None if strict else lambda message: note(f"note: {message}"))


def now() -> datetime:
    """Return the present time, in this machine's time zone."""
    return datetime.now(tz=clock.zone_of(clock.zone_here()))
