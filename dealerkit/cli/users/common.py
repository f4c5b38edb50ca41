"""Shared by the commands of `dealerkit users`: their database, the person at the terminal, and a password typed unseen."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dealerkit.cli.common import asked_password
from dealerkit.cli.failure import Refusal, require_server

if TYPE_CHECKING:
    from dealerkit.web.users.people import People
    from dealerkit.web.users.trail import Actor

F = TypeVar("F", bound=Callable[..., Any])


def database_option(command: F) -> F:
    """Add `--database URL`; the command gets `database`."""
    return click.option(
        "--database",
        envvar="DEALERKIT_DATABASE",
        default="",
        metavar="URL",
        help="Where the server stores its data: postgresql://USER@HOST/NAME; else a file in your data folder.",
    )(command)


def password_option(command: F) -> F:
    """Add `--password-file FILE`; the command gets `password_file`, None if it is to be asked for."""
    return click.option(
        "--password-file",
        type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
        metavar="FILE",
        help="Read the password from the first line of FILE; - for a pipe.",
    )(command)


@contextlib.contextmanager
def people(database: str) -> Iterator[People]:
    """Open the database of the server, which may be running.

    Args:
        database: The database's address; empty for the default one.

    Raises:
        Refusal: If the packages for the browser are not installed.
        DatabaseError: If the database cannot be used.
        RuleFileError: If the file of roles has a problem.
    """
    require_server(("argon2", "sqlalchemy", "starlette"))
    from dealerkit.web.storage.store import Store
    from dealerkit.web.users.people import People
    from dealerkit.web.users.policy import read_policy

    policy = read_policy()
    store = Store(database)
    try:
        yield People(store, policy)
    finally:
        store.close()


def whoever_types() -> Actor:
    """Return the person at this terminal, as the audit log names people."""
    import getpass

    from dealerkit.web.users.trail import Actor

    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        name = str(os.getuid()) if hasattr(os, "getuid") else "somebody"
    return Actor(f"{name} (command line)", "", "this machine")


def password_for(name: str, file: Path | None) -> str:
    """Return a user's new password.

    Args:
        name: The user's name.
        file: File with the password on its first line, `-` for standard input; None to ask on the terminal, twice.

    Raises:
        Refusal: If no password is given.
    """
    if file is None:
        if sys.stdin is None or not sys.stdin.isatty():
            msg = "only a terminal can ask for a password; add --password-file FILE, or - for a pipe"
            raise Refusal(msg)
        return asked_password(f"Password of {name}")
    with click.open_file(str(file), "rb") as opened:
        line = opened.readline(4096).rstrip(b"\r\n")
    password = ""
    with contextlib.suppress(UnicodeDecodeError):
        password = str(line, "utf-8-sig")
    if not password:
        msg = f"{'the piped input' if str(file) == '-' else file} has no password in its first line"
        raise Refusal(msg)
    return password
