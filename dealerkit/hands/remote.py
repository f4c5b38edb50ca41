"""Files in object storage by address, such as `s3://room/2026/` or `memory://archive`, in any storage that fsspec knows."""

from __future__ import annotations

import contextlib
import io
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from dealerkit.errors import DealerkitError
from dealerkit.files.extras import install
from dealerkit.files.late_modules import late_imports

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

with late_imports():  # only for addresses: importing it takes as long as importing the whole checker
    import fsspec

_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_CHANGED: Final = ("ETag", "etag", "md5", "mtime", "LastModified", "last_modified", "updated", "created")
"""Keys in a storage's listing whose value changes with the file; the first one present is used."""


_BUFFER: Final = 1 << 16
_LONGEST: Final = 200
"""Most characters shown of another package's error."""


class NoStorage(DealerkitError):
    """An address cannot be used: a package is missing, the storage does not exist, or it does not answer."""


def is_address(path: str) -> bool:
    """Return whether a path is the address of something in object storage.

    >>> is_address("s3://room/2026"), is_address("archive/2026")
    (True, False)
    """
    return _ADDRESS.match(path) is not None


def open_address(path: str) -> BinaryIO:
    """Open a file for its stored bytes.

    Raises:
        NoStorage: If the address cannot be used.
        OSError: If the file cannot be opened.
    """
    system, inner = _storage(path)
    with _as_system_errors():
        return cast("BinaryIO", io.BufferedReader(_FarFile(system.open(inner, "rb")), _BUFFER))


class _FarFile(io.RawIOBase):
    """A file in a storage that raises the storage's errors as system errors.

    Args:
        stream: The file, opened by fsspec.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def readable(self) -> bool:
        """Return True: the file can be read."""
        return True

    def seekable(self) -> bool:
        """Return whether the file can be read from any position."""
        return bool(self._stream.seekable())

    def seek(self, place: int, whence: int = io.SEEK_SET, /) -> int:
        """Move to a position, and return it."""
        return int(self._stream.seek(place, whence))

    def tell(self) -> int:
        """Return the present position."""
        return int(self._stream.tell())

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Put the next bytes into a buffer, and return their number.

        Raises:
            OSError: If they cannot be read.
        """
        into = memoryview(buffer)
        with _as_system_errors():
            part = self._stream.read(len(into))
        into[: len(part)] = part
        return len(part)

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()
        super().close()


@contextlib.contextmanager
def _as_system_errors() -> Iterator[None]:
    """Turn errors of a storage's package into system errors."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(_reason(error)) from error


def _reason(error: Exception) -> str:
    """Return an error's message on one line; its type if it has none."""
    return " ".join(str(error).split())[:_LONGEST] or type(error).__name__


def files_at(path: str) -> Iterator[tuple[str, int, int]]:
    """Yield the file at an address, or every file of the folder there, in order.

    Yields:
        Address, size in bytes, and a number that changes whenever the file does.

    Raises:
        NoStorage: If the address cannot be used.
        FileNotFoundError: If nothing is there.
    """
    system, inner = _storage(path)
    try:
        yield from _listed(path, system, inner)
    except FileNotFoundError as error:
        msg = f"there is no file at {path}"
        raise FileNotFoundError(msg) from error
    except (OSError, DealerkitError):
        raise
    except Exception as error:  # each storage has its own errors: no key, no such name, no answer
        msg = f"{path} cannot be used: {_reason(error)}"
        raise NoStorage(msg) from error


def _listed(path: str, system: Any, inner: str) -> Iterator[tuple[str, int, int]]:
    """Yield the files at an address.

    Args:
        path: The address.
        system: Its storage.
        inner: The path in that storage.
    """
    info = system.info(inner)
    if info["type"] != "directory":
        yield path, *_stamp(info)
        return
    for _, folders, files in system.walk(inner, detail=True):
        in_order = sorted(folders.items())  # files are yielded in this order, and not every storage lists them in order
        folders.clear()
        folders.update(in_order)
        for name in sorted(files):
            file = files[name]
            yield _address(path, str(file["name"])), *_stamp(file)


def _storage(path: str) -> tuple[Any, str]:
    try:
        storages = fsspec.core
    except ImportError as error:
        msg = f"{path}: files in object storage need more packages; to install them: {install('cluster')}"
        raise NoStorage(msg) from error
    try:
        system, inner = storages.url_to_fs(path, use_listings_cache=False)
    except (ImportError, ValueError) as error:
        msg = f"{path} cannot be used: {error}"
        raise NoStorage(msg) from error
    return system, inner


def _address(path: str, name: str) -> str:
    """Return the address of a file in a storage, spelt like the requested address."""
    begins = path[: path.index("://") + 3]
    return begins + (name if path.startswith(f"{begins}/") else name.lstrip("/"))


def _stamp(info: Mapping[str, Any]) -> tuple[int, int]:
    changed = next((info[key] for key in _CHANGED if info.get(key)), "")
    return int(info["size"] or 0), zlib.crc32(str(changed).encode())
