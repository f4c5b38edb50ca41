"""Ctrl-C at any time: no traceback, nothing half written left, and a record that was begun can be read."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import dealerkit
from tests.attack.kinds import Attack, run

pytestmark = pytest.mark.campaign

ROOT = Path(dealerkit.__file__).parents[1]
BEGIN = "import os, signal, sys, threading; signal.signal(signal.SIGINT, signal.default_int_handler);"
TIMER = "timer = threading.Timer(float(sys.argv.pop(1)), os.kill, (os.getpid(), signal.SIGINT));"
LATER = f"{BEGIN} {TIMER} timer.daemon = True; import dealerkit.cli.start; timer.start();"  # by then Ctrl-C is ours to hear
FINDER = "type('F', (), {'find_spec': lambda *a: os.kill(os.getpid(), signal.SIGINT) if a[0] == 'click' else None})"
AT_ONCE = f"{BEGIN} sys.meta_path.insert(0, {FINDER});"
START = "from dealerkit.cli.start import main; main()"
COMMANDS = [
    ["play", "holdem", "--seed", "3", "--hands", "60", "--record", "a.rec"],
    ["walk", "nap", "--seed", "1", "--record", "a.rec", "--bettors", "bots"],
    ["sheet", "mini-baccarat", "--out", "a.md"],
    ["sheet", "holdem", "--format", "html", "--out", "a.html"],
    ["journal", "begin", "--journal", "a.db"],
    ["rules", "new", "house", "--from", "us"],
    ["odds", "mini-baccarat"],
    ["lint"],
    ["demo"],
]


def interrupted(code: str, args: list[str], folder: Path) -> tuple[int, str]:
    """Run a command that interrupts itself: how it ended, and what it said on standard error."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "DEALERKIT_CACHE": "off"}
    call = [sys.executable, "-c", code + START, *args]
    done = subprocess.run(call, cwd=folder, env=env, input="hint\n" * 400, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_before_there_is_a_command_line(tmp_path):
    """While the program is being read: it ends at once and without a word, as any program does."""
    assert interrupted(AT_ONCE, ["games"], tmp_path) == (-signal.SIGINT, "")


def test_at_any_time(record_property, tmp_path):
    """It ends as stopped, or has ended before; what it has written is whole or is not there."""

    def trial(rng: random.Random, say) -> None:
        args, when = rng.choice(COMMANDS), rng.choice((rng.uniform(0, 0.3), rng.uniform(0.1, 1.0), rng.uniform(0.3, 3.0)))
        folder = tmp_path / str(rng.randrange(10**9))
        folder.mkdir()
        say(f"{args} after {when:.3f} seconds")
        code, said = interrupted(LATER, [str(when), *args], folder)
        assert code in (0, 1, 2, 130, -signal.SIGINT), f"it ended with {code}: {said}"
        assert "Traceback" not in said, said
        left = sorted(one.name for one in folder.iterdir())
        assert not [name for name in left if name.endswith(".part")], left
        if "a.rec" in left:
            told = run("check", folder / "a.rec", "--json", codes=(0, 1))
            assert "record/unreadable" not in told.stdout, told.stdout
        if "a.db" in left:
            run("journal", "verify", "--journal", folder / "a.db", codes=(0,))
        for name in left:
            if name.endswith((".md", ".html")):
                assert "Printed by dealerkit" in (folder / name).read_text(encoding="utf-8"), "half a sheet"

    Attack("interrupts", 3, record_property).run(trial)
