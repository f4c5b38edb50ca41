"""Ratio of the times of `dealerkit --help` and the help of a bare Click program, and of `rule`, `explain` and `search` and
`dealerkit --help`: whole processes, from the start of Python to its end.

All are started in turn, so that a busy minute of the machine affects all; the figures are ratios of medians. Each is timed in
the usual state, with the cache (`DEALERKIT_CACHE`) and compiled modules of an earlier run, and also without a cache: as the
first run, with the files from the build of the package (`python hatch_build.py` makes them in a checkout).

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
COMMANDS: Mapping[str, tuple[tuple[str, ...], float, float | None]] = {
    "rule --json": (("rule", "--json", "--facts", "{facts}"), 2.5, None),
    "explain": (("explain", "MD-05"), 3.0, 6.0),
    "search": (("search", "late", "bets"), 3.0, 6.0),
    "search, a slip": (("search", "comission", "roundng"), 3.0, 6.0),
    "rule, a story": (("rule", "--rules", "rrop", "he threw in a 500 chip and said nothing"), 4.0, None),
}
"""The timed commands: arguments, and limits as multiples of the help with a cache, and without."""
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


def seconds(program: str, *args: str, env: Mapping[str, str]) -> float:
    """Start Python with a program and return its duration in seconds; exit status 1 is allowed, for an open ruling."""
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", program, *args], stdout=subprocess.DEVNULL, env=dict(env), check=False)
    took = time.perf_counter() - began
    if done.returncode > 1:
        raise subprocess.CalledProcessError(done.returncode, args)
    return took


def main(runs: int = 15) -> int:
    """Print the ratios; return 1 if one is over its limit."""
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder, "facts.json")
        facts.write_text(json.dumps(FACTS), encoding="utf-8")
        here = {name: value for name, value in os.environ.items() if not name.startswith("DEALERKIT_")}
        here.pop("PYTHONDONTWRITEBYTECODE", None)
        here |= {"PYTHONPYCACHEPREFIX": str(Path(folder, "compiled")), "DEALERKIT_HOME": str(Path(folder, "home"))}
        kept = {**here, "DEALERKIT_CACHE": str(Path(folder, "kept"))}
        typed = {name: [part.format(facts=facts) for part in args] for name, (args, *_) in COMMANDS.items()}

        def once() -> list[float]:
            return [seconds(program, "--help", env=kept) for program in (BARE, OURS)] + [
                took
                for number, args in enumerate(typed.values())
                for took in (seconds(OURS, *args, env=kept), seconds(OURS, *args, env=nothing_kept(number)))
            ]

        def nothing_kept(number: int) -> Mapping[str, str]:
            return {**here, "DEALERKIT_CACHE": tempfile.mkdtemp(dir=folder, prefix=str(number))}

        once()  # for the cache and compiled modules
        bare, ours, *others = (statistics.median(times) for times in zip(*(once() for _ in range(runs)), strict=True))
    good = ours / bare <= LIMIT
    print(f"help {ours * 1000:.0f} ms, bare Click {bare * 1000:.0f} ms, ratio {ours / bare:.2f} (at most {LIMIT}), {runs} runs")
    for (name, (_, most, most_unkept)), warm, cold in zip(COMMANDS.items(), others[::2], others[1::2], strict=True):
        limit = f" (at most {most_unkept:g})" if most_unkept else ""
        print(
            f"{name:15} {warm * 1000:5.0f} ms, {warm / ours:5.2f} times the help (at most {most:g}); "
            f"with nothing kept {cold * 1000:5.0f} ms, {cold / ours:5.2f}{limit}"
        )
        good &= warm / ours <= most and (most_unkept is None or cold / ours <= most_unkept)
    return int(not good)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
