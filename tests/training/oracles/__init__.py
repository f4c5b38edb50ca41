"""Oracles: the answer of each drill worked out a second time, by a method that shares no function with its key.

One module a generator, named as it is, with `proof(setting, given)`: the answer as the reply writes it down, or None where
nothing is asked that can be reckoned twice.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from typing import Any

from dealerkit.training.exercises import situation
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item

PROVED = frozenset(one.name for one in pkgutil.iter_modules(__path__))
"""The generators that have an oracle."""


def proof(where: Setting, given: Any) -> str | None:
    """Return the answer by the other method; None where there is none."""
    name = where.drill.generator
    answer: str | None = importlib.import_module(f"{__name__}.{name}").proof(where, given) if name in PROVED else None
    return answer


def disputed(where: Setting, items: Iterable[Item]) -> list[tuple[Item, str]]:
    """Return the exercises whose key is not what their oracle says, each with that."""
    found = []
    for item in items:
        answer = proof(where, situation(where, item.seed, item.cell))
        if answer is not None and answer not in item.key.answers:
            found.append((item, answer))
    return found
