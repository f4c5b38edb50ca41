"""Boards that a slip or a remedy left short: how many cards are missing, what is owed, and how an interrupted deal goes on."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt import DEALER, Act
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.boards import is_short, lacking, long_boards, rest_of, short_boards
from dealerkit.procedure.steps import DealerStep
from tests.procedure.agendas import step


def street(*acts: str, game: str = "holdem", at: str = "board") -> dk.Table:
    """A table at the flop, or another step, with these acts done there."""
    table = dk.Table(game, seats=3, seed=3)
    table.advance(at)
    for act in acts:
        table.push(act)
    return table


def named(table: dk.Table, *names: str) -> list[DealerStep]:
    """The table's steps of these names."""
    steps = {step.id: step for step in table.house.program.walk() if isinstance(step, DealerStep)}
    return [steps[name] for name in names]


TO_BOARD = Act.make(DEALER, "deal", "board")


@pytest.mark.parametrize(
    ("act", "passed", "missing"),
    [
        ("d deal board 3 together", ["board"], 0),
        ("d deal board 2 together", ["board"], 1),
        ("d deal board", ["board"], 2),
        ("d deal board 4 together", ["board"], 0),
        ("d deal board 3 together", ["board", "turn_card"], 1),
        ("d deal board 2 together", ["board", "turn_card", "river_card"], 3),
        ("d deal board 2 together", ["burn", "board", "tap"], 1),
        ("d deal board 2 together", ["burn"], 0),
        ("d deal board 2 together", [], 0),
    ],
)
def test_a_board_lacks_what_the_steps_so_far_asked_for(act, passed, missing):
    """Three for the flop and one for each later street (DP-16); what lies there too many is no lack."""
    table = street(act)
    steps = named(table, *passed)
    assert lacking(TO_BOARD, steps, table.now) == missing
    assert is_short(Debt(named(table, "board")[0], (TO_BOARD,), 3), steps, table.now) is (missing > 0)


@pytest.mark.parametrize("due", [Act.make(DEALER, "deal", "s1"), Act.make(DEALER, "burn"), Act.make(DEALER, "turn", "board")])
def test_only_a_deal_to_a_board_is_lacking_in_cards(due):
    """A burn, a turned card and a seat's card lack nothing of it."""
    table = street("d deal board")
    assert lacking(due, named(table, "board", "turn_card"), table.now) == 0


def test_a_board_that_is_cleared_begins_again():
    """At Cash the four cards that are swept are not missing from the next board (CA-17)."""
    table = dk.Table("cash", seats=4, seed=3)
    table.advance("swapping")
    assert len(table.felt.cards("board")) == 4
    asked = named(table, "first_board", "sweep", "next_board")
    assert lacking(TO_BOARD, asked[:1], table.now) == 0
    assert lacking(TO_BOARD, [asked[0], asked[2]], table.now) == 4
    assert lacking(TO_BOARD, asked, table.now) == 0


@pytest.mark.parametrize(
    ("act", "passed", "following", "owed"),
    [
        ("d deal board 2 together", ["board"], None, [("board", "d deal board")]),
        ("d deal board", ["board"], None, [("board", "d deal board 2")]),
        ("d deal board", ["board", "turn_card"], None, [("turn_card", "d deal board 3")]),
        ("d deal board", ["board"], "turn_card", [("board", "d deal board 2")]),
        ("d deal board", ["board", "tap", "turn_burn"], None, [("board", "d deal board 2")]),
        ("d deal board", ["board"], "board", []),
        ("d deal board 3 together", ["board"], None, []),
        ("d deal board", ["burn"], None, []),
    ],
)
def test_a_short_board_is_owed_its_cards_behind_a_remedy(act, passed, following, owed):
    """By the step that dealt to it last; not if that step itself goes on (RM-11)."""
    table = street(act)
    next_step = named(table, following)[0] if following else None
    found = short_boards(table.now, named(table, *passed), [], next_step)
    assert [(step.id, due.text) for step, due in found] == owed


def test_each_of_two_boards_is_owed_its_own_cards():
    """By the step that dealt to that one."""
    table = street("d deal board", game="bomb-pot")
    found = short_boards(table.now, named(table, "board", "board_2"), [], None)
    assert [(step.id, due.text) for step, due in found] == [("board", "d deal board 2"), ("board_2", "d deal board-2 3")]


def test_a_pile_that_players_take_from_is_no_board():
    """The upcard of Thirty-one is taken up by a player, and no other is owed for it."""
    table = dk.Table("thirty-one", seats=3, seed=3)
    (step,) = named(table, "upcard")
    (due,) = step.do.plan(table.now, step.params) or ()
    assert lacking(due, [step], table.now) == 1
    assert short_boards(table.now, [step], [], None) == []


@pytest.mark.parametrize(("place", "owed"), [("board", []), ("board-2", ["d deal board"])])
def test_what_is_owed_already_is_not_owed_twice(place, owed):
    """A debt to the other of two boards is another debt."""
    table = street("d deal board", game="bomb-pot")
    (step,) = named(table, "board")
    debt = Debt(step, (Act.make(DEALER, "burn"), Act.make(DEALER, "deal", place, n=2)), 3)
    found = [due for _, due in short_boards(table.now, [step], [debt], None)]
    assert [due.text.rstrip(" 2") for due in found] == owed


