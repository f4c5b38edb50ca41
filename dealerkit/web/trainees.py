"""Under whose name what is practised at a browser is kept, and which browser it is."""

from __future__ import annotations

import hashlib
import os
from typing import Final

from dealerkit.web.visit import Visit

TRAINEE: Final = "dealerkit_trainee"
"""The cookie that says who practises at this browser."""
NAMED_BY: Final = "DEALERKIT_TRAINEE"
"""Says it for this machine, as it does for the terminal."""


def trainee_of(visit: Visit) -> str:
    """Return the trainee: the user who has signed in, else the name this browser keeps, else the machine's own."""
    if visit.person.name:
        return visit.person.name
    if visit.person.key:  # a borrowed name on another machine has not what is saved under it
        return f"{called(visit)} (guest {visit.person.key[-8:]})".strip()
    return called(visit)


def called(visit: Visit) -> str:
    """Return the name that this browser keeps, else this machine's own; empty where nobody has signed in and there is none."""
    kept = visit.cookie(TRAINEE, "\0")
    if kept != "\0":
        return kept
    return "" if visit.person.key else os.environ.get(NAMED_BY, "")


def browser_of(visit: Visit) -> str:
    """Return the key of the visitor: the person who has signed in, or else the browser."""
    return visit.person.key or f"here/{hashlib.sha256(visit.token.encode()).hexdigest()[:32]}"
