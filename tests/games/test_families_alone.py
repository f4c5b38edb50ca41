"""Each of our families by itself: the engine and its own words are all that its games need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dealerkit.games
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


DAILY, REST = ("pot",), ("baccarat", "pit", "poker", "social")
NEEDS = {"pit": ("baccarat",)}
"""Families whose rule files take words of another's: a shoe-dealt table of the pit has baccarat's open bets, its cut by a bettor,
its count of the packs and its burn after a dead game.
"""


@pytest.mark.parametrize("family", [*DAILY, *(pytest.param(name, marks=pytest.mark.thorough) for name in REST)])
def test_a_family_needs_no_other(family):
    """Every word that its games, their rulings and remedies name is found with no other family installed than those that it is
    known to need, and one of its games is dealt.
    """
    names = [name for name in games() if game(name).family == family]
    assert names
    installed = {name: families()[name] for name in (family, *NEEDS.get(family, ()))}
    acts, findings, others = run_with(installed, DEALT.format(names=names))
    assert acts > 40
    assert findings == []
    assert others == []


def test_every_family_is_tried_alone():
    """A family that is installed stands in the list, so that a new one is tried too."""
    assert {*DAILY, *REST} == set(families())


@pytest.mark.parametrize("family", sorted(families()))
def test_no_module_of_a_family_imports_another(family):
    """What two families share is imported from the engine's rooms."""
    folder = Path(dealerkit.games.__path__[0]) / family
    imported = {
        (path.relative_to(folder).as_posix(), name)
        for path in folder.rglob("*.py")
        for name in re.findall(r"^\s*(?:from|import) dealerkit\.games\.(\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert {(path, name) for path, name in imported if name != family} == set()
