"""Each rule of hands, wild cards and lows by its id: of two hands the first wins, or the two tie."""

from __future__ import annotations

import ast
from itertools import pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealerkit.arithmetic.ranking import beats, category
from dealerkit.cards import read_cards
from dealerkit.errors import ActError, UnknownName
from dealerkit.rules.rankings import forms, ranking, rankings, read_settings, wild_cards
from dealerkit.showdown import Pot, showdown

CATEGORIES = ["As Ah Ad Ac Jk", "9s 8s 7s 6s 5s", "9s 9h 9d 9c As", "3s 3h 3d 2c 2s", "Ks 9s 7s 3s 2s", "9s 8h 7d 6c 5s"]
CATEGORIES += ["Ks Kh Kd 3s 2c", "3s 3h 2s 2h 4d", "2s 2h 3d 4c 6s", "As Kh Qd Jc 9s"]

WINS = [
    *[pytest.param("high", {"joker": "wild"}, a, b, id=f"HR-02-{at}") for at, (a, b) in enumerate(pairwise(CATEGORIES))],
    pytest.param("high", {}, "2s 3h 4d 5c 6s", "As 2h 3d 4c 5s", id="HR-01-the-ace-is-low-in-the-lowest-straight"),
    pytest.param("high", {}, "2s 2h 3d 4c 6s", "Qs Kh Ad 2c 3s", id="HR-01-no-straight-round-the-corner"),
    pytest.param("high", {}, "As Ks Qs Js Ts", "Kh Qh Jh Th 9h", id="HR-03-royal-first"),
    pytest.param("high", {}, "2s 3s 4s 5s 6s", "Ah 2h 3h 4h 5h", id="HR-03-six-high-beats-five-high"),
    pytest.param("high", {}, "As Ks Qs Js Ts", "Ah Ad Ac As Ks", id="HR-04-royal-is-the-top-natural-hand"),
    pytest.param("high", {}, "9s 9h 9d 9c 2s", "8s 8h 8d 8c As", id="HR-05-higher-four"),
    pytest.param("high", {"wild": "2"}, "9s 9h 9d 9c As", "9s 9h 9d 2c Ks", id="HR-05-WC-06-fifth-card"),
    pytest.param("high", {}, "9s 9h 9d 2c 2s", "8s 8h 8d Ac As", id="HR-06-higher-three"),
    pytest.param("high", {"joker": "wild"}, "9s 9h Jk Ac As", "9d 9c 9s Kc Ks", id="HR-06-WC-06-higher-pair"),
    pytest.param("high", {}, "As 9s 7s 3s 2s", "Kh Qh Jh 9h 8h", id="HR-07-highest-card"),
    pytest.param("high", {}, "As 9s 7s 4s 3s", "Ah 9h 7h 4h 2h", id="HR-07-down-to-the-fifth"),
    pytest.param("high", {}, "6s 5h 4d 3c 2s", "5s 4h 3d 2c As", id="HR-08-five-high-is-lowest"),
    pytest.param("high", {}, "9s 9h 9d 4c 2s", "8s 8h 8d Ac Ks", id="HR-09-higher-three"),
    pytest.param("high", {"joker": "wild"}, "9s 9h Jk Ac 2s", "9d 9c 9s Kc Qs", id="HR-09-WC-06-side-cards"),
    pytest.param("high", {}, "As Ah 3d 3c 2s", "Ks Kh Qd Qc Js", id="HR-10-higher-pair"),
    pytest.param("high", {}, "As Ah 4d 4c 2s", "Ad Ac 3d 3s Ks", id="HR-10-lower-pair"),
    pytest.param("high", {}, "As Ah 4d 4c 3s", "Ad Ac 4h 4s 2s", id="HR-10-fifth-card"),
    pytest.param("high", {}, "As Ah 9d 4c 3s", "Ad Ac 9h 4s 2s", id="HR-11-third-side-card"),
    pytest.param("high", {}, "As Kh 9d 4c 3s", "Ad Kc 9h 4s 2s", id="HR-12-card-by-card"),
    pytest.param("high", {"four_flush_hand": "true"}, "2s 4s 7s 9s Kd", "As Ah Kd Qc Js", id="HR-14-above-a-pair"),
    pytest.param("high", {"four_flush_hand": "true"}, "2s 2h 3d 3c 4s", "As Ks Qs 9s 2d", id="HR-14-below-two-pairs"),
    pytest.param("high", {"four_flush_hand": "true"}, "As 4s 3s 2s 7d", "Kh Qh Jh 9h Ad", id="HR-14-the-suited-cards-decide"),
    pytest.param("high", {"four_flush_hand": "true"}, "As 4s 3s 2s 8d", "Ah 4h 3h 2h 7d", id="HR-14-then-the-fifth"),
    pytest.param("high", {}, "As Ah Kd Qc Js", "2s 4s 7s 9s Kd", id="HR-15-unimproved-a-four-flush-is-no-pair"),
    pytest.param("high", {"wild": "2"}, "2s 2h Ah Kh Qh", "Ks Kh Kd Kc As", id="WC-01-any-rank-named-wild"),
    pytest.param("high", {"wild": "Jh,Js"}, "Jh As Ah 7d 8c", "Jd Ks Kh 7d 8c", id="WC-01-any-group-named-wild"),
    pytest.param("high", {"joker": "wild"}, "As Jk Kd Qc 2s", "Kc Kh Qs Jd Tc", id="WC-02-stands-for-what-helps"),
    pytest.param(
        "high", {"natural_beats_wild": "true", "wild": "2"}, "As Ah Kd 9c 3s", "Ad 2h Kc 9h 3d", id="WC-03-the-house-says-so"
    ),
    pytest.param(
        "high", {"joker": "wild", "double_ace_flush": "true"}, "As Jk 9s 5s 3s", "Ah Kh 9h 5h 3h", id="WC-04-the-house-says-so"
    ),
    pytest.param("high", {"joker": "wild"}, "2s 2h 2d 2c Jk", "As Ks Qs Js Ts", id="WC-05-five-of-a-kind-is-on-top"),
    pytest.param("high", {"joker": "bug"}, "Ks Kh Jk 3c 2s", "Kd Kc Qs Js Ts", id="WC-07-an-ace-and-no-king"),
    pytest.param("high", {"joker": "bug"}, "As Ah Jk 3c 2s", "Ks Kh Kd Qc Js", id="WC-08-two-aces-make-three"),
    pytest.param("high", {"joker": "bug"}, "As Ah Ad Ac Jk", "Kh Qh Jh Th 9h", id="WC-09-five-aces"),
    pytest.param("high", {"joker": "bug"}, "7s 6h 5d 4c Jk", "7d 6c 5s 4h 3d", id="WC-11-the-higher-end"),
    pytest.param("ace-to-five", {"joker": "wild"}, "Jk 2s 3h 4d 6c", "Ah 2d 3s 5d 6s", id="WC-12-lowest-rank-not-in-the-hand"),
    pytest.param("deuce-to-seven", {"joker": "bug"}, "Jk 2s 3h 4d 7c", "2d 3s 4c 6d 7s", id="WC-12-in-any-lowball"),
    pytest.param("ace-to-five", {"joker": "wild"}, "Jk As 3h 4d 6c", "Ah 2d 3s 5d 6s", id="WC-12-a-deuce-beside-an-ace"),
    pytest.param("deuce-to-seven", {}, "7s 5h 4d 3c 2s", "7d 6h 4c 3s 2d", id="HL-06-worst-hand-ace-high"),
    pytest.param("deuce-to-seven", {}, "Ks Qh Jd 9c 8s", "6s 4h 3d 2c As", id="HL-04-ace-high-only"),
    pytest.param("deuce-to-seven", {}, "9s 8h 7d 6c 4s", "7s 5s 4s 3s 2s", id="HL-06-flushes-count"),
    pytest.param("deuce-to-seven", {}, "2s 2h 3d 4c 5s", "6s 5h 4d 3c 2d", id="HL-06-straights-count"),
    pytest.param("ace-to-six", {}, "6s 4h 3d 2c As", "6d 5h 4c 2s Ad", id="HL-06-ace-either"),
    pytest.param("ace-to-six", {}, "6s 5h 4d 3c As", "5d 4h 3c 2s Ad", id="HL-06-ace-either-straights-count"),
    pytest.param("ace-to-five", {}, "5s 4s 3s 2s As", "6d 4h 3c 2s Ad", id="HL-06-ace-to-five"),
    pytest.param("ace-to-five", {}, "As Ah 2d 3c 4s", "2s 2h Ad 3c 4d", id="HL-06-a-pair-of-aces-is-low"),
    pytest.param("short-deck", {}, "As 9s 8s 7s 6s", "Kd Kh Kc Qd Qs", id="short-deck-flush-over-full-house"),
    pytest.param("short-deck", {}, "Ts 9h 8d 7c 6s", "9s 8h 7d 6c As", id="short-deck-the-ace-is-low-below-the-six"),
    pytest.param("short-deck", {}, "9s 8h 7d 6c As", "As Ah Ad Kc Qs", id="short-deck-nine-high-straight"),
    pytest.param("three-card", {}, "4s 3h 2d", "Ks Qs 2s", id="three-card-straight-over-flush"),
    pytest.param("three-card", {}, "2s 2h 2d", "As Kh Qd", id="three-card-three-over-straight"),
    pytest.param("three-card-plain", {}, "2s 2h 3d", "As Ks Qs", id="TFS-10-no-straights-or-flushes"),
    pytest.param("three-card-plain", {"wild": "3"}, "3s 3h 2d", "As Ah 4d", id="TFS-06-threes-are-wild"),
    pytest.param("badugi", {}, "Ks Qh Jd Tc", "As 2h 3d 4d", id="badugi-four-cards-over-three"),
    pytest.param("badugi", {}, "4s 3h 2d Ac", "5s 3h 2d Ac", id="badugi-the-lower"),
    pytest.param("badugi", {"joker": "wild"}, "4s 3h 2d Jk", "5s 3h 2d Ac", id="WC-12-badugi"),
]
TIES = [
    pytest.param("high", {}, "As Kh 9d 4c 3s", "Ad Kc 9h 4s 3d", id="HR-13-suits-never-matter"),
    pytest.param("high", {}, "As Ks 9s 4s 3s", "Ad Kd 9d 4d 3d", id="HR-13-flushes"),
    pytest.param("high", {"joker": "wild"}, "As Ah Jk 4c 3s", "Ad Ac As 4h 3h", id="WC-03-like-the-card-it-stands-for"),
    pytest.param("high", {"joker": "wild"}, "As Jk 9s 5s 3s", "Ah Kh 9h 5h 3h", id="WC-04-no-second-ace-in-a-flush"),
    pytest.param("high", {"joker": "bug"}, "As Jk 9s 5s 3s", "Ah Kh 9h 5h 3h", id="WC-10-the-highest-that-is-not-there"),
    pytest.param("high", {"joker": "bug"}, "Kd Kc Jk 5s 3s", "Kh Ks Ah 5h 3h", id="WC-08-kings-with-an-ace"),
    pytest.param("high", {"joker": "bug"}, "7s 6h 5d 4c Jk", "8s 7h 6d 5c 4s", id="WC-11-eight-high"),
    pytest.param("high", {}, "Jk 9d 8c 4s 2h", "9s 8d 4c 2s", id="WC-13-scrap-counts-for-nothing"),
    pytest.param(
        "high", {"natural_only": "true", "wild": "2", "joker": "wild"}, "2s 9d 8c 4s 3h", "2d 9s 8d 4c 3s", id="HH-08-natural"
    ),
    pytest.param("high", {}, "As Kh Qd Jc 9s 3d 2c", "Ad Kd Qh Js 9h 4c 3s", id="HR-17-best-five-of-seven"),
    pytest.param("ace-to-five", {}, "5s 4s 3s 2s As", "5d 4h 3c 2s Ad", id="HL-06-suits-do-not-count"),
]


