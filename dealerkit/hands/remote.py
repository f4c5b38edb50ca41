"""Files in object storage, by their address: `s3://room/2026/`, `memory://archive`; whatever fsspec knows."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Final, cast

from dealerkit.errors import DealerkitError

_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_CHANGED: Final = ("ETag", "etag", "md5", "mtime", "LastModified", "last_modified", "updated", "created")
"""What storages call what changes with a file; the first that there is."""


class NoStorage(DealerkitError):
    """An address cannot be used: a package is missing, or there is no such storage."""


def is_address(path: str) -> bool:
    """Return whether a path is the address of something in object storage.

    >>> is_address("s3://room/2026"), is_address("archive/2026")
    (True, False)
    """
    return _ADDRESS.match(path) is not None


def open_address(path: str) -> BinaryIO:
    """Open a file for its bytes as they lie there.

    Raises:
        NoStorage: If the address cannot be used.
        OSError: If the file cannot be opened.
    """
    system, inner = _storage(path)
    return cast("BinaryIO", system.open(inner, "rb"))


def files_at(path: str) -> Iterator[tuple[str, int, int]]:
    """Yield the file at an address, or every file of the folder there, in order: address, bytes, and a number that changes
    with the file.

    Raises:
        NoStorage: If the address cannot be used.
        FileNotFoundError: If nothing is there.
    """
    system, inner = _storage(path)
    try:
        info = system.info(inner)
    except FileNotFoundError as error:
        msg = f"nothing is at {path}"
        raise FileNotFoundError(msg) from error
    if info["type"] != "directory":
        yield path, *_stamp(info)
        return
    for _, folders, files in system.walk(inner, detail=True):
        in_order = sorted(folders.items())  # it goes on through them as they stand here, and not every storage has them in order
        folders.clear()
        folders.update(in_order)
        for name in sorted(files):
            found = files[name]
            yield _address(path, str(found["name"])), *_stamp(found)


def _storage(path: str) -> tuple[Any, str]:
    try:
        import fsspec  # only where there is an address: it takes as long to come up as all of the checker
    except ImportError as error:
        msg = f"{path}: files in object storage need more packages: pip install 'dealerkit[cluster]'"
        raise NoStorage(msg) from error
    try:
        system, inner = fsspec.core.url_to_fs(path, use_listings_cache=False)
    except (ImportError, ValueError) as error:
        msg = f"{path} cannot be used: {error}"
        raise NoStorage(msg) from error
    return system, inner


def _address(path: str, name: str) -> str:
    """Return the address of a file in a storage, spelt as the one that was asked for."""
    begins = path[: path.index("://") + 3]
    return begins + (name if path.startswith(f"{begins}/") else name.lstrip("/"))


def _stamp(info: Mapping[str, Any]) -> tuple[int, int]:
    changed = next((info[key] for key in _CHANGED if info.get(key)), "")
    return int(info["size"] or 0), zlib.crc32(str(changed).encode())
