"""Reading hands: the ledger's rules of hands as keys, the house's word on playing the board, and a third evaluator."""

from __future__ import annotations

import itertools
import random

import pytest
from phevaluator import evaluate_cards

from dealerkit.training.exercises import exercise, exercises, setting
from dealerkit.training.generators.hand_reading import GENERATOR, HandReading, HandReadingSituation
from tests.training import independent_ranking
from tests.training.oracles import disputed, proof

PACK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def _two(first, second, board, **more):
    return HandReadingSituation(((3, tuple(first.split())), (7, tuple(second.split()))), tuple(board.split()), **more)


@pytest.mark.parametrize(
    ("level", "first", "second", "board", "answer", "rule"),
    [
        (2, "Ah Kd", "Ac Qd", "As 9c 7d 4h 2s", "s3", "HR-11"),
        (2, "Ah 3d", "Ac 2d", "As Kc Qd Jh 9s", "split", "HR-11"),
        (2, "5h 4d", "6c 5d", "As 3c 2d Kh Kd", "s3", "HR-02"),
        (2, "6h Td", "Ac Th", "2s 3c 4d 5h Ks", "s3", "HR-08"),
        (2, "Ah Kh", "Qh Jh", "9h 7h 2h As Ad", "s3", "HR-07"),
        (3, "7d 4h", "9d 9c", "Js 3s 4d 7s Jd", "s7", "HR-10"),
        (3, "2c 3d", "4c 5d", "Ts Jh Qd Kc As", "board", "HR-08"),
        (3, "8h Kd", "8c Qd", "8s Ac Jd 9h 9s", "split", "HR-10"),
        (3, "Qh Jd", "3c 2d", "Ks Kh Kd Kc Ah", "board", "HR-05"),
    ],
)
def test_winners_by_the_ledger(level, first, second, board, answer, rule):
    """HR-02 to HR-13: kickers count where they play, the board counts for all, suits never decide."""
    where, given = setting("poker/hand-reading", level), _two(first, second, board)
    key = GENERATOR.key(where, given)
    assert key.answers == (answer,)
    assert rule in key.rules
    assert proof(where, given) == answer


def test_a_counterfeited_hand_is_told_so():
    """The working says that the river paired the board."""
    key = GENERATOR.key(setting("poker/hand-reading", 3), _two("7d 4h", "9d 9c", "Js 3s 4d 7s Jd"))
    assert key.working[2] == "Seat 3 was ahead until the river Jd paired the board."


@pytest.mark.parametrize(("house", "answer"), [("tabled", "all cards"), ("said", "board")])
def test_playing_the_board_is_the_house_s(house, answer):
    """FTR-29: one card shown and 'I play the board' is enough, or all cards are asked for; the drill's file is the same."""
    where = setting("poker/hand-reading", 3, settings={"play_the_board": house})
    item = exercise(where, "1", "one card shown")
    assert item.key.answers == (answer,)
    codes = ("showdown/pot-without-full-tabling",) if answer == "all cards" else ("pot/wrong-winner",)
    assert item.key.codes == codes


def test_a_game_with_another_order_has_another_key():
    """A flush against a full house: the short deck has the flush over it."""
    given = _two("Ah 8h", "Kc Kd", "Kh 9h 7h 9s 6d")
    long, short = setting("poker/hand-reading", 2), setting("poker/hand-reading", 2, "holdem-short-deck")
    assert (GENERATOR.key(long, given).answers, GENERATOR.key(short, given).answers) == (("s7",), ("s3",))
    assert (proof(long, given), proof(short, given)) == ("s7", "s3")


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_short_deck_is_proved_too(level):
    """Thirty exercises of the game with 36 cards, none disputed, no card that is not in its pack."""
    where = setting("poker/hand-reading", level, "holdem-short-deck")
    items = list(itertools.islice(exercises(where, "7"), 30))
    for item in items:
        assert not any(f"{rank}{suit}" in line for line in item.question.show for rank in "2345" for suit in "cdhs")
    assert disputed(where, items) == []


def test_each_pot_goes_to_the_best_of_those_who_contest_it():
    """SD-14: six hands, two side pots, the last side pot read first."""
    hands = ((2, "Kh 2c"), (3, "4d Qc"), (4, "Th 3d"), (5, "Tc 5s"), (8, "Ac 6d"), (9, "Js Ad"))
    given = HandReadingSituation(
        tuple((seat, tuple(cards.split())) for seat, cards in hands),
        ("Ah", "5h", "6c", "9d", "3s"),
        ((2, 3, 4, 5, 8, 9), (2, 3, 5, 9), (2, 5)),
    )
    where = setting("poker/hand-reading", 4)
    assert GENERATOR.key(where, given).answers == ("s5 | s9 | s8",)
    assert GENERATOR.question(where, given).reply.read("5 | s9 | 8") == "s5 | s9 | s8"


def test_a_wrong_key_is_noticed():
    """The oracle knows the answer that a key broken on purpose does not have."""

    class Broken(HandReading):
        def key(self, setting, given):
            made = super().key(setting, given)
            return type(made)(("s1",), made.rules, made.working, made.codes)

    where = setting("poker/hand-reading", 2)
    ((_, answer),) = disputed(where, [exercise(where, "1", "equal hands", Broken())])
    assert answer == "split"


def test_a_third_evaluator_agrees():
    """The second method against phevaluator, in 1,500 pairs of seven cards."""
    rng, by = random.Random("reading"), independent_ranking.order("high")
    for _ in range(1500):
        cards = rng.sample(PACK, 9)
        one, other = (
            independent_ranking.best_high(cards[:2], cards[4:], by)[0],
            independent_ranking.best_high(cards[2:4], cards[4:], by)[0],
        )
        a, b = evaluate_cards(*cards[:2], *cards[4:]), evaluate_cards(*cards[2:])
        assert ((one > other) - (one < other)) == ((a < b) - (a > b)), cards
