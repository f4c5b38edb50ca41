"""Modules that come up when something of them is first used: what one call in many wants, or what an extra brings.

    if TYPE_CHECKING:
        from dealerkit.rules import loader
    else:
        loader = late("dealerkit.rules.loader")  # where everything has been kept from an earlier run no YAML is read

So everything that a module imports stands at its top, where a reader and a type checker look for it, and costs nothing until
`loader.read_yaml` is called. From Python 3.15 on `lazy import` says the same.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any


class _LateModule(ModuleType):
    """Stands for a module that may not have been imported yet."""

    def __getattr__(self, name: str) -> Any:
        there = sys.modules.get(self.__name__)  # far quicker than to import what is there, which lint does 250,000 times
        if there is not None and name in there.__dict__:
            return there.__dict__[name]
        return getattr(importlib.import_module(self.__name__), name)


def late(name: str) -> Any:
    """Return a proxy that imports the module on first use.

    Args:
        name: The module, by its whole name.

    >>> late("fractions").Fraction(1, 2)
    Fraction(1, 2)
    """
    return _LateModule(name)
