"""How much longer `dealerkit --help` takes than the help of a bare Click program.

Both are started in turn, so that a busy minute of the machine falls on both; the figure is the ratio of the medians.

    python bench/start_up.py [RUNS]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

LIMIT = 1.5
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


def seconds(program: str) -> float:
    """Start Python with a program's `--help` and return how long it took, in seconds."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", program, "--help"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main(runs: int = 15) -> int:
    """Print the ratio; return 1 if it is over the limit."""
    for program in (BARE, OURS):  # once for the caches
        seconds(program)
    pairs = [(seconds(BARE), seconds(OURS)) for _ in range(runs)]
    bare, ours = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = ours / bare
    print(
        f"start-up: help {ours * 1000:.0f} ms, bare Click {bare * 1000:.0f} ms, ratio {ratio:.2f} (at most {LIMIT}), {runs} runs"
    )
    return int(ratio > LIMIT)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
