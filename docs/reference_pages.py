"""The pages of the site that are made from the code: commands by Click, codes and rules by the catalogue, modules by the package.

`conf.py` calls `write` before each build. The pages lie in `docs/reference/`, which git ignores.
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
        "The same as `--help`. [Commands by job](../../commands/index.md) has examples.",
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
    "findings/index": ("Finding codes", ("finding",), "What is flagged, how bad it is, and what corrects it."),
    "rules/index": ("Rule ids", ("rule",), "What a ruling, a finding or a sheet cites, and its place in the rule files."),
    "faults": ("Faults and questions", ("fault", "question"), "What a dispute can be about: `dealerkit rule FAULT`."),
    "facts": ("Facts of a dispute", ("fact",), "What a ruling can hang on: `-f FACT=VALUE`."),
    "remedies": ("Remedies", ("remedy",), "What corrects a fault, with its steps."),
    "outcomes": ("Outcomes", ("outcome",), "What a ruling can come to."),
    "options": ("Options", ("option",), "What a house may choose, by game: `--set OPTION=VALUE`."),
}
"""By the name of a page: its title, the kinds of entries on it, what they are; `.../index` leads to a page for each family."""

SEARCH = "The search box of this site finds each by its id; `dealerkit explain ID` prints all about it."


def catalogue_pages() -> dict[str, str]:
    """Return a page for each kind of named thing in the shipped rule files; of many things, an index and a page a group."""
    pages = {}
    for name, (title, kinds, meaning) in CATALOGUE.items():
        listed = _sorted(entry for entry in entries() if entry.kind in kinds)
        assert listed, title
        if name.endswith("/index"):
            groups = _groups(listed)
            pages[name] = _index(title, meaning, groups)
            pages |= {
                f"{name.removesuffix('index')}{family.lower()}": _listed(f"{title}: {family}", _about(group), group)
                for family, group in groups.items()
            }
        else:
            pages[name] = _listed(title, f"{meaning} {SEARCH}", listed)
    return pages


def named_things() -> Iterator[tuple[str, str, str]]:
    """Yield id, kind and page of everything that `catalogue_pages` lists, for the search of the site."""
    kind_pages = {kind: name for name, (_, kinds, _) in CATALOGUE.items() for kind in kinds}
    for kind, name in kind_pages.items():
        for id_ in dict.fromkeys(entry.id for entry in entries() if entry.kind == kind):
            yield id_, kind, name.replace("/index", f"/{_family(id_).lower()}")


def _sorted(listed: Iterable[Entry]) -> list[Entry]:
    """Sort entries by id, numbers as numbers."""
    return sorted(listed, key=lambda entry: [part.zfill(9) if part.isdigit() else part for part in re.split(r"(\d+)", entry.id)])


def _family(id_: str) -> str:
    """Return the family of an id: the letters of a rule (`BA-38`: `BA`), the first word of a finding (`burn/missed`: `burn`)."""
    return id_.partition("/" if "/" in id_ else "-")[0]


def _groups(listed: list[Entry]) -> dict[str, list[Entry]]:
    """Return entries by the family of their ids."""
    groups: dict[str, list[Entry]] = {}
    for entry in listed:
        groups.setdefault(_family(entry.id), []).append(entry)
    return groups


def _about(group: list[Entry]) -> str:
    """Return the head of a family's page: its subjects, or of findings how many there are."""
    if group[0].kind == "finding":
        return f"{len(group)} {'code' if len(group) == 1 else 'codes'}. {SEARCH}"
    return _subjects(group)


def _subjects(group: list[Entry]) -> str:
    """Return the subjects of a group, each once, in order."""
    return "; ".join(dict.fromkeys(_cell(entry.title) for entry in group))


def _index(title: str, meaning: str, groups: dict[str, list[Entry]]) -> str:
    """Return the page that leads to the families: name, ids and subjects of each."""
    rows = [(f"[{family}]({family.lower()}.md)", _span(group), _short(_subjects(group))) for family, group in groups.items()]
    names = [family.lower() for family in groups]
    table = _table(("Family", "Ids", "About"), rows)
    return "\n".join([f"# {title}", "", f"{meaning} {SEARCH}", "", *table, "```{toctree}\n:hidden:\n", *names, "```"]) + "\n"


def _span(group: list[Entry]) -> str:
    """Return the ids of a family: of rules the first and the last number, of findings how many codes."""
    if group[0].kind == "finding":
        return str(len(group))
    return f"`{group[0].id}` to `{group[-1].id}`"


def _short(subjects: str, most: int = 160) -> str:
    """Return as many whole subjects as fit a row."""
    kept = subjects[:most].rpartition("; ")[0] if len(subjects) > most else subjects
    return kept + (" ..." if kept != subjects else "")


def _listed(title: str, meaning: str, listed: list[Entry]) -> str:
    """Return the page of some entries, with a target for each id."""
    head = FINDING if listed[0].kind == "finding" else ENTRY
    rows: dict[tuple[str, ...], None] = dict.fromkeys(tuple(cell(entry) for cell in head.values()) for entry in listed)
    return "\n".join([f"# {title}", "", meaning, "", *_table(head, rows)])


def target(id_: str) -> str:
    """Return the name of an id's place on its page: `burn/missed` stands at `#burn-missed`."""
    return re.sub(r"[^A-Za-z0-9]+", "-", id_)


def _id(entry: Entry) -> str:
    """Return an id as a cell that can be linked to."""
    return f'<span id="{target(entry.id)}"></span>`{entry.id}`'


FINDING: dict[str, Callable[[Entry], str]] = {
    "Code": _id,
    "What happened": lambda entry: _cell(entry.title),
    "How bad": lambda entry: entry.severity,
    "What corrects it": lambda entry: _cell(str(entry.more.get("remedy", ""))),
    "Rules": lambda entry: _cell(", ".join(entry.rules)),
}

ENTRY: dict[str, Callable[[Entry], str]] = {
    "Id": _id,
    "What it is": lambda entry: _cell(entry.title),
    "More": lambda entry: _cell(entry.text),
    "File": lambda entry: f"`{entry.where.rpartition(':')[0] or entry.where}`" if entry.where else "",
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
        "What `import dealerkit` gives, and every module behind it. How to use it: [from Python](../../python.md).",
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

    All of every module would be a site of 150 MB that takes minutes to build; for an inner name, read the module.
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
