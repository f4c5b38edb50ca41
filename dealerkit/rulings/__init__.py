"""Rulings: what follows when a deal went wrong, as decision lists of facts."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dealerkit.rulings.deciding import Change, PassedOver, Ruling, decide
    from dealerkit.rulings.facts import Fact, Fault, known_facts, known_faults
    from dealerkit.rulings.ruling import rule
    from dealerkit.rulings.several import decide_several
    from dealerkit.rulings.window import with_window
    from dealerkit.rulings.wording import OUTCOMES, UNDECIDED

_WHERE = {
    "OUTCOMES": "wording",
    "UNDECIDED": "wording",
    "Change": "deciding",
    "Fact": "facts",
    "Fault": "facts",
    "PassedOver": "deciding",
    "Ruling": "deciding",
    "decide": "deciding",
    "decide_several": "several",
    "known_facts": "facts",
    "known_faults": "facts",
    "rule": "ruling",
    "with_window": "window",
}

__all__ = [
    "OUTCOMES",
    "UNDECIDED",
    "Change",
    "Fact",
    "Fault",
    "PassedOver",
    "Ruling",
    "decide",
    "decide_several",
    "known_facts",
    "known_faults",
    "rule",
    "with_window",
]


def __getattr__(name: str) -> Any:
    """Load the public names when they are first asked for: who explains a rule, or prints a word, rules on nothing."""
    if name in _WHERE:
        return getattr(importlib.import_module(f"{__name__}.{_WHERE[name]}"), name)
    msg = f"module '{__name__}' has no attribute '{name}'"
    raise AttributeError(msg)
