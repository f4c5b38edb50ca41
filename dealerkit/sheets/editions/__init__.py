"""The editions of the house rules: papers for different readers (dealer, floor, player, regulator), all from the same data."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, MutableMapping

from dealerkit.errors import check_name
from dealerkit.sheets.editions.edition import Edition, EditionOrder

_LISTED = ("player", "wall", "score", "rates", "dealer", "floor", "trees", "incident", "changes", "book", "control")
"""The modules that have an edition, in the order in which editions are listed."""


class _Editions(MutableMapping[str, Edition]):
    """The editions by name. An edition is loaded on first use, so that a card does not wait for the book to load."""

    def __init__(self) -> None:
        self._known: dict[str, Edition | None] = dict.fromkeys(_LISTED)

    def __getitem__(self, name: str) -> Edition:
        edition = self._known[name]
        if edition is None:
            loaded: Edition = importlib.import_module(f"{__name__}.{name}").EDITION
            edition = self._known[name] = loaded
        return edition

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def __setitem__(self, name: str, edition: Edition) -> None:
        self._known[name] = edition

    def __delitem__(self, name: str) -> None:
        del self._known[name]


EDITIONS: MutableMapping[str, Edition] = _Editions()
"""The editions by name, in the order in which they are listed."""


def edition(name: str) -> Edition:
    """Return an edition.

    Raises:
        UnknownName: If no edition has that name.
    """
    check_name("edition", name, EDITIONS)
    return EDITIONS[name]


__all__ = ["EDITIONS", "Edition", "EditionOrder", "edition"]
