"""Costly pages: how much of the processor's time they took lately, by visitor. A visitor without an account is counted

by address: a browser's cookie is chosen by who sends it. What is dealt and answered is never
counted; a class behind one address goes on whatever else is asked from there.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, TypeVar

from dealerkit.web.people import Visitor
from dealerkit.web.refusals import Refused

MOST: Final = 20.0
"""Most processor seconds for costly pages, by address or by person, in `WITHIN` seconds."""
WITHIN: Final = 60.0

T = TypeVar("T")


def spent() -> float:
    """Return the seconds of the processor that this thread has taken."""
    return time.thread_time()


class Costs:
    """The costs of the last minute."""

    def __init__(self) -> None:
        self._costs: dict[str, deque[tuple[float, float]]] = {}
        self._lock = threading.Lock()

    def pay(self, person: Visitor, address: str, make: Callable[[], T]) -> T:
        """Make a page and count its cost.

        Args:
            person: The visitor.
            address: The address of the request.
            make: Makes it, in this thread.

        Raises:
            Refused: If too much was spent for them lately (429).
        """
        name = f"person {person.user}" if person.user else f"address {address}"
        with self._lock:
            self._forget()
            if sum(cost for _, cost in self._costs.get(name, ())) >= MOST:
                raise Refused(429, "too many requests from here in the last minute; wait a moment, then try again")
        began = spent()
        try:
            return make()
        finally:
            with self._lock:
                self._costs.setdefault(name, deque()).append((time.monotonic(), spent() - began))

    def _forget(self) -> None:
        """Forget costs older than `WITHIN` seconds."""
        since = time.monotonic() - WITHIN
        for name, costs in list(self._costs.items()):
            while costs and costs[0][0] < since:
                costs.popleft()
            if not costs:
                del self._costs[name]
