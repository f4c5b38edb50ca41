"""What a hand against the house makes by an order of hands, and how it compares with the dealer's."""

from __future__ import annotations

import pytest

from dealerkit.arithmetic.ranked_hands import by_ranking, hand_of_ranks
from dealerkit.rules.rankings import ranking

HIGH = by_ranking(ranking("high"), 5, {}, str, against=False)
THREE = by_ranking(ranking("three-card"), 3, {"qualifies": "Q-3-2", "good": "Q64"}, str)


def names(text: str) -> tuple[str, ...]:
    """The names of cards in a text."""
    return tuple(text.split())


MADE = [
    ("Ah Kh Qh Jh Th", "straight_flush", "A"),
    ("5h 4h 3h 2h Ah", "straight_flush", "5"),
    ("9c 9d 9h 9s 2c", "four_of_a_kind", "9"),
    ("6c 6d 2h 2s 2c", "full_house", "2"),
    ("6c Td 6h 8s 2c", "one_pair", "6"),
    ("Jc Td 6h 8s 2c", "high_card", "J"),
]


@pytest.mark.parametrize(("cards", "made", "top"), MADE, ids=[row[1] + row[2] for row in MADE])
def test_a_whole_hand_is_read_by_its_order(cards, made, top):
    """The category and the rank that decides first, which pay lines ask for."""
    told = HIGH.hand(names(cards), "no")
    assert (told["made"], told["top"]) == (made, top)
    assert {told[feature] for feature in ("made", "top")} <= HIGH.features["made"] | HIGH.features["top"]


def test_a_hand_that_lacks_a_card_makes_nothing_yet():
    """Players go by what it makes so far; no bet is settled by that."""
    told = HIGH.hand(names("Kc Kd 9h 2s"), "no")
    assert (told["so_far"], told["so_far_top"]) == ("one_pair", "K")
    assert "made" not in told
    assert HIGH.hand((), "no") == {}


TCP_06 = [
    ("9c 8c 7c", "9c 9d 9h", "higher"),
    ("9c 9d 9h", "9c 8d 7h", "higher"),
    ("9c 8d 7h", "Ac Jc 9c", "higher"),
    ("Ac Jc 9c", "Ac Ad Kh", "higher"),
    ("3c 2d Ah", "4c 3d 2h", "lower"),
    ("Kc Ad 2h", "3c 2d Ah", "lower"),
    ("Kc Kd 2h", "Kh Ks 3d", "lower"),
    ("Qc 8d 4h", "Qs 8h 4d", "level"),
]


@pytest.mark.parametrize(("mine", "dealers", "level"), TCP_06, ids=[f"TCP-06 {row[0]} against {row[1]}" for row in TCP_06])
def test_tcp_06_tcp_07_tcp_08_three_cards_against_the_dealers(mine, dealers, level):
    """A straight beats a flush; three-two-ace is the lowest straight; suits never count."""
    hand, other = (THREE.hand(names(cards), "no") for cards in (mine, dealers))
    assert THREE.compare(hand, other, (), ())["against"] == level


@pytest.mark.parametrize(
    ("cards", "qualifies"), [("Qc 3d 2h", True), ("Jc Td 8h", False), ("2c 2d 3h", True), ("5c 3c 2c", True)]
)
def test_tcp_11_the_dealer_qualifies_with_a_queen(cards, qualifies):
    """Queen high with the two lowest others is enough; any pair or flush is."""
    mine = THREE.hand(names("Ac Ad Ah"), "no")
    assert THREE.compare(mine, THREE.hand(names(cards), "no"), (), ())["dealer_qualifies"] is qualifies


def test_hands_to_measure_by_have_as_many_cards_as_count():
    """A hand of another length, or of no cards at all, says nothing about three cards."""
    with pytest.raises(ValueError, match="has 2 cards; a hand here is ranked on 3"):
        by_ranking(ranking("three-card"), 3, {"qualifies": "Q-3"}, str)
    with pytest.raises(ValueError, match="not a hand"):
        hand_of_ranks("Q-X-2")
