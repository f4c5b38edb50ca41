"""Reading Omaha: the ledger's examples, options that change the key, and a third evaluator."""

from __future__ import annotations

import itertools
import random

import pytest
from phevaluator import evaluate_cards

from dealerkit.training.exercises import NoExercise, exercise, exercises, setting
from dealerkit.training.generators.omaha_board import GENERATOR, OmahaBoard, OmahaBoardSituation, _readings
from dealerkit.training.poker_pack import form_of
from tests.training import independent_ranking
from tests.training.oracles import disputed, proof

PACK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def _item(level, hand, board, *, low=False, **settings):
    """A hand and a board as an exercise, with readings offered for high, and for low."""
    where = setting("omaha/board", level, settings=settings or None)
    made, rng = form_of(where.game), random.Random(1)
    cards, shared = tuple(hand.split()), tuple(board.split())
    highs = next(found for at in range(4) if (found := _readings(made.high, made, cards, shared, at, rng)))
    lows = next(found for at in range(3) if (found := _readings(made.low, made, cards, shared, at, rng))) if low else ()
    given = OmahaBoardSituation(((2, cards),), shared, highs, lows)
    key = GENERATOR.key(where, given)
    assert proof(where, given) == key.answers[0]
    return GENERATOR.question(where, given).reply.say(key.answers[0]), key


@pytest.mark.parametrize(
    ("hand", "board", "reading"),
    [
        ("As Ks Qs 2d", "Js Ts 9s 3c 4d", "king-high straight flush (K)"),
        ("Kh Qc 5d 4s", "Ks Kd Kc 2h 7d", "four kings (K Q)"),
        ("Ah Ad Ac As", "Kd 7c 6c 3h 2d", "pair of aces (A K 7 6)"),
        ("Ah 9h 8h 7h", "Kh Qh 2c 3d 4s", "ace high (A K Q 9 4)"),
    ],
)
def test_high_hands_of_the_ledger(hand, board, reading):
    """HR-17: two of the hand and three of the board, whatever the rest looks like; the first two are the examples of drill 26."""
    said, key = _item(1, hand, board)
    assert said == reading
    assert key.codes == ("omaha/wrong-card-combination",)


@pytest.mark.parametrize(
    ("hand", "board", "reading"),
    [
        ("Ah 2h 7c 7d", "2s 3d 8c Kh Kd", "eight-seven low (8 7 3 2 A)"),
        ("As 2d 3c 9h", "Ah 4d 5s 8c Qc", "wheel (5 4 3 2 A)"),
        ("2d 3c 9h Kh", "Ah 4d 5s 8c Qc", "wheel (5 4 3 2 A)"),
    ],
)
def test_lows_of_the_ledger(hand, board, reading):
    """The counterfeited deuce, and two hands that make the same low with other cards."""
    said, key = _item(3, hand, board, low=True)
    assert said.endswith(f"low: {reading}")
    assert key.codes == ("omaha/wrong-card-combination", "omaha/low-misread")


def test_a_quarter():
    """HL-07: who ties for the low and loses the high gets a quarter."""
    hands = ((1, "As 2d 3c 9h Kd"), (4, "2h 3h 9c Kh Ts"), (6, "7d 6c Jh Jc Qs"))
    given = OmahaBoardSituation(
        tuple((seat, tuple(cards.split())) for seat, cards in hands), ("Ah", "4d", "5s", "8c", "Qc"), share=4
    )
    where = setting("omaha/board", 4)
    key = GENERATOR.key(where, given)
    assert key.answers == (proof(where, given),)
    assert key.answers == ("s6 | s1 s4 | 60",)


def test_options_change_the_low():
    """HL-06: without a qualifier a nine counts; where straights count, 5-4-3-2-A is no low to win with."""
    hand, board = "Ah 2h Kc Kd", "3s 4d 9c Th Jd"
    given = OmahaBoardSituation(((2, tuple(hand.split())),), tuple(board.split()))
    asked = [setting("omaha/board", 2, settings={"qualifier": value}) for value in ("8", "none")]
    assert [GENERATOR.key(where, given).answers for where in asked] == [("no",), ("yes",)]
    assert [proof(where, given) for where in asked] == ["no", "yes"]
    low, _ = _item(3, "Ah 2h 6c Kd", "3s 4d 5c 8h Jd", low=True)
    other, _ = _item(3, "Ah 2h 6c Kd", "3s 4d 5c 8h Jd", low=True, low_scale="worst_hand_ace_either")
    assert low.endswith("low: wheel (5 4 3 2 A)")
    assert other.endswith("low: six-five low (6 5 4 3 A)")


def test_without_a_qualifier_nobody_asks_whether_a_low_counts():
    """There is nothing to ask where every low counts."""
    with pytest.raises(NoExercise):
        next(exercises(setting("omaha/board", 2, settings={"qualifier": "none"}), "1"))


@pytest.mark.parametrize("settings", [{"hole_cards": "5"}, {"qualifier": "none"}, {"low_scale": "worst_hand_ace_high"}])
def test_other_houses_are_proved_too(settings):
    """Twelve exercises of level 3 under other options, none disputed."""
    where = setting("omaha/board", 3, settings=settings)
    made = list(itertools.islice(exercises(where, "7"), 12))
    assert disputed(where, made) == []
    many = int(settings.get("hole_cards", 4))
    assert {len(item.question.show[1].split()) - 1 for item in made} == {many}


def test_a_wrong_key_is_noticed():
    """The oracle plays two own cards where a broken key plays three."""

    class Broken(OmahaBoard):
        def key(self, setting, given):
            made = super().key(setting, given)
            return type(made)(("a",), made.rules, made.working, made.codes)

    where = setting("omaha/board", 1)
    ((_, answer),) = disputed(where, [exercise(where, "1", "2 stronger that may not be made", Broken())])
    assert answer == "c"


def test_a_third_evaluator_agrees():
    """The second method against phevaluator over all sixty hands of two and three, in 100 pairs of hands."""
    rng, by = random.Random("omaha"), independent_ranking.order("high")

    def third(hole, board):
        return min(
            evaluate_cards(*mine, *shared)
            for mine in itertools.combinations(hole, 2)
            for shared in itertools.combinations(board, 3)
        )

    for _ in range(100):
        cards = rng.sample(PACK, 13)
        one, other = (independent_ranking.best_high(cards[at : at + 4], cards[8:], by, 2)[0] for at in (0, 4))
        a, b = third(cards[:4], cards[8:]), third(cards[4:8], cards[8:])
        assert ((one > other) - (one < other)) == ((a < b) - (a > b)), cards
