"""`dealerkit completion`: Tab completes games, steps, faults, facts, rule sets, options."""

from __future__ import annotations

from pathlib import Path

import click

from dealerkit.cli.common import echo, echo_exactly, force_option
from dealerkit.cli.groups import Commands
from dealerkit.cli.shell.scripts import MARK, SHELLS
from dealerkit.errors import OutputError
from dealerkit.files.folders import make_folders
from dealerkit.files.output import write_output
from dealerkit.files.screen_text import line

_shell = click.argument("shell", type=click.Choice(list(SHELLS)))


@click.group(cls=Commands)
def completion() -> None:
    """Set up the Tab key to complete commands, options, games, rule sets and other names.

    \b
    dealerkit completion install bash
    dealerkit completion install zsh
    dealerkit completion install fish
    """


@completion.command("install")
@_shell
@force_option
def install(shell: str, force: bool) -> None:
    """Install the completion script where SHELL looks for it, and show how to switch it on.

    Your shell's own settings files are not changed.
    """
    of = SHELLS[shell]
    path = of.path()
    if path.exists() and not force and not _is_ours(path):
        raise OutputError(str(path), "there is already a file here that dealerkit did not write", "add --force to replace it")
    make_folders(path.parent)
    write_output(path, of.script(), force=True)
    echo(f"Wrote {path}.")
    echo(line(of.switch_on.format(file=path, folder=path.parent), 0))


def _is_ours(path: Path) -> bool:
    return path.is_file() and MARK.encode() in path.read_bytes()[:400]


@completion.command("show")
@_shell
def show(shell: str) -> None:
    """Print the completion script for SHELL, so that you can save it yourself."""
    echo_exactly(SHELLS[shell].script())
