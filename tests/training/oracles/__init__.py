"""Oracles: the answer of each drill computed a second time, by a method that shares no function with its key.

There is one module for each generator, with its name and a function `proof(setting, given)`: the answer in the reply's
notation, or None for a question without a second method.
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
    """Return the exercises whose key differs from their oracle's answer, each with that answer."""
    found = []
    for item in items:
        answer = proof(where, situation(where, item.seed, item.cell))
        if answer is not None and answer not in item.key.answers:
            found.append((item, answer))
    return found
