"""Thirty-One: totals, losses and turns, beyond what cases say."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

import dealerkit as dk
from dealerkit.cards import FACES, Face
from dealerkit.games.social.thirty_one.facts import best_suit
from dealerkit.procedure.mid_game import BadMidGame, MidGame
from dealerkit.table.table import Table

VALUES = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10} | {str(rank): rank for rank in range(2, 10)}
ALL = [face for face in FACES.values() if face.rank is not None]


def test_31_is_the_most_and_how_often_it_is_dealt() -> None:
    """TO-06: no three cards come to more; the ace with two of the four tens, in each suit, make 24 hands of 22,100."""
    totals = [best_suit(hand, VALUES) for hand in itertools.combinations(ALL, 3)]
    assert max(totals) == 31
    assert (totals.count(Fraction(31)), len(totals)) == (24, 22_100)


@pytest.mark.parametrize("seed", range(200))
def test_the_total_is_that_of_the_best_suit(seed: int) -> None:
    """TO-14, TO-15, TO-A1: counted in another way."""
    hand = random.Random(seed).sample(ALL, 3)
    suits = {face.suit: sum(VALUES[other.letter] for other in hand if other.suit is face.suit) for face in hand}
    assert best_suit(hand, VALUES) == max(suits.values())
    paired = [face.suit for face in hand if sum(other.suit is face.suit for other in hand) > 1]
    assert best_suit(hand, VALUES, pairs_bind=True) == (suits[paired[0]] if paired else max(suits.values()))


@pytest.mark.parametrize("seed", range(10))
def test_the_last_round_is_one_turn_for_every_other_player(seed: int) -> None:
    """TO-10: however many play and whoever knocks; and nobody who is out has a turn (TO-19)."""
    rng = random.Random(seed)
    seats = rng.randint(3, 9)
    table = Table("thirty-one", seats=seats, seed=seed, button=1)
    out = rng.randint(1, seats)
    table.felt.marks["losses"][out] = 5
    table.advance("turns")
    knocker, had = 0, []
    while table.players is not None and not table.now.results.get("turns"):
        ((seat, moves),) = list(table.ask.items())[:1]
        if "show" in moves:
            break
        if seat == "d":  # the stock is made up again
            (move,) = moves
            table.push(dk.Act.of(seat, move, None))
            continue
        if not knocker and "knock" in moves and rng.random() < 0.2:
            knocker = int(seat[1:])
            table.push(f"{seat} knock")
            continue
        if knocker:
            had.append(int(seat[1:]))
        table.push(f"{seat} take pack")
        cards = table.felt.cards(seat)
        table.push(dk.Act.of(seat, "discard", _worst([table.felt.faces[card] for card in cards])))
    assert table.ok
    if any("show" in moves for moves in table.ask.values()) and knocker and len(table.ask) > 1:
        others = [seat for seat in (*range(knocker + 1, seats + 1), *range(1, knocker)) if seat != out]
        assert had == others


def _worst(hand: list[Face | None]) -> Face:
    """A discard that leaves no 31."""
    known = [face for face in hand if face is not None]
    return next(face for face in known if best_suit([one for one in known if one is not face], VALUES) != 31)


@pytest.mark.parametrize("at", ["deal", "upcard", "losses"])
@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("seats", [2, 3, 9])
def test_a_hand_that_is_dealt_though_the_game_is_over_is_played_by_nobody(seats: int, left: int, at: str) -> None:
    """TO-18, TO-20: where one is left, or nobody, there are no turns and no losses; the stakes go to the last one."""
    marks = {"losses": {f"s{seat}": "5" for seat in range(1, seats + 1 - left)}}
    given = MidGame.read({"at": f"hand.{at}", "button": "s1", "marks": marks})
    try:
        table = dk.Table("thirty-one", seats=seats, seed=28, given=given)
    except BadMidGame:
        assert at == "losses" or not left  # there is nothing to do at that step
        return
    who = f"s{seats}"
    for act in (*[f"d deal {who}"] * 3, "d deal pile", f"{who} take pile"):  # as it is dealt, or it would be a misdeal
        table.push(act)
        assert not table.ask
    while (due := table.next_act()) is not None and due.verb != "gather":
        assert due.verb != "mark"
        assert table.push(due) == ()
    assert table.felt.rows["pot"][0] == (0 if left else seats)
    assert not left or table.felt.rows["stack"][seats] == seats
