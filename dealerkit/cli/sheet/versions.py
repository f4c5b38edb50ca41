"""`dealerkit sheet --since` and `--beside`: games as they were, and under other rule sets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from dealerkit.errors import UnknownName
from dealerkit.rules.files import is_path
from dealerkit.rules.games import Game, game
from dealerkit.rules.sets import rule_sets
from dealerkit.sheets.editions import Edition
from dealerkit.sheets.house import house, is_house


def games_before(found: Edition, those: Sequence[Game], since: str | None, where: Path | None, of: str = "") -> tuple[Game, ...]:
    """Return games as they were.

    Args:
        found: The edition that is printed.
        those: The games as they are.
        since: A version of the papers that the journal has, the file or name of a rule set, or a house's file.
        where: The journal's file; None for the usual one.
        of: The house whose papers they are; empty for any.

    Raises:
        UsageError: If the edition needs a version and none is named, or one is named that it has no use for.
        UnknownName: If there is no such version, or a game was not dealt then.
        RuleFileError: If the file cannot be used.
        JournalError: If the journal cannot be read.
    """
    if since is None:
        if found.since == "must":
            msg = f"--doc {found.name} tells what is new since a version: add --since, a version that was put in force, or a file"
            raise click.UsageError(msg)
        return ()
    if not found.since:
        return ()
    if is_path(since) or since in rule_sets():
        if Path(since).exists() and is_house(since):
            was = {one.id: one for one in house(since).games}
        else:
            was = {one.id: game(one.id, since) for one in those}
    else:
        from dealerkit.jobs.journal.papers import games_of
        from dealerkit.jobs.journal.store import Journal

        with Journal.open(where) as journal:
            was = {one.id: one for one in games_of(journal, since, of)}
    for one in those:
        if one.id not in was:
            kind = f"game in {since}"
            raise UnknownName(kind, one.id, was)
    return tuple(was[one.id] for one in those)


def games_beside(found: Edition, those: Sequence[Game], beside: Sequence[str]) -> tuple[Game, ...]:
    """Return games under other rule sets.

    Args:
        found: The edition that is printed; only one that tells of other sets is given any.
        those: The games.
        beside: Names or files of the sets.

    Raises:
        UnknownName: If there is no such rule set.
        RuleFileError: If a set cannot be used, or is not for such a game.
    """
    return tuple(game(one.id, name) for one in those for name in beside) if found.beside else ()
