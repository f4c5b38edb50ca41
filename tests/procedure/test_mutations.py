"""The run that changes every leaf of a game's procedure: what it changes, and what notices."""

from __future__ import annotations

from typing import Any

import pytest

PARTS: dict[str, Any] = {
    "procedure": {"hand": {"title": "A hand", "steps": {"deal": {"do": "deal", "n": 2, "say": "Deal", "cite": ["FT-05"]}}}},
    "felt": {"freely": ["move", "claim"], "start": "pack"},
}


@pytest.fixture(scope="module")
def bench(script):
    """The script as a module."""
    return script("mutate_procedures")


def test_every_leaf_but_prose_and_citations_is_changed(bench):
    """Numbers go up, words give way to their neighbours, what stands alone is left out; steps are left out whole."""
    steps = ("procedure", "hand", "steps", "deal")
    places = dict(bench.leaves(PARTS))
    assert places == {
        (*steps, "do"): "deal",
        (*steps, "n"): 2,
        ("felt", "freely", 0): "move",
        ("felt", "freely", 1): "claim",
        ("felt", "start"): "pack",
    }
    assert list(bench.wholes(PARTS)) == [steps]
    assert bench.another(2, []) == 3
    assert bench.another(value=True, words=[]) is False
    assert bench.another("move", ["move", "claim"]) == "claim"
    assert bench.another("pack", ["pack"]) is bench.LEFT_OUT
    assert bench.laid(PARTS, ("felt", "start"), bench.LEFT_OUT)["felt"] == {"freely": ["move", "claim"]}
    assert bench.laid(PARTS, (*steps, "n"), 3)["procedure"]["hand"]["steps"]["deal"]["n"] == 3
    assert PARTS["felt"]["start"] == "pack"


def test_a_step_that_is_left_out_is_noticed(bench):
    """The deal of Fan Tan: a case fails without it, and none fails with it."""
    mutants = bench.Mutants("fan-tan")
    mutants.cases = mutants.cases[:8]
    assert mutants.fails(None) is None
    change = (("procedure", "hand", "steps", "deal"), bench.LEFT_OUT)
    assert mutants.holds(change)
    assert mutants.fails(change) is not None
    assert mutants.fails(None) is None
