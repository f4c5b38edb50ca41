"""Write `tests/names.txt`: every name that files, records and programs of others hold, one a line, before a release.

Run it from a checkout: `python docs/scripts/make_names.py`. A test fails while a name of the file is gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from dealerkit.catalogue.lookup import entries
from dealerkit.cli.main import main
from dealerkit.felt.verbs import VERBS
from dealerkit.mechanics import MECHANICS
from dealerkit.rulings import known_facts

FILE = Path(__file__).resolve().parents[2] / "tests" / "names.txt"


def names() -> set[str]:
    """Return all names, each behind its kind: `rule BA-38`, `act d burn`, `value count 2`, `command check --jobs`."""
    listed = {f"{entry.kind} {entry.id}" for entry in entries()}
    listed |= {f"value {fact.name} {value}" for fact in known_facts().values() for value in fact.values}
    listed |= {f"act {who} {verb}" for who, verb in VERBS}
    listed |= {f"play {name}" for name in MECHANICS}
    return listed | set(_commands(main, click.Context(main), ""))


def _commands(group: click.Group, context: click.Context, above: str) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None:
            continue
        yield f"command {above}{name}"
        yield from (
            f"command {above}{name} {option}"
            for param in command.params
            if isinstance(param, click.Option) and not param.hidden
            for option in (*param.opts, *param.secondary_opts)
            if option.startswith("--")
        )
        if isinstance(command, click.Group):
            yield from _commands(command, context, f"{above}{name} ")


if __name__ == "__main__":
    FILE.write_text("".join(f"{name}\n" for name in sorted(names())), encoding="utf-8")
