"""How much longer `dealerkit --help` takes than the help of a bare Click program, and `dealerkit rule --json --facts FILE`
than `dealerkit --help`: whole processes, from the start of Python to its end.

All are started in turn, so that a busy minute of the machine falls on all; the figures are ratios of medians. A ruling is
timed as it comes every day, with what an earlier run has kept (`DEALERKIT_CACHE`), and told beside it without.

    python bench/start_up.py [RUNS]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

LIMIT = 1.5
LIMIT_OF_RULE = 2.5
FACTS = {"fault": "card_exposed", "deck_position": 2, "acts": "call fold"}
BARE = """
import click

@click.group()
def main():
    "A bare program."

@main.command()
def one():
    "One command."

main(prog_name="bare")
"""
OURS = "from dealerkit.cli.main import main; main(prog_name='dealerkit')"


def seconds(program: str, *args: str, env: Mapping[str, str] | None = None) -> float:
    """Start Python with a program and return how long it took, in seconds."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", program, *args], check=True, stdout=subprocess.DEVNULL, env={**os.environ, **(env or {})}
    )
    return time.perf_counter() - began


def main(runs: int = 15) -> int:
    """Print the ratios; return 1 if one is over its limit."""
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder, "facts.json")
        facts.write_text(json.dumps(FACTS), encoding="utf-8")
        rule = ("rule", "--json", "--facts", str(facts))
        kept, unkept = {"DEALERKIT_CACHE": str(Path(folder, "kept"))}, {"DEALERKIT_CACHE": "off"}

        def once() -> tuple[float, ...]:
            help_ = seconds(BARE, "--help"), seconds(OURS, "--help")
            return *help_, seconds(OURS, *rule, env=kept), seconds(OURS, *rule, env=unkept)

        once()  # for the caches
        bare, ours, ruled, read = (statistics.median(times) for times in zip(*(once() for _ in range(runs)), strict=True))
    ratio, of_rule = ours / bare, ruled / ours
    print(
        f"start-up: help {ours * 1000:.0f} ms, bare Click {bare * 1000:.0f} ms, ratio {ratio:.2f} (at most {LIMIT}), {runs} runs"
    )
    print(
        f"rule --json: {ruled * 1000:.0f} ms, ratio to help {of_rule:.2f} (at most {LIMIT_OF_RULE}); "
        f"with nothing kept {read * 1000:.0f} ms, {read / ours:.2f}"
    )
    return int(ratio > LIMIT or of_rule > LIMIT_OF_RULE)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
