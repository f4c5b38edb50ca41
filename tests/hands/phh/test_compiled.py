"""The compiled wheel: built, unpacked beside the checkout, and compared with the modules that it was compiled from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from dealerkit import __version__
from tests.hands.phh.hands import HANDS
from tests.needs import C_COMPILER, need
from tests.sampling import LONG
from tests.test_project import DATA, PROJECT, ROOT

MODULES = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["compiled"]
CORE = "dealerkit.hands.phh.checker"


def test_what_is_compiled_is_there():
    """Each file that pyproject.toml names, once and in order."""
    assert sorted(set(MODULES)) == MODULES
    assert [name for name in MODULES if not (ROOT / name).is_file()] == []


def test_a_wheel_is_compiled_only_where_that_is_asked_for(monkeypatch):
    """By one variable, which says yes or no; what compiles is asked for only then."""
    import hatch_build

    hook = object.__new__(hatch_build.Kept)
    for said, needed in ((None, False), ("", False), ("0", False), ("1", True)):
        monkeypatch.delenv("DEALERKIT_COMPILED", raising=False)
        if said is not None:
            monkeypatch.setenv("DEALERKIT_COMPILED", said)
        assert [name.startswith("mypy") for name in hook.dependencies()] == ([True, False] if needed else [])
    monkeypatch.setenv("DEALERKIT_COMPILED", "yes")
    with pytest.raises(ValueError, match="DEALERKIT_COMPILED is yes: it is 1"):
        hook.dependencies()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The compiled wheel, as the build backend makes it."""
    need("a C compiler with Python.h", C_COMPILER)
    folder = tmp_path_factory.mktemp("compiled")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, env=os.environ | {"DEALERKIT_COMPILED": "1"}, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def unpacked(wheel) -> Path:
    """The folder that it is unpacked into, as an installation does."""
    place = wheel.parent / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    return place


def run(place: Path, *words: str) -> str:
    """What a Python prints that finds dealerkit in a folder first."""
    env = os.environ | {"PYTHONPATH": str(place), "PYTHONSAFEPATH": "1", "DEALERKIT_CACHE": "off"}
    return subprocess.run([sys.executable, *words], cwd="/", env=env, check=True, capture_output=True, text=True).stdout


@pytest.mark.slow
@pytest.mark.campaign
def test_the_compiled_wheel_finds_the_same(wheel, unpacked, tmp_path):
    """Every recorded hand and every broken one, and each with actions and fields that are wrong: the same to the letter."""
    here = f"import {CORE} as core; print(core.__file__)"
    assert run(unpacked, "-c", here).strip().endswith((".so", ".pyd"))
    assert run(ROOT, "-c", here).strip().endswith("checker.py")
    script = shutil.copy(Path(__file__).with_name("outcomes.py"), tmp_path)
    compiled, plain = (run(place, str(script), str(HANDS), str(5 + LONG)) for place in (unpacked, ROOT))
    assert compiled.splitlines() == plain.splitlines()
    assert compiled.count("HandProblem(") > 500
    assert compiled.count("None Winnings(") > 195
    check = ("-m", "dealerkit", "check", str(HANDS), "--json", "--fail-on", "never")
    assert run(unpacked, *check) == run(ROOT, *check)


@pytest.mark.slow
def test_the_compiled_wheel_says_what_it_is(wheel, unpacked):
    """By its name, for one Python on one system; by `--version`; and it holds the rule data and the source of every module."""
    assert f"-cp3{sys.version_info.minor}-" in wheel.name
    assert not wheel.name.endswith("-none-any.whl")
    assert run(unpacked, "-m", "dealerkit", "--version") == f"dealerkit {__version__} (compiled)\n"
    assert run(ROOT, "-m", "dealerkit", "--version") == f"dealerkit {__version__}\n"
    names = set(zipfile.ZipFile(wheel).namelist())
    beside = {
        f"{place}/{path.relative_to(ROOT / kind)}"
        for kind, place in DATA.items()
        for path in (ROOT / kind).rglob("*")
        if path.is_file()
    }
    assert beside <= names
    assert {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "dealerkit").rglob("*.py") if "_data" not in path.parts
    } <= names
    machine = [name for name in names if name.endswith((".so", ".pyd"))]
    assert {name.split(".")[0] for name in machine} == {name.removesuffix(".py") for name in MODULES} | {"dealerkit__mypyc"}
