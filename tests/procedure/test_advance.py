"""From one agenda to the next, each way by itself: rounds begin and are left, players are asked, remedies come in between."""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.facts.situation import RuledOn
from dealerkit.procedure import advance
from dealerkit.procedure.advance import AgendaBuilder, go_on_from
from dealerkit.procedure.agenda import Books, Leave, Loop, Place, Resume, RoundCounts, items
from dealerkit.procedure.running_mechanics import RunningMechanics
from dealerkit.procedure.steps import DealerStep
from tests.procedure.agendas import (
    TABLE,
    acts,
    asking,
    debt,
    heard,
    opened,
    remedy,
    section,
    step,
    texts,
    to_come,
    waiting,
    working,
)

TAP, BURN, SWEEP = step("tap", "d tap"), step("burn", "d burn", "d burn"), step("sweep", "d sweep", "d tap")
NOTHING, UNKNOWN, UNDUE = step("nothing"), step("unknown", known=False), step("undue", "d tap", when=False)
HERE = len(TABLE.log)


# Plans


@pytest.mark.parametrize(
    ("plan", "total"),
    [(["d tap"], 1), (["d tap", "d burn"], 0), (["d burn", "d burn"], 2), (["d burn", "d burn", "d burn"], 3)],
)
def test_a_plan_counts_its_acts_where_they_are_one_and_the_same(plan, total):
    """Two burns are two of one kind; a tap and a burn are counted together by nobody."""
    for any_order in (False, True):
        work = working()
        work.set_plan(one := step("any", more={"any_order": any_order}), acts(*plan))
        assert (work.step, texts(work.plan), work.total, work.bag) == (one, plan, total, any_order)


@pytest.mark.parametrize(
    ("plan", "at", "left"), [(["d tap", "d burn", "d sweep"], 0, ["d burn", "d sweep"]), (["d tap", "d burn"], 1, ["d tap"])]
)
def test_an_act_is_taken_out_of_the_plan(plan, at, left):
    """By its place, and no other."""
    work = working()
    work.set_plan(TAP, acts(*plan))
    work.drop(at)
    assert texts(work.plan) == left


@pytest.mark.parametrize(
    ("is_open", "plan", "left", "then"),
    [
        (True, ["d burn"], ["d burn"], "tap"),
        (True, [], ["d sweep", "d tap"], "sweep"),
        (True, None, ["d tap"], "tap"),
        (False, ["d burn"], ["d sweep", "d tap"], "sweep"),
        (False, [], ["d sweep", "d tap"], "sweep"),
        (False, None, [], ""),
    ],
)
def test_another_plan_takes_the_place_of_the_open_one(is_open, plan, left, then):
    """Where nothing is left of it the next step opens; one that nobody can know changes nothing."""
    work = working(SWEEP)
    if is_open:
        work.set_plan(TAP, acts("d tap"))
    work.ask_for(None if plan is None else acts(*plan))
    assert (texts(work.plan), work.step.id if work.step is not None else "") == (left, then)


@pytest.mark.parametrize(
    ("done", "left"), [(0, ["d tap", "d burn", "d sweep"]), (1, ["d burn", "d sweep"]), (2, ["d sweep"]), (3, [])]
)
def test_what_is_left_of_a_plan_is_known_by_the_length_of_the_log(done, left):
    """An agenda is the same value while its plan is done act by act."""
    work = working(TAP)
    work.set_plan(SWEEP, acts("d tap", "d burn", "d sweep"))
    agenda = work.build()
    assert agenda.place == Place(SWEEP, acts("d tap", "d burn", "d sweep"), HERE, False, 0, None)
    work.now.log += acts("d tap") * done
    again = AgendaBuilder(agenda, work.now, TABLE.house, work.runs)
    assert (texts(again.plan), again.step, again.bag, again.total) == (left, SWEEP, False, 0)
    assert to_come(again.stack) == ["tap"]


def test_a_step_with_nothing_left_to_do_has_no_place():
    """Nor has an agenda without a step."""
    work = working(TAP)
    assert work.build().place is None
    work.set_plan(BURN, BURN.plan(work.now) or ())
    work.plan = ()
    assert work.build().place is None
    again = AgendaBuilder(work.build(), work.now, TABLE.house, work.runs)
    assert (again.step, again.plan, again.bag, again.total, again.partial) == (None, (), False, 0, None)


# Steps


@pytest.mark.parametrize(
    ("opening", "plan", "may", "passed"),
    [
        (TAP, ["d tap"], [], ["tap"]),
        (NOTHING, [], [], ["nothing"]),
        (UNDUE, [], [], ["undue"]),
        (UNKNOWN, [], ["unknown"], ["unknown"]),
    ],
)
def test_a_step_opens_if_something_is_due_in_it(opening, plan, may, passed):
    """It counts as passed all the same; one whose acts nobody knows may be done later."""
    work = working()
    assert work.open_step(opening) is bool(plan)
    assert texts(work.plan) == plan
    assert ([one.id for one in work.may], [one.id for one in work.passed]) == (may, passed)


