"""The open step planned again, after an act that may have changed its plan."""

from __future__ import annotations

from typing import Any

import pytest

from dealerkit.procedure.agenda import Books, Leave
from dealerkit.procedure.planning_again import (
    can_be,
    go_back,
    look_again,
    move_on,
    plan_again,
    plan_what_is_known,
    replan,
)
from tests.procedure.agendas import TABLE, acts, asking, debt, opened, remedy, step, texts, to_come, working

NEXT = step("next", "d tap")
MENDS: dict[str, Any] = {"remedy": True}


def open_with(plan: list[str], of: Any, *nodes: Any, books: Books | None = None) -> Any:
    """Return a working copy with a step open and these acts left in it; `NEXT` and other items follow."""
    work = working(*(nodes or (NEXT,)), books=books)
    work.set_plan(of, acts("d tap"))
    work.plan = acts(*plan)
    return work


def now_at(work: Any) -> tuple[str, list[str]]:
    """Return the open step and the acts due in it."""
    return ("" if work.step is None else work.step.id), texts(work.plan)


@pytest.mark.parametrize(
    ("text", "can"),
    [("d burn", True), ("d deal board 3", True), ("d return s1 bet 2", False), ("d move Ah board burns", False), ("d tap", True)],
)
def test_an_act_can_be_or_not(text, can):
    """The felt decides, and stays as it is."""
    before = TABLE.felt.copy()
    (act,) = acts(text)
    assert can_be(act, TABLE.now) is can
    assert TABLE.felt.same_as(before)


@pytest.mark.parametrize(
    ("plan", "do", "more", "then"),
    [
        (["d burn"], {}, {}, ("open", ["d burn"])),
        ([], {}, {}, ("next", ["d tap"])),
        ([], {"in_parts": True}, {}, ("open", ["d sweep"])),
        ([], {}, {"params": {"piecemeal": True}}, ("open", ["d sweep"])),
        ([], {}, {"params": {"piecemeal": False}}, ("next", ["d tap"])),
        ([], {"standing": True}, {}, ("next", ["d tap"])),
        ([], {"fresh": True}, {}, ("next", ["d tap"])),
        ([], {"standing": True}, MENDS, ("open", ["d sweep"])),
        ([], {"fresh": True}, MENDS, ("open", ["d sweep"])),
        ([], {}, MENDS, ("next", ["d tap"])),
        ([], {"left": lambda now, plan, act: list(acts("d burn"))}, {}, ("open", ["d burn"])),
        ([], {"left": lambda now, plan, act: []}, {}, ("next", ["d tap"])),
    ],
)
def test_the_next_step_opens_where_nothing_is_left_to_do(plan, do, more, then):
    """A step done in parts, a remedy, and a share of a pot are planned again first."""
    work = open_with(plan, step("open", "d sweep", more=more, **do))
    (act,) = acts("d sweep")
    move_on(work, act)
    assert now_at(work) == then


@pytest.mark.parametrize(("text", "left"), [("d sweep", True), ("d tap", False), ("s1 check", False)])
def test_only_the_dealers_act_of_the_step_leaves_a_rest_of_it(text, left):
    """Any other leaves the pot as it is."""
    work = open_with([], step("open", "d sweep", left=lambda now, plan, act: list(acts("d burn"))))
    (act,) = acts(text)
    move_on(work, act)
    assert now_at(work) == (("open", ["d burn"]) if left else ("next", ["d tap"]))


@pytest.mark.parametrize(
    ("due", "mends", "standing", "then"),
    [
        (["d sweep"], True, True, ("open", ["d sweep"])),
        ([], True, True, ("next", ["d tap"])),
        (["d sweep"], True, False, ("open", ["d burn"])),
        ([], True, False, ("open", ["d burn"])),
        (["d sweep"], False, True, ("open", ["d burn"])),
        ([], False, True, ("open", ["d burn"])),
    ],
)
def test_a_remedy_is_looked_at_again_after_any_act(due, mends, standing, then):
    """If it is worked out from the felt; where it has come about by itself the next step opens."""
    work = open_with(["d burn"], step("open", *due, more={"remedy": mends}, standing=standing))
    (act,) = acts("d kill s1")
    look_again(work, act)
    assert now_at(work) == then


def test_nothing_is_looked_at_again_where_no_step_is_open():
    """Nor is anything planned."""
    work = working(NEXT)
    (act,) = acts("d tap")
    look_again(work, act)
    plan_again(work, act, slipped=True)
    assert work.step is None


