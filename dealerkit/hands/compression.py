"""Compressed and remote files, read like plain local ones: `.gz`, and `.zst` with the extra `archive`."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, cast

from dealerkit.errors import DealerkitError
from dealerkit.files.extras import install
from dealerkit.hands.remote import is_address, open_address

try:
    import zstandard
except ImportError:
    zstandard = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GZIP, ZSTANDARD = ".gz", ".zst"
BROKEN: Final = (OSError, EOFError, zlib.error)
"""The errors of a file that cannot be read to its end."""
_READ = 1 << 16
"""Bytes of text that are read at a time."""
_FED: Final = 1 << 10
"""Number of compressed bytes unpacked at a time; no file can expand them to more than 32 MB."""


class NoZstandard(DealerkitError):
    """A file is compressed in a way that needs a package that is not installed."""


class Broken(OSError):
    """A compressed file is damaged, or is not in the format that its name says."""


NOT_WHOLE: Final = (Broken, gzip.BadGzipFile)
"""Errors of `BROKEN` that are system errors by type but come from the file's content."""


def is_compressed(path: str) -> bool:
    """Return whether a file's name is that of a compressed file."""
    return path.lower().endswith((GZIP, ZSTANDARD))


def inner_name(path: str) -> str:
    """Return the file name without its compression suffix.

    >>> inner_name("monday.phhs.gz"), inner_name("monday.phhs")
    ('monday.phhs', 'monday.phhs')
    """
    return path[: path.rindex(".")] if is_compressed(path) else path


def opened(path: str, raw: BinaryIO | None = None) -> BinaryIO:
    """Open a file for its text, unpacking it if it is compressed.

    Args:
        path: The file.
        raw: The file, open for its stored bytes; None to open it here.

    Raises:
        OSError: If it cannot be opened.
        NoZstandard: If it cannot be unpacked here.
    """
    ending = Path(path).suffix.lower()
    refuse_if_lacking(path)
    stream = raw or (open_address(path) if is_address(path) else cast("BinaryIO", Path(path).open("rb")))  # noqa: SIM115
    if ending == GZIP:
        return cast("BinaryIO", _Gzip(stream))
    return cast("BinaryIO", io.BufferedReader(_Zstandard(stream))) if ending == ZSTANDARD else stream


def refuse_if_lacking(path: str) -> None:
    """Raise an error for a file that cannot be unpacked with the installed packages.

    Args:
        path: The file.

    Raises:
        NoZstandard: If it cannot be unpacked here.
    """
    if path.lower().endswith(ZSTANDARD) and zstandard is None:
        msg = f"{path}: files that end in {ZSTANDARD} need one more package; to install it: {install('archive')}"
        raise NoZstandard(msg)


def blocks(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the bytes of a stream in blocks, as they arrive. A reader of compressed data gives them decompressed.

    Raises:
        OSError, EOFError, zlib.error: If the stream is damaged; everything before the damage has been yielded.
    """
    while block := stream.read1(_READ) if isinstance(stream, io.BufferedIOBase) else stream.read(_READ):
        yield block


class _Gzip(gzip.GzipFile):
    """A gzip file that, when closed, also closes the file it reads from."""

    def __init__(self, raw: BinaryIO) -> None:
        super().__init__(fileobj=raw)
        self._raw = raw

    def close(self) -> None:
        """Close the reader and the file under it."""
        super().close()
        self._raw.close()


class _Zstandard(io.RawIOBase):
    """A Zstandard file. Unlike the package's own reader, it raises an error if the file ends too early."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self._unpacker = zstandard.ZstdDecompressor().decompressobj()
        self._made, self._at, self._left = b"", 0, b""
        self._within = False  # a frame has begun but not ended

    def readable(self) -> bool:
        """Return True: the file can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Put the next bytes of the text into a buffer, and return their number.

        Raises:
            Broken: If the file ends in the middle of its compressed text, or cannot be unpacked.
        """
        while self._at == len(self._made):
            fed = self._left or self._raw.read(_FED)
            if not fed:
                if self._within:
                    msg = "it ends too early"
                    raise Broken(msg)
                return 0
            self._unpack(fed)
        into = memoryview(buffer)
        part = self._made[self._at : self._at + len(into)]
        into[: len(part)] = part
        self._at += len(part)
        return len(part)

    def _unpack(self, fed: bytes) -> None:
        try:
            self._made, self._at, self._left, self._within = self._unpacker.decompress(fed), 0, b"", True
        except zstandard.ZstdError as error:
            raise Broken(str(error)) from error
        if self._unpacker.eof:
            self._left, self._within = self._unpacker.unused_data, False
            self._unpacker = zstandard.ZstdDecompressor().decompressobj()

    def close(self) -> None:
        """Close the stream and the file under it."""
        self._raw.close()
        super().close()
