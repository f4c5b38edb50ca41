"""The run that changes the engine's own code: what it changes, and the list of what nobody can notice."""

from __future__ import annotations

import ast
import gc
from pathlib import Path

import pytest

from dealerkit.arithmetic.rounding import whole
from tests.yaml_files import data_of

ROOT = Path(__file__).resolve().parents[1]
LISTED = data_of(ROOT / "bench" / "data" / "mutate_core.yaml")["survive"]


@pytest.fixture(scope="module")
def mutate(script):
    """The bench."""
    return script("mutate_core")


def changed(mutate, source: str) -> list[str]:
    """Every change of a function's body, made, as one line each."""
    told = mutate.Mutator()
    told.visit(ast.parse(source))
    return [ast.unparse(mutate.Mutator(number).visit(ast.parse(source))).replace("\n", " ") for number in range(len(told.found))]


@pytest.mark.parametrize(
    ("body", "changes"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a in b and c", ["x = a not in b and c", "x = a in b or c"]),
        ("x = not a + 1", ["x = not a + 2", "x = not a - 1", "x = a + 1"]),
        ("return a", ["return None if True else a"]),
        ("go()", ["if False:         go()"]),
        ("x = [a for a in b if a]", ["x = [a for a in b if False and a]", "x = [a for a in b if True or a]"]),
        ("if a: x = True", ["if False and a:         x = True", "if True or a:         x = True", "if a:         x = False"]),
        ("assert a == 1", []),
        ("raise E(a + 1)", []),
        ("'A docstring.'", []),
    ],
)
def test_each_change_is_made_by_itself(mutate, body, changes):
    """One place, and nothing else."""
    assert changed(mutate, f"def f():\n    {body}") == [f"def f():     {change}" for change in changes]


@pytest.mark.thorough
def test_a_change_lives_where_the_function_is_held(mutate):
    """Whoever has imported it calls the changed one."""
    path = ROOT / "dealerkit" / "arithmetic" / "rounding.py"
    change = next(each for each in mutate.mutants(path) if each.text.endswith("return None"))
    code = whole.__code__
    try:
        assert mutate.Live.look().put_in(change)
        assert whole(5, 2, "up") is None
    finally:
        whole.__code__ = code
        gc.freeze()
    assert whole(5, 2, "up") == 3


def test_what_is_listed_is_there_and_has_its_reason(mutate):
    """A line that has changed since is looked at again."""
    for entry in LISTED:
        module = entry["change"].partition(": ")[0]
        assert entry["change"] in {str(each) for each in mutate.mutants(ROOT / "dealerkit" / module)}
        assert len(entry["reason"].split()) > 3
