"""Settings of all commands: from the environment, or from one file of `dealerkit config`.

The file is YAML as rule files are, and what is wrong in it is told as it is in them: `rules: riverside.yaml` needs no quotes, a
path of Windows no doubled strokes, and it is kept like a house's file. An option goes before the environment, and
the environment before the file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import click

from dealerkit.cli import display
from dealerkit.cli.variables import GAME, HOUSE, RULES

VARIABLES: Mapping[str, str] = {"house": HOUSE, "game": GAME, "rules": RULES, "journal": "DEALERKIT_JOURNAL"}
"""The settings with an environment variable; every command reads the environment."""
TYPED = "dealerkit.typed"
"""Key in a context's `meta` of the words typed after `dealerkit`."""

FROM_FILE = "dealerkit.settings"
"""Key in a context's `meta` of the values from the file, each with its place."""


def settle(ctx: click.Context, *, broken_is_fine: bool = False) -> None:
    """Apply the file's settings that neither the environment nor an option overrides, until the command ends.

    Args:
        ctx: The context of the root.
        broken_is_fine: Whether the command can do without the file, where it cannot be used.

    Raises:
        RuleFileError: If the file cannot be used; with file, line and column.
    """
    from dealerkit.files.folders import config_path  # help needs no folder

    path = config_path()
    kept: Mapping[str, str] = {}
    lines: Mapping[str, int] = {}
    if os.path.lexists(path) and not broken_is_fine:
        from dealerkit.cli.settings_file import in_force

        settings_ = in_force(path)
        kept, lines = settings_.values, settings_.lines
    for name, variable in VARIABLES.items():
        if name in kept and not os.environ.get(variable, "").strip():
            _put_back(ctx, variable)
            os.environ[variable] = kept[name]
            ctx.meta.setdefault(FROM_FILE, {})[kept[name]] = f"{path}:{lines[name]}, {name}"
    display.show_color(ctx, kept.get("color"))
    if kept.get("pager") == display.NEVER:
        ctx.meta[display.PAGER] = display.NEVER


def _put_back(ctx: click.Context, variable: str) -> None:
    """See to it that a variable is as it was when the command has ended."""
    was = os.environ.get(variable)
    ctx.call_on_close(lambda: os.environ.pop(variable, None) if was is None else os.environ.update({variable: was}))


def hint_at(name: str) -> str:
    """Return the origin of a name that nobody typed, for an error message; empty if it was typed.

    Args:
        name: A game, a rule set or a path.
    """
    ctx = click.get_current_context(silent=True)
    places: Mapping[str, str] = ctx.meta.get(FROM_FILE, {}) if ctx is not None else {}
    if ctx is None or not name or name in ctx.meta.get(TYPED, ()):
        return ""
    if name in places:
        return f"{name} was not typed: it is set in {places[name]}; `dealerkit config set` changes it"
    variable = next((variable_ for variable_ in VARIABLES.values() if os.environ.get(variable_, "").strip() == name), "")
    return f"{name} was not typed: it is set in the environment, {variable}" if variable else ""
