"""What holds for every test."""

from __future__ import annotations

import gc
import importlib.util
import linecache
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import freezegun.api
import pytest
from hypothesis import HealthCheck, settings

from dealerkit.rules import cache
from tests.needs import left_out
from tests.postgres import PostgresServer, running
from tests.sampling import sample

# Collected tests and the rule sets they share are alive to the end; to look through them for garbage again and again took a sixth
# of the suite's time. New garbage is still looked for, in larger heaps.
gc.set_threshold(1_000_000, 20, 10)

# Two thousand modules, of ours and of the tests, take every process that compiles them ten seconds, and so does what the tests
# start. What one has compiled the others read, beside the sources, where Python is told to keep nothing too.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

os.environ["DEALERKIT_CACHE"] = "off"  # what is collected leaves nothing in anybody's home
os.environ["NO_PAGER"] = "1"  # nobody sits there to leave it; what proves the pager takes this away

# Whoever keeps a record waits for the disk each time. What a test keeps has to outlast a process that is killed, and not a power
# cut: it lies in memory where there is room enough, and nobody named a place.
MEMORY, ROOM = Path("/dev/shm"), 4_000_000_000
if "PYTEST_DEBUG_TEMPROOT" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)

# To set the clock, freezegun looks through all names of all modules for those that tell the time, thirty milliseconds for as many
# as we have, and keeps what it finds of a module as long as its names stay the same: here, as long as they are as many.
freezegun.api._get_module_attributes_hash = lambda module: f"{id(module)}-{len(getattr(module, '__dict__', ()))}"

# Other machines are slower than yours: how long an example takes to make or to try is no failure.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

# A shell without job control starts what runs in its background deaf to Ctrl-C, and children inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to `--long` what a sample leaves out, before pytest looks for marks."""
    sample(items)


def pytest_collection_finish() -> None:
    """What lies here once all tests are known is garbage never, and no source is needed that was looked through for examples.

    The debugger that stands by at each example would ask the disk for each of those thousand files whether it has changed.
    """
    linecache.clearcache()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: tests wait for browsers, servers and processes, too."""
    return (os.cpu_count() or 1) + 1


LEFT = pytest.StashKey[Counter[str]]()
"""How many tests were left out by each of the marks that leave tests out: by `slow`, or else by `thorough`."""


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count those that are left out, by their mark."""
    for item in items:
        mark = next((mark for mark in ("slow", "thorough") if item.get_closest_marker(mark)), "")
        item.config.stash.setdefault(LEFT, Counter[str]())[mark] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """One of several processes tells the first how many it has left out; all have left out the same."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left"] = dict(session.config.stash.get(LEFT, None) or {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what another process has left out."""
    node.config.stash[LEFT] = Counter(getattr(node, "workeroutput", {}).get("left", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were left out as slow, and what the attacks of `tests/attack` came to: inputs a kind, and failures."""
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
    """No test writes in anybody's data folder; one that looks at its own names another.

    What the tests start reads kept rules, as it does everywhere, from a folder that all of them share; to make them anew takes a
    process longer than all that it does besides. The tests' own process keeps none: it reads what lies there now, whatever a
    test has put in its place, and only once.
    """
    os.environ["DEALERKIT_HOME"] = str(tmp_path_factory.mktemp("home"))
    shared, folder = tmp_path_factory.getbasetemp().parent, cache.folder
    os.environ["DEALERKIT_CACHE"] = str(shared / "kept")
    cache.folder = lambda: None if folder() == shared / "kept" else folder()


@pytest.fixture
def keeping(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what commands find out, as they do everywhere, in a folder that all tests share which ask for this.

    It is for those that look through everything we ship; none of them may have put anything in its place.
    """
    monkeypatch.setenv("DEALERKIT_CACHE", str(tmp_path_factory.getbasetemp().parent / "found out"))


@pytest.fixture(scope="session")
def script() -> Callable[[str], ModuleType]:
    """Load a script of `bench/` as a module, by its name."""

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
    """A PostgreSQL server: `postgres.empty()` is the address of a new database. Who stops it starts it again."""
    with running() as server:
        yield server


@pytest.fixture
def exchanging_house(tmp_path: Path) -> Path:
    """The file of a house where a first or second card that is shown is exchanged like any other: it calls no misdeal for it."""
    path = tmp_path / "exchanging.yaml"
    path.write_text(
        "set: exchanging\nextends: tda\nfamily: poker\nfaults:\n  card_exposed:\n    cases:\n      first_or_second: null\n",
        encoding="utf-8",
    )
    return path
