"""Time of papers, as whole processes: cards of one game, the book of a house with six games, and all papers of the house.

The processor time of the whole process (user and system) is measured, since papers are made on busy machines; it is also shown
as a multiple of `dealerkit --help`, run in turn. The cache (`DEALERKIT_CACHE`) and compiled modules of an earlier run are
present, as usual.

    python bench/sheets.py [RUNS]
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

OURS = "from dealerkit.cli.main import main; main(prog_name='dealerkit')"
CARDS = ("player", "wall", "rates", "dealer")
CARD, BOOK, EVERYTHING = 0.5, 5.0, 20.0
"""Limits in processor seconds for a card, a book and all papers of a house."""
GAMES = "{mini-baccarat: us, holdem: rrop, omaha: rrop, stud7: rrop, draw: rrop, fan-tan: social}"
HOUSE = f"""
house: Riverside Card Room
document: {{number: RCR-1, edition: "1", effective: 2026-12-01, status: draft}}
games: {GAMES}
"""


def seconds(*args: str, env: Mapping[str, str]) -> float:
    """Start Python with a command of ours and return its processor time, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", OURS, *args], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=dict(env), check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(runs: int = 9) -> int:
    """Print the time of each; return 1 if one is over its limit."""
    with tempfile.TemporaryDirectory() as folder:
        env = {name: value for name, value in os.environ.items() if not name.startswith("DEALERKIT_")}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        env |= {name: str(Path(folder, name)) for name in ("PYTHONPYCACHEPREFIX", "DEALERKIT_HOME", "DEALERKIT_CACHE")}
        house = Path(folder, "house.yaml")
        house.write_text(HOUSE, encoding="utf-8")
        typed = {
            name: (["sheet", "mini-baccarat", "--doc", name, "--out", str(Path(folder, f"{name}.pdf")), "--force"], CARD, runs)
            for name in CARDS
        }
        book = ["sheet", "--house", str(house), "--doc", "book", "--out", str(Path(folder, "book.pdf")), "--force"]
        typed["the book"] = (book, BOOK, 2)
        everything = ["sheet", "--all", "--house", str(house), "--out", str(Path(folder, "papers")), "--force"]
        typed["everything"] = (everything, EVERYTHING, 1)
        good = True
        for name, (words, most, times) in typed.items():
            if times > 1:
                seconds(*words, env=env)  # for the cache and compiled modules
            took, helped = zip(*((seconds(*words, env=env), seconds("--help", env=env)) for _ in range(times)), strict=True)
            alone, other = statistics.median(took), statistics.median(helped)
            print(
                f"{name:12} {alone:6.2f} s of the processor (at most {most:g}), {alone / other:5.1f} times the help, {times} runs"
            )
            good &= alone <= most
    return int(not good)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
