"""Titles of drills, findings and cells (the units that the schedule repeats), for people to read."""

from __future__ import annotations

import functools
import re

from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.rules.games import game, games
from dealerkit.rules.sets import catalogue, rule_set, rule_sets
from dealerkit.rules.texts import text
from dealerkit.training import drills

_NO_DRILLS = {"walk/slips": "Slips of walks", "room/incidents": "The room's own slips"}
"""Titles of ids under which answers are saved and scheduled but which are not drills."""


@functools.cache
def title_of(drill: str) -> str:
    """Return the title of a drill; its id if dealerkit has no such drill."""
    if drill in _NO_DRILLS:
        return _NO_DRILLS[drill]
    try:
        return drills.drill(drill).title
    except (UnknownName, RuleFileError):
        return drill


def slip_title(code: str) -> str:
    """Return the title of a finding, general or of one rule set; its code if it is unknown.

    >>> slip_title("step/cut_cards-skipped")
    'A step was left out: cut cards'
    >>> slip_title("centre/order-swapped")
    'The card to beat was dealt before the kill card'
    """
    known = catalogue().findings.data["findings"]
    if code in known:
        return text(known[code].get("title"))
    step = _STEP.fullmatch(code)
    return f"{_OF_STEP[step[2]]}: {step[1].replace('_', ' ').replace('-', ' ')}" if step else _titles_of_sets().get(code, code)


@functools.cache
def _titles_of_sets() -> dict[str, str]:
    """Return the titles of findings that occur in only one of our rule sets, by code."""
    return {code: text(entry.get("title")) for name in rule_sets() for code, entry in rule_set(name).findings.items()}


_OF_STEP = {"skipped": "A step was left out", "early": "A step was done too early", "late": "A step came too late"}
_STEP = re.compile(rf"step/(.+)-({'|'.join(_OF_STEP)})")
"""Pattern of a step's generic finding, which has no title of its own."""


def cell_title(cell: str) -> str:
    """Return the title of a cell, the unit that the schedule repeats.

    A finding or a game has its own title; any other id is printed without its family and hyphens.

    >>> cell_title("step/blinds-posted"), cell_title("hand, cut_cards"), cell_title("banker 3, third 8")
    ('blinds posted', 'hand, cut cards', 'banker 3, third 8')
    >>> cell_title("mini-baccarat")
    'Mini baccarat'
    """
    if cell in games():
        return game(cell).title
    known = slip_title(cell)
    return known if known != cell else _ID.sub(lambda match: match[1].replace("-", " "), cell).replace("_", " ")


_ID = re.compile(r"\b[a-z]+/([a-z0-9-]+)")
