"""A Python of its own with only some families of games installed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TOY = Path(__file__).parent / "toy"

HEAD = """
import importlib.metadata, json, sys
families, toy = json.loads(sys.argv[1]), sys.argv[2]
sys.path.insert(0, toy)
group = "dealerkit.games"
entries = [importlib.metadata.EntryPoint(name, package, group) for name, package in families.items()]
importlib.metadata.entry_points = lambda **wanted: entries if wanted.get("group") == group else ()
"""


def run_with(families: Mapping[str, str], code: str) -> Any:
    """Run code with these families installed, by name and package; return the JSON of its last line."""
    typed = [sys.executable, "-c", HEAD + code, json.dumps(dict(families)), str(TOY)]
    done = subprocess.run(typed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
