"""Users, as the guard and the pages see them."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from typing import Final

import attrs
from starlette.requests import HTTPConnection

from dealerkit.web.people import NOBODY, Visitor, guest
from dealerkit.web.storage.store import Store
from dealerkit.web.storage.trouble import DatabaseError
from dealerkit.web.users import passwords
from dealerkit.web.users.accounts import Accounts, User
from dealerkit.web.users.policy import AccessPolicy
from dealerkit.web.users.sessions import Sessions
from dealerkit.web.users.trail import REFUSED, Actor, Trail
from dealerkit.web.users.tries import Tries

SESSION: Final = "dealerkit_session"
"""The cookie that has somebody's session."""
KNOWN: Final = "dealerkit_known"
"""The cookie that tells by whom this browser has come in before."""
MOST_KNOWN: Final = 8
"""Most people remembered for a browser."""
ONCE_IN: Final = 60.0
"""Seconds in which the same refusal of the same person is written down once."""


@attrs.frozen
class SignedIn:
    """The result of signing in with a name and a password.

    Attributes:
        user: Who they are; None where the two do not belong together.
        waits: Seconds to wait before another try.
        known: What the browser keeps, so that it is known as theirs.
    """

    user: User | None
    waits: float = 0.0
    known: str = ""


class People:
    """The users of a server.

    Args:
        store: The database.
        policy: What the house says of its people.
        guests: Whether a person who has not signed in may do what the house says of guests; else nothing.
    """

    def __init__(self, store: Store, policy: AccessPolicy, *, guests: bool = True) -> None:
        self.policy, self.guests = policy, guests and bool(policy.guests_may)
        self.trail = Trail(store)
        self.accounts = Accounts(store, policy, self.trail)
        self.sessions = Sessions(store, policy, self.trail)
        self.tries = Tries(policy.by_name, policy.by_address, policy.longest_wait)
        self._secret = store.secret
        self._sign_in: bool | None = None
        self._refused: dict[tuple[str, str], float] = {}
        self._lock = threading.Lock()

    def sign_in(self) -> bool:
        """Return whether people sign in here: from the moment that somebody may, for good.

        Where the database cannot be asked it is what it was, and so before it ever could.
        """
        if not self._sign_in:
            try:
                self._sign_in = self.accounts.exist()
            except DatabaseError:
                return self._sign_in is None
        return self._sign_in

    def who(self, request: HTTPConnection, token: str) -> tuple[Visitor, str]:
        """Return who asks where people sign in, and what forms of theirs have to bring along.

        Args:
            request: The request.
            token: What their browser keeps as a guest's.
        """
        session = request.cookies.get(SESSION, "")
        address = address_of(request)
        if session:
            try:
                person = self.sessions.who(session, address, request.headers.get("user-agent", ""))
            except DatabaseError:
                return NOBODY, token
            if person is not None:
                return person, self.token(person)
        return (guest(token, self.policy.guests_may, address) if self.guests else attrs.evolve(NOBODY, address=address)), token

    def token(self, person: Visitor) -> str:
        """Return what forms of somebody who has signed in have to bring along: it is their session's, and not the browser's."""
        return hmac.new(self._secret, f"form {person.session}".encode(), "sha256").hexdigest()

    def still(self, request: HTTPConnection) -> bool:
        """Return whether a session that a stream was opened in goes on."""
        session = request.cookies.get(SESSION, "")
        return self.sessions.who(session, address_of(request), request.headers.get("user-agent", "")) is not None

    # -- a name and a password ------------------------------------------------------------------------------------

    def signs_in(self, name: str, password: str, address: str, known: str) -> SignedIn:
        """Look whether a name and a password belong together; slowly, where many were wrong.

        Args:
            name: The name, however it is typed.
            password: The password.
            address: Where it comes from.
            known: What the browser keeps of whom it is known by.
        """
        user, kept = self.accounts.known(name)
        device = self._device(user, known)
        key = user.id if user is not None else f"nobody {name[:80].casefold()}"
        if (waits := self.tries.begin(key, address, device)) > 0:
            return SignedIn(None, waits)
        if not passwords.fits(kept, password) or user is None:
            by = Actor(user.name if user is not None else "", "", address)  # what is typed for a name may be a password
            self.trail.note(by, "sign in", "a wrong password" if user is not None else "nobody's name", came=REFUSED)
            return SignedIn(None)
        self.tries.right(key, address, device)
        if passwords.outdated(kept):
            self.accounts.rehash(user.id, kept, password)
        return SignedIn(user, known=known if device else self._with_device(user, known))

    def _device(self, user: User | None, known: str) -> str:
        """Return what tells this browser from others by which somebody has come in; empty if it is none."""
        for device in known.split(".")[:MOST_KNOWN]:
            name, _, rest = device.partition(":")
            nonce, _, mark = rest.partition(":")
            if user is not None and name == user.id and hmac.compare_digest(mark.encode(), self._mark(name, nonce).encode()):
                return device
        return ""

    def _with_device(self, user: User, known: str) -> str:
        nonce = secrets.token_urlsafe(9)
        others = [device for device in known.split(".") if device and not device.startswith(f"{user.id}:")]
        return ".".join([f"{user.id}:{nonce}:{self._mark(user.id, nonce)}", *others][:MOST_KNOWN])

    def _mark(self, user: str, nonce: str) -> str:
        message = f"known {user} {nonce}".encode("utf-8", "replace")
        return hmac.new(self._secret, message, "sha256").hexdigest()[:32]

    # -- the audit ------------------------------------------------------------------------------------------------

    def note(self, person: Visitor, did: str, what: str, may: str) -> None:
        """Write down what somebody did who has signed in.

        Args:
            person: Who did it.
            did: What was done.
            what: To what it was done.
            may: By which right.
        """
        if person.session:
            self.trail.note(actor(person), did, what, may=may)

    def refuse(self, person: Visitor, did: str, what: str, may: str) -> None:
        """Write down what somebody was not let do who has signed in, the same once a minute.

        Args:
            person: Who wanted to.
            did: What was not done.
            what: To what.
            may: The right that they lack.
        """
        now = time.monotonic()
        with self._lock:
            self._refused = {key: at for key, at in self._refused.items() if now - at < ONCE_IN}
            if not person.session or (person.user, did) in self._refused:
                return
            self._refused[person.user, did] = now
        self.trail.note(actor(person), did, what, may=may, came=REFUSED)


def actor(person: Visitor) -> Actor:
    """Return somebody as the audit has them."""
    return Actor(person.name, person.role, person.address)


def address_of(request: HTTPConnection) -> str:
    """Return where a request comes from."""
    return request.client.host[:80] if request.client is not None else ""
