"""What a process of the tests does in the place of the real one: it is ended at certain hands."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection

from dealerkit.hands.check import CheckedHand, checked
from dealerkit.jobs.archive import judging, pool
from dealerkit.jobs.archive.values import Judging

DEADLY = {"3024357648"}


def dies(found: object, *args: object) -> CheckedHand:
    """Judge a hand, unless it is a deadly one."""
    if getattr(found, "name", "") in DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return checked(found, *args)  # type: ignore[arg-type]


def work(ends: Connection, how: Judging) -> None:
    """Do what a process does, but for that."""
    judging.checked = dies  # type: ignore[assignment, attr-defined]
    pool.work(ends, how)
