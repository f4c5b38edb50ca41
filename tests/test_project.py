"""The project itself: what the README promises, what the wheel carries, what may not stand in a tracked file."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

import dealerkit
from dealerkit import __version__
from dealerkit.cli.main import COMMANDS
from dealerkit.table.table import Table

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DATA = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]


def tracked() -> list[Path]:
    """Every file that is part of the project: git's list, or in a source archive whatever is there."""
    done = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False)
    names = done.stdout.decode().split("\0") if done.returncode == 0 else []
    paths = [ROOT / name for name in names if name] or [path for path in ROOT.rglob("*") if ".venv" not in path.parts]
    return [path for path in paths if path.is_file()]


def texts() -> Iterator[tuple[str, str]]:
    """Name and text of every tracked text file."""
    for path in tracked():
        content = path.read_bytes()
        if b"\0" not in content:
            yield path.relative_to(ROOT).as_posix(), content.decode("utf-8", errors="replace")


def test_every_command_is_called_from_the_wheel():
    """The script that calls an installed dealerkit leaves no command out, and calls none that is not there."""
    source = ast.parse((ROOT / ".ci" / "check_wheel.py").read_text(encoding="utf-8"))
    (calls,) = (node.value for node in source.body if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "CALLS")
    called = {words[0] for words, *_ in ast.literal_eval(ast.unparse(calls))}
    assert {name for name in called if not name.startswith("-")} == set(COMMANDS)


APART = {"attack", "games/toy/harbour_games", "obedience", "training/oracles", "web/people"}
"""Folders of the tests that are no room of the package: proofs through all rooms, a family of the tests, second answers, half a
room.
"""


def test_the_tests_mirror_the_package():
    """Each folder of tests has the name of the room it proves, or is said here to be none."""
    folders = {path.parent.relative_to(ROOT / "tests").as_posix() for path in (ROOT / "tests").rglob("*.py")}
    ours = {name for name in folders if name not in APART and name != "."}
    assert sorted(name for name in ours if not (ROOT / "dealerkit" / name / "__init__.py").is_file()) == []
    assert {"judge", "procedure", "facts", "arithmetic", "mechanics", "table"} <= ours


def test_the_readme_is_read_in_one_go():
    """At most 200 lines: what dealerkit is, how it is installed, one example a job, where to read on."""
    assert len(README.splitlines()) <= 200


def test_the_two_commands_stand_in_the_readme():
    """One command shows the demo, one runs the tests, with nothing but Python 3; `.ci/run` runs these very lines."""
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv ")]
    assert [line.split(" && ")[-1].split(maxsplit=1)[-1] for line in lines] == ["demo", "-m pytest -n auto"]


def test_the_version_has_an_entry_in_the_changelog():
    """Whoever reads the changelog finds the version that runs."""
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_tracked_file_names_a_place_of_this_machine():
    """Nothing that is committed holds a path of whoever committed it, or a registry's address."""
    places = [f"{ROOT}/", f"{Path.home()}/", "/home/", "/Users/", "C:\\Users"]
    here = Path(__file__).relative_to(ROOT).as_posix()
    wrong = [(name, place) for name, text in texts() if name != here for place in places if place in text]
    assert wrong == []


