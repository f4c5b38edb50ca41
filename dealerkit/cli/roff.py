"""Manual pages: what a command says of itself by `--help`, written in roff for `man`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import click

from dealerkit import __version__
from dealerkit.files.printable import printable

PROGRAM: Final = "dealerkit"

CODES: Final = (
    ("0", "All is well."),
    ("1", "There are findings, or cases that failed."),
    ("2", "A file or an option cannot be used."),
    ("70", "dealerkit itself is at fault; DEALERKIT_DEBUG=1 shows where."),
    ("130", "Stopped with Ctrl-C."),
)
ENVIRONMENT: Final = (
    (
        "DEALERKIT_RULES, DEALERKIT_GAME, DEALERKIT_HOUSE, DEALERKIT_JOURNAL",
        "The rule set, game, house and journal unless said.",
    ),
    (
        "DEALERKIT_DATABASE",
        "The database of a house's server, as postgresql://USER:PASSWORD@HOST/NAME; the journal lies there, too.",
    ),
    ("DEALERKIT_CONFIG", "The file of settings; otherwise it lies where dealerkit config path says."),
    ("DEALERKIT_HOME", "The folder of our data."),
    ("DEALERKIT_CACHE", "The folder in which what was read is kept; off does without."),
    ("NO_COLOR, FORCE_COLOR", "No colours, or colours also where the output is no terminal."),
    ("PAGER, LESS, NO_PAGER", "The program that shows a long answer, its options, or none."),
)


def pages(
    command: click.Command, path: Sequence[str] = (PROGRAM,), above: click.Context | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the page of a command and of those below it: the name of its file, `dealerkit-journal-open.1`, and its text.

    Args:
        command: The command.
        path: Its name, word by word.
        above: The context of the command that it is one of; None for our own.
    """
    ctx = click.Context(command, info_name=path[-1], parent=above)
    yield f"{'-'.join(path)}.1", page(ctx, path)
    for name, one in below(ctx):
        yield from pages(one, (*path, name), ctx)


def below(ctx: click.Context) -> list[tuple[str, click.Command]]:
    """Return the commands of a group, by name; none of another command."""
    group = ctx.command
    names = group.list_commands(ctx) if isinstance(group, click.Group) else []
    found = [(name, group.get_command(ctx, name)) for name in names] if isinstance(group, click.Group) else []
    return [(name, one) for name, one in found if one is not None and not one.hidden]


def page(ctx: click.Context, path: Sequence[str]) -> str:
    """Return one page."""
    return "\n".join(_rows(ctx, path)) + "\n"


def _rows(ctx: click.Context, path: Sequence[str]) -> Iterator[str]:
    command, inner = ctx.command, below(ctx)
    name = "-".join(path)
    yield f'.TH "{_text(name.upper())}" "1" "" "{PROGRAM} {__version__}" "{PROGRAM}"'
    yield from (".SH NAME", f"{_text(name)} \\- {_line(command.get_short_help_str(500).rstrip('.'))}")
    yield ".SH SYNOPSIS"
    yield f"\\fB{_text(' '.join(path))}\\fR {_line(' '.join(command.collect_usage_pieces(ctx)))}"
    yield ".SH DESCRIPTION"
    yield from _prose(command.help or "")
    records = [one.get_help_record(ctx) for one in command.get_params(ctx)]
    if options := [record for record in records if record is not None]:
        yield from _list("OPTIONS", options)
    if inner:
        yield from _list("COMMANDS", [(word, one.get_short_help_str(500)) for word, one in inner])
    if len(path) == 1:
        yield from _list("EXIT STATUS", CODES)
        yield from _list("ENVIRONMENT", ENVIRONMENT)
    others = ["-".join(path[:-1])] if len(path) > 1 else []
    others += [f"{name}-{word}" for word, _ in inner]
    if others:
        yield ".SH SEE ALSO"
        yield ",\n".join(f"\\fB{_text(one)}\\fR(1)" for one in others)


def _list(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield f".SH {title}"
    for name, said in rows:
        yield from (".TP", f"\\fB{_text(name)}\\fR", _line(said))


def _prose(text: str) -> Iterator[str]:
    """Yield paragraphs; one that begins with a backspace stands as it is written, as click has it."""
    paragraphs = re.split(r"\n\s*\n", text.replace("\f", "").strip())
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ".PP"
        if paragraph.lstrip(" ").startswith("\b"):
            yield ".nf"
            yield from (_line(row, as_it_is=True) for row in paragraph.lstrip(" ")[1:].strip("\n").split("\n"))
            yield ".fi"
        else:
            yield _line(paragraph)


def _line(text: str, *, as_it_is: bool = False) -> str:
    """Return a text in roff, in one line; what stands in backticks is bold."""
    parts = (text if as_it_is else " ".join(text.split())).split("`")
    told = "".join(f"\\fB{_text(part)}\\fR" if number % 2 else _text(part) for number, part in enumerate(parts))
    return f"\\&{told}" if told.startswith((".", "'")) else told


_SIGNS: Final = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", '"': "\\(dq"}


def _text(text: str) -> str:
    return "".join(_SIGNS.get(sign, sign) for sign in printable(text))
