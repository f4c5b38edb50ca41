"""The answer of a drill by another method: announcing."""

from __future__ import annotations

import attrs

from dealerkit.training.generators import Setting
from dealerkit.training.generators.say_it import _PLACES, GENERATOR, SayItSituation
from tests.training.oracles.stud_first import worth


def proof(setting: Setting, given: SayItSituation) -> str | None:
    """Read the boards and cut the pots a second time, and fill the words in with the results."""
    values = dict(given.values)
    again = dict(values)
    if given.boards:
        again |= _read_by_hand(given.boards)
    short, full, many = (int(values[name]) for name in ("short", "full", "many"))
    again |= {"main": str(short * many), "side": str((full - short) * (many - 1))}
    return GENERATOR.key(setting, attrs.evolve(given, values=tuple(again.items()))).answers[0]


def _read_by_hand(boards: tuple[tuple[int, tuple[str, ...]], ...]) -> dict[str, str]:
    """Return the first board: on third street the lowest card by rank and suit (c, d, h, s), later pairs and high cards."""
    if len(boards[0][1]) == 1:
        return {"seat": str(min(boards, key=lambda one: (_PLACES.index(one[1][0][0]), one[1][0][1]))[0])}
    return {"seat": str(max(boards, key=lambda one: worth(one[1], _PLACES))[0])}
