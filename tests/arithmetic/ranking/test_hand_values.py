"""Orders of hands made by hand: their straights, four-flushes and badugis, for packs and houses that no game file has."""

from __future__ import annotations

import pytest

from dealerkit.arithmetic.ranking.hands import TOP, HandValues
from dealerkit.arithmetic.ranking.order import ACE, JOKER, SIZES, HandOrder, beats, category, pack, ranks
from dealerkit.arithmetic.ranking.ranker import Badugi, Ranker

RANKS, SUITS = "23456789TJQKA", "cdhs"
KINDS = ("five_of_a_kind", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")
HIGH = (*KINDS, "two_pairs", "one_pair", "high_card")
FOUR_FLUSH = (*KINDS, "two_pairs", "four_flush", "one_pair", "high_card")
SHORT = (6, 7, 8, 9, 10, 11, 12, 13, 14)


def cards(text):
    """The numbers of cards, worked out here once more."""
    return [JOKER if card == "Jk" else RANKS.index(card[0]) * 4 + SUITS.index(card[1]) for card in text.split()]


def bits(*held):
    """Ranks as the bits of a number."""
    return sum(1 << rank for rank in held)


@pytest.mark.parametrize(
    ("order", "tops", "last"),
    [
        pytest.param(HandOrder(HIGH), range(14, 4, -1), (14, 2, 3, 4, 5), id="HR-01-ten-straights"),
        pytest.param(HandOrder(HIGH, wheel=False), range(14, 5, -1), (2, 3, 4, 5, 6), id="HL-04-ace-high-only"),
        pytest.param(HandOrder(HIGH, ace_low=True), range(13, 4, -1), (1, 2, 3, 4, 5), id="HL-06-ace-low-only"),
        pytest.param(HandOrder(HIGH, cards=3), range(14, 2, -1), (14, 2, 3), id="three-cards"),
        pytest.param(HandOrder(HIGH, ranks=SHORT), range(14, 8, -1), (14, 6, 7, 8, 9), id="short-deck"),
        pytest.param(HandOrder(HIGH, ranks=(2, 3, 4, 5, 6, 8, 9, 10, 11, 12)), (12, 6), (2, 3, 4, 5, 6), id="no-run-over-a-gap"),
    ],
)
def test_hr_01_the_straights_of_a_pack(order, tops, last):
    """Every one by its top rank, the highest first, and the ranks of the lowest."""
    windows = order.windows()
    assert [top for top, _ in windows] == list(tops)
    assert windows[-1][1] == bits(*last)
    assert windows[0][1] == bits(*range(tops[0] - order.cards + 1, tops[0] + 1))


@pytest.mark.parametrize(
    ("joker", "hand", "kind", "decides"),
    [
        ("", "As 9s 7s 3s 2d", "four_flush", (14, 9, 7, 3, 2)),
        ("", "As 9s 7s 3s 3d", "four_flush", (14, 9, 7, 3, 3)),
        ("", "As 9s 7s 3d 2d", "high_card", (14, 9, 7, 3, 2)),
        ("", "As 9s 7s 3s Kd Qd 2c", "four_flush", (14, 9, 7, 3, 13)),
        ("", "As 9s 7s 3s", "four_flush", (14, 9, 7, 3)),
        ("", "As 9s 7s", "high_card", (14, 9, 7)),
        ("", "9s 7s 4s 3s 2d Kd", "four_flush", (9, 7, 4, 3, 13)),
        ("", "As Ks Qs 2s Ad Kd 3c", "two_pairs", (14, 13, 12)),
        ("", "9s 7s 4s 3s Ad Kd Qd", "four_flush", (9, 7, 4, 3, 14)),
        ("wild", "9s 7s 3s Jk 2d", "four_flush", (14, 9, 7, 3, 2)),
        ("bug", "9s 7s 3s Jk 2d", "four_flush", (14, 9, 7, 3, 2)),
        ("bug", "As 9s 7s Jk 2d", "four_flush", (14, 13, 9, 7, 2)),
        ("bug", "9s 7s 4d Jk 2d", "high_card", (14, 9, 7, 4, 2)),
        ("wild", "9s 7s 4d Jk 2d", "one_pair", (9, 7, 4, 2)),
        ("wild", "9s 7s 4s 3s Jk", "flush", (14, 9, 7, 4, 3)),
        ("bug", "Js Ts 9s Jk 2d", "four_flush", (14, 11, 10, 9, 2)),
    ],
)
def test_hr_14_a_four_flush(joker, hand, kind, decides):
    """Four of a suit above a pair and below two pairs: those four decide, then the best other card."""
    order = HandOrder(FOUR_FLUSH, wild=frozenset({JOKER} if joker == "wild" else ()), bug=joker == "bug")
    value = Ranker(order).value(cards(hand))
    assert (category(value, order), ranks(value, order)) == (kind, decides)


@pytest.mark.parametrize(
    ("held", "others", "wild", "bug", "row"),
    [
        pytest.param((14, 9, 7), (2,), 0, 0, None, id="three-are-too-few"),
        pytest.param((14, 9), (2,), 1, 0, None, id="two-and-a-wild-card-too"),
        pytest.param((14, 9, 7, 3), (2,), 0, 0, (14, 9, 7, 3, 2), id="four"),
        pytest.param((9, 7, 3), (2,), 1, 0, (14, 9, 7, 3, 2), id="three-and-a-wild-card"),
        pytest.param((9, 7, 3), (2,), 0, 1, (14, 9, 7, 3, 2), id="three-and-the-bug"),
        pytest.param((9, 7), (4,), 1, 1, (14, 13, 9, 7, 4), id="two-and-both"),
        pytest.param((14, 13, 12, 11), (2,), 1, 0, (14, 13, 12, 11, 14), id="a-wild-card-to-spare"),
        pytest.param((9, 7, 4, 3), (), 0, 0, (9, 7, 4, 3), id="no-other-card"),
    ],
)
def test_hr_14_the_row_of_a_four_flush(held, others, wild, bug, row):
    """From the ranks of the suit, those of the others, and wild cards; fewer than four are none, and none counts elsewhere."""
    counts = [0] * TOP
    for rank in (*held, *others):
        counts[rank] += 1
    number = len(FOUR_FLUSH) - FOUR_FLUSH.index("four_flush")
    value = HandValues(HandOrder(FOUR_FLUSH)).four_flush(counts, bits(*held), wild, bug)
    assert value == (pack(number, row) if row else 0)
    assert HandValues(HandOrder(HIGH)).four_flush(counts, bits(*held), wild, bug) == 0


@pytest.mark.parametrize(
    ("ace_low", "pack_ranks", "joker", "same"),
    [
        pytest.param(True, tuple(range(2, 15)), "Jk 3h 4d 5c", "As 3h 4d 5c", id="an-ace"),
        pytest.param(True, tuple(range(2, 15)), "Jk Ah 2d 3c", "4s Ah 2d 3c", id="the-lowest-not-held"),
        pytest.param(False, tuple(range(2, 15)), "Jk 3h 4d 5c", "2s 3h 4d 5c", id="a-deuce-where-aces-are-high"),
        pytest.param(False, tuple(range(2, 15)), "Jk 2h 3d Ac", "4s 2h 3d Ac", id="an-ace-is-the-highest-there"),
        pytest.param(False, SHORT, "Jk 7h 8d 9c", "6s 7h 8d 9c", id="the-lowest-of-a-short-pack"),
        pytest.param(True, tuple(range(2, 15)), "Jk 4d 4c 4h", "As 4d", id="beside-one-card-of-three"),
    ],
)
def test_wc_12_a_joker_in_badugi(ace_low, pack_ranks, joker, same):
    """It is the lowest rank of the pack that is not held, in a suit that is not held."""
    order = HandOrder(SIZES, "low", 4, pack_ranks, ace_low, wild=frozenset({JOKER}))
    badugi = Badugi(order)
    assert badugi.value(cards(joker)) == badugi.value(cards(same)) > 0


def test_wc_03_a_natural_badugi_first():
    """Where the house says so: of two equal ones that with fewer jokers; a lower one wins all the same."""
    order = HandOrder(SIZES, "low", 4, ace_low=True, wild=frozenset({JOKER}), natural_first=True)
    value = Badugi(order).value
    assert value(cards("As 3h 4d 5c")) > value(cards("Jk 3h 4d 5c")) > value(cards("As 3h 4d 6c"))
    assert category(value(cards("Jk 3h 4d 5c")), order) == "four_cards"
    assert ranks(value(cards("Jk 3h 4d 5c")), order) == (5, 4, 3, 1)


@pytest.mark.parametrize(
    ("hand", "kind", "row", "playing"),
    [
        ("8s 6h 4d 2c", "four_cards", (8, 6, 4, 2), "8s 6h 4d 2c"),
        ("8s 6h 4d 2d", "three_cards", (8, 6, 2), "8s 6h 2d"),
        ("8s 8h 4d 4c", "two_cards", (8, 4), None),
        ("Ks 8s 4s 2s", "one_card", (2,), "2s"),
        ("8s 8h 8d 8c", "one_card", (8,), None),
        ("Ah 2h 3s 3d", "two_cards", (3, 1), None),
    ],
)
def test_badugi_cards_that_play(hand, kind, row, playing):
    """As many as differ in rank and suit, and of these the lowest."""
    order = HandOrder(SIZES, "low", 4, ace_low=True)
    value, played = Badugi(order).best(cards(hand))
    assert (category(value, order), ranks(value, order)) == (kind, row)
    assert len(played) == len({card % 4 for card in played}) == len({card // 4 for card in played}) == len(row)
    if playing:
        assert sorted(played) == sorted(cards(playing))


@pytest.mark.parametrize(
    ("number", "row", "value"),
    [(1, (), 0x100000), (2, (14, 9), 0x2E9000), (10, (14, 13, 12, 11, 10), 0xAEDCBA), (1, (7, 5, 4, 3, 2, 14), 0x175432)],
)
def test_a_value_is_its_category_and_five_ranks(number, row, value):
    """A missing rank is 0; a sixth is left out."""
    assert pack(number, row) == value


@pytest.mark.parametrize(
    ("longer", "one", "other", "won"),
    [
        (False, "9s 7h", "9d", False),
        (True, "9s 7h", "9d", True),
        (False, "9s 7h", "9d 6c", True),
        (False, "9s 7h 2c", "9d 7c", False),
        (False, "Ts", "9d 7c", True),
        (False, "2s 2h", "Ad Kc", True),
        (False, "9s 7h", "9d 7c", False),
    ],
)
def test_ms_a3_a_card_against_no_card(longer, one, other, won):
    """It decides nothing, unless the longer hand wins."""
    order = HandOrder(HIGH)
    value = Ranker(order).value
    assert beats(value(cards(one)), value(cards(other)), order, longer_wins=longer) is won


@pytest.mark.parametrize(
    ("one", "other", "won"),
    [
        ("As Ad Kh 9c 3s", "2h Ah Kd 9s 3d", True),
        ("2h Ah Kd 9s 3d", "As Ad Kh 9c 3s", False),
        ("As Ad Kh 9c 3s", "Ah Ac Kd 9s 3d", False),
        ("As Ad Kh", "2h Ah", False),
        ("2h Ah", "As Ad Kh", False),
    ],
)
def test_wc_03_of_two_equal_hands_the_natural_one(one, other, won):
    """Deuces wild; hands of different length are not compared by that."""
    order = HandOrder(HIGH, wild=frozenset(range(4)), natural_first=True)
    value = Ranker(order).value
    assert beats(value(cards(one)), value(cards(other)), order) is won


@pytest.mark.parametrize(
    ("hand", "kind", "row"),
    [
        ("Jk 5s 4h 3d 2c", "high_card", (7, 5, 4, 3, 2)),
        ("Jk 6s 4h 3d 2c", "high_card", (7, 6, 4, 3, 2)),
        ("Jk 7s 4h 3d 2c", "high_card", (7, 5, 4, 3, 2)),
        ("Jk 7s 7h 4d 3c", "one_pair", (7, 4, 3, 2)),
        ("Jk 7s 7h 7d 7c", "four_of_a_kind", (7, 2)),
        ("Jk 9s 9h 9d 9c 2d 2h", "two_pairs", (9, 2, 3)),
        ("7s 7h 6d 5c 4s 3h", "one_pair", (7, 5, 4, 3)),
        ("6s 5h 4d 3c 2s", "straight", (6,)),
        ("7s 6s 5s 4s 2s", "flush", (7, 6, 5, 4, 2)),
    ],
)
def test_wc_12_hl_06_a_joker_in_deuce_to_seven(hand, kind, row):
    """It is the lowest card that makes neither a straight nor a pair."""
    order = HandOrder(HIGH, "low", wheel=False, wild=frozenset({JOKER}))
    value = Ranker(order).value(cards(hand))
    assert (category(value, order), ranks(value, order)) == (kind, row)


@pytest.mark.parametrize(
    ("hand", "kind", "row"),
    [
        ("As Ah Kd Kc 2s", "one_pair", (14, 13)),
        ("As Ah Ad Kc Ks", "three_of_a_kind", (14,)),
        ("As Ks 3d 2c", "straight", (3,)),
        ("As 9s 7s 2c", "flush", (14, 9, 7)),
        ("Ks 9s 7h 2c", "high_card", (13, 9, 7)),
    ],
)
def test_only_as_many_cards_count_as_the_order_says(hand, kind, row):
    """Of four or five the best three: a second pair does not play."""
    order = HandOrder(HIGH, cards=3)
    value = Ranker(order).value(cards(hand))
    assert (category(value, order), ranks(value, order)) == (kind, row)


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("As Ah Ad Ac Jk", (14, 13)),
        ("9s 9h 9d 9c Jk", (9, 14)),
        ("9s 9h 9d Jk 4c", (9, 4)),
        ("9s 9h 9d Jk 2c", (9, 14)),
        ("As Ah Ad Jk 2c 3s 4d", (14, 13)),
    ],
)
def test_wc_02_a_wild_card_to_spare_is_the_best_side_card(hand, row):
    """Deuces and the joker wild, in a house that knows no five of a kind."""
    order = HandOrder(HIGH[1:], wild=frozenset({0, 1, 2, 3, JOKER}))
    value = Ranker(order).value(cards(hand))
    assert (category(value, order), ranks(value, order)) == ("four_of_a_kind", row)


def test_a_hand_of_no_category_does_not_count():
    """In a house that pays pairs and better, say."""
    value = Ranker(HandOrder(("two_pairs", "one_pair"))).value
    assert (value(cards("As Kh 9d 4c 2s")), value(cards("2s 2h 3d 4c 5s")) > 0) == (0, True)


def test_wc_13_a_joker_alone_is_no_hand_where_it_is_not_in_the_pack():
    """Nothing plays."""
    assert Ranker(HandOrder(HIGH)).best([JOKER]) == (0, ())


@pytest.mark.parametrize(
    ("hand", "same"),
    [
        pytest.param("As Ks Qs Js Ts 2h 2d", "As Ks Qs Js Ts 3h 3d", id="two-that-are-not-needed"),
        pytest.param("As Ks Qs Js 2h 2d 3c", "As Ks Qs Js 2h 4d 3c", id="one-that-is-not-needed"),
        pytest.param("2s 2h 2d 2c As Kd", "2s 2h 2d 2c As", id="four-that-are"),
    ],
)
def test_wc_03_a_wild_card_that_is_not_needed_does_not_count(hand, same):
    """Deuces wild."""
    value = Ranker(HandOrder(HIGH, wild=frozenset(range(4)), natural_first=True)).value
    assert value(cards(hand)) == value(cards(same))


def test_wc_03_the_fewer_wild_cards_are_needed_the_better():
    """Seven cards, deuces wild: a royal flush with none, one, two, and a hand that is lower."""
    value = Ranker(HandOrder(HIGH, wild=frozenset(range(4)), natural_first=True)).value
    hands = ("As Ks Qs Js Ts 2h 4d", "As Ks Qs Js 2h 4d 3c", "As Ks Qs 2h 2d 4d 3c", "Ks Qs Js Ts 9s 4d 3c")
    values = [value(cards(hand)) for hand in hands]
    assert values == sorted(set(values), reverse=True)
    assert value(cards("As")) > value(cards("2s"))


def test_wc_03_of_two_wild_cards_one_is_enough_for_one_card():
    """Where a hand is a single card, the other one is not needed."""
    value = Ranker(HandOrder(("high_card",), cards=1, wheel=False, wild=frozenset(range(4)), natural_first=True)).value
    assert value(cards("2s 2h")) == value(cards("2s")) < value(cards("As"))


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("8s 4h 3d 2c As", (8, 4, 3, 2, 1)),
        ("9s 4h 3d 2c As", None),
        ("8s 8h 4h 3d 2c", None),
        ("8s 8h 4h 3d 2c As", (8, 4, 3, 2, 1)),
        ("Ks 8h 7d 6c 5s 4h As", (7, 6, 5, 4, 1)),
        ("Jk 7h 4d 3c As", (7, 4, 3, 2, 1)),
        ("Jk 9h 4d 3c As", None),
    ],
)
def test_hl_06_eight_or_better(hand, row):
    """An eight is the highest card that qualifies, and a pair never does."""
    order = HandOrder(("one_pair", "no_pair"), "low", ace_low=True, wild=frozenset({JOKER}), qualifier=8)
    value = Ranker(order).value(cards(hand))
    assert (ranks(value, order) if value else None) == row
    assert ACE not in ranks(value, order)


