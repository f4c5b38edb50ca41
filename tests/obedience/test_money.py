"""Whatever chips a dealer moves wrongly in a game against the house come back: everybody ends with what the clean round gives."""

from __future__ import annotations

import pytest

from tests.obedience.campaign import Setting, settings
from tests.obedience.money import GAMES, trials
from tests.sampling import LONG

SETTINGS = [pytest.param(setting, id=f"{setting.game}-{setting.rules}") for setting in settings(1, GAMES)]


@pytest.mark.campaign
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.sample(3, rest="thorough")
def test_chips_moved_wrongly_come_back(setting: Setting) -> None:
    """BI-20, BJI-23, BJI-24, BJ-90: paid, taken, given back or cleared away at any moment after the bets were closed."""
    made = list(trials(setting, 12 + 100 * LONG))
    assert len(made) > 6
    assert [str(one) for one in made if one.wrong] == []
