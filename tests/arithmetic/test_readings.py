"""What a hand is worth in a game against the house, and what that says of it beside the dealer's."""

from __future__ import annotations

import pytest

from dealerkit.arithmetic.readings import RANKS, READINGS, total

TWENTY_ONE, COUNT = READINGS["twenty_one"], READINGS["count"]
HANDS = [
    ("A6", "no", 17, "soft"),
    ("A6K", "no", 17, ""),
    ("AK", "no", 21, "soft natural"),
    ("AK", "yes", 21, "soft"),
    ("AK", "ace", 21, "soft"),
    ("A28", "no", 21, "soft"),
    ("A", "no", 11, "soft aces"),
    ("AA", "no", 12, "soft aces rank"),
    ("AA9", "no", 21, "soft"),
    ("AAA", "no", 13, "soft aces"),
    ("TJ", "no", 20, "value"),
    ("TT", "no", 20, "rank"),
    ("T9", "no", 19, ""),
    ("99", "no", 18, "rank"),
    ("9", "no", 9, ""),
    ("999", "no", 27, "bust"),
    ("KQ2", "no", 22, "bust"),
    ("KQA", "no", 21, ""),
    ("K92", "no", 21, ""),
    ("", "no", 0, ""),
]


@pytest.mark.parametrize(("letters", "split", "count", "what"), HANDS, ids=[f"{row[0] or 'none'}-{row[1]}" for row in HANDS])
def test_bj_02_bj_04_bj_46_what_a_hand_of_twenty_one_is(letters, split, count, what):
    """An ace is eleven as long as it can be; a natural is two cards of no split; a pair is of rank or value."""
    said = TWENTY_ONE.hand(tuple(letters), split)
    true = {name for name in ("soft", "bust", "natural", "aces") if said[name]} | {said["pair"]} - {"none"}
    assert (said["total"], true) == (count, set(what.split()))
    assert total([*letters]) == (count, "soft" in what.split())
    assert all(isinstance(said[name], bool) for name in ("soft", "bust", "natural", "aces"))


AGAINST = [
    ("20", "T9", "T8", "higher", 18),
    ("equal", "T9", "9T", "level", 19),
    ("lower", "T7", "T8", "lower", 18),
    ("a natural beats any other 21", "AK", "777", "higher", 21),
    ("and is level with another", "AK", "AT", "level", 21),
    ("21 loses to a natural", "777", "AK", "lower", 21),
    ("a hand over 21 is worth nothing", "KK2", "T2", "lower", 12),
    ("the dealer's too", "T2", "KK2", "higher", 22),
]


@pytest.mark.parametrize(("mine", "dealers", "level", "count"), [pytest.param(*row[1:], id=row[0]) for row in AGAINST])
def test_bj_83_a_hand_against_the_dealers(mine, dealers, level, count):
    """The higher total up to 21 wins, and a natural beats every other hand."""
    hand, other = (TWENTY_ONE.hand(tuple(letters), "no") for letters in (mine, dealers))
    assert TWENTY_ONE.compare(hand, other, tuple(mine), tuple(dealers)) == {
        "against": level,
        "dealer_total": count,
        "dealer_bust": count > 21,
    }


def test_bj_04_which_up_cards_a_natural_can_lie_under():
    """An ace, or what counts ten."""
    assert TWENTY_ONE.natural is not None
    assert [letter for letter in RANKS if TWENTY_ONE.natural(letter)] == ["T", "J", "Q", "K", "A"]
    assert COUNT.natural is None


@pytest.mark.parametrize(
    ("mine", "dealers", "first", "second"),
    [
        pytest.param("9", "8", "higher", None, id="higher"),
        pytest.param("9", "9", "level", None, id="level"),
        pytest.param("Q", "K", "lower", None, id="lower"),
        pytest.param("A", "K", "higher", None, id="the-ace-is-high"),
        pytest.param("99", "9", "level", None, id="one-has-a-second-card"),
        pytest.param("92", "9K", "level", "lower", id="both-have"),
        pytest.param("93", "82", "higher", "higher", id="each-by-itself"),
        pytest.param("", "9", None, None, id="nothing-lies-there"),
    ],
)
def test_single_cards_are_compared_and_no_sums(mine, dealers, first, second):
    """The first card against the first, the second against the second."""
    hand, other = (COUNT.hand(tuple(letters), "no") for letters in (mine, dealers))
    assert (hand["rank"], other["rank"]) == (mine[:1] or None, dealers[:1] or None)
    assert COUNT.compare(hand, other, tuple(mine), tuple(dealers)) == {"against": first, "second": second}


def test_what_can_be_answered_is_among_the_features():
    """Whatever a hand says, a condition can ask for."""
    for letters, split, *_ in HANDS[:-1]:
        said = TWENTY_ONE.hand(tuple(letters), split)
        assert said.keys() == TWENTY_ONE.features.keys()
        assert [name for name, answer in said.items() if answer not in TWENTY_ONE.features[name]] == []
