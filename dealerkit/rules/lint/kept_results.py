"""Cache of the results of lint on all of dealerkit's rule files.

A result is used again only while every rule file, every template and their folders, and every module of dealerkit, are unchanged.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dealerkit.rules import cache, data
from dealerkit.rules.files import Stamp


def kept_until_a_change(name: str, find: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the result of an earlier run if nothing has changed since; otherwise compute and store it.

    Args:
        name: Name of the result in the cache.
        find: Function that computes it, as data that JSON can hold.
    """
    if cache.folder() is None:
        return find()
    files, code = [*_rule_files()], _code()
    kept = cache.kept_with_files(name)
    if kept is not None and kept[0]["code"] == code and [tuple(part) for part in kept[1]] == files:
        before: Mapping[str, Any] = kept[0]["found"]
        return before
    value = find()
    cache.keep(name, files, {"code": code, "found": value})
    return value


def _rule_files() -> Iterator[Stamp]:
    """Yield the stamp of every file and folder that lint may read; a folder's time shows new and deleted files."""
    kinds = (data.data_dir("procedures"), data.data_dir("rulings"), data.data_dir("templates"))
    for folder in kinds:
        for here, folders, names in os.walk(folder):
            folders.sort()
            yield _stamp(here)
            yield from (_stamp(os.path.join(here, name)) for name in sorted(names))  # noqa: PTH118


def _code() -> int:
    """Return a checksum over our modules and the Python version: path, time of change and size of each module."""
    seen = [sys.version]
    for here, folders, names in os.walk(data.PACKAGE):
        folders.sort()
        seen += [repr(_stamp(os.path.join(here, name))) for name in sorted(names) if name.endswith(".py")]  # noqa: PTH118
    return zlib.crc32("\n".join(seen).encode())


def _stamp(path: str) -> Stamp:
    """Return the stamp of a file as `stamp` does, but without making a `Path`, since there are two thousand files."""
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return (path, 0, 0)
    return (path, status.st_mtime_ns, status.st_size)
