"""Visitors of pages, and their rights."""

from __future__ import annotations

import hashlib
import hmac

import attrs

ASK = "ask"
PRACTISE = "practise"
CHECK = "check"
CASES = "cases"
DECIDE = "decide"
TEACH = "teach"
OVERSEE = "oversee"
SETTLE = "settle"
ADMIT = "admit"
AUDIT = "audit"

RIGHTS: dict[str, str] = {
    ASK: "use the desk, and view the promotions screen",
    PRACTISE: "deal and drill",
    CHECK: "open, replay and check records",
    CASES: "read the journal's cases",
    DECIDE: "save decisions in the journal",
    TEACH: "open a class, watch a dealer, draw exams and mark them",
    OVERSEE: "view everyone's tables and classes",
    SETTLE: "change the house's rules",
    ADMIT: "manage who may sign in, and their roles",
    AUDIT: "read who did what, and when",
}
"""Every right, with its description."""

ANYBODY = ""
"""Right for pages that anybody may see: the first page, and the sign-in page."""
SIGNED_IN = "signed-in"
"""Right of everybody who is signed in."""
LOOK_ON = f"{TEACH} or {OVERSEE}"
"""Right for looking at a class: instructors see their own classes, overseers all of them."""


GUEST = "guest/"
"""Prefix of a guest's key."""


@attrs.frozen
class Visitor:
    """A visitor of pages.

    Attributes:
        name: The visitor's name; may be empty.
        rights: The visitor's rights.
        key: Their key as an owner in the database; empty for a person at this machine.
        place: The key of their place in a class, whose table they own too; empty without a class.
        role: Their role, if they have signed in.
        session: The id of their session, if they have signed in; else empty.
        user: The user's id; empty for a visitor who is not signed in.
        address: The address of the request.
    """

    name: str
    rights: frozenset[str]
    key: str = ""
    place: str = ""
    role: str = ""
    session: str = ""
    user: str = ""
    address: str = ""

    @property
    def guest(self) -> bool:
        """Whether the visitor is on another machine and not signed in."""
        return self.key.startswith(GUEST)

    def owns(self, owner: str) -> bool:
        """Return whether the visitor owns a thing with this owner key."""
        return owner == self.key or (bool(self.place) and owner == self.place)

    def sees(self, owner: str) -> bool:
        """Return whether the visitor may look at a thing with this owner key, as its owner or as an overseer."""
        return self.owns(owner) or self.may(OVERSEE)

    def may(self, right: str) -> bool:
        """Return whether the visitor has a right; `ANYBODY` and `LOOK_ON` (teachers and overseers) may be asked as well."""
        if right == LOOK_ON:
            return not self.rights.isdisjoint((TEACH, OVERSEE))
        return right == ANYBODY or right in self.rights


ALONE = Visitor("", frozenset(RIGHTS))
"""The visitor at this machine while no other can reach the server, with all rights and without sign-in."""

NOBODY = Visitor("", frozenset(), "nobody")
"""A visitor who is not signed in."""


def guest(token: str, may: frozenset[str] = frozenset({ASK, PRACTISE}), address: str = "") -> Visitor:
    """Return the visitor for a browser on another machine without sign-in.

    Args:
        token: The browser's token; the tables opened with it belong to the browser that has it.
        may: The rights that the house gives to guests.
        address: The address of the request.
    """
    return Visitor("", may, address=address, key=f"{GUEST}{hashlib.sha256(token.encode()).hexdigest()[:32]}")


def place_token(place: str, secret: bytes) -> str:
    """Return the cookie that leads a trainee's browser back to its place in a class.

    Args:
        place: The id of the place.
        secret: The key for signing the cookie.
    """
    return f"{place}.{hmac.new(secret, f'place {place}'.encode(), hashlib.sha256).hexdigest()[:32]}"


def place_in(token: str, secret: bytes) -> str:
    """Return the id of the place in a browser's cookie; empty without a cookie, or if this server did not sign it.

    >>> place_in(place_token("abc", b"key"), b"key"), place_in(place_token("abc", b"other"), b"key"), place_in("abc", b"key")
    ('abc', '', '')
    """
    place = token[:100].rpartition(".")[0]
    good = bool(place) and hmac.compare_digest(place_token(place, secret).encode(), token.encode("utf-8", "replace"))
    return place if good else ""


def seated(person: Visitor, place: str) -> Visitor:
    """Return a visitor with a place in a class, who may practise and owns the table of that place."""
    return attrs.evolve(person, place=place_key(place), rights=person.rights | {PRACTISE}) if place else person


def place_key(place: str) -> str:
    """Return the owner key of the table of a place in a class."""
    return f"place/{place}"
