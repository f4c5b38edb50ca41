"""The answer of a drill by another method: before the last card of stud."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.stud_seventh import (
    _BURNS,
    _IN,
    _LETTERS,
    _PACK,
    BOTH,
    COMMUNITY,
    DEAL,
    SCRAMBLE,
    StudSeventhSituation,
)
from tests.training.oracles.stud_first import worth


def proof(setting: Setting, given: StudSeventhSituation) -> str:
    """Give out the cards one by one."""
    pack = ["card"] * _PACK
    hands = [*given.folded, *[_IN] * given.live]
    for cards in hands:
        del pack[:cards]
    burned = [pack.pop() for _ in range(_BURNS)]
    found = _served(len(pack), given.live)
    word = DEAL
    if not found:
        word = SCRAMBLE if _served(len(pack) + len(burned), given.live) else COMMUNITY if len(pack) > 2 else BOTH
    asked = setting.told("ask")
    if asked == "enough":
        return "yes" if found else "no"
    if asked == "cure":
        return word
    if asked == "steps":
        return " ".join(_LETTERS[given.steps.index(name)] for name in _walked(word))
    order = "A23456789TJQK" if (low := setting.game.data["showdown"].get("opens") == "low") else "23456789TJQKA"
    return f"{word} | s{(min if low else max)((worth(cards, order), seat) for seat, cards in given.boards)[1]}"


def _served(cards: int, seats: int) -> bool:
    """Burn one, deal one to each seat; return whether the last card stays in its place."""
    left = cards - 1
    for _ in range(seats):
        left -= 1
    return left >= 1


def _walked(word: str) -> list[str]:
    """Return the steps of a remedy, from the ledger."""
    steps = ["count"]
    if word in (SCRAMBLE, BOTH):
        steps += ["scramble", "cut"]
    return [*steps, "burn", "community" if word in (COMMUNITY, BOTH) else "down"]
