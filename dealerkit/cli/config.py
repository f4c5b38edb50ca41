"""`dealerkit config`: the defaults of this desk, in one file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from dealerkit.cli.common import echo, json_option, misused, note, report
from dealerkit.cli.groups import Commands
from dealerkit.cli.settings import VARIABLES
from dealerkit.cli.settings_file import PATHS, SAYS, WORDS, Settings, changed, read, refused, whole, write
from dealerkit.errors import RuleFileError, UnknownName, check_name
from dealerkit.files.folders import config_path
from dealerkit.files.reports import Data
from dealerkit.sheets.document import Block, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport


class SettingsReport(DocumentReport[Data]):
    """The settings in force, with the origin of each."""

    def title(self) -> str:
        """Return the name of the settings file."""
        return str(self.data["file"])

    def told(self) -> Iterator[Block]:
        """Yield the settings as a table."""
        if not os.path.lexists(self.data["file"]):
            yield Remark("No settings file yet; dealerkit config set NAME VALUE creates it.")
        rows = [(row["setting"], row["value"] or "-", row["by"] or "nobody") for row in self.data["settings"]]
        yield TableBlock(("setting", "in force", "set in"), rows)


@click.group(cls=Commands)
def config() -> None:
    """Set your defaults: house, game, rule set, journal, colours, pager.

    Your defaults are saved in one file, in this machine's usual folder for settings (DEALERKIT_CONFIG names another file). An
    option on the command line overrides an environment variable such as DEALERKIT_RULES, which overrides the file.

    \b
    dealerkit config set rules riverside.yaml
    dealerkit config set game holdem
    dealerkit config list
    """


@config.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List every setting, its value and where it was set."""
    path = config_path()
    settings_ = read(path)
    rows = [{"setting": name, **_in_force(name, settings_, path)} for name in SAYS]
    problems = [str(problem) for problem in settings_.problems]
    report(SettingsReport({"file": str(path), "settings": rows, "problems": problems}), as_json)
    if settings_.problems:
        raise RuleFileError(settings_.problems)


def _in_force(name: str, settings_: Settings, path: Path) -> dict[str, Any]:
    """Return the value of a setting, and its origin."""
    variable = VARIABLES.get(name, "")
    value_set = os.environ.get(variable, "").strip() if variable else ""
    if not value_set and (spoken := _spoken(name)):
        return {"value": spoken[1], "by": spoken[0]}
    if value_set:
        return {"value": value_set, "by": variable}
    if name in settings_.values:
        return {"value": settings_.values[name], "by": f"{path}:{settings_.lines[name]}"}
    return {"value": WORDS[name][0] if name in WORDS else None, "by": None}


def _spoken(name: str) -> tuple[str, str] | None:
    """Return the general environment variable for colours or the pager, such as NO_COLOR, and the value that it gives the
    setting.
    """
    if name == "pager" and os.environ.get("NO_PAGER"):
        return "NO_PAGER", "never"
    if name == "color" and os.environ.get("NO_COLOR"):
        return "NO_COLOR", "never"
    if name == "color" and os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return "FORCE_COLOR", "always"
    if name == "color" and os.environ.get("TERM") == "dumb":
        return "TERM", "never"
    return None


@config.command("path")
def path_() -> None:
    """Show where the settings file is, even if it does not exist yet."""
    echo(str(config_path()))


@config.command("get")
@click.argument("name")
def get(name: str) -> None:
    """Show the setting NAME; exit status 1 if it is not set."""
    path = config_path()
    value = _in_force(_known(name), read(path), path)["value"]
    if value is None:
        raise click.exceptions.Exit(1)
    echo(value)


@config.command("set")
@click.argument("name")
@click.argument("value")
def set_(name: str, value: str) -> None:
    """Set NAME to VALUE; the rest of the file is unchanged.

    A relative path starts from your current folder, and is saved in full.
    """
    path = config_path()
    value = whole(_known(name), value.strip(), Path.cwd())
    _check(name, value)
    write(path, changed(path, name, value))
    note(f"default {name}: {value} (saved in {path})")
    _told_if_not_heard(name)


def _told_if_not_heard(name: str) -> None:
    """Print a note if the environment overrides a setting just saved."""
    variable = VARIABLES.get(name, "")
    if variable and os.environ.get(variable, "").strip():
        note(f"note: {variable} is set as an environment variable, and overrides it")
    elif spoken := _spoken(name):
        note(f"note: {spoken[0]} is set as an environment variable, and overrides it")


@config.command("unset")
@click.argument("name")
def unset(name: str) -> None:
    """Remove the setting NAME from the file; the rest of the file is unchanged."""
    path = config_path()
    if not path.exists():
        note(f"{name} was not set: there is no settings file yet ({path}).")
        return
    text = changed(path, name, None)
    if text == path.read_bytes().decode("utf-8-sig"):
        _known(name)
        note(f"{name} was not set.")
        return
    write(path, text)
    note(f"default {name} removed from {path}")


def _known(name: str) -> str:
    """Return a setting's name, if it is one.

    Raises:
        UnknownName: If it is unknown.
    """
    if name not in SAYS:
        raise UnknownName(kind="setting", name=name, whole=list(SAYS))
    return name


def _check(name: str, value: str) -> None:
    """Check the value of a setting before it is saved, since a wrong one would stop every command.

    Raises:
        UnknownName: If it names no game or rule set.
        RuleFileError: If it is a path without a usable file.
        UsageError: If it is not a possible value of the setting.
    """
    from dealerkit.rules.files import is_path, read_file
    from dealerkit.rules.games import games
    from dealerkit.rules.sets import find_set

    if not value:
        misused(f"expected {SAYS[name]}")
    if wrong := refused(name, value):
        misused(wrong)
    if name in WORDS or name in PATHS:
        return
    if name == "game" and not is_path(value):
        check_name(name, value, games())
    else:
        place = Path(value) if name == "game" else find_set(value)
        read_file(place / "set.yaml" if place.is_dir() else place)
