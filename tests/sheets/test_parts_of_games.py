"""What editions say of a game that shares its rule set with others: what can happen in it, and no more."""

from __future__ import annotations

from dealerkit.rules.games import game
from dealerkit.rulings.games import faults_of
from tests.sheets.reading import Parts


def test_a_set_that_serves_several_games_is_printed_game_by_game() -> None:
    """Strikes are of one game for a pot, turned cards of another; what all share stands on every sheet."""
    titles = {name: set(faults_of(game(name))) for name in ("red-dog", "three-five-seven")}
    assert "strike_wrong" in titles["three-five-seven"]
    assert "strike_wrong" not in titles["red-dog"]
    assert "turned_before_bet" in titles["red-dog"]
    assert titles["red-dog"] & titles["three-five-seven"] >= {"deal_error", "ante_missing"}


def test_the_rules_a_game_comes_with_are_no_departure() -> None:
    """Nor are those that are chosen for it: only a house departs from something, by its own rules or by its options."""
    assert Parts(game("red-dog")).departures == ()
    assert Parts(game("holdem")).departures == ()
    assert Parts(game("holdem", "tda")).departures == ()
    assert Parts(game("holdem", "cedar-room")).departures != ()
