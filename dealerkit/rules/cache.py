"""Cache, kept between runs, of data read from rule files: resolved rule sets, facts, and the search catalogue.

Each entry is one file in the user's cache folder: a line of JSON that lists the files it was made from (its sources), then its
content, as JSON or as the bytes of a database. An entry is valid only while every source, and the part of dealerkit's code that
made it, is unchanged: the same file on disk, with the same size and times of change. Entries that are damaged, of another
version, or made from changed sources are silently made again; if the folder cannot be written, nothing is cached.
`DEALERKIT_CACHE=off` turns the cache off, and `DEALERKIT_CACHE=FOLDER` moves it.

The very first run finds entries that were made when the package was built (`SHIPPED`), so that it need not read every rule file.
These hold no paths and times of another machine: they are valid while the contents of every source and of that code are
unchanged.
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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from dealerkit import __version__
from dealerkit.files.late_modules import late_imports
from dealerkit.rules import data

with late_imports():  # needed by the build only
    import shutil

CACHE = "DEALERKIT_CACHE"
OFF = frozenset({"off", "no", "none", "false", "0"})
JSON, DATABASE = "json", "sqlite"
"""Kinds of entries, as suffixes of their files."""
_MOST = {JSON: 64, DATABASE: 12}
"""Most files of each kind; if there are more, the oldest is removed."""
_UNSURE = 2_000_000_000
"""Nanoseconds within which two changes of a file can get the same time; a file changed so recently is not cached yet."""

SHIPPED = data.PACKAGE / "_kept"
"""Folder of the entries made by the build of the package; missing in a checkout that was never installed."""

Seen = list[Any]
"""A file as last seen: path, time of change, size, time of change of its inode, number of its inode."""


def folder() -> Path | None:
    """Return the folder of the cache; None if the cache is turned off or the user has no home folder."""
    text = os.environ.get(CACHE, "").strip()
    if text.casefold() in OFF:
        return None
    if text:
        return Path(text)
    base = Path(os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", ""))
    try:
        return (base if base.is_absolute() else Path.home() / ".cache") / "dealerkit"
    except RuntimeError:  # the user has no home folder
        return None


Stamps = list[tuple[str, int, int]]
"""Files as last seen: path, time of change in nanoseconds, size."""


def kept(name: str) -> Any:
    """Return the value of a cached entry; None if there is none or its sources have changed.

    Args:
        name: Name of the entry.
    """
    cached = kept_with_files(name)
    return None if cached is None else cached[0]


def kept_with_files(name: str) -> tuple[Any, Stamps] | None:
    """Return the value of a cached entry and the files it was made from; None if there is no such entry or a file has changed.

    Args:
        name: Name of the entry.

    Returns:
        The value; and path, time of change in nanoseconds and size of each file.
    """
    cached = kept_bytes(name)
    try:
        return None if cached is None else (json.loads(str(cached[0], "utf-8")), cached[1])
    except (ValueError, RecursionError):
        return None


def kept_bytes(name: str, kind: str = JSON) -> tuple[bytes | memoryview, Stamps] | None:
    """Return the bytes of a cached entry and the files it was made from; None if there is no such entry or a file has changed.

    Args:
        name: Name of the entry.
        kind: Kind of the entry, which is the suffix of its file.

    Returns:
        The bytes; and path, time of change in nanoseconds and size of each file.
    """
    return _kept_here(name, kind) or _shipped(name, kind)


def _kept_here(name: str, kind: str) -> tuple[memoryview, Stamps] | None:
    try:
        with open(_file(name, kind), "rb", buffering=0) as file:  # noqa: PTH123 - the shortest way, in the shortest command
            whole = file.read()  # read as a whole and not copied, since it can have megabytes
        first = whole.index(b"\n")
        head, body = json.loads(whole[:first]), memoryview(whole)[first + 1 :]
        if head["name"] != name or head["made by"] != _made_by() or head["sum"] != zlib.crc32(body):
            return None
        if any(_seen(was[0]) != was for was in head["files"]):
            return None
        return body, [(path, changed, size) for path, changed, size, *_ in head["files"]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None


def keep(name: str, files: Sequence[tuple[str, int, int]], value: object) -> None:
    """Store plain data for the next run, with its sources; do nothing if it cannot be stored.

    Args:
        name: Name of the entry.
        files: Path, time of the last change in nanoseconds, and size in bytes of each source, as they were when it was read.
        value: Data of the entry, in a form that JSON can hold.
    """
    with contextlib.suppress(ValueError, TypeError, RecursionError):
        keep_bytes(name, files, json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def keep_bytes(name: str, files: Sequence[tuple[str, int, int]], body: bytes, kind: str = JSON) -> None:
    """Store bytes for the next run, with the files they were made from; do nothing if they cannot be stored. If there are too
    many entries of that kind, the oldest are removed.

    Args:
        name: Name of the entry.
        files: Path, time of the last change in nanoseconds, and size in bytes of each source, as they were when it was read.
        body: Bytes of the entry.
        kind: Kind of the entry, which is the suffix of its file.
    """
    seen = [_seen(path) for path, _, _ in files]
    if any(was[1:3] != [changed, size] for was, (_, changed, size) in zip(seen, files, strict=True)):
        return  # a source has changed meanwhile
    if time.time_ns() - max((max(was[1], was[3]) for was in seen), default=0) < _UNSURE:
        return
    with contextlib.suppress(OSError, ValueError):
        target = _file(name, kind)
        head = {"name": name, "made by": _made_by(), "sum": zlib.crc32(body), "files": seen}
        os.makedirs(target.parent, mode=0o700, exist_ok=True)  # noqa: PTH103
        beside = target.with_name(f"{target.name}.{os.getpid()}-{threading.get_ident()}.part")
        try:
            beside.write_bytes(json.dumps(head).encode() + b"\n" + body)
            os.replace(beside, target)  # noqa: PTH105 - a reader sees the old one or the new one
        finally:
            beside.unlink(missing_ok=True)
        for old in sorted(target.parent.glob(f"*.{kind}"), key=lambda item: item.stat().st_mtime)[: -_MOST[kind]]:
            old.unlink(missing_ok=True)


def _file(name: str, kind: str) -> Path:
    where = folder()
    if where is None:
        raise OSError
    return where / _file_name(name, kind)


def _file_name(name: str, kind: str) -> str:
    return f"{zlib.crc32(name.encode()):08x}.{kind}"


def _seen(path: str) -> Seen:
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return [path, 0, 0, 0, 0]
    return [path, status.st_mtime_ns, status.st_size, status.st_ctime_ns, status.st_ino]


@functools.cache
def _made_by() -> list[object]:
    """Return our version, and a checksum of the times and sizes of the code that reads rule files and makes the entries."""
    code = [(source.name, source.stat().st_mtime_ns, source.stat().st_size) for source in _code()]
    return [__version__, zlib.crc32(repr(code).encode())]


def _code() -> Iterator[os.DirEntry[str]]:
    """Yield the files of our code that read rule files and make the entries."""
    rules = os.path.dirname(__file__)  # noqa: PTH120
    for part in ((), ("..", "rulings"), ("..",), ("..", "catalogue")):
        with os.scandir(os.path.join(rules, *part)) as files:  # noqa: PTH118
            yield from sorted((file for file in files if file.name.endswith(".py")), key=lambda file: file.name)


# Entries made by the build of the package


def ship(target: Path) -> None:
    """Write all entries in the form that is shipped with the package: with checksums of their sources, and with paths relative to
    dealerkit's folders.

    Args:
        target: Folder to write to; its present files are removed.

    Raises:
        ValueError: If a source of an entry is not shipped with the package.
    """
    where, code = folder(), _contents_of_code()
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for file in sorted(where.iterdir()) if where is not None else ():
        first, _, body = file.read_bytes().partition(b"\n")
        was = json.loads(first)
        name = _below_ours(was["name"])
        files = [(_below_ours(path), *_contents(path)) for path, *_ in was["files"]]
        if strange := [path for path, *_ in files if not str(path).startswith(_OURS)]:
            msg = f"{name} was made from {strange[0]}, which is not part of the package"
            raise ValueError(msg)
        head = {"name": name, "made by": code, "sum": zlib.crc32(body), "files": files}
        packed = json.dumps(head).encode() + b"\n" + zlib.compress(body, 9)
        (target / _file_name(name, file.suffix[1:])).write_bytes(packed)


def _shipped(name: str, kind: str) -> tuple[bytes, Stamps] | None:
    """Return an entry that came with the package, and store it for the next run; None if there is none or its sources have
    changed.
    """
    if folder() is None:
        return None
    try:
        portable = _below_ours(name)
        with open(SHIPPED / _file_name(portable, kind), "rb") as file:  # noqa: PTH123
            head = json.loads(file.readline())
            packed = file.read()
        if head["name"] != portable or head["made by"] != _contents_of_code():
            return None
        files = [(_from_ours(path), contents) for path, *contents in head["files"]]
        stamps = [(path, *_seen(path)[1:3]) for path, _ in files]
        if any(_contents(path) != contents for path, contents in files):
            return None
        body = zlib.decompress(packed)
        if head["sum"] != zlib.crc32(body):
            return None
    except (OSError, ValueError, LookupError, TypeError, RecursionError, zlib.error):
        return None
    keep_bytes(name, stamps, body, kind)
    return body, stamps


_OURS = ("@rules", "@code")


def _roots() -> list[tuple[str, str]]:
    """Return our folders with the characters that stand for them in shipped entries, inner folders before outer ones."""
    roots = zip((str(data.data_dir("rulings").parent), str(data.PACKAGE)), _OURS, strict=True)
    return sorted(roots, key=lambda root: -len(root[0]))


def _below_ours(text: str) -> str:
    """Return a path, or a name that contains paths, in a form that is the same on every machine."""
    for root, sign in _roots():
        text = text.replace(root, sign)
    return text.replace(os.sep, "/")


def _from_ours(path: str) -> str:
    sign, _, rest = path.partition("/")
    root = next(root for root, known in _roots() if known == sign)
    return os.path.join(root, *rest.split("/")) if rest else root  # noqa: PTH118


def _contents(path: str) -> list[int]:
    """Return a checksum and a size of the contents of a file, or of a folder's list of files."""
    try:
        if os.path.isdir(path):  # noqa: PTH112
            names = (name for name in os.listdir(path) if not name.startswith(("__", ".")))  # noqa: PTH208
            body = "\n".join(sorted(names)).encode()
        else:
            with open(path, "rb") as file:  # noqa: PTH123
                body = file.read()
    except OSError:
        return [0, -1]
    return [zlib.crc32(body), len(body)]


@functools.cache
def _contents_of_code() -> list[object]:
    """Return our version, and a checksum of the contents of the code that makes the entries."""
    return [__version__, zlib.crc32(repr([(source.name, _contents(source.path)) for source in _code()]).encode())]
