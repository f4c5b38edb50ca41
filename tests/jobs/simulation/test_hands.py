"""Hands in bulk, dealt by the engine: chips are conserved, nothing is found, and one seed gives one result."""

from __future__ import annotations

import math
import statistics

import pytest

from dealerkit.jobs.simulation.hands import HandPlan, HandRow, HandTotals, Mean, hands_of, run

GAMES = {"holdem": 6, "stud7": 4, "draw": 5, "thirty-one": 4, "mini-baccarat": 3}


def plan(name: str, seats: int, rounds: int = 12, each: int = 6, settings: dict[str, str] | None = None) -> HandPlan:
    """A short run."""
    return HandPlan(name, None, settings or {}, 5, rounds, seats, "sensible", each)


@pytest.mark.parametrize(("name", "seats"), GAMES.items())
@pytest.mark.sample(2, rest="thorough")
def test_chips_are_conserved(name, seats):
    """What seats and house win and lose in a hand comes to nothing, and a perfect dealer leaves no finding."""
    rows: list[HandRow] = []
    total = run(plan(name, seats), 1, lambda found, _total: rows.extend(found))
    assert total.hands == len(rows) == 12
    assert [row for row in rows if sum(row.net) or row.findings] == []
    assert any(any(row.net) or any(row.scored) for row in rows)


def test_the_rake_is_the_house_s():
    """DP-27: what is raked from the pots is what the house wins."""
    rows: list[HandRow] = []
    raked = {"rake_percent": "5", "rake_cap": "5"}
    total = run(plan("holdem", 6, settings=raked), 1, lambda found, _total: rows.extend(found))
    assert total.net[0].total > 0
    assert all(row.pot >= row.net[0] >= 0 for row in rows)


@pytest.mark.slow
def test_one_seed_gives_one_result():
    """With one process or two, and table by table."""
    alone, two = (run(plan("holdem", 4, 20, 5), jobs, lambda _rows, _total: None) for jobs in (1, 2))
    assert alone == two
    assert hands_of(plan("holdem", 4), 0) == hands_of(plan("holdem", 4), 0) != hands_of(plan("holdem", 4), 1)


def test_so_many_hands_and_no_more():
    """A run ends with the hand that was asked for, in the middle of a table too."""
    assert run(plan("holdem", 3, 8, 5), 1, lambda _rows, _total: None).hands == 8


def test_a_game_that_ends_begins_anew():
    """A game with an end is dealt to it, and the next table begins another; golf is over after one deal."""
    total = run(plan("golf", 1, 3), 1, lambda _rows, _total: None)
    assert (total.hands, total.tables) == (3, 3)


def test_a_mean_and_its_error():
    """As the textbook has them."""
    numbers = [3, -4, 10, 0, 7]
    mean = Mean()
    for number in numbers:
        mean.add(number)
    assert mean.mean == statistics.mean(numbers)
    assert mean.error == pytest.approx(statistics.stdev(numbers) / math.sqrt(len(numbers)))
    assert Mean().mean == 0
    assert Mean().error == math.inf
    assert HandTotals().hands == 0
