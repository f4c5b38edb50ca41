"""The journal's file: nothing is lost, nobody else reads it, and whatever is wrong with it is said."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dealerkit.errors import JournalError
from dealerkit.files import folders, sqlite_file
from dealerkit.jobs.journal import store
from dealerkit.jobs.journal.docket import Opening, note, open_case
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify

WRITER = Path(__file__).with_name("writer.py")
ROOT = WRITER.parent.parent.parent


def started(*words: object, **extra: Any) -> subprocess.Popen[str]:
    """Start a process that writes."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, str(WRITER), *map(str, words)],
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
        text=True,
        env=env,
        **extra,
    )


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


# Nothing is lost


@pytest.mark.thorough
def test_two_processes_lose_no_entry(path):
    """Two processes of 1,000 entries each: all 2,000 stand, each once, in one chain, each process's own in its order."""
    Journal.begin(path, zone="UTC").close()
    both = [started(path, who, 1000, 10) for who in ("ann", "bo")]
    for one in both:
        out, _ = one.communicate()
        assert one.returncode == 0
        assert len(out.splitlines()) == 1000
    with Journal.open(path) as journal:
        texts = [str(entry.said["text"]).split()[:2] for entry in journal.entries(kinds=("noted",))]
        assert verify(journal).flaws == ()
        assert journal.anchor().seq == 2001
    for who in ("ann", "bo"):
        assert [int(number) for name, number in texts if name == who] == list(range(1000))