@pytest.mark.parametrize(
    ("hole", "board", "from_hand", "row"),
    [
        ("As 2h Kd Kc", "3s 4d 8h Ks Qc", 2, (8, 4, 3, 2, 1)),
        ("As 9h Kd Kc", "3s 4d 8h 2s Qc", 2, None),
        ("As 2h 3d 4c", "5s 6d 9h Ts Qc", 2, None),
        ("As 2h 3d 4c", "5s 6d 7h Ts Qc", 2, (7, 6, 5, 2, 1)),
        ("As 2h 3d 4c", "5s 6d 7h Ts Qc", 3, (6, 5, 3, 2, 1)),
        ("As 2h", "2s 3d 4h 5s Ac", 2, (5, 4, 3, 2, 1)),
    ],
)
def test_hr_17_so_many_from_the_hand(hole, board, from_hand, row):
    """Exactly so many, no more and no fewer; a low that does not qualify is none."""
    order = HandOrder(("one_pair", "no_pair"), "low", ace_low=True, qualifier=8)
    ranker = Ranker(order)
    mine, shared = cards(hole), cards(board)
    value = ranker.value_from(mine, shared, from_hand)
    assert (value, ranks(value, order)) == (value if row else 0, row or ())
    best, playing = ranker.best(mine, shared, from_hand)
    assert (best, len(playing)) == (value, 5 if row else 0)
    if row:
        assert len(set(playing) & set(mine)) == from_hand


