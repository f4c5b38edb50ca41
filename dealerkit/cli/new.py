"""`dealerkit new`: a game, a house's rules, a drill or a reader of your own, begun in a folder with cases and tests that pass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from dealerkit.cli.common import json_option, report
from dealerkit.cli.groups import Commands


def _place(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add to a command its argument NAME, the option for the folder, and `--json`."""
    out = click.option(
        "--out", type=click.Path(path_type=Path), help="The folder to create. Default: NAME, in your current folder."
    )
    return click.argument("name")(out(json_option(command)))


@click.group(cls=Commands)
def new() -> None:
    """Start your own game, house rules, drill or hand-history reader: a folder with cases and passing tests.

    Each folder is small, complete and yours to change. Its README.md says what each file is for and what to do next; `python -m
    unittest` there tests all of it. NAME has lower-case letters, digits and hyphens: three-tricks.
    """


@new.command("game")
@_place
def game(name: str, out: Path | None, as_json: bool) -> None:
    """Start a game of your own from a small working one, with bids and tricks.

    \b
    dealerkit new game three-tricks
    """
    _make("game", name, out, as_json)


@new.command("rules")
@click.option(
    "--from", "base", metavar="SET", default="us", show_default=True, help="The rule set to build on: a name or a path."
)
@_place
def rules(name: str, base: str, out: Path | None, as_json: bool) -> None:
    """Start a house's own rules on top of a rule set: one option, one ruling and some wording of its own.

    `dealerkit rules new` writes one file instead, with every option listed and nothing decided.

    \b
    dealerkit new rules riverside --from tda
    """
    _make("rules", name, out, as_json, base)


@new.command("drill")
@_place
def drill(name: str, out: Path | None, as_json: bool) -> None:
    """Start a drill: disputes at a hold'em table in three levels, marked by the rules in force.

    \b
    dealerkit new drill table-manners
    """
    _make("drill", name, out, as_json)


@new.command("reader")
@_place
def reader(name: str, out: Path | None, as_json: bool) -> None:
    """Start a reader for another program's hand histories: a package that `check` and `convert` use once it is installed.

    \b
    dealerkit new reader corner-club
    """
    _make("reader", name, out, as_json)


def _make(kind: str, name: str, out: Path | None, as_json: bool, base: str = "us") -> None:
    from dealerkit.jobs.new_folders import new_folder

    report(new_folder(kind, name, out, base), as_json)
