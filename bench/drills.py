"""Waiting times of a trainee: from an answer to the next question, for the judgement, and for the first question.

Every drill of questions at every level, through the command itself, with keys pressed as soon as the question is shown: all
answers right, kept in a training file. Work done while the trainee thinks is listed separately; only a faster trainee waits for
it. Times are processor time; disk time to keep an answer is measured by `progress.py`. Starts are whole processes, and their
figure is a ratio.

    python bench/drills.py [ITEMS [DRILL ...]]
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

LIMIT = 0.050
"""Limit in seconds from the last key of an answer to the next question, for 95 in 100."""
LIMIT_OF_JUDGING = 0.010
"""Limit in seconds to judge an answer and keep it, for 95 in 100."""
LIMIT_OF_START = 8
"""Limit from the start of Python to the first question and exit, as a multiple of `dealerkit --help`."""
FEWEST = 3
"""Fewest items of a drill for a measurement."""
OURS = "from dealerkit.cli.main import main; main(prog_name='dealerkit')"


def keys_of(item: object) -> Iterator[str]:
    """Yield the keys of a right answer."""
    from dealerkit.training.items import Item
    from dealerkit.training.replies import SEPARATOR, OneOfReply, PartsReply

    assert isinstance(item, Item)
    reply, answer = item.question.reply, item.key.answers[0]
    pairs = zip(reply.parts, answer.split(SEPARATOR), strict=True) if isinstance(reply, PartsReply) else [(("", reply), answer)]
    for (_, part), seconds in pairs:
        if isinstance(part, OneOfReply):
            yield next(choice.key for choice in part.choices if choice.word == seconds)
        else:
            yield from f"{seconds}\r"


def sat_through(name: str, level: int, items: int) -> tuple[list[float], list[float], list[float]]:
    """Run through a drill; return the seconds to each next question, of each judgement, and of work done meanwhile."""
    drilling: Any = importlib.import_module("dealerkit.cli.drill.sitting")
    drill_run: Any = importlib.import_module("dealerkit.training.drill_run")
    from dealerkit.cli.keyboard import Keyboard
    from dealerkit.training.items import Item
    from dealerkit.training.sitting import Sitting, TakenExercise

    waits: list[float] = []
    judged: list[float] = []
    times: list[float] = []
    answered = 0.0
    keys: Iterator[str] = iter(())

    class Hands(Keyboard):
        """Presses the keys of the right answer."""

        def __init__(self, *, err: bool = False) -> None:
            super().__init__(err=err)
            self.live = True

        def taken(self) -> Any:
            return contextlib.nullcontext()

        def raw(self, keys: str, *, refuse: Callable[[str], None] | None = None) -> str:  # noqa: ARG002
            return "\n"

        def _key(self) -> str:
            nonlocal answered
            answered = time.process_time()
            return next(keys)

    class Measured(Sitting):
        """A measurement of the durations of its parts."""

        def next(self) -> Item:
            nonlocal keys
            item = super().next()
            keys = keys_of(item)
            return item

        def prepare(self) -> None:
            began = time.process_time()  # the question is shown
            if answered:
                waits.append(began - answered)
            super().prepare()
            times.append(time.process_time() - began)

        def take(self, *args: Any, **how: Any) -> TakenExercise:
            began = time.process_time()
            taken = super().take(*args, **how)
            judged.append(time.process_time() - began)
            return taken

    request = drilling.Request(name, level, "guided", None, None, {}, 1, items, "", clocked=True, kept=True, as_json=False)
    before = drilling.Keyboard, drill_run.Sitting
    try:
        drilling.Keyboard, drill_run.Sitting = Hands, Measured
        with contextlib.redirect_stdout(io.StringIO()):
            drilling.practise(request)
    finally:
        drilling.Keyboard, drill_run.Sitting = before
    return waits, judged, times


def seconds(*args: str) -> float:
    """Start Python with the program and return its processor time, in seconds."""
    before = os.times()
    subprocess.run([sys.executable, "-c", OURS, *args], check=True, input=b"q\n", stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def worst(times: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(times)[max(0, -(-95 * len(times) // 100) - 1)] if times else 0.0


def main(items: int = 40, *names: str) -> int:
    """Print the measurements; return 1 if a limit is exceeded."""
    if items < FEWEST:
        print(f"drills: at least {FEWEST} items: before the first nobody waits, and behind the last there is no other")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DEALERKIT_HOME": str(Path(folder, "home")), "DEALERKIT_CACHE": str(Path(folder, "kept"))}
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # started programs use compiled modules, as usual
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder, "compiled"))
        from dealerkit.training.drills import BY_HAND, drill, drill_ids

        drills = [figures for figures in map(drill, names or drill_ids()) if figures.kind not in BY_HAND]
        slow, all_waits, all_judged, all_made = [], [], [], []
        for drilled in drills:
            for level in drilled.levels:
                waits, judged, meanwhile = sat_through(drilled.id, level, items)
                all_waits += waits
                all_judged += judged
                all_made += meanwhile
                row = (worst(waits), worst(judged), worst(meanwhile))
                over = row[0] > LIMIT or row[1] > LIMIT_OF_JUDGING
                if over or names:
                    slow += [drilled.id] * over
                    text = f"next {row[0] * 1000:.1f} ms, judged {row[1] * 1000:.1f}, made meanwhile {row[2] * 1000:.1f}"
                    print(f"{drilled.id} {level}: {text}")
        print(
            f"next question: median {statistics.median(all_waits) * 1000:.1f} ms, 95 in 100 within {worst(all_waits) * 1000:.1f} "
            f"(at most {LIMIT * 1000:.0f} at each level), judged within {worst(all_judged) * 1000:.1f} ms "
            f"(at most {LIMIT_OF_JUDGING * 1000:.0f}), made meanwhile within {worst(all_made) * 1000:.0f} ms; "
            f"{len(all_judged)} items of {len(drills)} drills"
        )
        starts: dict[str, list[float]] = {figures.id: [] for figures in drills}
        helps: list[float] = []
        for number in range(4):
            helps.append(seconds("--help"))
            for name, times in starts.items():
                times.append(seconds("drill", name, "--no-record", "--seed", str(number)))
            if not number:  # for the caches
                helps.clear()
                starts = {name: [] for name in starts}
        ratios = {name: statistics.median(times) / statistics.median(helps) for name, times in starts.items()}
        slowest = max(ratios, key=lambda name: ratios[name])
        late = {name: ratio for name, ratio in ratios.items() if ratio > LIMIT_OF_START}
        print(
            f"first question: {statistics.median(ratios.values()):.1f} times the help, {slowest} {ratios[slowest]:.1f} "
            f"(at most {LIMIT_OF_START})" + "".join(f"; {name} {ratio:.1f}" for name, ratio in late.items())
        )
    return int(bool(slow or late))


if __name__ == "__main__":
    raise SystemExit(main(int((sys.argv[1:2] or ["40"])[0]), *sys.argv[2:]))
