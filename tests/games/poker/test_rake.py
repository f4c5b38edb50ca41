"""The rake and the drop of a pot, at their thresholds and one chip beside them. DP-27"""

from __future__ import annotations

from typing import Any

import pytest

import dealerkit as dk
from dealerkit.games.poker.planners.pot_shares import drop_due, rake_due

RAKE: dict[str, Any] = {"rake_percent": "5", "rake_cap": "4"}
DROP: dict[str, Any] = {"drop": "1", "drop_from": "20"}


def pot(chips: int, options: dict[str, Any], at: str = "flop_betting") -> dk.Table:
    """A table of three at which so many chips lie in the pot on the flop, or in front before it, and the small blind."""
    table = dk.Table("holdem", seats=3, seed=1, button=3, stacks=["500"] * 3, options=options)
    table.advance("preflop")
    for line in (f"s3 raise {chips // 2}", "s1 fold", "s2 call"):
        table.push(line)
    if at != "preflop":
        table.advance(at)
    return table


@pytest.mark.parametrize(
    ("chips", "more", "due"),
    [
        pytest.param(39, {}, 1, id="less-than-two"),
        pytest.param(41, {}, 2, id="two"),
        pytest.param(79, {}, 3, id="under-the-cap"),
        pytest.param(81, {}, 4, id="at-the-cap"),
        pytest.param(201, {}, 4, id="over-the-cap"),
        pytest.param(201, {"rake_cap": "0"}, 10, id="no-cap"),
        pytest.param(59, {"rake_from": "60"}, 0, id="one-under-the-threshold"),
        pytest.param(61, {"rake_from": "61"}, 3, id="at-the-threshold"),
        pytest.param(61, {"rake_from": "60"}, 3, id="over-the-threshold"),
        pytest.param(61, {"rake_step": "2", "rake_rounding": "down"}, 2, id="in-twos-down"),
        pytest.param(61, {"rake_step": "2", "rake_rounding": "up"}, 4, id="in-twos-up"),
        pytest.param(59, {"rake_step": "2", "rake_rounding": "nearest"}, 2, id="in-twos-to-the-nearest"),
        pytest.param(61, {"rake_step": "2", "rake_rounding": "nearest"}, 4, id="in-twos-a-half-goes-up"),
        pytest.param(61, {"rake_percent": "0"}, 0, id="no-rake"),
    ],
)
def test_dp_27_the_rake(chips: int, more: dict[str, Any], due: int) -> None:
    """Of the whole pot, the folded small blind among it."""
    table = pot(chips - 1, {**RAKE, **more})
    assert rake_due(table.now) == table.felt.units(due)


@pytest.mark.parametrize(
    ("chips", "more", "due"),
    [
        pytest.param(19, {}, 0, id="one-under"),
        pytest.param(21, {"drop_from": "21"}, 1, id="at-the-threshold"),
        pytest.param(21, {}, 1, id="over"),
        pytest.param(21, {"drop": "0"}, 0, id="no-drop"),
        pytest.param(21, {"drop": "30"}, 21, id="no-more-than-there-is"),
    ],
)
def test_dp_27_the_drop(chips: int, more: dict[str, Any], due: int) -> None:
    """From the posted pot on."""
    table = pot(chips - 1, {**DROP, **more})
    assert drop_due(table.now) == table.felt.units(due)


@pytest.mark.parametrize(
    ("at", "options", "due"),
    [
        pytest.param("preflop", {}, (0, 0), id="no-flop-no-drop"),
        pytest.param("preflop", {"no_flop_no_drop": False}, (3, 1), id="in-a-house-that-does"),
        pytest.param("flop_betting", {}, (3, 1), id="on-the-flop"),
    ],
)
def test_dp_27_no_flop_no_drop(at: str, options: dict[str, Any], due: tuple[int, int]) -> None:
    """Where the house says so, nothing is taken of a pot that ended before the flop."""
    table = pot(60, {**RAKE, **DROP, **options}, at)
    if at == "preflop":
        table.push("d sweep")
    assert (rake_due(table.now), drop_due(table.now)) == tuple(map(table.felt.units, due))


def test_dp_27_what_was_set_aside_counts_and_is_not_taken_twice() -> None:
    """A part of the rake lies there: the rest is due, by the pot as it was."""
    table = pot(80, {**RAKE, **DROP})
    table.push("d rake 1")
    assert rake_due(table.now) == table.felt.units(3)
    table.push("d rake 3")
    table.push("d drop 1")
    assert (rake_due(table.now), drop_due(table.now)) == (0, 0)
