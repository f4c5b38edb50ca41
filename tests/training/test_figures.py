"""Figures: shares with their intervals, medians against the target, mastery as section 3 of the ledger of drills has it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealerkit.training.figures import FigureRow, Share, figures, weakest

RIGHT = FigureRow(right=True, helped=False, false_alarm=None, first_ms=4000, target_ms=5000)
WRONG = RIGHT._replace(right=False)


def of(*rows: FigureRow, answered: int = 0):
    """Figures of a row of answers, of which earlier ones were right."""
    earlier = [True] * max(answered - len(rows), 0)
    return figures(rows[-30:], [*earlier, *(row.counts for row in rows)])


@pytest.mark.parametrize(
    ("count", "total", "interval"),
    [(27, 30, (74, 97)), (30, 30, (89, 100)), (0, 30, (0, 11)), (4, 5, (38, 96)), (1, 2, (9, 91)), (0, 0, (0, 100))],
)
def test_intervals(count, total, interval):
    """Wilson's, at 95 in 100; 27 of 30 means 74 to 97."""
    assert Share(count, total).interval == interval


@given(st.integers(1, 400).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_an_interval_holds_its_share_and_mirrors(pair):
    """It lies within 0 and 100, holds the share, and that of the misses is its mirror."""
    count, total = pair
    low, high = Share(count, total).interval
    assert 0 <= low <= round(100 * count / total) <= high <= 100
    mirrored = Share(total - count, total).interval
    assert abs(100 - high - mirrored[0]) <= 1
    assert abs(100 - low - mirrored[1]) <= 1


def test_mastery_takes_fifty_items_and_27_of_30_in_time():
    """Fifty items, at least 90 per cent of the last thirty, a median time within the target."""
    thirty = [RIGHT] * 27 + [WRONG] * 3
    assert of(*thirty, answered=50).mastered
    assert of(*thirty, answered=49).missing == ("1 more item",)
    assert of(*([RIGHT] * 26 + [WRONG] * 4), answered=50).missing == ("27 of the last 30 right",)
    at_target = [row._replace(first_ms=5000) for row in thirty]
    assert of(*at_target, answered=50).mastered
    over = [row._replace(first_ms=5001) for row in thirty]
    assert of(*over, answered=50).missing == ("a median time within the target",)


def test_helped_answers_do_not_count():
    """A right answer with help is not among the right ones, and its time is not taken."""
    helped = RIGHT._replace(helped=True, first_ms=1)
    found = of(*[RIGHT] * 12, *[helped] * 18, answered=60)
    assert found.last == Share(12, 30)
    assert found.first_ms == 4000
    assert not found.mastered
    assert not found.opens_next


def test_a_level_opens_the_next_without_the_clock():
    """90 per cent in thirty items; mastery also wants the clock where there is a target."""
    unclocked = RIGHT._replace(first_ms=None)
    found = of(*[unclocked] * 30, answered=50)
    assert found.opens_next
    assert found.in_time is None
    assert found.missing == ("timed answers",)
    assert of(*[unclocked._replace(target_ms=None)] * 30, answered=50).mastered
    assert not of(*[RIGHT] * 29).opens_next


def test_each_time_is_held_against_its_own_target():
    """Commission has 5 s for multiples of 25 and 10 s otherwise: 8 s of 10 is in time where 6 s of 5 is not."""
    quick = RIGHT._replace(first_ms=8000, target_ms=10000)
    late = RIGHT._replace(first_ms=6000, target_ms=5000)
    assert of(quick, quick, late).in_time is True
    assert of(quick, late, late).in_time is False


def test_hits_and_false_alarms_stand_apart():
    """Twenty with a slip, eighteen found; ten clean, four of them accused: 24 of 30 hides that."""
    hit, missed = RIGHT, WRONG
    clean, accused = RIGHT._replace(false_alarm=False), WRONG._replace(false_alarm=True)
    found = of(*[hit] * 18, *[missed] * 2, *[clean] * 6, *[accused] * 4)
    assert (found.last, found.hits, found.false_alarms) == (Share(24, 30), Share(18, 20), Share(4, 10))
    plain = of(hit, missed)
    assert (plain.hits, plain.false_alarms) == (None, None)


def test_streaks():
    """The run that goes on, and the longest one."""
    found = of(RIGHT, RIGHT, RIGHT, WRONG, RIGHT, RIGHT)
    assert (found.streak, found.best_streak) == (2, 3)


def test_the_trend_is_told_by_the_thirty():
    """Ten that were wrong, thirty half right, thirty right; of a long row only the last eight thirties."""
    found = of(*[WRONG] * 10, *[RIGHT, WRONG] * 15, *[RIGHT] * 30)
    assert found.trend == (Share(0, 10), Share(15, 30), Share(30, 30))
    assert len(of(*[RIGHT] * 300).trend) == 8
    assert of().trend == ()


def test_nothing_comes_to_nothing():
    """No answers, no figures, nothing mastered."""
    found = of()
    assert (found.answered, found.last, found.first_ms, found.in_time, found.streak) == (0, Share(0, 0), None, None, 0)
    assert not found.mastered


def test_weakest_are_the_missed_then_the_slow():
    """One cell missed often, one once in ten, one only slow, one right and fast, which is not weak."""
    rows = [
        *[("a/b", "often", number % 2 == 0, False) for number in range(10)],
        *[("a/b", "once", number > 0, False) for number in range(10)],
        *[("a/b", "slow", True, True) for _ in range(10)],
        *[("a/b", "good", True, False) for _ in range(10)],
    ]
    found = weakest(rows, 5)
    assert [one.cell for one in found] == ["often", "once", "slow"]
    assert found[0].strength == Fraction(6, 12)
    assert [one.cell for one in weakest(rows, 1)] == ["often"]


def test_only_the_ten_newest_of_a_cell_tell():
    """Who has learned it is not held to what was long ago."""
    assert weakest([*[("a/b", "c", True, False)] * 10, *[("a/b", "c", False, False)] * 40], 3) == []


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.none() | st.integers(0, 10000)), max_size=80))
def test_what_holds_of_all_figures(rows):
    """Counts fit each other, and mastery implies that the next level is open."""
    made = [FigureRow(right, helped, None, first, 5000) for right, helped, first in rows]
    found = figures(made[-30:], [row.counts for row in made])
    assert found.last.of == min(len(rows), 30)
    assert 0 <= found.streak <= found.best_streak <= found.answered == len(rows)
    assert not found.mastered or (found.opens_next and found.in_time)
