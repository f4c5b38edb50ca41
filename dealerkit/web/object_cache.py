"""Caches: values by name, those asked for last; and of things that are kept in the database, one object of each."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, Protocol, TypeVar

V = TypeVar("V")


class LastUsed(Generic[V]):
    """Values by name, those that were asked for longest ago forgotten first; for any thread.

    Args:
        most: So many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[str, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str) -> V | None:
        """Return what goes by that name; None where nothing is remembered."""
        with self._lock:
            if name in self._found:
                self._found.move_to_end(name)
            return self._found.get(name)

    def put(self, name: str, value: V) -> None:
        """Remember a value by a name, in the place of the one before."""
        with self._lock:
            self._found[name] = value
            self._found.move_to_end(name)
            while len(self._found) > self._most:
                self._found.popitem(last=False)

    def pop(self, name: str) -> V | None:
        """Forget what goes by a name, and return it; None where nothing is remembered."""
        with self._lock:
            return self._found.pop(name, None)

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._found.clear()


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
    """Things in memory, one object of each, those that were asked for longest ago forgotten first; for any thread.

    Args:
        most: So many are kept.
    """

    def __init__(self, most: int) -> None:
        self._last = LastUsed[W](most)
        self._lock = threading.Lock()

    def get(self, name: str) -> W | None:
        """Return what goes by that name; None where it is not in memory, or has to be made again."""
        live = self._last.get(name)
        return None if live is None or live.broken else live

    def keep(self, live: W) -> W:
        """Keep something in memory and return it; if another thread has kept it already, return that one instead."""
        with self._lock:
            known = self.get(live.id)
            if known is None:
                self._last.put(live.id, live)
            return known or live

    def drop(self, name: str) -> None:
        """Forget one thing, which is kept nowhere any more; code that holds it finds it broken."""
        live = self._last.pop(name)
        if live is not None:
            live.broken = True

    def clear(self) -> None:
        """Forget everything in memory: what is asked for again is made from what was kept."""
        self._last.clear()
