"""A card of a hand for one of the board: what may be swapped, and what makes a hand whole. CA-16, CA-18, CA-E2"""

from __future__ import annotations

from typing import Any

import pytest

from dealerkit.cards import read_cards
from dealerkit.games.social.cash.mechanics.exchange import Swaps


def faces(text: str) -> tuple[Any, ...]:
    """Cards, `??` for one that nobody has seen."""
    return tuple(None if name == "??" else read_cards(name)[0] for name in text.split())


ROWS: list[tuple[str, str, str, int, str, list[str], list[str]]] = [
    # the hand, the board, how many cards too many, what was swept, what may be swapped, what may not
    ("CA-16 one for one", "Ah Kd", "2c 3c", 0, "", ["Ah 2c", "3c Kd", "Kd 3c"], ["Ah", "Ah Kd", "2c 3c", "Ah 4s", "Ah 2c 3c"]),
    ("CA-16 nobody has seen the hand", "?? ??", "2c 3c", 0, "", ["Ah 2c", "3c Ah", "?? 2c"], ["Ah Kd", "Ah 4s"]),
    ("CA-18 but none of it was swept", "?? ??", "2c 3c", 0, "9s", ["Ah 2c"], ["9s 2c", "2c 9s"]),
    ("CA-16 nobody has seen the board", "Ah Kd", "?? ??", 0, "9s", ["Ah 2c", "Kd ??"], ["Ah 9s", "4s 2c"]),
    ("CA-16 no board", "Ah Kd", "", 0, "", [], ["Ah 2c", "Ah ??"]),
    ("CA-E2 one too many", "Ah Kd 2c", "3c", 1, "", ["Ah", "??"], ["3c", "Ah 3c", "Ah Kd"]),
    ("CA-E2 two too many", "Ah Kd 2c 4c", "3c", 2, "", ["Ah 4c"], ["Ah", "Ah 3c"]),
    ("CA-E2 one missing", "Ah Kd", "2c 3c", -1, "", ["3c", "??"], ["Ah", "2c 3c"]),
    ("CA-E2 two missing", "Ah", "2c 3c", -2, "", ["2c 3c"], ["2c", "2c Ah"]),
]


@pytest.mark.parametrize(
    ("hand", "board", "over", "swept", "allowed", "barred"), [pytest.param(*row[1:], id=row[0]) for row in ROWS]
)
def test_what_may_be_swapped(hand: str, board: str, over: int, swept: str, allowed: list[str], barred: list[str]) -> None:
    """Whichever of the two is named first."""
    swaps = Swaps(faces(hand), faces(board), over, faces(swept))

    def among(text: str) -> bool:
        cards = faces(text)
        return (cards if len(cards) > 1 else cards[0]) in swaps

    assert [text for text in allowed if not among(text)] == []
    assert [text for text in barred if among(text)] == []
    assert [value for value in swaps if value not in swaps] == []


@pytest.mark.parametrize(
    ("hand", "board", "over", "offered", "said"),
    [
        ("Ah Kd", "2c", 0, ["Ah 2c", "Kd 2c"], "a card from the hand for one on the board"),
        ("Ah ??", "2c ??", 0, ["Ah 2c"], "a card from the hand for one on the board"),
        ("Ah Kd ??", "2c", 1, ["Ah", "Kd"], "what makes the hand whole"),
        ("Ah Kd 3c", "2c", 2, ["Ah Kd", "Ah 3c", "Kd 3c"], "what makes the hand whole"),
        ("Ah", "2c ?? 3c", -1, ["2c", "3c"], "what makes the hand whole"),
    ],
)
def test_what_is_offered(hand: str, board: str, over: int, offered: list[str], said: str) -> None:
    """Cards that are known, one by one or together."""
    swaps = Swaps(faces(hand), faces(board), over)
    assert [value if isinstance(value, tuple) else (value,) for value in swaps] == [faces(text) for text in offered]
    assert str(swaps) == said