@pytest.mark.parametrize(("order", "options", "better", "worse"), WINS)
def test_the_first_hand_wins(value, order, options, better, worse):
    """Of two hands the first is better."""
    assert value(order, better, **options) > value(order, worse, **options)


@pytest.mark.parametrize(("order", "options", "one", "other"), TIES)
def test_the_hands_tie(value, order, options, one, other):
    """Of two hands neither is better, as far as both go."""
    ranker = ranking(order, options)
    a, b = value(order, one, **options), value(order, other, **options)
    assert not beats(a, b, ranker.order)
    assert not beats(b, a, ranker.order)


@pytest.mark.parametrize(
    ("order", "options", "cards", "said"),
    [
        ("high", {}, "As Ah Ad Kc Ks", "aces full of kings"),
        ("high", {}, "As Ks Qs Js Ts", "royal flush"),
        ("high", {}, "9s 8s 7s 6s 5s", "nine-high straight flush"),
        ("high", {}, "5s 4h 3d 2c As", "five-high straight"),
        ("high", {}, "6s 6h 6d 6c As", "four sixes"),
        ("high", {}, "Ks 9s 7s 3s 2s", "king-high flush"),
        ("high", {}, "3s 3h 3d 9c Ks", "three threes"),
        ("high", {}, "As Ah 8d 8c Ks", "two pair, aces and eights"),
        ("high", {}, "Js Jh 8d 7c Ks", "pair of jacks"),
        ("high", {}, "As Jh 8d 7c Ks", "ace high"),
        ("high", {"joker": "bug"}, "As Ah Ad Ac Jk", "five aces"),
        ("high", {"four_flush_hand": True}, "As 9s 7s 3s 2d", "ace-high four-flush"),
        ("ace-to-five", {}, "8s 6h 4d 2c As", "eight-six low"),
        ("ace-to-five", {}, "5s 4h 3d 2c As", "wheel"),
        ("ace-to-five", {"qualifier": "8"}, "9s 4h 3d 2c As", "no low"),
        ("ace-to-five", {}, "5s 5h 3d 2c As", "pair of fives"),
        ("deuce-to-seven", {}, "7s 5h 4d 3c 2s", "seven-five low"),
        ("deuce-to-seven", {}, "As 5h 4d 3c 2s", "ace-five low"),
        ("ace-to-six", {}, "6s 4h 3d 2c As", "six-four low"),
        ("badugi", {}, "8s 6h 4d 2c", "eight-six badugi"),
        ("badugi", {}, "8s 6h 4d 4c", "three cards, eight-six"),
        ("badugi", {}, "8s 8h 8d 8c", "one card, eight"),
        ("three-card", {}, "As Ks Qs", "royal flush"),
    ],
)
def test_hands_are_called_as_dealers_call_them(called, order, options, cards, said):
    """Names are the card room's."""
    assert called(order, cards, **options) == said


