"""The colours of drawings, from `templates/drawings/inks.yaml`."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

import attrs

from dealerkit.cards import Suit
from dealerkit.errors import check_name
from dealerkit.rules.data import data_dir
from dealerkit.rules.entries import Branch
from dealerkit.rules.loader import read_yaml

USUAL = "colour"

_DECIMAL = re.compile(r"-?\d+\.\d+")


@functools.cache
def data(name: str) -> Branch:
    """Return the content of a file in `templates/drawings`.

    Raises:
        RuleFileError: If it cannot be used.
    """
    branch: Branch = _measured(read_yaml(data_dir("templates") / "drawings" / f"{name}.yaml").data)
    return branch


def _measured(value: object) -> Any:
    """Return decimal texts as numbers: in a rule file they are money and stay text, in a drawing they are millimetres."""
    if isinstance(value, Mapping):
        return {key: _measured(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_measured(inner) for inner in value]
    return float(value) if isinstance(value, str) and _DECIMAL.fullmatch(value) else value


@attrs.frozen
class Ink:
    """An ink: a set of colours for drawings, such as one for black-and-white printing.

    Attributes:
        name: Its name.
        colours: Colour of each kind of thing, as `#rrggbb`.
        suits: Fill of each suit, and its edge if it is only outlined.
    """

    name: str
    colours: Mapping[str, str]
    suits: Mapping[str, Mapping[str, str]]

    def __getitem__(self, thing: str) -> str:
        return self.colours[thing]

    def suit(self, suit: Suit | None) -> tuple[str, str]:
        """Return fill and edge of a suit, the edge being empty if it is filled; for None, those of the joker."""
        spec = self.suits[suit.name.lower()] if suit is not None else {"fill": self.colours["line"]}
        return spec["fill"], spec.get("stroke", "")


def inks() -> tuple[str, ...]:
    """Return the names of the inks.

    >>> inks()
    ('colour', 'four', 'mono')
    """
    return tuple(data("inks")["inks"])


@functools.cache
def ink(name: str = USUAL) -> Ink:
    """Return an ink.

    Raises:
        UnknownName: If there is no such ink.
    """
    known = data("inks")["inks"]
    check_name("ink of drawings", name, known)
    spec = dict(known[name])
    base = ink(spec.pop("extends")) if "extends" in spec else None
    suits = spec.pop("suits", None) or (base.suits if base is not None else {})
    return Ink(name, {**(base.colours if base is not None else {}), **spec}, suits)
