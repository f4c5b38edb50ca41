"""What is imported only where it is wanted, so that commands come up fast. Which way imports go is in `test_direction.py`."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dealerkit

PACKAGE = Path(dealerkit.__file__).parent
DATA = Path(__file__).parent / "data" / "phh"
TOLD = """
import sys
from dealerkit.cli.main import main
try:
    main(["check", sys.argv[1]])
except SystemExit:
    pass
print("imported", *sys.modules)
"""
HEAVY = {
    "asyncio",
    "dealerkit.catalogue.findings",
    "dealerkit.facts",
    "dealerkit.mechanics",
    "dealerkit.procedure.steps",
    "dealerkit.table.table",
    "fsspec",
    "importlib.metadata",
}
"""What takes longer to come up than a thousand hands in PHH take to be judged."""


@pytest.mark.parametrize(("text", "wanted"), [("", set()), ("# no hand\n[2]\n", {"dealerkit.catalogue.findings"})])
def test_clean_hands_in_phh_need_no_table(tmp_path, text, wanted):
    """Neither the engine nor what tells of findings is imported for them; the latter is where there is a finding."""
    path = tmp_path / "some.phhs"
    path.write_bytes(b"[1]\n" + (DATA / "handhq.phhs").read_bytes().split(b"\n\n")[0].split(b"\n", 1)[1] + b"\n" + text.encode())
    done = subprocess.run([sys.executable, "-c", TOLD, path], capture_output=True, text=True, check=True)
    imported = set(done.stdout.rsplit("imported", 1)[1].split())
    assert imported & HEAVY >= wanted
    assert wanted or imported & HEAVY == set()


KEPT = """
import sys
from dealerkit.rules import cache
cache._UNSURE = 0
from dealerkit.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print("imported", *sys.modules)
"""
NEVER = {"dealerkit.rules.entries", "dealerkit.rules.old_names", "dealerkit.rules.schema", "hashlib", "secrets", "shutil", "yaml"}
"""What nobody wants who asks for what an earlier run has kept."""


@pytest.mark.parametrize(
    ("typed", "never"),
    [
        (
            ["rule", "--json", "card_exposed", "-f", "deck_position=2", "-f", "acts=call fold"],
            {"dealerkit.rules.games", "dealerkit.rulings.wording", "fractions", "sqlite3", "textwrap"},
        ),
        (["rule", "in hold'em the flop came with four cards"], {"dealerkit.rules.step_models", "dealerkit.rulings.wording"}),
        (["explain", "MD-05"], {"dealerkit.rulings.complaint", "dealerkit.rulings.facts", "decimal", "fractions"}),
        (["search", "late", "bets"], {"dealerkit.rules.games", "dealerkit.rules.readings", "fractions"}),
    ],
    ids=lambda one: one[0] if isinstance(one, list) else "",
)
def test_what_was_kept_is_told_with_few_imports(tmp_path, typed, never):
    """Every one of these takes a hundredth or more of a short command's time; `bench/start_up.py` holds the whole."""
    env = os.environ | {"DEALERKIT_CACHE": str(tmp_path), "DEALERKIT_HOME": str(tmp_path / "home")}
    first, second = (
        subprocess.run([sys.executable, "-c", KEPT, *typed], env=env, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )
    (told, _, _), (again, _, imported) = (one.rpartition("imported") for one in (first, second))
    assert told == again
    assert (NEVER | never) & set(imported.split()) == set()


@pytest.mark.thorough
def test_what_comes_up_late_is_a_module():
    """Only whole modules have a stand-in: a class or a function that came up late would be found missing when it is called."""
    found: dict[str, Path] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for block in ast.parse(path.read_text(encoding="utf-8")).body:
            match block:
                case ast.With([ast.withitem(ast.Call(ast.Name("late_imports")))]):
                    found |= {name: path for part in block.body for name in _imported(part)}
    assert [name for name in found if name.startswith("dealerkit") and importlib.util.find_spec(name) is None] == []
    assert len(found) > 10


def _imported(part: ast.stmt) -> list[str]:
    match part:
        case ast.Import():
            return [one.name for one in part.names]
        case ast.ImportFrom():
            return [f"{part.module}.{one.name}" for one in part.names]
    raise AssertionError(ast.unparse(part))


def test_no_module_comes_up_late_in_another_way():
    """Only registries and front doors ask for a module by a name; ruff tells of imports inside functions."""
    found = {
        path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if "import_module(" in path.read_text("utf-8")
    }
    assert {path for path in found if not path.startswith("cli/")} == {
        "__init__.py",
        "files/late_modules.py",
        "rules/registries.py",
        "rulings/__init__.py",
        "sheets/editions/__init__.py",
        "training/generators/__init__.py",
        "web/app.py",
    }
