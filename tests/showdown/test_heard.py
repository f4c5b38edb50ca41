"""Hands read aloud, as dealers say them: what is right in any words passes, what names another hand does not. SD-02 DP-24"""

from __future__ import annotations

import pytest

from dealerkit.cards import read_cards
from dealerkit.rules.rankings import form
from dealerkit.showdown.hands import made_hand
from dealerkit.showdown.spoken_hand import misheard

# The game, the hand, the board; what is right to say; what is not, and which half it misreads.
READINGS: list[tuple[str, str, str, list[str], list[tuple[str, str]]]] = [
    (
        "holdem",
        "As Ad",
        "Ah Kd Kc 5c 2s",
        [
            "aces full of kings",
            "aces full",
            "full house",
            "full house aces over kings",
            "a boat, aces and kings",
            "Full_House",
            "three aces and a pair of kings",
            "aces over kings",
            "winner",
            "full house aces full of kings",
            "AAAKK full house",
        ],
        [
            ("kings full of aces", "high"),
            ("kings full", "high"),
            ("flush", "high"),
            ("two pairs aces and kings", "high"),
            ("three aces", "high"),
            ("ace high", "high"),
            ("full house kings", "high"),
            ("straight", "high"),
        ],
    ),
    (
        "holdem",
        "As 7d",
        "Ah 7c Kc 5c 2s",
        [
            "two pairs aces and sevens",
            "two pair sevens and aces",
            "aces up",
            "aces and sevens",
            "two pair",
            "two pair aces and sevens king kicker",
            "aces and sevens with a king",
            "two aces and two sevens",
            "pair of aces pair of sevens",
        ],
        [
            ("pair of aces", "high"),
            ("two pairs aces and kings", "high"),
            ("two pair sevens", "high"),
            ("sevens up", "high"),
            ("three aces", "high"),
            ("ace king high", "high"),
            ("aces and kings", "high"),
        ],
    ),
    (
        "holdem",
        "As 9d",
        "Ah 7c Kc 5c 2s",
        ["pair of aces", "aces", "one pair", "pair of aces king kicker", "a pair", "two aces", "aces king nine"],
        [
            ("pair of kings", "high"),
            ("kings", "high"),
            ("two pair", "high"),
            ("aces up", "high"),
            ("ace high", "high"),
            ("pair of sevens", "high"),
        ],
    ),
    (
        "holdem",
        "As 9d",
        "Jh 7c Kc 5c 2s",
        ["ace high", "ace king high", "ace king", "nothing", "no pair", "high card ace", "ace-high"],
        [("king high", "high"), ("pair of aces", "high"), ("aces", "high"), ("jack high", "high")],
    ),
    (
        "holdem",
        "9h 8d",
        "Th Jc 7c 5c 2s",
        [
            "straight",
            "jack high straight",
            "jack-high straight",
            "straight to the jack",
            "seven to jack",
            "straight seven to jack",
        ],
        [("ten high straight", "high"), ("flush", "high"), ("straight to the ten", "high"), ("jack high", "high")],
    ),
    (
        "holdem",
        "Ah 2d",
        "3h 4c 5c Kc Ks",
        ["wheel", "straight", "five high straight", "straight ace to five", "5-high straight"],
        [("ace high straight", "high"), ("broadway", "high"), ("pair of kings", "high")],
    ),
    (
        "holdem",
        "Ah Kd",
        "Qh Jc Tc 5c 5s",
        ["broadway", "ace high straight", "straight ten to ace"],
        [("king high straight", "high"), ("wheel", "high")],
    ),
    (
        "holdem",
        "Ah Kh",
        "Qh Jh Th 5c 5s",
        ["royal flush", "straight flush", "ace high straight flush", "royal"],
        [("flush", "high"), ("straight", "high"), ("king high straight flush", "high")],
    ),
    (
        "holdem",
        "Ah 3h",
        "Qh Jh 8h 5c 5s",
        ["flush", "ace high flush", "hearts flush", "flush ace high", "flush of hearts", "ace queen flush", "nut flush"],
        [
            ("king high flush", "high"),
            ("queen high flush", "high"),
            ("straight", "high"),
            ("pair of fives", "high"),
            ("ace king flush", "high"),
        ],
    ),
    (
        "holdem",
        "7s 7d",
        "7h 7c Kc 5c 2s",
        ["quads", "four sevens", "four of a kind", "quad sevens", "four of a kind sevens king kicker"],
        [("full house", "high"), ("four eights", "high"), ("three sevens", "high"), ("quads kings", "high")],
    ),
    (
        "holdem",
        "7s 7d",
        "7h Ac Kc 5c 2s",
        ["trips", "set of sevens", "three sevens", "three of a kind", "three of a kind sevens ace kicker", "trip sevens", "7s"],
        [("pair of sevens", "high"), ("three fives", "high"), ("two pair", "high"), ("three aces", "high")],
    ),
    (
        "lowball-a5",
        "8h 6d 4c 2s Ah",
        "",
        [
            "eight six low",
            "86",
            "8-6 low",
            "eight six four two ace",
            "8642A",
            "eight low",
            "eighty six",
            "eight high",
            "smooth eight",
        ],
        [
            ("seven low", "low"),
            ("eight five", "low"),
            ("six low", "low"),
            ("wheel", "low"),
            ("pair of eights", "low"),
            ("8-5", "low"),
            ("straight", "low"),
        ],
    ),
    (
        "lowball-a5",
        "5h 4d 3c 2s Ah",
        "",
        ["wheel", "five low", "five four", "54", "bicycle"],
        [("six low", "low"), ("straight", "low"), ("five-high straight", "low")],
    ),
    (
        "lowball-27",
        "5h 4d 3c 2s Ah",
        "",
        ["ace high", "ace five", "ace low", "no pair"],
        [("wheel", "low"), ("five low", "low"), ("straight", "low")],
    ),
    (
        "lowball-27",
        "7h 5d 4c 3s 2h",
        "",
        ["wheel", "seven five", "number one", "75", "seven low", "seven five four three two"],
        [("six low", "low"), ("seven six", "low"), ("straight", "low")],
    ),
    (
        "lowball-27",
        "6h 5d 4c 3s 2h",
        "",
        ["straight", "six high straight"],
        [("six low", "low"), ("six five", "low"), ("six five four three two", "low")],
    ),
    (
        "lowball-27",
        "2h 2d 4c 3s 7h",
        "",
        ["pair of twos", "pair of deuces", "deuces", "paired"],
        [("seven low", "low"), ("two pair", "low")],
    ),
    (
        "badugi",
        "8h 6d 4c As",
        "",
        ["badugi", "eight badugi", "eight six badugi", "four cards", "8-6-4-A"],
        [("seven badugi", "low"), ("three cards", "low"), ("three card eight", "low"), ("six badugi", "low")],
    ),
    (
        "badugi",
        "8h 6h 4c As",
        "",
        ["three cards", "three card six", "tri six four", "no badugi", "three cards six four ace", "three-card badugi"],
        [("badugi", "low"), ("eight badugi", "low"), ("three cards eight", "low"), ("two cards", "low")],
    ),
    (
        "omaha-hilo",
        "As 2d Kh Kd",
        "3h 6c 8s Jd Jc",
        [
            "two pairs kings and jacks",
            "eight six low",
            "eight six low and kings up",
            "kings and jacks with an eight six low",
            "low eight six",
            "two pair",
            "high kings up low 8-6",
            "eight low",
            "low",
            "kings up for high 86 for low",
        ],
        [
            ("no low", "low"),
            ("seven low", "low"),
            ("kings up six low", "low"),
            ("flush eight low", "high"),
            ("jacks up", "high"),
            ("full house", "high"),
        ],
    ),
    (
        "omaha-hilo",
        "8d 5c Kh Qs",
        "8s 4h 2c Ad Jh",
        ["pair of eights, eight-five low", "eights, eight five low", "pair of eights"],
        [("three eights, eight-five low", "high"), ("pair of eights, eight-four low", "low")],
    ),
    (
        "omaha-hilo",
        "Ah 5d 6c Ks",
        "2s 3d 4h Jc Jd",
        ["six-high straight, low wheel", "straight to the six and a wheel low", "six high straight, wheel for low"],
        [("six-high straight, low eight six", "low")],
    ),
    (
        "omaha-hilo",
        "As 2d Kh Kd",
        "3h 9c Ts Jd Jc",
        ["two pairs kings and jacks", "no low", "kings up no low", "does not qualify"],
        [("eight low", "low"), ("low", "low"), ("three jacks no low", "high")],
    ),
]


