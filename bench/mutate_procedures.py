"""Share of changes to the games' procedures that make their own cases fail: every effective leaf is changed, one at a time.

    python bench/mutate_procedures.py [GAME]... [--list] [--every N] [--from K]

The resolved game of each case is changed, with the options in force filled in: in `procedure`, `duties` and `felt` each number
is increased by one, yes and no are exchanged, a word is replaced by another of the game under the same key, and a word without
another is removed; each step and each duty is removed too. Prose, citations and settings for lint are left unchanged. Then the
cases of that game run until one fails. A change is not counted if no game is left: if the schema refuses it, or no table can be
set up.

Prints for each game the share of changes that make a case fail, and with --list the others. With --every N only each Nth change
is tried, beginning with the Kth (--from, by default 0), to split a long run into N pieces. Exit status 1 below the goal of a
game: the share at the last measurement, or a general goal for a game never measured.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.jobs.cases import RuleCase, read_all
from dealerkit.jobs.cases.coverage import Reached
from dealerkit.rules.canonical import ASIDE
from dealerkit.rules.data import data_dir
from dealerkit.rules.games import Game, games
from dealerkit.rules.schema import check
from dealerkit.table.record import read_record

running: Any = import_module("dealerkit.jobs.cases.run")
tables: Any = import_module("dealerkit.table.table")

GOAL = 60.0  # per cent, of a game that nobody has measured yet
REACHED = {"mini-baccarat": 90.9}
"""The measured share of failing cases for a game, in per cent: the least of its pieces.

Mini-baccarat, with its cases under every baccarat set: 284 of 306 changes, 92.8 per cent, in four pieces of 90.9 to 93.5.
"""

PARTS = ("procedure", "duties", "felt")
LET_BE = ASIDE | {"cite"}
WHOLE = frozenset({"steps", "duties"})
"""Maps whose entries are removed as a whole, too."""

Place = tuple[str | int, ...]
Change = tuple[Place, Any]
"""A place, and its new value; `LEFT_OUT` for a removal."""

LEFT_OUT = object()


def leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield every leaf with an effect, and its place: words, numbers, yes and no."""
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield place, value
        return
    for key, part in inner:
        if key not in LET_BE:
            yield from leaves(part, (*place, key))


def wholes(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of every step and every duty."""
    for key, part in value.items() if isinstance(value, Mapping) else ():
        if place and place[-1] in WHOLE:
            yield (*place, key)
        yield from wholes(part, (*place, key))


def under(place: Place) -> str:
    """Return the key of a leaf, without its index in a list."""
    return next(str(key) for key in reversed(place) if isinstance(key, str))


def another(value: Any, words: list[str]) -> Any:
    """Return another value in place of a leaf."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str) and value.isdigit():
        return str(int(value) + 1)
    if value in words and len(words) > 1:
        return words[(words.index(value) + 1) % len(words)]
    return LEFT_OUT


def changes(game: Game) -> Iterator[Change]:
    """Yield every change of a game."""
    parts = {part: game.data[part] for part in PARTS if part in game.data}
    places = list(leaves(parts))
    words: dict[str, list[str]] = {}
    for place, value in places:
        known = words.setdefault(under(place), [])
        if isinstance(value, str) and value not in known:
            known.append(value)
    for whole in wholes(parts):
        yield whole, LEFT_OUT
    for place, value in places:
        yield place, another(value, words[under(place)])


def laid(value: Any, place: Place, new: Any) -> Any:
    """Return a value with a new value at a place.

    Raises:
        LookupError: If it has no such place.
    """
    key, *rest = place
    changed: Any = dict(value) if isinstance(value, Mapping) else list(value)
    if rest:
        changed[key] = laid(value[key], tuple(rest), new)
    elif new is LEFT_OUT:
        del changed[key]
    else:
        changed[key], _ = new, value[key]
    return changed


class Mutants:
    """The changed procedures of a game, and its cases."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game = tables.find_game(name)
        self.cases = [case for case in read_all([data_dir("procedures")])[1] if dealt_in(case) == name]
        self.find = tables.find_game
        self.change: Change | None = None
        self.made: dict[int, Game] = {}

    def fails(self, change: Change | None) -> RuleCase | None:
        """Return the first case that fails after a change, starting with the cases that failed recently."""
        self.change, self.made = change, {}
        tables.find_game = running.game = self.changed
        try:
            for at, case in enumerate(self.cases):
                if not passes(case):
                    self.cases.insert(0, self.cases.pop(at))
                    return case
        finally:
            tables.find_game = running.game = self.find
        return None

    def changed(self, *given: Any, **named: Any) -> Game:
        """Return a game as it is dealt, with the change in it."""
        game: Game = self.find(*given, **named)
        if self.change is None or game.id != self.name:
            return game
        if id(game) not in self.made:
            self.made[id(game)] = altered(game, self.change)
        other_game: Game = self.made[id(game)]
        return other_game

    def holds(self, change: Change) -> bool:
        """Return whether the changed game can be dealt."""
        try:
            game = altered(self.game, change)
            if check(game.doc, "procedure"):
                return False
            tables.Table(game)
        except Exception:  # noqa: BLE001 - any error of the engine about an impossible game
            return False
        return True


def altered(game: Game, change: Change) -> Game:
    """Return a game with a change in it; unchanged, if it has no such place."""
    try:
        data = laid(game.data, *change)
    except LookupError:
        return game
    return attrs.evolve(game, doc=game.doc.with_data(data))


def dealt_in(case: RuleCase) -> str | None:
    """Return the game of a case."""
    if case.kind == "record":
        return str(read_record(data_dir("procedures").joinpath(case.file).parent / str(case.data["record"])).header.game)
    return str(case.data["game"]) if "game" in case.data else None


def passes(case: RuleCase) -> bool:
    """Return whether a case passes."""
    try:
        return bool(running.run(case, Reached()).ok)
    except DealerkitError:
        return False
    except Exception:  # noqa: BLE001 - a changed game may raise anything, which counts as a failure
        return False


def main(args: list[str]) -> int:
    """Print the figures; return 1 if a game misses its goal."""
    every, first = (
        int(args[args.index(option) + 1]) if option in args else usual for option, usual in (("--every", 1), ("--from", 0))
    )
    names = [
        word
        for at, word in enumerate(args)
        if not word.startswith("--") and (not at or args[at - 1] not in ("--every", "--from"))
    ]
    short = 0
    for name in names or games():
        began = time.perf_counter()
        mutants = Mutants(name)
        if (broken := mutants.fails(None)) is not None:
            print(f"mutate {name}: '{broken.name}' fails as it is")
            return 1
        tried, survivors = 0, []
        for place, new in list(changes(mutants.game))[first::every]:
            if not mutants.holds((place, new)):
                continue
            tried += 1
            if mutants.fails((place, new)) is None:
                survivors.append(f"{'.'.join(map(str, place))}: {'left out' if new is LEFT_OUT else new}")
                if "--list" in args:
                    print(f"  {survivors[-1]}", flush=True)
        share = 100 * (tried - len(survivors)) / tried if tried else 100.0
        goal = REACHED.get(name, GOAL)
        short += round(share, 1) < goal
        took = time.perf_counter() - began
        print(f"mutate {name}: {share:.1f} % of {tried} changes make a case fail (at least {goal}); {took:.0f} s", flush=True)
    return int(short > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
