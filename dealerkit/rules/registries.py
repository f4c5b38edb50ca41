"""Registries of the words that rule files can use; a module registers each word together with its function.

The packages of the engine register the words that several families of games share. A family's own words come from a package that
is installed under an entry point of the group `dealerkit.games`: dealerkit's own families are in `dealerkit.games`, other
people's can be anywhere.

    [project.entry-points."dealerkit.games"]
    harbour = "harbour_games"

Its modules called `facts`, `mechanics`, `planners` and `bots`, at any depth, register their words as the engine's do, with
`fact`, `mechanic`, `do` and `chooser`. Modules called `numbers` and `bulk` register functions that count odds and deal in bulk,
with `odds_of` and `bulk_of`; modules called `round_dealers` register functions that deal one round, with `round_dealer`. They are
imported when a registry is first read, and never before.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import pkgutil
import sys
import threading
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path
from typing import Literal, TypeVar

from dealerkit.errors import FamilyError
from dealerkit.files.late_modules import late_imports

with late_imports():  # not needed if no word is looked up
    import tomllib
    from importlib import metadata

T = TypeVar("T")

GROUP = "dealerkit.games"

Part = Literal["words", "bots", "numbers", "bulk", "rounds"]

_PARTS: Mapping[Part, frozenset[str]] = {
    "words": frozenset({"facts", "mechanics", "planners"}),
    "bots": frozenset({"bots"}),
    "numbers": frozenset({"numbers"}),
    "bulk": frozenset({"bulk"}),
    "rounds": frozenset({"round_dealers"}),
}
"""Names of a family's modules, or of folders of such modules, by their purpose: words of the rule files, bots, odds, bulk deals,
single rounds. Any other module is imported where it is used.
"""


def modules_of(package: str) -> Iterator[str]:
    """Yield the names of the modules directly in a package's folder, in alphabetical order.

    Args:
        package: The package's full name, such as `dealerkit.facts`; it has been imported, or is just being imported.
    """
    folder = importlib.import_module(package).__path__
    for module in pkgutil.iter_modules(folder):
        if not module.ispkg:
            yield module.name


def import_modules(package: str) -> None:
    """Import every module in a package's folder, so that each registers its words. The package's `__init__` calls
    `import_modules(__name__)`.

    Args:
        package: The package's full name.
    """
    for name in modules_of(package):
        importlib.import_module(f"{package}.{name}")


@functools.cache
def families() -> dict[str, str]:
    """Return the package of every installed family of games, by the family's name.

    In a checkout that is not installed, or was installed before its families had a group of entry points, they are read from
    `pyproject.toml`, as an installation does.

    Raises:
        FamilyError: If no family is installed, or two packages have the same name.
    """
    folders: dict[str, str] = {}
    for entry in sorted(metadata.entry_points(group=GROUP), key=lambda entry_point: (entry_point.name, entry_point.value)):
        other = folders.setdefault(entry.name, entry.value)
        if other != entry.value:
            msg = f"the packages {other} and {entry.value} are both installed under this name"
            raise FamilyError(msg, entry.name)
    folders = folders or _of_checkout()
    if not folders:
        msg = "no family is installed; install dealerkit again"
        raise FamilyError(msg)
    return folders


def _of_checkout() -> dict[str, str]:
    """Return the families that `pyproject.toml` beside the package names; empty if there is no such file, as in a wheel."""
    file = Path(__file__).parent.parent.parent / "pyproject.toml"
    if not file.is_file():
        return {}
    project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
    return dict(project["entry-points"][GROUP])


def families_of_others() -> list[str]:
    """Return the entry-point files in which installed packages name families that do not come with dealerkit, each with its time
    of change.

    Cached data that contain words of families check this each time; `importlib.metadata` would take half as long to load as the
    whole answer takes.
    """
    lists = []
    for folder in sys.path:
        with contextlib.suppress(OSError):
            names = [name for name in os.listdir(folder or ".") if name.endswith((".dist-info", ".egg-info"))]  # noqa: PTH208
            for file in (Path(folder, name, "entry_points.txt") for name in names if not name.startswith("dealerkit-")):
                if file.is_file() and f"[{GROUP}]" in file.read_text(encoding="utf-8"):
                    lists.append(f"{file} {file.stat().st_mtime_ns}")
    return lists


def modules_of_family(package: str, part: Part) -> Iterator[str]:
    """Yield the full names of a family's modules for one purpose, at any depth, in alphabetical order.

    Args:
        package: The family's package.
        part: The purpose, a key of `_PARTS`.
    """
    top = importlib.import_module(package)
    for module in pkgutil.walk_packages(getattr(top, "__path__", ()), f"{package}."):
        if not _PARTS[part].isdisjoint(module.name.removeprefix(f"{package}.").split(".")):
            yield module.name


def is_ours(module: str) -> bool:
    """Return whether a module belongs to the engine or to an installed family, so that its code can be searched for
    parameters.
    """
    return any(f"{module}.".startswith(f"{package}.") for package in ("dealerkit", *families().values()))


_LOCK = threading.RLock()
_BROUGHT_IN: set[Part] = set()
_COMING_IN: set[Part] = set()
"""Parts that the thread with the lock is importing."""


def bring_in(part: Part) -> None:
    """Import, once, those modules of every installed family that serve one purpose.

    Args:
        part: The purpose, a key of `_PARTS`.

    Raises:
        FamilyError: If a family cannot be imported, or none is installed.
    """
    if part in _BROUGHT_IN:
        return
    with _LOCK:  # other threads wait for all words; a module that reads a registry while it is imported sees the words so far
        if part in _BROUGHT_IN or part in _COMING_IN:
            return
        _COMING_IN.add(part)
        try:
            for name, package in families().items():
                _bring_in(name, package, part)
            _BROUGHT_IN.add(part)
        finally:
            _COMING_IN.discard(part)


def _bring_in(name: str, package: str, part: Part) -> None:
    """Import the modules of one family."""
    try:
        for module in modules_of_family(package, part):
            importlib.import_module(module)
    except FamilyError:
        raise
    except Exception as error:
        msg = f"the package {package} cannot be used: {type(error).__name__}: {error}"
        raise FamilyError(msg, name) from error


class Registry(MutableMapping[str, T]):
    """Words of one kind, by name. The first use imports the words of every installed family of games.

    Args:
        kind: Name of the kind, for errors: `fact`.
        part: Purpose of a family's modules that register such words, a key of `_PARTS`.

    >>> shapes: Registry[str] = Registry("shape")
    >>> shapes.add("row", "a line of cards", "harbour_games.facts")
    >>> try:
    ...     shapes.add("row", "another one", "dealerkit.facts.ending")
    ... except ValueError as error:
    ...     print(error)
    the shape 'row' is already registered by harbour_games.facts
    """

    def __init__(self, kind: str, part: Part = "words") -> None:
        self.kind, self.part = kind, part
        self._words: dict[str, T] = {}
        self._modules: dict[str, str] = {}

    def add(self, name: str, word: T, module: str) -> None:
        """Register a word.

        Args:
            name: Name in rule files.
            word: Object that the name stands for.
            module: Module that registers it; the same module may register it again, as when it is imported twice.

        Raises:
            ValueError: If another module has registered that name.
        """
        other = self._modules.setdefault(name, module)
        if other != module:
            msg = f"the {self.kind} '{name}' is already registered by {other}"
            raise ValueError(msg)
        self._words[name] = word

    def __getitem__(self, name: str) -> T:
        try:
            return self._words[name]
        except KeyError:
            bring_in(self.part)
        return self._words[name]

    def __contains__(self, name: object) -> bool:
        bring_in(self.part)
        return name in self._words

    def __iter__(self) -> Iterator[str]:
        bring_in(self.part)
        return iter(self._words)

    def __len__(self) -> int:
        bring_in(self.part)
        return len(self._words)

    def __setitem__(self, name: str, word: T) -> None:
        self._words[name] = word

    def __delitem__(self, name: str) -> None:
        del self._words[name]
        self._modules.pop(name, None)
