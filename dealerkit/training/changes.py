"""Exercises on a new version of the rules: those whose right answer has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from dealerkit.errors import DealerkitError
from dealerkit.rules.sets import rule_set
from dealerkit.training.drills import Drill, drill
from dealerkit.training.exercises import at_level
from dealerkit.training.generators import Generator, Setting, generator
from dealerkit.training.items import Item

TRIES = 6
"""Number of situations examined in each cell."""
MOST = 2
"""Most exercises of one cell that are asked."""
NOTHING_CHANGED = "no exercise has a different answer under {since}"


def changed(new: Setting, old: Setting, seed: str) -> Iterator[Item]:
    """Yield the exercises of a drill at a level whose right answer differs between two versions of the rules.

    Args:
        new: The drill under the new rules, by which the answers are marked.
        old: The same drill and level under the old rules.
        seed: The seed.

    Raises:
        RuleFileError: If the drill names an unknown generator.
    """
    maker = generator(new.drill)
    asked = set()
    for cell, label in maker.cells(new).items():
        rng = Random(f"{new.drill.id}:{new.level.number}:{cell}:{seed}")
        count = 0
        for number in range(TRIES):
            item = _item(maker, new, old, cell, label, f"{seed}/{cell}/{number}", rng)
            if item is not None and item.question not in asked:
                asked.add(item.question)
                yield item
                count += 1
                if count == MOST:
                    break


def _item(maker: Generator[object], new: Setting, old: Setting, cell: str, label: str, seed: str, rng: Random) -> Item | None:
    """Return an exercise if its key has changed; None if it has not, or if this attempt gave none."""
    given = maker.draw(new, cell, rng)
    if given is None:
        return None
    key = maker.key(new, given)
    try:
        before = maker.key(old, given)
    except (DealerkitError, KeyError, ValueError, IndexError):
        return None  # a situation that the old rules do not know has no old key
    if set(before.answers) == set(key.answers):
        return None
    return Item(new.drill.id, new.level.number, seed, cell, label, maker.question(new, given), key)


def changed_items(
    drills: list[str],
    new: str | Path | None,
    old: str | Path | None,
    *,
    game: str | None = None,
    settings: Mapping[str, str] | None = None,
) -> Iterator[tuple[Setting, Item]]:
    """Yield the exercises of drills whose right answer differs between two versions of the rules.

    Args:
        drills: Drills, by id or path.
        new: The present rule set; None for each game's own.
        old: The earlier rule set; None for each game's own.
        game: The game; None for every game of each level that both rule sets are for.
        settings: Options of the game under the present rules.

    Returns:
        Each exercise after its drill, level and game under the present rules.

    Raises:
        UnknownName, RuleFileError: If a drill or a rule set cannot be used.
    """
    sets = {name: rule_set(name) for name in (new, old) if name is not None}
    for selector in drills:
        drill_ = drill(selector, sets.get(new) if new is not None else None)
        if not drill_.generator:
            continue
        for number, level in drill_.levels.items():
            for name in level.games if game is None else [game_ for game_ in level.games if game_ == game]:
                pair = _pair(drill_, selector, number, name, (new, settings), (old, None))
                if pair is not None:
                    yield from ((pair[0], item) for item in changed(*pair, "1"))


def _pair(
    drill_: Drill,
    selector: str,
    number: int,
    game: str,
    now: tuple[str | Path | None, Mapping[str, str] | None],
    before: tuple[str | Path | None, Mapping[str, str] | None],
) -> tuple[Setting, Setting] | None:
    """Return a drill at a level under both versions of the rules; None if one of them is not for this game."""
    try:
        old = drill(selector, rule_set(before[0]) if before[0] is not None else None)
        return at_level(drill_, number, game, *now), at_level(old, number, game, *before)
    except DealerkitError:
        return None
