"""The round of a game: the innermost repeated section of its procedure in which players choose, whatever its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dealerkit.facts.situation import GameData, Situation
from dealerkit.felt import Act
from dealerkit.rules.doc import branch
from dealerkit.rules.entries import Branch


def _sections(steps: Branch) -> Iterator[tuple[str, Branch]]:
    """Yield the sections of a procedure with their ids, each section before the sections inside it."""
    for name, node in steps.items():
        if isinstance(node, Mapping) and "steps" in node:
            yield name, node
            yield from _sections(branch(node, "steps"))


def steps_in(steps: Branch) -> Iterator[tuple[str, Branch]]:
    """Yield every step of a part of a procedure: pairs of the step's id and its data.

    Args:
        steps: Entries of that part, as in the game's file.
    """
    for name, node in steps.items():
        if isinstance(node, Mapping):
            yield from steps_in(branch(node, "steps")) if "steps" in node else ((name, node),)


def _repeats(node: Branch) -> bool:
    return bool(node.get("repeat")) and not node.get("part")


def _one_round(game: GameData) -> tuple[str, Branch]:
    """Return the id and the section of one round; both empty if there is none."""
    section: tuple[str, Branch] = ("", {})
    for name, node in _sections(branch(game.data, "procedure")):
        inner = branch(node, "steps")
        choices = any("play" in step for _, step in steps_in(inner))
        if _repeats(node) and choices and not any(_repeats(part) for _, part in _sections(inner)):
            section = name, inner
    return section


def round_id(game: GameData) -> str:
    """Return the id of the section of one round; empty for none."""
    return game.once("round", _one_round)[0]


def comes_from_a_shoe(game: GameData) -> bool:
    """Return whether several rounds are dealt without a shuffle between them."""
    mixes = ("wash", "riffle", "shuffle")
    return not any(step.get("do") in mixes for _, step in steps_in(game.once("round", _one_round)[1]))


def this_round(now: Situation) -> list[Act]:
    """Return the acts since the present round began; between rounds, since the last one began."""
    return now.since(round_id(now.game))


def bettors_of_the_last_round(now: Situation) -> frozenset[str]:
    """Return the seats, such as `s3`, that had a bet in the round before the present one: they put it down and did not take it up
    again.
    """
    section = round_id(now.game)
    acts = now.log[now.ended.get(section, 0) : now.marks.get(section, 0)]
    cleared = next((at for at, act in enumerate(acts) if act.verb == "clear"), len(acts))
    last = {act.who: act.verb for act in acts[:cleared] if act.seat and act.verb in ("bet", "take")}
    return frozenset(who for who, verb in last.items() if verb == "bet")
