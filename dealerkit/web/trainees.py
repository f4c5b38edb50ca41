"""The trainee's name under which a browser's practice is saved, and the key of the browser."""

from __future__ import annotations

import hashlib
import os
from typing import Final

from dealerkit.web.visit import Visit

TRAINEE: Final = "dealerkit_trainee"
"""Name of the cookie with the trainee's name."""
NAMED_BY: Final = "DEALERKIT_TRAINEE"
"""Environment variable with the trainee's name on this machine, as at the terminal."""


def trainee_of(visit: Visit) -> str:
    """Return the trainee: the signed-in user, else the name in this browser's cookie, else the machine's own."""
    if visit.person.name:
        return visit.person.name
    if visit.person.key:  # a name typed on another machine does not give access to what is saved under it
        return f"{called(visit)} (guest {visit.person.key[-8:]})".strip()
    return called(visit)


def called(visit: Visit) -> str:
    """Return the name in this browser's cookie, else the machine's own; empty without sign-in and without either."""
    kept = visit.cookie(TRAINEE, "\0")
    if kept != "\0":
        return kept
    return "" if visit.person.key else os.environ.get(NAMED_BY, "")


def browser_of(visit: Visit) -> str:
    """Return the visitor's key: that of the signed-in user, else that of the browser."""
    return visit.person.key or f"here/{hashlib.sha256(visit.token.encode()).hexdigest()[:32]}"
