"""Everything that the web face keeps, in a PostgreSQL database: what is kept, who serves, and what goes wrong with a server."""

from __future__ import annotations

import logging
import re
import signal
import threading
import time
from urllib.parse import quote

import httpx2
import psycopg
import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.jobs.journal.cases import cases
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from dealerkit.training.walk.code import Plan
from dealerkit.web.app import application
from dealerkit.web.people import ALONE
from dealerkit.web.refusals import Refused
from dealerkit.web.settings import WebSettings
from dealerkit.web.storage import keeper
from dealerkit.web.storage.keeper import DatabaseKeeper
from dealerkit.web.storage.store import Store
from dealerkit.web.storage.trouble import DatabaseError
from dealerkit.web.tables import Tables
from tests.postgres import PASSWORD
from tests.web.conftest import PageClient
from tests.web.test_desk_killed import send, served, stop

PLAN = Plan("mini-baccarat", None, {}, 3, 7)


@pytest.fixture
def url(postgres) -> str:
    """The address of an empty database."""
    return postgres.empty()


@pytest.fixture
def store(url):
    """A database."""
    made = Store(url)
    yield made
    made.close()


def secret(text: str) -> bool:
    """Whether a text tells the password, as it is or as it stands in an address."""
    return PASSWORD in text or quote(PASSWORD, safe="") in text or "fish" in text


def becomes(what, seconds: float = 120.0) -> bool:
    """Whether something comes true in a while."""
    until = time.monotonic() + seconds
    while not (found := what()) and time.monotonic() < until:
        time.sleep(0.05)
    return bool(found)


def test_a_table_is_made_again_from_the_server(store):
    """What was dealt and taken back is there for the next that asks; what is sent twice is done once."""
    live = Tables(store).open(PLAN, ALONE)
    for number in range(12):
        assert not live.say(f"k{number}", [live.session.table.next_act()]).refused
    live.undo("back")
    assert live.say("k3", [live.session.table.next_act()]).again
    again = Tables(store).find(live.id, ALONE)
    assert again.record() == live.record()
    assert again.keys == live.keys


@pytest.mark.thorough
def test_the_server_is_stopped_and_started_in_the_middle(home, url, postgres, caplog):
    """While it is away a page says so with 503 and nothing is acknowledged; then everything that was is there, and goes on."""
    app = application(WebSettings(database=url))
    with PageClient(app) as client, caplog.at_level(logging.DEBUG):
        at = client.fill("/deal/games", game="mini-baccarat", seed="7", seats="3", mode="guided", level="0").url.path
        live = app.state.site.tables.find(at.rpartition("/")[2])
        said = {"key": "one", "at": len(live.session.table.log), "acts": [live.session.table.next_act().text]}
        assert client.tell(f"{at}/say", said).status_code == 200
        stands = len(live.session.table.log)
        record, due = live.record(), live.session.table.next_act().text
        token = client.token()
        postgres.stop()
        try:
            headers = {"X-Token": token, "Accept": "application/json"}
            lost = client.post(f"{at}/say", json={"key": "two", "at": stands, "acts": [due]}, headers=headers)
            page = client.get("/class")
        finally:
            postgres.start()
        assert lost.status_code == 503
        assert page.status_code == 503
        for text in (lost.text, page.text, caplog.text):
            assert not secret(text)
            assert "Traceback" not in text
        assert app.state.site.tables.find(live.id).record() == record
        live = app.state.site.tables.find(live.id)
        done = client.tell(f"{at}/say", {"key": "two", "at": len(live.session.table.log), "acts": [due]})
        assert done.status_code == 200
        app.state.site.tables.sleep()
        assert app.state.site.tables.find(live.id).record() == live.record() != record


def test_a_connection_that_is_cut_costs_one_answer_at_most(store, url):
    """Connections that the server has cut while nobody used them are made anew before anybody notices."""
    live = Tables(store).open(PLAN, ALONE)
    with psycopg.connect(url, autocommit=True) as other:
        others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        other.execute(f"SELECT pg_terminate_backend(pid) {others}".encode())
        assert becomes(lambda: other.execute(f"SELECT count(*) {others}".encode()).fetchone() == (0,))
    assert not live.say("one", [live.session.table.next_act()]).refused
    assert Tables(store).find(live.id).record() == live.record()