@pytest.mark.parametrize(
    ("text", "plan", "do", "more", "slipped", "again"),
    [
        pytest.param("d tap", ["d burn"], {}, {}, False, False, id="no-reason"),
        pytest.param("d tap", ["d burn"], {}, MENDS, False, True, id="a-remedy"),
        pytest.param("d tap", ["d burn"], {}, {"params": {"piecemeal": True}}, False, True, id="piecemeal"),
        pytest.param("d tap", ["d burn"], {"named": True}, {}, False, True, id="another-act-while-seats-are-paid"),
        pytest.param("d burn", ["d burn"], {"named": True}, {}, False, False, id="an-act-of-the-step-itself"),
        pytest.param("s1 check", ["d burn"], {"named": True}, {}, False, False, id="a-players-act-while-seats-are-paid"),
        pytest.param("s1 check", ["d burn"], {}, {"floating": True}, False, True, id="a-players-act-and-a-floating-step"),
        pytest.param("d tap", ["d burn"], {}, {"floating": True}, False, False, id="the-dealers-act-and-a-floating-step"),
        pytest.param("s1 sitout", ["d burn"], {}, {}, False, True, id="a-seat-is-left"),
        pytest.param("s1 sitout", ["d burn", "d burn"], {}, {}, False, False, id="a-seat-is-left-in-the-middle-of-a-plan"),
        pytest.param("s1 check", ["d burn"], {}, {}, False, False, id="a-players-act"),
        pytest.param("d cutcard", ["d burn"], {"fresh": True}, {}, False, True, id="the-cut-card-and-a-fresh-plan"),
        pytest.param("d cutcard", ["d burn"], {}, {}, False, False, id="the-cut-card"),
        pytest.param("d tap", ["d burn"], {"fresh": True}, {}, False, False, id="a-fresh-plan"),
        pytest.param("d tap", ["d burn"], {"fresh": True}, {}, True, True, id="a-slip-and-a-fresh-plan"),
        pytest.param("d tap", ["d burn"], {}, {}, True, False, id="a-slip-and-what-is-due-can-be-done"),
        pytest.param("d tap", ["d return s1 bet 9"], {}, {}, True, True, id="a-slip-and-it-cannot"),
        pytest.param("d tap", ["d return s1 bet 9"], {}, {}, False, False, id="it-cannot-but-there-was-no-slip"),
        pytest.param("d tap", [], {}, {}, True, False, id="a-slip-and-nothing-is-due"),
    ],
)
def test_a_step_is_planned_again_where_its_plan_may_be_another(text, plan, do, more, slipped, again):
    """Its plan would be a sweep now."""
    work = open_with(plan, step("open", "d sweep", more={"verbs": frozenset({"burn", "sweep"}), **more}, **do))
    (act,) = acts(text)
    plan_again(work, act, slipped=slipped)
    assert now_at(work) == ("open", ["d sweep"] if again else plan)


@pytest.mark.parametrize(
    ("due", "owed", "amends", "again"),
    [
        ("d turn board", "d deal board", True, False),
        ("d turn board", "d deal board", False, True),
        ("d kill s1", "d kill s1", True, False),  # it can be done at once
    ],
)
def test_what_can_be_done_after_the_corrections_that_are_owed_stays_due(due, owed, amends, again):
    """FTR-28: a card comes back to the board and goes from there; another debt does not bring it."""
    work = open_with([due], step("open", "d sweep"), books=Books(debts=(debt(owed, amends=amends),)))
    (act,) = acts("d tap")
    plan_again(work, act, slipped=True)
    assert now_at(work) == ("open", ["d sweep"] if again else [due])


@pytest.mark.parametrize(
    ("text", "slipped", "left", "then"),
    [
        ("d sweep", True, ["d burn"], ("open", ["d burn"])),
        ("d sweep", True, [], ("next", ["d tap"])),
        ("d sweep", False, ["d burn"], ("open", ["d kill s1"])),
        ("d tap", True, ["d burn"], ("open", ["d kill s1"])),
    ],
)
def test_a_wrong_share_leaves_another_rest(text, slipped, left, then):
    """After a slip with a verb of the step; where nothing is left of it the next step opens."""
    work = open_with(["d kill s1"], step("open", "d sweep", left=lambda now, plan, act: list(acts(*left))))
    (act,) = acts(text)
    plan_again(work, act, slipped=slipped)
    assert now_at(work) == then


PAYS = ("d pay s1 5", "d pay s2 5")


