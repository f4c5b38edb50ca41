"""The types of entries are made from the schemas: what a rule file can say is said once."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from dealerkit.rules import entries
from dealerkit.rules.schemas.views import VIEWS

ROOT = Path(__file__).parents[2]
MADE = runpy.run_path(str(ROOT / "docs" / "scripts" / "make_entries.py"))


def test_the_types_are_in_step_with_the_schemas() -> None:
    """If this fails, run `python docs/scripts/make_entries.py` and commit `dealerkit/rules/entries.py`."""
    now = MADE["MODULE"].read_text(encoding="utf-8")
    assert now == MADE["module"](now)


@pytest.mark.parametrize("name", VIEWS)
def test_a_type_has_the_keys_of_its_shapes(name: str) -> None:
    """All of them and no others, as Python sees the module; where an overlay places an entry is no key of it."""
    made = getattr(entries, name).__annotations__
    shapes = {key for shape in VIEWS[name].shapes for key, inner in shape["properties"].items() if inner.get("not") != {}}
    assert set(made) == shapes | set(VIEWS[name].more)
