"""The audit: sealed, read, taken along; and what lies in the database of passwords and sessions."""

from __future__ import annotations

import json
import threading

import sqlalchemy as sa

from dealerkit.web.app import application
from dealerkit.web.settings import WebSettings
from dealerkit.web.storage.schema import AUDIT, SITE, USER_SESSIONS, USERS
from dealerkit.web.storage.trouble import DatabaseError
from dealerkit.web.users.people import SESSION
from tests.web.conftest import PageClient
from tests.web.people.conftest import HERE, ROLES, WORDS, enter


def test_a_line_that_was_changed_taken_out_or_cut_off_is_found(accounts):
    """Each seal holds the one before; many at once are one after the other."""
    found, store = accounts._trail, accounts._store
    accounts.add(HERE, "Ann Lee", "manager", WORDS)
    threads = [threading.Thread(target=found.note, args=(HERE, f"act {number}")) for number in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    good = found.check()
    assert (good.lines, good.wrong) == (9, "")
    assert [line.number for line in found.every()] == list(range(1, 10))

    def after(*changes):
        with store.begin() as connection:
            for change in changes:
                connection.execute(change)
        return found.check().wrong

    change = sa.update(AUDIT).where(AUDIT.c.number == 4)
    assert "line 4 was changed" in after(change.values(who="Eve"))
    assert after(change.values(who="test")) == ""
    last = found.lines(most=1)[0]
    assert "cut off" in after(sa.delete(AUDIT).where(AUDIT.c.number == 9))
    before = found.lines(most=1)[0]
    assert (
        after(sa.update(SITE).where(SITE.c.name == "audit").values(value=f"8 {before.seal}")) == ""
    )  # what a seal elsewhere is for
    assert last.seal != found.check().seal
    assert "line 3 is missing" in after(sa.delete(AUDIT).where(AUDIT.c.number == 3))


def test_the_audit_is_read_and_taken_along(house, monkeypatch):
    """On a page, by name, and as CSV and JSON lines; taking it along stands in it, too."""
    auditor = enter(house, "auditor")
    page = auditor.get("/audit").text
    assert "lines are unchanged" in page
    assert "signed in" in page
    assert "added" not in auditor.get("/audit?who=The+auditor").text
    rows = [json.loads(row) for row in auditor.get("/audit/audit.jsonl").text.splitlines()]
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    assert rows[-1]["did"] == "exported the audit"
    assert auditor.get("/audit/audit.csv").text.startswith("number,at,who,role,address,may,did,what,came,seal\n")
    assert auditor.get("/audit/audit.xml").status_code == 404
    with house.state.site.store.begin() as connection:
        connection.execute(sa.update(AUDIT).where(AUDIT.c.number == 2).values(what="x"))
    assert "The log is damaged" in auditor.get("/audit").text
    monkeypatch.setattr("dealerkit.web.users.views.MOST_CHECKED", 1)
    assert "Verify the log" in auditor.get("/audit").text
    assert "The log is damaged" in auditor.get("/audit?check=yes").text


def test_nothing_that_is_kept_is_a_password_or_a_session(house):
    """The database has hashes."""
    client = enter(house, "floor")
    with house.state.site.store.begin() as connection:
        kept = [str(row) for table in (USERS, USER_SESSIONS, AUDIT) for row in connection.execute(sa.select(table))]
    assert not any(WORDS in row or client.cookies[SESSION] in row for row in kept)
    assert sum("$argon2id$" in row for row in kept) == len(ROLES)


def test_a_database_that_cannot_be_asked_lets_nobody_in(home, monkeypatch):
    """Before it ever could, it counts as one where people sign in."""
    app = application(WebSettings())

    def gone(*_):
        msg = "it is gone"
        raise DatabaseError(msg)

    for way in ("begin", "single"):
        monkeypatch.setattr(app.state.site.store, way, gone)
    assert PageClient(app).get("/house").status_code == 401
