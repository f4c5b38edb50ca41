"""Pots, side pots and odd chips by their rules; what cannot have come to a showdown is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dealerkit.cards import FACES, read_cards
from dealerkit.errors import DealerkitError, UnknownName
from dealerkit.rules.rankings import form, forms
from dealerkit.showdown import OddChip, Pot, Showdown, showdown, side_pots, split


def down(game: str, hands: dict[str, str], board: str = "", **options: Any) -> Showdown:
    """Show hands down that are written as text."""
    return showdown(game, {name: read_cards(cards) for name, cards in hands.items()}, read_cards(board), **options)


BOARD = "Ah Kd 7c 7s 2d"
THREE = {"Ann": "Ad Qc", "Bo": "Ac Qh", "Cy": "As Jh"}
ALL = ("Ann", "Bo", "Cy")


def test_sd_02_cards_speak():
    """SD-02: what the cards make counts; HR-17: the best five of seven, from hand and board in any number."""
    came = down("holdem", {"Ann": "Ad Kc", "Bo": "7h 6h"}, BOARD, pots=[Pot(300, ("Ann", "Bo"))])
    assert (came.winners, came.shares) == (("Bo",), {"Ann": 0, "Bo": 300})
    made = came.hands["Bo"].high
    assert made is not None
    assert (made.category, made.name, " ".join(map(str, made.cards))) == ("three_of_a_kind", "three sevens", "7s 7h 7c Ah Kd")


def test_sd_01_an_unseen_card_cannot_win():
    """All cards of the hand are face up."""
    with pytest.raises(DealerkitError, match="SD-01"):
        down("holdem", {"Ann": "Ad ??"}, BOARD)


def test_hr_17_omaha_uses_exactly_two():
    """Four to a flush on the board and one in the hand make no flush."""
    came = down("omaha", {"Ann": "As Kh Qd Jc", "Bo": "9h 9c 3d 2d"}, "Ks 9s 8s 4s 2h")
    assert came.winners == ("Bo",)
    assert [card.name for card in came.hands["Ann"].high.cards] == ["Ks", "Kh", "As", "9s", "8s"]


@pytest.mark.parametrize(
    ("button", "odd"),
    [(None, "Ann"), ("Cy", "Ann"), ("Ann", "Bo"), ("Bo", "Cy")],
)
def test_sd_09_sd_10_the_odd_chip_goes_left_of_the_button(button, odd):
    """SD-09: broken to the smallest chip, nobody gets more than one; SD-10: the nearest left of the button."""
    came = down("holdem", THREE, BOARD, pots=[Pot(100, ALL)], button=button)
    assert came.shares == {name: 34 if name == odd else 33 for name in ALL}
    assert came.awards[0].odd == (OddChip(odd, "the nearest left of the button", "SD-10"),)


def test_sd_09_two_odd_chips_go_to_two_players():
    """Two chips over among three: the first two in order have one each."""
    came = down("holdem", THREE, BOARD, pots=[Pot(101, ALL)], button="Ann")
    assert came.shares == {"Ann": 33, "Bo": 34, "Cy": 34}
    assert split(5, ["Ann", "Bo"], [OddChip("Ann", "", ""), OddChip("Bo", "", "")])[0] == {"Ann": 3, "Bo": 2}


STUD = {"Ann": "9s 9h Kd Kc 2s 5h 3d", "Bo": "9d 9c Ks Kh 2h 5s Ac"}


@pytest.mark.parametrize(
    ("how", "hands", "odd"),
    [
        ("card_by_suit", {"Ann": "Ks Qh Jd 9c 8s 4h 3d", "Bo": "Kh Qd Js 9s 8h 4d 2c"}, "Ann"),
        ("card_by_suit", {"Ann": "Kd Qh Jd 9c 8s 3h 2d", "Bo": "Kh Qd Js 9s 8h 2h 3c"}, "Bo"),
        ("card_of_hand", {"Ann": "9s 8h 7d 6c 5s Kd 2c", "Bo": "9d 8d 7s 6s 5d Ks 2h"}, "Ann"),
        ("card_by_suit", {"Ann": "9s 8h 7d 6c 5s Kd 2c", "Bo": "9d 8d 7s 6s 5d Ks 2h"}, "Bo"),
    ],
    ids=["SD-11-spade", "SD-11-heart-over-diamond", "SD-11-tda-five-cards", "SD-11-rrop-all-cards"],
)
def test_sd_11_the_odd_chip_in_stud(how, hands, odd):
    """Rrop: the highest card by suit over all the player's cards; tda: over the hand that won."""
    came = down("stud7", hands, pots=[Pot(31, ("Ann", "Bo"))], settings={"odd_chips": how})
    assert (came.awards[0].odd[0].name, came.awards[0].odd[0].rule, came.shares[odd]) == (odd, "SD-11", 16)


