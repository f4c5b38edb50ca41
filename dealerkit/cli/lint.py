"""`dealerkit lint`: what is wrong with rule files, all of it, before a card is dealt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealerkit.cli.common import json_option, line, show

if TYPE_CHECKING:
    from dealerkit.rules.lint import Vocabulary


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@json_option
def lint(paths: tuple[Path, ...], as_json: bool) -> None:
    """Check rule files: house files, rule sets, procedures, cases; without PATHS, all that come with dealerkit.

    Finds names that nothing has, cases that are never reached, missing sources and translations, and whatever else can be
    wrong before a card is dealt. Exit code 1 if anything is.
    """
    from dealerkit.rules.lint import lint as look

    problems = look(paths, words_of_the_engine())
    rows = [
        {
            "file": problem.file,
            "line": problem.line,
            "column": problem.column,
            "path": problem.path,
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem in problems
    ]
    show({"errors": rows}, as_json, _told)
    if rows:
        raise click.exceptions.Exit(1)


def words_of_the_engine() -> Vocabulary:
    """Gather the words that planners, mechanics, facts and rulings have registered."""
    from dealerkit.facts import FACTS
    from dealerkit.mechanics import MECHANICS
    from dealerkit.procedure.planners import DO
    from dealerkit.rules.lint import Vocabulary
    from dealerkit.rulings import OUTCOMES
    from dealerkit.rulings.amounts import SUMS

    return Vocabulary(
        do=frozenset(DO),
        play=frozenset(MECHANICS),
        facts=frozenset(FACTS),
        outcomes=frozenset(OUTCOMES),
        sums=frozenset(SUMS),
    )


def _told(found: dict[str, Any]) -> Iterator[str]:
    rows = found["errors"]
    for row in rows:
        place = f"{row['file']}:{row['line']}:{row['column']}" if row["line"] else row["file"]
        yield place
        yield line(f"{row['path']}: {row['message']}" if row["path"] else row["message"], 2, "! ")
        if row["hint"]:
            yield line(row["hint"], 4, "> ")
    yield f"{len(rows)} problem{'s' * (len(rows) != 1)}" if rows else "ok  nothing to say against these rule files"
