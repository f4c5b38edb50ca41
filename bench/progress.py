"""Time of `dealerkit progress` with 100,000 answers in the file, from the start of Python to its end.

And the time to keep an answer, and to find the due items.

One trainee has half of the answers, ten others the rest. The schedule is computed in advance, as after a drill.

    python bench/progress.py [ANSWERS]
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import attrs

from dealerkit.training.answers import Answer, instant
from dealerkit.training.store import TrainingSession, TrainingStore

LIMIT = 1.0
"""Limit in seconds for `dealerkit progress`."""
LIMIT_OF_KEEPING = 0.010
"""Limit in seconds to write an answer to the disk."""
DRILLS = [f"baccarat/bench-{number}" for number in range(12)]
TRAINEES = ["Ann", *(f"Trainee {number}" for number in range(10))]


def now() -> datetime:
    """Return the time."""
    return datetime.now(UTC)


def practised(trainee: str, count: int, chance: random.Random) -> Iterator[tuple[TrainingSession, list[Answer]]]:
    """Yield sessions of a hundred answers each, one a day, up to yesterday."""
    for number in range(0, count, 100):
        begun = now() - timedelta(days=1 + (count - number) // 100)
        session = TrainingSession(f"{trainee}-{number}", "drill", trainee, "", None, instant(begun))
        drill, level = DRILLS[number // 100 % len(DRILLS)], 1 + 4 * number // count
        yield session, [_answer(session, begun + timedelta(seconds=7 * item), drill, level, item, chance) for item in range(100)]


def _answer(session: TrainingSession, at: datetime, drill: str, level: int, item: int, chance: random.Random) -> Answer:
    right = chance.random() < 0.85
    first = chance.randrange(500, 8000)
    return Answer(
        at=instant(at),
        session=session.id,
        trainee=session.trainee,
        drill=drill,
        level=level,
        cell=f"cell {chance.randrange(88)}",
        seed=f"7/{item}",
        game="mini-baccarat",
        rules="us",
        fingerprint="ab" * 32,
        version="0",
        mode="practice",
        given="d" if right else "s",
        expected="d",
        right=right,
        score="1" if right else "0",
        first_ms=first,
        total_ms=first + 300,
        target_ms=5000,
        codes=() if right else ("coup/banker-third-card-wrong",),
    )


def filled(path: Path, count: int) -> None:
    """Make a file with a number of answers."""
    chance = random.Random(7)
    with TrainingStore.open(path, now=now) as store:
        for trainee in TRAINEES:
            share = count // 2 if trainee == "Ann" else count // 2 // (len(TRAINEES) - 1)
            practice = list(practised(trainee, share, chance))
            store.take_in([session for session, _ in practice], [answer for _, answers in practice for answer in answers])


def seconds(home: Path, *words: str) -> tuple[float, float]:
    """Start `dealerkit progress`; return its duration and its processor time, in seconds."""
    program = "from dealerkit.cli.main import main; main(prog_name='dealerkit')"
    began, before = time.perf_counter(), os.times()
    subprocess.run(
        [sys.executable, "-c", program, "progress", *words],
        check=True, stdout=subprocess.DEVNULL, env={**os.environ, "DEALERKIT_HOME": str(home)},
    )  # fmt: skip
    after = os.times()
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - began, busy


def _in_seconds(taken: tuple[float, float]) -> str:
    return f"{taken[0]:.2f} s ({taken[1]:.2f} s of a core)"


def timed(work: Callable[[], object], times: int) -> float:
    """Return the median duration of some calls, in seconds."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def main(count: int = 100_000) -> int:
    """Print the figures; return 1 if one is over its limit."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        filled(home / "training.db", count)
        alone = min(seconds(home, "Ann") for _ in range(5))
        whole = min(seconds(home, "--class") for _ in range(5))
        with TrainingStore.open(home / "training.db", now=now) as store:
            session = store.begin("drill", "Ann")
            answer = next(store.answers("Ann"))
            keep = timed(lambda: store.keep(attrs.evolve(answer, session=session, at=instant(now()))), 200)
            due = timed(lambda: store.due("Ann"), 20)
            today = timed(lambda: store.today("Ann"), 20)
    print(
        f"progress with {count // 2:,} of {count:,} answers: {_in_seconds(alone)} (limit {LIMIT} s); "
        f"of a class: {_in_seconds(whole)}"
    )
    print(
        f"an answer is kept in {1000 * keep:.1f} ms (limit {1000 * LIMIT_OF_KEEPING:.0f}); what is due: {1000 * due:.1f} ms; ",
        end="",
    )
    print(f"today's ten minutes: {1000 * today:.1f} ms")
    return int(alone[0] > LIMIT or whole[0] > LIMIT or keep > LIMIT_OF_KEEPING)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
