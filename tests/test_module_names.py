"""A module is named for the thing it holds, by a noun: a listing tells a stranger what lives where (STYLE, names)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RIDDLES = {
    "ahead", "anew", "away", "awake", "axes", "back", "before", "behind", "beside", "beyond", "dealt", "done", "drawn",
    "due", "else", "found", "given", "gone", "heard", "held", "here", "kept", "lately", "likeness", "lost", "made",
    "meant", "never", "now", "often", "owing", "said", "several", "shapes", "shown", "soon", "spoken", "taken",
    "telling", "then", "there", "told", "walker", "won", "written",
}  # fmt: skip
"""Words that name no thing: where, when or how something is, or what was done with it."""
NOUNS_IN_ING = {
    "betting", "cutting", "dealing", "drawing", "ending", "joining", "judging", "listing", "meaning", "opening", "planting",
    "ranking", "reading", "reckoning", "rounding", "ruling", "signing", "sitting", "standing", "training", "watching", "wording",
}  # fmt: skip
"""What ends in -ing and is a thing all the same, in the trade or as a piece of work."""
NOUNS_IN_ED_OR_LY = {"assembly", "family", "reply", "seed", "speed"}


def riddles(names: Iterable[str]) -> list[str]:
    """Return those of some modules, by their path under the package, that are named for no thing.

    Of several words the last one is the noun: `planted_slips` are slips.
    """
    found = []
    for name in names:
        *_, last = Path(name).stem.split("_")
        odd = last in RIDDLES or (last.endswith("ing") and last not in NOUNS_IN_ING and Path(name).stem not in TERMS)
        if odd or (last.endswith(("ed", "ly")) and last not in NOUNS_IN_ED_OR_LY):
            found.append(name)
    return found


TERMS = {"going_out", "hand_reading"}
"""Terms of the trade in two words."""


def modules() -> list[str]:
    """Return every module and folder of the package by its path, but for `__init__` and the like."""
    package = ROOT / "dealerkit"
    paths = [path for path in package.rglob("*") if path.suffix == ".py" or (path / "__init__.py").is_file()]
    return sorted(path.relative_to(package).as_posix() for path in paths if "_data" not in path.parts and path.stem[:2] != "__")


def test_every_module_is_named_for_a_thing():
    """No adverb, no participle, no riddle."""
    assert riddles(modules()) == []


@pytest.mark.parametrize("name", ["judge/ahead.py", "rules/kept.py", "felt/quickly.py", "table/dealt.py", "cli/walk/carrying.py"])
def test_a_planted_riddle_is_seen(name):
    """An adverb, a participle of either kind, a word in -ing that is no thing: each is told."""
    assert set(riddles([*modules(), name])) - set(riddles(modules())) == {name}