def test_constraints_are_names_and_versions():
    """The constraints can be read by anybody's pip: no hosts, no hashes, no paths."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert lines
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9-]+==[0-9a-z.]+( ; [a-z_ ='0-9A-Z!]+)?", line)] == []


def _extras() -> dict[str, list[str]]:
    """What each extra asks for; under the empty name what everybody gets."""
    return {"": PROJECT["project"]["dependencies"], **PROJECT["project"]["optional-dependencies"]}


@pytest.mark.parametrize("extra", _extras())
def test_what_is_proved_is_what_we_ask_for(extra):
    """The constraints, and what is installed here, satisfy each requirement."""
    pinned = dict(line.partition(" ;")[0].split("==") for line in (ROOT / "constraints.txt").read_text().splitlines())
    for requirement in map(Requirement, _extras()[extra]):
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        if name == "dealerkit":
            assert requirement.extras <= set(_extras())
            continue
        assert requirement.specifier.contains(pinned[name]), requirement
        if extra != "docs":
            assert requirement.specifier.contains(metadata.version(name)), requirement


@pytest.mark.parametrize(
    ("name", "faulty"),
    [
        ("jinja2", "3.1.5"),
        ("starlette", "0.49.0"),
        ("starlette", "0.47.1"),
        ("python-multipart", "0.0.21"),
        ("distributed", "2025.12.0"),
    ],
)
def test_no_version_with_a_known_fault_is_asked_for(name, faulty):
    """A sandbox that is left, a server that is held up, a file put elsewhere, a command run by a page."""
    asked = [one for extra in _extras().values() for one in map(Requirement, extra) if one.name == name]
    assert asked
    assert not any(one.specifier.contains(faulty) for one in asked)


def test_the_readme_tells_what_each_extra_is_for():
    """Each once, in its table; what is installed from the checkout is installed so that the checkout is what runs."""
    told = re.findall(r"^\| `([a-z]+)` \|", README.split("| Extra |")[1].split("\n\n")[0], flags=re.MULTILINE)
    assert sorted(told) == sorted(set(_extras()) - {"", "dev", "docs"})
    past = ("CHANGELOG.md", "changes/before-0.1.0.md")
    pages = [(name, text) for name, text in texts() if (name.endswith(".md") and name not in past) or name == ".ci/run"]
    installed = [(name, words) for name, text in pages for words in re.findall(r"pip install([^`\n]* '?\.[\['\s][^`\n]*)", text)]
    assert len(installed) > 4
    copies = [one for one in installed if not re.search(r" --editable '?\.", one[1])]
    assert copies == []


def test_the_hosted_checks_are_our_own():
    """The hosted run calls `.ci/run` and nothing else, on every Python from the least we ask for to 3.14."""
    (job,) = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert job["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert PROJECT["project"]["requires-python"] == ">=3.11"


def test_what_runs_before_a_commit_is_what_ci_runs():
    """Each hook of `.pre-commit-config.yaml` is a line of `.ci/run`."""
    (repo,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    ci = (ROOT / ".ci/run").read_text(encoding="utf-8").replace('"$bin/', "").replace('"', "")
    for hook in repo["hooks"]:
        assert hook["entry"].removeprefix(".venv/bin/").removesuffix(" --force-exclude") in ci
        folders = hook.get("files", "^()/").removeprefix("^(").removesuffix(")/").split("|")
        assert [name for name in folders if not (ROOT / name).is_dir()] == []


@pytest.mark.parametrize("form", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda form: form.stem)
def test_an_issue_form_asks_for_what_is_needed(form):
    """Name, description and fields with labels, as the host reads them; ids are unique."""
    asked = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert asked["name"]
    assert asked["description"]
    assert [field for field in asked["body"] if not field["attributes"]["label"]] == []
    assert len({field["id"] for field in asked["body"]}) == len(asked["body"])


def test_no_lock_file_is_tracked():
    """Lock files record the hosts they were made with."""
    assert [path for path in tracked() if path.name in {"uv.lock", "package-lock.json", "poetry.lock"}] == []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> zipfile.ZipFile:
    """The wheel as the build backend makes it, without a network; `.ci/run` makes one each time, and calls its every command."""
    folder = tmp_path_factory.mktemp("wheel")
    from hatchling.builders.wheel import WheelBuilder

    (file,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return zipfile.ZipFile(file)


@pytest.mark.slow
def test_the_wheel_carries_the_rule_sets(wheel):
    """Each file of procedures, rulings and templates is in the wheel, byte for byte."""
    packed = {name: wheel.read(name) for name in wheel.namelist() if name.startswith("dealerkit/_data/")}
    beside = {}
    for folder, place in DATA.items():
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                beside[f"{place}/{path.relative_to(ROOT / folder).as_posix()}"] = path.read_bytes()
    assert packed.keys() == beside.keys()
    assert packed == beside
    assert len(beside) > 10


@pytest.mark.slow
def test_the_wheel_is_the_package_and_nothing_else(wheel):
    """No tests, no benches, and every module of the package with its mark for type checkers."""
    names = set(wheel.namelist())
    assert {name.split("/")[0] for name in names} == {"dealerkit", f"dealerkit-{__version__}.dist-info"}
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "dealerkit").rglob("*.py") if "_data" not in path.parts}
    assert modules <= names
    assert "dealerkit/py.typed" in names


LACKING = {"termios", "tty", "select", "fcntl", "curses", "readline", "pwd", "grp", "resource", "msvcrt", "winreg"}
"""Modules that Windows or another system lacks."""


def test_no_module_needs_one_system():
    """Plain Python throughout: no module leans on what Windows or another system lacks (one inside a `try` may use it)."""
    found = {
        path.relative_to(ROOT).as_posix(): re.findall(r"^(?:import|from) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        for path in (ROOT / "dealerkit").rglob("*.py")
    }
    assert {name: lacking for name, words in found.items() if (lacking := LACKING.intersection(words))} == {}
    assert len(found) > 600


def test_commands_refuse_in_one_way():
    """What cannot be made of a command line is told by `misused` and `bad_value`; no command raises click's errors by itself."""
    raising = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "dealerkit/cli").rglob("*.py")
        if re.search(r"raise click\.(UsageError|BadParameter)", path.read_text(encoding="utf-8"))
    }
    assert raising == {"dealerkit/cli/common.py"}