@pytest.mark.parametrize(
    ("mends", "params", "floor", "log", "opens"),
    [
        (True, {"streets_on": 1}, "binds", [], False),
        (True, {"streets_on": 1}, "binds", ["d floor"], True),
        (True, {"streets_on": 1}, "begins", [], True),
        (True, {}, "binds", [], True),
        (False, {"streets_on": 1}, "binds", [], True),
    ],
)
def test_the_later_steps_of_a_remedy_are_due_once_it_binds(mends, params, floor, log, opens):
    """RM-26: nobody has to go on with a remedy that nobody has taken up; it does not even count as passed."""
    work: Any = working()
    work.now.log, work.now.slips = [*acts(*log)], ()
    work.house = SimpleNamespace(remedies={"RM-1": SimpleNamespace(floor=floor, own_verbs=frozenset())})
    later = step("later", "d tap", more={"remedy": mends, "params": params, "path": "RM-1.later"})
    assert work.open_step(later) is opens
    assert (work.passed, texts(work.plan)) == (((later,), ["d tap"]) if opens else ((), []))


@pytest.mark.parametrize(
    ("credit", "standing", "plan", "left"),
    [
        ({"sweep": acts("d tap")}, False, ["d sweep"], {}),
        ({"sweep": acts("d sweep"), "burn": acts("d burn")}, False, ["d tap"], {"burn": acts("d burn")}),
        ({"sweep": acts("d sweep", "d tap")}, False, [], {}),
        ({"sweep": acts("d burn")}, False, ["d sweep", "d tap"], {}),
        ({"sweep": acts("d tap")}, True, ["d sweep", "d tap"], {}),
        ({"burn": acts("d tap")}, False, ["d sweep", "d tap"], {"burn": acts("d tap")}),
        ({}, False, ["d sweep", "d tap"], {}),
    ],
)
def test_what_was_done_before_its_step_opened_is_not_asked_for_again(credit, standing, plan, left):
    """Unless the plan is worked out from the felt; what was done early for another step waits for that one."""
    early = step("sweep", "d sweep", "d tap", standing=standing)
    work = working(books=Books(credit=credit, hurried=frozenset({"sweep", "burn"})))
    assert work.open_step(early) is bool(plan)
    assert texts(work.plan) == plan
    assert work.books.credit == left
    assert work.books.hurried == ({"burn"} if "sweep" in credit else {"sweep", "burn"})


@pytest.mark.parametrize(
    ("early", "since", "counts"),
    [
        ("d riffle", [], True),
        ("d riffle", ["d deal s1"], False),
        ("d riffle", ["d burn"], False),
        ("d riffle", ["d tap", "d gather"], True),
        ("d deal s1", ["d deal s2", "d burn"], True),
        ("d deal s1", ["d gather"], False),
        ("d tap", ["d deal s1", "d gather"], True),
    ],
)
def test_a_shuffle_done_early_counts_until_a_card_is_dealt(early, since, counts):
    """And a card dealt early until the cards are gathered; nothing undoes another act."""
    work = working(books=Books(credit={"early": acts(early)}))
    (done,) = work.books.credit["early"]
    work.now.log = [*acts("d deal s3", "d gather"), done, *acts(*since)]
    assert texts(work.uncredited(step("early"), acts("d tap table", early))) == ["d tap table", *([] if counts else [early])]


def test_an_act_is_credited_to_its_step():
    """After what was done for it before, without the remarks of that moment."""
    work = working(books=Books(credit={"tap": acts("d tap"), "burn": acts("d burn")}))
    (act,) = acts("d tap table")
    work.credited(TAP, act)
    assert {name: texts(done) for name, done in work.books.credit.items()} == {
        "tap": ["d tap", "d tap table"],
        "burn": ["d burn"],
    }
    work.credited(SWEEP, act)
    assert texts(work.books.credit["sweep"]) == ["d tap table"]


@pytest.mark.parametrize(
    ("deadlines", "opened_for", "is_open", "passed", "guarded"),
    [
        ([], "", "tap", [TAP], False),
        (["tap"], "", "tap", [], True),
        (["tap"], "", "burn", [TAP], True),
        (["tap"], "", "burn", [BURN], False),
        (["tap"], "", "", [BURN], False),
        (["", "sweep"], "", "tap", [BURN, SWEEP], True),
        (["sweep", "burn"], "", "tap", [], False),
        ([""], "", "tap", [TAP], False),
        ([], "tap", "tap", [], True),
        ([], "tap", "burn", [], False),
        ([], "-", "tap", [], False),
    ],
)
def test_a_deadline_guards_what_is_owed_from_its_step_on(deadlines, opened_for, is_open, passed, guarded):
    """Of a debt, or of the players' step that is open; where nothing has a deadline nothing is guarded."""
    work = working(books=Books(debts=tuple(debt("d burn", deadline=name) for name in deadlines)))
    if opened_for:
        work.open = opened(work, asking(deadline=opened_for.strip("-")))
    work.passed = tuple(passed)
    if is_open:
        work.set_plan(step(is_open), acts("d tap"))
    assert work.is_guarded() is guarded


