"""The direction of imports: a module imports only from the lines above its own in CONTRIBUTING.md, or from its own line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

import pytest

from dealerkit.rules.games import games
from docs.scripts.make_rooms import MODULES, PACKAGE, PAGE, ROOT, files_of, imported, layers, page, rooms, rooms_imported


@pytest.mark.parametrize("name", rooms())
def test_imports_go_one_way(name):
    """Nothing imports from a line below its own, so each part can be read without the parts that use it."""
    lines = layers()
    assert name in lines, f"{name} has no line in CONTRIBUTING.md"
    wrong = {
        (path.relative_to(ROOT).as_posix(), other)
        for path in files_of(name)
        for other in rooms_imported(path)
        if lines.get(other, 10**6) > lines[name]
    }
    assert wrong == set()


def test_every_line_names_a_part():
    """What CONTRIBUTING.md lists exists."""
    assert set(layers()) - set(rooms()) == set()


def test_the_drawing_of_the_rooms_is_in_step():
    """If this fails, run `python docs/scripts/make_rooms.py` and commit `docs/rooms.md`."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("arithmetic/**/*.py")), ids=lambda path: path.stem)
def test_arithmetic_imports_nothing_of_ours(path):
    """What bulk work needs stands alone."""
    assert [name for name in imported(path) if not name.startswith("dealerkit.arithmetic")] == []


def test_few_rooms():
    """At most twenty-one entries stand at the top of the package, so that its listing is the architecture."""
    assert len(rooms()) <= 21


def circle(imports: Mapping[str, set[str]]) -> list[str]:
    """A circle among imports; empty if there is none."""
    try:
        tuple(TopologicalSorter(imports).static_order())
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_itself_by_way_of_others():
    """No circle of modules, imports for types included."""
    assert (
        circle({name: set(imported(path)) - {name, "dealerkit"} for name, path in MODULES.items() if name != "dealerkit"}) == []
    )


ENGINE = ("felt", "facts", "mechanics", "procedure", "judge", "rulings", "table")
MAY_NAME = {PACKAGE / "table" / "record"}
"""Whoever reads a record may give an example."""
ORDINARY = {"cash", "draw"}
"""Names of games that are ordinary words as well."""


def words_of(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The names and texts that code is made of, docstrings apart, each with its line."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    for node in ast.walk(tree):
        found = [getattr(node, field, None) for field in ("id", "attr", "name", "arg", "module")]
        if isinstance(node, ast.Constant) and id(node) not in told:
            found.append(node.value)
        yield from ((word, getattr(node, "lineno", 0)) for word in found if isinstance(word, str))


@pytest.mark.parametrize("part", ENGINE)
def test_the_engine_knows_no_game_by_name(part):
    """What a thing is called in one game stands in that game's file; no name or text of the engine's code has a game in it."""
    names = {word for game in games() for word in (game, game.replace("-", "_"))} - ORDINARY
    game = re.compile(rf"(?<![a-z])({'|'.join(sorted(names, key=len, reverse=True))})s?(?![a-z])", re.IGNORECASE)
    files = [path for path in sorted((PACKAGE / part).rglob("*.py")) if MAY_NAME.isdisjoint(path.parents)]
    said = [
        (path.relative_to(ROOT).as_posix(), line, word)
        for path in files
        for word, line in words_of(ast.parse(path.read_text(encoding="utf-8")))
        if game.search(word.replace("_", "-")) or game.search(word)
    ]
    assert files
    assert said == []