def test_two_that_begin_at_once_begin_one_journal(path):
    """Both find the same journal, with one first entry."""
    made, trouble = [], []

    def begin() -> None:
        try:
            with Journal.begin(path, zone="UTC", new=False) as journal:
                made.append(journal.entries()[0].hash)
        except JournalError as error:
            trouble.append(error)

    threads = [threading.Thread(target=begin) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert trouble == []
    assert Counter(made).most_common() == [(made[0], 8)]
    assert [one.name for one in path.parent.iterdir()] == ["journal.db"]


@pytest.mark.sample(4)
@pytest.mark.parametrize("after", [1, 3, 10, 25])
def test_killed_between_entries(path, after):
    """Killed with kill -9 while it writes: every entry that was said to stand does, and the chain is whole."""
    Journal.begin(path, zone="UTC").close()
    process = started(path, "ann", 100000, 3000)
    last = 0
    for _ in range(after):
        last = int(process.stdout.readline().split()[0])
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with Journal.open(path, write=True) as journal:
        found = verify(journal)
        assert found.flaws == ()
        assert found.entries >= last
        note_after(journal)
        assert verify(journal).flaws == ()


@pytest.mark.slow
def test_killed_in_the_middle_of_an_entry(path):
    """Killed before it is done: what stood before stands, nothing of the rest does, and it can be written on."""
    with Journal.begin(path, zone="UTC") as journal:
        before = journal.anchor()
    process = started("stop", path)
    assert process.stdout.readline() == "in the middle\n"
    log = path.with_name(path.name + "-wal")
    assert log.stat().st_size > 100000  # a good part of it lies on the disk
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with Journal.open(path, write=True) as journal:
        assert journal.anchor() == before
        assert verify(journal, [before]).flaws == ()
        note_after(journal)
        assert verify(journal, [before]).flaws == ()


def note_after(journal: Journal) -> None:
    """Write one entry more."""
    with journal.writing() as writing:
        writing.add("noted", {"text": "afterwards"}, "2026-0001")


def test_a_failed_case_leaves_nothing(journal, monkeypatch):
    """A case is written whole or not at all: no half of it, no number used up."""
    before = journal.anchor()
    add = store.Writing.add

    def breaks(self, kind, body, case=""):
        if kind == "noted":
            raise KeyboardInterrupt
        return add(self, kind, body, case)

    with monkeypatch.context() as patched:
        patched.setattr(store.Writing, "add", breaks)
        with pytest.raises(KeyboardInterrupt):
            open_case(journal, Opening("incident", "a drink", story=("it fell",)))
    assert journal.anchor() == before
    assert open_case(journal, Opening("incident", "a drink")).number == "2026-0001"


# For its owner only


def modes(folder: Path) -> dict[str, int]:
    """The modes of every file in a folder."""
    return {one.name: stat.S_IMODE(one.stat().st_mode) for one in folder.iterdir()}


def test_only_the_owner_reads_it_from_the_start(path, monkeypatch):
    """Mode 0600 from the first moment and for everything beside it, whatever the umask; a new folder is 0700."""
    seen: list[dict[str, int]] = []
    place = path.parent / "new" / "journal.db"
    connection = sqlite_file.connect

    def looking(made: Path, mode: str, *settings: str) -> sqlite3.Connection:
        seen.append(modes(place.parent))
        return connection(made, mode, *settings)

    monkeypatch.setattr(sqlite_file, "connect", looking)
    old = os.umask(0)
    try:
        with Journal.begin(place, zone="UTC") as journal:
            with journal.writing() as writing:
                writing.add("noted", {"text": "x" * 100000}, "2026-0001")
                seen.append(modes(place.parent))
            seen.append(modes(place.parent))
    finally:
        os.umask(old)
    names = {name for one in seen for name in one}
    assert {"journal.db", "journal.db-wal", "journal.db-shm"} <= names
    assert {mode for one in seen for mode in one.values()} == {0o600}
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700


def test_a_journal_that_was_opened_to_others_is_closed_again(told, path):
    """Somebody's chmod, or a copy restored with other modes, does not last beyond the next entry."""
    told.close()
    path.chmod(0o644)
    with Journal.open(path, write=True) as journal:
        note(journal, "1", "more")
    assert modes(path.parent) == {"journal.db": 0o600}


def test_the_default_place(monkeypatch, tmp_path):
    """`DEALERKIT_JOURNAL` first, then `DEALERKIT_HOME`, then the data folder; a relative XDG_DATA_HOME does not count."""
    monkeypatch.delenv(folders.JOURNAL, raising=False)
    monkeypatch.setenv("DEALERKIT_HOME", "ours")
    assert folders.journal_path() == Path("ours", "journal.db")
    monkeypatch.delenv("DEALERKIT_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert folders.journal_path() == tmp_path / "dealerkit" / "journal.db"
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folders.journal_path() == tmp_path / ".local" / "share" / "dealerkit" / "journal.db"
    monkeypatch.setenv(folders.JOURNAL, "mine.db")
    assert folders.journal_path() == Path("mine.db")


# What is wrong is said


def foreign(path: Path) -> None:
    """Another program's database."""
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE entries (seq INTEGER)")
    connection.commit()
    connection.close()


def torn(path: Path) -> None:
    """Half of a journal."""
    with Journal.begin(path, zone="UTC") as journal, journal.writing() as writing:
        writing.add("noted", {"text": "x" * 30000}, "2026-0001")
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def scribbled(path: Path) -> None:
    """A journal with its tables overwritten."""
    Journal.begin(path, zone="UTC").close()
    with path.open("r+b") as stream:
        stream.seek(100)
        stream.write(b"\xff" * 2000)


def later(path: Path) -> None:
    """A journal of a later dealerkit."""
    Journal.begin(path, zone="UTC").close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.write_text("a list of things to do\n"), "this file is not a journal"),
        (lambda path: path.write_bytes(b"SQLi"), "this file is not a journal"),
        (lambda path: path.write_bytes(sqlite_file.MAGIC + b"\xff" * 200), "this file is not a journal"),
        (lambda path: path.write_bytes(b""), "the journal is empty"),
        (Path.mkdir, "this is a folder"),
        (foreign, "another program's database"),
        (torn, "the journal is damaged"),
        (scribbled, "the journal is damaged"),
        (later, "a newer version of dealerkit wrote this journal"),
    ],
    ids=["text", "short", "header-only", "empty", "folder", "foreign", "torn", "scribbled", "later"],
)
def test_what_is_no_journal_is_said_and_left_alone(path, make, says):
    """File, what is wrong, what to do; and not a byte of it is changed, not even by whoever wants to write."""
    make(path)
    before = path.read_bytes() if path.is_file() else None
    for write in (False, True):
        with pytest.raises(JournalError, match=says) as caught, Journal.open(path, write=write) as journal:
            journal.entries()
        assert str(path) in str(caught.value)
        assert caught.value.hint
    with pytest.raises(JournalError, match=says), Journal.begin(path, new=False) as journal:
        journal.entries()
    assert (path.read_bytes() if path.is_file() else None) == before


def test_there_is_no_journal(path):
    """Reading begins none."""
    with pytest.raises(JournalError, match="no journal here"):
        Journal.open(path)
    assert not path.exists()


def test_beginning_twice_is_refused(told, path):
    """`begin` never writes over a journal."""
    before = told.anchor()
    with pytest.raises(JournalError, match="a file here already"):
        Journal.begin(path)
    assert told.anchor() == before


