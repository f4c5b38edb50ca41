"""A cache of things that are kept in the database: those asked for last, one object of each."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, Protocol, TypeVar


class Wakeable(Protocol):
    """Something that can be made again from what was kept of it.

    Attributes:
        id: What its address calls it.
        broken: Whether what stands in memory may be ahead of what was kept: then it is made again.
    """

    id: str
    broken: bool


W = TypeVar("W", bound=Wakeable)


class ObjectCache(Generic[W]):
    """Things in memory, those that were asked for longest ago forgotten first; for any thread.

    Args:
        most: So many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[str, W] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str) -> W | None:
        """Return what goes by that name; None where it is not in memory, or has to be made again."""
        with self._lock:
            live = self._found.get(name)
            if live is None or live.broken:
                return None
            self._found.move_to_end(name)
            return live

    def keep(self, live: W) -> W:
        """Keep something in memory and return it; if another thread has kept it already, return that one instead."""
        with self._lock:
            known = self._found.get(live.id)
            if known is not None and not known.broken:
                return known
            self._found[live.id] = live
            self._found.move_to_end(live.id)
            while len(self._found) > self._most:
                self._found.popitem(last=False)
            return live

    def drop(self, name: str) -> None:
        """Forget one thing, which is kept nowhere any more; whoever has it in hand finds it broken."""
        with self._lock:
            live = self._found.pop(name, None)
            if live is not None:
                live.broken = True

    def clear(self) -> None:
        """Forget everything in memory: what is asked for again is made from what was kept."""
        with self._lock:
            self._found.clear()
