"""Cards typed in their order, checked against the pack: the option `--deck` of `play`, and the cards of `round` and `coup`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from dealerkit.cards import Face, read_cards
from dealerkit.cli.common import bad_value
from dealerkit.errors import ActError, RecordError
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.deck.packs import pack_of
from dealerkit.rules.games import Game
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


def check_counts(cards: Iterable[Face | None], pack: Mapping[Face, int], param: str) -> None:
    """Refuse cards of which the pack does not have as many.

    Args:
        cards: The cards; None for an unseen card, which may be any.
        pack: The number of each face in the pack, or in all packs together.
        param: The option or argument, as it is typed.

    Raises:
        BadParameter: If a card is named too often.
    """
    for face, count in Counter(card for card in cards if card is not None).items():
        if count > pack.get(face, 0):
            why = f"the {face} is named {count_of(count, 'time')}, but it is in the pack {count_of(pack.get(face, 0), 'time')}"
            bad_value(why, param)


def check_dealt(cards: Iterable[Face | None], game: Game) -> None:
    """Refuse cards of which a game's packs do not have as many. A file with tables alone has no pack to check them against,
    and a card that is in no pack is refused when it is dealt.

    Args:
        cards: The cards typed as `CARDS`; None for an unseen card.
        game: The game.

    Raises:
        BadParameter: If a card is named too often.
    """
    if "equipment" in game.data:
        pack = pack_of(game).faces
        check_counts((card for card in cards if card in pack), pack, "CARDS")


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
    check_counts(deck, pack, _PARAM)
    if whole and len(deck) != len(at.felt.layout.pack):
        missing = " ".join(face.name for face in (pack - Counter(deck)).elements())
        why = f"a deal can only be solved if you name all {len(at.felt.layout.pack)} cards; {len(deck)} named, missing: {missing}"
        bad_value(why, _PARAM)