@pytest.mark.parametrize("one_by_one", [True, False])
def test_a_step_that_plans_one_act_at_a_time_is_planned_again(one_by_one):
    """Until nothing is left of it; any other is done."""
    words = {"in_parts": one_by_one, "fresh": one_by_one}
    for due, then in ((["d tap"], "tap" if one_by_one else "sweep"), ([], "sweep")):
        work = working(SWEEP)
        work.step = step("tap", *due, **words)
        go_on_from(work)
        assert work.step is not None
        assert work.step.id == then
        assert texts(work.plan) == (["d tap"] if then == "tap" else ["d sweep", "d tap"])
    work = working(SWEEP)
    go_on_from(work)
    assert work.step is SWEEP


# Rounds


DEBTS = {
    "of the last round": debt("d tap", round=4),
    "older": debt("d tap", round=2),
    "of the round alone": debt("d close", round=4),
    "money that was found": debt("d return s2 bet 2", round=1, finding=0),
}


@pytest.mark.parametrize(
    ("part", "first", "begun", "laps", "kept"),
    [
        pytest.param(False, True, 4, 7, {"of the last round", "of the round alone", "money that was found"}, id="first-round"),
        pytest.param(False, False, 5, 7, {"of the last round", "money that was found"}, id="next-round"),
        pytest.param(True, True, 4, 7, {"of the last round", "of the round alone", "money that was found"}, id="first-turn"),
        pytest.param(True, False, 4, 8, set(DEBTS), id="next-turn"),
    ],
)
def test_a_round_begins_and_a_part_of_it(part, first, begun, laps, kept):
    """A round forgets what belonged to the last one; a player's turn within it forgets nothing."""
    whole = section("hand", TAP, BURN, part=part)
    credit = {"burn": acts("d burn")}
    books = Books(
        debts=tuple(DEBTS.values()), may=(UNKNOWN,), credit=credit, hurried=frozenset({"burn"}), left_out=acts("d tap"), slipped=3
    )
    counts = RoundCounts(4, 7, entered=True, earlier=(SWEEP,), reported=frozenset({"a/slip"}))
    work = working(SWEEP, round_=counts, books=books)
    work.passed = (TAP,)
    work.now.rounds, work.now.starts = {"hand": 3}, {"hand": (1, 2, 3)}
    work.begin(whole, first=first)
    assert (work.round.begun, work.round.laps, work.round.entered) == (begun, laps, True)
    assert {name for name, owed in DEBTS.items() if owed in work.debts} == kept
    assert to_come(work.stack) == ["tap", "burn", "loop hand", "sweep"]
    assert work.now.rounds["hand"] == (1 if first else 4)
    assert work.round.rounds == work.now.rounds
    assert work.round.marks["hand"] == HERE
    assert (work.passed, work.round.earlier) == (((TAP,), (SWEEP,)) if part else ((), (TAP,)))
    forgotten = (work.books.credit, work.books.hurried, work.books.left_out)
    assert forgotten == ((credit, {"burn"}, acts("d tap")) if part else ({}, frozenset(), ()))
    assert work.may == ((UNKNOWN,) if part or first else ())
    assert work.round.reported == (frozenset() if not part and not first else {"a/slip"})
    assert work.books.slipped == 3


@pytest.mark.parametrize("left", ["credit", "hurried", "left_out", "may"])
def test_each_thing_left_of_the_last_round_is_forgotten(left):
    """Whichever of them there is."""
    credit = {"burn": acts("d burn")}
    there: dict[str, Any] = {"credit": credit, "hurried": frozenset({"burn"}), "left_out": acts("d tap"), "may": (UNKNOWN,)}
    work = working(books=Books()._replace(**{left: there[left]}))
    work.now.rounds, work.now.starts = {"hand": 1}, {"hand": (1,)}
    work.begin(section("hand", TAP))
    assert not getattr(work.books, left)


@pytest.mark.parametrize(
    ("node", "opens", "to_do"),
    [
        (section("once", TAP, repeats=None), False, ["tap", "sweep"]),
        (section("once", TAP, repeats=None, when=False), False, ["sweep"]),
        (section("hand", TAP), False, ["tap", "loop hand", "sweep"]),
        (section("hand", TAP, repeats=False), False, ["sweep"]),
        (section("hand", TAP, when=False), False, ["sweep"]),
        (Loop(section("hand", TAP)), False, ["tap", "loop hand", "sweep"]),
        (Loop(section("hand", TAP, repeats=False)), False, ["sweep"]),
        (Loop(section("hand", TAP, repeats=None)), False, ["sweep"]),
        (Loop(section("hand", TAP, when=False)), False, ["tap", "loop hand", "sweep"]),
        (Leave("nowhere"), False, ["sweep"]),
        (Resume(TAP, acts("d tap table"), bag=True), True, ["sweep"]),
    ],
)
def test_an_item_opens_what_is_in_it(node, opens, to_do):
    """A section whose conditions hold, and again while it repeats; the rest of an interrupted step."""
    work = working(SWEEP)
    work.now.rounds, work.now.starts = {"hand": 1}, {"hand": (1,)}
    assert work._open(node) is opens
    assert to_come(work.stack) == to_do
    if opens:
        assert (texts(work.plan), work.step, work.bag) == (["d tap table"], TAP, True)
    else:
        assert work.step is None


