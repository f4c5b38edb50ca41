"""Sessions: a user signed in at one browser, until sign-out, inactivity or expiry.

The browser keeps a token given at sign-in, and the server only its hash. A session belongs to that browser: sent by another
one, it ends. It is not bound to an address, because a phone's address changes as it is carried through a building.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any, Final

import attrs
import sqlalchemy as sa

from dealerkit.jobs.journal.people import clean
from dealerkit.web.people import SIGNED_IN, Visitor
from dealerkit.web.storage.schema import USER_SESSIONS, USERS
from dealerkit.web.storage.store import Store
from dealerkit.web.users.accounts import User, digest, owner_key
from dealerkit.web.users.policy import AccessPolicy, Role
from dealerkit.web.users.trail import Actor, Trail

MOST: Final = 20
"""Most sessions of a person at once; beyond that the oldest ends."""
NOTED: Final = 30.0
"""Seconds between two records that a session is in use."""


@attrs.frozen
class UserSession:
    """A session.

    Attributes:
        id: Its id in lists, which gives no access.
        made: Time of sign-in, in seconds since 1970.
        seen: Time of the last use.
        address: The address of its last use.
        browser: The browser's user agent.
    """

    id: str
    made: float
    seen: float
    address: str
    browser: str


class Sessions:
    """The sessions of users.

    Attributes:
        ended: Called with the id of a user whose sessions have ended.

    Args:
        store: The database.
        policy: The house's access policy.
        trail: The audit.
    """

    def __init__(self, store: Store, policy: AccessPolicy, trail: Trail) -> None:
        self._store, self._policy, self._trail = store, policy, trail
        self.ended: Callable[[str], None] = lambda _user: None

    def ids(self, user: str) -> set[str]:
        """Return the ids of a user's sessions, expired ones included."""
        rows = self._store.rows(sa.select(USER_SESSIONS.c.id).where(USER_SESSIONS.c.user_id == user))
        return {row.id for row in rows}

    def start(self, user: User, address: str, browser: str, before: str = "") -> str:
        """Begin a session, and return its cookie.

        Args:
            user: The user.
            address: The address of the request.
            browser: The browser's user agent.
            before: The browser's former session cookie, whose session ends; empty for none.
        """
        token, now = secrets.token_urlsafe(32), now_in_seconds()
        mine = USER_SESSIONS.c.user_id == user.id
        with self._store.begin() as connection:
            self._trail.write(connection, Actor(user.name, user.role, address), "signed in")
            old = USER_SESSIONS.c.token == digest(before)
            replaced = connection.scalar(sa.select(USER_SESSIONS.c.user_id).where(old))
            connection.execute(sa.delete(USER_SESSIONS).where(old))
            connection.execute(
                USER_SESSIONS.insert().values(
                    id=secrets.token_urlsafe(9), user_id=user.id, token=digest(token), made=now, seen=now, proved=now,
                    address=address[:80], browser=_kept(browser),
                )
            )  # fmt: skip
            rows = connection.execute(sa.select(USER_SESSIONS).where(mine).order_by(USER_SESSIONS.c.made.desc())).all()
            role = self._policy.roles.get(user.role)
            over = [row.id for at, row in enumerate(rows) if at >= MOST or role is None or _over(row, role, now)]
            connection.execute(sa.delete(USER_SESSIONS).where(USER_SESSIONS.c.id.in_(over)))
        for whose in {user.id, replaced or user.id}:
            self.ended(whose)
        return token

    def who(self, token: str, address: str, browser: str) -> Visitor | None:
        """Return the visitor of a session cookie; None if the session is unknown or over.

        Args:
            token: The session cookie.
            address: The address of the request.
            browser: The browser's user agent.
        """
        wanted = (
            sa.select(USER_SESSIONS, USERS.c.name, USERS.c.role)
            .join(USERS, USERS.c.id == USER_SESSIONS.c.user_id)
            .where(USER_SESSIONS.c.token == digest(token))
        )
        now = now_in_seconds()
        row = self._store.row(wanted)
        if row is None:
            return None
        role = self._policy.roles.get(row.role)
        mine = USER_SESSIONS.c.id == row.id
        why = "" if role is not None and not _over(row, role, now) else "the session had ended"
        if row.browser != _kept(browser):
            why = "another browser used it"
        if why:
            with self._store.begin() as connection:
                if connection.execute(sa.delete(USER_SESSIONS).where(mine)).rowcount:
                    self._trail.write(connection, Actor(row.name, row.role, address), "session ended", why)
            self.ended(row.user_id)
            return None
        if now - row.seen > NOTED or row.address != address[:80]:
            self._store.write(sa.update(USER_SESSIONS).where(mine).values(seen=now, address=address[:80]))
        assert role is not None
        return Visitor(
            row.name, role.may | {SIGNED_IN}, owner_key(row.user_id), role=role.name, session=row.id, user=row.user_id,
            address=address,
        )  # fmt: skip

    def proved(self, person: Visitor) -> bool:
        """Return whether the user of this session has typed their password recently."""
        at = self._store.value(sa.select(USER_SESSIONS.c.proved).where(USER_SESSIONS.c.id == person.session))
        return at is not None and now_in_seconds() - at <= self._policy.again

    def prove(self, person: Visitor) -> str:
        """Record that the user has just typed their password; return the new session cookie."""
        token = secrets.token_urlsafe(32)
        mine = USER_SESSIONS.c.id == person.session
        self._store.write(sa.update(USER_SESSIONS).where(mine).values(proved=now_in_seconds(), token=digest(token)))
        return token

    def of(self, person: Visitor) -> list[UserSession]:
        """Return a user's sessions, last used first."""
        wanted = sa.select(USER_SESSIONS).where(USER_SESSIONS.c.user_id == person.user).order_by(USER_SESSIONS.c.seen.desc())
        role, now = self._policy.roles[person.role], now_in_seconds()
        rows = self._store.rows(wanted)
        return [UserSession(row.id, row.made, row.seen, row.address, row.browser) for row in rows if not _over(row, role, now)]

    def end(self, person: Visitor, session: str, by: Actor) -> bool:
        """End one of a user's sessions; return whether it existed.

        Args:
            person: The owner of the session.
            session: The id of the session.
            by: The person who ends it.
        """
        mine = (USER_SESSIONS.c.id == session) & (USER_SESSIONS.c.user_id == person.user)
        with self._store.begin() as connection:
            self._trail.hold(connection)
            ended = bool(connection.execute(sa.delete(USER_SESSIONS).where(mine)).rowcount)
            if ended:
                deed = "signed out" if session == person.session else "ended a session of their own"
                self._trail.write(connection, by, deed)
        self.ended(person.user)
        return ended

    def end_others(self, person: Visitor, by: Actor) -> None:
        """End all sessions of a user except the current one."""
        others = (USER_SESSIONS.c.user_id == person.user) & (USER_SESSIONS.c.id != person.session)
        with self._store.begin() as connection:
            self._trail.write(connection, by, "ended their other sessions")
            connection.execute(sa.delete(USER_SESSIONS).where(others))
        self.ended(person.user)


def now_in_seconds() -> float:
    """Return the time, in seconds since 1970."""
    return time.time()


def _kept(browser: str) -> str:
    return " ".join(clean(browser).split())[:300]


def _over(row: sa.Row[Any], role: Role, now: float) -> bool:
    """Return whether a session has been inactive for too long, or has reached its longest duration."""
    return bool(now - row.seen > role.idle or now - row.made > role.longest)
