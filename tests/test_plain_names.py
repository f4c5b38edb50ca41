"""Names say what they hold: no variable, parameter or private function here is `one`, `told`, `said` or the like."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.source_text import bare

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    "arithmetic",
    "catalogue",
    "cli",
    "facts",
    "felt",
    "files",
    "games/baccarat",
    "games/pit",
    "games/poker",
    "games/pot",
    "games/social",
    "hands",
    "jobs",
    "judge",
    "mechanics",
    "procedure",
    "rules",
    "rulings",
    "sheets",
    "showdown",
    "table",
    "training",
    "web",
)
FOLDERS = (*(f"dealerkit/{room}" for room in ROOMS), "bench")
EMPTY_NAMES = {"found", "heard", "it", "made", "one", "said", "told"}
PUBLIC = {("dealerkit/rulings/ruling.py", "said")}
"""A keyword of `dealerkit.rule`, which programs of others call."""


def names_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Variables and parameters with their lines, and functions that are private or stand within another.

    Fields of values, and the methods that other rooms call, are names of what a record or a report holds, and not among them.
    """
    fields = {
        part.target
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for part in node.body
        if isinstance(part, ast.AnnAssign)
    }
    methods = {part for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for part in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in fields:
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef) and (node.name.startswith("_") or (node not in methods and node not in tree.body)):
            yield node.lineno, node.name


MAY_BE_EMPTY = re.compile(rf"(?<![.\w])_*(?:{'|'.join(sorted(EMPTY_NAMES))})_*\b")
"""A name as code makes it; behind a dot it is only read."""


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_name_is_empty(folder: str) -> None:
    """Each module of a room, line by line."""
    empty = [
        f"{file}:{line}: {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for file, text in [(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))]
        if MAY_BE_EMPTY.search(bare(text))
        for line, name in names_of(ast.parse(text))
        if name.strip("_") in EMPTY_NAMES and (file, name) not in PUBLIC
    ]
    assert not empty, "\n".join(empty)


SAYS_IT = re.compile(r"(Close|Print|Return|Write|Yield) (it|them)\b")
"""A docstring that only the class around it explains."""


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_docstring_names_what_it_returns(folder: str) -> None:
    """`Return the penalty as plain data`, not `Return it`."""
    nameless = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        if SAYS_IT.search(text := path.read_text(encoding="utf-8"))  # most modules have no such words at all
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and SAYS_IT.match(ast.get_docstring(node) or "")
    ]
    assert not nameless, "\n".join(nameless)


CLAUSE = re.compile(
    r"(Complain of|Note|Read|Return|Say|Tell|Yield) (what|whatever|where|who|whoever|everything that)\b|.*\bwhoever\b", re.DOTALL
)
"""A docstring that puts a clause where the thing has a noun."""
MAY_HAVE_CLAUSE = re.compile(CLAUSE.pattern.replace(".*", ""))
"""A module in which one may stand; most have none, and need not be parsed."""


@pytest.mark.parametrize("room", ROOMS)
def test_a_docstring_has_a_noun_for_what_it_returns(room: str) -> None:
    """`Return the winner`, `Yield problems of a game`, and neither `Return who wins` nor `Yield what is wrong with a game`."""
    clauses = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in sorted((ROOT / "dealerkit" / room).rglob("*.py"))
        if MAY_HAVE_CLAUSE.search(code := path.read_text(encoding="utf-8"))
        for line, text in docstrings(ast.parse(code))
        if CLAUSE.match(text)
    ]
    assert not clauses, "\n".join(clauses)


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Docstrings of a module and everything in it, with the line of what they describe; those of fields and constants too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and (text := ast.get_docstring(node)):
            yield node.lineno, text
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def test_every_kind_of_name_is_looked_at() -> None:
    """A loop, an assignment, a parameter, a private function and one inside another; a field and a public method are left."""
    code = """
class Report:
    said: str

    def told(self, heard):
        def made(): ...
        return [one for one in heard]

def _found(): ...
it = 1
"""
    assert {name for _, name in names_of(ast.parse(code))} - {"self"} == {"heard", "made", "one", "_found", "it"}


@pytest.mark.parametrize(
    "code",
    ["it = 1", "_one_: int = 1", "f'{[told for told in x]}'", "def _said(): ...", "def f(*, heard=2): ...", "(a, made) = x"],
)
def test_a_module_that_may_have_one_is_looked_at(code: str) -> None:
    """However the name is made; what a text, a comment or another object calls so is none."""
    assert MAY_BE_EMPTY.search(bare(code))
    assert not MAY_BE_EMPTY.search(bare("""x.told = 'it is one'  # said"""))