def test_an_item_of_the_players_asks_them():
    """A step of theirs, and one that waited; a section that is left is left for good."""
    for node in (asking(), "waiting"):
        work = working(BURN, Loop(section("hand", TAP)))
        assert work._open(waiting(work, asking()) if isinstance(node, str) else node) is True
        assert work.players is not None
        assert work._open(Leave("hand")) is False
        assert (to_come(work.stack), work.players) == (["loop hand"], None)


def test_the_rest_of_a_street_that_a_remedy_has_dealt_is_not_dealt_again():
    """FTR-24: then nothing of the interrupted step is left, and the next one opens."""
    work, steps = flop("d deal board 3 together")
    work.passed = (steps["board"],)
    assert work._open(Resume(steps["board"], acts("d deal board"), bag=True)) is False
    assert (work.step, work.plan, work.bag) == (None, (), False)


def test_a_section_begins_for_the_first_time_or_again():
    """Its rounds are counted from one each time."""
    for node, number in ((section("hand", TAP), 1), (Loop(section("hand", TAP)), 6)):
        work = working()
        work.now.rounds, work.now.starts = {"hand": 5}, {"hand": (1,)}
        work._open(node)
        assert work.now.rounds["hand"] == number
        assert work.round.begun == (number == 6)


@pytest.mark.parametrize("word", ["remedy", "standing", "fresh", "reopens", ""])
def test_an_interrupted_step_that_depends_on_what_was_done_is_planned_again(word):
    """A remedy may have done part of it; any other goes on with the acts that were left."""
    do: dict[str, Any] = {word: "collect" if word == "reopens" else True} if word not in ("", "remedy") else {}
    again = step("again", "d burn", more={"remedy": word == "remedy"}, **do)
    work = working()
    assert work._open(Resume(again, acts("d tap", "d tap"), bag=True)) is True
    assert texts(work.plan) == (["d burn"] if word else ["d tap", "d tap"])
    done = step("done", more={"remedy": word == "remedy"}, **do)
    assert work._open(Resume(done, acts("d tap"), bag=True)) is (not word)


INNER, OUTER = section("hand", TAP, part=True), section("shoe", SWEEP)


@pytest.mark.parametrize(
    ("leave", "to_do"),
    [
        (Leave("hand"), ["loop hand", "sweep", "loop shoe", "nothing"]),
        (Leave("shoe"), ["loop shoe", "nothing"]),
        (Leave("hand", again=True), ["tap", "loop hand", "sweep", "loop shoe", "nothing"]),
        (Leave("shoe", again=True), ["sweep", "loop shoe", "nothing"]),
        (Leave("match"), ["burn", "loop hand", "sweep", "loop shoe", "nothing"]),
        (Leave("match", otherwise=Leave("shoe")), ["loop shoe", "nothing"]),
        (Leave("match", otherwise=Leave("game")), ["burn", "loop hand", "sweep", "loop shoe", "nothing"]),
        (Leave("hand", otherwise=Leave("shoe")), ["loop hand", "sweep", "loop shoe", "nothing"]),
    ],
)
def test_the_rest_of_a_section_is_left(leave, to_do):
    """It decides then whether it begins again, or begins again whatever it decides; a section that is not open is not left."""
    results = {"ask": 1, "tap": 2}
    books = Books(debts=(debt("d burn", round=2), debt("d return s2 bet 2", round=1, finding=0)))
    work = working(BURN, Loop(INNER), SWEEP, Loop(OUTER), NOTHING, books=books, round_=RoundCounts(2))
    work.now.rounds, work.now.starts = {"hand": 1, "shoe": 1}, {"hand": (1,), "shoe": (1,)}
    work.now.results = results
    work.open = opened(work, asking())
    is_left = len(to_do) < 5 or to_do[0] == "tap"
    work.leave(leave)
    assert to_come(work.stack) == to_do
    assert (work.open is None) is is_left
    assert [owed.acts[0].verb for owed in work.debts] == (["return"] if is_left else ["burn", "return"])
    if leave.again:  # the results of a round that does not count are not those of the round before
        assert work.now.before == TABLE.now.before


def test_the_innermost_repeated_section_is_the_one_that_is_open():
    """Whatever comes before its end."""
    loop = working(BURN, Loop(INNER), Loop(OUTER)).loop()
    assert loop is not None
    assert loop.section is INNER
    assert working(BURN).loop() is None
    assert (working(BURN).players, working(BURN).ask) == (None, {})


# Players


@pytest.mark.parametrize(("when", "asks", "opens"), [(True, True, True), (False, True, False), (True, False, False)])
def test_players_are_asked_if_there_is_somebody_to_ask(when, asks, opens):
    """A step that is over at once has its result; one that is not due takes nothing from the step that is open."""
    for another in (False, True):
        is_asked_if_somebody_is_there(when, asks, opens, another=another)


