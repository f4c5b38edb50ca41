"""The results of linting all rule files of ours, kept for the next run.

It is used again only while every file and folder of rules and templates, and every module of ours, is as it was then; one byte
written anywhere among them, and all is looked through anew.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs

from dealerkit.errors import Problem
from dealerkit.rules import cache, data
from dealerkit.rules.files import Stamp, stamp
from dealerkit.rules.lint.files import Looked, Vocabulary, look


def look_through_ours(words: Callable[[], Vocabulary], *, notes: bool, tell: Callable[[str], None] | None = None) -> Looked:
    """Look through everything that comes with dealerkit, or return what an earlier look came to.

    Args:
        words: Gathers what the engine has registered; asked only where something has changed.
        notes: Whether to take notes too.
        tell: Is told what is looked at next, where it is looked at anew.
    """
    name = f"lint {'with notes' if notes else 'without notes'}, seen from {Path.cwd()}"
    files, code = [*_rule_files()], _code()
    found = cache.kept_with_files(name)
    if found is not None and found[0]["code"] == code and [tuple(one) for one in found[1]] == files:
        return Looked(*(tuple(Problem(**one) for one in found[0][part]) for part in ("problems", "notes", "remarks", "old")))
    looked = look((), words(), notes=notes, tell=tell)
    cache.keep(name, files, {"code": code, **attrs.asdict(looked)})
    return looked


def _rule_files() -> Iterator[Stamp]:
    """Yield every file and folder that lint may read; a folder's time tells of a file that is new or gone."""
    kinds = (data.data_dir("procedures"), data.data_dir("rulings"), data.data_dir("templates"))
    for folder in kinds:
        for here, folders, names in os.walk(folder):
            folders.sort()
            yield from (stamp(Path(here, name)) for name in (".", *sorted(names)))


def _code() -> int:
    """Return a sum over our modules and the Python that runs them: path, time of change and size of each."""
    seen = [sys.version]
    for here, folders, names in os.walk(data.PACKAGE):
        folders.sort()
        seen += [repr(stamp(Path(here, name))) for name in sorted(names) if name.endswith(".py")]
    return zlib.crc32("\n".join(seen).encode())
