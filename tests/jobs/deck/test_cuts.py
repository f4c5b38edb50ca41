"""The arithmetic of cuts, step by step and at once, for decks of every size (CU-01, CU-12 to CU-15)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealerkit.arithmetic import cuts
from dealerkit.errors import ActError, Impossible
from dealerkit.jobs.deck.cutting import Cut, follow, slips_of
from dealerkit.rules.games import game
from dealerkit.table.table import Table
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

EXAMPLES = settings(max_examples=60 * max(1, LONG), deadline=None)
SIZES = range(1, 417)


def under_the_rest(order, lift):
    """A cut as hands make it: the packet is lifted card by card, the rest is laid on it."""
    packet, rest = [], list(order)
    for _ in range(lift):
        packet.append(rest.pop(0))
    return rest + packet


def test_cu_13_cu_14_any_series_is_one_cut_of_the_sum_for_every_size_of_deck():
    """From one card to eight packs: cut step by step, and once by the formula."""
    rng = random.Random(14)
    for cards in SIZES:
        deck = list(range(cards))
        for length in (0, 1, 2, 3, 5):
            lifts = [rng.randint(0, cards) for _ in range(length)]
            by_hand = deck
            for lift in lifts:
                by_hand = under_the_rest(by_hand, lift)
            one = cuts.as_one(lifts, cards)
            assert 0 <= one < cards
            assert cuts.simple(deck, one) == by_hand
            assert cuts.between(deck, by_hand) == one
            assert (
                follow(deck, [Cut(lift) for lift in lifts])[-1:] == []
                or follow(deck, [Cut(lift) for lift in lifts])[-1].one == one
            )


def test_cu_14_every_two_cuts_of_a_deck():
    """All pairs of sizes, for 52 cards."""
    deck = list(range(52))
    for first in range(53):
        for second in range(53):
            by_hand = under_the_rest(under_the_rest(deck, first), second)
            assert by_hand == cuts.simple(deck, (first + second) % 52)


@EXAMPLES
@given(st.data())
def test_no_cut_loses_or_makes_a_card(data):
    """Simple, from the middle, and Scarne's: the same cards as before, in decks with cards of one name too."""
    deck = data.draw(st.lists(st.sampled_from("AKQJT98"), max_size=120))
    above = data.draw(st.integers(0, len(deck)))
    packet = data.draw(st.integers(0, len(deck) - above))
    lift = data.draw(st.integers(0, len(deck)))
    for after in (cuts.simple(deck, lift), cuts.from_the_middle(deck, above, packet), cuts.scarne(deck, above, packet, lift)):
        assert Counter(after) == Counter(deck)


def test_cu_12_scarnes_cut_is_no_simple_cut_unless_its_packet_is_the_bottom_or_the_top_or_nothing():
    """For every packet of a deck of twelve, and every cut after it."""
    deck = list(range(12))
    for above in range(13):
        for packet in range(13 - above):
            for lift in range(13):
                after = cuts.scarne(deck, above, packet, lift)
                plain = not packet or not above or above + packet == 12
                assert (cuts.between(deck, after) is not None) is plain


def test_cu_15_an_order_that_is_the_same_is_found_whatever_the_cuts_were():
    """Series whose sum is the deck, and no others, change nothing."""
    for cards in (2, 36, 52, 54, 108, 416):
        deck = list(range(cards))
        for first in range(1, cards):
            for second, unchanged in ((cards - first, True), (cards - first - 1, False)):
                if second < 1:
                    continue
                slips = slips_of(deck, follow(deck, [Cut(first), Cut(second)]), least=1)
                assert ("unchanged" in [slip.kind for slip in slips]) is unchanged


def test_the_cut_between_two_orders_of_cards_that_are_alike_is_the_smallest():
    """A shoe has each card several times, so that several cuts may lead to one order."""
    assert cuts.between("AAAA", "AAAA") == 0
    assert cuts.between("ABAB", "BABA") == 1
    assert cuts.between("AB", "AB" * 2) is None
    assert cuts.between([], []) == 0


@pytest.mark.parametrize(("lift", "cards"), [(-1, 5), (6, 5), (1, 0)])
def test_more_cards_than_there_are_cannot_be_lifted(lift, cards):
    """Neither fewer than none."""
    with pytest.raises(ValueError, match="can't cut"):
        cuts.simple(range(cards), lift)
    with pytest.raises(ValueError, match="to cut for a card, lift"):
        cuts.shown(range(cards), lift)


def test_a_packet_that_is_not_there_cannot_be_moved():
    """Beyond the end of the deck."""
    with pytest.raises(ValueError, match="can't take"):
        cuts.from_the_middle(range(10), 8, 3)
    with pytest.raises(ActError, match="cut 2"):
        follow(range(10), [Cut(5), Cut(11)])


@pytest.mark.parametrize("lift", [1, 10, 26, 51])
def test_a_cut_on_the_felt_is_that_of_the_arithmetic(lift):
    """`d cut N`, Scarne's cut and a false one, on a stub whose order is known."""
    for act, expected in (
        (f"d cut {lift}", lambda order: cuts.simple(order, lift)),
        (f"d cut 5+7+{lift}", lambda order: cuts.scarne(order, 5, 7, lift)),
        (f"d cut {lift} false", list),
    ):
        table = Table(game("holdem"), seats=4, seed=3)
        table.advance("cut")
        before = table.felt.cards("stub")[::-1]
        table.push(act)
        assert table.felt.cards("stub")[::-1] == expected(before)


@pytest.mark.parametrize("earlier", [[], ["d cut 20"]])
@pytest.mark.parametrize("act", ["d cut 53", "d cut 100", "d cut 40+20+5", "d cut 5+5+53"])
def test_the_felt_refuses_to_cut_more_cards_than_there_are(act, earlier):
    """Only physics refuses, the first time and later; and then nothing has changed."""
    table = Table(game("holdem"), seats=4, seed=3)
    table.advance("cut")
    for one in earlier:
        table.push(one)
    before = table.felt.cards("stub")
    with pytest.raises(Impossible, match="the pack has only 52 cards"):
        table.push(act)
    assert table.felt.cards("stub") == before
