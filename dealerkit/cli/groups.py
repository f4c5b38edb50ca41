"""Groups of commands that import only the command that is called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import click

from dealerkit.cli.display import with_options


class Commands(click.Group):
    """A group that adds the common options to all of its commands."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is no such command."""
        command = super().get_command(ctx, cmd_name)
        return None if command is None else with_options(command)


def group_of(commands: Mapping[str, tuple[str, str]]) -> type[click.Group]:
    """Return a group class for commands that are imported when they are called.

    Args:
        commands: Name of each command to its module and its first line of help. The command `buy-in` is `buy_in_` in its
            module.
    """

    class Lazy(click.Group):
        """A group that imports a command when it is called."""

        def list_commands(self, ctx: click.Context) -> list[str]:
            """Return the names in the order of the table."""
            return list(commands)

        def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
            """Import and return a command; None if there is no such command."""
            if cmd_name not in commands:
                return None
            module = importlib.import_module(f"dealerkit.cli.{commands[cmd_name][0]}")
            command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_")
            return with_options(command)

        def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
            """Write the list of commands from the table, so that help imports none of them."""
            with formatter.section("Commands"):
                formatter.write_dl([(name, help_) for name, (_, help_) in commands.items()])

    return Lazy
