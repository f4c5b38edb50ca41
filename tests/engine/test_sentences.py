"""Acts said as a person at the table would say them: no notation, no word left over."""

from __future__ import annotations

import pytest

from dealerkit.cli.telling import impossible
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from dealerkit.felt.verbs import sentence


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("d pay s2 banker 9.5", "the dealer pays 9.5 to seat 2 on banker"),
        ("d pay s2 20", "the dealer pays 20 to seat 2"),
        ("d take s2 tie 10", "the dealer takes the 10 bet of seat 2 on tie"),
        ("d take s2 tie", "the dealer takes the bet of seat 2 on tie"),
        ("d collect s3 commission 5", "the dealer collects 5 commission from seat 3"),
        ("d mark s3 commission 5", "the dealer marks 5 commission for seat 3"),
        ("d mark s1 points out 100", "the dealer marks 100 points for seat 1 (out)"),
        ("d return s1 ante 1", "the dealer gives 1 back to seat 1 from ante"),
        ("d return s1 bet 1", "the dealer gives 1 back to seat 1"),
        ("d strip 5", "the dealer strips the deck into 5 packets"),
        ("d strip", "the dealer strips the deck"),
        ("d count 52", "the dealer counts 52"),
        ("d count stub 40", "the dealer counts 40 in the stub"),
        ("d clock s2 30", "the dealer starts the clock on seat 2, 30 seconds"),
        ("d read s2 two pair", "the dealer reads the hand of seat 2: two pair"),
        ("d kill s2 away", "the dealer takes the hand of seat 2 into the muck: away"),
        ("s1 swap widow", "seat 1 swaps with the widow"),
        ("s2 square kings red", "seat 2 squares up the kings, red on top"),
        ("d square", "the dealer puts the stub together again in its order"),
    ],
)
def test_an_act_is_said_as_at_the_table(act, said):
    """What an act does not name is not spoken of."""
    assert sentence(Act.parse(act)) == said


def test_what_cannot_be_done_is_told_without_notation():
    """`'d kill s2': no cards lie there` stood on screen."""
    told = impossible(Impossible("'d kill s2': no cards lie there"))
    assert told == "the dealer takes the hand of seat 2 into the muck: no cards lie there"
    assert impossible(Impossible("'nobody knows': why")) == "'nobody knows': why"
