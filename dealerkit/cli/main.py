"""`dealerkit`: the root of the command line.

A command's module is imported only when the command is called; until then the table below speaks for it.
The root alone turns exceptions into messages and exit statuses (see `dealerkit.cli.failure`): no command has a `try`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

import click

from dealerkit import __version__
from dealerkit.cli import display, settings
from dealerkit.cli.failure import answered, let_any_screen_show_it, tell_old_names
from dealerkit.files import screen_size

# Name of the command, which is also that of its module here and of its function there, and its first line of help.
COMMANDS: dict[str, str] = {
    "demo": "Show what dealerkit does in a few seconds: deal a shoe, flag slips, rule on a dispute, print house rules.",
    "games": "List the games, or one game with its options.",
    "walk": "Deal GAME yourself: say what you do, and see what was wrong.",
    "progress": "See the progress of a trainee or a class: figures, weakest skill, reports, export, backup.",
    "serve": "Open the table in a browser: deal by hand, drill, rule from a phone.",
    "users": "Manage who may sign in at `serve`, and see what they did.",
    "play": "Deal hands of GAME unattended, with a perfect dealer and automatic players.",
    "drill": "Practise with endless exercises, marked by the rules in force.",
    "exam": "Examine dealers: draw papers by syllabus, time them, mark them, verify them later.",
    "calibrate": "Check whether your floors rule alike: they all answer the same disputes, and you see where rulings differ.",
    "observe": "Watch a dealer at a live table: one key per slip, Enter when a hand is over.",
    "callout": "Deal real cards while the program calls what the players say and do; one key shows the right answer.",
    "replay": "Show the felt at any act of a record: the layout, the next step, the findings so far.",
    "check": "Flag the procedural errors in recorded hands.",
    "plant": "Plant a slip in a clean RECORD, or in a new round, so that `check` finds only that slip.",
    "convert": "Convert poker hands between PHH, a common text format, and dealerkit records.",
    "coup": "Deal one coup from CARDS, in shoe order: player, banker, player, banker, then third cards.",
    "round": "Deal one round of GAME from CARDS, in shoe order, and settle it.",
    "showdown": "Show down the hands of GAME: who wins each pot, how it is split, who gets the odd chip, and why.",
    "rule": "Rule on a dispute: the ruling, the steps and the words to say.",
    "deck": "Verify decks, and log which deck was in play at which table.",
    "cut": "Follow a series of CUTS through a deck: the effect of each, and the single cut that equals them all.",
    "draw": "Draw for the deal, the button or the seats: first jack, high card, cutting, rotation.",
    "journal": "Log disputes and incidents: facts, ruling and decision, so that any later change shows.",
    "jackpot": "Run high-hand and bad-beat promotions: claims, time windows, and the fund to the last chip.",
    "explain": "Explain a rule, finding, remedy, fault, question, fact, option, game, rule set, or dealing action (`do:`).",
    "search": "Search the rules, findings, remedies, faults, options, games and commands for WORDS.",
    "odds": "Work out the exact odds in GAME.",
    "simulate": "Deal GAME in bulk and report hold, streaks and bankrolls, or pots and seats.",
    "sheet": "Print the house rules of GAME in an edition for each reader; without GAME, list the editions.",
    "new": "Start your own game, house rules, drill or hand-history reader: a folder with cases and passing tests.",
    "rules": "Rule sets: start your own, list them, compare two.",
    "config": "Set your defaults: house, game, rule set, journal, colours, pager.",
    "completion": "Set up the Tab key to complete commands, options, games, rule sets and other names.",
    "lint": "Check rule files: houses, rule sets, procedures, promotions, cases; without PATHS, all that come with dealerkit.",
    "prove": "Prove a rule set for every combination of facts; without SET, every set that comes with dealerkit.",
    "test": "Run the cases of rule sets and games, and list the rules that no case tests.",
}


JOBS: dict[str, tuple[str, ...]] = {
    "Deal, and learn to deal": ("demo", "walk", "serve", "drill", "callout", "observe", "exam", "progress", "play"),
    "Rule on what went wrong": (
        "rule",
        "explain",
        "search",
        "showdown",
        "coup",
        "round",
        "odds",
        "simulate",
        "cut",
        "draw",
        "calibrate",
    ),
    "Print house rules": ("sheet",),
    "Check recorded hands": ("check", "replay", "plant", "convert"),
    "Log what happened": ("journal", "jackpot", "deck"),
    "Prepare the house rules": ("games", "new", "rules", "lint", "prove", "test", "config", "users", "completion"),
}
"""The commands by job, as the help lists them: each once, the one to try first before the others."""

FIRST_HOUR = ("demo", "walk", "drill", "rule", "sheet", "check")
"""The commands shown to a user who types none."""

FIRST = "dealerkit demo"
"""The first command for a newcomer; the last line of the help, below the long list."""

GROUPS = ("completion", "config", "deck", "draw", "exam", "jackpot", "journal", "new", "progress", "rules", "calibrate", "users")
"""The commands that have subcommands."""


def every_command() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield each group and its commands with their first lines of help; the group of the top-level commands is empty."""
    yield "", COMMANDS
    for group in GROUPS:
        group_ = getattr(importlib.import_module(f"dealerkit.cli.{group}"), group)
        yield group, {name: group_.get_command(None, name).get_short_help_str(200) for name in group_.list_commands(None)}


