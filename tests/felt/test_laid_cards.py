"""Cards that players take, lay down, and buy from one another: what the felt does, and what it refuses."""

from __future__ import annotations

import pytest

from dealerkit.cards import Composition, read_cards
from dealerkit.errors import ActError, Impossible
from dealerkit.felt import Act, Felt, Layout, PlaceSpec
from dealerkit.felt.verbs import sentence

HAND = PlaceSpec("hand", "down", "owner")


def felt_with(sides: int = 0, **places: str) -> Felt:
    """A table for four with a stock, a pile that is taken whole or not, and cards where they are wanted."""
    specs = {"pack": PlaceSpec("stock"), "pile": PlaceSpec("discards", "up", whole="whole" in places, keeps=1)}
    specs |= {f"s{seat}": HAND for seat in range(1, 5)}
    specs |= {f"s{seat}.{pile}": PlaceSpec("pile", "up") for seat in range(1, 5) for pile in ("spread", "money", "kings")}
    layout = Layout(Composition(), specs, "pack", "pack", "pile", "pile", sides=sides, melds={"K": "kings"})
    felt = Felt(layout, [0] * 5, seed=1)
    for name, cards in places.items():
        for face in read_cards(cards) if name != "whole" else ():
            card = next(card for card in felt.places["pack"] if felt.faces[card] is face)
            felt.places["pack"].remove(card)
            felt.places[name.replace("_", ".")].append(card)
    return felt


def do(felt: Felt, text: str) -> None:
    """One act on that table."""
    act = Act.parse(text)
    act.effect(felt, act)


def lying(felt: Felt, place: str) -> str:
    """The cards of a place, in order."""
    return " ".join(felt.names(felt.cards(place)))


def test_a_card_from_the_stock_is_seen_by_who_takes_it() -> None:
    """And by nobody else; several at once are as good."""
    felt = felt_with()
    do(felt, "s2 take pack")
    do(felt, "s2 take pack 2")
    assert len(felt.cards("s2")) == 3
    assert {felt.seen[card] for card in felt.cards("s2")} == {1 << 2}
    assert felt.left() == 49


@pytest.mark.parametrize(
    ("act", "hand", "pile"),
    [("s1 take pile", "9c", "7c 8c"), ("s1 take pile 2", "8c 9c", "7c"), ("s1 take pile 7c", "7c", "8c 9c")],
)
def test_cards_are_taken_from_the_pile(act: str, hand: str, pile: str) -> None:
    """The upcard, so many from the top, or one that is named, wherever it lies."""
    felt = felt_with(pile="7c 8c 9c")
    do(felt, act)
    assert (lying(felt, "s1"), lying(felt, "pile")) == (hand, pile)


def test_a_pile_that_is_taken_whole() -> None:
    """Comes all into the hand."""
    felt = felt_with(pile="7c 8c 9c", whole="")
    do(felt, "s1 take pile")
    assert (lying(felt, "s1"), lying(felt, "pile")) == ("7c 8c 9c", "")


def test_the_upcard_stays_when_the_pile_becomes_the_stock() -> None:
    """All the other discards are shuffled into it (TO-A6)."""
    felt = felt_with(pile="7c 8c 9c")
    do(felt, "d rebuild pile")
    assert lying(felt, "pile") == "9c"
    assert felt.left() == 51


@pytest.mark.parametrize(
    "text",
    [
        "s1 take pile",
        "s1 take pack 60",
        "s1 lay 2c spread",
        "s1 lay Kh spread",
        "s1 lay Kc nowhere",
        "s1 lay 2c",
        "s1 lay",
        "s1 buy s2 7d Kh",
        "s1 buy s1 Kc",
        "s1 buy s2 ??",
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_moves(text: str) -> None:
    """A card that is not there, a pile that is not there, more cards than there are."""
    felt = felt_with(s1="Kc")
    before = {name: cards[:] for name, cards in felt.places.items()}
    with pytest.raises(Impossible):
        do(felt, text)
    assert felt.places == before


def test_cards_are_laid_on_the_pile_of_their_rank() -> None:
    """Of the side, at the seat where it keeps its cards; wild cards say on which."""
    felt = felt_with(2, s3="Kc Kd 2s")
    do(felt, "s3 meld Kc Kd")
    do(felt, "s3 meld 2s kings")
    assert lying(felt, "s3.kings") == "Kc Kd 2s" or lying(felt, "s1.kings") == "Kc Kd 2s"
    assert not felt.cards("s3")


def test_cards_are_moved_from_one_pile_to_another() -> None:
    """With two piles named they come from the first."""
    felt = felt_with(s3_kings="Kc Kd")
    do(felt, "s3 lay kings spread Kd")
    assert (lying(felt, "s3.kings"), lying(felt, "s3.spread")) == ("Kc", "Kd")


def test_a_card_is_bought_for_a_card() -> None:
    """It comes from what lies open, the price from the money; without it, out of the hands."""
    felt = felt_with(s1_money="Kc Qc", s2_spread="7c 8c", s2="9c")
    do(felt, "s1 buy s2 8c Qc")
    assert [lying(felt, name) for name in ("s1", "s1.money", "s2.spread", "s2.money")] == ["8c", "Kc", "7c", "Qc"]
    do(felt, "s1 buy s2 9c")
    assert [lying(felt, name) for name in ("s1", "s2")] == ["8c 9c", ""]


def test_buying_means_chips_where_no_seat_is_named() -> None:
    """And then needs an amount."""
    with pytest.raises(ActError, match="needs an amount"):
        Act.parse("s1 buy")
    assert Act.parse("s1 buy 50").n == 50


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("s2 take pack", "seat 2 draws from the pack"),
        ("s2 meld Kc Kd", "seat 2 melds Kc Kd"),
        ("s2 knock", "seat 2 knocks"),
        ("s2 ask out", "seat 2 asks to go out"),
        ("s2 square kings red", "seat 2 squares up the kings, red on top"),
        ("s2 buy s3 7c Kd", "seat 2 buys 7c from seat 3 for Kd"),
    ],
)
def test_what_players_do_is_told(text: str, said: str) -> None:
    """As a sentence."""
    assert sentence(Act.parse(text)) == said


def test_a_draw_says_as_many_cards_as_it_names_dr_12():
    """DR-12: whoever says 99 and lays three down has not said how many; the felt keeps the hand whole."""
    felt = felt_with(s3="Kc 9d Ad 4h 5s")
    with pytest.raises(Impossible, match="the number is 99, but you named 3 cards"):
        do(felt, "s3 draw 99 Kc 9d Ad")
    assert lying(felt, "s3") == "Kc 9d Ad 4h 5s"
    do(felt, "s3 draw 3 Kc 9d Ad")
    assert lying(felt, "s3") == "4h 5s"
