"""What `import dealerkit` gives, and what extends it, says what each argument is: its meaning, unit and shape, under `Args:`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import dealerkit
from dealerkit.facts.situation import fact
from dealerkit.mechanics.registry import mechanic
from dealerkit.procedure.planners.registry import do
from dealerkit.table.bots.registry import chooser

EXTENDS = (chooser, do, fact, mechanic)


def public() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Functions, classes (for what makes one) and their methods, by name."""
    for name in dealerkit.__all__:
        thing = getattr(dealerkit, name)
        if inspect.isclass(thing):
            yield name, thing
            for inner, method in inspect.getmembers(thing, callable):
                if not inner.startswith("_"):
                    yield f"{name}.{inner}", method
        elif callable(thing):
            yield name, thing
    yield from ((thing.__name__, thing) for thing in EXTENDS)


def undescribed(thing: Callable[..., Any]) -> list[str]:
    """Return the parameters without a line under `Args:`, or, for the fields of a value, under `Attributes:`."""
    names = [name for name in inspect.signature(thing).parameters if name not in {"self", "cls"}]
    doc = inspect.getdoc(thing) or ""
    part = re.search(r"^(?:Args|Attributes):\n((?:[ ]+.*\n|\n(?=[ ]))*)", doc + "\n", re.MULTILINE)
    described = set(re.findall(r"^ {4}(\w+): \S", part[1], re.MULTILINE)) if part is not None else set()
    return [name for name in names if name not in described]


@pytest.mark.parametrize(("name", "thing"), [pytest.param(*row, id=row[0]) for row in public()])
def test_each_argument_is_described(name: str, thing: Callable[..., Any]) -> None:
    """By name, in its docstring."""
    assert undescribed(thing) == [], name


def test_what_is_not_described_is_found() -> None:
    """An argument without a line, and one that only another section names."""

    def burn(count: int, face: str, place: str) -> None:
        """Burn cards.

        Args:
            count: How many.

        Raises:
            face: Nothing of the kind.
        """

    assert undescribed(burn) == ["face", "place"]