@pytest.mark.parametrize(("cards", "target", "longer", "won"), [
    ("7s 3h", "7d", "nothing", False),
    ("7s 3h", "7d", "longer_wins", True),
    ("8s", "7d", "nothing", True),
    ("2s 2h", "Ad", "nothing", True),
    ("7s 7h 3d", "7d 7c", "nothing", False),
    ("Ks 7h", "Kd 6c 5s", "nothing", True),
])  # fmt: skip
def test_ms_13_ms_a3_hands_of_different_length(value, cards, target, longer, won):
    """MS-13: any pair beats a card; MS-A3: a card against no card decides nothing, unless the house says so."""
    order = ranking("high").order
    assert beats(value("high", cards), value("high", target), order, longer_wins=longer == "longer_wins") is won
    assert not beats(value("high", target), value("high", cards), order, longer_wins=longer == "longer_wins") or not won


CARDS = st.lists(st.integers(0, 52), min_size=1, max_size=7, unique=True)
SETTINGS = st.sampled_from([{}, {"joker": "wild"}, {"joker": "bug"}, {"wild": "2", "joker": "wild"}, {"wild": "Jh,Js,Kd"}])


@settings(max_examples=150, deadline=None)
@given(cards=CARDS, options=SETTINGS, order=st.sampled_from(["high", "ace-to-five", "deuce-to-seven", "badugi", "three-card"]))
def test_the_order_of_the_cards_does_not_matter(cards, options, order):
    """A hand is worth the same however it lies; what plays is worth what the whole is worth."""
    ranker = ranking(order, options)
    value = ranker.value(cards)
    assert value == ranker.value(cards[::-1]) == ranker.value(sorted(cards))
    best, playing = ranker.best(cards)
    assert best == value
    assert set(playing) <= set(cards)


