"""How often a database server is asked for one act: each time costs the dealer who waits, and all who share the server."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy import event
from starlette.applications import Starlette

from dealerkit.web.app import application
from dealerkit.web.settings import WebSettings
from dealerkit.web.storage import store as stores
from dealerkit.web.storage.schema import SITE
from tests.postgres import PostgresServer
from tests.web.conftest import PageClient

ACTS = 20


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Callable[[], int]]:
    """How often a server was asked since this was called last, by the trace that PostgreSQL's own library writes."""
    path = tmp_path / "trace"
    with path.open("w+b") as trace:

        def connected(connection: Any, _record: object) -> None:
            connection.pgconn.trace(trace.fileno())

        event.listen(sa.Engine, "connect", connected)
        stood = 0

        def since() -> int:
            nonlocal stood
            text = path.read_text(errors="replace")
            sent = Counter(re.findall(r"\tF\t\d+\t(Query|Sync)\b", text[stood:]))
            stood = len(text)
            return sent.total()

        yield since
        event.remove(sa.Engine, "connect", connected)


@pytest.fixture
def app(home: Path, asked: object, postgres: PostgresServer) -> Starlette:
    """A server that keeps all in PostgreSQL, and nobody signs in."""
    return application(WebSettings(database=postgres.empty()))


def test_an_act_asks_twice(client: PageClient, app: Starlette, asked: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Once who may, once to keep it; a page that looks asks once."""
    monkeypatch.setattr(stores, "IDLE", 1e9)  # however long a slow machine takes
    at = client.fill("/deal/games", game="mini-baccarat", seed="7", seats="3", mode="guided", level="0").url.path
    live = app.state.site.tables.find(at.rpartition("/")[2])
    headers = {"X-Token": client.token(), "Accept": "application/json"}
    client.get(f"{at}/record")
    asked()
    for number in range(ACTS):
        said = {"key": f"k{number}", "at": len(live.session.table.log), "acts": [live.session.table.next_act().text]}
        assert client.post(f"{at}/say", json=said, headers=headers).status_code == 200
    found = asked()
    assert 2 * ACTS <= found <= 2 * ACTS + 2  # a statement that comes often is prepared once
    client.get(f"{at}/record")
    assert asked() == 1


def test_a_connection_that_rested_is_tried_before_it_is_used(client: PageClient, asked: Callable[[], int]) -> None:
    """What lies between may have forgotten it: then the server is asked first, once for each."""
    for _ in range(9):  # what comes often is prepared
        client.get("/")
    asked()
    client.get("/")
    usual = asked()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stores, "IDLE", 0.0)
        client.get("/")
    assert asked() == 2 * usual


def test_what_stands_by_itself_is_kept_at_once(postgres: PostgresServer) -> None:
    """A statement that is acknowledged is there for others before its connection is given back; in a transaction none is."""
    url = postgres.empty()
    store = stores.Store(url)
    try:
        for way, kept in ((store.single, 1), (store.begin, 0)):
            with way() as connection, psycopg.connect(url) as other:
                connection.execute(SITE.insert().values(name=way.__name__, value="x"))
                found = other.execute("SELECT count(*) FROM site WHERE name = %s", (way.__name__,)).fetchone()
                assert found == (kept,)
                assert connection.scalar(sa.text("SHOW synchronous_commit")) == "on"
    finally:
        store.close()