def test_a_database_that_may_only_be_read(store, url):
    """Nothing is acknowledged; the table goes on from what was kept once it can be written again."""
    live = Tables(store).open(PLAN, ALONE)
    record = live.record()
    for readonly in ("on", "off"):
        with psycopg.connect(url, autocommit=True) as other:
            other.execute("SET default_transaction_read_only TO off")
            other.execute(f"ALTER DATABASE {store.url.database} SET default_transaction_read_only TO {readonly}".encode())
        store.engine.dispose()
        if readonly == "on":
            with pytest.raises(DatabaseError, match="the database is read-only at the moment; nothing was written"):
                live.say("one", [live.session.table.next_act()])
    again = Tables(store).find(live.id)
    assert again.record() == record
    assert not again.say("one", [again.session.table.next_act()]).refused


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", "x" * 400])
def test_what_cannot_be_kept_is_the_senders_business(store, text):
    """A sign that is none, or a text that is too long where there is little room, is refused, and no fault of the database's."""
    from dealerkit.web.storage.schema import WATCHINGS

    row = dict.fromkeys(("id", "owner", "game", "rules", "trainee", "watched_by", "notes", "marks", "kept"), "")
    with pytest.raises(Refused) as caught, store.begin() as connection:
        connection.execute(WATCHINGS.insert().values(**row | {"trainee": text}, made=1.0, seconds=None))
    assert caught.value.status == 422


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda url: url.replace(quote(PASSWORD, safe=""), "guessed"), "the password is wrong"),
        (lambda url: url.replace("/house_", "/houses_"), "there is no such database"),
        (lambda url: url.partition("?")[0] + "?host=/nowhere", "no server answers at that address"),
        (lambda url: "postgresql://ann:swordfish@db:port/house", "this is not an address of a database"),
        (lambda url: "mysql://ann:swordfish@db/house", "unknown kind of database: 'mysql'"),
    ],
)  # fmt: skip
def test_serve_refuses_an_address_that_does_not_do(home, url, change, said):
    """It leaves with 2 and says why, and never the password."""
    result = CliRunner().invoke(main, ["serve", "--check", "--port", "0"], env={"DEALERKIT_DATABASE": change(url)})
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.output.split())
    assert not secret(result.output)
    assert "Traceback" not in result.output


def test_serve_looks_at_the_database(home, url):
    """What it would be is said, with the database and without the password; the database is brought up to date by it."""
    result = CliRunner().invoke(main, ["serve", "--check", "--port", "0", "--database", url])
    assert result.exit_code == 0, result.output
    assert "Everything is ready" in result.output
    assert "postgresql://dealer@/house_" in result.output
    assert not secret(result.output)


# -- one server a database ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_second_server_is_told_and_refused(kind, request, tmp_path):
    """Whoever serves already is named; once it has stopped the next may serve."""
    where = f"sqlite:///{tmp_path / 'web.db'}" if kind == "sqlite" else request.getfixturevalue("postgres").empty()
    one, two = Store(where), Store(where)
    one.serve_alone("http://one/", lambda: None)
    with pytest.raises(DatabaseError, match=r"another dealerkit server at http://one/ already uses"):
        two.serve_alone("http://two/", lambda: None)
    one.close()
    two.serve_alone("http://two/", lambda: None)
    two.close()


@pytest.mark.slow
def test_who_loses_the_database_to_another_serves_nothing_until_it_is_back(url, monkeypatch):
    """A server whose connection was cut takes the database again; where another was there meanwhile, nothing in memory counts."""
    monkeypatch.setattr(keeper, "LOOKS", 0.05)
    one, two, came, forgot = Store(url), Store(url), threading.Event(), []
    one.serve_alone("http://one/", lambda: forgot.append("one"))
    try:
        assert one.keeper is not None

        def cut() -> None:
            with psycopg.connect(url, autocommit=True) as other:
                here = "(SELECT oid FROM pg_database WHERE datname = current_database())"
                held = f"SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = {here}"
                other.execute(f"SELECT pg_terminate_backend(pid, 60000) FROM ({held}) AS it".encode())

        before = one.keeper._held
        cut()
        assert becomes(lambda: one.keeper._held not in {None, before})
        assert forgot == []
        monkeypatch.setattr(
            DatabaseKeeper,
            "_take",
            _after(DatabaseKeeper._take, lambda self: self._at == "http://two/" or came.wait(120)),
        )
        cut()
        two.serve_alone("http://two/", lambda: None)
        came.set()  # stays so when it has gone again
        assert becomes(lambda: "another dealerkit server at http://two/ already uses" in one.keeper.lost)
        with pytest.raises(DatabaseError, match="server at http://two/ already uses"), one.begin():
            pass
        two.close()
        assert becomes(lambda: not one.keeper.lost)
        assert forgot == ["one"]
        with one.begin():
            pass
    finally:
        one.close()
        two.close()


def _after(take, when):
    """Take the lock once something holds."""

    def later(self, before):
        assert when(self)
        take(self, before)

    return later


# -- the journal beside it ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_kill_9_loses_no_decision_on_a_server(home, url, monkeypatch):
    """A decision that was answered stands in the database's journal after a kill; sent again to the next it is there once."""
    monkeypatch.setenv("DEALERKIT_DATABASE", url)
    server, address = served(home)
    with httpx2.Client(base_url=address, timeout=120) as client:
        token = re.search(r'name="token" content="([^"]+)"', client.get("/desk").text)
        assert token
        client.post("/desk/begin", data={"token": token[1], "zone": "UTC"})
        first = send(client, "k" * 32, "Floor Aa")
    stop(server, signal.SIGKILL)
    server, address = served(home)
    try:
        with httpx2.Client(base_url=address, timeout=120) as client:
            assert send(client, "k" * 32, "Floor Aa") == first
            second = send(client, "m" * 32, "Floor Aa")
    finally:
        stop(server, signal.SIGTERM)
    with Journal.open() as journal:
        assert not verify(journal).flaws
        assert [case.number for case in cases(journal)] == [first, second]
    assert not (home / "journal.db").exists()
    assert not (home / "web.db").exists()
