"""What a player does who only goes on, and how a choice is said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.cards import read_cards
from dealerkit.mechanics.betting import Scaled
from dealerkit.mechanics.card_choices import Held, OfCards, Own, SomeOf, SomeOfHand, These, UpToCards
from dealerkit.mechanics.registry import EVERYTHING, MECHANICS, NOTHING, first_amount, first_move, pass_or_first

NOW: Any = None


@pytest.mark.parametrize(
    ("moves", "first", "amount", "passes"),
    [
        pytest.param({"answer give": NOTHING, "pass": NOTHING}, "s2 answer give", "s2 answer give", "s2 pass", id="a-pass"),
        pytest.param({"bid": range(3, 9), "pay s1": (4, 5)}, "s2 bid", "s2 pay s1 4", "s2 bid", id="amounts-that-are-few"),
        pytest.param({"bid": range(3, 9)}, "s2 bid", None, "s2 bid", id="amounts-without-end"),
    ],
)
def test_whoever_only_goes_on(moves: Any, first: str, amount: str | None, passes: str) -> None:
    """The first move that there is, the first with a few amounts, a pass."""
    acts = [plain(NOW, {}, "s2", moves) for plain in (first_move, first_amount, pass_or_first)]
    assert [None if act is None else act.text for act in acts] == [first, amount, passes]


@pytest.mark.parametrize(("cards", "depth"), [(52, 26), (5, 2), (3, 1), (2, 1), (1, 1)])
@pytest.mark.parametrize(("params", "verb"), [({}, "cut"), ({"with": "insert"}, "insert")])
def test_whoever_only_cuts_cuts_in_the_middle(cards: int, depth: int, params: dict[str, Any], verb: str) -> None:
    """CU-09: an odd card stays below, and at least one is lifted."""
    felt = SimpleNamespace(places={"stock": [None] * cards}, layout=SimpleNamespace(stock="stock"))
    now: Any = SimpleNamespace(felt=felt)
    act = MECHANICS["player_cuts"].plain(now, params, "s2", {})
    assert act is not None
    assert act.text == f"s2 {verb} {depth}"


CHIPS = dk.Table("holdem", seats=3, seed=1).felt
HAND: list[Any] = list(read_cards("Ah Kd Ah"))
SAID: list[tuple[object, str]] = [
    (OfCards(1), "1 card"),
    (OfCards(2), "2 cards"),
    (UpToCards(1), "up to 1 card"),
    (UpToCards(3), "up to 3 cards"),
    (These([*HAND, None]), "Ah Kd Ah ??"),
    (Held(HAND, {HAND[1]}), "Ah"),
    (SomeOf(HAND), "some of Ah Kd Ah"),
    (SomeOfHand(HAND, 1), "one card"),
    (SomeOfHand(HAND, 2), "1 to 2 cards"),
    (Own(HAND, whole_only=True), "the whole hand"),
    (Scaled(CHIPS, range(2, 6)), "2 to 5"),
    (Scaled(CHIPS, range(4, 5)), "4"),
    (Scaled(CHIPS, range(4, 4)), "nothing"),
    (Scaled(CHIPS, (4,)), "4"),
    (Scaled(CHIPS, (4, 8)), "4 or 8"),
    (Scaled(CHIPS, (2, 4, 8)), "2, 4 or 8"),
]


@pytest.mark.parametrize(("choice", "said"), SAID, ids=[said for _, said in SAID])
def test_a_choice_is_said(choice: object, said: str) -> None:
    """As the table asks for it."""
    assert str(choice) == said


def test_anything_is_among_everything() -> None:
    """And nothing of it is offered."""
    assert None in EVERYTHING
    assert 3 in EVERYTHING
    assert [*EVERYTHING] == []  # type: ignore[misc]
