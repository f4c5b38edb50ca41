"""Who looks at a page, and what they may do."""

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
    ADMIT: "say who may come in, and in which role",
    AUDIT: "read who did what, and when",
}
"""Every right, and what it lets somebody do."""

ANYBODY = ""
"""Right for a page that anybody may see: the first one, the one to sign in at."""
SIGNED_IN = "signed-in"
"""Right for a page that everybody has who has signed in."""
LOOK_ON = f"{TEACH} or {OVERSEE}"
"""Right for a page of a class that is looked at: instructors see their own, overseers everybody's."""


GUEST = "guest/"
"""How the key of a guest begins."""


@attrs.frozen
class Visitor:
    """Somebody who looks at pages.

    Attributes:
        name: What they are called; empty for nobody in particular.
        rights: What they may do.
        key: What tells them from others in the database; empty for a person at this machine.
        place: The key of their place in a class, whose table is theirs too; empty for somebody of no class.
        role: Their role, if they have signed in.
        session: The id of their session, if they have signed in; else empty.
        user: What tells them from others who may sign in; empty if they have not.
        address: Where they ask from.
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
        """Whether they come from another machine and have not signed in."""
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
"""A person at this machine, where only this machine can reach the server: they may do everything and are asked nothing."""

NOBODY = Visitor("", frozenset(), "nobody")
"""Somebody who has not signed in."""


def guest(token: str, may: frozenset[str] = frozenset({ASK, PRACTISE}), address: str = "") -> Visitor:
    """Return somebody who comes from another machine and has not signed in: they may ask and practise, at tables of their own.

    Args:
        token: What their browser keeps; who has it has their tables.
        may: What the house lets them do.
        address: Where they ask from.
    """
    return Visitor("", may, address=address, key=f"{GUEST}{hashlib.sha256(token.encode()).hexdigest()[:32]}")


def place_token(place: str, secret: bytes) -> str:
    """Return what the browser of somebody in a class keeps, so that they come back to their place.

    Args:
        place: The id of the place.
        secret: The key that signs.
    """
    return f"{place}.{hmac.new(secret, f'place {place}'.encode(), hashlib.sha256).hexdigest()[:32]}"


def place_in(token: str, secret: bytes) -> str:
    """Return the id of the place that a browser keeps; empty where it keeps none, or one that we did not give.

    >>> place_in(place_token("abc", b"key"), b"key"), place_in(place_token("abc", b"other"), b"key"), place_in("abc", b"key")
    ('abc', '', '')
    """
    place = token[:100].rpartition(".")[0]
    good = bool(place) and hmac.compare_digest(place_token(place, secret).encode(), token.encode("utf-8", "replace"))
    return place if good else ""


def seated(person: Visitor, place: str) -> Visitor:
    """Return somebody as one who has a place in a class: they may practise, and the table of the place is theirs."""
    return attrs.evolve(person, place=place_key(place), rights=person.rights | {PRACTISE}) if place else person


def place_key(place: str) -> str:
    """Return the key under which the table of a place in a class is kept."""
    return f"place/{place}"
