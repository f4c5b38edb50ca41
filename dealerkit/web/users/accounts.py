"""User accounts: adding a user, giving a role and a password, inviting, removing. Every change is one transaction with its
audit line, and changes run one after the other, so that two managers acting at once cannot leave a house without a manager.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs
import sqlalchemy as sa

from dealerkit.errors import DealerkitError
from dealerkit.web.names import MOST, likeness, name_of
from dealerkit.web.people import ADMIT
from dealerkit.web.storage import schema
from dealerkit.web.storage.schema import INVITATIONS, USER_SESSIONS, USERS
from dealerkit.web.storage.store import Store
from dealerkit.web.users import passwords
from dealerkit.web.users.policy import AccessPolicy
from dealerkit.web.users.trail import Actor, Trail

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters of codes, without letters that look like another."""
CODE: Final = 20
"""Number of characters of a code: a hundred bits, in groups of four."""
NOT_THERE: Final = "unknown user; `dealerkit users list` lists them"
_GUEST: Final = "(guest"
"""Prefix of a guest's name; no user may have it."""


class AccountError(DealerkitError):
    """A change of a user account that is not possible."""


@attrs.frozen
class User:
    """A user who may sign in.

    Attributes:
        id: The user's id, which never changes.
        name: The user's name.
        role: Their role.
        has_password: Whether they have a password; without one they cannot sign in yet.
        made: Time of adding, in seconds since 1970.
        seen: Time of the last use of a session; None without a session.
    """

    id: str
    name: str
    role: str
    has_password: bool
    made: float
    seen: float | None = None


def owner_key(user: str) -> str:
    """Return the owner key of a user's tables."""
    return f"user/{user}"


