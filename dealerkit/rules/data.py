"""The folders of procedures, rule sets and templates: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

import functools
import os
import time
from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).resolve().parent.parent


@functools.cache
def data_dir(kind: Literal["procedures", "rulings", "templates"]) -> Path:
    """Return the folder of one kind of data, whether or not it exists.

    >>> data_dir("rulings").name
    'rulings'
    """
    packed = PACKAGE / "_data" / kind
    return packed if packed.is_dir() else PACKAGE.parent / kind


def listed(folder: Path, pattern: str) -> tuple[Path, ...]:
    """Return the files below a folder that match a pattern, sorted. The result is cached until a folder changes, as it does when
    a file is added or removed.

    Args:
        folder: The folder.
        pattern: Pattern of paths in the folder, with a `/`.
    """
    key = str(folder), pattern
    known = _LISTED.get(key)
    if known is None or any(_changed(path) != when for path, when in known[0]):
        *above, _ = pattern.split("/")
        within = ["/".join(above[: depth + 1]) for depth in range(len(above))]
        folders = [folder, *(path for part in within for path in folder.glob(part) if path.is_dir())]
        seen = tuple((str(path), _changed(str(path))) for path in folders)
        known = seen, tuple(sorted(folder.glob(pattern)))
        if 0 < max(when for _, when in seen) < time.time_ns() - _UNSURE:
            _LISTED[key] = known
    return known[1]


_LISTED: dict[tuple[str, str], tuple[tuple[tuple[str, int], ...], tuple[Path, ...]]] = {}
_UNSURE = 2_000_000_000
"""Nanoseconds within which two changes of a folder can get the same time; a folder changed so recently is listed each time."""


def _changed(folder: str) -> int:
    """Return the time when a folder was changed, in nanoseconds; 0 for a missing folder."""
    try:
        return os.stat(folder).st_mtime_ns  # noqa: PTH116 - asked at every look at a game
    except OSError:
        return 0


def training_files(name: str) -> dict[str, Path]:
    """Return the files of a folder of `procedures/training`, by their paths in it without the suffix.

    Args:
        name: The folder.
    """
    folder = data_dir("procedures") / "training" / name
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in listed(folder, "**/*.yaml")}


def drills() -> dict[str, Path]:
    """Return the files of the drills that come with dealerkit, by the drill's id.

    >>> drills()["baccarat/third-card-flash"].name
    'third-card-flash.yaml'
    """
    return training_files("drills")


def drills_apart() -> dict[str, Path]:
    """Return the files of the drills that no course lists because the program sets them by itself, by the drill's id.

    >>> list(drills_apart())[-1]
    'room/incidents'
    """
    return training_files("apart")


def lessons() -> dict[str, Path]:
    """Return the files that hold the questions for each level of a walk (a deal practised step by step), by the file's id.

    >>> lessons()["walk/poker"].name
    'poker.yaml'
    """
    return {f"walk/{name}": path for name, path in training_files("lessons").items()}


NORMS = "walk/norms"
"""Name by which a rule set lays its own data over `procedures/training/walks.yaml`."""


def norms() -> Path:
    """Return the file that says how a walk (a deal practised step by step) is marked, and how its pace is measured."""
    return data_dir("procedures") / "training" / "walks.yaml"


def seen_from_here(file: str) -> str:
    """Return a file's path for print: relative to the current folder, or for a file of dealerkit to dealerkit's own folder.

    >>> seen_from_here(str(data_dir("rulings") / "facts.yaml"))
    'rulings/facts.yaml'
    >>> seen_from_here("/elsewhere/house.yaml")
    '/elsewhere/house.yaml'
    """
    return _seen_from(file, os.getcwd())  # noqa: PTH109 - asked for every line of a catalogue


@functools.lru_cache(maxsize=4096)
def _seen_from(file: str, here: str) -> str:
    path = Path(here) / file
    for folder in (data_dir("procedures").parent, Path(here)):
        if path.is_relative_to(folder) and path.suffix in (".yaml", ".yml"):
            return path.relative_to(folder).as_posix()
    return file
