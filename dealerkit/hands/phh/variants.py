"""The variants of the format, compiled from `procedures/phh.yaml`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import attrs

from dealerkit.rules.data import data_dir
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import read_file
from dealerkit.rules.rankings import Form, form


@attrs.frozen
class PhhStreet:
    """A street of a variant: its cards and its bet.

    Attributes:
        down: Number of cards dealt to each player face down.
        up: Number of cards dealt to each player face up.
        board: Number of board cards.
        draw: Most cards that a player may exchange.
        burn: Number of cards burned first.
        bet: Field of the hand with the size of its bet.
    """

    down: int = 0
    up: int = 0
    board: int = 0
    draw: int = 0
    burn: int = 0
    bet: str = "min_bet"


@attrs.frozen
class Variant:
    """A variant of poker that PHH knows.

    Attributes:
        code: Its code in PHH files, such as `NT`.
        title: Its title.
        game: The game whose showdown it uses.
        structure: Its betting structure.
        fields: Names of the fields that it needs besides those of every variant.
        opens: Rules for the first to act: on the first street, and on the later ones.
        streets: Its streets.
        readings: Possible interpretations of its betting limits, each by its differences from `structure` and the usual limits.
        form: Its rules for the showdown.
        pack: The cards in its pack, as bits of a number.
        cards: Number of cards in its pack.
        open_pair: The street, from 0, on which an open pair allows a double bet (BR-21); 0 for none.
    """

    code: str
    title: str
    game: str
    structure: str
    fields: tuple[str, ...]
    opens: tuple[str, str]
    streets: tuple[PhhStreet, ...]
    readings: tuple[Branch, ...]
    form: Form
    pack: int
    cards: int
    open_pair: int = 0


@functools.cache
def settings() -> Branch:
    """Return the settings for the format as data, from `procedures/phh.yaml`."""
    variants_data: Mapping[str, object] = read_file(data_dir("procedures") / "phh.yaml").data["phh"]
    return variants_data


def _spelled_out(code: str) -> dict[str, Any]:
    data = dict(settings()["variants"][code])
    return {**_spelled_out(data["extends"]), **data} if "extends" in data else data


@functools.cache
def variants() -> Mapping[str, Variant]:
    """Return the variants that PHH knows, by their code, such as `NT`."""
    by_code = {}
    for code in settings()["variants"]:
        data = _spelled_out(code)
        shown = form(data["game"])
        part = shown.high or shown.low
        assert part is not None
        ranks = part.ranker.order.ranks
        first, later = data["opens"]
        by_code[code] = Variant(
            code=code,
            title=data["title"],
            game=data["game"],
            structure=data["structure"],
            fields=tuple(data["fields"]),
            opens=(first, later),
            streets=tuple(PhhStreet(**street) for street in data["streets"]),
            readings=(*settings()["reading"].get(data["structure"], [{}]), *data.get("also", [])),
            form=shown,
            pack=sum(15 << 4 * (rank - 2) for rank in ranks),
            cards=4 * len(ranks),
            open_pair=int(data.get("open_pair", 0)),
        )
    return by_code
