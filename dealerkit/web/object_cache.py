"""Caches: one for the last used values by name, and one that holds a single object for each stored table or sitting."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from dealerkit.web.people import Visitor
from dealerkit.web.storage.store import Store

V = TypeVar("V")


class LastUsed(Generic[V]):
    """Values by name; the one unused for longest is dropped first. Safe for threads.

    Args:
        most: Most values in the cache.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[str, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str) -> V | None:
        """Return the value under a name; None if it is not in the cache."""
        with self._lock:
            if name in self._found:
                self._found.move_to_end(name)
            return self._found.get(name)

    def put(self, name: str, value: V) -> None:
        """Store a value under a name, replacing an earlier one."""
        with self._lock:
            self._found[name] = value
            self._found.move_to_end(name)
            while len(self._found) > self._most:
                self._found.popitem(last=False)

    def pop(self, name: str) -> V | None:
        """Remove a name and return its value; None if it is not in the cache."""
        with self._lock:
            return self._found.pop(name, None)

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._found.clear()


class Wakeable(Protocol):
    """An object that can be rebuilt from its stored entries.

    Attributes:
        id: Its id in addresses.
        broken: Whether the object in memory may be ahead of the database, so that it must be rebuilt.
    """

    id: str
    broken: bool


W = TypeVar("W", bound=Wakeable)


class LiveObjects(Generic[W]):
    """The server's tables or sittings, with one object for each: those used last are in memory, the others are rebuilt from the
    database. Safe for threads.

    Args:
        store: The database.
        notify: Called after something was done with an object.
        held: Called before something is done with an object; raises an error if nothing may be done now.

    Attributes:
        store, told, held: The arguments; `told` is `notify`.
        admits: Called before a new object is created, to make room or raise an error.
    """

    most: ClassVar[int]
    """Most objects in memory."""

    def __init__(
        self, store: Store, notify: Callable[[W], None] = lambda _: None, held: Callable[[W], None] = lambda _: None
    ) -> None:
        self.store, self.told, self.held = store, notify, held
        self.admits: Callable[[Visitor], None] = lambda _: None
        self._last = LastUsed[W](self.most)
        self._lock = threading.Lock()

    def awake(self, name: str) -> W:
        """Return an object by its id, from memory or rebuilt.

        Raises:
            Refused: If there is no such object.
        """
        return self._in_memory(name) or self.keep(self._again(name))

    def _again(self, name: str) -> W:
        """Rebuild an object from the database.

        Raises:
            Refused: If there is no such object.
        """
        raise NotImplementedError

    def _in_memory(self, name: str) -> W | None:
        """Return an object from memory; None if it is not there, or must be rebuilt."""
        live = self._last.get(name)
        return None if live is None or live.broken else live

    def keep(self, live: W) -> W:
        """Put an object into memory and return it; if another thread was faster, return that thread's object."""
        with self._lock:
            known = self._in_memory(live.id)
            if known is None:
                self._last.put(live.id, live)
            return known or live

    def forget(self, names: Sequence[str]) -> None:
        """Remove deleted objects from memory; code that still uses one finds it broken."""
        for name in names:
            live = self._last.pop(name)
            if live is not None:
                live.broken = True

    def sleep(self) -> None:
        """Drop all objects from memory; when needed, they are rebuilt from the database, with their owners of that time."""
        self._last.clear()
