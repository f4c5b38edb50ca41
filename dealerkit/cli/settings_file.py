"""The settings file: reading it with all of its problems, and changing it line by line, so that comments stay."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs

from dealerkit.cli import display
from dealerkit.errors import Problem, RuleFileError, no_such
from dealerkit.files.folders import CONFIG, make_folders
from dealerkit.files.output import write_output
from dealerkit.files.printable import printable
from dealerkit.files.server import is_server
from dealerkit.rules.files import is_path
from dealerkit.rules.loader import read_yaml

WORDS: Mapping[str, tuple[str, ...]] = {"color": display.COLORS, "pager": display.PAGERS}
"""The possible values of settings that have only a few."""
SAYS: Mapping[str, str] = {
    "house": "the house for printed papers: the path of its file (see `sheet --new-house`)",
    "game": "the game: a name from `games`, or the path of a game file",
    "rules": "the rule set: a name from `rules list`, or the path of your own file",
    "journal": "the journal: a file, or a database's address",
    "color": "colours: auto (on a terminal), always or never",
    "pager": "pager for long answers on a terminal: auto or never",
}
"""Description of every setting."""
PATHS = frozenset({"journal"})
"""The settings that are always paths; the value of another is a path if it looks like one."""

LARGEST: Final = 1 << 16
"""Most bytes of the file; six settings and their comments never come near it."""

HEAD: Final = (
    "# Defaults. The command line overrides the environment, which overrides this file.\n"
    "# `dealerkit config list` shows each value and where it is set; a relative path starts from this folder.\n"
)


@attrs.frozen
class Settings:
    """The settings in a file.

    Attributes:
        values: Each valid setting, paths absolute.
        lines: Line of each setting, from 1.
        problems: All problems of the file.
        broken: Whether the file cannot be read at all.
    """

    values: Mapping[str, str] = attrs.field(factory=dict)
    lines: Mapping[str, int] = attrs.field(factory=dict)
    problems: tuple[Problem, ...] = ()
    broken: bool = False


def read(path: Path, text: str | None = None) -> Settings:
    """Read a file of settings.

    Args:
        path: The file; a missing one, or `/dev/null`, sets nothing.
        text: The file's text; None to read it.
    """
    if text is None and (str(path) == os.devnull or not os.path.lexists(path)):
        return Settings()
    try:
        if text is None and path.is_file() and path.stat().st_size > LARGEST:
            return Settings(
                problems=(Problem(str(path), 0, 0, "", f"the file is larger than {LARGEST // 1024} KB"),), broken=True
            )
        doc = read_yaml(path if text is None else (str(path), text))
    except RuleFileError as error:
        nothing = all(flaw.message == "the file is empty" for flaw in error.problems)
        return Settings(problems=() if nothing else error.problems, broken=not nothing)
    except OSError as error:
        return Settings(problems=(Problem(str(path), 0, 0, "", f"the file cannot be read: {error.strerror}"),), broken=True)
    values, lines, problems = {}, {}, []
    for name, value in doc.data.items():
        if name not in SAYS:
            problems.append(doc.problem((name,), no_such("setting", name, (), whole=list(SAYS)), of_key=True))
        elif not isinstance(value, str) or not value.strip():
            problems.append(doc.problem((name,), "expected text", f"write {SAYS[name]}"))
        elif wrong := refused(name, value):
            problems.append(doc.problem((name,), wrong))
        else:
            values[name] = whole(name, value, path.parent)
            lines[name] = doc.origin((name,)).line
    return Settings(values, lines, tuple(problems))


def in_force(path: Path) -> Settings:
    """Read a settings file that must be free of problems.

    Raises:
        RuleFileError: With all problems of the file.
    """
    settings_ = read(path)
    if settings_.problems:
        hint = f"`dealerkit config` still works; {CONFIG} names another file"
        raise RuleFileError(attrs.evolve(problem, hint=problem.hint or hint) for problem in settings_.problems)
    return settings_


def refused(name: str, value: str) -> str:
    """Return the reason why a setting cannot have a value; empty if it can.

    Args:
        name: The setting.
        value: The value as typed.
    """
    if name in WORDS and value not in WORDS[name]:
        return no_such(name, value, (), whole=WORDS[name])
    return "the value has control characters" if printable(value) != value or "\n" in value else ""


def whole(name: str, value: str, folder: Path) -> str:
    """Return the value of a setting; a relative path becomes an absolute one.

    Args:
        name: The setting.
        value: The value as typed.
        folder: The folder that relative paths start from.
    """
    if name in WORDS or is_server(value) or not (name in PATHS or value.startswith("~") or is_path(value)):
        return value
    return os.path.abspath(folder / os.path.expanduser(value))  # noqa: PTH100, PTH111 - an unknown home is no error here


def changed(path: Path, name: str, value: str | None) -> str:
    """Return the text of a settings file with one setting changed and every other line unchanged.

    Args:
        path: The file, which need not exist.
        name: The setting.
        value: The new value; None to remove it.

    Raises:
        RuleFileError: If a problem of the file prevents the change, or the setting spans several lines.
        OSError: If the file cannot be read.
    """
    before = _text(path)
    rows = before.splitlines(keepends=True)
    end = "\r\n" if before.count("\r\n") > before.count("\n") / 2 else "\n"
    rows_ = [] if value is None else [f"{name}: {_quoted(value)}"]
    own = [number for number, row in enumerate(rows) if re.match(rf"(['\"]?){re.escape(name)}\1[ \t]*:", row)]
    if not own and rows_:
        own = [number for number, row in enumerate(rows) if row.rstrip() == f"#{name}:"]
    if own:
        comment = _COMMENT.search(rows[own[0]])
        ours = value is None and own[0] > 0 and rows[own[0] - 1].strip() == _heading(name)
        left = [f"#{name}:"] if ours else []  # below its description, as in a new file
        rows[own[0]] = "".join(f"{text_}{comment[0] if comment else ''}{end}" for text_ in rows_ or left)
        for number in own[1:]:
            rows[number] = ""
    elif rows_:
        rows[-1:] = [row if row.endswith(("\n", "\r")) else row + end for row in rows[-1:]]
        rows += [f"{text_}{end}" for text_ in rows_]
    text = "".join(rows)
    was, now = read(path, before), read(path, text)
    others = {key: value_ for key, value_ in was.values.items() if key != name}
    as_said = now.values.get(name) == (None if value is None else whole(name, value, path.parent))
    if not now.broken and as_said and others.items() <= now.values.items():
        return text
    hint = "nothing was changed: correct this by hand first"
    line = own[0] + 1 if own else 0
    by_hand = (Problem(str(path), line, 1 if line else 0, name, "this setting needs a line of its own"),)
    raise RuleFileError(attrs.evolve(problem, hint=hint) for problem in (now.problems if now.broken else by_hand))


def _text(path: Path) -> str:
    """Return the text of a settings file; that of a new one if there is no file."""
    if not path.exists():
        return begun()
    if not path.is_file():  # a device may have no end
        raise RuleFileError([Problem(str(path), 0, 0, "", "settings cannot be saved here", f"name a file with {CONFIG}")])
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleFileError(read(path).problems) from None


_COMMENT = re.compile(r"[ \t]+#[^\"'\r\n]*(?=[\r\n]*$)")


def begun() -> str:
    """Return the text of a new settings file, in which nothing is set."""
    return HEAD + "".join(f"\n{_heading(name)}\n#{name}:\n" for name in SAYS)


def _heading(name: str) -> str:
    """Return the comment above a setting, which is its description."""
    return f"# {SAYS[name][0].upper()}{SAYS[name][1:]}." if name in SAYS else ""


def _quoted(value: str) -> str:
    """Return a value as YAML, in quotes only where necessary."""
    try:
        if value and read_yaml(("", f"k: {value}\n")).data == {"k": value}:
            return value
    except RuleFileError:
        pass
    return json.dumps(value, ensure_ascii=False)


def write(path: Path, text: str) -> None:
    """Write a settings file in one step: a reader finds the old file or the new one. A link to it stays a link.

    Raises:
        OSError: If it cannot be written; the old content remains.
    """
    target = Path(os.path.realpath(path))
    make_folders(target.parent)
    write_output(target, text, force=True)
