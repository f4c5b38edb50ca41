"""Who has won a game at home: the best of what it goes by, and several where they are equal (SG-10)."""

from __future__ import annotations

from typing import Any

import pytest

import dealerkit as dk
from dealerkit.facts.ending import winners
from dealerkit.games.pot.mexican_sweat.facts import turner
from dealerkit.games.pot.three_five_seven.facts import best_in
from tests.table.moments import moment_at


def _after(game: str, stands: list[int], seats: int, **options: Any) -> list[int]:
    """The winners of a game when each seat, or side, has so much of what wins it."""
    table = dk.Table(game, seats=seats, options=options)
    wins, felt = table.now.game.data["wins"], table.now.felt
    row = felt.marks[wins["box"]] if "box" in wins else felt.rows[wins["chips"]]
    row[1 : len(stands) + 1] = [value * felt.layout.scale for value in stands]
    return winners(table.now)


@pytest.mark.parametrize(
    ("game", "stands", "won"),
    [
        pytest.param("newmarket", [90, 120, 90], [2], id="NM-38-most-chips-win"),
        pytest.param("newmarket", [110, 80, 110], [1, 3], id="SG-10-two-have-the-most-and-share"),
        pytest.param("jenny-jenny", [0, 0, 0], [], id="nobody-has-won-a-hand-yet"),
        pytest.param("jenny-jenny", [0, 1, 0], [2], id="one-hand-is-enough"),
        pytest.param("canasta", [5000, 5005], [2], id="a-side-of-two-wins-together"),
    ],
)
def test_the_best_standing_wins(game: str, stands: list[int], won: list[int]) -> None:
    """The most, or the least where the game says so; nobody below the least that a winner has."""
    assert _after(game, stands, 4 if game == "canasta" else 3) == won


@pytest.mark.parametrize(("scoring", "won"), [("letters", [1]), ("points", [2])])
def test_letters_are_counted_against_a_side_and_points_for_it(scoring: str, won: list[int]) -> None:
    """CA-21: whoever has fewer letters is ahead; with points whoever has more."""
    assert _after("cash", [1, 3], 4, scoring=scoring) == won


def test_poker_has_no_winner_of_the_game() -> None:
    """Chips are money there, and nobody has won a game of them."""
    assert winners(dk.Table("holdem", seats=3).now) == []


def test_ms_21_it_is_nobodys_turn_when_one_hand_is_left() -> None:
    """MS-21: that player takes the pot, and turns no card for it."""
    case = "MS-A8 MS-21 anybody may fold; the last one takes the pot without turning a card"
    assert turner(moment_at(case, acts=["s1 turn 2c", "s1 turn 8h", "s1 bet 1", "s2 fold"])) == 3
    assert turner(moment_at(case, acts=["s1 turn 2c", "s1 turn 8h", "s1 bet 1", "s2 fold", "s3 fold"])) == 0


@pytest.mark.parametrize(
    ("called", "won"),
    [
        pytest.param([], None, id="nobody-is-named"),
        pytest.param(["d call winner s1"], [1], id="one-of-those-who-are-in"),
        pytest.param(["d call winner s1 s3"], [1, 3], id="both-tie"),
        pytest.param(["d call winner s2"], None, id="somebody-who-is-out"),
        pytest.param(["d call winner s1", "d call winner s3"], [3], id="the-last-word-counts"),
        pytest.param(["d call winner s1", "d reveal"], [1], id="whatever-is-done-after-it"),
    ],
)
def test_tfs_08_of_unseen_hands_whoever_the_dealer_names_has_won(called: list[str], won: list[int] | None) -> None:
    """TFS-08, TFS-09: the hands are shown to each other only, so a record may not know them."""
    case = "TFS-08 TFS-09 of hands that no record has seen whoever the dealer names has won"
    opening = ["s1 declare in", "s2 declare out", "s3 declare in", "d reveal", "s1 flash s3"]
    assert best_in(moment_at(case, acts=[*opening, *called])) == won