@pytest.mark.parametrize(
    ("text", "due", "left", "do", "more", "then"),
    [
        pytest.param("d tap", PAYS, ["d pay s2 5"], {"named": True}, {}, ["d pay s2 5"], id="what-is-left-is-still-asked-for"),
        pytest.param("d tap", PAYS[:1] * 2, [*PAYS[:1]], {"named": True}, {}, [*PAYS[:1]], id="one-of-two-equal-acts-is-left"),
        pytest.param("d tap", PAYS, ["d pay s2 4"], {"named": True}, {}, [*PAYS], id="another-sum-is-asked-for"),
        pytest.param("d tap", PAYS, ["d pay s2 5"], {}, {}, [*PAYS], id="of-no-named-seats"),
        pytest.param("d tap", PAYS, ["d pay s2 5"], {"named": True, "fresh": True}, {}, [*PAYS], id="fresh"),
        pytest.param("d tap", PAYS, ["d pay s2 5"], {"named": True}, MENDS, [*PAYS], id="a-remedy"),
        pytest.param("s1 sitout", PAYS, ["d pay s2 5"], {}, {}, ["d pay s2 5"], id="a-seat-is-left"),
        pytest.param("s1 check", PAYS, ["d pay s2 5"], {}, {}, [*PAYS], id="a-players-act"),
        pytest.param("s1 sitout", PAYS[:1], ["d pay s2 5"], {}, {}, [*PAYS[:1]], id="a-seat-is-left-and-one-act-is-due"),
        pytest.param("d tap", (), ["d pay s2 5"], {}, {}, [], id="nothing-is-due-any-more"),
    ],
)
def test_a_new_plan_takes_the_place_of_the_rest(text, due, left, do, more, then):
    """Unless the rest is what it was: acts that are missing were done before."""
    work = open_with(left, step("open", *due, more=more, **do))
    (act,) = acts(text)
    replan(work, work.step, act)
    assert now_at(work) == (("open", then) if then else ("next", ["d tap"]))


def test_a_plan_that_nobody_can_know_changes_nothing():
    """The rest stays as it was."""
    work = open_with(["d burn"], step("open", known=False))
    (act,) = acts("d tap")
    replan(work, work.step, act)
    assert now_at(work) == ("open", ["d burn"])


@pytest.mark.parametrize(
    ("owed", "do", "then"),
    [
        ("d pay s1 5", {"fresh": True, "named": True}, ["d pay s2 5"]),
        ("d pay s1 4", {"fresh": True, "named": True}, [*PAYS]),
        ("d pay s1 5", {"fresh": True}, [*PAYS]),
        ("d pay s1 5", {"named": True}, [*PAYS]),
        ("d burn", {"fresh": True, "named": True}, [*PAYS]),
    ],
)
def test_what_is_owed_already_is_not_asked_for_again(owed, do, then):
    """Chips to a named seat, where the plan depends on what was done."""
    work = open_with(["d pay s3 1"], step("open", *PAYS, **do), books=Books(debts=(debt(owed),)))
    (act,) = acts("d tap")
    replan(work, work.step, act)
    assert now_at(work) == ("open", then)
    cards = open_with(["d pay s3 1"], step("open", "d burn", fresh=True, named=True), books=Books(debts=(debt("d burn"),)))
    replan(cards, cards.step, act)
    assert now_at(cards) == ("open", ["d burn"])  # a card that is owed is none of the chips


@pytest.mark.parametrize(
    ("text", "of_debt", "more", "of_step", "stays"),
    [
        pytest.param("d collect s1 5", {"fresh": True}, {}, {"fresh": True}, False, id="made-up"),
        pytest.param("d pay s1 5", {"fresh": True}, {}, {"fresh": True}, True, id="asked-for"),
        pytest.param("d pay s1 4", {"fresh": True}, {}, {"fresh": True}, False, id="another-sum-is-asked-for"),
        pytest.param("d collect s1 5", {"fresh": True}, {"amends": False}, {"fresh": True}, True, id="a-missing-act"),
        pytest.param("d collect s1 5", {"fresh": True}, {"round": 1}, {"fresh": True}, True, id="of-another-round"),
        pytest.param("d collect s1 5", {}, {}, {"fresh": True}, True, id="of-a-plain-step"),
        pytest.param("d burn", {"fresh": True}, {}, {"fresh": True}, True, id="no-chips"),
        pytest.param("d collect s1 5", {"fresh": True}, {}, {}, True, id="the-remedy-is-a-plain-one"),
    ],
)
def test_a_remedys_new_plan_has_every_chip_that_is_still_to_move(text, of_debt, more, of_step, stays):
    """Corrections that it does not ask for any more are dropped (RM-26), by whichever act it is planned again."""
    fields = {"amends": True, **more}
    for again in ("replan", "move on"):
        owed = debt(text, step("owed", text, **of_debt), **fields)
        work = open_with(
            [] if again == "move on" else ["d pay s3 1"], remedy("open", *PAYS, **of_step), books=Books(debts=(owed,))
        )
        (act,) = acts("d tap")
        if again == "replan":
            replan(work, work.step, act)
        else:
            move_on(work, act)
        assert bool(work.debts) is stays


