"""Limits for guests: a number of tables each, deleted after some time."""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from typing import Final

import sqlalchemy as sa

from dealerkit.web.people import GUEST, Visitor
from dealerkit.web.refusals import Refused
from dealerkit.web.sittings import Sittings
from dealerkit.web.storage.schema import DISPUTES, SAYINGS, SITTINGS, TABLES
from dealerkit.web.storage.store import Store
from dealerkit.web.table_tasks import TableTask
from dealerkit.web.tables import TASK, Tables
from dealerkit.web.users.policy import AccessPolicy

HOUR: Final = 3600.0
DAY: Final = 86_400.0
_AT_A_TIME: Final = 500


class Guests:
    """The tables and sittings of guests, which are limited in number and deleted after some days.

    Args:
        store: The database.
        policy: The house's access policy.
        tables: The tables.
        sittings: The sittings at drills.
    """

    def __init__(self, store: Store, policy: AccessPolicy, tables: Tables, sittings: Sittings) -> None:
        self._store, self._policy, self._tables, self._sittings = store, policy, tables, sittings
        self._opened: dict[str, deque[float]] = {}
        self._tidied: float | None = None
        self._lock = threading.Lock()

    def admit(self, person: Visitor) -> None:
        """Make room for a new table or sitting; a guest's oldest ones beyond the limit are deleted.

        Raises:
            Refused: If guests from that address have opened too many lately.
        """
        if not person.guest:
            return
        if self._too_many(person.address):
            raise Refused(
                429, "too many tables were opened from your address in the last hour; sign in, or use a table you have open"
            )
        self.tidy()
        with self._store.begin() as connection:
            mine = sa.select(TABLES.c.id, TABLES.c.notes).where(TABLES.c.owner == person.key)
            rows = connection.execute(mine.order_by(TABLES.c.made.desc()).offset(self._policy.guest_tables - 1)).all()
            sat = sa.select(SITTINGS.c.id).where(SITTINGS.c.owner == person.key)
            old = list(connection.scalars(sat.order_by(SITTINGS.c.made.desc()).offset(self._policy.guest_tables - 1)))
        self._forget([row.id for row in rows if not _is_of_an_exam(row.notes)], old)

    def tidy(self) -> None:
        """Delete guests' tables older than the house's limit; it runs at most once an hour."""
        now = time.time()
        with self._lock:
            if self._tidied is not None and now - self._tidied < HOUR:
                return
            self._tidied = now
        since = now - self._policy.guest_days * DAY
        old = [
            sa.select(table.c.id).where(table.c.owner.like(f"{GUEST}%"), table.c.made < since).limit(_AT_A_TIME)
            for table in (TABLES, SITTINGS)
        ]
        while True:
            with self._store.begin() as connection:
                tables, sittings = (list(connection.scalars(query)) for query in old)
                connection.execute(sa.delete(DISPUTES).where(DISPUTES.c.owner.like(f"{GUEST}%"), DISPUTES.c.at < since))
            if not tables and not sittings:
                return
            self._forget(tables, sittings)

    def _forget(self, tables: list[str], sittings: list[str]) -> None:
        if not tables and not sittings:
            return
        with self._store.begin() as connection:
            connection.execute(sa.delete(SAYINGS).where(SAYINGS.c.table_id.in_(tables)))
            connection.execute(sa.delete(TABLES).where(TABLES.c.id.in_(tables)))
            connection.execute(sa.delete(SITTINGS).where(SITTINGS.c.id.in_(sittings)))
        self._tables.forget(tables)
        self._sittings.forget(sittings)

    def _too_many(self, address: str) -> bool:
        """Count a table for an address; return whether there were too many in the last hour."""
        now = time.monotonic()
        with self._lock:
            self._opened = {key: times for key, times in self._opened.items() if now - times[-1] < HOUR}
            opened = self._opened.setdefault(address, deque(maxlen=self._policy.tables_an_hour + 1))
            opened.append(now)
            return len(opened) > self._policy.tables_an_hour and now - opened[0] < HOUR


def _is_of_an_exam(notes: str) -> bool:
    data: dict[str, str] = json.loads(notes)
    return TASK in data and bool(TableTask.from_json(data[TASK]).exam)
