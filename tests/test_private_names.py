"""A name that begins with an underscore is its own module's business: nobody else reads it, calls it or imports it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(path for folder in ("dealerkit", "bench", "docs/scripts") for path in (ROOT / folder).rglob("*.py"))
OF_A_NAMED_TUPLE = {"_replace", "_asdict", "_fields", "_make"}  # public, and underscored only so that no field is called so
PUBLIC_OF_OS = {"_exit"}  # documented: how a process of `os.fork` ends


def is_private(name: str) -> bool:
    """Whether a name is private: one underscore in front, and no more."""
    return name.startswith("_") and not name.startswith("__") and name not in OF_A_NAMED_TUPLE | PUBLIC_OF_OS


TOLD_BY = (ast.FunctionDef, ast.ClassDef, ast.Name, ast.Attribute, ast.Assign, ast.ImportFrom, ast.Call)
"""The only nodes in which a name is made or taken."""


def made_here(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that a module defines or binds: functions, classes, variables, attributes it sets, slots it declares."""
    found = set()
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id="__slots__")], value=value):
                found |= {one.value for one in ast.walk(value) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
            case _:
                pass
    return found


TAKEN = re.compile(r"(?<!\bself)(?<!\bcls)\._[a-z]|\bimport (?:\([^)]*|[^(\n]*)\b_[a-z]|[gs]etattr\(")
ITS_OWN = re.compile(r"\b(?:self|cls)\.(_[a-z]\w*)")


def may_touch(text: str) -> bool:
    """Whether a module has to be looked at closely: most take private names of `self` alone, and make each in plain sight."""
    return TAKEN.search(text) is not None or not all(
        re.search(rf"\bdef {name}\(|\bself\.{name}(: [^=\n]+)? = |^ +{name}(: [^=\n]+)? = ", text, re.MULTILINE)
        for name in {*ITS_OWN.findall(text)}
    )


def others_private_names(text: str) -> Iterator[tuple[int, str]]:
    """Line and name of each private name that a module takes from another."""
    if not may_touch(text):
        return
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, TOLD_BY)]
    own = made_here(nodes)
    for node in nodes:
        match node:
            case ast.Attribute(attr=name, lineno=line) if is_private(name) and name not in own:
                yield line, name
            case ast.ImportFrom(module=module, names=names, lineno=line) if (module or "").startswith("dealerkit"):
                yield from ((line, alias.name) for alias in names if is_private(alias.name))
            case ast.Call(func=ast.Name(id="getattr" | "setattr"), args=[_, ast.Constant(value=str(name)), *_], lineno=line):
                if is_private(name) and name not in own:
                    yield line, name
            case _:
                pass


def test_nobody_touches_what_is_private_to_another_module():
    """Neither an attribute of an object, nor a name of a module."""
    found = {path: [*others_private_names(path.read_text(encoding="utf-8"))] for path in FILES}
    assert {path.relative_to(ROOT).as_posix(): touched for path, touched in found.items() if touched} == {}
    assert len(found) > 600


@pytest.mark.parametrize(
    "text",
    [
        "head = table._head",
        "from dealerkit.rules.sets import _facts",
        "getattr(journal, '_connection').close()",
        "from dealerkit.rules import sets\nsets._facts.clear()",
        "class Mine(Theirs):\n    def go(self):\n        return self._next",
        "class Mine(Theirs):\n    def go(self):\n        self._mine = 1\n        return self._mine + self._next",
        "from dealerkit.rules.sets import (\n    rule_set,\n    _facts,\n)",
        "head = table(1)._head",
    ],
)
def test_such_a_touch_is_found(text):
    """What the test above is for."""
    assert [*others_private_names(text)] != []
