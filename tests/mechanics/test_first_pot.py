"""The first pot of pot limit where the small blind's seat is empty: what is counted though it is not there. BR-41"""

from __future__ import annotations

from typing import Any

import pytest

import dealerkit as dk
from tests.table.dealing import to_the_next_hand


@pytest.mark.parametrize(
    ("options", "most"),
    [
        pytest.param({"pot_limit_small_blind": "itself", "pot_limit_blinds": "posted"}, 6, id="what-lies-there"),
        pytest.param({"pot_limit_small_blind": "itself", "pot_limit_blinds": "full"}, 7, id="the-small-blind-in-full"),
        pytest.param({"pot_limit_small_blind": "big_blind", "pot_limit_blinds": "full"}, 8, id="and-as-much-as-the-big-one"),
        pytest.param({"pot_limit_small_blind": "big_blind", "pot_limit_blinds": "posted"}, 6, id="that-only-if-it-was-posted"),
    ],
)
def test_br_41_a_dead_small_blind(options: dict[str, str], most: int) -> None:
    """The first to act may raise to the big blind and the whole pot with a call in it."""
    table = dk.Table("omaha", seats=5, seed=1, button=2, options={"button_rule": "dead", **options})
    table.advance("preflop")
    for line in ("s5 fold", "s1 fold", "s2 fold", "s3 fold"):
        table.push(line)
    to_the_next_hand(table)
    table.push("s4 sitout")
    table.advance("preflop")
    assert max(table.felt.rows["bet"]) == table.felt.units(2)
    assert sum(table.felt.rows["bet"]) == table.felt.units(2)
    raises: Any = table.ask["s1"]["raise"]
    assert [*raises][-1] == most
