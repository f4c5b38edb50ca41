"""What two cards and the up-card make, line by line, and which line of a side bet pays. Ledger 1.8"""

from __future__ import annotations

from fractions import Fraction

import pytest

from dealerkit.arithmetic.first_cards import (
    BETS,
    SideBetLine,
    match_traits,
    pair_traits,
    side_bet_lines,
    three_card_traits,
    twenty_traits,
    won,
)

MADE = [
    ("pairs", "Kh Kh", ["pair perfect"]),
    ("pairs", "Kh Kd", ["coloured pair"]),
    ("pairs", "Ks Kc", ["coloured pair"]),
    ("pairs", "Kh Kc", ["mixed pair"]),
    ("pairs", "Kh Qh", [""]),
    ("three_card", "7h 7h 7h", ["flush suited_three_of_a_kind three_of_a_kind"]),
    ("three_card", "7h 7h 7d", ["three_of_a_kind"]),
    ("three_card", "7h 7h 8h", ["flush"]),
    ("three_card", "7h 7c 8h", [""]),
    ("three_card", "9h 7h 8h", ["flush straight straight_flush"]),
    ("three_card", "9h 7h 8c", ["straight"]),
    ("three_card", "Ah 2h 3c", ["straight"]),
    ("three_card", "Qd Ah Kh", ["straight"]),
    ("three_card", "Kh Ah 2c", [""]),
    ("three_card", "Jh Qh Ac", [""]),
    ("three_card", "6h 8h 9c", [""]),
    ("three_card", "6h 7h 9c", [""]),
    ("match_dealer", "7h 7d 7h", ["suited", "unsuited"]),
    ("match_dealer", "7h 8h 8h", ["", "suited"]),
    ("match_dealer", "7h 9h 8h", ["", ""]),
    ("twenty", "Th Jc", ["twenty"]),
    ("twenty", "Th Jh", ["suited twenty"]),
    ("twenty", "Ah 9c", ["twenty"]),
    ("twenty", "9h Ah", ["suited twenty"]),
    ("twenty", "Th Tc", ["paired twenty"]),
    ("twenty", "Kh Kh", ["matched paired suited twenty"]),
    ("twenty", "Qh Qc", ["paired queens twenty"]),
    ("twenty", "Qs Qs", ["matched paired queens suited twenty"]),
    ("twenty", "Qh Qh", ["matched paired queens queens_of_hearts suited twenty"]),
    ("twenty", "Ah Kh", [""]),
    ("twenty", "Th 9h", [""]),
    ("twenty", "Ah Ah", [""]),
]


@pytest.mark.parametrize(("bet", "cards", "made"), MADE, ids=[f"{bet}-{cards}" for bet, cards, _ in MADE])
def test_bj_91_what_the_first_cards_make(bet, cards, made):
    """Every trait that they have, and no other, for each payment that may be made."""
    assert BETS[bet].cards == len(cards.split())
    assert [" ".join(sorted(traits)) for traits in BETS[bet].traits(*cards.split())] == made


QUEENS = [SideBetLine("queens", Fraction(250), natural=True), SideBetLine("queens", Fraction(25))]
MATCH = [SideBetLine("suited", Fraction(11)), SideBetLine("unsuited", Fraction(4))]
PAIRS = [SideBetLine("perfect", Fraction(25)), SideBetLine("pair", Fraction(5))]
WON = [
    ("the first line that fits is paid, and no other", PAIRS, pair_traits("Kh", "Kh"), False, 25),
    ("the second line", PAIRS, pair_traits("Kh", "Kd"), False, 5),
    ("no line", PAIRS, pair_traits("Kh", "Qd"), False, 0),
    ("both cards are paid", MATCH, match_traits("7h", "7d", "7h"), False, 15),
    ("a natural is wanted and there", QUEENS, twenty_traits("Qh", "Qs"), True, 250),
    ("a natural is wanted and not there", QUEENS, twenty_traits("Qh", "Qs"), False, 25),
    ("a natural can still change it", QUEENS, twenty_traits("Qh", "Qs"), None, None),
    ("a natural cannot change it", QUEENS, twenty_traits("Kh", "Qs"), None, 0),
    ("a natural does not matter", MATCH, match_traits("7h", "8d", "7h"), None, 11),
    ("a natural does not matter to three cards", PAIRS, three_card_traits("7h", "8d", "7h"), True, 0),
]


@pytest.mark.parametrize(("lines", "parts", "natural", "units"), [pytest.param(*row[1:], id=row[0]) for row in WON])
def test_bj_91_what_a_side_bet_wins(lines, parts, natural, units):
    """For each unit, all its payments together."""
    assert won(lines, parts, natural=natural) == units


def test_bj_91_the_lines_of_a_side_bet_are_those_of_the_option_in_force():
    """One whose option names no table has none, and so has a game without side bets."""
    table = {
        "side_bets": {
            "pairs": {
                "by": "pairs_pays",
                "lines": {"a": [{"cards": "perfect", "pays": "25 to 1"}, {"cards": "pair", "pays": "5:1"}]},
            },
            "twenty": {"by": "decks", "lines": {"6": [{"cards": "queens_of_hearts", "pays": "9 for 1", "dealer_natural": True}]}},
        }
    }
    lines = side_bet_lines(table, {"pairs_pays": "a", "decks": 6})
    assert lines == {
        "pairs": (SideBetLine("perfect", Fraction(25)), SideBetLine("pair", Fraction(5))),
        "twenty": (SideBetLine("queens_of_hearts", Fraction(8), natural=True),),
    }
    assert [line.name for bet in lines.values() for line in bet] == [
        "perfect",
        "pair",
        "queens of hearts, dealer with a natural",
    ]
    assert side_bet_lines(table, {"pairs_pays": "b", "decks": 6}).keys() == {"twenty"}
    assert side_bet_lines({}, {}) == {}