@pytest.mark.parametrize(
    ("hole", "board", "kind", "row"),
    [
        ("As Ks 2h 3d", "Qs Js Ts 4c 5c", "straight_flush", (14,)),
        ("As 2h 3d 4c", "Ks Qs Js Ts 9s", "high_card", (14, 13, 12, 11, 4)),
        ("As Ah Ad Ac", "Ks Qs Jd Td 9d", "one_pair", (14, 13, 12, 11)),
        ("2s 2h 7d 8c", "2d 2c Kd Qs 9h", "four_of_a_kind", (2, 13)),
    ],
)
def test_hr_17_two_from_the_hand(hole, board, kind, row):
    """Four of a suit, or of a rank, that lie on one side do not all play."""
    order = HandOrder(HIGH)
    value = Ranker(order).value_from(cards(hole), cards(board), 2)
    assert (category(value, order), ranks(value, order)) == (kind, row)


def test_wc_03_hr_17_two_from_the_hand_and_the_natural_hand_first():
    """Deuces wild: the pair of kings without a deuce is the better of two that are alike."""
    order = HandOrder(HIGH, wild=frozenset(range(4)), natural_first=True)
    ranker, board = Ranker(order), cards("Kd Jc 9h 6s 4d")
    natural, wild = (ranker.value_from(cards(hole), board, 2) for hole in ("Ks Ah", "2s Ah"))
    assert natural == ranker.best(cards("Ks Ah"), board, 2)[0]
    assert category(natural, order) == category(wild, order) == "one_pair"
    assert ranker.value_from(cards("Ah Ks"), board, 2) > ranker.value_from(cards("Ah 3s"), board, 2)


