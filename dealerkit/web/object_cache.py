"""Caches: values by name, those asked for last; and of things that are kept in the database, one object of each."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from dealerkit.web.people import Visitor
from dealerkit.web.storage.store import Store

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


class LiveObjects(Generic[W]):
    """Tables or sittings of the server, one object of each: in memory those that were asked for last, the others made again from
    what the database keeps; for any thread.

    Args:
        store: The database.
        told: Called after something has been done with one of them.
        held: Called before something is done with one; it refuses where nothing may be done just now.

    Attributes:
        store, told, held: As they were given.
        admits: Called before somebody begins one; it makes room, or refuses.
    """

    most: ClassVar[int]
    """So many stay in memory."""

    def __init__(
        self, store: Store, notify: Callable[[W], None] = lambda _: None, held: Callable[[W], None] = lambda _: None
    ) -> None:
        self.store, self.told, self.held = store, notify, held
        self.admits: Callable[[Visitor], None] = lambda _: None
        self._last = LastUsed[W](self.most)
        self._lock = threading.Lock()

    def awake(self, name: str) -> W:
        """Return one of them, from memory or made again.

        Raises:
            Refused: If there is none.
        """
        return self._in_memory(name) or self.keep(self._again(name))

    def _again(self, name: str) -> W:
        """Make one again from what was kept.

        Raises:
            Refused: If there is none.
        """
        raise NotImplementedError

    def _in_memory(self, name: str) -> W | None:
        """Return what goes by that name; None where it is not in memory, or has to be made again."""
        live = self._last.get(name)
        return None if live is None or live.broken else live

    def keep(self, live: W) -> W:
        """Keep one in memory and return it; if another thread has kept it already, return that one instead."""
        with self._lock:
            known = self._in_memory(live.id)
            if known is None:
                self._last.put(live.id, live)
            return known or live

    def forget(self, names: Sequence[str]) -> None:
        """Forget some that are kept nowhere any more; code that holds one finds it broken."""
        for name in names:
            live = self._last.pop(name)
            if live is not None:
                live.broken = True

    def sleep(self) -> None:
        """Forget what is in memory: it is made again from what was kept, and whose it is now."""
        self._last.clear()
