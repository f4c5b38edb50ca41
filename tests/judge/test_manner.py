"""How the right act was done: face, cards, number and sum; and which act is the same as the one due, or a part of it."""

from __future__ import annotations

import functools

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge.match import ActView
from dealerkit.judge.matchers.due_act import due_act, is_due, is_part, is_same, takes_the_same, wrong_manner
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.steps import DealerStep


@functools.cache
def table_on(game: str, at: str) -> dk.Table:
    """Return a table for three at a step."""
    table = dk.Table(game, seats=3, seed=3, button=1)
    table.advance(at)
    return table


def work_at(game: str, at: str) -> AgendaBuilder:
    """Return a working copy of where that table stands."""
    table = table_on(game, at)
    return AgendaBuilder(table.agenda, table.now.copy(), table.house, table._runs.trial())


def step_of(work: AgendaBuilder, name: str) -> DealerStep:
    """Return a dealer's step by its id."""
    return next(step for step in work.house.program.walk() if isinstance(step, DealerStep) and step.id == name)


MANNERS = [
    # a hand is dealt face down, a board face up, and a burn lies face down (DP-10, DP-17, BR-03)
    ("d deal s1", "d deal s1 down", ""),
    ("d deal s1", "d deal s1 up", "wrong-face"),
    ("d deal s1 up", "d deal s1", "wrong-face"),
    ("d deal board", "d deal board up", ""),
    ("d deal board", "d deal board down", "wrong-face"),
    ("d burn", "d burn down", ""),
    ("d burn", "d burn up", "wrong-face"),
    ("d turn board", "d turn board up", ""),
    ("d turn board", "d turn board down", "wrong-face"),
    ("d turn board down", "d turn board", "wrong-face"),
    ("d spread down", "d spread up", "wrong-face"),
    ("d spread up", "d spread up", ""),
    # cards that are turned as one may be laid face down first, in any way (FTR-05)
    ("d deal board 3 together", "d deal board 3 down", ""),
    ("d deal board 3", "d deal board 3 down", "wrong-face"),
    ("d deal board 3 together", "d deal board 3", ""),
    ("d deal board 3 together", "d deal board 4 together", "wrong-count"),
    ("d deal board 3", "d deal board 3 together", "wrong"),
    ("d deal board", "d deal board together", ""),
    ("d deal board", "d deal board 2", "wrong-count"),
    ("d burn", "d burn 2", "wrong-count"),
    # a card that is named has to be that card; a number beside it is no fault
    ("d deal board Ah", "d deal board Kd", "wrong-card"),
    ("d deal board Ah", "d deal board Ah", ""),
    ("d deal board Ah", "d deal board", ""),
    ("d move s1 stub Ah", "d move s1 stub Kd", "wrong-card"),
    ("d move s1 stub", "d move s1 stub Kd", ""),
    ("d move s1 stub", "d move s1 stub Kd Ah", "wrong-count"),
    # the number of a moved card is its place, not a count
    ("d move s1 stub 1", "d move s1 stub 2", ""),
    # a turn without a number turns a board whole, and of a hand its last card
    ("d turn board 2", "d turn board", "wrong-count"),
    ("d turn s1 2 up", "d turn s1 up", "wrong-count"),
    ("d turn s1 2 down", "d turn s1 down", ""),
    ("d turn s1 1 down", "d turn s1 down", "wrong-amount"),
    ("d turn s1 1 down", "d turn s1 down Ah", ""),
    ("d turn s1", "d turn s1", ""),
    # at least so many packets; a count and a depth are exact, and so is a sum
    ("d strip 4", "d strip 3", "wrong-count"),
    ("d strip 4", "d strip 4", ""),
    ("d strip 4", "d strip 5", ""),
    ("d strip", "d strip 1", ""),
    ("d count stub 41", "d count stub 40", "wrong-count"),
    ("d count stub 41", "d count stub 41", ""),
    ("d insert 12", "d insert 13", "wrong-count"),
    ("d award s1 6", "d award s1 5", "wrong-amount"),
    ("d award s1 6", "d award s1 6", ""),
]


@pytest.mark.parametrize(("due", "act", "kind"), MANNERS)
def test_the_manner_of_the_right_act(due, act, kind):
    """Face, cards, number, sum."""
    work = work_at("holdem", "flop_betting")
    assert [len(work.now.felt.places[name]) for name in ("s1", "board")] == [2, 3]
    assert wrong_manner(work, step_of(work, "board"), Act.parse(due), Act.parse(act)) == kind


