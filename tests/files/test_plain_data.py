"""Values as plain data: what JSON gets of each kind of value, and the names that classes give their parts."""

from __future__ import annotations

import ast
import importlib
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import attrs
import pytest

import dealerkit
from dealerkit.cards import Face
from dealerkit.felt import Act
from dealerkit.files.plain_data import JSON_NAMES, as_plain, fields

PACKAGE = Path(dealerkit.__file__).parent


@attrs.frozen
class Seat:
    """A seat whose JSON has other names than its fields."""

    json_names = "seat=number who? at=cards.first"
    number: int
    who: str
    cards: dict[str, Face]


@pytest.mark.parametrize(("value", "plain"), [
    (Fraction(1, 2), "1/2"),
    (Decimal("1E+2"), "100"),
    (Path("a.rec"), "a.rec"),
    (datetime(2026, 3, 1, 6, 30, tzinfo=UTC), "2026-03-01T06:30:00+00:00"),
    (Face.read("Ah"), "Ah"),
    (Act.parse("d deal s1"), "d deal s1"),
    ({"b", "a"}, ["a", "b"]),
    ((part for part in (1, (2, 3))), [1, [2, 3]]),
    ([Seat(3, "", {"first": Face.read("Kd")}), Seat(4, "Ann", {})],
     [{"seat": 3, "who": None, "at": "Kd"}, {"seat": 4, "who": "Ann", "at": None}]),
])  # fmt: skip
def test_a_value_is_plain(value, plain):
    """Whatever stands in a report."""
    assert as_plain(value) == plain


def test_a_way_that_breaks_off_comes_to_none():
    """A game without rules, an entry without a word; a field that a class does not have is an error of ours."""
    assert fields({"rules": None}, "rules=rules.name", "table") == {"rules": None, "table": None}
    with pytest.raises(AttributeError):
        fields(Seat(1, "", {}), "chair")


def named() -> list[tuple[str, str]]:
    """Every class of the package that names the parts of its JSON, with its module."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if JSON_NAMES in text else ():
            parts = node.body if isinstance(node, ast.ClassDef) else ()
            if any(isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == JSON_NAMES for part in parts):
                module = ".".join(("dealerkit", *path.relative_to(PACKAGE).with_suffix("").parts))
                found.append((module.removesuffix(".__init__"), node.name))  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize(("module", "name"), named())
def test_every_part_that_a_class_names_is_there(module, name):
    """A name with a slip of the pen is told here, and not by the command that prints it."""
    kind = getattr(importlib.import_module(module), name)
    ways = [part.removesuffix("?").rpartition("=")[2].partition(".")[0] for part in kind.json_names.split()]
    assert ways
    assert [way for way in ways if not hasattr(kind, way)] == []
    assert len({part.partition("=")[0] for part in kind.json_names.split()}) == len(ways)
