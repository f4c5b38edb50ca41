"""Exercises: a single one made from a seed, and a sequence in which every class of answer is equally likely."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from dealerkit.errors import DealerkitError
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import rule_set
from dealerkit.training.drills import Drill, DrillLevel, drill
from dealerkit.training.generators import Generator, Setting, generator
from dealerkit.training.items import Item

_TRIES = 400
"""Most attempts to draw a situation for an exercise."""


class NoExercise(DealerkitError):
    """The requested exercise cannot be made."""


def setting(
    selector: str | Path,
    level: int = 1,
    game: str | Path | None = None,
    rules: str | Path | None = None,
    settings: Mapping[str, object] | None = None,
) -> Setting:
    """Return a drill at a level, with its game and rules.

    Args:
        selector: The drill, by id or path.
        level: The level, from 1.
        game: The game; None for the level's first.
        rules: The rule set; None for the game's own.
        settings: Options of the game, over those of the level.

    Raises:
        UnknownName: If there is no such drill, level, game, rule set or option.
        RuleFileError: If a file cannot be used.
        NoExercise: If the drill is not asked of this game, or not under this rule set.
    """
    return at_level(drill(selector, None if rules is None else rule_set(rules)), level, game, rules, settings)


def at_level(
    drill_: Drill,
    level: int,
    game: str | Path | None = None,
    rules: str | Path | None = None,
    settings: Mapping[str, object] | None = None,
) -> Setting:
    """Return the setting of a loaded drill at one of its levels.

    Args:
        drill_: The drill.
        level: The number of the level.
        game: The game's name or file; None for the first that the level names.
        rules: The rule set's name or file; None for the game's own.
        settings: Options of the game, by name.

    Raises:
        NoExercise: If the level is not asked of that game, or not under that rule set.
        UnknownName: If there is no such level, game, rule set or option.
    """
    chosen = drill_.level(level)
    if game is not None and str(game) not in chosen.games and not _is_made_from(game, chosen.games):
        msg = f"{drill_.id}, level {level}, is not for {game}; choose {', '.join(chosen.games)}"
        raise NoExercise(msg)
    resolved = load(game or chosen.games[0], rules, _settings(chosen, game or chosen.games[0], rules, settings or {}))
    if drill_.rules and resolved.rules is not None and not set(drill_.rules) & set(resolved.rules.chain):
        msg = f"{drill_.id} is not for the rule set {resolved.rules.name}; choose {', '.join(drill_.rules)}"
        raise NoExercise(msg)
    return Setting(drill_, chosen, resolved)


def _settings(
    chosen: DrillLevel, game: str | Path, rules: str | Path | None, settings: Mapping[str, object]
) -> dict[str, object]:
    """Return the options of a level, overridden by the requested ones.

    If the level lists several values of an option, the house's own value is used if it is listed, else the first.
    """
    over = {**chosen.settings, **settings}
    several = {name: value for name, value in over.items() if isinstance(value, list)}
    fixed: dict[str, object] = {name: value for name, value in over.items() if name not in several}
    if several:
        plain = load(game, rules, fixed)
        for name, values in several.items():
            if plain.options.get(name) not in values:
                fixed[name] = values[0]
    return fixed


def _is_made_from(game: str | Path, among: tuple[str, ...]) -> bool:
    """Return whether a game of the house extends one of ours among some games."""
    return load(game).id in among


def exercise(
    where: Setting,
    seed: str,
    cell: str,
    maker: Generator[Any] | None = None,
) -> Item:
    """Make an exercise; the same drill, level, rules, seed and cell always give the same one.

    Args:
        where: The drill at a level.
        seed: The seed.
        cell: What to practise, one of the generator's cells.
        maker: The generator, if it is loaded already; None to load it.

    Raises:
        NoExercise: If no exercise can be made.
    """
    return _drawn(where, seed, cell, maker)[1]


def situation(where: Setting, seed: str, cell: str) -> object:
    """Return the situation that an exercise asks about, as its generator draws it; the same seed and cell always give the same
    one.

    Args:
        where: The drill at a level.
        seed: The seed of the exercise.
        cell: What is practised, one of the generator's cells.

    Raises:
        NoExercise: If no situation can be drawn.
    """
    return _drawn(where, seed, cell, None)[0]


def _drawn(
    where: Setting,
    seed: str,
    cell: str,
    maker: Generator[Any] | None,
) -> tuple[object, Item]:
    maker_ = maker or generator(where.drill)
    rng = Random(f"{where.drill.id}:{where.level.number}:{cell}:{seed}")
    for _ in range(_TRIES):
        with where.asked():
            given = maker_.draw(where, cell, rng)
            if given is None:
                continue
            question, key = maker_.question(where, given), maker_.key(where, given)
        label = maker_.cells(where).get(cell, "")
        return given, Item(where.drill.id, where.level.number, seed, cell, label, question, key)
    drill, level, title = where.drill.id, where.level.number, where.game.title
    msg = f"{drill}, level {level}, has no exercise in {title} with these options ({cell})"
    raise NoExercise(msg)


def exercises(
    where: Setting,
    seed: str,
    weigh: Callable[[str], float] | None = None,
) -> Iterator[Item]:
    """Yield exercises without end.

    Every class of answers is equally frequent, weak cells (the units that the schedule repeats) come more often, and two
    equal exercises never follow each other.

    Args:
        where: The drill at a level.
        seed: The seed of the sequence; exercise number n has the seed `SEED/n`.
        weigh: Returns the weight of a cell, above 0; called again for every exercise. None for equal weights.

    Raises:
        NoExercise: If no exercise can be made.
    """
    maker_ = generator(where.drill)
    with where.asked():
        cells = maker_.cells(where)
    if not cells:
        msg = f"{where.drill.id}, level {where.level.number}, has no exercises in {where.game.title} with these options"
        raise NoExercise(msg)
    classes: dict[str, list[str]] = {}
    for name, label in cells.items():
        classes.setdefault(label, []).append(name)
    rng = Random(f"{where.drill.id}:{where.level.number}:{seed}")
    last: Item | None = None
    number = 0
    while True:
        number += 1
        for again in range(_TRIES):
            among = classes[rng.choice(sorted(classes))]
            apart = [name for name in among if last is None or name != last.cell] or among
            cell = _weighed(apart, weigh, rng)
            item = exercise(where, f"{seed}/{number}" + f".{again}" * bool(again), cell, maker_)
            if last is None or item.question != last.question:
                break
        last = item
        yield item


def _weighed(cells: list[str], weigh: Callable[[str], float] | None, rng: Random) -> str:
    if weigh is None:
        return rng.choice(cells)
    weights = [max(0.0, weigh(cell)) for cell in cells]
    point = rng.random() * sum(weights)
    for cell, weight in zip(cells, weights, strict=True):
        point -= weight
        if point < 0:
            return cell
    return cells[-1]
