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
    """The options of `dealerkit sheet` for a house's papers; each attribute is an option below."""

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
            misused("--place and --copy go with --posted PAPER")
        if self.posted is not None and self.place is None:
            misused("where is it posted? Add --place PLACE")
        if self.collected and self.recall is None:
            misused("--collected COPY goes with --recall VERSION")
        return given[0] if given else ""


_OPTIONS = (
    click.option(
        "--house",
        "house_file",
        metavar="FILE",
        default=lambda: os.environ.get(HOUSE, "").strip() or None,
        help=f"The house: its games, rules, name, logo, edition. Default: {HOUSE}; without it the game by itself.",
    ),
    click.option(
        "--all", "everything", is_flag=True, help="With --house: every edition of every game, and an index, into --out FOLDER."
    ),
    click.option(
        "--templates",
        metavar="FOLDER",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Templates of your own, which go before ours. Default: as the house says.",
    ),
    click.option(
        "--adopt",
        "adopting",
        is_flag=True,
        help="With --house: put into the journal what is printed, with its hash; what is refused is not written.",
    ),
    click.option(
        "--by",
        metavar="NAME",
        default="",
        help="With --adopt, --posted, --collected: who does it. Default for --adopt: approved_by of the house.",
    ),
    journal_option,
    click.option(
        "--verify", metavar="FILE", type=_FILE, help="Say which version a paper is: a PDF, a page, Markdown or a picture."
    ),
    click.option(
        "--posted",
        metavar="PAPER",
        help="Write down that a copy of a paper, named by its file or its two words, hangs at --place.",
    ),
    click.option("--place", metavar="PLACE", help="With --posted: where, as 'Table 7'."),
    click.option("--copy", metavar="NUMBER", default="", help="With --posted: the copy's number. Default: the next one."),
    click.option(
        "--recall", metavar="VERSION", help="List the copies of a version that are to be collected; --out writes the list."
    ),
    click.option("--collected", metavar="COPY", multiple=True, help="With --recall: the copy with this number is back."),
    click.option(
        "--since",
        metavar="VERSION|FILE",
        help="With --doc changes or control: a version that was put in force, or the rules as they were.",
    ),
    click.option(
        "--beside", metavar="RULES", multiple=True, help="With --doc floor: another rule set; its differences are printed."
    ),
    click.option("--new-house", metavar="FILE", type=_FILE, help="Write the file of a house, to be filled in."),
)


def keeping_options(command: F) -> F:
    """Add the options of `Keeping`; the command gets them by the names of its attributes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
