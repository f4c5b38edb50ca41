"""Modules that are imported at their first use, because few calls need them or because they belong to an extra.

    with late_imports():  # where an earlier run has left everything in the cache, no YAML is read
        from dealerkit.rules import loader

So everything that a module imports is at its top, where a reader and a type checker look for it, and costs nothing until
`loader.read_yaml` is called. From Python 3.15 on, `lazy import` does the same.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import sys
import threading
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any


class _LateModule(ModuleType):
    """Proxy of a module that may not have been imported yet."""

    def __getattr__(self, name: str) -> Any:
        there = sys.modules.get(self.__name__)  # much faster than importing it again, which lint would do 250,000 times
        if there is not None and name in there.__dict__:
            return there.__dict__[name]
        return getattr(importlib.import_module(self.__name__), name)


class _LatePackage:
    """Proxy of a package whose modules are imported at their first use."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> _LateModule:
        return _LateModule(f"{self._name}.{name}")


_ONE_AT_A_TIME = threading.Lock()


@contextlib.contextmanager
def late_imports() -> Iterator[None]:
    """Give each module imported inside the `with` a proxy, which imports the module at its first use.

    Only whole modules can be imported in this way, as `import fractions` or `from dealerkit.rules import loader`. The `with`
    may contain nothing else.

    >>> with late_imports():
    ...     import fractions
    ...     from importlib import metadata
    >>> type(fractions).__name__, fractions.Fraction(1, 2), metadata.version("attrs") > ""
    ('_LateModule', Fraction(1, 2), True)
    """
    here = threading.get_ident()

    def stand_in(name: str, of: Any = None, where: Any = None, parts: Sequence[str] | None = (), level: int = 0) -> Any:
        if threading.get_ident() != here:
            return usual(name, of, where, parts or (), level)
        return _LatePackage(name) if parts else _LateModule(name)

    with _ONE_AT_A_TIME:
        usual = builtins.__import__
        builtins.__import__ = stand_in  # type: ignore[assignment]
        try:
            yield
        finally:
            builtins.__import__ = usual
