"""A run through a drill: what is told, and that one that was broken off goes on with the very same exercises."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from dealerkit.training.cell_names import cell_title, title_of
from dealerkit.training.drill_choice import ANSWERED, drill_row, next_drill, open_level
from dealerkit.training.drill_run import DrillRun, so_far
from dealerkit.training.drills import courses, drill
from dealerkit.training.exercises import NoExercise, setting
from dealerkit.training.items import Item
from dealerkit.training.store import TrainingStore
from tests.training.conftest import Clock

FLASH = "baccarat/third-card-flash"


@pytest.fixture
def store(opened: Callable[[], TrainingStore]) -> Iterator[TrainingStore]:
    """An open store."""
    with opened() as made:
        yield made


def answered(run: DrillRun, item: Item, *, right: bool) -> None:
    """Answer an exercise of draw or stand."""
    word = item.key.answers[0]
    given = word if right else {"draw": "stand", "stand": "draw"}[word]
    run.sitting.take(item, given, given)


def begun(store: TrainingStore, clock: Clock, mode: str = "guided") -> DrillRun:
    """A run of Ann's."""
    session = store.begin("drill", "Ann", FLASH)
    return DrillRun(setting(FLASH, 3), "5", now=clock, store=store, session=session, trainee="Ann", mode=mode)


def test_a_run_that_was_broken_off_goes_on_where_it_stood(store: TrainingStore, clock: Clock):
    """Its answers lead through the same row again, and on."""
    run = begun(store, clock)
    asked = []
    for number in range(12):
        item = run.sitting.next()
        asked.append(item)
        answered(run, item, right=number % 3 != 0)
        clock.move(seconds=3)
    coming = [run.sitting.next() for _ in range(3)]
    kept = list(store.answers("Ann"))
    assert len(kept) == 12

    again = DrillRun(setting(FLASH, 3), "5", now=clock, trainee="Ann", start=run.starts[0])
    assert [again.sitting.recall(one).item for one in kept] == asked
    assert [again.sitting.next() for _ in range(3)] == coming
    assert again.sitting.standing() == run.sitting.standing()
    assert again.taken == run.taken
    assert len(list(store.answers("Ann"))) == 12, "what is recalled is kept once"


def test_what_was_answered_under_other_rules_is_not_recalled(store: TrainingStore, clock: Clock):
    """Another exercise than the one that was answered is never counted for it."""
    run = begun(store, clock)
    answered(run, run.sitting.next(), right=True)
    (kept,) = store.answers("Ann")
    other = DrillRun(setting(FLASH, 3), "6", now=clock, trainee="Ann", start=run.starts[0])
    with pytest.raises(NoExercise, match="have changed since"):
        other.sitting.recall(kept)


@pytest.mark.parametrize(("mode", "right", "why"), [
    ("learn", True, True), ("guided", True, False), ("practice", True, False),
    ("learn", False, True), ("guided", False, True), ("practice", False, False),
])  # fmt: skip
def test_the_mode_says_whether_working_and_rule_are_told(
    store: TrainingStore, clock: Clock, mode: str, *, right: bool, why: bool
):
    """The rule last."""
    run = begun(store, clock, mode)
    item = run.sitting.next()
    answered(run, item, right=right)
    told = run.told(run.taken[0])
    assert told is not None
    assert (told.right, bool(told.why), told.put_right) == (right, why, "" if right else item.right)
    if why:
        assert told.why[:-1] == item.key.working
        assert told.why[-1].startswith("Rule")


def test_nothing_is_told_in_an_exam(store: TrainingStore, clock: Clock):
    """Neither right nor wrong."""
    run = begun(store, clock, "exam")
    answered(run, run.sitting.next(), right=False)
    assert run.told(run.taken[0]) is None
    assert not run.climbs


def test_who_has_mastered_nothing_begins_with_the_first_of_the_course(store: TrainingStore):
    """At its first level, whether anything is kept or not."""
    for course in courses():
        first = next(name for name in course.drills if drill(name).kind in ANSWERED)
        assert next_drill(course, store, "Ann") == next_drill(course, None, "Ann") == first
        assert open_level(drill(first), store, "Ann") == 1


def test_a_row_of_the_list_has_every_level(store: TrainingStore, clock: Clock):
    """With what was answered in each."""
    run = begun(store, clock)
    answered(run, run.sitting.next(), right=True)
    row = drill_row(drill(FLASH), store, "Ann")
    assert isinstance(row["levels"], list)
    assert [(one["level"], one["answered"]) for one in row["levels"]] == [(1, 0), (2, 0), (3, 1), (4, 0)]
    assert so_far(run.sitting.standing()) == "1 of 1"


def test_names_are_words():
    """What is no drill of ours keeps its id."""
    assert title_of(FLASH) == "Third-card flash"
    assert title_of("no/such") == "no/such"
    assert cell_title("coup/wrong-result") != "coup/wrong-result"
