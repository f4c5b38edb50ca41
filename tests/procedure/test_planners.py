"""Words of the rule files that plan the dealer's acts, by themselves: what is due, and what corrects a wrong act."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.procedure.planners import DO
from dealerkit.procedure.planners.boards import turned_up
from dealerkit.procedure.planners.pots import fetched, out_of_the_pot
from dealerkit.procedure.planners.registry import card_act, push_right, same_subject, to_a_seat, turn_up
from dealerkit.procedure.planners.table import MOVED_UNASKED
from tests.procedure.agendas import TABLE, acts, texts


def now(log: tuple[str, ...] = (), **rows: list[int]) -> Any:
    """The table before the flop is burned, with another log, and other chips in these rows."""
    moment = TABLE.now.copy()
    moment.log, moment.cache, moment.marks, moment.felt = list(acts(*log)), {}, {"hand": 0}, moment.felt.copy()
    for name, chips in rows.items():
        moment.felt.rows[name] = chips + moment.felt.rows[name][len(chips) :]
    return moment


def planned(word: str, moment: Any = None, **params: Any) -> list[str] | None:
    """The acts that a word plans, as text; None if they cannot be known."""
    plan = DO[word].plan(moment if moment is not None else now(), params)
    return None if plan is None else texts(plan)


# Chips


@pytest.mark.parametrize(
    ("rows", "due"), [({}, []), ({"bet": [0, 0, 2]}, ["d sweep"]), ({"ante": [0, 1]}, ["d sweep"]), ({"pot": [6]}, [])]
)
def test_bets_are_swept_if_there_are_any(rows, due):
    """DP-14: whatever lies in front of players; the pot lies there already."""
    assert planned("sweep", now(**rows)) == due


@pytest.mark.parametrize(
    ("bets", "due"),
    [([0, 5, 2, 0], ["d return s1 bet 3"]), ([0, 5, 5, 0], []), ([0, 0, 0, 0], []), ([0, 0, 0, 4], ["d return s3 bet 4"])],
)
def test_a_bet_that_nobody_called_goes_back(bets, due):
    """RM-22: as far as it is not called."""
    assert planned("return_uncalled", now(bet=bets)) == due
    assert texts(DO["return_uncalled"].left(now(bet=bets), (), Act.parse("d tap"))) == due


@pytest.mark.parametrize(
    ("due", "done", "pot", "back"),
    [
        ("d return s1 pot 5", "d award s2 9", 0, ["d collect s2 pot 5"]),
        ("d return s1 pot 5", "d award s2 9", 3, ["d collect s2 pot 2"]),
        ("d return s1 pot 5", "d award s2 9", 5, []),
        ("d return s1 pot 5", "d award s1 9", 0, []),
        ("d return s1 pot 5", "d collect s2 9", 0, []),
    ],
)
def test_chips_pushed_to_another_come_back_for_a_return(due, done, pot, back):
    """RM-22: as many as the pot lacks of it."""
    moment, (expected, got) = now(pot=[pot]), acts(due, done)
    assert texts(fetched(moment, expected, got)) == back
    assert texts(DO["return_uncalled"].amend(moment, expected, got)) == back


@pytest.mark.parametrize(
    ("due", "done", "back"),
    [
        ("d return s1 bet 3", "d return s1 bet 5", ["d restore s1 bet 2"]),
        ("d return s1 bet 3", "d return s1 bet 2", []),
        ("", "d return s1 bet 5", ["d restore s1 bet 5"]),
    ],
)
def test_chips_returned_too_many_go_back_in_front(due, done, back):
    """All of them, if none were due."""
    (got,) = acts(done)
    expected = acts(due)[0] if due else got
    assert texts(DO["return_uncalled"].amend(now(), expected, got)) == back


@pytest.mark.parametrize(
    ("owed", "since", "then"),
    [
        ("d return s1 bet 5", [], "d return s1 bet 5"),
        ("d return s1 bet 5", ["d tap"], "d return s1 bet 5"),
        ("d return s1 bet 5", ["d sweep"], "d return s1 pot 5"),
        ("d return s1 bet 5", ["d sweep", "d award s1 5"], None),
        ("d return s1 bet 5", ["d sweep", "d award s1 4"], "d return s1 pot 5"),
        ("d return s1 bet 5", ["d sweep", "d award s2 9"], "d return s1 pot 5"),
        ("d return s1 bet 5", ["d sweep", "d award s1 9", "d collect s1 pot 6"], "d return s1 pot 5"),
        ("d return s1 bet 5", ["d sweep", "d award s1 9", "d collect s2 pot 6"], None),
        ("d return s1 bet 5", ["d sweep", "d gather"], None),
        ("d return s1 pot 5", [], "d return s1 pot 5"),
        ("d return s1 pot 5", ["d award s1 5"], None),
        ("d return s1 pot 5", ["d gather"], None),
        ("d restore s1 bet 5", [], "d restore s1 bet 5"),
        ("d restore s1 bet 5", ["d sweep"], "d collect s1 pot 5"),
        ("d restore s1 bet 5", ["d sweep", "d gather"], None),
    ],
)
def test_a_return_that_is_owed_follows_the_chips(owed, since, then):
    """RM-22: out of the pot once they were swept, and not once their owner has won as much, or the hand is over."""
    found = out_of_the_pot(now(), acts(*since), *acts(owed))
    assert (None if found is None else found.text) == then


@pytest.mark.parametrize(
    ("due", "done", "right"),
    [
        ("d award s1 9", "d award s2 9", ["d collect s2 pot 9", "d award s1 9"]),
        ("d award s1 9", "d award s1 7", ["d award s1 2"]),
        ("d award s1 9", "d award s1 12", ["d collect s1 pot 3"]),
        ("d award s1 side-1 9", "d award s2 side-1 4", ["d collect s2 side-1 4", "d award s1 side-1 9"]),
        ("", "d award s2 9", ["d collect s2 pot 9"]),
    ],
)
def test_a_wrong_push_is_put_right(due, done, right):
    """RM-22: it comes back and goes where it belongs; to the right seat only the difference moves."""
    (got,) = acts(done)
    assert texts(push_right(now(), acts(due)[0] if due else got, got)) == right


@pytest.mark.parametrize(
    ("done", "back"),
    [
        ("d pay s1 5", ["d collect s1 5"]),
        ("d pay s1 pot 5", ["d collect s1 5"]),
        ("d collect s1 5", ["d pay s1 5"]),
        ("d collect s1 pot 5", ["d award s1 pot 5"]),
        ("d collect s1 bet 5", ["d pay s1 bet 5"]),
    ],
)
def test_chips_moved_unasked_go_back_the_way_they_came(done, back):
    """Out of the rack, out of a pot, or off the layout."""
    (got,) = acts(done)
    assert texts(MOVED_UNASKED.amend(now(), got, got)) == back


# Cards


@pytest.mark.parametrize(
    ("params", "due"),
    [
        ({}, ["d burn"]),
        ({"n": 2}, ["d burn"] * 2),
        ({"face": "up"}, ["d burn up"]),
        ({"face": "down"}, ["d burn"]),
        ({"n": 0}, []),
    ],
)
def test_burns(params, due):
    """One, face down, unless the game says otherwise."""
    assert planned("burn", **params) == due


@pytest.mark.parametrize(
    ("params", "due"),
    [
        ({"cards": 1}, ["s1", "s2", "s3"]),
        ({"batches": [1, 1]}, ["s1", "s2", "s3"] * 2),
        ({"batches": [2, 1]}, ["s1 2", "s2 2", "s3 2", "s1", "s2", "s3"]),
        ({"cards": 1, "seats": "entitled"}, ["s1", "s2", "s3"]),
        ({"cards": 1, "seats": "playing"}, ["s1", "s2", "s3"]),
        ({"cards": 1, "face": "up"}, ["s1 up", "s2 up", "s3 up"]),
        ({"cards": 2, "batches": [3]}, ["s1", "s2", "s3"] * 2),
    ],
)
def test_a_round_of_cards(params, due):
    """DP-09: from the left of the button, in batches."""
    assert planned("deal_round", **params) == [f"d deal {to}" for to in due]


@pytest.mark.parametrize("row", ["put", "ante", "stack"])
def test_a_round_of_cards_to_those_who_have_paid(row):
    """Or who could: in the pot, in front, or behind."""
    moment = now(stack=[0, 0, 0, 0], ante=[0, 0, 0, 0])
    moment.felt.put[1:4] = [0, 0, 0]
    assert planned("deal_round", moment, cards=1, seats="paid") == []
    if row == "put":
        moment.felt.put[2] = 3
    else:
        moment.felt.rows[row][2] = 3
    assert planned("deal_round", moment, cards=1, seats="paid") == ["d deal s2"]


@pytest.mark.parametrize(
    ("params", "due"),
    [
        ({}, "d deal board"),
        ({"n": 3}, "d deal board 3"),
        ({"n": 3, "together": True}, "d deal board 3 together"),
        ({"to": "burns"}, "d deal burns"),
    ],
)
def test_cards_to_the_middle(params, due):
    """One act, however many."""
    assert planned("deal_board", **params) == [due]


@pytest.mark.parametrize(
    ("log", "face", "due"),
    [
        ((), "up", "up"),
        (("d introduce", "d spread up"), "up", "down"),
        (("d introduce", "d spread down"), "up", "up"),
        (("d introduce", "d spread down"), "down", "up"),
        (("d introduce", "d spread up", "d spread down"), "up", "up"),
    ],
)
def test_a_new_deck_is_spread_on_both_sides(log, face, due):
    """VD-02, VD-04: then the side that nobody has seen."""
    assert planned("spread", now(log), face=face) == [f"d spread {due}"]


@pytest.mark.parametrize(
    ("out", "mouth", "known", "log", "due"),
    [
        (True, False, True, (), ["d cutcard"]),
        (False, True, True, (), ["d cutcard"]),
        (False, False, True, (), []),
        (False, False, False, (), None),
        (True, False, True, ("d cutcard",), []),
        (True, False, True, ("d cutcard", "d load", "d tap"), ["d cutcard"]),
    ],
)
def test_the_cut_card_is_laid_aside_once_a_shoe(out, mouth, known, log, due):
    """BA-56: when it has come out, or is next to come."""
    felt = SimpleNamespace(cut_out=out, cut_card_at_mouth=lambda: mouth, known=known)
    marks = {"shoe": 1} if "d load" in log else {}
    assert planned("cut_card", SimpleNamespace(felt=felt, log=list(acts(*log)), marks=marks)) == due


def test_the_button_moves_one_seat_on():
    """SG-05, DE-08: unless it stays."""
    assert planned("button") == ["d button s1"]
    assert planned("button", stays=True) == ["d button s3"]


def test_a_card_is_named_by_its_face_or_its_place():
    """The last of a place needs neither, unless it is to be counted; nobody knows the cards of this table."""
    table = dk.Table("holdem", seats=3, button=3)
    table.advance("preflop")
    moment = table.now
    first, last = moment.felt.cards("s1")
    assert card_act(moment, "move", first, "s1", "burns").text == "d move s1 burns 1"
    assert card_act(moment, "move", last, "s1", "burns").text == "d move s1 burns"
    assert card_act(moment, "move", last, "s1", "burns", counted=True).text == "d move s1 burns 2"
    known = TABLE.now
    (card, *_) = known.felt.cards("s1")
    face = known.felt.faces[card]
    assert face is not None
    assert card_act(known, "move", card, "s1", "burns").cards == (face,)


@pytest.mark.parametrize(
    ("due", "done", "right"),
    [
        ("d deal s1 up", "d deal s1 down", ["d turn s1"]),
        ("d deal s1 up", "d deal s2 down", []),
        ("d deal s1 up", "d deal s1 up", []),
        ("d deal s1 down", "d deal s1 down", []),
        ("d deal s1", "d deal s1 down", ["d turn s1"]),
    ],
)
def test_a_card_dealt_down_is_turned_up(due, done, right):
    """If it lies in its place."""
    expected, got = acts(due, done)
    assert texts(turn_up(now(), expected, got)) == right


def test_boards_with_cards_face_down_are_turned_up():
    """FTR-06: of those that are named."""
    table = dk.Table("holdem", seats=3, button=3, seed=3)
    table.advance("board")
    assert texts(turned_up(table.now, ["board"])) == []
    table.push("d deal board 3 down")
    assert texts(turned_up(table.now, ["board", "s1"])) == ["d turn board", "d turn s1"]
    assert texts(turned_up(table.now, [])) == []
    table.push("d turn board")
    assert texts(turned_up(table.now, ["board"])) == []


@pytest.mark.parametrize(
    ("due", "done", "seat", "same"),
    [
        ("d deal s1", "d deal s2", True, False),
        ("d deal s1", "d deal s1 2", True, True),
        ("d deal board", "d deal board up", False, True),
    ],
)
def test_acts_are_of_a_kind_by_verb_and_place(due, done, seat, same):
    """An attempt at another act of the same place is a wrong attempt at it."""
    expected, got = acts(due, done)
    assert (to_a_seat({}, expected), same_subject({}, expected, got)) == (seat, same)
    assert same_subject({}, expected, Act.parse("d tap")) is False
