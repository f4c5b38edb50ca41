"""Every bench once, with its smallest size: it comes to its end and says its figures, whether they are reached here or not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import CHROMIUM, need

ROOT = Path(__file__).parents[1]
BENCHES = ROOT / "bench"

SMALLEST: dict[str, tuple[str, ...]] = {
    "archive": ("1", "1", "2"),
    "archive_proof": ("1", "2"),
    "any_acts": ("--games", "red-dog", "--hands", "3"),
    "blackjack": ("100000", "3"),
    "browser": ("1", "1"),
    "check_phh": ("tests/data/phh", "1"),
    "code_lines": ("HEAD",),
    "differential": ("HEAD", "--acts", "20", "--games", "holdem"),
    "drills": ("3", "poker/next-step"),
    "games": ("1", "1"),
    "golf": ("--timed", "1"),
    "hands": ("10", "1"),
    "judged_act": ("1",),
    "load": ("1",),
    "mutate_core": ("arithmetic", "--sample", "1"),
    "mutate_matchers": ("procedures/baccarat/cases", "--matcher", "later_step"),
    "mutate_procedures": ("red-dog", "--every", "500"),
    "mutate_rules": ("lantern",),
    "obedience": ("--games", "red-dog", "--every", "200"),
    "odds": ("1",),
    "option_flip": ("nap", "--hands"),
    "pages": (),
    "progress": ("100",),
    "questions": ("macau",),
    "ranking": ("100",),
    "report": ("100",),
    "rulings": ("1",),
    "sheets": ("1",),
    "simulate": ("1000", "1"),
    "start_up": ("1",),
    "taps": (),
    "tellings": (),
    "trips": (),
    "unknown": (),
}
"""Bench -> what it is called with; those that know one size have nothing."""

LONG = {
    "archive",
    "archive_proof",
    "mutate_core",
    "pages",
    "progress",
    "sheets",
    "simulate",
    "start_up",
    "taps",
    "tellings",
    "trips",
    "unknown",
}
"""Those that take their time even so."""

PEERS = {"check_phh": "pokerkit", "hands": "pokerkit", "ranking": "phevaluator"}
"""Bench -> the package that it compares with."""


def test_every_bench_is_started():
    """A new one has its smallest size here; what others import measures nothing by itself."""
    imported = {"process_costs"}
    assert {path.stem for path in BENCHES.glob("*.py")} - imported == set(SMALLEST)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in LONG else pytest.mark.thorough) for name in SMALLEST]
)
def test_a_bench_comes_to_its_end(name, tmp_path):
    """It leaves with 0, or with 1 because this machine is too busy for its figures, and never with an error of its own."""
    if name in PEERS:
        pytest.importorskip(PEERS[name])
    if name == "pages":
        need("Chromium", CHROMIUM)
    call = [sys.executable, str(BENCHES / f"{name}.py"), *SMALLEST[name]]
    home = {"DEALERKIT_HOME": str(tmp_path), "DEALERKIT_CACHE": str(tmp_path / "kept")}
    env = os.environ | home
    done = subprocess.run(call, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stdout.strip()


def test_a_bench_that_cannot_tell_anything_says_so():
    """Of two items of a drill no wait can be told."""
    call = [sys.executable, str(BENCHES / "drills.py"), "2", "poker/next-step"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == "drills: at least 3 items: before the first nobody waits, and behind the last there is no other\n"
