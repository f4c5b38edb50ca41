"""`dealerkit users`: the group; its commands are in the modules of this folder."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS: dict[str, tuple[str, str]] = {
    "add": ("users.people", "Add the user NAME; the first one must be a manager."),
    "list": ("users.people", "List who may sign in, and what each role may do."),
    "role": ("users.people", "Give NAME another role; their sessions end."),
    "password": ("users.people", "Give NAME a new password; their sessions end."),
    "end-sessions": ("users.people", "Sign NAME out everywhere."),
    "remove": ("users.people", "Remove the user NAME; their decisions stay."),
    "audit": ("users.trail", "Show who did what, and whether the log is complete; also as CSV or JSON lines."),
}


@click.group(cls=group_of(COMMANDS))
def users() -> None:
    """Manage who may sign in at `serve`, and see what they did.

    Without users, anybody at the server's machine may do everything, and nobody signs in. From the first user on, everybody
    signs in, at that machine too. The rights of each role are in procedures/people.yaml; a people.yaml of your own in the data
    folder replaces it.

    You type a password twice at the terminal, or put it in the first line of a file (`--password-file`) or of the input
    (`--password-file -`). A password is never part of the command, where others could read it.

    \b
    dealerkit users add "Ann Lee" --role manager
    dealerkit users add "Bo Chan" --role floor
    dealerkit users list
    """
