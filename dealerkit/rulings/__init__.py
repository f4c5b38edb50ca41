"""Rulings: what follows when a deal went wrong, found by decision lists that test the facts."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealerkit.rulings.combination import decide_several
    from dealerkit.rulings.decision import Change, PassedOver, Ruling, decide
    from dealerkit.rulings.dispute_window import with_window
    from dealerkit.rulings.facts import Fact, Fault, known_facts, known_faults
    from dealerkit.rulings.outcome_words import OUTCOMES, UNDECIDED
    from dealerkit.rulings.ruling import rule

_WHERE = {
    "combination": ("decide_several",),
    "decision": ("Change", "PassedOver", "Ruling", "decide"),
    "dispute_window": ("with_window",),
    "facts": ("Fact", "Fault", "known_facts", "known_faults"),
    "outcome_words": ("OUTCOMES", "UNDECIDED"),
    "ruling": ("rule",),
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


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for: a command that only prints words need not load the rulings."""
    for module, names in _WHERE.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    msg = f"module '{__name__}' has no attribute '{name}'"
    raise AttributeError(msg)
