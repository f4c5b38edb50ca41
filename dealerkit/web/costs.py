"""Limits for pages that take long to make, by the processor time that a visitor used lately. A visitor without an account is
counted by address, since anybody can choose a browser's cookie.

Dealing and answering is never counted, so a class behind one address continues whatever else that address requests.
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
"""Most processor seconds for costly pages, by address or by person, within `WITHIN` seconds."""
WITHIN: Final = 60.0

T = TypeVar("T")


def spent() -> float:
    """Return the processor time that this thread has used, in seconds."""
    return time.thread_time()


class Costs:
    """The processor time used lately, by address and by person."""

    def __init__(self) -> None:
        self._costs: dict[str, deque[tuple[float, float]]] = {}
        self._lock = threading.Lock()

    def pay(self, person: Visitor, address: str, make: Callable[[], T]) -> T:
        """Make a page, return it, and count the processor time that it took.

        Args:
            person: The visitor.
            address: The address of the request.
            make: Function that makes the page, called in this thread.

        Raises:
            Refused: If the visitor or the address has used too much lately (429).
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