def is_asked_if_somebody_is_there(when: bool, asks: bool, opens: bool, *, another: bool) -> None:
    """Open a players' step, with another one open or none."""
    work, players = working(SWEEP), asking(when=when, asks=asks)
    work.now.given = {"leader": 1}
    work.note_round(given=work.now.given)
    before = work.open = opened(work, asking("before")) if another else None
    assert work.open_players(players) is opens
    if opens:
        assert work.open is not None
        assert (work.open.step, work.ask, work.players) == (players, {"s1": {"check": (None,)}}, players)
    else:
        assert work.open == (before if not when else None)
    assert work.now.results == ({"ask": []} if when and not asks else {})
    assert work.round.results == work.now.results
    is_kept = not when or (opens and not another)  # the state of a table set up in the middle is that of its first step
    assert work.now.given == work.round.given == ({"leader": 1} if is_kept else {})


@pytest.mark.parametrize(
    ("said", "plan", "then", "results"),
    [
        (["s1 check"], [], "", {}),
        (["s1 check", "s1 fold"], [], "sweep", {"ask": ["s1 check", "s1 fold"]}),
        (["s1 fold"], ["d tap"], "tap", {"ask": ["s1 fold"]}),
    ],
)
def test_an_answer_may_end_the_question(said, plan, then, results):
    """Its result is kept, and the next step opens unless the dealer has still something to do."""
    work = working(SWEEP)
    work.open_players(asking())
    work.now.given = {"leader": 1}
    if plan:
        work.set_plan(TAP, acts(*plan))
    for act in acts(*said):
        work.answer(act)
    assert (work.step.id if work.step is not None else "") == then
    assert (work.now.results, work.round.results) == (results, results)
    assert (work.open is None) is bool(results)
    assert (work.now.given == {}) is bool(results)


def test_the_dealer_closes_the_question_by_going_on():
    """Its mechanic hears that; where nobody is asked nothing is closed."""
    work, players = working(), asking()
    work.close_players()
    assert work.now.results == {}
    work.open_players(players)
    work.close_players()
    assert (work.open, work.now.results, heard(work, players)) == (None, {"ask": ["closed"]}, ["closed"])


def test_a_question_that_does_not_end_when_it_is_closed_has_no_result():
    """It is dropped all the same."""

    def deaf(now: Any, params: Any) -> Any:
        while True:
            yield {"s1": {"check": (None,)}}

    work, players = working(), asking()
    work.open_players(attrs.evolve(players, mechanic=attrs.evolve(players.mechanic, run=deaf)))
    work.close_players()
    assert (work.open, work.now.results) == (None, {})


@pytest.mark.parametrize(
    ("more", "passed", "closed"),
    [
        ({"until": "tap"}, TAP, True),
        ({"deadline": "tap"}, TAP, True),
        ({"until": "tap"}, BURN, False),
        ({}, TAP, False),
    ],
)
def test_the_step_that_ends_a_question_closes_it(more, passed, closed):
    """When it is done, and no other step."""
    work, players = working(SWEEP), asking(**more)
    work.open_players(players)
    work.set_plan(passed, acts("d tap"))
    work.go_on()
    assert (work.open is None, work.now.results) == (closed, {"ask": ["closed"]} if closed else {})
    assert work.step is SWEEP


@pytest.mark.parametrize(
    ("hears_all", "since", "at", "is_open", "told"),
    [
        pytest.param(True, 0, None, False, True, id="a-correction"),
        pytest.param(True, 2, None, False, True, id="a-correction-later"),
        pytest.param(True, 0, 0, False, True, id="the-act-that-the-remedy-follows"),
        pytest.param(True, 1, 0, False, False, id="an-act-after-it"),
        pytest.param(False, 0, None, False, False, id="it-does-not-hear-them"),
        pytest.param(False, 0, 0, False, False, id="nor-the-act"),
        pytest.param(True, 0, None, True, False, id="it-is-open-itself"),
    ],
)
def test_a_question_that_waits_hears_of_acts_meanwhile(hears_all, since, at, is_open, told):
    """If its mechanic hears them all: the act that the remedy follows, and what corrects it."""
    work, players = working(TAP), asking(hears_all=hears_all)
    item = waiting(work, players, HERE - since)
    work.push(item)
    work.push(SWEEP)
    if is_open:
        work.open = item.open
    (act,) = acts("d tip s1 5")
    work.tell_waiting(act, at=None if at is None else HERE)
    assert heard(work, players) == (["d tip s1 5"] if told else [])
    assert to_come(work.stack) == ["sweep", "waiting ask", "tap"]


def test_a_question_that_waits_beside_another_hears_too():
    """The open one is another; and where none waits nobody hears."""
    work, players = working(), asking(hears_all=True)
    (act,) = acts("d tip s1 5")
    work.tell_waiting(act)
    work.push(waiting(work, players))
    work.now.log += acts("d tap")
    work.open = opened(work, asking("other"))
    work.tell_waiting(act)
    assert heard(work, players) == ["d tip s1 5"]


