"""Files written by dealerkit: all at once, never over another program's file, never through a link out of the folder."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from dealerkit.errors import OutputError

_LOOKED_AT: Final = 1 << 20
_UNFINISHED: Final = re.compile(r"\..+\.[0-9a-f]{8}\.part")
_OURS: Final = re.compile(
    rb"^# dealerkit record 1$"
    rb'|<meta name="generator" content="dealerkit '
    rb"|Printed by dealerkit [0-9]"
    rb"|\xe7\x94\xb1 dealerkit [0-9][^ ]* \xe5\x8d\xb0[\xe5\xe8]"  # the same in Chinese
    rb"|^entry,time,zone,case,what,who,role,kind,"
    rb"|^session,kind,label,items,begun,at,"
    rb'|^\{"fingerprint": "[0-9a-f]{16}", "file": "'
    rb"|^fingerprint,file,line,hand,"
    rb"|dealerkit archive 1"
    rb'|^  "(journal|training)": {\r?\n    "program": "[0-9]',
    re.MULTILINE,
)
"""Pattern that every file of ours contains, and hardly any other."""


def is_ours(path: Path) -> bool:
    """Return whether a file was written by dealerkit, as a mark in it shows; an empty file counts as such."""
    with path.open("rb") as stream:
        start = stream.read(_LOOKED_AT)
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - _LOOKED_AT))
        return not size or bool(_OURS.search(start) or _OURS.search(stream.read()))


def is_unfinished(name: str) -> bool:
    """Return whether a file name is that of an unfinished file of dealerkit.

    >>> is_unfinished(".june.html.0a1b2c3d.part"), is_unfinished("june.html")
    (True, False)
    """
    return _UNFINISHED.fullmatch(name) is not None


def _beside(target: Path) -> Path:
    """Return the temporary path for a file, in the folder of its target."""
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")


def write_output(path: Path, text: str | bytes, *, private: bool = False, force: bool = False) -> None:
    """Write a file all at once: a reader sees the old content or the new, never half of it.

    An existing file is replaced only if dealerkit wrote it. A link in its path is followed only within the link's own folder. A
    device may be written to; a pipe may not, since a writer waits until somebody reads.

    Args:
        path: Path of the file.
        text: Its content.
        private: Whether only its owner may read it.
        force: Whether another program's file is replaced too.

    Raises:
        OutputError: If another program's file or a pipe is there, or a link leads out of the folder.
        OSError: If it cannot be written. The error names `path`, and the file there is unchanged.
    """
    check_way(path)
    target = Path(os.path.realpath(path))
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    through = target.exists() and not target.is_file()  # writing to a folder fails; a device is written to, not replaced
    beside = target if through else _beside(target)
    try:
        if not through:
            _check_place(path, target, force=force)
        if private and not through:  # readable by its owner alone from the first moment, whatever the umask
            os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with beside.open("wb" if through or private else "xb") as stream:
            stream.write(raw)
            stream.flush()
            if not through:
                os.fsync(stream.fileno())
        if not through:
            if target.exists() and not private:
                beside.chmod(target.stat().st_mode & 0o777)
            beside.replace(target)
    except BaseException as error:  # no temporary file is left behind, not even after Ctrl-C
        if not through:
            with contextlib.suppress(OSError):
                beside.unlink()
        if not isinstance(error, OSError):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def check_way(path: Path) -> None:
    """Check the path of a file to be written: no link in it may lead out of its folder, and it must not end in a pipe.

    Raises:
        OutputError: If it cannot be written there.
    """
    if path.exists() and stat.S_ISFIFO(path.stat().st_mode):
        hint = "leave out the file name: the output goes to the screen, and you can pipe it from there"
        raise OutputError(str(path), "this is a pipe, and writing would wait until something reads from it", hint)
    for part in (path, *path.parents):
        if part.is_symlink():
            target, folder = Path(os.path.realpath(part)), Path(os.path.realpath(part.parent))
            device = target.exists() and not target.is_file() and not target.is_dir()  # /dev/stdout
            if not device and folder not in (target, *target.parents):
                what = "file" if part == path else "folder"
                raise OutputError(str(part), f"this link leads out of its folder, to {target}", f"name that {what} itself")


def _check_place(path: Path, target: Path, *, force: bool) -> None:
    """Check that a file or folder at the path of a file to be written may be replaced.

    Args:
        path: The path as the user gave it, for messages.
        target: The path with its links resolved.
        force: Whether another program's file may be replaced.

    Raises:
        OutputError: If it must not be replaced.
    """
    if target.exists() and not force and not is_ours(target):
        hint = "choose another name, or add --force to replace it"
        raise OutputError(str(path), "there is already a file here that dealerkit did not write", hint)


def write_new(path: Path, text: str) -> None:
    """Write a file that must not exist yet; if it cannot be written whole, it is removed again.

    Raises:
        FileExistsError: If it exists.
        OutputError: If a link leads out of the folder, or it is a pipe.
        OSError: If it cannot be written; the error names the file.
    """
    with _new(path) as stream:
        stream.write(text)


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Write a folder that must not exist yet, with its files; if it cannot be written whole, it is removed again.

    Args:
        folder: Path of the folder; its parent exists.
        files: The text of each file, by its path in the folder.

    Raises:
        OutputError: If something exists there, or a link leads out of the folder.
        OSError: If it cannot be written; the error names the folder.
    """
    check_way(folder)
    if os.path.lexists(folder):
        raise OutputError(str(folder), "this name is already in use", "choose another name or another place")
    beside = _beside(folder)
    try:
        beside.mkdir()
        for name, text in files.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        beside.rename(folder)
    except BaseException as error:  # no temporary folder is left behind, not even after Ctrl-C
        shutil.rmtree(beside, ignore_errors=True)
        if not isinstance(error, OSError):
            raise
        raise OSError(error.errno, error.strerror, str(folder)) from None


