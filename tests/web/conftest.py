"""Fixtures of the pages' tests: a client that keeps its cookies, a server for a browser, a browser."""

from __future__ import annotations

import contextlib
import random
import re
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import axe_core_python
import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from playwright.sync_api import expect, sync_playwright
from starlette.applications import Starlette
from starlette.testclient import TestClient

from dealerkit.web.app import application
from dealerkit.web.connections import ConnectionLimits
from dealerkit.web.desk import pins
from dealerkit.web.server import WebServer, listen
from dealerkit.web.settings import WebSettings
from dealerkit.web.storage import store as stores
from dealerkit.web.storage.store import Store, url_of
from dealerkit.web.storage.upgrade import bring_up_to_date
from dealerkit.web.users import passwords
from dealerkit.web.users.trail import Actor
from tests.needs import CHROMIUM, need
from tests.postgres import PostgresServer
from tests.web.forms import code_shown
from tests.web.waits import PATIENCE, last

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


expect.set_options(timeout=PATIENCE * 1000)


class PageClient(TestClient):
    """A browser without scripts: it keeps cookies and sends the token of the last page."""

    def token(self, page: str = "/") -> str:
        """Return the token of a page."""
        found = re.search(r'<meta name="token" content="([^"]+)">', self.get(page).text)
        assert found
        return found[1]

    def fill(self, path: str, **fields: Any) -> Any:
        """Send a form, like a browser."""
        return self.post(path, data={"token": self.token(), **fields})

    def exam_code(self, at: str, way: str = "code") -> str:
        """Return a code to begin an exam, given by an examiner: before it is begun, or by `release`."""
        return code_shown(self.fill(f"{at}/{way}").text)

    def tell(self, path: str, document: dict[str, Any]) -> Any:
        """Send JSON, like a script of ours."""
        return self.post(path, json=document, headers={"X-Token": self.token(), "Accept": "application/json"})


@pytest.fixture(autouse=True)
def _quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords and PINs in the usual way, with the least work."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_HASHER", quick)
    monkeypatch.setattr(pins, "_HASHER", quick)


@pytest.fixture(scope="session")
def _new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new database: the migrations are run once for all tests of this process."""
    path = tmp_path_factory.mktemp("database") / "web.db"
    engine = sa.create_engine(f"sqlite:///{path}")
    bring_up_to_date(engine)
    engine.dispose()
    return path


@pytest.fixture(autouse=True)
def _steps_climbed_once(_new_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace an empty file by one with all migrations done; `test_storage.py` runs them each time."""

    def quickly(engine: sa.Engine) -> None:
        path = Path(engine.url.database or "")
        if engine.dialect.name == "sqlite" and path.is_file() and not path.stat().st_size:
            with contextlib.suppress(OSError):  # an error of the path is reported by its user
                shutil.copyfile(_new_database, path)
        bring_up_to_date(engine)

    monkeypatch.setattr(stores, "bring_up_to_date", quickly)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Repeat the tests of a server without a browser with PostgreSQL, if slow tests are selected."""
    if "home" in metafunc.fixturenames and not {"chromium", "postgres"} & {*metafunc.fixturenames}:
        file_alone = next(metafunc.definition.iter_markers("sqlite"), None)
        server = () if file_alone else (pytest.param("postgresql", marks=pytest.mark.slow),)
        metafunc.parametrize("home", ("sqlite", *server), indirect=True)


@pytest.fixture
def home(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of its own; with the parameter `postgresql`, everything that a server keeps in a database is in
    PostgreSQL.
    """
    folder = tmp_path / "home"
    monkeypatch.setenv("DEALERKIT_HOME", str(folder))
    for name in ("DEALERKIT_DATABASE", "DEALERKIT_JOURNAL", "DEALERKIT_RULES", "DEALERKIT_HOUSE", "DEALERKIT_GAME"):
        monkeypatch.delenv(name, raising=False)
    if getattr(request, "param", "sqlite") == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        url = server.empty()
        monkeypatch.setenv("DEALERKIT_DATABASE", url)
        monkeypatch.setattr(stores, "url_of", lambda named: url_of(named or url))
        opened: list[Store] = []
        begin = Store.__init__

        def begun(store: Store, named: str = "") -> None:
            opened.append(store)
            begin(store, named)

        monkeypatch.setattr(Store, "__init__", begun)
        yield folder
        for store in opened:  # a server has a limited number of connections
            if hasattr(store, "engine"):  # otherwise the address was invalid
                store.engine.dispose()
        server.drop(url)
        return
    yield folder


