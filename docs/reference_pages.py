"""The pages of the site that are made from the code: commands by Click, codes and rules by the catalogue, modules by the package.

`conf.py` calls `write` before each build. The pages lie in `docs/reference/`, which is not kept in git.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

import dealerkit
from dealerkit.catalogue.entries import Entry
from dealerkit.catalogue.lookup import entries
from dealerkit.cli.main import main
from dealerkit.facts.situation import fact
from dealerkit.mechanics.registry import mechanic
from dealerkit.procedure.planners.registry import do
from dealerkit.table.bots.registry import chooser

INDEX = """# Reference

Made from the code and the rule files of this version.

```{{toctree}}
:maxdepth: 1

{pages}
```
"""


def write(folder: Path) -> None:
    """Write all pages into a folder; a page that would not change keeps its time, so that Sphinx need not read it again."""
    pages = {**commands_pages(), **catalogue_pages(), **module_pages()}
    pages["index"] = INDEX.format(pages="\n".join(["commands/index", *CATALOGUE, "python/index"]))
    for name, text in pages.items():
        file = folder / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
    for file in folder.rglob("*.md"):
        if file.relative_to(folder).with_suffix("").as_posix() not in pages:
            file.unlink()


def _plain(text: str, obeyed: str) -> str:
    """Put a backslash before the signs that a pattern finds, outside of backticks."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(f"({obeyed})", r"\\\1", part) for part in parts)


def _cell(text: str) -> str:
    """A text as the cell of a table: one line, with no sign that Markdown would obey outside of backticks."""
    return _plain(" ".join(text.split()), r"[*_<\[\]\\~^$]").replace("|", "\\|")


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head = list(head)
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    yield from ("| " + " | ".join(row) + " |" for row in rows)
    yield ""


# -- commands ---------------------------------------------------------------------------------------------------------------


def commands_pages() -> dict[str, str]:
    """A page for each command with all of its options, as Click knows them, and the table that leads to them."""
    root = click.Context(main, info_name="dealerkit")
    names = main.list_commands(root)
    pages = {f"commands/{name}": "\n".join(_command(root, name, 1)) for name in names}
    rows = [(f"[`dealerkit {name}`]({name}.md)", _cell(_named(main, root, name).get_short_help_str(200))) for name in names]
    index = [
        "# Every command and option",
        "",
        "The same that `--help` says. What each is for, with examples, stands under [commands](../../commands/index.md).",
        "",
        *_table(("Command", "What it does"), rows),
        "```{toctree}\n:hidden:\n",
        *names,
        "```",
    ]
    return {"commands/index": "\n".join(index) + "\n", **pages}


def _named(group: click.Group, context: click.Context, name: str) -> click.Command:
    found = group.get_command(context, name)
    assert found is not None
    return found


def _command(above: click.Context, name: str, level: int) -> Iterator[str]:
    """The section of a command: usage, help, options; then the sections of its own commands."""
    assert isinstance(above.command, click.Group)
    command = _named(above.command, above, name)
    context = click.Context(command, info_name=name, parent=above)
    yield f"{'#' * level} `{context.command_path}`"
    yield ""
    yield "```text"
    yield command.get_usage(context).removeprefix("Usage: ")
    yield "```"
    yield ""
    for part in (command.help or "").replace("\f", "").split("\n\n"):
        yield from _paragraph(part)
    rows = [(f"`{record[0]}`", _cell(record[1])) for it in command.get_params(context) if (record := it.get_help_record(context))]
    yield from _table(("Option", "What it does"), rows)
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            yield from _command(context, inner, level + 1)


def _paragraph(text: str) -> Iterator[str]:
    """A paragraph of a help text; what Click leaves unwrapped, behind its mark, are lines to be typed."""
    if not text.strip():
        return
    if text.lstrip().startswith("\b"):
        yield "```text"
        yield text.replace("\b", "").strip("\n ")
        yield "```"
    else:
        yield _cell(text)
    yield ""


# -- the catalogue ----------------------------------------------------------------------------------------------------------

CATALOGUE = {
    "findings": ("Finding codes", ("finding",), "What is flagged, how bad it is, and what puts it right."),
    "rules": ("Rule ids", ("rule",), "What a ruling, a finding or a sheet cites, and where it stands in the rule files."),
    "faults": ("Faults and questions", ("fault", "question"), "What a dispute can be about: `dealerkit rule FAULT`."),
    "facts": ("Facts of a dispute", ("fact",), "What a ruling can hang on: `-f FACT=VALUE`."),
    "remedies": ("Remedies", ("remedy",), "What puts a fault right, with its steps."),
    "outcomes": ("Outcomes", ("outcome",), "What a ruling can come to."),
    "options": ("Options", ("option",), "What a house may choose, by game: `--set OPTION=VALUE`."),
}
"""By the name of a page: its title, the kinds of entries on it, what they are."""


