"""The store: nothing is lost, nothing is changed, and what is asked of it comes from the log alone."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest
from freezegun import freeze_time
from hypothesis import given, settings
from hypothesis import strategies as st

from dealerkit.errors import AnswerError, TrainingError, UnknownName
from dealerkit.files import sqlite_file
from dealerkit.training.figures import Share
from dealerkit.training.store import KINDS, TrainingStore

from .conftest import START, Clock, answer, keep_all
from .test_answers import answers as any_answer

WRITER = Path(__file__).with_name("writer.py")
ROOT = WRITER.parent.parent.parent


def started(*words: object) -> subprocess.Popen[str]:
    """Start a process that writes."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, str(WRITER), *map(str, words)], stdout=subprocess.PIPE, text=True, env=env)


# Kept and read back


def test_what_is_kept_is_there_after_closing(opened, clock):
    """Answers, session and trainee, in another process's eyes too."""
    with opened() as store:
        session = store.begin("drill", "Ann Lee", "evening class", 20)
        made = answer(clock.move(seconds=5), session=session, trainee="Ann Lee", given="10♥")
        store.keep(made)
    with opened() as store:
        assert list(store.answers()) == [made]
        (kept,) = store.sessions()
        assert (kept.id, kept.kind, kept.trainee, kept.label, kept.items) == (session, "drill", "Ann Lee", "evening class", 20)
        assert kept.at == "2026-03-02T18:00:00.000Z"
        assert store.trainees() == ["Ann Lee"]


@settings(max_examples=40, deadline=None)
@given(st.lists(any_answer(), max_size=5))
def test_every_answer_is_read_back_as_it_was(tmp_path_factory, made):
    """Any text, any time, any score."""
    path = tmp_path_factory.mktemp("any") / "training.db"
    with TrainingStore.open(path, now=Clock()) as store:
        kept = []
        for one in made:
            session = store.begin("drill", one.trainee)
            fields = {**one.as_dict(), "session": session}
            store.keep(type(one).from_dict(fields))
            kept.append(fields)
        names = {database_name: database_name for database_name in store.trainees()}
        read = [one.as_dict() for one in store.answers()]
        assert [{**one, "trainee": ""} for one in read] == [{**one, "trainee": ""} for one in kept]
        assert all(one["trainee"] in names for one in read)


def test_one_person_however_the_name_is_written(opened, clock):
    """Capitals, spaces and composed letters make no second person; the first spelling stays."""
    with opened() as store:
        for name in ("José  Lee", "JOSE\u0301 LEE", " josé lee "):
            keep_all(store, clock, "+", trainee=name)
        assert store.trainees() == ["José Lee"]
        assert len(list(store.answers("jose\u0301 lee"))) == 3


def test_nobody_named_is_somebody(opened, clock):
    """Without a name the figures are kept all the same."""
    with opened() as store:
        keep_all(store, clock, "++-", trainee="")
        assert store.trainees() == [""]
        assert store.figures("", "baccarat/third-card-flash", 1).last == Share(2, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_session(opened, kind):
    """Drill, walk, find, exam, observe."""
    with opened() as store:
        store.begin(kind)
        assert store.sessions()[0].kind == kind


def test_a_session_is_of_a_kind_that_there_is(opened):
    """Another kind is refused by name, and leaves nothing."""
    with opened() as store:
        with pytest.raises(UnknownName, match="drill, exam"):
            store.begin("lesson")
        with pytest.raises(AnswerError, match="80"):
            store.begin("drill", "x" * 81)
        assert store.sessions() == []


def test_an_answer_belongs_to_its_session(opened, clock):
    """No session, no answer; and nobody answers in somebody else's."""
    with opened() as store:
        with pytest.raises(UnknownName, match="session"):
            store.keep(answer(session="nowhere"))
        session = store.begin("drill", "Ann")
        with pytest.raises(AnswerError, match="Bo"):
            store.keep(answer(session=session, trainee="Bo"))
        assert list(store.answers()) == []


def test_answers_of_one_drill_session_source(opened, clock):
    """What is asked for, and across the pages in which the file is read."""
    with opened() as store:
        first = keep_all(store, clock, "+" * 1100)
        keep_all(store, clock, "+-", drill="poker/commission", source="marked")
        assert len(list(store.answers())) == 1102
        assert len(list(store.answers(session=first))) == 1100
        assert [one.right for one in store.answers(drill="poker/commission")] == [True, False]
        assert len(list(store.answers("Ann", source="marked"))) == 2
        assert list(store.answers("nobody")) == []


# Only added to


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE answers SET correct = 1",
        "DELETE FROM answers",
        "INSERT OR REPLACE INTO answers SELECT * FROM answers",
        "UPDATE sessions SET label = 'other'",
        "DELETE FROM sessions",
    ],
)
def test_the_log_is_only_added_to(opened, clock, statement):
    """What stands in it is neither changed nor taken away."""
    with opened() as store:
        keep_all(store, clock, "+-")
        before = list(store.answers())
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            store._file.connection.execute(statement)
        assert list(store.answers()) == before


# Figures


def test_figures_look_at_one_level_and_the_last_thirty(opened, clock):
    """Another level, another drill, another person and marks by hand do not move them."""
    with opened() as store:
        keep_all(store, clock, "-" * 25 + "+" * 30)
        keep_all(store, clock, "-" * 5, level=2)
        keep_all(store, clock, "-" * 5, drill="a/b")
        keep_all(store, clock, "-" * 5, trainee="Bo")
        keep_all(store, clock, "-" * 5, source="marked")
        found = store.figures("Ann", "baccarat/third-card-flash", 1)
        assert (found.answered, found.last, found.best_streak) == (55, Share(30, 30), 30)
        assert found.mastered
        assert store.figures("Ann", "baccarat/third-card-flash", 1, "marked").last == Share(0, 5)
        assert store.practised("Ann") == [
            ("a/b", 1, 5),
            ("baccarat/third-card-flash", 1, 55),
            ("baccarat/third-card-flash", 2, 5),
        ]
        assert store.figures("stranger", "a/b", 1).answered == 0


