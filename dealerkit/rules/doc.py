"""A document read from a file, with file, line and column of each of its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

import attrs

from dealerkit.errors import Problem

Place = tuple[str | int, ...]
"""Place in a document: keys of maps and indices of lists from the root; `()` is the root."""


@attrs.frozen(order=True)
class Origin:
    """File, line and column of a part of a document.

    Attributes:
        file: The file's path as the user gave it, or a name such as `<text>`.
        line: Line, from 1; 0 if the part was not written in a file.
        column: Column, from 1.
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class Locate(Protocol):
    """Function that returns where a value of a document was written, or its key if `of_key` is set; None for a missing value."""

    def __call__(self, place: Place, *, of_key: bool) -> Origin | None:
        """Return the origin."""


class Doc:
    """Plain data read from a file, with file, line and column of every part. These are looked up only when asked for.

    Attributes:
        data: The data: maps, lists, text, whole numbers, booleans and null. It is shared and must not be changed.
    """

    __slots__ = ("data", "locate")

    def __init__(self, data: Any, locate: Locate) -> None:
        self.data, self.locate = data, locate

    @classmethod
    def of(cls, data: object, file: str = "<data>") -> Doc:
        """Return a document made of plain data that was not read from a file.

        Args:
            data: The data.
            file: Name to show instead of a file's path.
        """

        def locate(place: Place, *, of_key: bool) -> Origin | None:
            return Origin(file) if has(data, place) and not (of_key and not place) else None

        return cls(data, locate)

    @classmethod
    def kept(cls, data: object, again: Callable[[], Doc]) -> Doc:
        """Return a document made of cached data. The cache does not keep lines and columns; if one is asked for, the source is
        read again.

        Args:
            data: The cached data.
            again: Function that reads the document from its source.
        """
        return cls(data, lambda place, *, of_key: again().locate(place, of_key=of_key))

    @property
    def where(self) -> Mapping[Place, Origin]:
        """The origin of every value, by its place."""
        return _Origins(self, of_keys=False)

    @property
    def keys(self) -> Mapping[Place, Origin]:
        """The origin of every key of a map, by the place of its value."""
        return _Origins(self, of_keys=True)

    def origin(self, place: Place, *, of_key: bool = False) -> Origin:
        """Return file, line and column of a place, or if it has none, of the nearest place around it that has them.

        Args:
            place: Keys, and indices of lists from 0, from the top of the document.
            of_key: Whether the key is meant, not its value.
        """
        for end in range(len(place), -1, -1):
            origin = self.locate(place[:end], of_key=of_key and end == len(place))
            if origin is not None:
                return origin
        return Origin("<data>")

    def problem(self, place: Place, message: str, hint: str = "", *, of_key: bool = False) -> Problem:
        """Return a problem at a place of the document, with its file, line and column.

        Args:
            place: Keys, and indices of lists from 0, from the top of the document.
            message: The problem, as a text.
            hint: The remedy, as a text; may be empty.
            of_key: Whether the problem concerns the key, not its value.
        """
        at = self.origin(place, of_key=of_key)
        return Problem(at.file, at.line, at.column, path_text(place), message, hint)

    def at(self, place: Place) -> Doc:
        """Return the part of the document at a place, as a document of its own.

        Raises:
            KeyError: If there is nothing there.
        """
        locate = self.locate
        return Doc(get(self.data, place), lambda inner, *, of_key: locate(place + inner, of_key=of_key and bool(inner)))

    def with_data(self, data: object) -> Doc:
        """Return a document with other data but the same origins."""
        return Doc(data, self.locate)


class _Origins(Mapping[Place, Origin]):
    """Origins of all places of a document, in their order."""

    def __init__(self, doc: Doc, *, of_keys: bool) -> None:
        self._doc, self._of_keys = doc, of_keys

    def __getitem__(self, place: Place) -> Origin:
        origin = self._doc.locate(place, of_key=self._of_keys) if has(self._doc.data, place) else None
        if origin is None or (self._of_keys and not (place and isinstance(place[-1], str))):
            raise KeyError(place)
        return origin

    def __iter__(self) -> Iterator[Place]:
        for place, _ in parts(self._doc.data):
            if not self._of_keys or (place and isinstance(place[-1], str)):
                yield place

    def __len__(self) -> int:
        return sum(1 for _ in self)


SINGLE = frozenset({str, int, bool, type(None)})
"""Types of single values; most values in a rule file have one of them."""


def parts(data: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield every part of plain data with its place, from the whole down to single values, in order.

    Args:
        data: Maps, lists and single values.
        place: Place of the data itself, which the yielded places begin with.

    >>> list(parts({"a": [7], "b": 8}))
    [((), {'a': [7], 'b': 8}), (('a',), [7]), (('a', 0), 7), (('b',), 8)]
    """
    yield place, data
    kind = data.__class__
    if kind is dict or (kind not in SINGLE and isinstance(data, Mapping)):
        inner = data.items()
    elif isinstance(data, list | tuple):
        inner = enumerate(data)
    else:
        return
    for key, value in inner:
        if value.__class__ in SINGLE:
            yield (*place, key), value
        else:
            yield from parts(value, (*place, key))


def get(data: Any, place: Place) -> Any:
    """Return the value at a place in plain data.

    Args:
        data: Maps, lists and single values.
        place: Keys, and indices of lists, that lead to the value.

    Raises:
        KeyError: If there is no such place.
    """
    for step in place:
        if isinstance(step, str):
            if not isinstance(data, dict) or step not in data:
                raise KeyError(place)
        elif not isinstance(data, list) or not 0 <= step < len(data):
            raise KeyError(place)
        data = data[step]
    return data


def has(data: object, place: Place) -> bool:
    """Return whether a place (keys, and indices of lists) exists in plain data."""
    try:
        get(data, place)
    except KeyError:
        return False
    return True


def value_at(data: Any, place: Place) -> Any:
    """Return the value at a place; None if there is no such place.

    >>> value_at({"a": {"b": 1}}, ("a", "b")), value_at({"a": {"b": 1}}, ("a", "c"))
    (1, None)
    """
    return get(data, place) if has(data, place) else None


def branch(entry: Mapping[str, object], key: str) -> Mapping[str, object]:
    """Return the map under a key of an entry; an empty map if there is none.

    Args:
        entry: The entry.
        key: Key of the map.

    >>> branch({"when": {"count": 2}}, "when"), branch({"when": None}, "when")
    ({'count': 2}, {})
    """
    value = entry.get(key)
    return value if isinstance(value, Mapping) else {}


def path_text(place: Place) -> str:
    """Return a place (keys, and indices of lists) in readable form.

    >>> path_text(("faults", "surplus_card", "rules", 0))
    'faults.surplus_card.rules[0]'
    """
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return text.removeprefix(".")
