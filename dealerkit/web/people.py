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
    ASK: "ask the desk what the rules say, and look at the wall",
    PRACTISE: "deal and drill",
    CHECK: "open files of records, replay and check them",
    CASES: "read the cases of the journal",
    DECIDE: "keep decisions in the journal",
    TEACH: "open a class, watch a dealer, draw exams and mark them",
    OVERSEE: "look at everybody's tables and classes, not only at one's own",
    SETTLE: "change the house's rules",
    ADMIT: "say who may sign in, and in which role",
    AUDIT: "read who did what, and when",
}
"""Every right, and what it allows."""

ANYBODY = ""
"""Right of pages that anybody may see: the first one, the one to sign in at."""
SIGNED_IN = "signed-in"
"""Right that everybody has who is signed in."""
LOOK_ON = f"{TEACH} or {OVERSEE}"
"""Right for a page of a class that is looked at: instructors see their own, overseers everybody's."""


GUEST = "guest/"
"""How the key of a guest begins."""


@attrs.frozen
class Visitor:
    """A visitor of pages.

    Attributes:
        name: The visitor's name; empty for nobody in particular.
        rights: The visitor's rights.
        key: The owner key in the database; empty for a person at this machine.
        place: The key of their place in a class, whose table is theirs too; empty for somebody of no class.
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
        """Return whether what belongs to a key is theirs."""
        return owner == self.key or (bool(self.place) and owner == self.place)

    def sees(self, owner: str) -> bool:
        """Return whether they may look at what belongs to a key: it is theirs, or they oversee everybody's."""
        return self.owns(owner) or self.may(OVERSEE)

    def may(self, right: str) -> bool:
        """Return whether they may do something: a right, `ANYBODY`, `SIGNED_IN` or `LOOK_ON`."""
        if right == LOOK_ON:
            return not self.rights.isdisjoint((TEACH, OVERSEE))
        return right == ANYBODY or right in self.rights


ALONE = Visitor("", frozenset(RIGHTS))
"""The visitor at this machine, where no other can reach the server: they have all rights and are asked nothing."""

NOBODY = Visitor("", frozenset(), "nobody")
"""A visitor who is not signed in."""


def guest(token: str, may: frozenset[str] = frozenset({ASK, PRACTISE}), address: str = "") -> Visitor:
    """Return a visitor on another machine who is not signed in: they may ask the desk and practise, at tables of their own.

    Args:
        token: The browser's token; its holder owns the tables.
        may: The rights that the house gives.
        address: The address of the request.
    """
    return Visitor("", may, address=address, key=f"{GUEST}{hashlib.sha256(token.encode()).hexdigest()[:32]}")


def place_token(place: str, secret: bytes) -> str:
    """Return the cookie that leads a trainee's browser back to their place in a class.

    Args:
        place: The id of the place.
        secret: The key that signs.
    """
    return f"{place}.{hmac.new(secret, f'place {place}'.encode(), hashlib.sha256).hexdigest()[:32]}"


def place_in(token: str, secret: bytes) -> str:
    """Return the id of the place in a browser's cookie; empty without a cookie, or with one that we did not issue.

    >>> place_in(place_token("abc", b"key"), b"key"), place_in(place_token("abc", b"other"), b"key"), place_in("abc", b"key")
    ('abc', '', '')
    """
    place = token[:100].rpartition(".")[0]
    good = bool(place) and hmac.compare_digest(place_token(place, secret).encode(), token.encode("utf-8", "replace"))
    return place if good else ""


def seated(person: Visitor, place: str) -> Visitor:
    """Return a visitor with a place in a class: they may practise, and own the table of the place."""
    return attrs.evolve(person, place=place_key(place), rights=person.rights | {PRACTISE}) if place else person


def place_key(place: str) -> str:
    """Return the owner key of the table of a place in a class."""
    return f"place/{place}"
