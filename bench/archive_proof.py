"""Equality of the checks of a large archive by 1, 2, 4 processes, a cluster that loses a worker, and a killed client.

    python bench/archive_proof.py [MEGABYTES [FOLDER] [COMPARISON ...]]

A file of MEGABYTES (20) is made from the hands of the tests, one in five hundred with an error, in a scratch folder or in
FOLDER, and deleted at the end. One process checks it first; the other outputs are compared with that, byte for byte.
Comparisons are `2` and `4` processes, `cluster` (three workers on this machine, one of which is killed at a random moment) and
`kills` (a client of two processes, killed at random moments until twenty kills came in the middle of the work, and continued
with --resume); by default all. No process may take more than 200 MB. Exit status 1 if anything differs.
"""

from __future__ import annotations

import contextlib
import logging
import os
import random
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.process_costs import Costs, checking, costs_of

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "phh"
EVERY = 500
"""Number of hands for each hand with an error."""
MOST = 200 * 1024
KILLS = 20
ALL = ("2", "4", "cluster", "kills")


def bodies(path: Path) -> list[bytes]:
    """Return the hands of a file without the lines of their sections."""
    return [hand.split(b"\n", 1)[1].rstrip() for hand in path.read_bytes().strip().split(b"\n\n")]


def archive(path: Path, size: int) -> int:
    """Write a file of at least `size` bytes, each hand in a section of its own; return the number of hands."""
    clean, wrong = bodies(DATA / "handhq.phhs"), bodies(DATA / "mutants.phhs")
    count = written = 0
    with path.open("wb") as file:
        while written < size:
            count += 1
            hand = wrong[count // EVERY % len(wrong)] if count % EVERY == 0 else clean[count % len(clean)]
            written += file.write(b"[%d]\n%s\n\n" % (count, hand))
    return count


def report(name: str, due: Costs | None, came: Costs) -> bool:
    """Print the result of a run; return whether it is as expected."""
    same = due is None or (came.said, came.code) == (due.said, due.code)
    words = "" if due is None else ": the same" if same else ": DIFFERS"
    large = "" if came.most <= MOST else ", MORE THAN 200"
    print(
        f"{name}{words}; {came.size:,} bytes told, exit {came.code}, {came.wall:.0f} s, {came.cpu:.0f} s of the processor, "
        f"{came.most / 1024:.0f} MB a process at most{large}",
        flush=True,
    )
    return same and came.most <= MOST and came.code == 1


def on_a_cluster(path: Path, seconds: float, seed: int) -> int:
    """Check a file on three workers, kill one of them within a number of seconds, and return the exit status of the check."""
    import subprocess

    from distributed import LocalCluster

    some = random.Random(seed)
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=3, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
    ) as cluster:
        check = subprocess.Popen(checking(str(path), "--json", "--cluster", cluster.scheduler_address))

        def end_one() -> None:
            """Wait for the first judged hands, then for a while, and kill a worker."""
            while check.poll() is None and not cluster.scheduler.tasks:
                time.sleep(0.05)
            time.sleep(some.uniform(0.0, 0.5) * seconds)
            if check.poll() is None:
                pid = some.choice([worker.pid for worker in cluster.workers.values()])
                os.kill(pid, signal.SIGKILL)
                print(f"(worker {pid} was ended)", file=sys.stderr, flush=True)

        thread = threading.Thread(target=end_one)
        thread.start()
        code = check.wait()
        thread.join()
    return code


def kept_chunks(kept: Path) -> int:
    """Return the number of chunks that a killed run has kept."""
    if not kept.exists():
        return 0
    with contextlib.closing(sqlite3.connect(kept)) as connection:
        there = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'chunks'").fetchone()[0]
        return int(connection.execute("SELECT count(*) FROM chunks").fetchone()[0]) if there else 0


def killed(path: Path, kept: Path, seconds: float, some: random.Random) -> tuple[int, Costs]:
    """Check a file, killing the client repeatedly, with a resumption after each kill.

    A kill counts only in the middle of the work: if more was kept than before, and something was left to do.

    Returns:
        The number of kills that count, and the result of the run that was not killed.
    """
    call = checking(str(path), "--json", "--jobs", "2", "--resume", str(kept))
    before = counted = 0
    for _ in range(5 * KILLS):
        wait = some.uniform(0.5, 1.2 + seconds / KILLS)
        timers = list[threading.Timer]()

        def later(pid: int, wait: float = wait, timers: list[threading.Timer] = timers) -> None:
            timers.append(threading.Timer(wait, os.kill, (pid, signal.SIGKILL)))
            timers[0].start()

        stopped = costs_of(call, later)
        timers[0].cancel()
        if stopped.code != -signal.SIGKILL:
            break
        now = kept_chunks(kept)
        counted += now > before
        print(f"(after {wait:.1f} s: {now - before} chunks more, {now} are kept)", file=sys.stderr, flush=True)
        before = now
        if counted == KILLS:
            break
    return counted, costs_of(call)


def main(megabytes: int, folder: str | None = None, comparisons: Sequence[str] = ALL) -> int:
    """Print each comparison; return 1 if anything differs."""
    some = random.Random(megabytes)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        path = Path(scratch) / "archive.phhs"
        print(f"{archive(path, megabytes << 20):,} hands of {megabytes} MB", flush=True)
        due = costs_of(checking(str(path), "--json"))
        well = report("1 process", None, due)
        for name in comparisons:
            if name == "cluster":
                script = [sys.executable, __file__, "--cluster", str(path), str(due.wall / 3), str(some.randrange(10**6))]
                well &= report("a cluster of three workers that loses one", due, costs_of(script))
            elif name == "kills":
                counted, came = killed(path, Path(scratch) / "kept", due.wall, some)
                well &= report(f"{counted} times killed in the middle and gone on with", due, came) and counted == KILLS
            else:
                well &= report(f"{name} processes", due, costs_of(checking(str(path), "--json", "--jobs", name)))
    print("all the same" if well else "NOT ALL IS AS IT HAS TO BE")
    return 0 if well else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--cluster"]:
        raise SystemExit(on_a_cluster(Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])))
    if len(sys.argv) > 1 and not sys.argv[1].isdecimal():
        raise SystemExit(__doc__)
    names = [name for name in sys.argv[2:] if name not in ALL]
    raise SystemExit(
        main(int((sys.argv[1:] or ["20"])[0]), names[0] if names else None, [n for n in sys.argv[2:] if n in ALL] or ALL)
    )
