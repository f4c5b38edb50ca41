"""The files of folders, in order, using memory that does not grow with their number.

for listed in files_in([Path("archive")]):
    print(listed.path, listed.size)
"""

from __future__ import annotations

import heapq
import itertools
import os
import stat
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Final

import attrs

from dealerkit.errors import RecordError
from dealerkit.files.output import is_unfinished
from dealerkit.hands.compression import BROKEN, NoZstandard, inner_name, is_compressed, opened, refuse_if_lacking
from dealerkit.hands.phh.sources import RECORD_ENDINGS, STANDARD, is_phh
from dealerkit.hands.readers import LOOKED_AT, reader_of
from dealerkit.hands.remote import files_at, is_address
from dealerkit.table.record import FIRST

AT_ONCE: Final = 100_000
"""Most file names of a folder sorted in memory; a larger folder is sorted in parts of this size, through a temporary file."""


@attrs.frozen
class ListedFile:
    """A file to be checked.

    Attributes:
        path: Its path; `-` for standard input.
        size: Its size in bytes; -1 for a stream.
        changed: Its modification time in nanoseconds, or another number that changes with the file; 0 if unknown.
    """

    path: str
    size: int = -1
    changed: int = 0


Told = Callable[[str, str], None]
"""Callback for a path that is left out: the path, and the reason."""

_KINDS: Final = 100
"""Most file endings counted separately; later ones are counted together."""
_OTHERS: Final = "others"


@attrs.define
class OtherFiles:
    """A count of the files in folders that are not records.

    Attributes:
        kinds: Number of files by the ending of their names; the empty ending stands for names without one.
    """

    kinds: Counter[str] = attrs.field(factory=Counter)

    def count(self, path: str) -> None:
        """Count one more file.

        Args:
            path: Path of the file.
        """
        kind = os.path.splitext(path)[1].lower()  # noqa: PTH122 - of millions
        self.kinds[kind if kind in self.kinds or len(self.kinds) < _KINDS else _OTHERS] += 1

    @property
    def files(self) -> int:
        """Number of files."""
        return self.kinds.total()

    def told(self) -> str:
        """Return the count as a sentence.

        >>> OtherFiles(Counter({".jpg": 2, "": 1})).told()
        '3 files are not records: 2 .jpg, 1 without an extension'
        """
        kinds = ", ".join(f"{many} {kind or 'without an extension'}" for kind, many in self.kinds.most_common())
        return f"{self.files} {'file is not a record' if self.files == 1 else 'files are not records'}: {kinds}"

    def as_json(self) -> dict[str, object]:
        """Return a map with `files`, their number, and `kinds`, the number for each ending."""
        return {"files": self.files, "kinds": dict(self.kinds.most_common())}


def files_in(paths: Iterable[Path | str], left_out: Told | None = None, passed: OtherFiles | None = None) -> Iterator[ListedFile]:
    """Yield the files to check: each named file, and from each folder the files that hold records or hands, or seem meant to.

    A file seems meant to if its name ends as those of records usually do (`RECORD_ENDINGS`), or as those of other records in its
    folder do; reading it then shows what is wrong with it.

    Args:
        paths: Files, pipes, folders, their addresses in object storage, and `-` for standard input.
        left_out: Function that is called with the path of each item of a folder that is not looked at, and the reason: a device,
            a pipe, a link that leads nowhere. An unreadable file is yielded, so that its reader can report it.
        passed: Counter to which the files of folders that are not records are added; None for no count.

    Raises:
        FileNotFoundError: If a path does not exist.
        RecordError: If a folder has no file to check.
        NoZstandard: If a named file cannot be unpacked here.
    """
    tell = left_out if left_out is not None else _nobody
    passed = passed if passed is not None else OtherFiles()
    for path in paths:
        if str(path) == STANDARD:
            yield ListedFile(STANDARD)
        elif is_address(str(path)):
            yield from _some(str(path), _far_away(str(path), passed))
        elif Path(path).is_dir():
            yield from _some(str(path), _inside(str(path), tell, passed))
        else:
            refuse_if_lacking(str(path))
            seen = Path(path).stat()
            yield ListedFile(str(path), seen.st_size, seen.st_mtime_ns) if stat.S_ISREG(seen.st_mode) else ListedFile(str(path))


def _some(folder: str, files: Iterator[ListedFile]) -> Iterator[ListedFile]:
    """Yield the files of a folder; raise an error if there are none."""
    records_found = False
    for listed in files:
        records_found = True
        yield listed
    if not records_found:
        what = "this folder has no records and no PHH poker hands"
        raise RecordError(folder, 0, what, "name a file, or the folder with the records")


def _far_away(address: str, passed: OtherFiles) -> Iterator[ListedFile]:
    """Yield the file at an address in object storage, or the files of the folder there that are to be checked."""
    for _, listed in itertools.groupby(files_at(address), key=lambda item: item[0].rpartition("/")[0]):
        here = _FolderFiles(passed)
        for file in itertools.starmap(ListedFile, listed):
            try:
                if file.path == address or here.takes(file):
                    yield file
            except (*BROKEN, NoZstandard):
                yield file
        yield from here.late()


