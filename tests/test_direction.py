"""The direction of imports: a module imports only from the lines above its own in CONTRIBUTING.md, or from its own line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "dealerkit"
ENTRANCES = {"__init__", "__main__"}  # the package's own front doors name what lies behind them


def layers() -> dict[str, int]:
    """The number of the line on which each module or folder stands."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(r"imports only from the lines above its own:\n\n```text\n(.*?)```", text, re.DOTALL)
    assert found
    return {name: number for number, line in enumerate(found[1].splitlines()) for name in line.split("  ")[0].split()}


def imported(path: Path) -> Iterator[str]:
    """The modules and folders of ours that a file imports when it runs, wherever in the file it does so."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    only_for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in only_for_types:
            continue
        if isinstance(node, ast.ImportFrom) and node.module == "dealerkit":
            yield from (alias.name for alias in node.names if not alias.name.startswith("_"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dealerkit."):
            yield (node.module or "").split(".")[1]
        elif isinstance(node, ast.Import):
            yield from (alias.name.split(".")[1] for alias in node.names if alias.name.startswith("dealerkit."))


def parts() -> list[str]:
    """The modules and folders that the package consists of."""
    names = {path.stem for path in PACKAGE.glob("*.py")} | {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    return sorted(names - ENTRANCES - {"_data"})


@pytest.mark.parametrize("name", parts())
def test_imports_go_one_way(name):
    """Nothing imports from a line below its own, so each part can be read without the parts that use it."""
    lines = layers()
    assert name in lines, f"{name} has no line in CONTRIBUTING.md"
    files = [PACKAGE / f"{name}.py"] if (PACKAGE / f"{name}.py").exists() else sorted((PACKAGE / name).rglob("*.py"))
    wrong = {
        (path.relative_to(ROOT).as_posix(), other)
        for path in files
        for other in imported(path)
        if lines.get(other, 10**6) > lines[name]
    }
    assert wrong == set()


def test_every_line_names_a_part():
    """What CONTRIBUTING.md lists exists."""
    assert set(layers()) - set(parts()) == set()


@pytest.mark.parametrize("name", ["betting", "cuts", "paytable", "matching", "adjacency"])
def test_lean_parts_import_nothing_of_ours(name):
    """What bulk work needs stands alone."""
    assert list(imported(PACKAGE / f"{name}.py")) == []