@settings(max_examples=150, deadline=None)
@given(cards=CARDS.filter(lambda cards: len(cards) < 7), options=SETTINGS, more=st.integers(0, 52))
def test_another_card_never_hurts(cards, options, more):
    """Where the best five count, a high hand with one card more is as good at least."""
    ranker = ranking("high", options)
    if more not in cards:
        assert ranker.value([*cards, more]) >= ranker.value(cards)


def test_values_of_many_are_the_values_of_each():
    """The fast way for hands of seven gives what the way for one hand gives."""
    hands = [list(range(at, at + 7)) for at in range(46)]
    for options in ({}, {"joker": "bug"}, {"wild": "2"}, {"natural_beats_wild": True, "wild": "3"}):
        ranker = ranking("high", options)
        assert ranker.values(hands) == [ranker.value(hand) for hand in hands]


def test_a_hand_has_one_to_seven_cards():
    """A longer hand is refused, not misread."""
    for cards in ([], list(range(8))):
        with pytest.raises(ValueError, match="1 to 7"):
            ranking("high").value(cards)


def test_every_order_and_game_compiles():
    """What the file lists can be used, under every value of every option that has a few."""
    choices: dict[str, list[Any]] = {
        "joker": ["none", "wild", "bug"],
        "qualifier": ["none", "8"],
        "four_flush_hand": [True, False],
    }
    for values in product(*choices.values()):
        for order in rankings():
            made = ranking(order, dict(zip(choices, values, strict=True)))
            assert all(category(made.value(list(hand)), made.order) or values[1] == "8" for hand in permutations([0, 17, 34], 3))
    assert {"holdem", "omaha-hilo", "razz", "badugi", "mexican-sweat", "three-five-seven"} <= set(forms())


