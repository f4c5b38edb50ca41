"""Orders of cards before and after a cut, at their bounds. CU-01, CU-12 to CU-17"""

from __future__ import annotations

import pytest

from dealerkit.arithmetic.cuts import as_one, between, from_the_middle, scarne, shown, simple


@pytest.mark.parametrize(
    ("lift", "order"), [(0, "abcd"), (1, "bcda"), (3, "dabc"), (4, "abcd")], ids=["none", "one", "all but one", "all"]
)
def test_cu_01_a_simple_cut(lift, order):
    """So many from the top go under the rest."""
    assert simple("abcd", lift) == [*order]


@pytest.mark.parametrize("lift", [-1, 5])
def test_cu_01_more_cards_than_there_are_cannot_be_lifted(lift):
    """Nor less than none."""
    with pytest.raises(ValueError, match=f"{lift} cards"):
        simple("abcd", lift)


@pytest.mark.parametrize(
    ("above", "packet", "order"),
    [(0, 0, "abcd"), (0, 4, "abcd"), (1, 1, "bacd"), (1, 3, "bcda"), (3, 1, "dabc"), (4, 0, "abcd")],
)
def test_cu_12_a_packet_from_the_middle_goes_on_top(above, packet, order):
    """Before the simple cut."""
    assert from_the_middle("abcd", above, packet) == [*order]
    assert scarne("abcd", above, packet, 1) == [*order[1:], order[0]]


@pytest.mark.parametrize(("above", "packet"), [(-1, 1), (1, -1), (2, 3), (5, 0)])
def test_cu_12_a_packet_lies_in_the_deck(above, packet):
    """Or it cannot be taken."""
    with pytest.raises(ValueError, match=f"can't take {packet} cards from under {above}"):
        from_the_middle("abcd", above, packet)


def test_cu_13_cu_14_several_cuts_are_one():
    """Of their sum, counted round the deck; of no cards there is none."""
    assert [as_one(lifts, 52) for lifts in ((), (51,), (52,), (26, 26), (30, 30))] == [0, 51, 0, 0, 8]
    assert as_one([3], 0) == 0


@pytest.mark.parametrize(
    ("before", "after", "lift"),
    [
        ("abcd", "abcd", 0),
        ("abcd", "bcda", 1),
        ("abcd", "dabc", 3),
        ("abcd", "abdc", None),
        ("abcd", "bcad", None),
        ("abcd", "abc", None),
        ("abab", "baba", 1),
        ("", "", 0),
        ("a", "a", 0),
        ("a", "b", None),
    ],
)
def test_cu_15_the_cut_from_one_order_to_another(before, after, lift):
    """The smallest that does it."""
    assert between(before, after) == lift


def test_cu_17_the_bottom_card_of_the_packet_is_shown():
    """From one card to all of them."""
    assert [shown("abcd", lift) for lift in (1, 2, 4)] == ["a", "b", "d"]
    for lift in (0, 5):
        with pytest.raises(ValueError, match=f"not {lift}"):
            shown("abcd", lift)
