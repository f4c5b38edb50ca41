"""Whatever was done, obedience ends the hand lawfully: a few hands a day of the campaigns of `bench/any_acts.py`."""

from __future__ import annotations

import random

import pytest

from tests.obedience.any_acts import run, trials
from tests.obedience.campaign import rule_sets_of, settings
from tests.obedience.wrong_winner import POKER, pushes, wrong_after
from tests.sampling import LONG, daily_games

pytestmark = pytest.mark.campaign

_HANDS = 2 + 2 * LONG
"""Hands of each game with any acts in them."""


_PUSHES = 3 + 3 * LONG
"""Wrong pushes of each form of poker."""


@pytest.mark.parametrize("game", daily_games(1))
@pytest.mark.sample(3, rest="thorough")
def test_any_acts_and_obedience_end_lawfully(game: str) -> None:
    """No chip or card lies where it has no business, no hand ends without award, settlement or ruling, nothing due is wrong."""
    setting = list(settings(1, (game,)))[-1]
    for trial in trials(setting, _HANDS):
        outcome = run(trial)
        done = "; ".join(f"{at}: {act.text}" for at, act in outcome.done)
        assert not outcome.failures, f"{trial.id}: {done}: {outcome.failures[0]}"


@pytest.mark.parametrize("game", POKER)
@pytest.mark.sample(4, rest="thorough")
def test_a_pot_pushed_to_the_wrong_seat_goes_to_the_winner(game: str) -> None:
    """SD-16, SD-18, DP-27: at any moment, to any seat that does not win."""
    rng = random.Random(game)
    rules = rng.choice(rule_sets_of(game))
    found = [push for one in settings(1, (game,)) if one.rules == rules for push in pushes(one)]
    for push in rng.sample(found, min(_PUSHES, len(found))):
        assert wrong_after(push) == "", push.id