@pytest.mark.parametrize(("how", "odd"), [("card_by_suit", "Bo"), ("card_of_hand", "Ann")])
def test_sd_11_tied_low_in_stud(how, odd):
    """Rrop: tied low goes by the lowest card; tda: by the highest card of the hand, high or low alike."""
    hands = {"Ann": "8s 6h 4d 2c As Kd Qc", "Bo": "8d 6s 4h 2d Ac Ks Qh"}
    came = down("razz", hands, pots=[Pot(31, ("Ann", "Bo"))], settings={"odd_chips": how})
    assert came.awards[0].odd[0].name == odd


def test_hl_03_sd_12_the_odd_chip_of_the_halves_goes_high():
    """HL-03, SD-12: high has the odd chip; HL-07: ties for low split that half, and its odd chip by SD-11 or SD-10."""
    hands = {"Ann": "As Kh Qd 3c", "Bo": "Ac Js Td 3d", "Cy": "Qs Qh 9c 9d"}
    came = down("omaha-hilo", hands, "Qc 8h 5d 2s Jd", pots=[Pot(103, ALL)])
    assert (came.high_winners, came.low_winners) == (("Cy",), ("Ann", "Bo"))
    assert came.shares == {"Ann": 26, "Bo": 25, "Cy": 52}
    assert [(chip.name, chip.rule) for chip in came.awards[0].odd] == [("high", "SD-12"), ("Ann", "SD-10")]


def test_hl_06_no_low_that_qualifies():
    """High takes all."""
    came = down("omaha-hilo", {"Ann": "As Kh Qd 3c", "Bo": "Qs Qh 9c 9d"}, "Qc Th 5d 2s Jd", pots=[Pot(103, ("Ann", "Bo"))])
    assert (came.low_winners, sum(came.shares.values()), len(came.winners)) == ((), 103, 1)


def test_sd_13_sd_14_main_pot_and_side_pot():
    """SD-13: each pot is split by itself; SD-14: an all-in player contests only what he matched."""
    hands = {"Ann": "7h 6h", "Bo": "Ad Qc", "Cy": "As Jh"}
    pots, back = side_pots({"Ann": 50, "Bo": 200, "Cy": 301}, set(ALL))
    assert (pots, back) == ([Pot(150, ALL), Pot(300, ("Bo", "Cy"))], {"Cy": 101})
    came = down("holdem", hands, BOARD, pots=pots)
    assert came.shares == {"Ann": 150, "Bo": 150, "Cy": 150}
    assert came.winners == ALL
    assert came.high_winners == ("Ann",)


@pytest.mark.parametrize("seed", range(50))
def test_sd_14_no_chip_is_lost_or_made(seed):
    """Pots and what goes back are what was put in; nobody contests what he has not matched."""
    rng = random.Random(seed)
    names = ["Ann", "Bo", "Cy", "Di", "Ed"][: rng.randint(2, 5)]
    put = {name: rng.choice([0, 5, 20, 20, 35, 80, 200]) for name in names}
    live = set(rng.sample(names, rng.randint(1, len(names))))
    pots, back = side_pots(put, live)
    if any(put[name] for name in live):
        assert sum(pot.amount for pot in pots) + sum(back.values()) == sum(put.values())
    for pot in pots:
        assert set(pot.names) <= live
    for one, amount in back.items():
        assert one in live
        assert put[one] - amount == max((chips for name, chips in put.items() if name != one), default=0)


