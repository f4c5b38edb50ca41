"""An archive's files divided into chunks to judge: some hundred small files together, large files cut into pieces. Memory use
does not depend on the number or the size of the files.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

import attrs

from dealerkit.errors import RecordError
from dealerkit.hands.compression import NoZstandard, blocks, is_compressed, opened
from dealerkit.hands.listing import ListedFile, OtherFiles, Told, files_in
from dealerkit.hands.phh.sources import STANDARD, broken_file, endless, first_lines, foreign, is_phh, mode_of, name_of
from dealerkit.hands.readers import DividedFormat
from dealerkit.jobs.archive.cutting import cut
from dealerkit.jobs.archive.values import LARGE, Chunk, Files, Piece

_SMALL: Final = 1 << 15
"""Most bytes of a file that shares a chunk; a compressed one may hold much more."""
_MOST: Final = 1024
_EACH: Final = 256
"""Files in a chunk, about. Names decide the chunk, so that a new file changes one chunk only."""


def chunks(paths: Iterable[Path | str], left_out: Told | None = None, passed: OtherFiles | None = None) -> Iterator[Chunk]:
    """Yield the chunks of files and folders, in order.

    Args:
        paths: Files, pipes, folders, addresses of them in object storage, and `-` for standard input.
        left_out: Called with each thing in a folder that is skipped, and why; None to report nothing.
        passed: Counts what a folder holds that is not a record.

    Raises:
        FileNotFoundError: If a path does not exist.
        RecordError: If a folder has no file to check.
        NoZstandard: If a file that was named cannot be unpacked here.
    """
    together: list[ListedFile] = []
    size = 0
    for listed in files_in(paths, left_out, passed):
        name = listed.path.encode("utf-8", "surrogateescape")
        small = 0 <= listed.size <= _SMALL
        if small:
            together.append(listed)
            size += listed.size
        if together and (not small or len(together) >= _MOST or size >= LARGE or not zlib.crc32(name) % _EACH):
            yield _files(together)
            together, size = [], 0
        if not small:
            yield from _pieces(listed)
    if together:
        yield _files(together)


def _files(together: list[ListedFile]) -> Files:
    return Files(
        tuple(listed_file.path for listed_file in together),
        tuple((listed_file.size, listed_file.changed) for listed_file in together),
    )


def _pieces(listed: ListedFile) -> Iterator[Chunk]:
    """Yield the pieces of a large file, or of a stream."""
    path = listed.path
    reader = foreign(path) if listed.size >= 0 else None
    if reader is not None and not isinstance(reader, DividedFormat):
        yield _files([listed])  # nobody knows where such a file may be cut
        return
    name = name_of(path)
    if listed.size < 0 and (refused := endless(Path(path), mode_of(Path(path)))) is not None:
        yield _nothing(name, refused)
        return
    if path == STANDARD:
        yield from _streamed(sys.stdin.buffer, name, phh=False)
        return
    try:
        with opened(path) as stream:
            if listed.size < 0:
                yield from _streamed(stream, name, phh=is_phh(path))
                return
            for piece in cut(blocks(stream), name, phh=is_phh(path), reader=reader):
                yield attrs.evolve(piece, stamp=(listed.size, listed.changed))
    except (OSError, NoZstandard) as error:
        yield _nothing(name, broken_file(name, error))


def _nothing(name: str, why: RecordError) -> Piece:
    """Return the piece of a file that nothing can be read of."""
    trouble = (why.line, why.message, why.hint)
    return Piece(name, phh=False, start=0, stop=0, whole=True, first=True, trouble=trouble, data=b"")


def _streamed(stream: BinaryIO, name: str, *, phh: bool) -> Iterator[Piece]:
    """Yield the pieces of a stream, as they arrive."""
    start, looks = first_lines(stream)
    yield from cut(blocks(stream), name, phh=phh or looks, live=True, begins=b"".join(start))


def without_text(chunk: Chunk, *, anywhere: bool = False) -> Chunk:
    """Return a chunk without the bytes of its text, if the judging process can read them from the file itself.

    Args:
        chunk: The chunk; a piece of a stream keeps its text.
        anywhere: Whether to drop the text of compressed files too, although they have to be unpacked from the start to read it.
    """
    if isinstance(chunk, Piece) and chunk.stamp is not None and (anywhere or not is_compressed(chunk.file)):
        return attrs.evolve(chunk, data=None)
    return chunk
