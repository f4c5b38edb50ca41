"""Rule files on disk: each is read once a process, found by name or path, and followed to the files that it extends."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from dealerkit.errors import Problem, RuleFileError, UnknownName
from dealerkit.files.late_modules import late_imports
from dealerkit.rules import cache, data
from dealerkit.rules.default_source import with_sources
from dealerkit.rules.doc import Doc

if TYPE_CHECKING:
    from dealerkit.rules.old_names import Kind, Renamings

with late_imports():  # not needed if everything is cached from an earlier run
    from dealerkit.files import folders
    from dealerkit.rules import loader, streets
    from dealerkit.rules import old_names as renaming

T = TypeVar("T")

SUFFIXES = (".yaml", ".yml")

RENAMED = "renamed.yaml"
"""File of `rulings/` that lists changed names."""

Stamp = tuple[str, int, int]
"""A file as it was when it was read: path, time of change in nanoseconds, size."""

_given: dict[str, None] = {}
_read: dict[str, tuple[Stamp, Doc, tuple[Problem, ...]]] = {}


def stamp(path: Path) -> Stamp:
    """Return path, time of change in nanoseconds and size of a file, by which a change is noticed; zeros for a missing file."""
    try:
        status = path.stat()
    except OSError:
        return (str(path), 0, 0)
    return (str(path), status.st_mtime_ns, status.st_size)


def unchanged(files: Iterable[Stamp]) -> bool:
    """Return whether all files still have the time and size that were noted when they were read.

    It is called at every access to a game, and therefore makes no `Path`.
    """
    for path, changed, size in files:
        try:
            status = os.stat(path)  # noqa: PTH116
        except OSError:
            if changed or size:
                return False
        else:
            if (status.st_mtime_ns, status.st_size) != (changed, size):
                return False
    return True


def remembered(name: str, make: Callable[[], tuple[Sequence[Stamp], object]], of: Callable[[Any], T]) -> T:
    """Return a value made from rule files: from memory, from the cache of an earlier run, or made again if a file has changed.

    Args:
        name: Name of its entry in the cache.
        make: Function that reads the files. It returns path, time and size of each file, and of each folder in which a new file
            would matter; and plain data that JSON can hold.
        of: Function that makes the value from that data.
    """
    known = _remembered.get(name)
    if known is None or not unchanged(known[0]):
        kept = cache.kept_with_files(name)
        if kept is None:
            files, plain = make()
            cache.keep(name, files, plain)
        else:
            plain, files = kept
        known = _remembered[name] = files, of(plain)
    value: T = known[1]
    return value


_remembered: dict[str, tuple[Sequence[Stamp], Any]] = {}


def read_file(path: Path) -> Doc:
    """Return a rule file in complete form: old names replaced by present-day ones, default citations filled in, and entries for
    several streets written out. It comes from memory if the file is unchanged.

    Raises:
        RuleFileError: As `read_yaml`, `up_to_date`, `with_sources` and `with_streets`.
    """
    return _of_file(path)[0]


def old_names(path: Path) -> tuple[Problem, ...]:
    """Return warnings on names of an earlier release in a file, in the order of the file.

    Raises:
        RuleFileError: As `read_file`.
    """
    return _of_file(path)[1]


def _of_file(path: Path) -> tuple[Doc, tuple[Problem, ...]]:
    now = stamp(path)
    known = _read.get(str(path))
    if known is not None and known[0] == now:
        return known[1:]
    doc, old_names = renaming.up_to_date(loader.read_yaml(path), changed_names())
    doc = streets.with_streets(with_sources(doc))
    _read[str(path)] = (now, doc, old_names)
    return doc, old_names


def changed_names() -> Renamings:
    """Return the names that have changed since an earlier release; empty if the folder of rule sets has no table of them.

    Raises:
        RuleFileError: If the table cannot be read.
    """
    return _changed_names(data.data_dir("rulings") / RENAMED)


@functools.cache
def _changed_names(path: Path) -> Renamings:
    return renaming.renamings(loader.read_yaml(path)) if path.is_file() else {}


def today(kind: Kind, name: str) -> str:
    """Return the present-day name for a name that may be an old one; for an old name, a warning is noted for `told_of`.

    Args:
        kind: Kind of thing named, one of `Kind`.
        name: The given name.

    Raises:
        RuleFileError: If the table of old names cannot be read.
    """
    changed_name = changed_names().get((kind, name))
    if changed_name is None:
        return name
    _given[changed_name.told] = None
    return changed_name.now


def told_of() -> tuple[str, ...]:
    """Return the warnings on old names noted by `today` since the last call of this function."""
    names = tuple(_given)
    _given.clear()
    return names


def read_files(paths: Iterable[Path]) -> list[Doc]:
    """Return several rule files, each as `read_file` returns it.

    Raises:
        RuleFileError: If any cannot be used; with the problems of all of them.
    """
    docs: list[Doc] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            docs.append(read_file(path))
        except RuleFileError as error:
            problems += error.problems
    if problems:
        raise RuleFileError(problems)
    return docs


def is_path(selector: str | Path) -> bool:
    """Return whether a selector is the path of a file or folder, not the name of a rule set or game that comes with dealerkit.

    >>> is_path("us"), is_path("house.yaml"), is_path("./house")
    (False, True, True)
    """
    return isinstance(selector, Path) or "/" in selector or "\\" in selector or selector.endswith(SUFFIXES)


def counted_from(doc: Doc, selector: str) -> str | Path:
    """Return the rule set, game or other thing that a file names, so that it can be found from the current folder.

    Args:
        doc: The file that names it.
        selector: The name, which is returned unchanged; or a path, which is relative to that file, or if there is nothing there,
            to the current folder.
    """
    if not is_path(selector):
        return selector
    beside = Path(doc.origin(()).file).parent / selector
    return beside if beside.exists() else Path(selector)


Find = Callable[["str | Path", "Path | None"], Path]
"""Function that takes a selector and the path of the file that names it, or None, and returns the selected file or folder."""
Read = Callable[[Path], Doc]


def follow(selector: str | Path, find: Find, read: Read) -> list[tuple[Path, Doc]]:
    """Return a document and, after it, the documents that it extends, from the nearest to the most remote.

    Args:
        selector: Name or path of the first document.
        find: Function that returns the path of a selector; it also takes the path of the file that names it, or None.
        read: Function that returns the document at a path.

    Returns:
        Each document with its path.

    Raises:
        RuleFileError: If a file cannot be used, extends a missing one, or extends itself, even indirectly.
        UnknownName: If the selector itself names nothing.
    """
    chain: list[tuple[Path, Doc]] = []
    path = find(selector, None)
    while True:
        if chain and not path.exists():  # then it is a mistake of the caller, not of a file
            text = f"there is no such file: {path}"
            raise RuleFileError([chain[-1][1].problem(("extends",), text, "write a path relative to this file's folder")])
        doc = read(path)
        chain.append((path, doc))
        above = doc.data.get("extends")
        if above is None:
            return chain
        if not isinstance(above, str):
            raise RuleFileError([doc.problem(("extends",), "`extends` must be one name or path, written as text")])
        try:
            path = find(above, path)
        except (UnknownName, RuleFileError) as error:
            raise RuleFileError([doc.problem(("extends",), str(error))]) from None
        if (here := folders.identity(path)) is not None and here in (seen := [folders.identity(known) for known, _ in chain]):
            circle = [_short(known) for known, _ in chain[seen.index(here) :]]
            text = "the file extends itself: " + " -> ".join([*circle, circle[0]])
            raise RuleFileError([doc.problem(("extends",), text, "remove `extends` from one of these files")])


def _short(path: Path) -> str:
    return path.parent.name if path.name == "set.yaml" else path.stem
