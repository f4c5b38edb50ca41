"""Answers as people type them."""

from __future__ import annotations

import pytest

from dealerkit.training.items import Item, Key, Question
from dealerkit.training.replies import (
    AmountReply,
    AmountsReply,
    AnyOfReply,
    CardsReply,
    ChipsReply,
    CountReply,
    GroupsReply,
    OneOfReply,
    OrderReply,
    PartsReply,
    SeatReply,
    Unclear,
    WordsReply,
    choices,
)

DRAW = OneOfReply(choices(["draw", "stand"]))
BETS = AnyOfReply(choices({"banker": "Banker", "tie": "Tie", "dragon7": "Dragon 7"}))


@pytest.mark.parametrize(
    ("reply", "typed", "answer"),
    [
        (DRAW, "d", "draw"),
        (DRAW, " D ", "draw"),
        (DRAW, "Stand", "stand"),
        (BETS, "bt", "banker tie"),
        (BETS, "t, b", "banker tie"),
        (BETS, "dragon7", "dragon7"),
        (BETS, "-", "none"),
        (BETS, "none", "none"),
        (AmountReply(), "1,163.75", "1163.75"),
        (AmountReply(), "1163.75", "1163.75"),
        (AmountReply(), "$1163.750", "1163.75"),
        (AmountReply(), "£ 20", "20"),
        (AmountsReply(), "110, 105, 80", "110 105 80"),
        (AmountsReply(), "110 105 80", "110 105 80"),
        (AmountsReply(), "110/105/80.50", "110 105 80.5"),
        (AmountsReply(), "110,105,80", "110 105 80"),
        (AmountsReply(), "1,100, 105", "1100 105"),
        (CountReply(), " 07 ", "7"),
        (CardsReply(1), "10h", "Th"),
        (ChipsReply(), "2x100 25 3x5", "2x100 1x25 3x5"),
        (ChipsReply(), "5, 100 and 3 X 5 + 2 x 0.25", "1x100 4x5 2x0.25"),
        (ChipsReply(), "none", "none"),
        (CardsReply(1), "Th", "Th"),
        (CardsReply(1), "10♥", "Th"),
        (CardsReply(2), "2c, Ah", "Ah 2c"),
        (CardsReply(2, in_order=True), "2c ah", "2c Ah"),
        (CardsReply(), "none", "none"),
        (SeatReply(6), "3", "s3"),
        (SeatReply(6), "s3", "s3"),
        (SeatReply(6), "Seat 3", "s3"),
        (SeatReply(6, none=True), "nobody", "none"),
        (GroupsReply(5), "1234 / 234/ 34", "1 2 3 4 / 2 3 4 / 3 4"),
        (GroupsReply(5), "2 1, seats 3 and 1", "1 2 / 1 3"),
        (GroupsReply(10), "1 10 / s2 s3", "1 10 / 2 3"),
        (OrderReply("abcd"), "badc", "b a d c"),
        (OrderReply("abcd"), "B, A, D, C", "b a d c"),
        (OrderReply("abcd", all=False), "b a", "b a"),
        (WordsReply(), "  Raise, to 1,200! ", "raise to 1200"),
        (PartsReply((("first", AmountReply()), ("then", DRAW))), "1,000 | d", "1000 | draw"),
    ],
)
def test_what_people_type_is_read(reply, typed, answer):
    """The ways in which people type an answer come to one way of writing it down."""
    assert reply.read(typed) == answer
    assert reply.read(answer) == answer


@pytest.mark.parametrize(
    ("reply", "typed"),
    [
        (DRAW, "x"),
        (DRAW, ""),
        (BETS, "z"),
        (AmountReply(), "12a"),
        (AmountReply(), "٣"),
        (AmountReply(), "1,16"),
        (AmountReply(), "1e5"),
        (AmountReply(), "9" * 400),
        (AmountsReply(), "1,100,105"),
        (AmountsReply(), ""),
        (ChipsReply(), ""),
        (ChipsReply(), "2x"),
        (ChipsReply(), "1,000"),
        (ChipsReply(), "100y"),
        (ChipsReply(), "9999x5 9999x1"),
        (CountReply(), "7.5"),
        (CardsReply(1), "Zz"),
        (CardsReply(1), "??"),
        (CardsReply(2), "Ah"),
        (SeatReply(6), "7"),
        (SeatReply(6), "s²"),
        (SeatReply(6), "none"),
        (GroupsReply(5), "1 2 6"),
        (GroupsReply(5), "1 2 / x"),
        (GroupsReply(5), ""),
        (GroupsReply(5), "9" * 400),
        (OrderReply("abcd"), "abc"),
        (OrderReply("abcd"), "abca"),
        (OrderReply("abcd"), "abcz"),
        (WordsReply(), "!!"),
        (PartsReply((("first", AmountReply()), ("then", DRAW))), "1000"),
    ],
)
def test_what_is_no_answer_is_asked_again(reply, typed):
    """What cannot be read costs nothing: it is no wrong answer."""
    with pytest.raises(Unclear):
        reply.read(typed)


def test_a_figure_is_its_own_key():
    """A choice that is a single figure is not written twice."""
    assert OneOfReply(choices([str(figure) for figure in range(3)], "012")).hint == "0   1   2"
    assert DRAW.hint == "d draw   s stand"


def test_part_of_an_answer_has_part_of_the_marks():
    """Only all parts make an answer right; half of them have half the marks."""
    reply = PartsReply((("ruling", DRAW), ("steps", CountReply())), (1, 1))
    item = Item("x/y", 1, "1", "c", "", Question((), "?", reply), Key(("draw | 2",)))
    assert [str(item.judge(answer)) for answer in ("draw | 2", "draw | 3", "stand | 2", "stand | 3")] == ["1", "1/2", "1/2", "0"]


def test_an_order_that_leaves_letters_out_does_not_ask_for_all_of_them():
    """What is typed wrongly is told as the question stands."""
    with pytest.raises(Unclear, match="without those that do not belong"):
        OrderReply("abcd", all=False).read("-")
    with pytest.raises(Unclear, match="all 4 letters"):
        OrderReply("abcd").read("a b")
