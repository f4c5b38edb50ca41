"""What players do with their own cards: laid aside, swapped for cards of the board; and words that move nothing."""

from __future__ import annotations

from collections import Counter

import pytest

import dealerkit as dk
from dealerkit.cards import read_cards
from dealerkit.errors import ActError, Impossible
from dealerkit.felt import Act
from dealerkit.felt.verbs import sentence


@pytest.fixture
def nap():
    """Three players with five cards each."""
    table = dk.Table("nap", seats=3, seed=7, button=3)
    table.advance("bidding")
    return table


@pytest.fixture
def flop():
    """A table with a board of three cards: seat 1 holds kings, seat 2 aces, and two deuces and a seven lie open."""
    table = dk.Table("holdem", seats=2, deck=[face for face in read_cards("As Kc Ah Kd 5c 2h 2d 7s") if face is not None])
    table.advance("flop_betting")
    return table


def names(table, place):
    """The cards of a place."""
    return table.felt.names(table.felt.cards(place))


def test_cards_laid_aside_lie_with_the_used_ones_and_only_their_owner_has_seen_them(nap):
    """Named, they are those; counted, they are the last."""
    one, two, *rest = names(nap, "s1")
    nap.push(f"s1 discard {one} {two}")
    assert names(nap, "s1") == rest
    assert names(nap, "out_of_play") == [one, two]
    assert nap.view(1).places["out_of_play"] == (one, two)
    assert nap.view(2).places["out_of_play"] == ("??", "??")
    assert nap.view(2).log[-1] == "s1 discard ?? ??"
    nap.push("s1 discard 2")
    assert names(nap, "s1") == rest[:1]
    assert len(names(nap, "out_of_play")) == 4


def test_cards_that_are_not_in_the_hand_are_not_laid_aside(nap):
    """Neither a card of somebody else's, nor more than there are; nothing has moved then."""
    before = {place: cards[:] for place, cards in nap.felt.places.items()}
    for act in (f"s1 discard {names(nap, 's2')[0]}", "s1 discard 6", "s1 discard 0"):
        with pytest.raises(Impossible):
            nap.push(act)
    assert nap.felt.places == before


def test_a_card_of_the_hand_is_swapped_for_one_of_the_board(flop):
    """The card given lies open for everybody; the one that was taken has been seen by all."""
    held, board = names(flop, "s1"), names(flop, "board")
    flop.push(f"s1 swap {held[0]} {board[1]}")
    assert names(flop, "s1") == [held[1], board[1]]
    assert names(flop, "board") == [board[0], board[2], held[0]]
    assert flop.view(2).places["s1"] == ("??", board[1])
    assert flop.view(2).log[-1] == f"s1 swap {held[0]} {board[1]}"


def test_a_swap_of_one_card_for_two_happens(flop):
    """Only physics refuses: two are taken for one, one is taken for none, one given for none; a used card is picked up."""
    held, board = names(flop, "s1"), names(flop, "board")
    flop.push(f"s1 swap {held[0]} {board[1]} {board[2]}")
    assert names(flop, "s1") == [held[1], board[1], board[2]]
    flop.push(f"s1 swap {board[2]}")
    assert names(flop, "s1") == [held[1], board[1]]
    flop.push(f"s1 swap {held[0]}")
    assert names(flop, "s1") == [held[1], board[1], held[0]]
    flop.push(f"d discard board {board[0]}")
    flop.push(f"s1 swap {held[1]} {board[0]}")
    assert board[0] in names(flop, "s1")
    assert Counter(flop.felt.all_cards()) == Counter(range(52))


@pytest.mark.parametrize("act", ["s1 swap", "s1 swap Ac 2c", "s1 swap As 2h", "s1 swap Kc Ah"])
def test_a_card_that_lies_in_neither_place_is_not_swapped(flop, act):
    """Whoever was first has it; nothing has moved then."""
    before = {place: cards[:] for place, cards in flop.felt.places.items()}
    with pytest.raises(Impossible):
        flop.push(act)
    assert flop.felt.places == before


def test_cards_nobody_knew_are_named_by_the_swap():
    """The first is the one given, the second the one taken."""
    table = dk.Table("holdem", seats=2)
    table.advance("flop_betting")
    table.push("s1 swap Ah 7d")
    assert names(table, "s1") == ["??", "7d"]
    assert names(table, "board") == ["??", "??", "Ah"]


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("s3 answer beg", "seat 3 answers beg"),
        ("s1 claim cash", "seat 1 calls cash"),
        ("s2 claim counter s3", "seat 2 calls counter on seat 3"),
        ("s4 signal gesture wink", "seat 4 gives a signal: wink (gesture)"),
        ("s1 discard Ah 7d", "seat 1 lays Ah 7d aside"),
        ("s1 swap Ah 7d", "seat 1 swaps Ah for 7d"),
    ],
)
def test_acts_are_told_in_a_sentence(act, told):
    """And read back as they are written."""
    assert sentence(Act.parse(act)) == told
    assert str(Act.parse(act)) == act


@pytest.mark.parametrize("act", ["s1 answer", "s1 claim", "s1 signal wink", "s1 discard 1 2"])
def test_an_act_that_lacks_a_word_is_refused_with_its_form(act):
    """Nothing can be made of it."""
    with pytest.raises(ActError):
        Act.parse(act)


def test_where_there_is_no_board_nothing_can_be_swapped_with_it(nap):
    """Refused by physics, and nothing has moved."""
    before = names(nap, "s1")
    with pytest.raises(Impossible, match="board"):
        nap.push(f"s1 swap {before[0]}")
    assert names(nap, "s1") == before