@pytest.fixture
def elsewhere():
    """A folder that an ordinary user reaches."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if os.geteuid() == 0:
            os.chown(folder, 65534, -1)
        yield folder
        folder.chmod(0o700)


def test_a_read_only_folder_can_be_read_and_not_written(elsewhere):
    """Reading works; writing says which file, and leaves it as it was; beginning one there says so too."""
    path = elsewhere / "journal.db"
    with ordinary_user():
        with Journal.begin(path, zone="UTC") as journal:
            open_case(journal, Opening("incident", "a drink"))
        before = path.read_bytes()
        elsewhere.chmod(0o500)
        with Journal.open(path) as journal:
            assert verify(journal).flaws == ()
        with pytest.raises(JournalError, match="writ") as caught, Journal.open(path, write=True) as journal:
            note(journal, "1", "more")
        assert str(path) in str(caught.value)
        path.chmod(0o400)
        with pytest.raises(JournalError, match="read-only"), Journal.open(path, write=True) as journal:
            note(journal, "1", "more")
        with pytest.raises(JournalError, match="permission denied"):
            Journal.begin(elsewhere / "other.db")
        assert path.read_bytes() == before
        path.chmod(0o000)
        with pytest.raises(JournalError, match="permission denied"):
            Journal.open(path)


def test_a_full_disk_loses_nothing(told, path, monkeypatch):
    """The entry that has no room is refused whole; what stood stands; with room it is written on."""
    before = told.anchor()
    told.close()
    connection = sqlite_file.connect

    def small(made: Path, mode: str, *settings: str) -> sqlite3.Connection:
        opened = connection(made, mode, *settings)
        pages = opened.execute("PRAGMA page_count").fetchone()[0]
        opened.execute(f"PRAGMA max_page_count = {pages}")
        return opened

    with monkeypatch.context() as patched:
        patched.setattr(sqlite_file, "connect", small)
        with Journal.open(path, write=True) as journal:
            with pytest.raises(JournalError, match="the disk is full") as caught:
                note(journal, "1", "x" * 200000)
            assert str(path) in str(caught.value)
            assert journal.anchor() == before
    with Journal.open(path, write=True) as journal:
        assert verify(journal, [before]).flaws == ()
        note(journal, "1", "x" * 200000)
        assert verify(journal, [before]).flaws == ()


def test_a_full_disk_when_it_begins(path, monkeypatch):
    """A journal that cannot be begun leaves nothing behind."""
    real = os.open

    def full(name, *rest):
        if str(name).endswith(".new"):
            raise OSError(28, "No space left on device", str(name))
        return real(name, *rest)

    monkeypatch.setattr(os, "open", full)
    with pytest.raises(JournalError, match="no space left on device"):
        Journal.begin(path, zone="UTC")
    assert list(path.parent.iterdir()) == []


def test_somebody_who_never_stops_writing(told, path, monkeypatch):
    """Whoever waits too long for a turn is told so, and nothing is lost."""
    monkeypatch.setattr(sqlite_file, "TRIES", 2)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    before = told.anchor()
    with Journal.open(path, write=True) as other, other.writing():
        with pytest.raises(JournalError, match="another program is still writing"):
            note(told, "1", "more")
        assert told.anchor() == before
    note(told, "1", "more")


def test_its_last_entries_beside_it(told, path, elsewhere):
    """A copy in a read-only folder whose last entries are still in the file beside it is not read without them."""
    note(told, "1", "more")
    for end in ("", "-wal"):
        copy = elsewhere / f"copy.db{end}"
        copy.write_bytes(path.with_name(path.name + end).read_bytes())
        copy.chmod(0o444)
        os.chown(copy, 65534 if os.geteuid() == 0 else -1, -1)
    elsewhere.chmod(0o500)
    with ordinary_user(), pytest.raises(JournalError, match="still in the -wal file"):
        Journal.open(elsewhere / "copy.db")


def test_the_tables_refuse_changes(told):
    """SQL that would change or delete an entry is refused by the file itself."""
    for statement in (
        "UPDATE entries SET at = '2020-01-01'",
        "DELETE FROM entries WHERE seq = 2",
        "UPDATE bodies SET body = '{}'",
        "DELETE FROM bodies",
        "DELETE FROM kept",
    ):
        if "kept" in statement:
            with told.writing() as writing:
                writing.keep("rules", {"form": 1})
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            told._store.connection.execute(statement)