def heard(game: str, hand: str, board: str, said: str) -> str:
    """Which half of a hand a reading misreads."""
    how = form(game)
    mine = [card for card in read_cards(hand) if card is not None]
    shared = [card for card in read_cards(board) if card is not None]
    high, low = (made_hand(part, how, mine, shared) if part else None for part in (how.high, how.low))
    return misheard(said.split(), high, low, how)


@pytest.mark.parametrize(
    ("game", "hand", "board", "said"),
    [(game, hand, board, said) for game, hand, board, good, _ in READINGS for said in good],
)
def test_a_right_reading_is_right_in_any_words(game: str, hand: str, board: str, said: str) -> None:
    """Whatever a dealer calls the hand, as long as it is the hand."""
    assert heard(game, hand, board, said) == ""


@pytest.mark.parametrize(
    ("game", "hand", "board", "said", "half"),
    [(game, hand, board, said, half) for game, hand, board, _, bad in READINGS for said, half in bad],
)
def test_another_hand_is_misread(game: str, hand: str, board: str, said: str, half: str) -> None:
    """Another category, or another rank that decides."""
    assert heard(game, hand, board, said) == half


@pytest.mark.parametrize("said", ["winner", "nice hand", "the best of it", "takes the pot"])
def test_what_is_not_understood_is_never_wrong(said: str) -> None:
    """Words that name no hand."""
    assert heard("holdem", "As Ad", "Ah Kd Kc 5c 2s", said) == ""
