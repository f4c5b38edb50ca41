"""Time to load a rule set: a game's procedure, its rule set and the catalogues, read, checked and resolved; without imports.

Each figure is from a new process, since a process caches everything. The peer is PyYAML's own C loader reading the same files,
unchecked.

    python bench/load.py [REPEATS]
"""

from __future__ import annotations

import subprocess
import sys

LIMIT = 20.0  # milliseconds
PROGRAM = """
import time
import yaml, jinja2
import dealerkit.table, dealerkit.rules.games as games
from dealerkit.rules.data import data_dir
began = time.perf_counter()
game = games.game("mini-baccarat")
ours = time.perf_counter() - began
files = [data_dir("procedures") / "baccarat/mini-baccarat.yaml", *sorted((data_dir("rulings") / "us").glob("*.yaml"))]
files += [data_dir("rulings") / f"{name}.yaml" for name in ("findings", "remedies", "sources")]
began = time.perf_counter()
for file in files:
    yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
print(ours, time.perf_counter() - began)
"""


def main(repeats: int = 9) -> int:
    """Print the figures; return 1 if loading is over its limit."""
    rows = []
    for _ in range(repeats):
        done = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True)
        ours, bare = map(float, done.stdout.split())
        rows.append((ours * 1e3, bare * 1e3))
    ours, bare = min(rows)
    ratio = ours / bare
    print(f"load: {ours:.1f} ms (at most {LIMIT}); the bare loader {bare:.1f} ms, ratio {ratio:.2f}, best of {repeats}")
    return int(ours > LIMIT)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
