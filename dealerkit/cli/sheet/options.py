"""The options of `dealerkit sheet` for a house and its papers in the journal."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import attrs
import click

from dealerkit.cli.common import misused
from dealerkit.cli.journal_place import journal_option
from dealerkit.cli.variables import HOUSE
from dealerkit.jobs.journal.places import JournalPlace

F = TypeVar("F", bound=Callable[..., object])
_FILE = click.Path(path_type=Path)


@attrs.frozen
class Keeping:
    """The options of `dealerkit sheet` for printing a house's papers, putting them in force, posting and recalling copies.

    Each attribute is the value of the option with the same name in this module's list of options.
    """

    house_file: str | None
    everything: bool
    templates: Path | None
    adopting: bool
    by: str
    where: JournalPlace | None
    new_house: Path | None
    posted: str | None
    place: str | None
    copy: str
    recall: str | None
    collected: tuple[str, ...]
    verify: Path | None
    since: str | None
    beside: tuple[str, ...]

    @property
    def apart(self) -> str:
        """The given option that prints no edition, such as `--verify`; empty if an edition is printed.

        Raises:
            UsageError: If two of them are given, or an option that goes only with one of them is given alone.
        """
        several = {"--new-house": self.new_house, "--posted": self.posted, "--recall": self.recall, "--verify": self.verify}
        given = [name for name, value in several.items() if value is not None]
        if len(given) > 1:
            misused(f"{given[0]} and {given[1]} exclude each other; use one at a time")
        if (self.place is not None or self.copy) and self.posted is None:
            misused("--place and --copy need --posted PAPER")
        if self.posted is not None and self.place is None:
            misused("the place is missing: add --place PLACE")
        if self.collected and self.recall is None:
            misused("--collected COPY needs --recall VERSION")
        return given[0] if given else ""


_OPTIONS = (
    click.option(
        "--house",
        "house_file",
        metavar="FILE",
        default=lambda: os.environ.get(HOUSE, "").strip() or None,
        help=f"The house: its games, rules, name, logo, edition. Default: {HOUSE}, or the game without a house.",
    ),
    click.option(
        "--all",
        "everything",
        is_flag=True,
        help="With --house: print every edition of every game, and an index, into --out FOLDER.",
    ),
    click.option(
        "--templates",
        metavar="FOLDER",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Your own templates, used before the built-in ones. Default: the house's.",
    ),
    click.option(
        "--adopt",
        "adopting",
        is_flag=True,
        help="With --house: put the paper in force, and log it in the journal with its hash. A refused paper is not saved.",
    ),
    click.option(
        "--by",
        metavar="NAME",
        default="",
        help="With --adopt, --posted, --collected: the person. Default for --adopt: the house's approved_by.",
    ),
    journal_option,
    click.option(
        "--verify", metavar="FILE", type=_FILE, help="Identify the version of a paper: a PDF, a web page, Markdown or a picture."
    ),
    click.option(
        "--posted",
        metavar="PAPER",
        help="Log that a copy of a paper, named by its file or the two words printed on it, is posted at --place.",
    ),
    click.option("--place", metavar="PLACE", help="With --posted: the place, such as 'Table 7'."),
    click.option("--copy", metavar="NUMBER", default="", help="With --posted: the copy's number. Default: the next one."),
    click.option("--recall", metavar="VERSION", help="List the copies of a version to collect; --out writes the list."),
    click.option(
        "--collected", metavar="COPY", multiple=True, help="With --recall: the copy with this number has been collected."
    ),
    click.option(
        "--since",
        metavar="VERSION|FILE",
        help="With --doc changes or control: a version put in force, or the earlier rules.",
    ),
    click.option("--beside", metavar="RULES", multiple=True, help="With --doc floor: print this rule set's differences too."),
    click.option("--new-house", metavar="FILE", type=_FILE, help="Write a house file to fill in."),
)


def keeping_options(command: F) -> F:
    """Add the options of `Keeping` to a command, which gets them as keyword arguments under the names of its attributes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
