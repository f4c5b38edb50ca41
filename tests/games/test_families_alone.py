"""Each of our families by itself: the engine and its own words are all that its games need."""

from __future__ import annotations

import pytest

from dealerkit.rules.games import game, games
from dealerkit.rules.registries import families
from tests.games.installed import run_with

DEALT = """
import dealerkit as dk
from dealerkit.procedure.compiled_game import compiled_game
from dealerkit.rules.games import game
from dealerkit.table.bots import Bots, sensible

names = {names!r}
for name in names:
    compiled_game(game(name))
table, players = dk.Table(names[-1], seed=3), Bots(sensible)
for _ in range(80):
    for act in players.acts(table) or table.expected.dealer[:1]:
        table.push(act)
others = [name for name in sys.modules if name.startswith("dealerkit.games.") and name.split(".")[2] not in families]
print(json.dumps([len(table.log), [finding.code for finding in table.findings], others]))
"""


@pytest.mark.parametrize(
    "family", ["pot", *(pytest.param(name, marks=pytest.mark.thorough) for name in ("baccarat", "poker", "social"))]
)
def test_a_family_needs_no_other(family):
    """Every word that its games, their rulings and remedies name is found with no other family installed, and one is dealt."""
    names = [name for name in games() if game(name).family == family]
    assert names
    acts, findings, others = run_with({family: families()[family]}, DEALT.format(names=names))
    assert acts > 40
    assert findings == []
    assert others == []
