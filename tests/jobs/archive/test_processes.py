"""Many processes, stopped and gone on with: what is told is what one process tells that nobody stops."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from dealerkit.files.extras import install
from dealerkit.hands import compression
from dealerkit.jobs.archive import HandJudged, Judging, environment, judged, pool, run
from dealerkit.jobs.archive import cutting as cutting_module
from dealerkit.jobs.archive.run_file import CannotResume
from dealerkit.jobs.worker_start import begin_server, context
from tests.jobs.archive import deadly
from tests.jobs.archive.test_cutting import HANDS, MUTANTS

EVERY = Judging(every=True)


def numbered(hands: list[bytes]) -> bytes:
    """Hands with the names of their sections in order."""
    return b"\n\n".join(b"[%d]\n%s" % (n, hand.split(b"\n", 1)[1].rstrip()) for n, hand in enumerate(hands, 1)) + b"\n"


TEXT = numbered([*HANDS * 3, MUTANTS[5]])


@pytest.fixture
def archive(tmp_path, monkeypatch) -> Path:
    """A folder with a file that is cut into some ten pieces, and small files."""
    monkeypatch.setattr(cutting_module, "LARGE", 4000)
    monkeypatch.setattr(compression, "_READ", 1000)
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / "large.phhs").write_bytes(TEXT)
    for number in range(5):
        (folder / f"small{number}.phh").write_bytes(HANDS[number].split(b"\n", 1)[1])
    return folder


def told(archive: Path, **more):
    """Everything told of an archive."""
    return [hand for chunk in judged([archive], EVERY, **more) for hand in chunk.hands]


def test_two_processes_tell_what_one_tells(archive):
    """In the same order; and a process that is ended by the system costs nothing but a note."""
    notes, got, ended = list[str](), list[HandJudged](), False
    due = told(archive)
    for chunk in judged([archive], EVERY, jobs=2, note=notes.append):
        got += chunk.hands
        if not ended:
            ended = True
            child = next(one for one in multiprocessing.active_children() if one.is_alive())
            os.kill(child.pid, signal.SIGKILL)
            child.join()
    assert got == due
    assert [len(hand.findings) for hand in got].count(1) == 7
    assert all("stopped (signal 9)" in note for note in notes)
    assert multiprocessing.active_children() == []


def test_what_was_on_its_way_reaches_no_other_process(monkeypatch):
    """The pipe of the next process may have the number that the pipe of an ended one had."""
    began, really = threading.Event(), os.write

    def slowly(pipe: Connection, data: bytes) -> None:
        number = pipe.fileno()
        began.set()
        time.sleep(0.3)
        really(number, data)

    monkeypatch.setattr(Connection, "_send", slowly)
    ended = pool.Pool(EVERY, 1, str)
    ended.give(0, next(iter(cutting_module.cut([TEXT], "large.phhs", phh=True))))
    assert began.wait(10)
    ended.close()
    ours, theirs = context().Pipe()
    with ours, theirs:
        assert not ours.poll(0.6)
        assert not theirs.poll()


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_what_could_not_be_read_is_tried_again(archive, tmp_path, monkeypatch, jobs):
    """Going on from what is kept, a file that may be read by now is read: its size and its time are what they were."""
    due, kept = told(archive), tmp_path / "kept"
    (archive / "large.phhs.gz").write_bytes(b"this is none")
    really = os.open

    def refused(file: str, *more: int) -> int:
        if file.endswith("small3.phh"):
            raise PermissionError(13, "Permission denied")
        return really(file, *more)

    with monkeypatch.context() as without_right:
        without_right.setattr(os, "open", refused)
        lost = {hand.file: hand.unreadable.what for hand in told(archive, resume=kept) if hand.unreadable is not None}
    assert lost[str(archive / "small3.phh")] == "the file cannot be read: Permission denied"
    assert lost[str(archive / "large.phhs.gz")].startswith("the compressed file is broken: ")
    assert [hand for hand in told(archive, resume=kept, jobs=jobs) if not hand.file.endswith(".gz")] == due


def test_a_folder_that_may_not_be_listed_is_told(archive, monkeypatch):
    """Nobody knows what is in it, so that the archive is not clean; nor is it with a file that is packed wrongly."""
    (archive / "closed").mkdir()
    (archive / "notes.txt.gz").write_bytes(b"this is none")
    really = os.scandir

    def refused(folder: str):
        if folder.endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return really(folder)

    monkeypatch.setattr(os, "scandir", refused)
    lost = [Path(hand.file).name for hand in told(archive) if hand.unreadable is not None]
    assert lost[-2:] == ["notes.txt.gz", "closed"]


def test_one_file_that_cannot_be_unpacked_here(archive, monkeypatch):
    """In a folder it is told, and the others are read; named alone it is refused."""
    monkeypatch.setattr(compression, "zstandard", None)
    (archive / "large.phhs.zst").write_bytes(TEXT)
    lost = [hand for hand in told(archive) if hand.unreadable is not None and hand.file.endswith(".zst")]
    assert [hand.unreadable.what for hand in lost] == [
        f"the file cannot be unpacked: files that end in .zst need one more package; to install it: {install('archive')}"
    ]
    with pytest.raises(compression.NoZstandard):
        told(archive / "large.phhs.zst")


@pytest.mark.slow
def test_a_hand_that_ends_its_process(archive, monkeypatch):
    """It is told, and it alone: those before and behind it are judged."""
    monkeypatch.setattr(pool, "work", deadly.work)
    due, got = told(archive), told(archive, jobs=2)
    assert [hand.name for hand in got] == [hand.name for hand in due]
    lost = [hand for hand in got if hand.unreadable]
    assert {hand.name for hand in lost} - {hand.name for hand in due if hand.unreadable} == deadly.DEADLY
    assert (
        "the system stopped the check of this hand" in next(hand for hand in lost if hand.name in deadly.DEADLY).findings[0].got
    )


def test_a_chunk_that_we_fail_at_is_told(archive, monkeypatch):
    """An error of our own costs a chunk, and no more."""

    def fails(chunk, *_):
        return chunk["x"]

    monkeypatch.setattr(pool, "judge", fails)
    hand, *_ = told(archive, resume=archive.parent / "kept")
    assert "something went wrong in dealerkit (TypeError: 'Piece' object is not subscriptable" in hand.findings[0].got


def test_a_worker_stands_where_its_client_stands(monkeypatch, tmp_path):
    """Whatever was changed since the server was begun that workers are copied from."""
    begin_server()
    monkeypatch.setenv("SET_SINCE", "yes")
    monkeypatch.chdir(tmp_path)
    here, there = context().Pipe()
    process = context().Process(target=deadly.tell_where, args=(there, "SET_SINCE", dict(os.environ)))
    process.start()
    assert here.recv() == ("yes", str(tmp_path))
    process.join()


@pytest.mark.parametrize("folder", [None, "/" + "x" * 100])
def test_where_a_server_has_no_place_each_worker_is_started_anew(monkeypatch, folder):
    """No folder for scratch files, or one whose path is too long for a socket."""

    def place() -> str:
        if folder is None:
            raise FileNotFoundError
        return folder

    monkeypatch.setattr(tempfile, "gettempdir", place)
    context.cache_clear()
    try:
        assert context().get_start_method() == "spawn"
        begin_server()
    finally:
        context.cache_clear()


@pytest.mark.slow
def test_files_beside_an_archive_are_no_modules(archive):
    """Whatever they are called: a worker imports nothing from the folder in which somebody stands."""
    for name in ("attrs", "random", "json", "multiprocessing"):
        (archive / f"{name}.py").write_text("raise SystemExit('this is not a module of ours')\n")
    command = Path(sys.executable).with_name("dealerkit")
    done = subprocess.run([command, "check", "large.phhs", "--jobs", "2"], cwd=archive, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


# -- gone on with


@pytest.fixture
def count(monkeypatch) -> list[int]:
    """How many hands are judged."""
    counted = list[int]()
    judge = pool.judge_or_say

    def counting(chunk, how):
        counted.append(1)
        return judge(chunk, how)

    monkeypatch.setattr(run, "judge_or_say", counting)
    return counted


def test_what_was_judged_is_not_judged_again(archive, count, tmp_path):
    """Stopped after some chunks, gone on with, and run once more: each chunk is judged once, and all of it is told each time."""
    kept, due = tmp_path / "kept", told(archive)
    first = judged([archive], EVERY, resume=kept)
    for _ in range(4):
        next(first)
    first.close()
    assert told(archive, resume=kept) == due
    before = len(count)
    assert told(archive, resume=kept) == due
    assert len(count) == before


def test_a_changed_file_is_told_and_judged_again(archive, count, tmp_path):
    """A large one whole, of small ones those that stand together; nothing else."""
    kept, notes = tmp_path / "kept", list[str]()
    told(archive, resume=kept)
    large, small = archive / "large.phhs", archive / "small3.phh"
    pieces, count[:] = len(count), []
    os.utime(small, ns=(1, 1))
    told(archive, resume=kept, note=notes.append)
    assert len(count) == 1
    large.write_bytes(TEXT.replace(b"p3 f", b"p3 ff", 1))
    assert told(archive, resume=kept, note=notes.append) == told(archive)
    assert len(count) == pieces
    assert notes == [f"{path} has changed since it was judged, and is judged again" for path in (small, large)]


def test_other_rules_are_told_and_all_is_judged_again(archive, count, tmp_path, monkeypatch):
    """Nothing that was judged under other rules is taken over."""
    kept, notes = tmp_path / "kept", list[str]()
    told(archive, resume=kept)
    chunks = len(count)
    monkeypatch.setattr(environment, "_contents", lambda: "other rule files")
    told(archive, resume=kept, note=notes.append)
    assert len(count) == 2 * chunks
    assert "every hand is judged again" in notes[0]
    for _ in judged([archive], Judging(), resume=kept, note=notes.append):
        pass
    assert len(notes) == 2


@pytest.mark.parametrize("what", ["text", "database", "folder", "busy"])
def test_a_file_to_go_on_from_that_is_none(archive, tmp_path, what):
    """It stays as it is."""
    path = tmp_path / "some"
    if what == "text":
        path.write_text("notes of the shift\n" * 40)
    elif what == "database":
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.executescript("CREATE TABLE t (x); CREATE TABLE chunks (x);")
    elif what == "folder":
        path.mkdir()
    else:
        other = judged([archive], resume=path)
        next(other)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(CannotResume):
        told(archive, resume=path)
    assert what == "busy" or (path.read_bytes() if path.is_file() else b"") == before


@pytest.mark.slow
def test_standard_input_with_many_processes(archive):
    """A pipe is judged by many, too, as it comes."""
    text = b"".join(sorted(TEXT.split(b"\n\n"))[0:1]) + b"\n\n" + TEXT
    call = [sys.executable, "-m", "dealerkit", "check", "-", "--json"]
    one, two = (subprocess.run([*call, "--jobs", jobs], input=text, capture_output=True, check=False) for jobs in "12")
    assert one.stdout == two.stdout
    assert json.loads(one.stdout)["hands"] > 90


# -- ended from outside


def run_on(folder: Path, kept: Path, jobs: str, stop: float | None, how: int) -> tuple[int, bytes]:
    """Run the command, and after some seconds stop it; return how it left, and what it told."""
    call = [sys.executable, "-m", "dealerkit", "check", str(folder), "--jobs", jobs, "--resume", str(kept)]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if stop is not None:
        time.sleep(stop)
        process.send_signal(how)
    said, _ = process.communicate(timeout=300)
    return process.returncode, said


@pytest.mark.slow
def test_a_client_that_is_stopped_twenty_times(tmp_path):
    """With Ctrl-C or kill -9, at any time: the same command goes on, and tells in the end what an undisturbed run tells."""
    folder, kept = tmp_path / "archive", tmp_path / "kept"
    folder.mkdir()
    (folder / "large.phhs").write_bytes(numbered([*HANDS * 400, *MUTANTS[:4]]))
    _, due = run_on(folder, tmp_path / "other", "1", None, 0)
    codes = set()
    for times in range(20):
        code, _ = run_on(folder, kept, "2", 0.8 + times * 0.13, signal.SIGINT if times % 2 else signal.SIGKILL)
        codes.add(code)
    assert codes <= {130, -9, 1}
    assert run_on(folder, kept, "2", None, 0) == (1, due)