def digest(secret: str) -> str:
    """Return the hash of a secret, in the form in which it is stored."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


class Accounts:
    """The user accounts.

    Attributes:
        ended: Called with the id of a user whose sessions may have ended.

    Args:
        store: The database.
        policy: The house's access policy.
        trail: The audit.
    """

    def __init__(self, store: Store, policy: AccessPolicy, trail: Trail) -> None:
        self._store, self._policy, self._trail = store, policy, trail
        self.ended: Callable[[str], None] = lambda _user: None

    # -- reading ----------------------------------------------------------------------------------------------------

    def exist(self) -> bool:
        """Return whether there is any user."""
        return self._store.value(sa.select(USERS.c.id).limit(1)) is not None

    def all(self) -> list[User]:
        """Return all users, by name."""
        seen = sa.select(sa.func.max(USER_SESSIONS.c.seen)).where(USER_SESSIONS.c.user_id == USERS.c.id).scalar_subquery()
        rows = self._store.rows(sa.select(USERS, seen.label("seen")).order_by(USERS.c.likeness))
        return [_user(row, row.seen) for row in rows]

    def find(self, user: str) -> User:
        """Return a user by id.

        Raises:
            AccountError: If there is no such user.
        """
        return self._user(self._store.row(sa.select(USERS).where(USERS.c.id == user)))

    def named(self, name: str) -> User:
        """Return a user by name, in any spelling.

        Raises:
            AccountError: If there is no such user.
        """
        return self._user(self._store.row(sa.select(USERS).where(USERS.c.likeness == likeness(name))))

    def known(self, name: str) -> tuple[User | None, str]:
        """Return a user by name, with the hash of the password; None and an empty text if there is no such user."""
        row = self._store.row(sa.select(USERS).where(USERS.c.likeness == likeness(name)))
        return (None, "") if row is None else (_user(row), row.password)

    def password_of(self, user: str) -> str:
        """Return the hash of a user's password; empty if there is none."""
        return str(self._store.value(sa.select(USERS.c.password).where(USERS.c.id == user)) or "")

    # -- changing ---------------------------------------------------------------------------------------------------

    def add(self, by: Actor, name: str, role: str, password: str = "") -> User:
        """Add a user. The first user takes over the tables that were dealt before.

        Args:
            by: The person who makes the change.
            name: The user's name.
            role: Their role.
            password: Their password; empty if they will be invited to choose one.

        Raises:
            AccountError: If the name, role or password is not allowed, or the first user could not admit others.
        """
        name_ = name_of(name)
        alike = likeness(name_)
        too_long = len(" ".join(name.split())) > MOST
        if sum(sign.isalpha() for sign in name_) < 2 or _GUEST in name_.casefold() or too_long:
            msg = f"a name has from two letters to {MOST} characters, and doesn't look like a guest's"
            raise AccountError(msg)
        self._role(role)
        kept = self._hashed(password, name_) if password else ""
        user_ = User(secrets.token_urlsafe(12), name_, role, bool(kept), time.time())
        with self._store.begin() as connection:
            self._trail.hold(connection)
            first = connection.scalar(sa.select(USERS.c.id).limit(1)) is None
            if first and (role not in self._policy.admitting() or not kept):
                roles = self._some_admitting()
                msg = f"the first user must be able to add others: give them the role {roles}, and a password"
                raise AccountError(msg)
            if connection.scalar(sa.select(USERS.c.name).where(USERS.c.likeness == alike)) is not None:
                msg = f"there is already a user named {name_}, or one whose name looks the same; add something to tell them apart"
                raise AccountError(msg)
            connection.execute(
                USERS.insert().values(id=user_.id, name=name_, likeness=alike, role=role, password=kept, made=user_.made)
            )
            if first:
                for table in schema.METADATA.sorted_tables:
                    if "owner" in table.c:
                        connection.execute(sa.update(table).where(table.c.owner == "").values(owner=owner_key(user_.id)))
            self._trail.write(connection, by, "added", f"{name_} as {role}", may=ADMIT)
        return user_

    def set_role(self, by: Actor, user: str, role: str) -> User:
        """Give a user a role; their sessions end.

        Args:
            by: The person who makes the change.
            user: The id of the user.
            role: A role of `people.yaml`.

        Raises:
            AccountError: If there is no such role or user, or no user would be left who may admit others.
        """
        self._role(role)
        with self._changing(user) as (connection, user_):
            if user_.role != role:
                if role not in self._policy.admitting():
                    self._not_the_last(connection, user_)
                connection.execute(sa.update(USERS).where(USERS.c.id == user).values(role=role))
                self._end(connection, user)
                self._trail.write(connection, by, "gave a role", f"{user_.name}: {role}, before {user_.role}", may=ADMIT)
        return attrs.evolve(user_, role=role)

    def set_password(self, by: Actor, user: str, password: str, *, may: str = ADMIT) -> User:
        """Give a user a password; their sessions end, and an open invitation expires.

        Args:
            by: The person who makes the change.
            user: The id of the user.
            password: The new password.
            may: The right used.

        Raises:
            AccountError: If there is no such user, or the password is not allowed.
        """
        user_ = self.find(user)
        kept = self._hashed(password, user_.name)
        with self._changing(user) as (connection, user_):
            self._keep(connection, by, user_, kept, may)
        return user_

    def rehash(self, user: str, before: str, password: str) -> None:
        """Hash a password again that was just proved right, unless it was changed meanwhile.

        Args:
            user: The id of the user.
            before: The stored hash.
            password: The password.
        """
        wanted = sa.update(USERS).where(USERS.c.id == user, USERS.c.password == before)
        self._store.write(wanted.values(password=passwords.hashed(password)))

    def end_sessions(self, by: Actor, user: str) -> User:
        """End all sessions of a user.

        Raises:
            AccountError: If there is no such user.
        """
        with self._changing(user) as (connection, user_):
            self._end(connection, user)
            self._trail.write(connection, by, "ended all sessions", user_.name, may=ADMIT)
        return user_

    def remove(self, by: Actor, user: str) -> User:
        """Remove a user. Their decisions remain in the journal and the audit.

        Raises:
            AccountError: If there is no such user, or no user would be left who may admit others.
        """
        with self._changing(user) as (connection, user_):
            self._not_the_last(connection, user_)
            self._end(connection, user)
            connection.execute(sa.delete(INVITATIONS).where(INVITATIONS.c.user_id == user))
            connection.execute(sa.delete(USERS).where(USERS.c.id == user))
            self._trail.write(connection, by, "removed", f"{user_.name}, {user_.role}", may=ADMIT)
        return user_

    # -- invitations ----------------------------------------------------------------------------------------------

    def invite(self, by: Actor, user: str) -> str:
        """Return a new code with which a user chooses a password once; an earlier code expires.

        Raises:
            AccountError: If there is no such user.
        """
        signs = "".join(secrets.choice(SIGNS) for _ in range(CODE))
        with self._changing(user) as (connection, user_):
            connection.execute(sa.delete(INVITATIONS).where(INVITATIONS.c.user_id == user))
            ends = time.time() + self._policy.invitation
            connection.execute(INVITATIONS.insert().values(code=digest(signs), user_id=user, ends=ends))
            self._trail.write(connection, by, "invited", user_.name, may=ADMIT)
        return "-".join(signs[at : at + 4] for at in range(0, CODE, 4))

    def invited(self, code: str) -> User | None:
        """Return the user whom a code invites; None if the code is unknown, expired or used."""
        row = self._store.row(_invited(code))
        return None if row is None else _user(row)

    def take(self, code: str, password: str, address: str) -> User:
        """Let an invited user choose a password.

        Args:
            code: The code of the invitation.
            password: The chosen password.
            address: The network address of the request.

        Raises:
            AccountError: If the code is no longer valid, or the password is not allowed.
        """
        over = "this invitation has expired or been used; ask for another"
        user_ = self.invited(code)
        if user_ is None:
            raise AccountError(over)
        kept = self._hashed(password, user_.name)
        with self._store.begin() as connection:
            self._trail.hold(connection)
            row = connection.execute(_invited(code)).one_or_none()
            if row is None:
                raise AccountError(over)
            user_ = _user(row)
            self._keep(connection, Actor(user_.name, user_.role, address), user_, kept, "")
        self.ended(user_.id)
        return user_

    # -- shared -----------------------------------------------------------------------------------------------------

    def _keep(self, connection: sa.Connection, by: Actor, user_: User, kept: str, may: str) -> None:
        connection.execute(sa.update(USERS).where(USERS.c.id == user_.id).values(password=kept))
        connection.execute(sa.delete(INVITATIONS).where(INVITATIONS.c.user_id == user_.id))
        self._end(connection, user_.id)
        self._trail.write(connection, by, "set a password", user_.name, may=may)

    def _hashed(self, password: str, name: str) -> str:
        if why := passwords.objection(password, name, self._policy):
            raise AccountError(why)
        return passwords.hashed(password)

    def _role(self, role: str) -> None:
        if role not in self._policy.roles:
            msg = f"there is no role '{role}'; there are {', '.join(self._policy.roles)}"
            raise AccountError(msg)

    @contextlib.contextmanager
    def _changing(self, user: str) -> Iterator[tuple[sa.Connection, User]]:
        """Open a transaction that changes a user; other changes and audit lines wait until it ends."""
        with self._store.begin() as connection:
            self._trail.hold(connection)
            yield connection, self._user(connection.execute(sa.select(USERS).where(USERS.c.id == user)).one_or_none())
        self.ended(user)

    @staticmethod
    def _user(row: sa.Row[Any] | None) -> User:
        if row is None:
            raise AccountError(NOT_THERE)
        return _user(row)

    def _not_the_last(self, connection: sa.Connection, user_: User) -> None:
        others = sa.select(USERS.c.id).where(
            USERS.c.role.in_(sorted(self._policy.admitting())), USERS.c.password != "", USERS.c.id != user_.id
        )
        if connection.scalar(others.limit(1)) is None:
            msg = f"{user_.name} is the last user who can add others; make another user {self._some_admitting()} first"
            raise AccountError(msg)

    def _some_admitting(self) -> str:
        return " or ".join(sorted(self._policy.admitting()))

    @staticmethod
    def _end(connection: sa.Connection, user: str) -> None:
        connection.execute(sa.delete(USER_SESSIONS).where(USER_SESSIONS.c.user_id == user))


def read_code(typed: str) -> str:
    """Return a typed invitation code in its standard spelling.

    >>> read_code(" k7qm-o1il 22 ")
    'K7QM011122'
    """
    plain = typed[:100].upper().translate(str.maketrans("OIL", "011"))
    return "".join(sign for sign in plain if sign in SIGNS)


def _invited(code: str) -> sa.Select[Any]:
    """Return the query for the user whom a code invites."""
    mine = INVITATIONS.c.code == digest(read_code(code))
    return sa.select(USERS).join(INVITATIONS, INVITATIONS.c.user_id == USERS.c.id).where(mine, INVITATIONS.c.ends > time.time())


def _user(row: sa.Row[Any], seen: float | None = None) -> User:
    return User(row.id, row.name, row.role, bool(row.password), row.made, seen)
