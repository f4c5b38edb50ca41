"""The PIN with which a person signs a decision on a shared device."""

from __future__ import annotations

import time

import attrs
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from dealerkit.jobs.journal.people import clean_name, key_of
from dealerkit.web.storage.schema import PINS
from dealerkit.web.storage.store import Store

SHORTEST, LONGEST = 4, 8
"""Fewest and most digits of a PIN."""
TRIES = 5
"""Number of wrong PINs in succession after which a name is locked for a while."""
WAIT = 60.0
"""Length of that time, in seconds."""

WRONG, TOO_MANY = "a wrong PIN", "too many wrong PINs"

_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


@attrs.frozen
class PinAnswer:
    """The result of typing a PIN.

    Attributes:
        right: Whether the PIN is that person's.
        problem: The error, and what to do; empty if there is none.
        new: Whether that person has no PIN yet, so that a new one must be typed twice.
        refused: Reason of the refusal for the audit; empty if no PIN was tried.
    """

    right: bool
    problem: str = ""
    new: bool = False
    refused: str = ""


def check(store: Store, name: str, pin: str, again: str = "") -> PinAnswer:
    """Check a person's PIN; for a person without one, store it once it is typed twice.

    Args:
        store: The database.
        name: The signer's name.
        pin: The PIN.
        again: The PIN typed a second time, if asked for; else empty.
    """
    if not (pin.isascii() and pin.isdecimal() and SHORTEST <= len(pin) <= LONGEST):
        return PinAnswer(right=False, problem=f"a PIN has {SHORTEST} to {LONGEST} digits")
    key, shown_name = key_of(name)[:200], clean_name(name)
    row = store.row(sa.select(PINS).where(PINS.c.name == key))
    if row is None:
        if not again:
            return PinAnswer(right=False, problem=f"{shown_name} has no PIN yet; type a new one twice", new=True)
        if again != pin:
            return PinAnswer(right=False, problem="the two PINs differ; type it twice", new=True)
        return _kept(store, key, pin)
    if not _counted(store, key):
        problem = "too many wrong PINs for that name; wait a minute, or let someone else decide"
        return PinAnswer(right=False, problem=problem, refused=TOO_MANY)
    if not _fits(row.hash, pin):
        return PinAnswer(right=False, problem=f"that is not the PIN of {shown_name}; nothing was saved", refused=WRONG)
    store.write(sa.update(PINS).where(PINS.c.name == key).values(wrong=0, at=time.time()))
    return PinAnswer(right=True)


def _counted(store: Store, key: str) -> bool:
    """Count an attempt as wrong before it is checked, so that parallel attempts gain nothing.

    Returns:
        Whether another attempt is allowed.
    """
    now = time.time()
    may = sa.or_(PINS.c.wrong < TRIES, PINS.c.at <= now - WAIT)
    wrong = sa.case((PINS.c.wrong < TRIES, PINS.c.wrong + 1), else_=1)
    return store.write(sa.update(PINS).where(PINS.c.name == key, may).values(wrong=wrong, at=now)) == 1


def _kept(store: Store, key: str, pin: str) -> PinAnswer:
    try:
        store.write(PINS.insert().values(name=key, hash=_HASHER.hash(pin), wrong=0, at=time.time()))
    except Exception as error:  # somebody else has just taken the name
        if isinstance(error.__cause__, sa.exc.IntegrityError):
            return PinAnswer(right=False, problem="someone has just chosen a PIN for that name; type yours again")
        raise
    return PinAnswer(right=True)


def _fits(hash_: str, pin: str) -> bool:
    try:
        return _HASHER.verify(hash_, pin)
    except Argon2Error:
        return False
