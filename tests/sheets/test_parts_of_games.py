"""What a sheet says of a game that shares its rule set with others: what can happen in it, and no more."""

from __future__ import annotations

from dealerkit.rules.games import game
from dealerkit.sheets.build import make_sheet


def test_a_set_that_serves_several_games_is_printed_game_by_game() -> None:
    """Strikes are of one game for a pot, turned cards of another; what all share stands on every sheet."""
    titles = {name: {fault.id for fault in make_sheet(game(name)).faults} for name in ("red-dog", "three-five-seven")}
    assert "strike_wrong" in titles["three-five-seven"]
    assert "strike_wrong" not in titles["red-dog"]
    assert "turned_before_bet" in titles["red-dog"]
    assert titles["red-dog"] & titles["three-five-seven"] >= {"deal_error", "ante_missing"}


def test_the_rules_a_game_comes_with_are_no_departure() -> None:
    """Its own rule set may extend another: only a house, or a set chosen instead, departs from something."""
    assert make_sheet(game("red-dog")).departures == ()
    assert make_sheet(game("holdem")).departures == ()
    assert make_sheet(game("holdem", "tda")).departures != ()