@pytest.mark.parametrize("wrong", [{"wildest": "2"}, {"joker": "both"}, {"qualifier": "6"}])
def test_an_option_that_is_not_there(wrong):
    """The nearest names are suggested."""
    with pytest.raises(UnknownName):
        read_settings(wrong)


@pytest.mark.parametrize("wrong", ["zz", "Jk", "2 and 3"])
def test_a_wild_card_that_is_none(wrong):
    """A joker is wild by an option of its own."""
    with pytest.raises(ActError):
        wild_cards(wrong)


def test_wild_cards_by_word():
    """Ranks, cards and their words."""
    assert wild_cards("deuces") == wild_cards("2") == wild_cards("twos") == frozenset(range(4))
    assert wild_cards("10, ah") == frozenset({*range(32, 36), 50})


def test_the_core_imports_nothing_of_ours():
    """What bulk work needs stands alone."""
    for path in (Path(__file__).parents[3] / "dealerkit" / "arithmetic" / "ranking").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dealerkit"):
                assert node.module is not None
                assert node.module.startswith("dealerkit.arithmetic.ranking")


def test_hl_01_hl_02_hl_05_any_form_can_be_high_low():
    """HL-01: the deal is the same; HL-02: highest and lowest halve the pot; HL-05: one player may win both halves."""
    hands = {"Ann": "Ks Kh Kd 4c 2s", "Bo": "7s 5h 4d 3c 2d", "Cy": "6s 5s 4s 3s 2h"}
    cards = {name: read_cards(text) for name, text in hands.items()}
    came = showdown("high-low-draw", cards, pots=[Pot(100, ("Ann", "Bo"))])
    assert came.shares == {"Ann": 50, "Bo": 50, "Cy": 0}
    came = showdown("high-low-draw", cards, pots=[Pot(100, ("Ann", "Bo", "Cy"))])
    assert came.shares == {"Ann": 0, "Bo": 0, "Cy": 100}
    came = showdown("high-low-draw", cards, pots=[Pot(100, ("Ann", "Bo", "Cy"))], settings={"low_scale": "worst_hand_ace_high"})
    assert came.shares == {"Ann": 0, "Bo": 50, "Cy": 50}
