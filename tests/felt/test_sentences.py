"""Acts said as a person at the table would say them: no notation, no word left over."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from dealerkit.felt.verbs import sentence
from dealerkit.training.walk.wording import impossible


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("d pay s2 banker 9.5", "the dealer pays 9.5 to seat 2 on banker"),
        ("d pay s2 20", "the dealer pays 20 to seat 2"),
        ("d take s2 tie 10", "the dealer takes seat 2's 10 bet on tie"),
        ("d take s2 tie", "the dealer takes seat 2's bet on tie"),
        ("d collect s3 commission 5", "the dealer collects 5 commission from seat 3"),
        ("d mark s3 commission 5", "the dealer marks 5 commission for seat 3"),
        ("d mark s1 points out 100", "the dealer marks 100 points for seat 1 (out)"),
        ("d return s1 ante 1", "the dealer returns 1 to seat 1 from the ante"),
        ("d return s1 bet 1", "the dealer returns 1 to seat 1"),
        ("d strip 5", "the dealer strips the deck into 5 packets"),
        ("d strip", "the dealer strips the deck"),
        ("d count 52", "the dealer counts 52"),
        ("d count stub 40", "the dealer counts 40 in the stub"),
        ("d clock s2 30", "the dealer starts the clock on seat 2, 30 seconds"),
        ("d read s2 two pair", "the dealer reads seat 2's hand: two pair"),
        ("d kill s2 away", "the dealer mucks seat 2's hand: away"),
        ("s1 swap widow", "seat 1 swaps with the widow"),
        ("s2 square kings red", "seat 2 squares up the kings, red on top"),
        ("d call card banker", "the dealer calls for a card for the banker"),
        ("d call showdown s2", "the dealer calls on seat 2 to show first"),
        ("d call target centre", "the dealer names the card in the centre as the card to beat"),
        ("d call winner s2 s3", "the dealer names seat 2 and seat 3 the winner"),
        ("d announce contract nap s2", "the dealer announces that seat 2 plays nap"),
        ("d announce in s1 s3", "the dealer announces that seat 1 and seat 3 are in"),
        ("d merge discards muck", "the dealer puts the discards with the muck"),
        ("d award s1 side-1 12", "the dealer pushes 12 to seat 1 from side pot 1"),
        ("d build side-1 12", "the dealer builds side pot 1 of 12"),
        ("d move board aside 9c", "the dealer lays 9c from the board aside"),
        ("d deal turned 5s", "the dealer turns the next card up: 5s"),
        ("d deal board-2", "the dealer deals to board 2"),
        ("d mark s1 losses lowest 1", "the dealer marks 1 loss for seat 1 (lowest)"),
        ("d mark s1 score 12", "the dealer marks a score of 12 for seat 1"),
        ("s2 buy s3 9s Jd", "seat 2 buys 9s from seat 3 for Jd"),
        ("s2 lay money Kh", "seat 2 lays down Kh as money"),
        ("s2 meld aces Ah As 2d", "seat 2 melds Ah As 2d as aces"),
        ("s2 flash s1 s4", "seat 2 lets seat 1 and seat 4 see cards"),
        ("s2 post ante 5", "seat 2 posts an ante of 5"),
        ("s4 take ace", "seat 4 picks up the chips on ace"),
        ("s1 turn stock", "seat 1 turns the next card of the stock"),
        ("f rule misdeal deal/wrong-number-of-cards", "the floor rules: misdeal, deal/wrong-number-of-cards"),
        ("d square", "the dealer puts the stub back together in order"),
    ],
)
def test_an_act_is_said_as_at_the_table(act, said):
    """What an act does not name is not spoken of."""
    assert sentence(Act.parse(act)) == said


def test_what_cannot_be_done_is_told_without_notation():
    """`'d kill s2': no cards lie there` stood on screen."""
    told = impossible(Impossible("'d kill s2': no cards lie there"))
    assert told == "the dealer mucks seat 2's hand: no cards lie there"
    assert impossible(Impossible("'nobody knows': why")) == "'nobody knows': why"


@pytest.mark.parametrize(
    ("game", "act", "said"),
    [
        ("three-card-poker", "d turn dealer", "there is no card in the dealer's hand"),
        ("mini-baccarat", "d discard player", "there is no card in the player's hand"),
        ("holdem", "d move s2 muck", "there is no card in seat 2's hand"),
        ("holdem", "d turn board 1", "there is no card on the board"),
        ("holdem", "d move muck s1", "there is no card in the muck"),
        ("canasta", "d move s2.jacks pile", "there is no card in seat 2's jacks"),
    ],
)
def test_a_card_that_is_not_there_is_missed_where_people_say_it_lies(game, act, said):
    """No place is named by the word of the notation alone."""
    with pytest.raises(Impossible) as refused:
        dk.Table(game, seats=4, seed=3).push(act)
    assert str(refused.value) == f"'{act}': {said}"
