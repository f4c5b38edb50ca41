"""The cards that the opener shows, as far as they matter for the right to open (DR-05)."""

from __future__ import annotations

from collections import Counter

from dealerkit.cards import read_cards
from dealerkit.errors import ActError


def hand_shown(text: str) -> str | None:
    """Return the kind of hand that shown cards make, as a value of the fact `opening_hand`; None if the text is not a list of
    cards.

    >>> hand_shown("5h 6d 7s 8c 9c"), hand_shown("Jh Js 4d"), hand_shown("Ah 2d 3s 4c 6c"), hand_shown("ten of hearts")
    ('straight', 'openers_pair', 'nothing', None)
    """
    try:
        faces = read_cards(text)
    except ActError:
        return None
    cards = [face for face in faces if face is not None and face.rank is not None]
    if len(cards) != len(faces) or not 1 <= len(cards) <= 5 or len(set(cards)) < len(cards):
        return None
    ranks = Counter(card.letter for card in cards)
    alike = sorted(ranks.values(), reverse=True)
    straight, flush = (
        _is_straight(set(ranks)) and len(cards) == 5,
        len({card.index % 4 for card in cards}) == 1 and len(cards) == 5,
    )
    holds = {
        "straight_flush": straight and flush, "four": alike[0] == 4, "full_house": alike[:2] == [3, 2], "flush": flush,
        "straight": straight, "three": alike[0] == 3, "two_pairs": alike[:2] == [2, 2],
        "openers_pair": any(ranks[letter] == 2 for letter in "JQKA"), "low_pair": alike[0] == 2,
    }  # fmt: skip
    return next((name for name, is_it in holds.items() if is_it), "nothing")


def _is_straight(letters: set[str]) -> bool:
    row = "A23456789TJQKA"
    return any(letters == set(row[at : at + 5]) for at in range(10))