@pytest.mark.parametrize(
    ("due", "act", "part"),
    [
        ("d pay s1 player 10", "d pay s1 player 5", True),
        ("d pay s1 player 10", "d pay s1 player 10", False),
        ("d pay s1 player 10", "d pay s1 player 15", False),
        ("d pay s1 player 10", "d pay s2 player 5", False),
        ("d take s1 player", "d take s1 player 5", False),
        ("d take s1 player 5", "d take s1 player", False),
        ("d mark s1 points low -5", "d mark s1 points low -3", True),
        ("d mark s1 points low -5", "d mark s1 points low -5", False),
        ("d mark s1 points low -5", "d mark s1 points low -6", False),
        ("d mark s1 points low -5", "d mark s1 points low 3", False),
        ("d mark s1 points low 5", "d mark s1 points low -3", False),
        ("d call player 5", "d call player 3", False),
        ("d turn board 3", "d turn board 2", False),
    ],
)
def test_a_part_of_a_sum(due, act, part):
    """A smaller sum of the same sign; what is only said, and the place of a card, are no sums."""
    assert is_part(Act.parse(due), Act.parse(act)) is part


@pytest.mark.parametrize(
    ("due", "act", "same"),
    [
        ("d take s1 bet 5", "d collect s1 bet 5", True),
        ("d collect s1 bet 5", "d take s1 bet 5", True),
        ("d collect s1 bet 5", "d take s1 bet 6", False),
        ("d collect s1 bet 5", "d take s2 bet 5", False),
        ("d collect s1 bet 5", "d collect s1 bet 6", True),
        ("d collect s1 bet 5", "d pay s1 bet 5", False),
        ("d burn", "d burn", True),
        ("d burn", "d tap", False),
    ],
)
def test_the_same_act_in_other_words(due, act, same):
    """Chips come from the spot or from the bettor; the sum is judged apart."""
    assert is_same(Act.parse(due), Act.parse(act)) is same


def test_only_the_next_act_is_due_unless_any_may_come():
    """In a plan without order, each of its acts is."""
    work = work_at("holdem", "pitch")
    first, second = work.plan[:2]
    for bag in (False, True):
        work.bag = bag
        assert (is_due(work, first), is_due(work, second), is_due(work, Act.parse("d burn"))) == (True, bag, False)
        match = due_act(ActView(work, second))
        assert (match is not None) is bag


def test_no_act_is_due_where_the_players_are_asked():
    """The matcher has nothing to say."""
    work = work_at("holdem", "flop_betting")
    assert work.plan == ()
    assert due_act(ActView(work, Act.parse("d burn"))) is None


@pytest.mark.parametrize(
    ("due", "act", "same"),
    [
        ("d discard board 2", "d discard board 2", True),
        ("d discard board 2", "d discard board 1", False),
        ("d discard board 3", "d discard board", True),
        ("d discard board 1", "d discard board", False),
        ("d discard board 9", "d discard board 1", True),  # there is no such card: nothing tells the two apart
        ("d move board stub 2", "d move board stub 1", True),  # any card of a board that is mixed again will do
        ("d rebuild board", "d rebuild board", True),
        ("d turn board", "d turn board", True),
    ],
)
def test_rm_11_a_remedy_takes_the_card_that_it_names(due, act, same):
    """By its place, whatever words are used."""
    work = work_at("holdem", "flop_betting")
    assert takes_the_same(work, Act.parse(due), Act.parse(act)) is same


@pytest.mark.parametrize(
    ("bag", "act", "found", "left"),
    [
        (False, "d deal board Ah", [], ["d deal board Kd"]),
        (False, "d deal board Kd", ["step/board-wrong-card"], ["d deal board Kd"]),
        (True, "d deal board Kd", [], ["d deal board Ah"]),
        (True, "d deal board Qs", ["step/board-wrong-card"], ["d deal board Kd"]),
        (False, "d deal board Ah Kd", [], []),
        (False, "d deal board Kd Ah", [], []),
    ],
)
def test_named_cards_that_are_due_one_by_one(bag, act, found, left):
    """In their order, unless any may come; or all in one movement."""
    work = work_at("holdem", "flop_betting")
    work.step, work.bag = step_of(work, "board"), bag
    work.plan = (Act.parse("d deal board Ah"), Act.parse("d deal board Kd"))
    match = due_act(ActView(work, Act.parse(act)))
    assert match is not None
    assert ([draft.code for draft in match.drafts], [due.text for due in match.work.plan]) == (found, left)