def catalogue_pages() -> dict[str, str]:
    """A page for each kind of named thing in the rule files that come with dealerkit."""
    found = entries()
    return {
        name: _listed(title, what, [it for it in found if it.kind in kinds]) for name, (title, kinds, what) in CATALOGUE.items()
    }


def _listed(title: str, what: str, listed: list[Entry]) -> str:
    """The page of some entries, in the order of their ids, numbers as numbers."""
    assert listed, title
    head = FINDING if listed[0].kind == "finding" else ENTRY
    listed = sorted(
        listed, key=lambda entry: [part.zfill(9) if part.isdigit() else part for part in re.split(r"(\d+)", entry.id)]
    )
    rows = dict.fromkeys(tuple(cell(entry) for cell in head.values()) for entry in listed)
    return "\n".join([f"# {title}", "", f"{what} `dealerkit explain ID` tells all of one.", "", *_table(head, rows)])


FINDING: dict[str, Callable[[Entry], str]] = {
    "Code": lambda entry: f"`{entry.id}`",
    "What happened": lambda entry: _cell(entry.title),
    "How bad": lambda entry: entry.severity,
    "What puts it right": lambda entry: _cell(str(entry.more.get("remedy", ""))),
    "Rules": lambda entry: _cell(", ".join(entry.rules)),
}

ENTRY: dict[str, Callable[[Entry], str]] = {
    "Id": lambda entry: f"`{entry.id}`",
    "What it is": lambda entry: _cell(entry.title),
    "More": lambda entry: _cell(entry.text),
    "Stands in": lambda entry: f"`{entry.where.rpartition(':')[0] or entry.where}`" if entry.where else "",
}


# -- modules ----------------------------------------------------------------------------------------------------------------


def module_pages() -> dict[str, str]:
    """A page for each room of the package, with everything public in its modules."""
    rooms = sorted(it.name for it in pkgutil.iter_modules(dealerkit.__path__) if it.name not in {"__main__", "cli"})
    pages = {f"python/{room}": _room(f"dealerkit.{room}") for room in rooms}
    rows = [(f"[`dealerkit.{room}`]({room}.md)", _cell(_summary(f"dealerkit.{room}"))) for room in rooms]
    index = [
        "# Python",
        "",
        "What `import dealerkit` gives, and every module behind it. How it is used stands under [from Python](../../python.md).",
        "",
        "```{eval-rst}\n.. automodule:: dealerkit\n   :no-members:\n```",
        "",
        "## `dealerkit`",
        "",
        *(_documented(getattr(dealerkit, name)) for name in dealerkit.__all__ if not name.startswith("_")),
        "## To extend it",
        "",
        "What registers a fact, a `do:` word, a `play:` word, and how players of empty seats play.",
        "",
        *(_documented(thing) for thing in (fact, do, mechanic, chooser)),
        "## The rooms of the package",
        "",
        *_table(("Room", "What lives there"), rows),
        "```{toctree}\n:hidden:\n",
        *rooms,
        "```",
    ]
    return {"python/index": "\n".join(index) + "\n", **pages}


def _documented(thing: Any) -> str:
    """All that a class or function says of itself, under the name of the module that it stands in."""
    kind = "class" if isinstance(thing, type) else "function"
    return f"```{{eval-rst}}\n.. auto{kind}:: {thing.__module__}.{thing.__qualname__}\n```\n"


def _summary(module: str) -> str:
    return (importlib.import_module(module).__doc__ or "").strip().split("\n\n")[0].split("\n")[0]


def _room(name: str) -> str:
    """The page of a room: what it gives to the others (`__all__`), and the modules in it with what each holds.

    All of every module would be a site of 150 MB that takes minutes to build; whoever needs an inner name reads the module.
    """
    room = importlib.import_module(name)
    lines = [
        f"# `{name}`",
        "",
        f"```{{eval-rst}}\n.. automodule:: {name}",
        *(["   :imported-members:"] if hasattr(room, "__all__") else []),
        "```",
        "",
    ]
    if inner := [it.name for it in pkgutil.walk_packages(getattr(room, "__path__", ()), f"{name}.")]:
        lines += ["## Modules", "", *_table(("Module", "What it holds"), [(f"`{it}`", _cell(_summary(it))) for it in inner])]
    return "\n".join(lines)


def plain_docstring(_app: object, what: str, _name: str, _thing: object, _options: Any, lines: list[str]) -> None:
    """Our docstrings are plain text with words in backticks; what reStructuredText would read otherwise is escaped."""
    code = False
    for at, line in enumerate(lines):
        begins = what == "module" and line.startswith("    ") and at > 0 and not lines[at - 1].strip()
        code = line.startswith("    ") or not line.strip() if code else begins
        if begins:
            lines[at - 1] = "\n::\n"  # an example set off by four spaces is code, as in Markdown
        elif not code and not line.lstrip().startswith((">>>", "...")):
            lines[at] = _plain(line, r"[*|`]|_(?=\W|$)")
    lines[:] = [part for line in lines for part in line.split("\n")]
