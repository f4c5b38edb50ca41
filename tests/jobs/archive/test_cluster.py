"""Many machines: what is told is what one process tells, whoever is lost on the way."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.hands import compression
from dealerkit.hands.remote import NoStorage
from dealerkit.jobs.archive import HandJudged, Judging, environment, judged
from dealerkit.jobs.archive import cutting as cutting_module
from tests.hands.test_stars_text import CASH
from tests.jobs.archive.test_cutting import HANDS, MUTANTS, pack
from tests.jobs.archive.test_processes import TEXT, numbered

distributed = pytest.importorskip("distributed")
from distributed.comm.core import CommClosedError  # noqa: E402

import dealerkit.jobs.archive.cluster as cluster_module  # noqa: E402 - where there is no Dask there is nothing to try
from dealerkit.jobs.archive.cluster import Cluster, NoCluster, _begun  # noqa: E402

EVERY = Judging(every=True)


def told(*sources: Path | str, **more: Any) -> list[HandJudged]:
    """Everything told of some sources."""
    return [hand for chunk in judged(sources, EVERY, **more) for hand in chunk.hands]


# -- object storage


@pytest.fixture
def storage() -> Iterator[Any]:
    """A storage in memory."""
    system = fsspec.filesystem("memory")
    yield system
    system.rm("/room", recursive=True)


@pytest.mark.parametrize("size", [4000, 1 << 18])
def test_a_folder_in_object_storage(storage, tmp_path, monkeypatch, size):
    """As the same folder on a disk: files large, small and compressed, what cannot be read, and what is of another kind."""
    monkeypatch.setattr(cutting_module, "LARGE", size)
    monkeypatch.setattr(compression, "_READ", size // 4)
    files = {"b/large.phhs": TEXT, "b/small.phh": HANDS[0].split(b"\n", 1)[1], "a.phhs.gz": pack(TEXT, ".gz")}
    files |= {"d/stars.txt": CASH.encode() * 40}
    files |= {
        "notes.txt": b"notes of the shift\n",
        "felt.png": b"",
        "c/empty": b"",
        "c/one": b"# dealerkit record 1\ngame: mini-baccarat\n---\nd check rack\n",
    }
    for name, body in files.items():
        storage.pipe(f"/room/{name}", body)
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)
    there, here = told("memory://room"), told(tmp_path)
    assert [(hand.name, hand.line, hand.findings and hand.findings[0].code) for hand in there] == [
        (hand.name, hand.line, hand.findings and hand.findings[0].code) for hand in here
    ]
    assert {hand.file for hand in there} == {f"memory://room/{name}" for name in files if name != "felt.png"}
    assert told("memory://room/b/large.phhs") == [hand for hand in there if hand.file.endswith("large.phhs")]


def test_an_address_where_nothing_is():
    """Exit 2, and which address it was."""
    done = CliRunner().invoke(main, ["check", "memory://nowhere"])
    assert done.exit_code == 2
    assert "nowhere" in done.stderr
    with pytest.raises(NoStorage, match="nothing-knows-this"):
        told("nothing-knows-this://x")


def test_a_storage_that_does_not_answer(storage, monkeypatch):
    """Its own errors are told with the address: exit 2 where nothing can be listed, a finding where a file cannot be read."""
    storage.pipe("/room/a.phhs", TEXT)
    storage.pipe("/room/b.phhs", TEXT[:2000])

    def fails(self, *_args, **_more):
        msg = "no key\nfor you"
        raise ArithmeticError(msg)

    monkeypatch.setattr(type(storage.open("/room/a.phhs")), "read", fails)
    hands = told("memory://room")
    assert [hand.file for hand in hands] == ["memory://room/a.phhs", "memory://room/b.phhs"]
    assert all("the file cannot be read: no key for you" in hand.unreadable.what for hand in hands)
    monkeypatch.setattr(type(storage), "info", fails)
    done = CliRunner().invoke(main, ["check", "memory://room"])
    assert (done.exit_code, done.stderr) == (2, "Error: memory://room cannot be used: no key for you\n")


# -- workers


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """A cluster of three processes."""
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
    ) as cluster:
        yield cluster


@pytest.mark.slow
def test_two_clusters_of_our_own(workers):
    """They stand side by side without a warning, and what they serve is for this machine alone."""
    with contextlib.closing(Cluster("local:1", EVERY, print)), _begun(1) as other:
        server = other.scheduler.http_server
    assert server.address == "127.0.0.1"
    assert server.port != 8787


@pytest.fixture
def archive(tmp_path) -> Path:
    """A file of some chunks, a compressed one, and small ones."""
    folder = tmp_path / "archive"
    folder.mkdir()
    text = numbered([*HANDS * 60, MUTANTS[5]])
    (folder / "large.phhs").write_bytes(text)
    (folder / "packed.phhs.gz").write_bytes(pack(text, ".gz"))
    for number in range(5):
        (folder / f"small{number}.phh").write_bytes(HANDS[number].split(b"\n", 1)[1])
    return folder


@pytest.mark.slow
@pytest.mark.campaign
def test_a_worker_is_killed(workers, archive):
    """At any moment, by the system: every chunk is in the result once."""
    due = told(archive)
    some = random.Random(7)
    got, killed = list[HandJudged](), 0
    for chunk in judged([archive], EVERY, by=functools.partial(Cluster, workers.scheduler_address)):
        got += chunk.hands
        if not killed:
            killed = some.choice([one.pid for one in workers.workers.values() if one.pid])
            os.kill(killed, signal.SIGKILL)
    assert killed
    assert got == due


@pytest.mark.slow
def test_a_worker_that_judges_by_other_rules(workers, archive):
    """It is told by its name, and not used; where there is no other, nothing is judged."""
    due = told(archive)
    notes = list[str]()
    with distributed.Client(workers.scheduler_address) as client:
        names = list(client.scheduler_info()["workers"])
        client.run(spoil, workers=names[:1])
        assert told(archive, by=functools.partial(Cluster, workers.scheduler_address), note=notes.append) == due
        assert [note for note in notes if "is not used" in note] == [
            f"the worker {names[0]} is not used: its rule files or dealerkit version differ from those here"
        ]
        client.run(spoil)
        with pytest.raises(NoCluster, match="no worker in the cluster has the same rule files"):
            told(archive, by=functools.partial(Cluster, workers.scheduler_address))
        client.run(mend)


def spoil() -> None:
    """Make a worker judge by other rule files."""
    environment._contents = lambda: "others"  # type: ignore[assignment]


def mend() -> None:
    """Make it judge by ours again."""
    import importlib

    importlib.reload(environment)


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs to see which processes there are")
def test_ctrl_c_while_a_cluster_comes_up(archive):
    """Pressed at a terminal everybody hears it, a worker that imports as well: it ends, and nobody says more than that."""
    call = [sys.executable, "-m", "dealerkit", "check", str(archive), "--cluster", "local:2"]
    run = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    while run.poll() is None and not any(map(_imports, _started(run.pid))):
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=300)
    assert run.returncode == 130
    assert b"Traceback" not in said


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs to see which processes there are")
def test_a_worker_is_lost_before_it_is_there(archive):
    """The cluster is begun anew; nothing is lost, and nobody is told of it."""
    call = [sys.executable, "-m", "dealerkit", "check", str(archive), "--json"]
    due = subprocess.run(call, capture_output=True, check=False)
    run = subprocess.Popen([*call, "--cluster", "local:2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while run.poll() is None and not (begun := [one for one in _started(run.pid) if _imports(one)]):
        time.sleep(0.01)
    os.kill(int(begun[0]), signal.SIGKILL)
    out, said = run.communicate(timeout=300)
    assert (run.returncode, said, out) == (due.returncode, b"", due.stdout)


def test_workers_that_do_not_come_up_are_told(monkeypatch, archive):
    """After some tries, in words: it is no fault of ours."""
    begun = list[int]()

    def lost(workers: int) -> Any:
        begun.append(workers)
        msg = "Nanny failed to start."
        raise RuntimeError(msg)

    monkeypatch.setattr(cluster_module, "_once_begun", lost)
    done = CliRunner().invoke(main, ["check", str(archive), "--cluster", "local:3"])
    assert (done.exit_code, begun) == (2, [3] * 4)
    assert "no cluster answers at local:3: the workers don't start: Nanny failed to start." in done.stderr


@pytest.mark.thorough
def test_workers_that_are_lost_while_they_are_asked(workers, archive, monkeypatch):
    """They are asked again, and one whose fellow is lost judges alone."""
    asked = distributed.Client.run
    answers = iter(["all", "one"])

    def lost(self: Any, *args: Any, **how: Any) -> Any:
        said = asked(self, *args, **how)
        which = next(answers, "")
        return {
            worker: CommClosedError() if which == "all" or (which and worker == min(said)) else its
            for worker, its in said.items()
        }

    monkeypatch.setattr(distributed.Client, "run", lost)
    notes = list[str]()
    assert told(archive, by=functools.partial(Cluster, workers.scheduler_address), note=notes.append) == told(archive)
    assert (notes, next(answers, "")) == ([], "")


def _started(process: int) -> list[str]:
    """The processes that were started by any thread of a process."""
    found: list[str] = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(OSError):
            found += (thread / "children").read_text().split()
    return found


def _imports(process: str) -> bool:
    """Whether a process is a worker in which Python has begun."""
    with contextlib.suppress(OSError):
        about = Path("/proc", process)
        return b"spawn_main" in (about / "cmdline").read_bytes() and "lib-dynload" in (about / "maps").read_text()
    return False


@pytest.mark.slow
def test_a_client_on_a_cluster_is_stopped_and_goes_on(workers, archive, tmp_path):
    """With the file of what was judged, as without a cluster."""
    by, kept = functools.partial(Cluster, workers.scheduler_address), tmp_path / "kept"
    first = judged([archive], EVERY, by=by, resume=kept)
    next(first)
    first.close()
    assert told(archive, by=by, resume=kept) == told(archive)
