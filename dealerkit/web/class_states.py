"""The state of a training class on the server, and the check whether its tables may be used now."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from dealerkit.web.refusals import Refused
from dealerkit.web.storage.schema import ROOMS
from dealerkit.web.storage.store import Store

WAITING, RUNNING, PAUSED, ENDED = "waiting", "running", "paused", "ended"
STATES: Final = {
    WAITING: "not begun",
    RUNNING: "running",
    PAUSED: "paused",
    ENDED: "over",
}
"""The states of a class, in words."""


def state_of(store: Store, room: str) -> str:
    """Return the state of a class, one of `STATES`; empty if there is no such class."""
    return str(store.value(sa.select(ROOMS.c.state).where(ROOMS.c.id == room)) or "")


def may_go_on(store: Store, room: str) -> None:
    """Check that a class is running, so that its tables and drills may be used.

    Raises:
        Refused: If it is paused (423: the page keeps its request and sends it again later) or is over (410: nothing more is
            accepted).
    """
    state = state_of(store, room)
    if state == PAUSED:
        raise Refused(423, "the class is paused; your work waits here and is sent when it resumes")
    if state == ENDED:
        raise Refused(410, "the class is over; your earlier work is saved")
