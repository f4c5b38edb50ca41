"""The schedule: wrong comes back soon, right later, ten minutes a day; from the answers alone, whatever the clock does."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from freezegun import freeze_time
from hypothesis import given, settings
from hypothesis import strategies as st

from dealerkit.training import database, schedule
from dealerkit.training.answers import moment
from dealerkit.training.drills import PracticeDay
from dealerkit.training.store import TrainingStore

from .conftest import START, Clock, answer, keep_all

DRILL = "baccarat/third-card-flash"


def days_until(store: TrainingStore, clock: Clock, cell: str = "banker 3, third 8") -> float:
    """How long until a cell is due, in days."""
    rows = store._file.rows("SELECT due FROM cells WHERE cell = ?", (cell,))
    return (moment(rows[0][0]) - clock.at) / timedelta(days=1)


def states(store: TrainingStore) -> list[tuple[object, ...]]:
    """Where all cells stand."""
    return store._file.rows("SELECT * FROM cells ORDER BY trainee, drill, cell")


def test_right_moves_away_and_wrong_comes_back(opened, clock):
    """Good on the days it is due: further away each time. One miss: within the hour."""
    with opened() as store:
        session = store.begin("drill", "Ann")
        gaps = []
        for mark in "++++":
            keep_all(store, clock, mark, session=session)
            store.due("Ann")
            gaps.append(days_until(store, clock))
            clock.move(days=max(gaps[-1], 0) + 0.01)
        assert gaps == sorted(gaps)
        assert gaps[-1] > 7
        keep_all(store, clock, "-", session=session)
        assert store.due("Ann") == []
        assert days_until(store, clock) < 1 / 24
        clock.move(hours=1)
        assert [(cell.drill, cell.cell) for cell in store.due("Ann")] == [(DRILL, "banker 3, third 8")]


def test_an_answer_with_help_is_no_proof(opened, clock):
    """It comes back as soon as a missed one."""
    with opened() as store:
        keep_all(store, clock, "+h", cell="helped")
        keep_all(store, clock, "+-", cell="missed")
        store.due("Ann")
        assert abs(days_until(store, clock, "helped") - days_until(store, clock, "missed")) < 1 / 24 / 60


def test_slowness_is_a_flag_and_moves_no_date(opened, clock):
    """Slow and right is due when quick and right is, and says that it was slow."""
    with opened() as store:
        session = store.begin("drill", "Ann")
        for cell, first in (("slow", 9000), ("quick", 1000)):
            store.keep(answer(clock.at, session=session, cell=cell, first_ms=first, total_ms=9500))
        clock.move(days=30)
        found = {cell.cell: cell for cell in store.due("Ann")}
        assert found["slow"].due == found["quick"].due
        assert (found["slow"].slow, found["quick"].slow) == (True, False)


def test_the_weakest_come_first(opened, clock):
    """Missed before right once before right often."""
    with opened() as store:
        keep_all(store, clock, "+++++", cell="firm")
        keep_all(store, clock, "+", cell="once")
        keep_all(store, clock, "---", cell="missed")
        clock.move(days=60)
        assert [cell.cell for cell in store.due("Ann")] == ["missed", "once", "firm"]


def test_due_of_one_drill_and_of_one_person(opened, clock):
    """Nobody is asked another's cells; a person's marks by hand are not scheduled."""
    with opened() as store:
        keep_all(store, clock, "+", cell="here")
        keep_all(store, clock, "+", cell="there", drill="poker/commission")
        keep_all(store, clock, "+", cell="hers", trainee="Bo")
        keep_all(store, clock, "+", cell="by hand", source="marked")
        clock.move(days=9)
        assert {cell.cell for cell in store.due("Ann")} == {"here", "there"}
        assert [cell.cell for cell in store.due("Ann", "poker/commission")] == ["there"]
        assert store.due("stranger") == []
        assert store.due("Ann", now=START - timedelta(days=1)) == []


def test_a_day_is_ten_minutes_however_much_is_overdue(opened, clock):
    """300 cells overdue at 2.5 s each: 240 of them, the weakest; what was drilled today is taken off; tomorrow there is more."""
    with opened() as store:
        session = store.begin("drill", "Ann")
        for number in range(300):
            store.keep(answer(clock.at, session=session, cell=f"cell {number:03}", right=number % 2 == 0))
        clock.move(days=90)
        assert len(store.due("Ann")) == 300
        found = store.today("Ann")
        assert len(found) == 240
        assert all(int(cell.cell[-3:]) % 2 for cell in found[:150])
        keep_all(store, clock, "+" * 200, session=session, cell="cell 001")
        assert len(store.today("Ann")) == 40
        clock.move(days=1)
        assert len(store.today("Ann")) == 240


def test_where_nothing_was_clocked_an_item_takes_ten_seconds(opened, clock):
    """Sixty of them are ten minutes."""
    with opened() as store:
        session = store.begin("drill", "Ann")
        for number in range(80):
            store.keep(answer(clock.at, session=session, cell=f"{number}", first_ms=None, total_ms=None))
        clock.move(days=90)
        assert len(store.today("Ann")) == 60


def test_a_school_says_how_long_a_day_is(opened, clock, monkeypatch):
    """`day:` of the courses: fifteen minutes, and twenty seconds an item."""
    monkeypatch.setattr("dealerkit.training.store.store.practice_day", lambda: PracticeDay(15, 20_000))
    with opened() as store:
        session = store.begin("drill", "Ann")
        for number in range(80):
            store.keep(answer(clock.at, session=session, cell=f"{number}", first_ms=None, total_ms=None))
        clock.move(days=90)
        assert len(store.today("Ann")) == 45


@pytest.mark.parametrize(
    ("zone", "now", "begins"),
    [
        ("America/New_York", "2026-03-08T12:00", "2026-03-08T05:00"),  # the clocks go forward: a day of 23 hours
        ("America/New_York", "2026-11-01T23:30", "2026-11-01T04:00"),  # and back: one of 25
        ("Asia/Macau", "2026-03-02T00:30", "2026-03-01T16:00"),
        ("Asia/Kathmandu", "2026-03-02T00:00", "2026-03-01T18:15"),
        ("Australia/Lord_Howe", "2026-04-05T12:00", "2026-04-04T13:00"),  # half an hour of summer time
    ],
)
def test_a_day_begins_at_midnight_where_the_trainee_is(zone, now, begins):
    """In winter and summer, on the days of the change, and where hours are cut in half."""
    at = datetime.fromisoformat(now).replace(tzinfo=ZoneInfo(zone))
    assert schedule.day_begins(at).astimezone(UTC) == datetime.fromisoformat(f"{begins}+00:00")


def test_what_was_drilled_before_midnight_is_yesterdays(path, told):
    """Eleven at night and one in the morning, in New York, in the night in which the clocks go back."""
    zone = ZoneInfo("America/New_York")
    clock = Clock(datetime(2026, 10, 31, 23, 0, tzinfo=zone))
    with TrainingStore.open(path, now=clock, tell=told.append) as store:
        session = store.begin("drill", "Ann")
        for number in range(240):
            store.keep(answer(clock.at - timedelta(days=90), session=session, cell=f"{number}"))
        keep_all(store, clock, "+" * 120, session=session, cell="0")
        assert len(store.today("Ann")) == 120
        clock.at = datetime(2026, 11, 1, 1, 30, tzinfo=zone, fold=1)
        assert len(store.today("Ann")) >= 239


@freeze_time("2026-03-02 18:00:00", tick=False)
def test_cells_of_one_instant_do_not_share_a_state(opened):
    """The library's own numbers are the clock's: two in one millisecond would be one."""
    clock = Clock()
    with opened() as store:
        session = store.begin("drill", "Ann")
        for cell, right in (("one", True), ("two", False), ("three", True)):
            store.keep(answer(clock.at, session=session, cell=cell, right=right))
        store.due("Ann")
        rows = dict(store._file.rows("SELECT cell, due FROM cells"))
        assert len(rows) == 3
        assert rows["one"] == rows["three"] != rows["two"]


# The clock


def test_a_clock_set_back_moves_nothing_out_of_reach(opened, clock):
    """Answers from ten years ahead: due within days of the true time once the clock is right again."""
    with opened() as store:
        clock.move(days=3650)
        keep_all(store, clock, "++++")
        assert store.due("Ann") == []
        clock.move(days=-3650)
        assert store.due("Ann") == []
        assert days_until(store, clock) < 30
        clock.move(days=30)
        assert len(store.due("Ann")) == 1


def test_an_hour_back_in_the_middle_of_a_session(opened, clock):
    """Nothing stops, and the cell stands where its answers, sorted by their times, put it."""
    with opened() as store:
        session = keep_all(store, clock, "++")
        store.due("Ann")
        clock.move(hours=-1)
        keep_all(store, clock, "-", session=session)
        clock.move(hours=3)
        store.due("Ann")
        before = states(store)
        store._file.write(lambda: [store._file.execute(f"DELETE FROM {table}") for table in ("cells", "scheduled")])
        store.due("Ann")
        assert states(store) == before


# From the answers alone

steps = st.lists(
    st.tuples(
        st.sampled_from(["Ann", "Bo"]), st.sampled_from("abc"), st.sampled_from("+-h"), st.integers(-30, 5000), st.booleans()
    ),
    max_size=40,
)


@settings(max_examples=60, deadline=None)
@given(steps)
def test_it_follows_from_the_answers_alone(tmp_path_factory, made):
    """Asked after every few answers or only at the end, on a clock that may step back: the same; and the same once more."""
    path = tmp_path_factory.mktemp("any") / "training.db"
    clock = Clock()
    with TrainingStore.open(path, now=clock) as store:
        sessions = {who: store.begin("drill", who) for who in ("Ann", "Bo")}
        for who, cell, mark, minutes, ask in made:
            clock.move(minutes=minutes)
            fields = {"right": mark != "-", "helped": mark == "h", "cell": cell, "trainee": who}
            store.keep(answer(clock.at, session=sessions[who], **fields))
            if ask:
                store.due(who)
        clock.move(days=400)
        for _ in range(2):
            for who in sessions:
                store.due(who)
            found = states(store)
            store._file.write(lambda: [store._file.execute(f"DELETE FROM {table}") for table in ("cells", "scheduled")])
            for who in sessions:
                store.due(who)
            assert states(store) == found


def test_no_chance_in_it(opened, clock):
    """Another state of the global generator, the same dates, and its state is left alone."""
    with opened() as store:
        keep_all(store, clock, "++")
        clock.move(days=3)
        random.seed(1)
        before = random.getstate()
        keep_all(store, clock, "+++")
        store.due("Ann")
        found = states(store)
        assert random.getstate() == before
        store._file.write(lambda: [store._file.execute(f"DELETE FROM {table}") for table in ("cells", "scheduled")])
        random.seed(2)
        store.due("Ann")
        assert states(store) == found


# Earlier forms


OLD = Path(__file__).parent / "data" / "form-1.db"


def test_a_file_of_the_first_form_is_brought_up_to_date(path, opened, clock):
    """A kept file: what stood in it stands, and the schedule is worked out from it."""
    path.parent.mkdir()
    shutil.copy(OLD, path)
    with contextlib.closing(sqlite3.connect(OLD)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        old = connection.execute("SELECT * FROM answers ORDER BY seq").fetchall()
    clock.move(days=30)
    with opened() as store:
        assert store._file.rows("PRAGMA user_version") == [(database.FORM,)]
        assert store._file.rows("SELECT * FROM answers ORDER BY seq") == old
        assert [one.right for one in store.answers("Ann")] == [mark != "-" for mark in "+++-+h--+"]
        assert {cell.cell for cell in store.due("Ann")} == {"banker 3, third 8", "banker 6, third 6"}
        assert [cell.cell for cell in store.due("Bo")] == ["multiples of 25"]
        keep_all(store, clock, "+")


def test_a_climb_that_fails_leaves_the_file_as_it_was(path, opened, monkeypatch):
    """The steps of a file are one transaction."""
    path.parent.mkdir()
    shutil.copy(OLD, path)
    broken = (database.LADDER[0], database.LADDER[1] + "CREATE TABLE cells (a);\n")
    monkeypatch.setattr(database, "LADDER", broken)
    with contextlib.suppress(Exception), opened():
        pass
    monkeypatch.undo()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'cells'").fetchone() == (0,)


def test_an_old_file_that_cannot_be_written_is_read_all_the_same(path, opened, clock, monkeypatch):
    """In memory it is brought up to date; on the disk it stays as it is."""
    path.parent.mkdir()
    shutil.copy(OLD, path)
    raw = path.read_bytes()
    monkeypatch.setattr(database, "is_writable", lambda _: False)
    clock.move(days=30)
    with opened() as store:
        assert len(store.due("Ann")) == 2
    assert path.read_bytes() == raw
