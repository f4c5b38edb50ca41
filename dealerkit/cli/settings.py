"""Settings of all commands, from the environment or from the one file of `dealerkit config`.

The file is YAML like rule files, read and reported in the same way: `rules: riverside.yaml` needs no quotes, a Windows path no
doubled backslashes, and a house keeps it like its rule file. An option overrides the environment, and the environment
overrides the file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import click

from dealerkit.cli import display
from dealerkit.cli.variables import GAME, HOUSE, RULES

VARIABLES: Mapping[str, str] = {"house": HOUSE, "game": GAME, "rules": RULES, "journal": "DEALERKIT_JOURNAL"}
"""Environment variables of settings; every command reads them."""
TYPED = "dealerkit.typed"
"""Key of the typed words after `dealerkit`, in a click context's `meta`."""

FROM_FILE = "dealerkit.settings"
"""Key of the values from the file, each with its place, in a click context's `meta`."""


def settle(ctx: click.Context, *, broken_is_fine: bool = False) -> None:
    """Apply the file's settings that neither the environment nor an option overrides, until the command ends.

    Args:
        ctx: The context of the root.
        broken_is_fine: Whether to continue without a broken file.

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
    """Restore an environment variable when the command ends."""
    was = os.environ.get(variable)
    ctx.call_on_close(lambda: os.environ.pop(variable, None) if was is None else os.environ.update({variable: was}))


def hint_at(name: str) -> str:
    """Return the origin of a name that the user did not type, as a hint for an error message; empty if the user typed it.

    Args:
        name: A game, a rule set or a path.
    """
    ctx = click.get_current_context(silent=True)
    places: Mapping[str, str] = ctx.meta.get(FROM_FILE, {}) if ctx is not None else {}
    if ctx is None or not name or name in ctx.meta.get(TYPED, ()):
        return ""
    if name in places:
        return f"{name} comes from your settings, {places[name]}; `dealerkit config set` changes it"
    variable = next((variable_ for variable_ in VARIABLES.values() if os.environ.get(variable_, "").strip() == name), "")
    return f"{name} comes from the environment variable {variable}" if variable else ""