ENGINE = {"felt", "facts", "mechanics", "procedure", "judge", "table", "floor", "verdict"}
LONGEST_CLASS = 400
MOST_NAMES = 25
MOST_DECISIONS = 30


def classes() -> Iterator[type]:
    """Every class that the package defines, `__main__` apart."""
    for module in pkgutil.walk_packages(dealerkit.__path__, "dealerkit."):
        if not module.name.endswith("__main__"):
            found = importlib.import_module(module.name)
            yield from (value for value in vars(found).values() if isinstance(value, type) and value.__module__ == module.name)


def test_one_class_name_is_one_class():
    """Whoever reads a name knows which class is meant, in whatever module it stands."""
    named: dict[str, set[str]] = {}
    for made in classes():
        named.setdefault(made.__name__, set()).add(made.__module__)
    assert {name: modules for name, modules in named.items() if len(modules) > 1} == {}


def docstrings(tree):
    """Return the docstrings of a module, its classes, functions and constants, each with what it describes."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            found.append((getattr(node, "name", "the module"), ast.get_docstring(node) or ""))
        body = getattr(node, "body", None)
        for value, below in pairwise(body if isinstance(body, list) else ()):
            if (
                isinstance(value, ast.Assign | ast.AnnAssign)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                found.append((ast.unparse(value).partition("=")[0].strip(), str(below.value.value)))
    return found


def test_no_docstring_begins_as_a_question():
    """Each says what a thing is, or what a call does: "What came of it" leaves a stranger to guess which thing that is."""
    found = []
    for path in sorted((ROOT / "dealerkit").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        named = docstrings(ast.parse(text)) if re.search(r"""["']\s*What\b""", text) else ()  # most have no such text at all
        found += [f"{path.relative_to(ROOT)}: {name}" for name, said in named if said.startswith("What ")]
    assert not found


def test_docstrings_of_constants_are_seen():
    """So that the test above can fail: a string below an assignment describes it, in a class too."""
    text = 'LEAST = 3\n"""What is least."""\nclass Pot:\n    most: int = 4\n    """Chips."""\nLEAST\n"""Nothing\'s."""\n'
    assert {("LEAST", "What is least."), ("most: int", "Chips.")} <= set(docstrings(ast.parse(text)))
    assert not any(said == "Nothing's." for _, said in docstrings(ast.parse(text)))


def test_no_chain_of_classes_stands_in_for_a_list_of_files():
    """A class stands on one other of ours at most, errors apart: who reads a method finds what it calls beside it."""
    longer = set()
    for made in classes():
        ours = [
            base for base in made.__mro__ if base.__module__.startswith("dealerkit.") and base.__module__ != "dealerkit.errors"
        ]
        if len(ours) > 2:
            longer.add(f"{made.__module__}.{made.__qualname__}")
    assert longer == set()


def test_a_class_of_the_engine_fits_one_reading():
    """None is longer than 400 lines."""
    engine = [made for made in classes() if made.__module__.split(".")[1] in ENGINE]
    lengths = {made.__qualname__: len(inspect.getsourcelines(made)[0]) for made in engine}
    assert {name: length for name, length in lengths.items() if length > LONGEST_CLASS} == {}


def decisions(function: ast.AST) -> int:
    """In how many ways a function may go on, and one: branches, loops, conditions and each part of them, as radon counts them."""
    count = 1
    for node in ast.walk(function):
        match node:
            case ast.If() | ast.IfExp() | ast.Assert():
                count += 1
            case ast.For(orelse=other) | ast.While(orelse=other):
                count += 1 + bool(other)
            case ast.Try(handlers=handlers, orelse=other):
                count += len(handlers) + bool(other)
            case ast.BoolOp(values=values):
                count += len(values) - 1
            case ast.comprehension(ifs=conditions):
                count += 1 + len(conditions)
            case ast.Match(cases=cases):
                count += len(cases)
    return count


def test_a_function_that_judges_can_be_followed():
    """None in the rooms where an act is judged has more than 30 decisions, radon's grade D."""
    judging = [path for room in ("judge", "procedure", "table") for path in (ROOT / "dealerkit" / room).rglob("*.py")]
    counts = {
        f"{path.stem}.{node.name}": decisions(node)
        for path in judging
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    assert {name: count for name, count in counts.items() if count > MOST_DECISIONS} == {}
    assert max(counts.values()) > MOST_DECISIONS // 2  # they are counted


def test_a_table_has_few_public_names():
    """What a table can do and tell, its plain values included, is at most 25 names."""
    table = Table("nap", seats=3)
    assert len({name for name in (*dir(Table), *vars(table)) if not name.startswith("_")}) <= MOST_NAMES
