"""The file of training: where it lies, who reads it, and that nothing wrong with it stops a drill or loses what it holds."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from dealerkit.errors import TrainingError
from dealerkit.files.folders import identity
from dealerkit.training import database
from dealerkit.training.store import TrainingStore

from .conftest import Clock, answer, keep_all


@contextlib.contextmanager
def ordinary_user():
    """Somebody who is not root, whom file modes do not bind."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def filled(path: Path, marks: str = "+-+") -> bytes:
    """A file with answers in it; its bytes."""
    clock = Clock()
    with TrainingStore.open(path, now=clock) as store:
        keep_all(store, clock, marks)
    return path.read_bytes()


def test_the_default_place(monkeypatch):
    """In the folder that DEALERKIT_HOME names."""
    monkeypatch.setenv("DEALERKIT_HOME", "school")
    assert database.default_path() == Path("school", "training.db")


def test_only_its_owner_reads_it(path):
    """The file and its folder, whatever the umask."""
    before = os.umask(0)
    try:
        filled(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_it_is_written_ahead_and_strict(path):
    """WAL, STRICT tables, our mark, its form."""
    filled(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA application_id").fetchone() == (database.APPLICATION,)
        assert connection.execute("PRAGMA user_version").fetchone() == (database.FORM,)
        tables = connection.execute("SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        assert {name: strict for name, strict in tables if not strict} == {}


def test_what_is_removed_is_overwritten_and_a_commit_is_on_the_disk(opened):
    """Before the file is written anew already; and when `keep` returns."""
    with opened() as store:
        assert store._file.rows("PRAGMA secure_delete") == [(1,)]
        assert store._file.rows("PRAGMA synchronous") == [(2,)]


# Damaged


def torn(raw: bytes) -> bytes:
    """Half of the file is missing."""
    return raw[: len(raw) // 2 + 7]


def overwritten(raw: bytes) -> bytes:
    """Its beginning is another text."""
    return b"what is this? " * 10 + raw[140:]


def scrambled(raw: bytes) -> bytes:
    """The header stands, and every page behind the first is noise."""
    return raw[:4096] + bytes((7 * number) % 251 for number in range(len(raw) - 4096))


def emptied(_: bytes) -> bytes:
    """Cut to nothing."""
    return b""


@pytest.mark.parametrize("damage", [torn, overwritten, scrambled, emptied])
def test_a_damaged_file_is_told_and_set_aside(path, opened, told, clock, damage):
    """Its bytes are kept under another name with the date, a new file is begun, and the drill goes on."""
    broken = damage(filled(path))
    path.write_bytes(broken)
    with opened() as store:
        keep_all(store, clock, "++")
        assert store.lost == ""
    (aside,) = database.files_set_aside(path)
    assert aside.name.startswith("training.2026-03-02-18")
    assert aside.read_bytes() == broken
    assert len(told) == 1
    assert aside.name in told[0]
    with opened() as store:
        assert [one.right for one in store.answers()] == [True, True]
    assert len(told) == 1


def test_a_second_damage_does_not_replace_the_first(path, opened, clock):
    """Two in the same second have two names."""
    filled(path)
    for text in (b"one", b"two"):
        path.write_bytes(text)
        opened().close()
    assert sorted(one.read_bytes() for one in database.files_set_aside(path)) == [b"one", b"two"]


def test_damage_is_an_error_where_nobody_is_told(path, clock):
    """And the file stays as it is."""
    path.parent.mkdir()
    path.write_bytes(b"nothing of ours")
    with pytest.raises(TrainingError, match="damaged: the beginning of the file is overwritten"):
        TrainingStore.open(path, now=clock)
    assert path.read_bytes() == b"nothing of ours"


def test_damage_that_is_met_in_the_middle(path, opened, told, clock):
    """A page of the answers is bad, which opening does not see: the answer at hand is kept in the new file, with its session."""
    filled(path, "+" * 200)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'answers'").fetchone()
    raw = bytearray(path.read_bytes())
    raw[(page - 1) * 4096 : page * 4096] = b"\x99" * 4096
    path.write_bytes(raw)
    with opened() as store:
        assert told == []
        session = store.begin("drill", "Ann")
        store.keep(answer(clock.at, session=session))
        assert [one.session for one in store.answers()] == [session]
        assert store.lost == ""
    assert len(told) == 1
    assert len(database.files_set_aside(path)) == 1


def test_the_log_of_a_file_that_is_gone_is_not_taken_for_the_new_ones(path, opened, told, clock):
    """Somebody took training.db away while its last answers were in training.db-wal."""
    store = opened()
    keep_all(store, clock, "+")
    log = path.with_name("training.db-wal")
    content = log.read_bytes()
    assert content
    path.rename(path.with_name("elsewhere.db"))
    with opened() as other:
        assert list(other.answers()) == []
    assert "the file is gone" in told[0]
    (aside,) = [one for one in database.files_set_aside(path) if one.name.endswith("-wal")]
    assert aside.read_bytes() == content
    store.close()


def test_two_terminals_that_find_the_same_damage_set_one_file_aside(path, clock):
    """The slower one sees that another file stands there by now."""
    filled(path)
    seen = database.Damaged(identity(path), "torn")
    assert database.set_aside(path, seen, clock.at) is not None
    raw = filled(path)
    assert database.set_aside(path, seen, clock.at) is None
    assert path.read_bytes() == raw


# Not ours, and later than ours


def test_another_programs_database_is_left_alone(path, opened):
    """Told, and not touched."""
    path.parent.mkdir()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (a)")
    raw = path.read_bytes()
    with pytest.raises(TrainingError, match="another program's database"):
        opened()
    assert path.read_bytes() == raw


def test_a_later_form_is_left_alone(path, opened, clock):
    """A clear error: who has an older dealerkit brings it up to date."""
    filled(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {database.FORM + 1}")
    raw = path.read_bytes()
    with pytest.raises(TrainingError, match="newer dealerkit wrote this training file"):
        opened()
    assert path.read_bytes() == raw


def test_a_folder_in_its_place(path, opened):
    """Told as what it is."""
    path.mkdir(parents=True)
    with pytest.raises(TrainingError, match="this is a folder"):
        opened()


# Nothing can be written


def test_a_folder_that_is_read_only(tmp_path, clock, told):
    """Told once; what stands there can be read, the drill goes on, and nothing is kept."""
    tmp_path.chmod(0o755)
    path = tmp_path / "home" / "training.db"
    filled(path)
    if os.geteuid() == 0:
        os.chown(path, 65534, -1)
        os.chown(path.parent, 65534, -1)
    path.chmod(0o400)
    path.parent.chmod(0o500)
    raw = path.read_bytes()
    for parent in list(tmp_path.parents)[:3]:
        with contextlib.suppress(OSError):
            parent.chmod(parent.stat().st_mode | 0o011)
    try:
        with ordinary_user(), TrainingStore.open(path, now=clock, tell=told.append) as store:
            assert len(list(store.answers())) == 3
            keep_all(store, clock, "++")
            assert store.figures("Ann", "baccarat/third-card-flash", 1).answered == 5
            assert store.unkept == 2
            assert "read-only" in store.lost
    finally:
        path.parent.chmod(0o700)
    assert len(told) == 1
    assert "no more answers are saved" in told[0]
    assert path.read_bytes() == raw


def test_a_place_where_no_folder_can_be_made(tmp_path, clock, told):
    """Part of the path is a file."""
    (tmp_path / "home").write_text("a file", encoding="utf-8")
    with TrainingStore.open(tmp_path / "home" / "training.db", now=clock, tell=told.append) as store:
        keep_all(store, clock, "+")
        assert len(list(store.answers())) == 1
        assert store.unkept == 1
    assert len(told) == 1
    with pytest.raises(TrainingError):
        TrainingStore.open(tmp_path / "home" / "training.db", now=clock)


def test_a_full_disk(path, opened, told, clock):
    """Told once, with what could be kept still there; the answers since are in memory and in the figures."""
    with opened() as store:
        session = keep_all(store, clock, "+++")
        pages = store._file.connection.execute("PRAGMA page_count").fetchone()[0]
        store._file.connection.execute(f"PRAGMA max_page_count = {pages}")
        for number in range(400):
            store.keep(answer(clock.move(seconds=1), session=session, seed=f"8/{number}", given="x" * 300))
        assert store.lost == "the disk is full"
        assert 0 < store.unkept <= 400
        unkept = store.unkept
        assert store.figures("Ann", "baccarat/third-card-flash", 1).answered == 403
    assert len(told) == 1
    assert "the disk is full; no more answers are saved" in told[0]
    with opened() as store:
        assert len(list(store.answers())) == 403 - unkept
