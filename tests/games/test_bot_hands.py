"""Players choose at a table what they chose there before, act by act, in every game."""

from __future__ import annotations

import itertools

import pytest

from dealerkit.rules.games import games
from tests.games.bot_hands import Hand, dealt, hands
from tests.obedience.snapshots import LETTERS

HANDS = hands()


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: f"{hand['game']}-{hand['seed']}")
@pytest.mark.sample(4, rest="thorough")
def test_players_choose_as_they_did(hand: Hand) -> None:
    """The first act that differs is told; how the hands are written again, where that was meant, stands in `bot_hands.py`."""
    before, told = "", hand["told"].split()
    acts: list[str] = [*hand["acts"], ""]
    nothing: tuple[str, dict[str, str]] = ("nothing more", {})
    for at, (now, telling) in enumerate(itertools.chain(dealt(hand), [nothing])):
        then = acts[at] if at < len(acts) else nothing[0]
        assert now == then, f"behind '{before}'"
        before = now or before
        if telling:
            row = told.pop(0)
            parts = {name: row[LETTERS * at : LETTERS * (at + 1)] for at, name in enumerate(telling)}
            assert telling == parts, f"behind '{before}': {[name for name in parts if parts[name] != telling[name]]}"
    assert not told


def test_every_game_has_its_hands() -> None:
    """Four each, of different tables."""
    seeds = {name: {hand["seed"] for hand in HANDS if hand["game"] == name} for name in games()}
    assert {name: len(found) for name, found in seeds.items() if len(found) < 4} == {}