def test_a_question_that_is_answered_while_it_waits_is_over():
    """Its result is kept, and it does not come back; what waits besides does."""
    work, players = working(TAP), asking(hears_all=True)
    work.push(waiting(work, players))
    work.push(SWEEP)
    (act,) = acts("s1 fold")
    work.answer(act)
    assert (work.now.results, to_come(work.stack)) == ({"ask": ["s1 fold"]}, ["sweep", "tap"])
    assert work.round.results == work.now.results
    work = working()
    item = waiting(work, players)
    work.push(item)
    work.runs[item.open.key].end("before")
    work.tell_waiting(act)
    assert (heard(work, players), work.now.results, to_come(work.stack)) == ([], {}, ["waiting ask"])


@pytest.mark.parametrize(
    ("since", "known", "told"),
    [
        ([], 0, []),
        (["d tip s1 5"], 0, ["d tip s1 5"]),
        (["d tip s1 5", "d burn", "s1 check", "d tip s1 2"], 0, ["d tip s1 5", "d tip s1 2"]),
        (["d tip s1 5", "d tip s1 2"], 1, ["d tip s1 5", "d tip s1 2"]),
        (["d kill s2", "d tip s1 2"], 0, ["d kill s2"]),
    ],
)
def test_a_question_that_goes_on_hears_what_the_dealer_did_meanwhile(since, known, told):
    """The verbs that its mechanic hears, once each, and no more once it is answered."""
    work, players = working(SWEEP), asking()
    item = waiting(work, players)
    done = acts(*since)
    work.now.log += done
    for act in done[:known]:
        work.runs[item.open.key].send(act, work.now)
    assert work._resume_players(item) is True
    assert heard(work, players) == told
    assert (work.open is None) is ("d kill s2" in since)
    if work.open is not None:
        assert work.open == item.open
        assert work.now.told is work.runs[item.open.key].told


@pytest.mark.parametrize(("is_open", "opens"), [("", False), ("other", False), ("same", True)])
def test_a_question_that_was_answered_meanwhile_does_not_go_on(is_open, opens):
    """If it is open already, it went on during the remedy, and the table knows that it is over."""
    work, players = working(), asking()
    item = waiting(work, players)
    work.runs[item.open.key].end("answered")
    if is_open:
        work.now.log += acts("d tap")
        work.open = item.open if is_open == "same" else opened(work, asking("other"))
    before = work.open
    assert work._resume_players(item) is opens
    assert work.open == before


def test_another_question_gives_way_to_the_one_that_waited():
    """The one that a remedy had interrupted is open again."""
    work, players = working(), asking()
    item = waiting(work, players)
    work.now.log += acts("d tap")
    work.open = opened(work, asking("other"))
    assert work._resume_players(item) is True
    assert work.open == item.open


# Remedies


@pytest.mark.parametrize(
    ("plan", "more", "waits", "beside", "to_do", "stays"),
    [
        pytest.param(["d tap"], None, False, False, ["resume tap"], False, id="a-step"),
        pytest.param([], None, False, False, [], False, id="a-step-that-is-done"),
        pytest.param([], {}, False, False, ["waiting ask"], False, id="players"),
        pytest.param(["d tap"], {}, False, False, ["waiting ask", "resume tap"], False, id="players-and-a-step"),
        pytest.param([], {}, False, True, ["waiting ask"], True, id="players-who-may-act-meanwhile"),
        pytest.param([], {}, True, True, [], True, id="who-wait-already"),
        pytest.param([], {}, True, False, [], False, id="who-wait-already-and-may-not-act"),
        pytest.param([], {"until": "close"}, False, False, [], True, id="players-whom-the-dealer-closes"),
        pytest.param([], {"deadline": "close"}, False, False, ["waiting ask"], False, id="players-with-a-deadline"),
    ],
)
def test_a_remedy_comes_first_and_what_it_interrupts_goes_on_afterwards(plan, more, waits, beside, to_do, stays):
    """The rest of the open step, and the players who were asked, once."""
    work, players = working(SWEEP), asking(**(more or {}))
    if more is not None:
        work.open = opened(work, players)
    if waits:
        assert work.open is not None
        work.push(waiting(work, players))
    work.set_plan(TAP, acts("d tap"))
    work.plan = acts(*plan)
    work.interrupt([remedy("RM", "d floor"), BURN], beside=beside)
    assert (work.step.id if work.step else "", texts(work.plan)) == ("RM", ["d floor"])
    assert to_come(work.stack) == ["burn", *to_do, *(["waiting ask"] if waits else []), "sweep"]
    assert (work.open is not None) is stays
    for item in items(work.stack):
        if isinstance(item, Resume):
            assert (item.step, texts(item.acts)) == (TAP, ["d tap"])