@pytest.mark.parametrize(
    ("lies", "step", "left", "rest"),
    [
        ("d deal board 2 together", "board", ["deal board"], ["d deal board"]),  # one is missing, and one is left to do
        ("d deal board 3 together", "turn_card", ["deal board"], ["d deal board"]),
        ("d deal board 2 together", "turn_card", ["deal board"], ["d deal board 2"]),  # and the card that went back
        ("d deal board 4 together", "board", ["deal board"], []),  # the whole of it lies there, and a card more
        ("d deal board 3 together", "board", ["deal board", "tap"], ["d tap"]),
        ("d burn", "board", ["deal board"], ["d deal board 3 together"]),  # all of it went back
        ("d burn", "board", ["burn"], ["d burn"]),
        ("d deal board 2 together", "turn_card", ["deal board up", "tap"], ["d deal board 2 up", "d tap"]),
    ],
)
def test_an_interrupted_deal_deals_what_the_remedy_took_back(lies, step, left, rest):
    """What is left of its plan, and the cards that lay there and do not any more (RM-11)."""
    table = street(lies)
    passed = named(table, *(["board", "turn_card"] if step == "turn_card" else ["board"]))
    acts = tuple(
        Act.make(DEALER, verb, *(word for word in to if word != "up"), face="up" if "up" in to else "")
        for verb, *to in map(str.split, left)
    )
    assert [act.text for act in rest_of(named(table, step)[0], acts, passed, table.now)] == rest


def test_a_share_that_was_pushed_meanwhile_is_reckoned_again():
    """What is left of the award is what lies in the pot, once part of it was pushed; before that it is as it was (DP-27)."""
    table = street(at="award")
    (step,), plan = named(table, "award"), tuple(table.plan())
    (due,) = plan
    winner, pot = due.to[0], due.n
    assert rest_of(step, plan, (), table.now) == plan
    table.push(f"d award {'s1' if winner != 's1' else 's2'} 1")
    assert [act.text for act in rest_of(step, plan, (), table.now)] == [f"d award {winner} {pot - 1}"]


@pytest.mark.parametrize(
    ("dealt", "passed", "owed", "coming", "surplus"),
    [
        (["d deal board 4 together"], ["board"], "", [], [("board", 1)]),
        (["d deal board 5 together"], ["board"], "", [], [("board", 2)]),
        (["d deal board 5 together"], ["board", "turn_card"], "", [], [("turn_card", 1)]),
        (["d deal board 3 together"], ["board"], "", [], []),
        (["d deal board 2 together"], ["board"], "", [], []),
        (["d deal board 4 together"], ["board"], "board", [], []),
        (["d deal board 4 together"], ["board"], "s1", [], [("board", 1)]),
        (["d deal board 4 together"], ["board"], "", ["turn_card"], []),
        (["d deal board 5 together"], ["board"], "", ["turn_card"], [("board", 1)]),
        (["d deal board 4 together"], ["board"], "", ["turn_burn"], [("board", 1)]),
        (["d deal board 4 together"], ["burn"], "", [], []),
    ],
)
def test_a_board_that_is_too_long_gives_back_its_last_cards(dealt, passed, owed, coming, surplus):
    """RM-11: by the step that dealt to it last, the last card first; what a later street has got early stays."""
    table = street(*dealt)
    debts = [Debt(named(table, "board")[0], (Act.make(DEALER, "deal", owed),), 1)] if owed else []
    found = long_boards(table.now, named(table, *passed), debts, named(table, *coming))
    assert [(step.id, len(acts)) for step, acts in found] == surplus
    lies = [face.name for card in table.felt.cards("board") if (face := table.felt.faces[card]) is not None]
    for _, acts in found:
        assert [act.text for act in acts] == [f"d move board stub {name}" for name in lies[: -len(acts) - 1 : -1]]


def test_a_card_too_many_on_one_of_two_boards_is_of_the_step_that_dealt_there():
    """Whichever street came last."""
    table = street("d deal board 4 together", game="bomb-pot")
    found = long_boards(table.now, named(table, "board", "board_2"), [], [])
    assert [(step.id, len(acts)) for step, acts in found] == [("board", 1)]


def test_a_step_that_deals_to_two_boards_lacks_on_each_its_own_cards():
    """Three on the one are none on the other."""
    table = street("d deal board 3 together", game="bomb-pot")
    both = step("both", "d deal board 3", "d deal board-2 3", shared=True)
    due = [Act.make(DEALER, "deal", name) for name in ("board", "board-2")]
    assert [lacking(act, [both], table.now) for act in due] == [0, 3]
    assert [(one.id, act.text) for one, act in short_boards(table.now, [both], [], None)] == [("both", "d deal board-2 3")]


@pytest.mark.parametrize(
    ("log", "at", "found", "short"),
    [
        (["d clear", "d tap"], 0, 0, False),
        (["d clear", "d tap"], 0, 1, False),
        (["d clear", "d tap"], 0, 2, True),
        (["d clear", "d tap"], 1, 0, True),
        (["d tap", "d clear"], 1, 5, False),
        (["d tap", "d tap"], 0, 0, True),
    ],
)
def test_a_board_cleared_since_lacks_nothing(log, at, found, short):
    """Since the debt was noted, or else since its finding, with the act that was found."""
    table = street("d deal board 2 together")
    now, steps = table.now.copy(), named(table, "board")
    now.log = [Act.parse(line) for line in log]
    assert is_short(Debt(steps[0], (TO_BOARD,), 3, at=at, found=found), steps, now) is short
