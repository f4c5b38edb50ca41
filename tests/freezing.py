"""A quicker start of freezegun.

To set the clock, freezegun looks through all names of all modules for clock functions, and again only through modules whose names
have changed; but even to ask each of our four thousand modules takes fifteen milliseconds. Most have no clock function: they are
passed over as long as the number of their names is the same.
"""

from __future__ import annotations

import sys
import warnings
from types import ModuleType, SimpleNamespace
from typing import Any

import freezegun.api

_LOOKED_AT: dict[str, tuple[ModuleType, int, bool]] = {}
"""Modules by name: the module, the number of its names when it was looked at, and whether it had a clock function then."""


def _names(module: ModuleType) -> int:
    return len(getattr(module, "__dict__", ()))


def _with_clocks() -> dict[str, ModuleType]:
    """Return the modules that have a clock function or are not as they were when they were looked at."""
    found: dict[str, ModuleType] = {}
    changed: dict[str, ModuleType] = {}
    for name, module in [*sys.modules.items()]:
        known = _LOOKED_AT.get(name)
        if known is None or known[0] is not module or known[1] != _names(module):
            changed[name] = module
        elif known[2]:
            found[name] = module
    if changed:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of names that are deprecated
            for name, module in changed.items():
                if hasattr(module, "__name__"):
                    clocks = freezegun.api._get_cached_module_attributes(module)
                    _LOOKED_AT[name] = module, _names(module), bool(clocks)
    return found | changed


def quicken() -> None:
    """Let freezegun look only at modules that may have a clock function."""
    start = freezegun.api._freeze_time.start

    def started(freezer: freezegun.api._freeze_time) -> Any:
        if freezegun.api.freeze_factories:  # the clock is set already
            return start(freezer)
        loaded = {*sys.modules}
        vars(freezegun.api)["sys"] = SimpleNamespace(modules=_with_clocks())
        try:
            return start(freezer)
        finally:
            vars(freezegun.api)["sys"] = sys
            freezer.modules_at_start = loaded

    freezegun.api._get_module_attributes_hash = lambda module: f"{id(module)}-{_names(module)}"
    setattr(freezegun.api._freeze_time, "start", started)  # noqa: B010 - a method is replaced