def test_what_nobody_could_know_is_planned_again_behind_a_remedy():
    """Its steps come before what follows; a step that is no remedy leaves them as they are."""
    for mends in (True, False):
        work = working(SWEEP, books=Books(may=(BURN,)))
        work.set_plan(remedy("RM", "d floor") if mends else TAP, acts("d floor"))
        work.go_on()
        assert work.step is (BURN if mends else SWEEP)
        assert work.may == (() if mends else (BURN,))


def test_nothing_is_open_where_nothing_comes():
    """The last step is closed, and no other opens."""
    work = working(NOTHING, UNDUE)
    work.set_plan(TAP, acts("d tap"))
    work.go_on()
    assert (work.step, work.plan, work.stack) == (None, (), None)


@functools.cache
def at_the_flop(*dealt: str) -> dk.Table:
    """A hand at the flop, with these acts done there."""
    table = dk.Table("holdem", seats=3, button=3, seed=3)
    table.advance("board")
    for line in dealt:
        table.push(line)
    return table


def flop(*dealt: str) -> tuple[AgendaBuilder, dict[str, DealerStep]]:
    """A working copy of that hand without anything open, and the game's steps by name."""
    table = at_the_flop(*dealt)

    def revive(*_: object) -> Any:
        pytest.fail("nobody is sent anything")

    work = AgendaBuilder(table.agenda, table.now.copy(), table.house, RunningMechanics(revive))
    work.stack, work.step, work.plan, work.open, work.debts = None, None, (), None, ()
    return work, {one.id: one for one in table.house.program.walk() if isinstance(one, DealerStep)}


@pytest.mark.parametrize(
    ("dealt", "following", "owed"),
    [
        (["d deal board 2 together"], None, ["d deal board"]),
        (["d deal board 3 together"], None, []),
        (["d deal board 4 together"], None, ["d move"]),
        (["d deal board 2 together"], "leave", []),
        (["d deal board 2 together"], "remedy", []),
        (["d deal board 2 together"], "resume of a remedy", []),
        (["d deal board 2 together"], "section of a remedy", []),
        (["d deal board 2 together"], "step", ["d deal board"]),
        (["d deal board 2 together"], "resume of the board", []),
    ],
)
def test_a_board_is_counted_when_a_remedy_is_over(dealt, following, owed):
    """FTR-24: cards missing, or too many, are owed for the last finding once its last step is done, and not before."""
    work, steps = flop(*dealt)
    work.passed, work.found = (steps["board"],), ("first", "second")
    after: dict[str, Any] = {
        "leave": Leave("nowhere"),
        "remedy": remedy("RM", "d floor"),
        "resume of a remedy": Resume(remedy("RM", "d floor"), acts("d floor"), bag=False),
        "section of a remedy": section("once", remedy("RM", "d floor"), repeats=None),
        "step": TAP,
        "resume of the board": Resume(steps["board"], acts("d deal board"), bag=False),
    }
    work.push(after[following] if following else TAP)
    work.set_plan(remedy("RM-0", "d floor"), acts("d floor"))
    work.go_on()
    assert [" ".join(one.acts[0].text.split()[: len(text.split())]) for one, text in zip(work.debts, owed, strict=False)] == owed
    assert len(work.debts) == len(owed)
    for one in work.debts:
        assert (one.finding, one.found, one.amends, one.total, one.round) == (1, len(work.now.log), True, 1, work.round.begun)


@pytest.mark.parametrize(
    ("credit", "passed", "owed"),
    [
        ({}, False, 1),
        ({"turn_card": acts("d deal board")}, False, 0),
        ({"turn_card": acts("d deal board", "d deal board")}, False, 1),
        ({"turn_card": acts("d deal board")}, True, 0),
        ({"turn_burn": acts("d burn")}, False, 1),
    ],
)
def test_a_street_dealt_before_its_time_is_not_too_many_cards(credit, passed, owed):
    """If the whole of it was dealt; a burn that was done early is no card of the board."""
    work, steps = flop("d deal board 4 together")
    work.passed = (steps["board"], steps["turn_card"]) if passed else (steps["board"],)
    work.note(credit=credit)
    work.push(TAP)
    work.set_plan(remedy("RM-0", "d floor"), acts("d floor"))
    work.go_on()
    assert len(work.debts) == owed


@pytest.mark.parametrize(
    ("text", "since", "verb", "stays"),
    [
        ("d deal board", [], "move", True),  # the board is still short
        ("d burn", [], "move", False),
        ("d tap", [], "move", True),
        ("d deal s2", [], "move", True),  # that hand still waits
        ("d deal s2", ["d deal s1"], "move", True),
        ("d deal s2", ["d deal s2"], "move", False),
        ("d deal s2", ["d gather"], "move", False),
        ("d deal board", [], "deal", True),
        ("d deal s2", ["d deal s2"], "deal", True),
        ("d burn", [], "deal", True),
        ("d burn", [], "floor", True),
    ],
)
def test_cards_that_a_remedy_has_brought_are_owed_no_longer(text, since, verb, stays):
    """A board that is short stays owed, and so does a hand that has neither got nor given a card since (FTR-24)."""
    work, steps = flop("d deal board 2 together")
    work.passed, at = (steps["board"],), len(work.now.log)
    work.now.log = [*work.now.log, *acts(*since)]
    work.debts = [debt(text, steps["board"], at=at)]
    words = {"move": "d move Ah board burns", "deal": "d deal s1", "floor": "d floor"}
    owed = work.debts
    for mends in (False, True):  # a step that is no remedy settles nothing by itself
        work.debts, work.plan = owed, ()
        work.step = remedy("RM-0", words[verb], more={"remedy": mends})
        work.go_on()
        assert bool(work.debts) is (stays or not mends)


