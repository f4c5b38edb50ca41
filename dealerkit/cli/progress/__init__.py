"""`dealerkit progress`: the group; its commands are in the modules of this folder."""

from __future__ import annotations

import click

from dealerkit.cli.groups import group_of

COMMANDS: dict[str, tuple[str, str]] = {
    "show": ("progress.figures", "Show a trainee's progress; the same as `progress` without a command."),
    "export": ("progress.data", "Write the answers as CSV or JSON."),
    "import": ("progress.data", "Import exported answers or a backup; nothing counts twice."),
    "backup": ("progress.data", "Back up the whole training file."),
    "forget": ("progress.data", "Remove a trainee permanently: name, answers, schedule."),
}


class Progress(group_of(COMMANDS)):  # type: ignore[misc]  # a class made for this table
    """A group that shows the progress of NAME if no command is called."""

    default = "show"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments of `dealerkit progress`. If the first word is not a subcommand, all of them are for `show`."""
        if not args or (args[0] not in COMMANDS and args[0] not in ctx.help_option_names):
            args = [self.default, *args]
        return list(super().parse_args(ctx, args))


@click.group(cls=Progress, subcommand_metavar="[NAME] [OPTIONS] | COMMAND [ARGS]...")
def progress() -> None:
    """See the progress of a trainee or a class: figures, weakest skill, reports, export, backup.

    Every drill answer is saved in one file in your data folder (DEALERKIT_HOME names another), readable only by you.
    `progress show --help` lists the options of `progress NAME`.

    \b
    dealerkit progress                          your own, without a name
    dealerkit progress "Ann Lee" --html ann.html
    dealerkit progress --class                  everyone, by name
    dealerkit progress --signoff 2026.1         who has passed the drill on changes since 2026.1
    dealerkit progress export answers.csv
    """
