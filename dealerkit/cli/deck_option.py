"""The option `--deck` of `play`: the order of the cards, read and checked against the pack."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from dealerkit.cards import Face, read_cards
from dealerkit.cli.common import bad_value
from dealerkit.errors import ActError, RecordError
from dealerkit.files.screen_text import count_of
from dealerkit.table.table import Table

_PARAM = "'--deck'"


def read_deck(text: str) -> list[Face]:
    """Return the cards of an order, typed or in a file, top card first; `#` begins a comment.

    Raises:
        BadParameter: If a typed word is not a card.
        RecordError: If a file cannot be read; the error names file and line.
    """
    path = Path(text)
    try:
        in_file = len(text) < 256 and path.is_file()
    except OSError:
        in_file = False
    if not in_file:
        try:
            return _known(read_cards(text))
        except ActError as error:
            bad_value(f"{error}; name cards as in 'Ah 10s 7d', or a file that holds them", _PARAM)
    faces: list[Face] = []
    try:
        rows = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(str(path), 0, "this file cannot be read as UTF-8 text", "save the file as UTF-8") from error
    for number, row in enumerate(rows, 1):
        try:
            faces += _known(read_cards(row.split("#", 1)[0]))
        except ActError as error:
            raise RecordError(str(path), number, str(error), "name cards as in Ah 10s 7d") from None
    return faces


def _known(cards: list[Face | None]) -> list[Face]:
    """Return the cards, if all of them are known.

    Raises:
        ActError: If one is unknown.
    """
    if None in cards:
        msg = "an unknown card cannot be put in a deck"
        raise ActError(msg)
    return [face for face in cards if face is not None]


def check_deck(deck: list[Face], at: Table, *, whole: bool) -> None:
    """Refuse a deck that cannot be dealt from at this table.

    Args:
        deck: The cards, top card first.
        at: The table.
        whole: Whether the deck must have every card of the pack.

    Raises:
        BadParameter: If it has a card more often than the pack, or lacks cards although it must be whole.
    """
    pack = Counter(at.felt.layout.pack.faces())
    for face, count in Counter(deck).items():
        if count > pack.get(face, 0):
            bad_value(
                f"the {face} is named {count_of(count, 'time')}, but it is in the pack {count_of(pack.get(face, 0), 'time')}",
                _PARAM,
            )
    if whole and len(deck) != len(at.felt.layout.pack):
        missing = " ".join(face.name for face in (pack - Counter(deck)).elements())
        why = f"a deal can only be solved if you name all {len(at.felt.layout.pack)} cards; {len(deck)} named, missing: {missing}"
        bad_value(why, _PARAM)