def test_wc_04_a_flush_with_two_aces():
    """Where the house says so a wild card is an ace beside an ace."""
    order = HandOrder(HIGH, wild=frozenset({JOKER}), double_ace=True)
    value = Ranker(order).value(cards("As Jk 9s 5s 3s"))
    assert (category(value, order), ranks(value, order)) == ("flush", (14, 14, 9, 5, 3))


def test_a_badugi_of_no_card_is_none():
    """A joker that is not in the pack; and no number of cards can be asked for from the hand."""
    badugi = Badugi(HandOrder(SIZES, "low", 4, ace_low=True))
    assert badugi.best([JOKER]) == (0, ())
    with pytest.raises(ValueError, match="leave out `from_hand`"):
        badugi.best(cards("As 2h 3d 4c"), (), 2)


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("9s 8h 7d 6c 5s Ks", None),
        ("9s 8h 7d 6c 5s", None),
        ("6s 5h 4d 3c 2s 8h", (8, 5, 4, 3, 2)),
        ("6s 5h 4d 3c 2s 9h", None),
    ],
)
def test_hl_06_a_qualifier_where_straights_count(hand, row):
    """The lowest five that make no straight must be eight high or lower."""
    order = HandOrder(("straight", "one_pair", "no_pair"), "low", ace_low=True, qualifier=8)
    value = Ranker(order).value(cards(hand))
    assert (ranks(value, order) if value else None) == row


def test_values_of_many_badugis():
    """In order, each by itself."""
    badugi = Badugi(HandOrder(SIZES, "low", 4, ace_low=True))
    hands = [cards("8s 6h 4d 2c"), cards("8s 6h 4d 2d"), cards("As 2h 3d 4c")]
    values = badugi.values(hands)
    assert values == [badugi.value(hand) for hand in hands]
    assert sorted(values) == [values[1], values[0], values[2]]
