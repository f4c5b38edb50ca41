"""Passwords: the rules for them, and their hashes by argon2."""

from __future__ import annotations

import threading
import unicodedata
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from dealerkit.web.names import likeness
from dealerkit.web.users.policy import AccessPolicy

LONGEST: Final = 200
"""Most characters of a password."""

_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_AT_ONCE = threading.BoundedSemaphore(2)
"""Limit on hashing at the same time: each hash takes 19 MB and a core for a moment, so a crowd at the door waits instead of
using up the machine.
"""
_NOBODYS = _HASHER.hash("nobody has this one")


def _plain(password: str) -> str:
    """Return a password in the form that is hashed: one form for all encodings of the same characters."""
    return unicodedata.normalize("NFKC", password.encode("utf-8", "replace").decode())


def objection(password: str, name: str, policy: AccessPolicy) -> str:
    """Return the reason why a text cannot be a password, and what to do; empty if it can.

    Args:
        password: The typed password.
        name: The user's name.
        policy: The access policy.
    """
    typed = _plain(password)
    if len(typed) < policy.shortest:
        return f"a password needs at least {policy.shortest} characters; three or four words make a good one"
    if len(typed) > LONGEST:
        return f"a password has at most {LONGEST} characters"
    if typed.casefold() in policy.never or len(set(typed.casefold())) < 4:
        return "that one is easy to guess; choose three or four unrelated words"
    if (alike := likeness(name)) and alike in likeness(typed):
        return "a password must not contain the name; choose three or four unrelated words"
    return ""


def hashed(password: str) -> str:
    """Return the hash of a password."""
    with _AT_ONCE:
        return _HASHER.hash(_plain(password))


def fits(kept: str, password: str) -> bool:
    """Return whether a password matches a stored hash; without a hash, False after the same time.

    Args:
        kept: The stored hash; empty for none.
        password: The typed password.
    """
    with _AT_ONCE:
        try:
            _HASHER.verify(kept or _NOBODYS, _plain(password[: LONGEST * 4]))
        except Argon2Error:
            return False
    return bool(kept)


def outdated(kept: str) -> bool:
    """Return whether a hash was made in an older way, so that the password should be hashed again once it is known."""
    return _HASHER.check_needs_rehash(kept)
