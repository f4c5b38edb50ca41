"""The command line as a table: every command with its options and arguments, and the kind of each value.

It is made from the commands themselves and cached (`dealerkit.rules.cache`), because importing them all takes seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict

from dealerkit.rules.cache import keep, kept
from dealerkit.rules.files import Stamp, stamp

if TYPE_CHECKING:
    import click

NAME: Final = "command line"
"""Name of the cached tree of commands."""

FILE, FOLDER = "file", "folder"
"""The kinds that every shell completes by itself."""

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "game": ("--game", "* game", "plant --list"),
    "game or drill": ("observe what",),
    "rule set": (
        "--rules",
        "rules diff a",
        "rules diff b",
        "rules new --from",
        "new rules --from",
        "journal adopt rules",
        "sheet --beside",
    ),
    "option": ("--set",),
    "fault": ("* fault", "journal list --fault", "rules diff faults"),
    "fact": ("-f",),
    "finding": ("plant --fault", "jackpot claim --finding"),
    "finding or family": ("check --select", "check --ignore"),
    "name": ("explain name",),
    "step": ("walk --at",),
    "drill": ("drill drill_id", "progress show --drill"),
    "syllabus": ("exam new plan",),
    "policy": ("jackpot open selector",),
    "outcome": ("journal decide outcome",),
    "pack": ("--pack",),
    "edition": ("sheet --doc",),
    "language": ("lint --lang",),
    "setting": ("config get name", "config set name", "config unset name"),
    "value of a setting": ("config set value",),
}
"""Options and arguments by the kind of word they take. `--game` is that option of every command, `* game` that argument of
every command, and `plant --list` the option of one command.
"""


class KindRow(TypedDict):
    """The words that a value can be.

    Attributes:
        kind: One of `KINDS`, `FILE` or `FOLDER`; empty if any word will do.
        words: The possible words, if there are few.
    """

    kind: str
    words: list[str]


class TypedOptionRow(KindRow):
    """An option of a command.

    Attributes:
        names: Its names, such as `--rules`.
        takes: Number of values it takes.
        many: Whether it may be repeated.
        said: Its help.
    """

    names: list[str]
    takes: int
    many: bool
    said: str


class ArgumentRow(KindRow):
    """An argument of a command.

    Attributes:
        name: Its name.
        many: Whether it takes all further words.
    """

    name: str
    many: bool


class CommandRow(TypedDict):
    """A command of the command line.

    Attributes:
        options: Its options.
        arguments: Its arguments, in order.
        commands: Its subcommands, each with a line on its purpose.
        default: The subcommand called if none is typed; empty for none.
    """

    options: list[TypedOptionRow]
    arguments: list[ArgumentRow]
    commands: dict[str, str]
    default: str


def tree() -> dict[str, CommandRow]:
    """Return the table: each command by its full name, such as `journal open`; the root by an empty name."""
    known: dict[str, CommandRow] | None = kept(NAME)
    if known is None:
        files, known = _code(), _built()
        keep(NAME, files, known)
    return known


def _code() -> list[Stamp]:
    """Return the stamps of the files and folders of the command line's code."""
    folder = Path(__file__).parent.parent
    return [
        stamp(path)
        for path in sorted([folder, *folder.rglob("*.py"), *(package.parent for package in folder.rglob("__init__.py"))])
    ]


def _built() -> dict[str, CommandRow]:
    from dealerkit.cli.main import main

    return dict(_below(main, "", None))


def _below(command: click.Command, path: str, above: click.Context | None) -> Iterator[tuple[str, CommandRow]]:
    """Yield a command and its subcommands, each with its full name."""
    import click

    ctx = click.Context(command, info_name=path.rsplit(" ", maxsplit=1)[-1], parent=above)
    names = command.list_commands(ctx) if isinstance(command, click.Group) else []
    below = {name: command.get_command(ctx, name) for name in names} if isinstance(command, click.Group) else {}
    options = [option_ for option_ in command.get_params(ctx) if isinstance(option_, click.Option)]
    yield (
        path,
        {
            "options": [
                {
                    "names": [*option_.opts, *option_.secondary_opts],
                    "takes": 0 if option_.is_flag or option_.count else option_.nargs,
                    "many": option_.multiple,
                    "said": option_.help or "",
                    **_takes(option_, path),
                }
                for option_ in options
            ],
            "arguments": [
                {"name": str(parameter.name), "many": parameter.nargs == -1, **_takes(parameter, path)}
                for parameter in command.params
                if isinstance(parameter, click.Argument)
            ],
            "commands": {name: command_.get_short_help_str(200) for name, command_ in below.items() if command_ is not None},
            "default": getattr(command, "default", ""),
        },
    )
    for name, command_ in below.items():
        if command_ is not None:
            yield from _below(command_, f"{path} {name}".strip(), ctx)


def _takes(parameter: click.Parameter, path: str) -> KindRow:
    """Return the kind of value of an option or an argument, with the possible words."""
    import click

    if isinstance(parameter.type, click.Choice):
        return {"kind": "", "words": [str(word) for word in parameter.type.choices]}
    own = parameter.opts if isinstance(parameter, click.Option) else [str(parameter.name)]
    asked = {*own, *(f"{path} {name}" for name in own)} | (
        {f"* {parameter.name}"} if isinstance(parameter, click.Argument) else set()
    )
    kind = next((kind for kind, places in KINDS.items() if asked.intersection(places)), "")
    if not kind and isinstance(parameter.type, click.Path):
        kind = FILE if parameter.type.file_okay else FOLDER
    return {"kind": kind or (FILE if isinstance(parameter.type, click.File) else ""), "words": []}