HILO = {"Ann": "Ks Kh Kd 4c 2s", "Bo": "7s 5h 4d 3c 2d", "Cy": "6s 5s 4s 3s 2h"}


@pytest.mark.parametrize(
    ("said", "shares"),
    [
        ({"Ann": "high", "Bo": "low", "Cy": "both"}, {"Ann": 0, "Bo": 0, "Cy": 100}),
        ({"Ann": "high", "Bo": "low", "Cy": "high"}, {"Ann": 0, "Bo": 50, "Cy": 50}),
        ({"Ann": "both", "Bo": "low", "Cy": "high"}, {"Ann": 0, "Bo": 50, "Cy": 50}),
        ({"Ann": "high", "Bo": "high", "Cy": "high"}, {"Ann": 0, "Bo": 0, "Cy": 100}),
        ({"Ann": "low", "Bo": "low", "Cy": "low"}, {"Ann": 0, "Bo": 0, "Cy": 100}),
    ],
)
def test_hl_02_halves_that_are_declared(said, shares):
    """Who declares one half contests only that; who declares both must win both, or has nothing."""
    came = down("high-low-draw", HILO, pots=[Pot(100, ALL)], settings={"high_low": "declare"}, declared=said)
    assert came.shares == shares


def test_mexican_sweat_hands_of_different_length():
    """MS-A3: a side card against no card decides nothing; MS-22: best five of what is exposed."""
    assert down("mexican-sweat", {"Ann": "7s", "Bo": "7d 3c"}).winners == ("Ann", "Bo")
    assert down("mexican-sweat", {"Ann": "7s", "Bo": "7d 3c"}, settings={"kicker_vs_missing": "longer_wins"}).winners == ("Bo",)
    assert down("mexican-sweat", {"Ann": "2s 2h", "Bo": "Ad Kc Qs Jh 9s"}).winners == ("Ann",)


@pytest.mark.parametrize(
    ("hands", "name"),
    [
        ({"Ann": "3s 9h 9d", "Bo": "As Ks Qs"}, "three nines"),
        ({"Ann": "5s 9h 9d 8c 7c", "Bo": "3s 3h Qs Ks Jd"}, "three nines"),
        ({"Ann": "7s 7h 9d 9c Ks 2c 4d", "Bo": "5d 5h As Kd Qs Jh 9s"}, "four nines"),
    ],
    ids=["TFS-06", "TFS-13", "TFS-15"],
)
def test_three_five_seven_the_wild_rank_is_the_number_of_cards(hands, name):
    """TFS-05: exactly one rank is wild."""
    came = down("three-five-seven", hands)
    assert came.winners == ("Ann",)
    assert came.hands["Ann"].high.name == name


def test_stud_when_the_stub_ran_out():
    """Six cards each and one that all share is a hand of seven."""
    assert down("stud7", {"Ann": "9s 9h 9d Kc 2s 5h", "Bo": "As Qh 8d 7c 6s 4h"}, "3d").winners == ("Ann",)


@pytest.mark.parametrize("game", forms())
def test_every_game_shows_down(game):
    """Hands of the right size from one pack come to a result in which no chip is lost."""
    rng, made = random.Random(game), form(game)
    order = (made.high or made.low).ranker.order
    faces = [face for face in FACES.values() if face.rank and face.rank.place + 2 in order.ranks]
    rng.shuffle(faces)
    size = made.deals[0]
    hands = {name: [faces.pop() for _ in range(size)] for name in ALL}
    came = showdown(game, hands, [faces.pop() for _ in range(made.board[0])], [Pot(101, ALL), Pot(50, ("Ann", "Cy"))])
    assert sum(came.shares.values()) == 151
    assert came.winners


