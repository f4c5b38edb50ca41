"""Looking changes nothing: GET and HEAD of every address leave database and files as they were."""

from __future__ import annotations

import contextlib
import html
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from dealerkit.felt import Act
from dealerkit.training.walk.code import Plan
from dealerkit.web import guard
from dealerkit.web.app import application
from dealerkit.web.people import ALONE
from dealerkit.web.settings import WebSettings
from dealerkit.web.table_tasks import TableTask
from dealerkit.web.visit import RightfulRoute
from tests.web.conftest import PageClient
from tests.web.lived_in import lived_in

pytestmark = pytest.mark.thorough

ENDLESS = {"class.events", "deal.events"}
"""Streams, which go on until somebody leaves."""
REMEMBERED = [
    ("GET", "desk.dispute", ["web.db disputes"]),  # the way back to the last disputes, as a browser's history
    ("GET", "drills.question", ["web.db sittings"]),  # since when the question in hand is seen: its seconds run from then on
    ("GET", "drills.exam.question", ["web.db sittings"]),
    ("GET", "deal.summary", ["training.db sessions", "training.db answers", "web.db tables"]),  # what was dealt, for progress
]
"""What is noted of a page that somebody sees. Nothing ends, begins or counts otherwise by it, and HEAD does none of it."""
WORKED_OUT = {"training.db cells", "training.db scheduled"}
"""What is reckoned from the answers once more where they have changed."""
MOST_OF_ONE = 4
LINKED = re.compile(r'(?:href|action|data-[a-z]+)="(/[^"#]*)')


def kept(folder: Path) -> dict[str, Any]:
    """All that is kept in a data folder: the rows of each database, and what stands in every other file."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_dir() or name.endswith(("-wal", "-shm", "-journal")):
            continue
        body = path.read_bytes()
        if body.startswith(b"SQLite format 3"):
            with contextlib.closing(sqlite3.connect(path)) as opened:
                tables = [row[0] for row in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
                found |= {f"{name} {table}": sorted(map(repr, opened.execute(f'SELECT * FROM "{table}"'))) for table in tables}
        else:
            found[name] = body
    return found


def opened(client: PageClient, app: Starlette) -> Iterator[str]:
    """Open what is at its most touchy: exams and walks in the middle, nothing of them looked at yet."""
    tables = app.state.site.tables
    for mode, task in (("exam", TableTask(rounds=3)), ("practice", TableTask()), ("guided", TableTask())):
        live = tables.open(Plan("mini-baccarat", None, {}, 3, 7, mode=mode, step="deal"), ALONE, task)
        live.say("one", [Act.parse("d deal banker")])
        yield f"/deal/{live.id}/summary"
        yield f"/deal/{live.id}"
    sitting = client.fill("/drills/begin", drill="baccarat/third-card-flash", level="1", mode="exam", items="3")
    yield f"{sitting.url.path.rpartition('/')[0]}/result"


def test_to_look_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every route some addresses, each by HEAD and by GET, by whoever may do everything."""
    home = tmp_path / "home"
    monkeypatch.setenv("DEALERKIT_HOME", str(home))
    monkeypatch.setattr(guard, "MOST_ASKED", 1_000_000)
    app = application(WebSettings())
    routes = [route for route in app.routes if isinstance(route, RightfulRoute) and "GET" in route.methods]
    changed: list[str] = []
    tried: Counter[str] = Counter()
    named: dict[tuple[str, str], str] = {}
    with PageClient(app, raise_server_exceptions=False) as client:
        ahead = dict.fromkeys([*lived_in(client, app).values(), *opened(client, app)])
        seen: set[str] = set()

        def look(address: str) -> None:
            """Look at an address, if not too many of its kind were looked at, and see where it leads."""
            route = next((one for one in routes if one.path_regex.match(address.partition("?")[0])), None)
            if address in seen or route is None or route.name in ENDLESS or tried[route.name] >= MOST_OF_ONE:
                return
            seen.add(address)
            tried[route.name] += 1
            found = route.path_regex.match(address.partition("?")[0])
            named.update(
                {(route.path.partition("{")[0], name): value for name, value in (found.groupdict() if found else {}).items()}
            )
            before = kept(home)
            for method in ("HEAD", "GET"):
                answer = client.request(method, address, follow_redirects=False)
                assert answer.status_code < 500, (method, address)
                after = kept(home)
                differs = [one for one in before | after if before.get(one) != after.get(one) and one not in WORKED_OUT]
                if differs and (method, route.name, differs) not in REMEMBERED:
                    changed.append(f"{method} {address} ({route.name}): {', '.join(differs)}")
                before = after
            ahead.update(dict.fromkeys(html.unescape(one) for one in LINKED.findall(answer.text)))

        while ahead:
            address = next(iter(ahead))
            del ahead[address]
            look(address)
        for route in routes:  # what nothing links to
            if not tried[route.name]:
                look(re.sub(r"\{(\w+)\}", partial(_part, named, route.path.partition("{")[0]), route.path))
    assert {route.name for route in routes} - set(tried) == ENDLESS
    assert not changed, "\n".join(changed)
    assert "handed_in" not in "".join(kept(home)["web.db tables"])


def _part(named: dict[tuple[str, str], str], before: str, place: re.Match[str]) -> str:
    """What stands in a place of an address, as it was seen somewhere in an address that begins so."""
    return named.get((before, place[1]), "1")
