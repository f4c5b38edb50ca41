"""Streams of events: so many of a session and no more, in nobody else's way, and ended with the session."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest

from dealerkit.web.people import NOBODY, Visitor, guest
from dealerkit.web.streams import MOST_OF_GUESTS, MOST_OF_ONE, Streams
from dealerkit.web.users.accounts import owner_key
from dealerkit.web.users.people import SESSION
from tests.web.conftest import served
from tests.web.people.conftest import COUP, HERE, come, enter
from tests.web.waits import PATIENCE


def table_of(house: Any, role: str) -> str:
    """Return the address of the events of a table of somebody."""
    user = house.state.site.people.accounts.named(f"The {role}")
    return f"/deal/{house.state.site.tables.open(COUP, Visitor('', frozenset(), owner_key(user.id))).id}/events"


def asked_at_once(house: Any, path: str, number: int, cookie: str) -> Counter[int]:
    """Ask for so many streams at once, all of them before any is told anything; return how many had which status."""
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "scheme": "http", "http_version": "1.1", "asgi": {"version": "3.0", "spec_version": "2.3"}, "state": {},
        "headers": [(b"host", b"192.168.1.20"), (b"cookie", cookie.encode()), (b"user-agent", b"Firefox")],
        "client": ("192.168.1.77", 50000), "server": ("192.168.1.20", 80), "app": house,
    }  # fmt: skip

    async def all_of_them() -> Counter[int]:
        found: Counter[int] = Counter()
        done = asyncio.Event()

        async def one() -> None:
            receive: asyncio.Queue[Any] = asyncio.Queue()
            receive.put_nowait({"type": "http.request", "body": b"", "more_body": False})

            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    found[message["status"]] += 1
                    if found.total() == number:
                        done.set()

            await house(dict(scope), receive.get, send)

        running = [asyncio.ensure_future(one()) for _ in range(number)]
        await asyncio.wait_for(done.wait(), PATIENCE)
        assert len(house.state.site.streams) == found[200]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        return found

    with ThreadPoolExecutor(1) as apart:  # a browser's test before it may have left a loop in this thread
        return apart.submit(asyncio.run, all_of_them()).result()


def test_one_session_takes_no_more_than_its_own(house):
    """Many asked for at once are counted before they are told anything; another session there has all of its own."""
    path = table_of(house, "trainee")
    trainee, manager = enter(house, "trainee"), enter(house, "manager")
    found = asked_at_once(house, path, MOST_OF_ONE + 10, f"{SESSION}={trainee.cookies[SESSION]}")
    assert found == {200: MOST_OF_ONE, 429: 10}
    assert len(house.state.site.streams) == 0
    assert asked_at_once(house, path, 1, f"{SESSION}={manager.cookies[SESSION]}") == {200: 1}


def test_a_browser_of_a_guest_takes_no_more_than_its_own(house):
    """A guest is counted by browser; other browsers of that address go on."""
    mine = come(house)
    mine.get("/")
    token = mine.cookies["dealerkit_token"]
    path = f"/deal/{house.state.site.tables.open(COUP, guest(token)).id}/events"
    assert asked_at_once(house, path, MOST_OF_ONE + 3, f"dealerkit_token={token}") == {200: MOST_OF_ONE, 429: 3}


def test_what_cannot_be_looked_at_is_not_counted(house):
    """However often somebody asks for a table that is not there, they can look at theirs."""
    floor = enter(house, "floor")
    for _ in range(MOST_OF_ONE + 1):
        assert floor.get("/deal/nothing/events").status_code == 404
    assert len(house.state.site.streams) == 0


def test_guests_stand_in_nobodys_way():
    """The streams of an address count for those alone who have not signed in there."""
    streams = Streams()
    assert not all(streams.open(NOBODY, f"browser {number}", "192.168.1.77") for number in range(MOST_OF_GUESTS + 1))
    assert streams.open(Visitor("Ann", frozenset(), "user/1", session="one", user="1"), "", "192.168.1.77")
    assert streams.open(NOBODY, "browser", "192.168.1.78")


@contextlib.contextmanager
def looking(house: Any, path: str, client: Any, browser: str = "Firefox") -> Iterator[http.client.HTTPResponse]:
    """Open a stream with the session of a browser, over a network; yields it behind the first line of its first event."""
    headers = {"Cookie": f"{SESSION}={client.cookies[SESSION]}", "User-Agent": browser}
    with served(house) as address:
        web = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        with contextlib.closing(web):
            web.request("GET", path, headers=headers)
            answer = web.getresponse()
            assert answer.readline().startswith(b"event: table")
            yield answer


WAYS = {
    "signed out": lambda house, client, user: client.fill("/sign-out"),
    "ended elsewhere": lambda house, client, user: enter(house, "dealer").fill("/me/sessions/end"),
    "ended by a manager": lambda house, client, user: house.state.site.people.accounts.end_sessions(HERE, user.id),
    "given another role": lambda house, client, user: house.state.site.people.accounts.set_role(HERE, user.id, "trainee"),
    "removed": lambda house, client, user: house.state.site.people.accounts.remove(HERE, user.id),
    "signed in anew": lambda house, client, user: client.fill("/sign-in", name="The floor", password="three words apart"),
    "another browser used it": lambda house, client, user: _stolen(house, client),
}


def _stolen(house: Any, client: Any) -> None:
    thief = come(house, browser="curl")
    thief.cookies.set(SESSION, client.cookies[SESSION])
    thief.get("/me")


@pytest.mark.parametrize("way", WAYS)
def test_a_stream_ends_with_its_session(house, way, monkeypatch):
    """At once, in whatever way that ended: it is not waited for until it is looked at again. The others go on."""
    monkeypatch.setattr("dealerkit.web.visit.LOOKED_AGAIN", 1e9)
    path, user = table_of(house, "dealer"), house.state.site.people.accounts.named("The dealer")
    client = enter(house, "dealer")
    with looking(house, path, client) as answer:
        WAYS[way](house, client, user)
        answer.read()  # until it ends, and without a break
    assert len(house.state.site.streams) == 0


def test_other_sessions_go_on(house):
    """Who signs out here is told of their table there all the same."""
    path = table_of(house, "dealer")
    here, there = enter(house, "dealer"), enter(house, "dealer", browser="Safari")
    with looking(house, path, there, "Safari") as answer:
        here.fill("/sign-out")
        assert len(house.state.site.streams) == 1
        house.state.site.news.tell(path.removesuffix("/events").replace("/deal/", "table/"))
        assert [answer.readline() for _ in range(3)][2].startswith(b"event: table")