@pytest.mark.parametrize(
    ("game", "hands", "board", "options", "what"),
    [
        ("holdem", {"Ann": "Ad Ah"}, BOARD, {}, "Ah is in the board and in Ann"),
        ("holdem", {"Ann": "Ad Ad"}, BOARD, {}, "twice in Ann"),
        ("holdem", {"Ann": "Ad Qc 3c"}, BOARD, {}, "Ann has 3 cards"),
        ("holdem", {"Ann": "Ad Qc"}, "Ah Kd 7c", {}, "the board has 3 cards"),
        ("holdem", {"Ann": "Ad Jk"}, BOARD, {}, "WC-13"),
        ("holdem-short-deck", {"Ann": "Ad 2c"}, "Ah Kd 7c 7s 9d", {}, "2c is not in the pack"),
        ("three-five-seven", {"Ann": "Ad 2c 3c", "Bo": "As 2h 4c 5d 6h"}, "", {}, "same number"),
        ("stud7", {"Ann": "9s 9h 9d Kc 2s 5h"}, "", {}, "Ann has 6 cards"),
        ("holdem", {"Ann": "Ad Qc"}, BOARD, {"pots": [Pot(-1, ("Ann",))]}, "a pot can't be below zero"),
        ("holdem", {"Ann": "Ad Qc"}, BOARD, {"pots": [Pot(1, ())]}, "a pot has no players"),
        ("holdem", {"Ann": "Ad Qc"}, BOARD, {"pots": [Pot(1, ("Zed",))]}, "unknown hand: 'Zed'"),
        ("holdem", {"Ann": "Ad Qc"}, BOARD, {"button": "Zed"}, "unknown hand: 'Zed'"),
        ("holdem", {"Ann": "Ad Qc"}, BOARD, {"declared": {"Ann": "high"}}, "players don't declare"),
        (
            "high-low-draw",
            HILO,
            "",
            {"settings": {"high_low": "declare"}, "declared": {"Ann": "high"}},
            "Bo and Cy did not declare",
        ),
        ("high-low-draw", HILO, "", {"settings": {"high_low": "declare"}, "declared": {"Ann": "up"}}, "unknown declaration:"),
        ("high-low-draw", HILO, "", {"settings": {"high_low": "declare"}, "declared": {"Zed": "low"}}, "unknown hand:"),
        ("holdem", {}, BOARD, {}, "no hand"),
        ("lowball-27", {"Ann": "9h 5d 5s Jc Qh"}, "", {"settings": {"qualifier": "8"}}, "has no qualifier"),
    ],
)
def test_what_cannot_have_come_to_a_showdown(game, hands, board, options, what):
    """Told with the names of the table."""
    with pytest.raises(DealerkitError, match=what):
        down(game, hands, board, **options)


def test_an_unknown_game():
    """The nearest name is suggested."""
    with pytest.raises(UnknownName, match="did you mean holdem"):
        down("holdm", THREE, BOARD)


def test_hh_08_hands_that_count_for_nothing_tie():
    """Jokers without a rank: no hand is better than another, and no chip is lost."""
    came = down("mexican-sweat", {"Ann": "Jk", "Bo": "Jk"}, pots=[Pot(9, ("Ann", "Bo"))], settings={"natural_only": True})
    assert (came.winners, came.shares) == (("Ann", "Bo"), {"Ann": 5, "Bo": 4})


def test_wc_03_natural_beats_wild_in_badugi_too():
    """Of two equal badugis the one without the joker wins, where the house says so."""
    hands = {"Ann": "4s 3h 2d Jk", "Bo": "4d 3c 2h As"}
    assert down("badugi", hands, settings={"joker": "wild"}).winners == ("Ann", "Bo")
    assert down("badugi", hands, settings={"joker": "wild", "natural_beats_wild": True}).winners == ("Bo",)
