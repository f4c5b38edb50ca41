"""Lots drawn with cards: nobody is favoured, a tie is never decided by chance of the program, what cannot be is refused."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from dealerkit.cards import Face, read_cards
from dealerkit.errors import ActError
from dealerkit.jobs.deck import lots

PLAYERS = ("Ann", "Bo", "Cy", "Di")


def faces(text):
    """Cards that can all be read."""
    return [face for face in read_cards(text) if face is not None]


@pytest.mark.parametrize("seed", range(40))
def test_de_07_the_first_jack_of_any_shuffle(seed):
    """Cards go round one by one, the first player first; the winner's last card is the only jack that is out."""
    order = lots.shuffled(seed)
    came = lots.first_of(PLAYERS, order)
    assert [face for _, face in came.cards] == order[: len(came.cards)]
    assert [who for who, _ in came.cards] == [PLAYERS[at % 4] for at in range(len(came.cards))]
    jacks = [who for who, face in came.cards if face.letter == "J"]
    assert jacks == [came.winner]
    assert came.cards[-1][1].letter == "J"


def test_de_07_nobody_deals_while_no_jack_has_fallen():
    """The cards ran out before."""
    assert lots.first_of(PLAYERS, faces("2c 3c 4c 5c 6c")).winner == ""


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_a_draw_from_a_deck_always_ends_with_one_winner(seed, low):
    """Who ties draws again; in each round only those who tied, and the winner has the best card of the last."""
    draw = lots.draw_from(lots.shuffled(seed), PLAYERS, low=low)
    best = min if low else max
    left = set(PLAYERS)
    for one in draw.rounds:
        assert set(one) == left
        top = best(face.rank.place for face in one.values())
        left = {name for name, face in one.items() if face.rank.place == top}
    assert left == {draw.winner}
    assert len({face for one in draw.rounds for face in one.values()}) == sum(map(len, draw.rounds))


def test_cu_17_equal_ranks_are_a_tie_unless_the_suit_decides():
    """Clubs are lowest, spades highest."""
    cards = {"Ann": faces("Kd"), "Bo": faces("Ks"), "Cy": faces("Kc"), "Di": faces("Kh")}
    assert lots.high_card(cards).tied == PLAYERS
    assert lots.high_card(cards, by_suit=True).winner == "Bo"
    assert lots.high_card(cards, by_suit=True, low=True).winner == "Cy"


def test_every_suit_and_rank_beats_those_below_it():
    """All 52 cards in a row, each against the next."""
    row = sorted(lots.shuffled(1), key=lambda face: face.index)
    for lower, higher in pairwise(row):
        assert lots.best_of({"a": lower, "b": higher}, by_suit=True) == ["b"]
        assert lots.best_of({"a": lower, "b": higher}) == (["a", "b"] if lower.rank is higher.rank else ["b"])


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ({"Ann": "Kd", "Bo": "Kd"}, "twice"),
        ({"Ann": "Kd 2c", "Bo": "9d"}, "has one card too many"),
        ({"Ann": "Kd 2c", "Bo": "Kh 3c", "Cy": "9d 4c"}, "Cy has one card too many"),
        ({"Ann": "Kd", "Bo": ""}, "Bo has no card"),
        ({"Ann": "Jk", "Bo": "2c"}, "a joker doesn't count"),
        ({"Ann": "Kd"}, "2 to 22 players"),
        ({"Ann": "Kd", "ann": "2c"}, "named twice"),
    ],
)
def test_a_draw_that_cannot_have_been_is_refused(cards, why):
    """The message says which card, or whose."""
    with pytest.raises(ActError, match=why):
        lots.high_card({name: faces(said) for name, said in cards.items()})


def test_cu_17_in_cutting_one_card_may_be_shown_by_two():
    """The packet goes back, so the deck is the same for everybody."""
    order = lots.shuffled(3)
    draw = lots.cut_for_high(order, {"Ann": [10], "Bo": [10]})
    assert draw.rounds[0] == {"Ann": order[9], "Bo": order[9]}
    assert draw.tied == ("Ann", "Bo")
    for lift in (0, 53):
        with pytest.raises(ActError, match="Bo"):
            lots.cut_for_high(order, {"Ann": [10], "Bo": [lift]})


@pytest.mark.parametrize("number", range(2, 23))
def test_seat_cards_are_one_for_each_seat(number):
    """Drawn in any order they give each seat to one player."""
    cards = lots.seat_cards(number)
    assert len(set(cards)) == number
    seats = lots.seats_drawn({f"p{at}": card for at, card in enumerate(reversed(cards))})
    assert sorted(seats.values()) == list(range(1, number + 1))
    assert seats["p0"] == number


def test_a_card_that_stands_for_no_seat_is_refused():
    """The king of clubs, and one seat drawn by two."""
    with pytest.raises(ActError, match="is not a seat card"):
        lots.seats_drawn({"Ann": Face.read("Kc"), "Bo": Face.read("As")})
    with pytest.raises(ActError, match="twice"):
        lots.seats_drawn({"Ann": Face.read("As"), "Bo": Face.read("As")})


@pytest.mark.parametrize("number", range(2, 23))
def test_de_08_once_round_everybody_deals_cuts_and_is_dealt_to_first_once(number):
    """The deal moves one player to the left; the cutter is the last dealer, the first card goes to the next."""
    players = [f"p{at}" for at in range(number)]
    made = lots.turns(players, "p1", number)
    for part in ("dealer", "cutter", "first"):
        assert Counter(getattr(turn, part) for turn in made) == dict.fromkeys(players, 1)
    for now, then in pairwise(made):
        assert (then.dealer, then.cutter) == (now.first, now.dealer)
