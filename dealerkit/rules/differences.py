"""Differences between two documents, leaf by leaf, and whether two values are the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Literal, TypeVar

import attrs

from dealerkit.rules.doc import Doc, Origin, Place
from dealerkit.rules.overlay import ORDERED

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


Kind = Literal["changed", "added", "removed", "moved", "wording", "source"]


@attrs.frozen
class Difference:
    """A place in which two documents differ: a single value, or a whole entry.

    Attributes:
        path: Keys that lead to the place, from the top.
        kind: `changed`, `added` (only in the second document), `removed` (only in the first), or `moved`: an entry of an ordered
            map that stands after another entry than before. A whole entry can also have `wording` if only its prose differs, or
            `source` if only its citation does.
        old: Value in the first document; None if there is none. For a moved entry, the key before it.
        new: Value in the second document, likewise.
        old_origin: File and line of the old value; None if there is no old value or it was in no file.
        new_origin: File and line of the new value; None likewise.
        parts: For a changed whole entry, its differences key by key, without prose and citation; empty otherwise.
    """

    path: Place
    kind: Kind
    old: object
    new: object
    old_origin: Origin | None = None
    new_origin: Origin | None = None
    parts: tuple[Difference, ...] = ()


def differences(a: Doc, b: Doc) -> list[Difference]:
    """Return every single value in which two documents differ, in the order of the second; in each map removed values come last.

    Args:
        a: The first document.
        b: The second document.

    >>> [(d.path, d.kind, d.old, d.new) for d in differences(Doc.of({"a": 1, "b": 2}), Doc.of({"a": 3, "c": []}))]
    [(('a',), 'changed', 1, 3), (('c',), 'added', None, []), (('b',), 'removed', 2, None)]
    """
    differences: list[Difference] = []
    _differ(a, b, a.data, b.data, (), differences)
    return differences


def _differ(a: Doc, b: Doc, old: object, new: object, place: Place, differences: list[Difference]) -> None:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        if not same(old, new):
            differences.append(Difference(place, "changed", old, new, a.origin(place), b.origin(place)))
        return
    for key, value in new.items():
        here = (*place, key)
        if key in old:
            _differ(a, b, old[key], value, here, differences)
        else:
            differences += [Difference(leaf, "added", None, value, None, b.origin(leaf)) for leaf, value in leaves(value, here)]
    for key, value in old.items():
        if key not in new:
            here = (*place, key)
            differences += [Difference(leaf, "removed", value, None, a.origin(leaf), None) for leaf, value in leaves(value, here)]
    if place and place[-1] in ORDERED:
        for key in _moved([k for k in old if k in new], list(new)):
            here = (*place, key)
            was, is_now = _before(key, list(old)), _before(key, list(new))
            differences.append(Difference(here, "moved", was, is_now, a.origin(here, of_key=True), b.origin(here, of_key=True)))


def leaves(value: object, place: Place = ()) -> list[tuple[Place, object]]:
    """Return the single values in plain data, each with the keys that lead to it; a list or an empty map counts as a single
    value.

    Args:
        value: The data.
        place: Keys that lead to the data itself.
    """
    if not isinstance(value, dict) or not value:
        return [(place, value)]
    return [leaf for key, inner in value.items() for leaf in leaves(inner, (*place, key))]


def same(old: object, new: object) -> bool:
    """Return whether two values are equal and of the same types: 1 and true are not the same."""
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(same, old, new))
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(same(old[key], new[key]) for key in old)
    return type(old) is type(new) and bool(old == new)


def unlike(old: Mapping[K, V], new: Mapping[K, V]) -> Iterator[tuple[K, V | None, V | None]]:
    """Yield each key with different values in two maps, and both values; None for a missing one. Keys of the first map come
    first.

    >>> list(unlike({"a": 1, "b": 2}, {"c": 3, "a": 1}))
    [('b', 2, None), ('c', None, 3)]
    """
    for key in dict.fromkeys([*old, *new]):
        if not same(old.get(key), new.get(key)):
            yield key, old.get(key), new.get(key)


def kind_of(old: object, new: object) -> Kind:
    """Return `added` if there is no old value (None), `removed` if there is no new one, or else `changed`."""
    return "added" if old is None else "removed" if new is None else "changed"


def _before(key: str, keys: list[str]) -> str | None:
    """Return the key before a given key; None for the first key, or a missing one."""
    at = keys.index(key) if key in keys else 0
    return keys[at - 1] if at else None


def _moved(old: list[str], new: list[str]) -> list[str]:
    """Return the smallest set of keys that must be moved to get the new order, given that new keys go to the end by default."""
    known = set(old)
    place = {key: at for at, key in enumerate([*old, *(key for key in new if key not in known)])}
    # for each key of the new order: weight of the best ordered run that ends with it, and its predecessor
    best: list[tuple[int, int]] = []
    for at, key in enumerate(new):
        before = [(best[i][0], i) for i in range(at) if place[new[i]] < place[key]]
        weight, last = max(before, default=(0, -1))
        # If a choice is needed between an old key and a new one, the new one counts as moved.
        best.append((weight + (len(new) + 1 if key in known else 1), last))
    kept = set()
    at = max(range(len(best)), key=lambda i: best[i][0], default=-1)
    while at >= 0:
        kept.add(at)
        at = best[at][1]
    return [key for at, key in enumerate(new) if at not in kept]