WITHOUT_SETTINGS = frozenset({"config", "completion"})
"""The commands that work with a broken settings file."""

JSON = "--json"
"""Option with which errors are printed as JSON too."""


class Root(click.Group):
    """The command `dealerkit`: it knows its subcommands by name, and imports one only when it is called."""

    as_json = False

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order in which a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None if there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"dealerkit.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return display.with_options(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands into the help, grouped by job. The lines come from a table, so that no command is imported."""
        widest = max(map(len, COMMANDS))
        for job, names in JOBS.items():
            with formatter.section(job):
                formatter.write_dl([(name.ljust(widest), COMMANDS[name]) for name in names])
        with formatter.section("A first command to try"):
            formatter.write_text(FIRST)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names, or fail with the nearest name as a suggestion."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            import difflib

            near = difflib.get_close_matches(name.lower(), COMMANDS, n=2, cutoff=0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"{ctx.command_path} --help lists them."
            ctx.fail(f"There is no command '{name}'; {hint}")
        if not ctx.resilient_parsing:
            settings.settle(ctx, broken_is_fine=name in WITHOUT_SETTINGS)
        return super().resolve_command(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: object
    ) -> click.Context:
        """Read the options before the command's name. `--help` and `--version` print their answer here."""
        self.as_json, typed = JSON in args, list(args)
        extra.setdefault("terminal_width", max(38, min(screen_size.columns(80), 100) - 2))  # wider lines are hard to read
        with answered(as_json=self.as_json):
            context = super().make_context(info_name, args, parent, **extra)
        context.meta[settings.TYPED] = typed
        return context

    def invoke(self, ctx: click.Context) -> object:
        """Run the command, and turn every error into a message."""
        with answered(as_json=self.as_json):
            try:
                return super().invoke(ctx)
            finally:
                tell_old_names()

    def main(self, *args: Any, **extra: Any) -> Any:
        """Read the command line, run the command, and exit with its status."""
        let_any_screen_show_it()
        return super().main(*args, **extra)


def is_compiled() -> bool:
    """Return whether the cores of the hand checker are compiled to machine code here (docs/releasing.md, *A compiled wheel*)."""
    from importlib.machinery import EXTENSION_SUFFIXES
    from importlib.util import find_spec

    spec = find_spec("dealerkit.arithmetic.betting")
    return spec is not None and str(spec.origin).endswith(tuple(EXTENSION_SUFFIXES))


def _tell_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from dealerkit.cli.common import echo

        echo(f"dealerkit {__version__}{' (compiled)' if is_compiled() else ''}")
        ctx.exit()


def _show_the_way(ctx: click.Context) -> None:
    """Print the first commands for a newcomer, and where the rest is."""
    from dealerkit.cli.common import echo_exactly

    words = ctx.make_formatter()
    words.write_text((ctx.command.help or "").partition("\n")[0])
    words.write_paragraph()
    with words.indentation():
        words.write_dl([(f"dealerkit {name}", COMMANDS[name]) for name in FIRST_HOUR])
    words.write_paragraph()
    words.write_dl(
        [
            ("In a browser", "dealerkit serve"),
            ("One command", "dealerkit walk --help"),
            ("All commands", "dealerkit --help"),
        ]
    )
    echo_exactly(words.getvalue())


@click.group(
    cls=Root,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "-V", "--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version, help="Show the version and exit."
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """For the people who run a card table: deal and be corrected, settle disputes, check records, print house rules.

    Every command reads the same rule sets. --rules chooses one by name or by the path of your own file (`dealerkit config set
    rules` makes it your default), --set changes an option, --json prints one JSON document for other programs.
    """
    if ctx.invoked_subcommand is None:
        _show_the_way(ctx)


display.with_options(main, hidden=False)