def test_the_weakest_cell(opened, clock):
    """The one in focus: missed most of late; of one drill or of all; marks by hand are no part of it."""
    with opened() as store:
        keep_all(store, clock, "+-+-+-", cell="banker 3, third 8")
        keep_all(store, clock, "+++++-", cell="banker 6, third 6")
        keep_all(store, clock, "------", cell="MD-05", drill="poker/misdeal")
        keep_all(store, clock, "------", cell="hands", drill="poker/misdeal", source="marked")
        assert [one.cell for one in store.weakest("Ann")] == ["MD-05", "banker 3, third 8", "banker 6, third 6"]
        assert [one.cell for one in store.weakest("Ann", "baccarat/third-card-flash", 1)] == ["banker 3, third 8"]
        assert store.weakest("stranger") == []


# Clocks


@freeze_time("2026-03-02 18:00:00", tick=False)
def test_two_answers_in_one_instant_are_two(opened, clock):
    """A clock that stands still loses nothing, and ids of sessions differ."""
    with opened() as store:
        sessions = {store.begin("drill", "Ann") for _ in range(20)}
        assert len(sessions) == 20
        for session in sessions:
            store.keep(answer(START, session=session))
        assert len(list(store.answers())) == 20


def test_a_clock_that_goes_backwards(opened, clock):
    """An hour back in the middle of a session: every answer stands, in the order in which it was given, and figures count all."""
    with opened() as store:
        session = keep_all(store, clock, "+-+")
        clock.move(hours=-1)
        keep_all(store, clock, "-+", session=session)
        assert [one.right for one in store.answers()] == [True, False, True, False, True]
        assert store.figures("Ann", "baccarat/third-card-flash", 1).last == Share(3, 5)


def test_a_clock_that_was_years_ahead(opened, clock):
    """What was written then counts, and does not stay the last thirty for years."""
    with opened() as store:
        clock.move(days=4000)
        keep_all(store, clock, "-" * 30, cell="then")
        clock.move(days=-4000)
        keep_all(store, clock, "+" * 30, cell="now")
        found = store.figures("Ann", "baccarat/third-card-flash", 1)
        assert (found.answered, found.last) == (60, Share(30, 30))
        assert store.weakest("Ann") == []


# Two terminals


def test_two_processes_lose_no_answer(path):
    """Two processes of 300 answers each, begun at once where there is no file yet."""
    both = [started(path, who, 300) for who in ("ann", "bo")]
    for one in both:
        out, _ = one.communicate()
        assert one.returncode == 0
        assert len(out.splitlines()) == 300
    with TrainingStore.open(path, now=Clock()) as store:
        for who in ("ann", "bo"):
            assert [one.seed for one in store.answers(who)] == [f"7/{number}" for number in range(300)]
    assert [one.name for one in path.parent.iterdir()] == ["training.db"]


@pytest.mark.parametrize("after", [1, 20])
def test_killed_between_answers(path, after):
    """Killed with kill -9: every answer that was said to be kept is, and the file can be written on."""
    process = started(path, "ann", 100000)
    for _ in range(after):
        last = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.communicate()
    clock = Clock()
    with TrainingStore.open(path, now=clock) as store:
        assert len(list(store.answers("ann"))) > last
        keep_all(store, clock, "+", trainee="ann")


def test_many_begin_at_once(path):
    """Threads that all find no file: one file, and every session stands in it."""
    made, trouble = [], []

    def begin() -> None:
        try:
            with TrainingStore.open(path, now=Clock()) as store:
                made.append(store.begin("drill", "Ann"))
        except TrainingError as error:
            trouble.append(error)

    threads = [threading.Thread(target=begin) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert trouble == []
    with TrainingStore.open(path, now=Clock()) as store:
        assert Counter(one.id for one in store.sessions()) == Counter(made)


def test_whoever_waits_for_long_is_told(opened, told, path, clock, monkeypatch):
    """Another program holds the file: told after a second; when it does not let go, the drill goes on without keeping."""
    monkeypatch.setattr(sqlite_file, "PATIENCE", 0.0)
    monkeypatch.setattr(sqlite_file, "PAUSE", 0.0)
    with opened() as store:
        keep_all(store, clock, "+")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        session = store.begin("drill", "Ann")
        assert "waiting up to half a minute" in told[0]
        assert "is still writing" in told[1]
        store.keep(answer(clock.move(seconds=9), session=session))
        assert (store.lost, store.unkept) == ("another program is still writing to the training file", 1)
        assert (
            store.figures("Ann", "baccarat/third-card-flash", 1).answered == 2
        )  # of what could be read, and of what was said since
        other.close()
    with opened() as store:
        assert len(list(store.answers())) == 1


def test_without_somebody_to_tell_every_trouble_is_an_error(path, clock, monkeypatch):
    """As import and backup want it."""
    monkeypatch.setattr(sqlite_file, "PATIENCE", 0.0)
    monkeypatch.setattr(sqlite_file, "PAUSE", 0.0)
    with TrainingStore.open(path, now=clock) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(TrainingError, match="is still writing"):
            store.begin("drill")
        other.close()
