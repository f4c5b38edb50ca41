"""The users as seen by the request checks (`dealerkit.web.guard`) and the pages: sign-in, tokens, audit."""

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
"""Name of the cookie with the session of a signed-in user."""
KNOWN: Final = "dealerkit_known"
"""Name of the cookie with the users who have signed in from this browser."""
MOST_KNOWN: Final = 8
"""Most people remembered for a browser."""
ONCE_IN: Final = 60.0
"""Seconds in which the same refusal of the same person is written only once."""


@attrs.frozen
class SignedIn:
    """The result of signing in with a name and a password.

    Attributes:
        user: The user; None if name and password do not match.
        waits: Seconds to wait before another attempt.
        known: The new value of the cookie that marks this browser as one from which the user has signed in.
    """

    user: User | None
    waits: float = 0.0
    known: str = ""


class People:
    """The users of a server.

    Args:
        store: The database.
        policy: The house's access policy.
        guests: Whether guests have the rights that the house gives them; otherwise they have none.
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
        """Return whether users must sign in here: always, once there was a first user.

        If the database does not answer, the last answer applies; before the first answer, they must.
        """
        if not self._sign_in:
            try:
                self._sign_in = self.accounts.exist()
            except DatabaseError:
                return self._sign_in is None
        return self._sign_in

    def who(self, request: HTTPConnection, token: str) -> tuple[Visitor, str]:
        """Return the visitor of a request on a server with sign-in, and the token for the forms of that visitor.

        Args:
            request: The request.
            token: The browser's token as a guest.
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
        """Return the token for a signed-in user's forms, which belongs to the session, not to the browser."""
        return hmac.new(self._secret, f"form {person.session}".encode(), "sha256").hexdigest()

    def still(self, request: HTTPConnection) -> bool:
        """Return whether the session in which a stream was opened still exists."""
        session = request.cookies.get(SESSION, "")
        return self.sessions.who(session, address_of(request), request.headers.get("user-agent", "")) is not None

    # -- signing in -------------------------------------------------------------------------------------------------

    def signs_in(self, name: str, password: str, address: str, known: str) -> SignedIn:
        """Check a name and a password; after many wrong attempts, nothing is checked and the result says how long to wait.

        Args:
            name: The name, in any spelling.
            password: The password.
            address: The address of the request.
            known: The browser's cookie with the users who signed in from it.
        """
        user, kept = self.accounts.known(name)
        device = self._device(user, known)
        key = user.id if user is not None else f"nobody {name[:80].casefold()}"
        if (waits := self.tries.begin(key, address, device)) > 0:
            return SignedIn(None, waits)
        if not passwords.fits(kept, password) or user is None:
            by = Actor(user.name if user is not None else "", "", address)  # a text typed as a name may be a password
            self.trail.note(by, "sign in", "a wrong password" if user is not None else "nobody's name", came=REFUSED)
            return SignedIn(None)
        self.tries.right(key, address, device)
        if passwords.outdated(kept):
            self.accounts.rehash(user.id, kept, password)
        return SignedIn(user, known=known if device else self._with_device(user, known))

    def _device(self, user: User | None, known: str) -> str:
        """Return the mark of an earlier sign-in by a user from this browser; empty if there is none."""
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
        """Write an act of a signed-in user into the audit.

        Args:
            person: The person who acted.
            did: The act, as the page names it.
            what: The object of the act.
            may: The right used.
        """
        if person.session:
            self.trail.note(actor(person), did, what, may=may)

    def refuse(self, person: Visitor, did: str, what: str, may: str) -> None:
        """Write a refused act of a signed-in user into the audit, the same one at most once a minute.

        Args:
            person: The person who tried.
            did: The refused act.
            what: The object of the act.
            may: The missing right.
        """
        now = time.monotonic()
        with self._lock:
            self._refused = {key: at for key, at in self._refused.items() if now - at < ONCE_IN}
            if not person.session or (person.user, did) in self._refused:
                return
            self._refused[person.user, did] = now
        self.trail.note(actor(person), did, what, may=may, came=REFUSED)


def actor(person: Visitor) -> Actor:
    """Return a visitor as the actor of audit lines."""
    return Actor(person.name, person.role, person.address)


def address_of(request: HTTPConnection) -> str:
    """Return the address that a request comes from."""
    return request.client.host[:80] if request.client is not None else ""
