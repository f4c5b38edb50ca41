"""How much of the games' procedures their own cases hold in place: every leaf that decides something is changed, once at a time.

    python bench/mutate_procedures.py [GAME]... [--list] [--every N] [--from K]

Changed is the resolved game of each case, with the options in force put in: in `procedure`, `duties` and `felt` each number is
raised by one, yes and no are exchanged, a word is replaced by another that the game has under the same key, and what has no other
word is left out; each step and each duty is left out too. Prose, citations and what an author tells lint are let be. Then the
cases of that game run until one fails. A change after which the game is none any more (the schema refuses it, or no table can be
set up) is not counted.

Prints for each game the share of changes that make a case fail, and with --list those that nobody noticed. With --every N only
each Nth change is tried, beginning with the Kth (--from, 0 if left out): so a long run is made in N pieces. Exit status 1 below
the goal of a game: what its cases reached when they were last measured, or, where nobody has, what every game is to reach.
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
"""What the cases of a game reached, in per cent: the least of the pieces in which it was measured.

Mini-baccarat, with its cases under every baccarat set: 284 of 306 changes, 92.8 per cent, in four pieces of 90.9 to 93.5.
"""

PARTS = ("procedure", "duties", "felt")
LET_BE = ASIDE | {"cite"}
WHOLE = frozenset({"steps", "duties"})
"""Maps whose entries are left out whole, too."""

Place = tuple[str | int, ...]
Change = tuple[Place, Any]
"""Where, and what stands there then; `LEFT_OUT` for nothing."""

LEFT_OUT = object()


def leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield everything that decides something, with its place: words, numbers, yes and no."""
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
    """The key that a leaf stands under, not counting its number in a list."""
    return next(str(key) for key in reversed(place) if isinstance(key, str))


def another(value: Any, words: list[str]) -> Any:
    """Another value in a leaf's place."""
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
    """Return a value with something else at a place.

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
    """The changed procedures of one game, and its cases."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game = tables.find_game(name)
        self.cases = [case for case in read_all([data_dir("procedures")])[1] if dealt_in(case) == name]
        self.find = tables.find_game
        self.change: Change | None = None
        self.made: dict[int, Game] = {}

    def fails(self, change: Change | None) -> RuleCase | None:
        """The first case that fails after a change: those that noticed something lately are asked first."""
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
        """Find a game as it is dealt, with the change in it."""
        game: Game = self.find(*given, **named)
        if self.change is None or game.id != self.name:
            return game
        if id(game) not in self.made:
            self.made[id(game)] = altered(game, self.change)
        other_game: Game = self.made[id(game)]
        return other_game

    def holds(self, change: Change) -> bool:
        """Whether the changed game is a game that can be dealt."""
        try:
            game = altered(self.game, change)
            if check(game.doc, "procedure"):
                return False
            tables.Table(game)
        except Exception:  # noqa: BLE001 - whatever the engine says of a game that is none
            return False
        return True


def altered(game: Game, change: Change) -> Game:
    """Return a game with a change in it; as it is, if it has no such place."""
    try:
        data = laid(game.data, *change)
    except LookupError:
        return game
    return attrs.evolve(game, doc=game.doc.with_data(data))


def dealt_in(case: RuleCase) -> str | None:
    """The game that a case tries."""
    if case.kind == "record":
        return str(read_record(data_dir("procedures").joinpath(case.file).parent / str(case.data["record"])).header.game)
    return str(case.data["game"]) if "game" in case.data else None


def passes(case: RuleCase) -> bool:
    """Whether a case comes out as it says."""
    try:
        return bool(running.run(case, Reached()).ok)
    except DealerkitError:
        return False
    except Exception:  # noqa: BLE001 - a changed game may break anything, and then it was noticed
        return False


def main(args: list[str]) -> int:
    """Print the figures; return 1 if a game does not reach the goal."""
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