@pytest.fixture
def app(home: Path) -> Starlette:
    """The application, for one person alone."""
    return application(WebSettings())


@pytest.fixture
def strangers(home: Path) -> Iterator[PageClient]:
    """A client that is not signed in, of a server with accounts and without guests."""
    app = application(WebSettings(guests=False))
    app.state.site.people.accounts.add(Actor("test", "", ""), "Ann Lee", "manager", "three words apart")
    with PageClient(app) as made:
        yield made


@pytest.fixture
def client(app: Starlette) -> Iterator[PageClient]:
    """A client of the pages."""
    with PageClient(app) as made:
        yield made


def quiet_port() -> int:
    """Return a port for a server that is killed and restarted: below the system's own range for connections."""
    for port in random.SystemRandom().sample(range(20_000, 30_000), 1000):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    pytest.fail("no port is free")


@contextlib.contextmanager
def served(app: Starlette, limits: ConnectionLimits | None = None) -> Iterator[str]:
    """Serve an application to real browsers; yield its address without the final slash."""
    with listen("127.0.0.1", 0) as opened:
        server = WebServer(app, limits=limits)
        thread = threading.Thread(target=server.run, args=([opened],), daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://127.0.0.1:{opened.getsockname()[1]}"
        server.should_exit = True
        thread.join(60)
        assert not thread.is_alive(), "the server does not stop"


@pytest.fixture
def server(app: Starlette) -> Iterator[str]:
    """The address of a server."""
    with served(app) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser; its tests are skipped without Chromium, and the last lines of the run say so."""
    need("Chromium", CHROMIUM)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield made
        made.close()


@pytest.fixture
def screen(chromium: Any, server: str) -> Iterator[Callable[..., Any]]:
    """Open windows: `screen(width, height, touch=False, scripts=True)` gives a page; errors in its console fail the test."""
    opened: list[Any] = []
    wrong: list[str] = []

    def window(width: int = 1024, height: int = 768, *, touch: bool = False, scripts: bool = True) -> Any:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, java_script_enabled=scripts, base_url=server
        )
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        return page

    yield window
    for context in opened:
        context.close()
    assert not [one for one in wrong if "status of 4" not in one and "ERR_INTERNET_DISCONNECTED" not in one], wrong


# Chromium lays out the contents of a closed `details` without painting them; axe takes them for the background there.
UNDER_NOTHING = """found => {
  const closed = (one) => document.querySelector(one.target.join(" "))?.closest("details:not([open])");
  const sham = (node) => node.any.some((why) => why.id === "color-contrast" && why.relatedNodes.some(closed));
  for (const one of found.violations) one.nodes = one.nodes.filter((node) => !sham(node));
  return found;
}"""


@pytest.fixture(scope="session")
def axe() -> Callable[[Any], list[str]]:
    """A function for axe's problems on a page, `axe(page)`, that persist for a while: a colour may be in transition."""
    source = Path(str(axe_core_python.__file__)).with_name("axe.min.js").read_text(encoding="utf-8")

    def look(page: Any) -> list[str]:
        page.evaluate(f"() => {{ {source} }}")
        found = page.evaluate(f"async () => {{ const found = await axe.run(); return ({UNDER_NOTHING})(found); }}")
        return [f"{one['id']}: {node['html'][:200]}" for one in found["violations"] for node in one["nodes"]]

    def settled(page: Any) -> list[str]:
        page.wait_for_load_state()
        return last(lambda: look(page), [], page)

    return settled