def test_a_board_that_a_remedy_has_completed_is_owed_no_longer():
    """Whether it was laid or put there; a burn that was left out is still owed."""
    for words, left in (("d deal board", ["burn"]), ("d move Ah board burns", []), ("d floor", ["deal", "burn"])):
        work, steps = flop("d deal board 3 together")
        work.passed = (steps["board"],)
        work.debts = [debt("d deal board", steps["board"]), debt("d burn", steps["burn"])]
        advance._after_remedy(work, remedy("RM-0", words))
        assert [owed.acts[0].verb for owed in work.debts] == left


@pytest.mark.parametrize(
    ("path", "due", "again"), [("RM-7.move", [], True), ("RM-7.move", ["d tap"], False), ("RM-8.move", [], False)]
)
def test_a_slip_that_was_put_right_may_be_found_again(path, due, again):
    """FTR-03: once its remedy has nothing left to do; another remedy's slip stays reported."""
    work, _ = flop()
    work.now.mended = {"RM-7": RuledOn("burn_error", "burn/missed-before-street", 1, ())}
    code = work.house.catalogue["burn/missed-before-street"].get("slip", "burn/missed-before-street")
    work.note_round(reported=frozenset({code, "a/other"}))
    moved = remedy("RM-7", *due, more={"path": path, "verbs": frozenset({"move"})})
    advance._after_remedy(work, moved)
    assert work.round.reported == ({"a/other"} if again else {code, "a/other"})


# Working copies


def test_a_trial_leaves_the_table_as_it_is_until_it_is_taken_over():
    """FTR-03: another working copy has a situation and mechanics of its own; what was opened there comes with it."""
    work = working(SWEEP)
    runs, log = work.runs, work.now.log
    trial = work.copy()
    assert trial.now is not work.now
    assert trial.runs is not runs
    assert trial.now.log is log
    trial.go_on()
    slip = RuledOn("burn_error", "burn/missed-before-street", 1, ())
    trial.note(slips=(slip,), hurried=frozenset({"tap"}))
    trial.open_players(asking())
    assert (work.step, work.open, work.now.slips, runs.held) == (None, None, TABLE.now.slips, {})
    work.become(trial)
    assert (work.step, work.open, work.now) == (SWEEP, trial.open, trial.now)
    assert work.books.slips == (slip,)
    assert work.runs is runs
    assert runs.held == trial.runs.held != {}


@pytest.mark.parametrize("name", ["slips", "mended", "stakes", "out_of_turn"])
def test_what_facts_read_of_the_books_is_in_the_situation_too(name):
    """Each of the four, and no other with it."""
    work, mark = working(), object()
    before = {each: getattr(work.now, each) for each in ("slips", "mended", "stakes", "out_of_turn")}
    work.note(**{name: mark})
    assert getattr(work.books, name) is mark
    assert {each: getattr(work.now, each) for each in before} == {**before, name: mark}


def test_only_so_many_stacks_and_rows_of_steps_are_kept():
    """A house with any number of games keeps those of a few in memory."""
    for _ in range(advance._MOST_KEPT + 5):
        one = section("one", TAP)
        assert advance._opened(one, None) is advance._opened(one, None)
        tap = step("tap", "d tap")
        assert advance._and((), tap) is advance._and((), tap)
    assert len(advance._OPENED) <= advance._MOST_KEPT
    assert len(advance._PASSED) <= advance._MOST_KEPT


def test_what_is_kept_of_one_way_is_not_taken_for_another():
    """The same section above other items, the same step after others."""
    one, below = section("one", TAP), working(SWEEP).stack
    assert to_come(advance._opened(one, None)) == ["tap", "loop one"]
    assert to_come(advance._opened(one, below)) == ["tap", "loop one", "sweep"]
    assert advance._and((TAP,), BURN) == (TAP, BURN)
    assert advance._and((SWEEP,), BURN) == (SWEEP, BURN)


@pytest.mark.parametrize(
    ("plan", "done", "left"),
    [
        (["d tap", "d burn", "d tap"], "d tap", ["d burn", "d tap"]),
        (["d tap", "d burn"], "d burn", ["d tap"]),
        (["d tap", "d burn"], "d sweep", ["d tap", "d burn"]),
        ([], "d tap", []),
    ],
)
def test_one_act_that_was_done_is_left_out_of_a_plan(plan, done, left):
    """The first that is the same."""
    (act,) = acts(done)
    assert texts(advance._without(acts(*plan), act)) == left
