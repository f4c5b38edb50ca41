"""Settings and fixtures for every test."""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import linecache
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from dealerkit.rules import cache
from dealerkit.rules.sets import at_one_moment
from tests import freezing
from tests.needs import left_out
from tests.postgres import PostgresServer, running
from tests.sampling import sample

# Collected tests and their rule sets live to the end; repeated garbage collection over them took a sixth of the suite's time. New
# garbage is still collected, in larger heaps.
gc.set_threshold(1_000_000, 20, 10)

# Compiling two thousand modules, ours and those of the tests, takes every process ten seconds, including those that tests start.
# Compiled modules are therefore shared, beside the sources, even if Python is set to write none.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

os.environ["DEALERKIT_CACHE"] = "off"  # collection writes nothing to a home folder
os.environ["NO_PAGER"] = "1"  # there is no user to leave it; the test of the pager removes this

# Keeping a record includes a wait for the disk each time. A test's files must survive a killed process, not a power cut: they are
# in memory if there is enough room and no folder is set.
MEMORY, ROOM = Path("/dev/shm"), 4_000_000_000
if "PYTEST_DEBUG_TEMPROOT" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)

freezing.quicken()

# Other machines can be slower: the time to make or try an example is not a failure.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

# A shell without job control starts background processes with Ctrl-C ignored, and children inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)


class PromptedModules:
    """Look for examples only in modules that have a prompt: six of seven have none, and each object in them would be searched.

    It is a plugin of its own, since the hooks of this file do not see what lies beside its folder.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Return the collectors of a file, without the one for examples if there are none."""
        found = yield
        if any(isinstance(one, DoctestModule) for one in found) and b">>> " not in file_path.read_bytes():
            return [one for one in found if not isinstance(one, DoctestModule)]
        return found


def pytest_configure(config: pytest.Config) -> None:
    """Add what is to see all folders."""
    config.pluginmanager.register(PromptedModules())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that a sample leaves to `--long`, before pytest selects by marks."""
    sample(items)


def pytest_collection_finish() -> None:
    """Freeze the objects of collection, which are never garbage, and drop the sources read for examples.

    The debugger at each example would otherwise check each of those thousand files for changes on disk.
    """
    linecache.clearcache()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Use one process more than there are cores, since tests also wait for browsers, servers and processes."""
    return (os.cpu_count() or 1) + 1


LEFT = pytest.StashKey[Counter[str]]()
"""Number of deselected tests by mark: `slow`, or else `thorough`."""


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count the deselected tests by mark."""
    for item in items:
        mark = next((mark for mark in ("slow", "thorough") if item.get_closest_marker(mark)), "")
        item.config.stash.setdefault(LEFT, Counter[str]())[mark] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the number of deselected tests to the first process; all processes have deselected the same."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left"] = dict(session.config.stash.get(LEFT, None) or {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over the number of deselected tests of another process."""
    node.config.stash[LEFT] = Counter(getattr(node, "workeroutput", {}).get("left", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the number of deselected slow tests, and the results of the attacks in `tests/attack`: inputs and failures by
    kind.
    """
    left = terminalreporter.config.stash.get(LEFT, Counter[str]())
    if left["thorough"]:
        terminalreporter.write_line(
            f"{left['thorough']:,} tests are marked thorough and left to `.ci/run`, or `pytest -m thorough`"
        )
    if left["slow"]:
        terminalreporter.write_line(f"{left['slow']:,} tests are marked slow and left to `.ci/run --long`, or `pytest -m slow`")
    skipped = terminalreporter.stats.get("skipped", [])
    for line in left_out(str(report.longrepr[2]) for report in skipped if isinstance(report.longrepr, tuple)):
        terminalreporter.write_line(line)
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, ())]
    told = [value for report in reports for name, value in getattr(report, "user_properties", ()) if name == "attack"]
    if told:
        terminalreporter.section("attacks")
    for kind, inputs, failures in sorted(told):
        terminalreporter.write_line(f"{kind}: {inputs:,} inputs, {failures} failures")
    replayed = [value for report in reports for name, value in getattr(report, "user_properties", ()) if name == "replayed"]
    if replayed:
        statements, facts = (sum(column) for column in zip(*replayed, strict=True))
        terminalreporter.write_line(f"{statements:,} printed statements replayed, {facts:,} times")
    flipped = [value for report in reports for name, value in getattr(report, "user_properties", ()) if name == "flipped"]
    if flipped:
        options, values, clauses, unmoved, rulings = (sum(column) for column in zip(*flipped, strict=True))
        terminalreporter.write_line(
            f"{options:,} options flipped, {values:,} values: {clauses:,} clauses compared, {unmoved:,} listed as unmoved, "
            f"{rulings:,} rulings replayed"
        )
    turned = [value for report in reports for name, value in getattr(report, "user_properties", ()) if name == "turned"]
    if turned:
        terminalreporter.write_line(f"{sum(turned):,} hands turn on {len(turned):,} options")


@pytest.fixture(scope="session", autouse=True)
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give all tests a data folder of their own; a test of the data folder sets another.

    Programs started by tests share a cache folder, since making the cache takes a process longer than all its other work. The
    tests' own process has no cache: it reads the current files, including replacements by a test, only once.
    """
    os.environ["DEALERKIT_HOME"] = str(tmp_path_factory.mktemp("home"))
    shared, folder = tmp_path_factory.getbasetemp().parent, cache.folder
    os.environ["DEALERKIT_CACHE"] = str(shared / "kept")
    cache.folder = lambda: None if folder() == shared / "kept" else folder()


ONE_MOMENT = {"facts", "obedience", "procedure", "rulings", "sheets", "training"}
"""Folders of tests that rule or print much, and replace neither our own files nor files of cases while a test runs."""


@pytest.fixture(autouse=True)
def _one_moment(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check our own files for changes only once in each test of some folders, as within one ruling: the times of 150 files took
    two thirds of it.
    """
    folder = request.path.relative_to(Path(__file__).parent).parts[0]
    with at_one_moment() if folder in ONE_MOMENT else contextlib.nullcontext():
        yield


@pytest.fixture
def keeping(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a cache in a folder that is shared by all tests with this fixture.

    It is for tests that go through all included files; none of them may replace any file.
    """
    monkeypatch.setenv("DEALERKIT_CACHE", str(tmp_path_factory.getbasetemp().parent / "found out"))


@pytest.fixture(scope="session")
def script() -> Callable[[str], ModuleType]:
    """Return a function that loads a script of `bench/` as a module, by its name."""

    def load(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).resolve().parents[1] / "bench" / f"{name}.py")
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server: `postgres.empty()` is the address of a new database. A test that stops it must start it again."""
    with running() as server:
        yield server


@pytest.fixture
def exchanging_house(tmp_path: Path) -> Path:
    """Return the file of a house in which a first or second exposed card is exchanged like any other, without a misdeal."""
    path = tmp_path / "exchanging.yaml"
    path.write_text(
        "set: exchanging\nextends: tda\nfamily: poker\nfaults:\n  card_exposed:\n    cases:\n      first_or_second: null\n",
        encoding="utf-8",
    )
    return path
