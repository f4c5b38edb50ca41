"""Each option of baccarat, hold'em and blackjack set otherwise, one at a time: the editions that must change do, and no others.

`changed_by_option.yaml` says which: what a bettor sees of money or play is on the player's edition, on the poster or among the
rates; what a dealer does on the step card; what a floor asks or rules in the floor's index; all of it in the book and in what a
regulator is sent. Every day a sample is printed.
"""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from dealerkit.rules.games import game
from dealerkit.rules.option_values import CHOOSES_THE_SET
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.languages import make
from tests.sampling import daily
from tests.yaml_files import data_of

EXPECTED = data_of(Path(__file__).parent / "changed_by_option.yaml")
ALWAYS = {"book", "control"}
"""Whatever decides something stands in these."""
NAMES = ("player", "wall", "score", "rates", "dealer", "floor", "incident", "book", "control")


@functools.lru_cache(maxsize=8)
def printed(name: str, settings: tuple[tuple[str, str], ...]) -> dict[str, object]:
    """What stands in each edition of a game with some options set."""
    played = game(name, None, dict(settings))
    made = {one: make(EDITIONS[one], EditionOrder((played,))) for one in NAMES if EDITIONS[one].offered(played)}
    return {one: (document.title, document.subtitle, document.blocks) for one, document in made.items()}


def tried() -> list[ParameterSet]:
    """The options that are tried."""
    every = [(name, option) for name, options in EXPECTED.items() for option in options]
    return daily(every, 48)


@pytest.mark.parametrize(("name", "option"), tried())
@pytest.mark.thorough
def test_what_an_option_changes(name, option):
    """The editions that say something of it change, and no others."""
    said = EXPECTED[name][option]
    others = {key: str(value) for key, value in (said.get("with") or {}).items()}
    before, after = (printed(name, tuple(sorted(one.items()))) for one in (others, {**others, option: str(said["to"])}))
    assert game(name, None, others).options[option] != game(name, None, {**others, option: str(said["to"])}).options[option]
    changed = {one for one in NAMES if before.get(one) != after.get(one)}
    assert changed == ALWAYS | set(said["change"])
    assert said["change"], "whoever plays or deals by it should see it somewhere"


@pytest.mark.parametrize("name", EXPECTED)
def test_no_option_is_left_out(name):
    """The table has every option of the game but the one that chooses the rule set."""
    assert set(EXPECTED[name]) == set(game(name).choices) - {CHOOSES_THE_SET}