def test_a_step_that_is_no_remedy_drops_no_correction():
    """Only a remedy's plan has them all."""
    owed = debt("d collect s1 5", step("owed", "d collect s1 5", fresh=True), amends=True)
    for plan in ([], ["d pay s3 1"]):
        work = open_with(plan, step("open", *PAYS, fresh=True, in_parts=True), books=Books(debts=(owed,)))
        (act,) = acts("d tap")
        (move_on if not plan else lambda work, act: replan(work, work.step, act))(work, act)
        assert work.debts == (owed,)


LATER, MAY = step("later", "d sweep"), step("may", "d burn")


@pytest.mark.parametrize(
    ("do", "more", "may", "then", "follow"),
    [
        pytest.param({}, {}, (), ("open", ["d kill s1"]), ["next"], id="no-reason"),
        pytest.param({"standing": True}, {}, (), ("open", ["d collect s1 5"]), ["next"], id="worked-out-from-the-felt"),
        pytest.param({"reopens": "collect"}, {}, (), ("open", ["d collect s1 5"]), ["next"], id="it-opens-again"),
        pytest.param({"standing": True}, MENDS, (), ("open", ["d kill s1"]), ["next"], id="a-remedy"),
        pytest.param({}, {}, (MAY, LATER), ("may", ["d burn"]), ["later", "resume open", "next"], id="what-was-unknown"),
        pytest.param({}, MENDS, (MAY, LATER), ("open", ["d kill s1"]), ["may", "later", "next"], id="a-remedy-comes-first"),
    ],
)
def test_a_card_or_chip_that_has_come_makes_plans_known(do, more, may, then, follow):
    """The open step is planned again, and the steps that could not be; a remedy is done first."""
    work = open_with(["d kill s1"], step("open", "d collect s1 5", more=more, **do), books=Books(may=may))
    (act,) = acts("d deal board")
    plan_what_is_known(work, act)
    assert (now_at(work), to_come(work.stack), work.may) == (then, follow, ())


def test_all_steps_of_a_remedy_come_before_what_was_unknown():
    """And the leaving of a section that follows them; nothing behind the first other step is one of its steps."""
    rest = (remedy("RM-2", "d floor"), Leave("hand"), NEXT, remedy("RM-9", "d floor"))
    work = open_with(["d kill s1"], remedy("RM-1", "d kill s1"), *rest, books=Books(may=(MAY,)))
    (act,) = acts("d deal board")
    plan_what_is_known(work, act)
    assert to_come(work.stack) == ["RM-2", "leave hand", "may", "next", "RM-9"]
    for may, then in (((MAY,), ("may", ["d burn"])), ((), ("", []))):
        work = working(NEXT, books=Books(may=may))
        plan_what_is_known(work, act)
        assert (now_at(work), to_come(work.stack)) == (then, ["next"])


def test_an_act_that_does_not_count_leaves_the_agenda_as_it_was():
    """All but the stakes that were noted before the cards were gathered."""
    for plan in (["d burn", "d tap"], []):
        work = working(NEXT)
        if plan:
            work.set_plan(step("open", more={"any_order": True}), acts(*plan))
        work.note_round(
            results={"ask": 1}, before={"ask": 2}, rounds={"hand": 3}, starts={}, marks={"hand": 4}, ended={}, given={"a": 1}
        )
        agenda = work.build()
        work.note(stakes=(3, {1: 5}), hurried=frozenset({"next"}), slips=("slip",))
        work.open, work.passed = opened(work, asking()), (NEXT,)
        work.note_round(begun=9)
        work.stack, work.now.results, work.now.marks = None, {}, {}
        work.set_plan(NEXT, acts("d tap"))
        go_back(work, agenda)
        stakes = agenda.books._replace(stakes=(3, {1: 5}))
        assert work.build() == agenda._replace(books=stakes)
        now, was = work.now, agenda.round
        assert (now.results, now.before, now.rounds, now.starts) == (was.results, was.before, was.rounds, was.starts)
        assert (now.marks, now.ended, now.given, now.slips) == (was.marks, was.ended, was.given, ())
        assert now_at(work) == (("open", plan) if plan else ("", []))
        assert (work.bag, work.total, work.partial) == (bool(plan), 0, None)
