"""Names that files, records and programs of others hold are there as they were: ids, codes, options, values, acts, commands.

`tests/names.txt` lists those of the last release; `python docs/scripts/make_names.py` writes it before the next. A name may come
at any time. One that goes has its line in `rulings/renamed.yaml` first, by which the old name is still read.
"""

from __future__ import annotations

import runpy
from pathlib import Path

from dealerkit.rules.data import data_dir
from dealerkit.rules.loader import read_yaml

ROOT = Path(__file__).resolve().parent.parent
MADE = runpy.run_path(str(ROOT / "docs" / "scripts" / "make_names.py"))
KINDS = {"options": ("option",), "facts": ("fact", "value"), "findings": ("finding",), "do": ("word",)}
"""By the parts of `rulings/renamed.yaml`: the kinds whose names it tells of."""


def told_as_old() -> set[str]:
    """Names that are read as another one today, each behind its kind."""
    renamed = read_yaml(data_dir("rulings") / "renamed.yaml").data["renamed"]
    return {f"{kind} {name}" for part, kinds in KINDS.items() for kind in kinds for name in renamed.get(part, {})}


def gone(stored: set[str], now: set[str]) -> list[str]:
    """Names that are no longer there and are not read as another one."""
    old = told_as_old()
    return sorted(name for name in stored - now if name not in old and " ".join(name.split()[:2]) not in old)


def test_no_name_of_the_last_release_is_gone() -> None:
    """Each id, code, option, fact and value, remedy, outcome, word, game, set, act and command."""
    stored = set((ROOT / "tests" / "names.txt").read_text(encoding="utf-8").splitlines())
    kinds = {name.partition(" ")[0] for name in stored}
    assert {
        "rule",
        "finding",
        "option",
        "fact",
        "value",
        "remedy",
        "outcome",
        "word",
        "play",
        "act",
        "game",
        "set",
        "command",
    } <= kinds
    assert gone(stored, MADE["names"]()) == []


def test_a_name_that_goes_is_named() -> None:
    """One that is gone, and one that `renamed.yaml` still reads."""
    old = next(name for name in told_as_old() if name.startswith("word "))
    assert gone({"rule BA-38", "rule ZZ-99", old}, {"rule BA-38"}) == ["rule ZZ-99"]