@contextlib.contextmanager
def begun(path: Path) -> Iterator[TextIO]:
    """Open a file that must not exist yet, for text written piece by piece; if it cannot be completed, it is removed again.

    Raises:
        OutputError: If it exists, or cannot be written.
    """
    try:
        with _new(path) as stream:
            yield stream
    except FileExistsError:
        raise OutputError(str(path), "a file with this name already exists", "choose another name") from None
    except OSError as error:
        if error.filename != str(path):
            raise
        hint = "choose a folder you can write to"
        raise OutputError(str(path), f"the file can't be written: {error.strerror}", hint) from None


@contextlib.contextmanager
def replaced(path: Path, *, force: bool = False) -> Iterator[BinaryIO]:
    """Write a file piece by piece to a temporary path, and move it to its place when it is complete, over an older file of
    dealerkit.

    Args:
        path: Path of the file.
        force: Whether another program's file is replaced too.

    Raises:
        OutputError: If another program's file, a folder or a pipe is there, or a link leads out of the folder.
        OSError: If it cannot be written. The error names `path`, and the file there is unchanged.
    """
    check_way(path)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OutputError(str(path), "this is not a file", "name a file")
    _check_place(path, target, force=force)
    beside = _beside(target)
    try:
        with beside.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(target)
    except BaseException as error:  # no temporary file is left behind, not even after Ctrl-C
        with contextlib.suppress(OSError):
            beside.unlink()
        if not isinstance(error, OSError) or error.filename not in (None, str(beside)) or _is_of_a_pipe(error):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def _is_of_a_pipe(error: OSError) -> bool:
    """Return whether an error comes from a closed pipe and not from the file being written."""
    return error.errno == errno.EPIPE


@contextlib.contextmanager
def _new(path: Path) -> Iterator[TextIO]:
    check_way(path)
    stream = path.open("x", encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        yield stream
        stream.close()
    except BaseException as error:
        with contextlib.suppress(OSError):
            stream.close()
        with contextlib.suppress(OSError):
            path.unlink()
        if isinstance(error, OSError) and error.filename is None and not _is_of_a_pipe(error):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


__all__ = ["begun", "check_way", "is_ours", "is_unfinished", "replaced", "write_folder", "write_new", "write_output"]
