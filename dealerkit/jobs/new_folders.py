"""Starter folders for users: a game, a house's rules, a drill or a hand reader, with cases and tests that pass."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs
import jinja2

from dealerkit.errors import OutputError, check_name
from dealerkit.files.output import write_folder
from dealerkit.rules.data import data_dir
from dealerkit.rules.files import is_path, read_file
from dealerkit.rules.games import games
from dealerkit.rules.loader import WORDS
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.sheets.document import Block, Heading, Remark
from dealerkit.sheets.report import DocumentReport

KINDS: Mapping[str, str] = {
    "game": "a new game",
    "rules": "the rules of a house",
    "drill": "a drill",
    "reader": "a reader of another program's hands",
}
"""The kinds of folders, with their content."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 40
_PREFIX = 4  # letters before the numbers of a new game's rules; those of our books have two or three
_NEXT = re.compile(r"^\d+\. (.*)$", re.MULTILINE)


@attrs.frozen
class NewFolder:
    """A new folder.

    Attributes:
        kind: Its kind, one of `KINDS`.
        folder: Its path.
        files: The files in it, by their paths from there.
        next: The next steps for the user, as sentences, in order.
    """

    kind: str
    folder: str
    files: tuple[str, ...]
    next: tuple[str, ...]


class FolderReport(DocumentReport[NewFolder]):
    """A new folder: its place, its files and the next steps."""

    def title(self) -> str:
        """Return its place and its kind."""
        return f"Created {self.data.folder}: {KINDS[self.data.kind]}"

    def told(self) -> Iterator[Block]:
        """Yield its files, and the next steps."""
        yield from map(Remark, self.data.files)
        yield Heading(f"Next, in {self.data.folder}", 2)
        yield from (Remark(step, "> ") for step in self.data.next)


def new_folder(kind: str, name: str, place: Path | None = None, base: str = "us") -> FolderReport:
    """Create a folder outside dealerkit with files, cases and tests that pass; all of it or nothing.

    Args:
        kind: The kind of folder, one of `KINDS`.
        name: The name of what it holds, as `three-tricks`.
        place: The folder; None for one of that name in the current folder.
        base: The rule set that a house's rules extend, by name or path; unused for other kinds.

    Raises:
        UnknownName: If there is no such rule set.
        RuleFileError: If the rule set cannot be used.
        OutputError: If the name is invalid or taken, the place is not empty, or it is inside dealerkit's own folder.
        OSError: If it cannot be written.
    """
    _refuse_name(kind, name)
    folder = place or Path(name)
    if Path(os.path.realpath(folder)).is_relative_to(data_dir("templates").parent):
        raise OutputError(
            str(folder), "this folder is for dealerkit's own files", "change to a folder of your own, or name one with --out"
        )
    title = name.replace("-", " ").capitalize()
    letters = re.sub("[^A-Z]", "", name.upper())
    values = {"name": name, "title": title, "module": name.replace("-", "_"), "prefix": f"{letters}XXX"[:_PREFIX]}
    templates = [kind]
    if kind == "rules":
        values |= _base_values(base)
        templates = ["rules/all", f"rules/{values['family']}"]
    files = dict(_rendered(templates, values))
    write_folder(folder, files)
    steps = _NEXT.findall(files["README.md"].partition("## Next")[2])
    return FolderReport(NewFolder(kind, str(folder), tuple(sorted(files)), tuple(steps)))


def _refuse_name(kind: str, name: str) -> None:
    if not _NAME.fullmatch(name) or len(name) > _LONGEST or name in WORDS:
        hint = f"use lower-case letters and digits with single hyphens between them, {_LONGEST} at most, such as three-tricks"
        quoted = f"'{name}'"
        raise OutputError(quoted, "can't be a name", hint)
    taken = {"game": games, "rules": rule_sets}.get(kind, list)()
    if name in taken:
        what = {"game": "game", "rules": "rule set"}[kind]
        raise OutputError(name, f"a {what} with this name already exists", "choose another name")


def _base_values(base: str) -> dict[str, str]:
    rules = rule_set(base)
    examples = read_file(data_dir("templates") / "new" / "rules" / "families.yaml").data
    family = str(rules.family)
    check_name("family of games with an example", family, examples)
    extends = Path(base).absolute().as_posix() if is_path(base) else rules.name
    return {"base": extends, "base_title": rules.title, "family": family, **examples[family]}


def _rendered(templates: list[str], values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each file of a kind, by its path in the new folder, with its text."""
    root = data_dir("templates") / "new"
    pages = jinja2.Environment(
        loader=jinja2.FileSystemLoader(root),
        undefined=jinja2.StrictUndefined,
        autoescape=jinja2.select_autoescape(()),
        keep_trailing_newline=True,
    )
    for folder in templates:
        for file in sorted((root / folder).rglob("*.jinja")):
            place = file.relative_to(root / folder).with_suffix("").as_posix()
            place = place.replace("NAME", values["name"]).replace("MODULE", values["module"])
            yield place, pages.get_template(file.relative_to(root).as_posix()).render(values)
