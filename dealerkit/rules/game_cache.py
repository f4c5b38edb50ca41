"""Cache on disk of games as resolved by an earlier run, so that a ruling on one dispute need not read the YAML of its game."""

from __future__ import annotations

import functools
from pathlib import Path

from dealerkit.rules import cache
from dealerkit.rules.doc import Doc
from dealerkit.rules.files import is_path, unchanged
from dealerkit.rules.game_options import read_options
from dealerkit.rules.games import Game, find_game, game
from dealerkit.rules.sets import find_set, rule_set


def kept_game(selector: str | Path, rules: str | Path | None = None) -> Game:
    """Return a game under its rule set's options, as `game` does; a game that comes with dealerkit is cached for the next run.

    Only games asked for through this function are cached: a run over all games under all rule sets would write hundreds of files.

    Args:
        selector: The game's id, or the path of a procedure file, which is read each time.
        rules: A rule set's name or path; None for the game's own.

    Raises:
        UnknownName: If there is no such game or rule set.
        RuleFileError: If a file cannot be used.
    """
    if is_path(selector):
        return game(selector, rules)
    name = f"game {find_game(selector).absolute()} {'' if rules is None else find_set(rules).absolute()}"
    known = _KNOWN.get(name)
    if known is None or not unchanged(known.files):
        known = _KNOWN[name] = _from_before(name, selector, rules) or _resolved(name, selector, rules)
    return known


_KNOWN: dict[str, Game] = {}
"""Games that were asked for in this process."""


def _resolved(name: str, selector: str | Path, rules: str | Path | None) -> Game:
    """Return a game resolved from its files, and cache it."""
    resolved = game(selector, rules)
    in_force = resolved.rules
    if in_force is not None and rule_set(rules or in_force.name) is in_force:  # the rule set can be found again by its name
        stored = {
            "id": resolved.id,
            "family": resolved.family,
            "rules": in_force.name,
            "options": dict(resolved.options),
            "data": resolved.data,
        }
        cache.keep(name, resolved.files, stored)
    return resolved


def _from_before(name: str, selector: str | Path, rules: str | Path | None) -> Game | None:
    """Return a game from the cache of an earlier run, if its files are unchanged; None otherwise."""
    known = cache.kept_with_files(name)
    if known is None:
        return None
    stored, files = known

    again = functools.cache(lambda: game(selector, rules).doc)
    doc = Doc.kept(stored["data"], again)
    return Game(
        id=stored["id"],
        family=stored["family"],
        doc=doc,
        options=stored["options"],
        choices=read_options(doc),
        rules=rule_set(rules or stored["rules"]),
        files=tuple(files),
    )