def _begins_right(path: str) -> bool:
    """Return whether a file contains hands, by its name or its beginning."""
    if is_phh(path):
        return True
    with opened(path) as stream:
        start = stream.read(LOOKED_AT)
    if start.removeprefix(b"\xef\xbb\xbf").startswith(FIRST.encode()):
        return True
    return reader_of(start) is not None


class _FolderFiles:
    """Sorts the files of one folder into those that contain records, or should, and others.

    Args:
        passed: Counts the others.
    """

    def __init__(self, passed: OtherFiles) -> None:
        self._passed = passed
        self._kinds = set(RECORD_ENDINGS)  # endings of record names in this folder
        self._others, self._aside = list[str](), list[Iterator[str]]()

    def takes(self, listed: ListedFile) -> bool:
        """Return whether a file is to be read; one that cannot be decided yet is put aside for `late`.

        Raises:
            OSError, EOFError, zlib.error, NoZstandard: If it cannot be read.
        """
        path = listed.path
        kind, name = _kind(path), os.path.basename(path)  # noqa: PTH119 - of millions
        if _begins_right(path):
            self._kinds.add(kind)
            return True
        if not listed.size and is_compressed(path):
            return True  # an empty file is a damaged one: compressing nothing gives some bytes
        if name.startswith("."):
            if not is_unfinished(name):
                self._passed.count(path)
            return False
        if kind in self._kinds:
            return True
        self._others.append(f"{listed.size} {listed.changed} {path}")
        if len(self._others) == AT_ONCE:
            self._aside.append(_laid_aside(self._others))
            self._others.clear()
        return False

    def late(self) -> Iterator[ListedFile]:
        """Yield the files put aside whose names end as those of records in the folder; count the others."""
        for text in itertools.chain(*self._aside, self._others):
            size, changed, path = text.split(" ", 2)
            if _kind(path) in self._kinds:
                yield ListedFile(path, int(size), int(changed))
            else:
                self._passed.count(path)


def _kind(path: str) -> str:
    """Return the ending of a file's name without its compression suffix; all numeric endings, such as days, are one.

    >>> _kind("june/3.TXT.gz"), _kind("table.0917"), _kind("README")
    ('.txt', '.0', '')
    """
    kind = os.path.splitext(inner_name(path))[1].lower()  # noqa: PTH122 - of millions
    return ".0" if kind[1:].isdecimal() else kind


def _nobody(_path: str, _why: str) -> None:
    """Ignore a path that is left out."""


def _inside(folder: str, left_out: Told, passed: OtherFiles) -> Iterator[ListedFile]:
    """Yield every file of a folder, then of its subfolders, in order; links to folders are not followed, since they could form
    a circle.
    """
    folders, here = list[str](), _FolderFiles(passed)
    try:
        for name in _in_order(folder, folders):
            path = os.path.join(folder, name)  # noqa: PTH118 - of millions
            listed = _looked_at(path, left_out, here)
            if listed is not None:
                yield listed
    except OSError:
        yield ListedFile(folder, 0)
    yield from here.late()
    for name in sorted(folders):
        inner = os.path.join(folder, name)  # noqa: PTH118
        if os.path.islink(inner):  # noqa: PTH114
            left_out(inner, "a link to a folder is not followed")
        else:
            yield from _inside(inner, left_out, passed)


def _in_order(folder: str, folders: list[str]) -> Iterator[str]:
    """Yield the names of a folder's files in order, and append those of its subfolders to `folders`."""
    names, aside = list[str](), list[Iterator[str]]()
    with os.scandir(folder) as entries:
        for entry in entries:
            if _is_folder(entry):
                folders.append(entry.name)
                continue
            names.append(entry.name)
            if len(names) == AT_ONCE:
                aside.append(_laid_aside(sorted(names)))
                names.clear()
    yield from heapq.merge(sorted(names), *aside)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _laid_aside(names: list[str]) -> Iterator[str]:
    """Write names to a temporary file, and return an iterator that reads them back in order."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - its reader closes it
    file.write(b"".join(os.fsencode(name) + b"\0" for name in names))
    file.seek(0)
    return _read_again(file)


def _read_again(file: IO[bytes]) -> Iterator[str]:
    with file:
        rest = b""
        while block := file.read(1 << 14):
            *whole, rest = (rest + block).split(b"\0")
            yield from map(os.fsdecode, whole)


def _looked_at(path: str, left_out: Told, here: _FolderFiles) -> ListedFile | None:
    """Return a file of a folder if it is one to check, by its name or its beginning; None if not."""
    size = changed = 0
    try:
        seen = os.stat(path)  # noqa: PTH116
        size, changed = seen.st_size, seen.st_mtime_ns
        if not stat.S_ISREG(seen.st_mode):
            left_out(path, "pipes are not read" if stat.S_ISFIFO(seen.st_mode) else "devices are not read")
            return None
        listed = ListedFile(path, size, changed)
        return listed if here.takes(listed) else None
    except FileNotFoundError:
        left_out(path, "it is a link that leads nowhere" if os.path.islink(path) else "it is no longer there")  # noqa: PTH114
        return None
    except (*BROKEN, NoZstandard):
        if not size and os.path.islink(path):  # noqa: PTH114 - a link that leads to itself
            left_out(path, "it is a link that leads nowhere")
            return None
        return ListedFile(path, size, changed)
