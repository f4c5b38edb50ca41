"""What an earlier run has made of rule files, kept so that the next need not read them: rule sets over their bases, facts, and
what is searched.

One file a thing, in the user's own folder of caches: a line of JSON that says what it was made from, and the JSON of it, or
the bytes of a database. It is used only while every file it was made from, and our own code that made it, is as it was then:
the same place on disk, size and times of change. What is torn, of another version or of changed files is made anew without a
word; so is everything where the folder cannot be written. `DEALERKIT_CACHE=off` does without, and `DEALERKIT_CACHE=FOLDER`
keeps it elsewhere.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
import threading
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dealerkit import __version__

CACHE = "DEALERKIT_CACHE"
OFF = frozenset({"off", "no", "none", "false", "0"})
JSON, DATABASE = "json", "sqlite"
"""The kinds of what is kept, as the files end."""
_MOST = {JSON: 64, DATABASE: 12}
"""Files kept of each kind; beyond them the oldest goes."""
_UNSURE = 2_000_000_000
"""Nanoseconds in which a file may change twice and bear the same time: what has changed so lately is not kept yet."""

Seen = list[Any]
"""A file as it was: path, time of change, size, time of change of its entry, number of its entry."""


def folder() -> Path | None:
    """The folder where things are kept; None where nothing is."""
    said = os.environ.get(CACHE, "").strip()
    if said.casefold() in OFF:
        return None
    if said:
        return Path(said)
    base = Path(os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", ""))
    try:
        return (base if base.is_absolute() else Path.home() / ".cache") / "dealerkit"
    except RuntimeError:  # nobody's home
        return None


def kept(name: str) -> Any:
    """What was kept under a name, if all that it was made from is as it was; None otherwise."""
    found = kept_bytes(name)
    try:
        return None if found is None else json.loads(found[0])
    except (ValueError, RecursionError):
        return None


def kept_bytes(name: str, kind: str = JSON) -> tuple[bytes, list[tuple[str, int, int]]] | None:
    """The bytes that were kept under a name, and what they were made from, if all of it is as it was; None otherwise."""
    try:
        with open(_file(name, kind), "rb") as file:  # noqa: PTH123 - the shortest way, in the shortest command
            head = json.loads(file.readline())
            body = file.read()
        if head["name"] != name or head["made by"] != _made_by() or head["sum"] != zlib.crc32(body):
            return None
        if any(_seen(was[0]) != was for was in head["files"]):
            return None
        return body, [(path, changed, size) for path, changed, size, *_ in head["files"]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None


def keep(name: str, files: Sequence[tuple[str, int, int]], made: Any) -> None:
    """Keep something for the next run, if it can be done; with the files it was made from, as they were."""
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        keep_bytes(name, files, json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode())


def keep_bytes(name: str, files: Sequence[tuple[str, int, int]], body: bytes, kind: str = JSON) -> None:
    """Keep bytes for the next run, as `keep` does; of their kind only so many."""
    seen = [_seen(path) for path, _, _ in files]
    if any(was[1:3] != [changed, size] for was, (_, changed, size) in zip(seen, files, strict=True)):
        return  # changed in the meantime
    if time.time_ns() - max((max(was[1], was[3]) for was in seen), default=0) < _UNSURE:
        return
    with contextlib.suppress(OSError, ValueError):
        target = _file(name, kind)
        head = {"name": name, "made by": _made_by(), "sum": zlib.crc32(body), "files": seen}
        os.makedirs(target.parent, mode=0o700, exist_ok=True)  # noqa: PTH103
        beside = target.with_name(f"{target.name}.{os.getpid()}-{threading.get_ident()}.part")
        try:
            beside.write_bytes(json.dumps(head).encode() + b"\n" + body)
            os.replace(beside, target)  # noqa: PTH105 - whoever reads sees the old one or the new one
        finally:
            beside.unlink(missing_ok=True)
        for old in sorted(target.parent.glob(f"*.{kind}"), key=lambda one: one.stat().st_mtime)[: -_MOST[kind]]:
            old.unlink(missing_ok=True)


def _file(name: str, kind: str) -> Path:
    where = folder()
    if where is None:
        raise OSError
    return where / f"{zlib.crc32(name.encode()):08x}.{kind}"


def _seen(path: str) -> Seen:
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return [path, 0, 0, 0, 0]
    return [path, status.st_mtime_ns, status.st_size, status.st_ctime_ns, status.st_ino]


@functools.cache
def _made_by() -> list[Any]:
    """Our version, and the code that reads rule files and makes something of them, as it is now."""
    rules = os.path.dirname(__file__)  # noqa: PTH120
    code = []
    for part in (rules, os.path.join(rules, "..", "rulings"), os.path.join(rules, "..")):  # noqa: PTH118
        with os.scandir(part) as found:
            code += sorted((one.name, one.stat().st_mtime_ns, one.stat().st_size) for one in found if one.name.endswith(".py"))
    return [__version__, zlib.crc32(repr(code).encode())]
