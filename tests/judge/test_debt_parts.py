"""Matchers of owed acts, part by part: which acts settle a debt, in full or in part, and what is left of it."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.facts.situation import RuledOn
from dealerkit.felt import Act
from dealerkit.judge.findings import Draft, Finding
from dealerkit.judge.match import ActView, Move
from dealerkit.judge.matchers import debts
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Debt, Leave, Resume, items, stacked
from dealerkit.procedure.planning_again import plan_what_is_known
from dealerkit.procedure.steps import DealerStep
from tests.judge.copies import UNASKED, acts, holdem_at, left, owed, steps_of, with_do, working_copy

TABLE = holdem_at("turn_burn")
"""The turn is to be burned for; the dealer has tapped."""
LAST = len(TABLE.log)
STEPS = steps_of(TABLE)
MONEY, MARK, DEAL = attrs.evolve(STEPS["award"], codes={}), "d mark s1 commission 5", "d deal s2"
REMEDY = attrs.evolve(STEPS["RM-11-back"], path="RM-11.RM-11-back")


def finding(act: int = LAST, step: str = "turn_burn") -> Finding:
    """Return a finding on an act."""
    return Finding("step/unexpected", step, "", "d tap", act)


# -- which acts settle a debt ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amends", "act", "settles"),
    [
        (False, "d pay s2 5", True),
        (False, "d pay s2 4", False),
        (False, "d pay s3 5", False),
        (False, "d pay s2 3", False),  # what is left of it now is asked of a correction alone
        (True, "d pay s2 3", True),
        (True, "d pay s2 5", True),
        (True, "d pay s3 3", False),
    ],
)
def test_an_owed_sum_is_as_it_was_noted_or_for_a_correction_as_it_is_now(amends: bool, act: str, settles: bool) -> None:
    """BA-48: part of what was owed lies right by now."""
    step = with_do(AS_IT_LAY, later=lambda _now, _since, _owed: Act.parse("d pay s2 3"))
    debt = owed(step, "d pay s2 5", amends=amends, at=LAST)
    assert debts._has_exactly(working_copy(TABLE), debt, Act.parse(act)) is settles


@pytest.mark.parametrize(
    ("plan", "noted", "act", "after"),
    [
        pytest.param(["d tap"], [(["d gather"], {})], "d gather", [], id="the-last-hand-is-gathered-late"),
        pytest.param(["d gather"], [(["d gather"], {})], "d gather", None, id="it-is-due"),
        pytest.param(["d tap", "d gather"], [(["d gather"], {})], "d gather", None, id="or-will-be"),
        pytest.param(["d tap"], [(["d burn", "d gather"], {})], "d gather", None, id="something-else-is-owed-first"),
        pytest.param(["d pay s2 4"], [(["d pay s2 5"], {})], "d pay s2 5", [], id="while-another-sum-is-due"),
        pytest.param(["d pay s3 5"], [(["d pay s2 5"], {})], "d pay s2 5", [], id="or-another-seat-is"),
        pytest.param(["d pay s2 5"], [(["d pay s2 5"], {})], "d pay s2 5", None, id="the-sum-is-due"),
        pytest.param(["d tap", "d pay s2 5"], [(["d pay s2 5"], {})], "d pay s2 5", [], id="it-is-due-later"),
        pytest.param([], [(["d pay s2 5"], {})], "d pay s2 5", [], id="nothing-is-due"),
        pytest.param([], [(["d pay s2 5"], {"finding": -1})], "d pay s2 5", None, id="nobody-was-told"),
        pytest.param([], [(["d burn"], {})], "d burn", None, id="no-chips-are-owed"),
        pytest.param([], [(["d pay s2 4"], {})], "d pay s2 5", None, id="another-sum-is-owed"),
        pytest.param([], [(["d pay s2 4"], {}), (["d pay s2 5"], {})], "d pay s2 5", [["d pay s2 4"]], id="of-two-the-exact-one"),
        pytest.param([], [(["d deal s2"], {})], "d deal s2", None, id="no-card-is-due"),
        pytest.param(["d deal s2"], [], "d deal s2", None, id="nothing-is-owed"),
    ],
)
def test_what_is_owed_exactly_goes_before_the_plan(plan: list[str], noted, act: str, after: list[list[str]] | None) -> None:
    """CA-06, BA-48: chips that somebody was told of, to the last one; and the gathering of the last hand."""
    work = working_copy(TABLE, plan=plan)
    work.debts = [
        owed(MONEY if "pay" in texts[0] else STEPS["burn"], *texts, **({"finding": 0, "at": LAST} | told))
        for texts, told in noted
    ]
    match = debts.owed_exactly(ActView(work, Act.parse(act)))
    assert (match and left(match.work)) == after


def test_a_debt_is_made_good_in_its_round_or_late() -> None:
    """FTR-03: by the matcher for the one or the other."""
    work = working_copy(TABLE)
    for round_, in_time in ((work.round.begun, True), (work.round.begun - 1, False)):
        work.debts = [owed(MONEY, "d pay s2 5", round=round_, at=LAST)]
        view = ActView(work, Act.parse("d pay s2 5"))
        assert [debts.made_good(view) is not None, debts.made_good_late(view) is not None] == [in_time, not in_time]
    work.debts = []
    assert debts.made_good(ActView(work, Act.parse("d pay s2 5"))) is None


@pytest.mark.parametrize(
    ("dealt_for", "act", "told", "settles"),
    [
        (["d deal s2 up"], "d deal s2 up", {}, True),
        (["d deal s3 up", "d deal s2 up"], "d deal s2 up", {}, True),
        (["d deal s2 up"], "d deal s2 up", {"round": -1}, False),
        (["d deal s2"], "d deal s2 up", {}, False),
        (["d deal s2 up"], "d deal s2", {}, False),
        (["d deal s2"], "d deal s2", {}, False),
        (["d deal s3 up"], "d deal s3 up", {}, False),
    ],
)
def test_a_card_is_for_a_debt_if_it_lies_as_the_debt_asks_and_not_the_plan(dealt_for, act, told, settles) -> None:
    """DE-10: face up for the debt, while the plan asks for one face down."""
    table = holdem_at("pitch")
    work, step = working_copy(table), steps_of(table)["pitch"]
    assert work.plan[0].text == "d deal s2"
    assert debts._is_for(work, owed(step, *dealt_for, **told), Act.parse(act)) is settles


@pytest.mark.parametrize(
    ("lies", "due", "act", "told", "all_of_it"),
    [
        ("d pay s2 banker 9", "d collect s2 banker 4", "d collect s2 banker 9", {}, True),
        ("d pay s2 banker 9", "d collect s2 banker 4", "d collect s2 9", {}, True),  # no spot is named
        ("d pay s2 banker 9", "d collect s2 banker 4", "d collect s2 banker 8", {}, False),
        ("d pay s2 banker 9", "d collect s2 banker 9", "d collect s2 banker 9", {}, False),
        ("d pay s2 banker 9", "d collect s2 banker 4", "d collect s3 banker 9", {}, False),
        ("d pay s2 banker 9", "d collect s2 player 4", "d collect s2 banker 9", {}, False),
        ("d pay s2 banker 9", "d take s2 banker 4", "d collect s2 banker 9", {}, False),
        ("d pay s2 banker 9", "d take s2 banker 4", "d take s2 banker 9", {}, False),
        ("d pay s2 banker 9", "d collect s2 banker 4", "d collect s2 banker 9", {"amends": False}, False),
        ("d pay s2 banker 9", "d collect s2 banker 4", "d collect s2 banker 9", {"found": 0}, False),
        ("d pay s2 banker 9", "d collect s2 banker 4", "d collect s2 banker 9", {"reckoned": False}, False),
    ],
)
def test_a_wrong_payment_may_come_back_whole(lies: str, due: str, act: str, told: dict[str, Any], all_of_it: bool) -> None:
    """BA-48: the surplus was owed, and all of it is taken back, to be paid again."""
    told = {"amends": True, "found": LAST + 1, "reckoned": True} | told
    step = AS_IT_LAY
    if told.pop("reckoned"):
        step = with_do(AS_IT_LAY, fresh=True, later=lambda _now, _since, act: act)
    debt = owed(step, due, **told)
    assert debts._takes_all_back(working_copy(TABLE, lies), debt, *acts(due, act)) is all_of_it


def test_a_debt_of_the_first_act_is_taken_back_too() -> None:
    """BA-48: the wrong payment was the first act of all."""
    work = working_copy(TABLE)
    work.now = work.now.elsewhere(work.now.felt, [*acts("d pay s2 banker 9")])
    step = with_do(AS_IT_LAY, fresh=True, later=lambda _now, _since, act: act)
    due, act = acts("d collect s2 banker 4", "d collect s2 banker 9")
    assert debts._takes_all_back(work, owed(step, due.text, amends=True, found=1), due, act)
    assert not debts._takes_all_back(work, owed(step, due.text, amends=True, found=0), due, act)


@pytest.mark.parametrize(
    ("due", "act", "amends", "settles"),
    [
        ("d pay s2 5", "d pay s2 5", True, True),
        ("d pay s2 5", "d pay s2 4", False, True),
        ("d pay s2 5", "d pay s2 4", True, False),
        ("d collect s2 5", "d collect s2 4", True, False),
        ("d call winner s2", "d call winner s3", True, False),
        ("d mark s2 commission 5", "d mark s2 commission 4", True, True),
        ("d take s2 banker 5", "d collect s2 banker 5", True, True),
        ("d take s2 banker 5", "d collect s2 banker 4", True, False),
        ("d pay s2 5", "d pay s3 5", False, False),
        # by another name of the same chips
        ("d pay s2 pot 5", "d pay s2 5", False, True),
        ("d pay s2 pot 5", "d pay s2 4", False, False),
        ("d tap board", "d tap", False, False),
    ],
)
def test_a_correcting_sum_is_exact_and_others_are_judged_by_their_manner(due: str, act: str, amends: bool, settles: bool) -> None:
    """BA-48, SD-18: chips of one owner may be named in two ways."""
    step = with_do(AS_IT_LAY, same=lambda one, other: (one.verb, one.to[:1]) == (other.verb, other.to[:1]) or not other.to)
    assert debts._settles(owed(step, due, amends=amends), *acts(due, act)) is settles


@pytest.mark.parametrize(
    ("due", "act", "lacking"),
    [
        ("d deal board 3", "d deal board", ["d deal board 2"]),
        ("d deal board 3", "d deal board 2", ["d deal board"]),
        ("d deal board 3", "d deal board 3", []),
        ("d deal board 3", "d deal board 4", []),
        ("d deal board 3 up", "d deal board", ["d deal board 2 up"]),
        ("d deal s2 Ah Kh", "d deal s2", []),
        ("d move stub s2 3", "d move stub s2", []),
    ],
)
def test_of_several_cards_those_that_did_not_come_are_still_owed(due: str, act: str, lacking: list[str]) -> None:
    """FTR-06: as many as are lacking, the same way up."""
    assert [one.text for one in debts._still_lacking(*acts(due, act))] == lacking


@pytest.mark.parametrize(
    ("taken", "place", "after"),
    [({"s2": 2, "board": 1}, "s2", {"s2": 1, "board": 1}), ({"s2": 0}, "s2", {"s2": 0}), ({"board": 1}, "s2", {"board": 1})],
)
def test_a_card_that_is_laid_back_is_not_replaced(taken: dict[str, int], place: str, after: dict[str, int]) -> None:
    """DH-04: of the cards that were taken from a place, one less may be dealt to it."""
    work = working_copy(TABLE)
    work.note(taken=(7, taken))
    debts._note_laid_back(work, place)
    assert work.books.taken == (7, after)


# -- a mark that is taken off again ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noted", "act", "after", "amended"),
    [
        ([(0, True, ["d mark s1 points melds -35"])], "d mark s1 points melds -255", [["d mark s1 points melds 220"]], True),
        ([(0, True, ["d mark s1 points melds -255"])], "d mark s1 points melds -255", [], True),
        ([(1, True, ["d mark s1 points melds -35"])], "d mark s1 points melds -255", [["d mark s1 points melds -35"]], False),
        ([(0, False, ["d mark s1 points melds -35"])], "d mark s1 points melds -255", [["d mark s1 points melds -35"]], False),
        ([(0, True, ["d mark s2 points melds -35"])], "d mark s1 points melds -255", [["d mark s2 points melds -35"]], False),
        (
            [(0, True, ["d mark s2 points melds 5", "d mark s1 points melds -5", "d tap"]), (1, True, ["d burn"])],
            "d mark s1 points melds -9",
            [["d mark s2 points melds 5", "d mark s1 points melds 4", "d tap"], ["d burn"]],
            True,
        ),
    ],
)
def test_what_is_owed_for_a_wrong_mark_that_is_taken_off(noted, act, after, amended) -> None:
    """CN-23: what was too much is off with all of it, so the right mark is owed; no other debt changes."""
    given = [owed(AS_IT_LAY, *texts, finding=number, amends=amends) for number, amends, texts in noted]
    rest, was_amended = debts._less(given, 0, Act.parse(act))
    assert ([[one.text for one in debt.acts] for debt in rest], was_amended) == (after, amended)


MARKS = attrs.evolve(AS_IT_LAY, verbs=frozenset({"mark"}))


@pytest.mark.parametrize(
    ("last", "act", "told", "after"),
    [
        pytest.param(MARK, "d mark s1 commission -5", {}, [[MARK]], id="the-right-mark-stays-due"),
        pytest.param(MARK, "d mark s1 commission -5", {"passed": True}, [[MARK]], id="of-a-step-that-is-done"),
        pytest.param(MARK, "d mark s1 commission -5", {"plan": ["d burn"]}, [[MARK]], id="while-something-else-is-due"),
        pytest.param(MARK, "d mark s1 commission -5", {"plan": ["d mark s1 commission -4"]}, [[MARK]], id="or-another-sum"),
        pytest.param(MARK, "d mark s1 commission -5", {"plan": ["d mark s2 commission -5"]}, [[MARK]], id="or-another-seat"),
        pytest.param(MARK, "d mark s1 commission -4", {}, None, id="not-all-of-it"),
        pytest.param(MARK, "d mark s1 commission 5", {}, None, id="once-more"),
        pytest.param(MARK, "d mark s2 commission -5", {}, None, id="of-another-seat"),
        pytest.param(MARK, "d mark s1 commission -5", {"found": -1}, None, id="nothing-was-found-in-it"),
        pytest.param(MARK, "d mark s1 commission -5", {"step": False}, None, id="no-step-marks"),
        pytest.param(MARK, "d mark s1 commission -5", {"plan": ["d burn", "d mark s1 commission -5"]}, None, id="it-is-due"),
        pytest.param("", "d mark s1 commission -5", {}, None, id="nothing-has-happened"),
    ],
)
def test_a_wrong_mark_is_taken_off(last: str, act: str, told: dict[str, Any], after: list[list[str]] | None) -> None:
    """CN-23, BA-49: at once, by the same sum with the other sign."""
    work = working_copy(TABLE)
    work.now = work.now.elsewhere(work.now.felt, [*acts(last)] if last else [])
    work.step, work.passed = (MARKS, ()) if told.get("step", True) else (None, ())
    if "passed" in told:
        work.step, work.passed = STEPS["burn"], (MARKS,)
    work.plan = acts(*told.get("plan", ()))
    work.found = [finding(len(work.now.log) + told.get("found", 0))]
    work.debts = []
    match = debts.taken_off(ActView(work, Act.parse(act)))
    assert (match and left(match.work)) == after
    if match:
        assert [(debt.finding, debt.found, debt.amends, debt.round, debt.total) for debt in match.work.debts] == [
            (0, 1, True, work.round.begun, 1)
        ]


# -- what an act that was due takes off a debt -------------------------------------------------------------------------

PAY, TAKE, BET = "d pay s2 5", "d collect s2 5", "d take s2 banker 5"


@pytest.mark.parametrize(
    ("noted", "act", "told", "after", "drafts"),
    [
        pytest.param([(MONEY, [PAY], {})], PAY, {}, [], 1, id="all-of-it"),
        pytest.param([(MONEY, [PAY, TAKE], {})], PAY, {}, [[TAKE]], 1, id="one-of-two"),
        pytest.param([(MONEY, [TAKE, PAY], {})], PAY, {}, [[TAKE]], 1, id="the-second-of-two"),
        pytest.param([(MONEY, [TAKE], {}), (MONEY, [PAY], {})], PAY, {}, [[TAKE]], 1, id="the-debt-that-fits"),
        pytest.param([(MONEY, [PAY], {}), (MONEY, [PAY], {})], PAY, {}, [[PAY]], 1, id="of-two-alike-the-first"),
        pytest.param([(MONEY, [PAY], {})], "d pay s2 4", {}, [[PAY]], 0, id="another-sum"),
        pytest.param([(MONEY, [BET], {})], BET[:-2], {}, [], 1, id="whatever-is-there"),
        pytest.param([(MONEY, [PAY], {})], "d pay s3 5", {}, [[PAY]], 0, id="another-seat"),
        pytest.param([(MONEY, [PAY], {"finding": 0})], PAY, {}, [[PAY]], 0, id="left-to-who-owes-it-exactly"),
        pytest.param([(MONEY, [PAY], {"finding": 0})], PAY, {"plan": [PAY]}, [], 0, id="that-is-due-too"),
        pytest.param(
            [(MONEY, [PAY], {"finding": 0})], PAY, {"plan": ["d pay s2 4"]}, [[PAY]], 0, id="of-which-another-sum-is-due"
        ),
        pytest.param([(MONEY, [PAY], {"finding": 0})], PAY, {"plan": [TAKE, PAY]}, [[PAY]], 0, id="that-is-due-later"),
        pytest.param([(MONEY, [PAY], {"finding": 0})], PAY, {"plan": [TAKE, PAY], "bag": True}, [], 0, id="in-any-order"),
        pytest.param([(MONEY, [BET], {"finding": 0})], BET[:-2], {}, [], 0, id="told-and-taken-without-a-sum"),
        pytest.param([(MONEY, [PAY], {"then": Leave("hand")})], PAY, {}, [[PAY]], 0, id="another-thing-hangs-on-it"),
        pytest.param([(MONEY, [PAY], {"round": -1})], PAY, {}, [[PAY]], 0, id="of-the-round-before"),
        pytest.param([(REMEDY, [PAY], {"round": -1})], PAY, {"step": REMEDY}, [], 0, id="a-remedy-that-is-done-after-all"),
        pytest.param([(REMEDY, [PAY], {"round": -1})], PAY, {}, [[PAY]], 0, id="a-remedy-that-is-not-open"),
        pytest.param([(MONEY, [PAY], {"round": -1})], PAY, {"step": MONEY}, [[PAY]], 0, id="an-open-step-that-is-none"),
        pytest.param([(STEPS["pitch"], [DEAL], {})], DEAL, {}, [[DEAL]], 0, id="a-card"),
        pytest.param([(AS_IT_LAY, [DEAL], {"finding": 0})], DEAL, {"plan": [DEAL]}, [[DEAL]], 0, id="a-card-owed-back"),
        pytest.param(
            [(AS_IT_LAY, [DEAL], {"finding": 0})], DEAL, {"plan": [DEAL], "step": AS_IT_LAY}, [], 0, id="laid-out-by-a-remedy"
        ),
        pytest.param(
            [(STEPS["pitch"], [DEAL], {})], DEAL, {"plan": [DEAL], "step": AS_IT_LAY}, [[DEAL]], 0, id="which-is-another-card"
        ),
        pytest.param([(AS_IT_LAY, [DEAL], {"finding": 0})], DEAL, {"step": None, "plan": []}, [[DEAL]], 0, id="nothing-is-open"),
    ],
)
def test_an_act_that_was_due_may_settle_a_debt_too(noted, act, told, after, drafts) -> None:
    """SD-18, RM-11: chips of this round, and cards that a remedy lays out again."""
    work = working_copy(TABLE, act, plan=told.get("plan", ()))
    work.step, work.bag = told.get("step", STEPS["turn_burn"]), told.get("bag", False)
    work.debts = [owed(step, *texts, **({"round": work.round.begun} | words)) for step, texts, words in noted]
    told_now = debts.strike(work, Act.parse(act))
    assert (left(work), len(told_now)) == (after, drafts)


@pytest.mark.parametrize(
    ("step", "told", "finds", "right", "drafts"),
    [
        pytest.param(MONEY, {}, [], [], [f"{PAY} earlier"], id="within-its-time-and-out-of-order"),
        pytest.param(MONEY, {}, [LAST], [], [f"{PAY} earlier"], id="the-act-that-it-was-skipped-for-was-right"),
        pytest.param(MONEY, {}, [LAST + 1], [], [], id="or-has-a-finding"),
        pytest.param(MONEY, {"deadline": "turn_burn"}, [], [], [], id="at-its-deadline"),
        pytest.param(MONEY, {"deadline": "award"}, [], [], [f"{PAY} earlier"], id="before-its-deadline"),
        pytest.param(REMEDY, {}, [], [], [], id="a-remedy-has-no-order"),
        pytest.param(MONEY, {"finding": 0, "found": LAST}, [], [0], [], id="before-a-player-acts"),
        pytest.param(MONEY, {"finding": 3, "found": LAST}, [], [3], [], id="for-its-own-finding"),
        pytest.param(MONEY, {"finding": 0, "found": 1}, [], [], [], id="behind-a-player"),
        pytest.param(MONEY, {"finding": 0, "found": LAST, "rest": [TAKE]}, [], [], [], id="not-all-of-it"),
        pytest.param(REMEDY, {"finding": 0, "found": LAST}, [], [], [], id="a-remedy-puts-nothing-right-late"),
    ],
)
def test_a_debt_that_is_settled_puts_its_finding_right_or_was_out_of_order(step, told, finds, right, drafts) -> None:
    """FTR-03, SD-18: in time, or late; late within its time, it is the order alone."""
    rest = acts(*told.pop("rest", ())) if "rest" in told else ()
    work = working_copy(TABLE)
    assert any(act.seat for act in work.now.log)
    work.found = [finding(at) for at in finds]
    debt = owed(step, PAY, at=LAST, **told)
    work.debts = [debt]
    came = debts._struck(work, debt, rest, PAY, Act.parse(PAY))
    assert ([draft.expected for draft in came], sorted(work.books.right)) == (drafts, right)
    assert left(work) == ([[one.text for one in rest]] if rest else [])


@pytest.mark.parametrize(
    ("step", "told", "at", "remedies", "is_ruled"),
    [
        (MONEY, {}, LAST, ("RM-11",), True),
        (MONEY, {}, LAST, (), False),
        (MONEY, {}, LAST - 1, ("RM-11",), False),
        (MONEY, {"amends": True}, LAST, ("RM-11",), False),
        (REMEDY, {"amends": True}, LAST, (), True),
        (REMEDY, {}, 0, (), True),
        (MONEY, {}, LAST, None, False),
    ],
)
def test_what_a_remedy_of_the_floor_corrects_is_not_put_right_by_the_act(step, told, at, remedies, is_ruled) -> None:
    """RM-11: the floor has to rule on it, however soon the act comes."""
    work = working_copy(TABLE)
    assert work.house.remedies["RM-11"].floor
    given = None if remedies is None else attrs.make_class("Given", ["to_deal"])(remedies)
    slip: Any = RuledOn("burn_error", "burn/missed-before-street", at, (), "", given)
    work.note(slips=(slip,))
    assert debts._is_ruled_on(work, owed(step, "d burn", found=LAST, **told)) is is_ruled


@pytest.mark.parametrize(("behind", "is_told"), [(-1, False), (0, False), (1, True), (2, False)])
def test_the_act_that_skipped_another_has_a_finding(behind: int, is_told: bool) -> None:
    """FTR-03: the one right behind the moment when the other was due."""
    work = working_copy(TABLE)
    work.found = [finding(3), finding(LAST + behind)]
    assert debts._is_told(work, owed(MONEY, PAY, at=LAST)) is is_told
    work.step = None
    assert not debts._is_at_its_deadline(work, owed(MONEY, PAY))


def test_only_one_debt_changes_when_one_is_settled() -> None:
    """SD-18: of two alike, too."""
    work = working_copy(TABLE)
    one, two, three = (owed(MONEY, PAY), owed(MONEY, PAY), owed(MONEY, TAKE))
    work.debts = [one, two, three]
    debts._put(work, two, acts(TAKE, PAY))
    assert left(work) == [[PAY], [TAKE, PAY], [TAKE]]
    debts._put(work, one, ())
    assert left(work) == [[TAKE, PAY], [TAKE]]


@pytest.mark.parametrize(
    ("noted", "act", "after"),
    [
        pytest.param([(AS_IT_LAY, [PAY], {"amends": True})], "d pay s2 3", [["d pay s2 2"]], id="a-part-of-a-correction"),
        pytest.param([(MONEY, [PAY], {"deadline": "award"})], "d pay s2 3", [["d pay s2 2"]], id="a-part-in-its-time"),
        pytest.param([(MONEY, [PAY], {})], "d pay s2 3", [], id="another-sum-of-a-debt-is-the-debt"),
        pytest.param([(AS_IT_LAY, [TAKE, PAY], {"amends": True})], PAY, [[TAKE]], id="the-second-of-two"),
        pytest.param(
            [(AS_IT_LAY, [TAKE, PAY, DEAL], {"amends": True})], "d pay s2 3", [[TAKE, "d pay s2 2", DEAL]], id="in-place"
        ),
        pytest.param([(AS_IT_LAY, [TAKE], {}), (AS_IT_LAY, [PAY], {})], PAY, [[TAKE]], id="of-two-debts-that-which-fits"),
        pytest.param([(AS_IT_LAY, [PAY], {})], "d pay s3 5", None, id="of-another-seat"),
        pytest.param([], PAY, None, id="nothing-is-owed"),
        pytest.param([(MONEY, [PAY], {"then": Leave("hand"), "at": 1})], PAY, [], id="chips-of-a-remedy-that-is-too-late"),
        pytest.param([(MONEY, [DEAL], {"then": Leave("hand"), "at": 1})], DEAL, None, id="cards-of-a-remedy-that-is-too-late"),
        pytest.param([(MONEY, [DEAL], {"at": 1})], DEAL, [], id="cards-that-nothing-hangs-on"),
        pytest.param([(MONEY, [DEAL], {"then": Leave("hand"), "at": LAST})], DEAL, [], id="cards-of-a-remedy-in-time"),
    ],
)
def test_an_act_settles_the_first_debt_that_it_fits(noted, act: str, after: list[list[str]] | None) -> None:
    """SD-18, RM-01: in full or in part; what hangs on a remedy is over once players have gone on."""
    work = working_copy(TABLE)
    work.debts = [owed(step, *texts, **({"at": LAST} | told)) for step, texts, told in noted]
    match = debts._settle(ActView(work, Act.parse(act)), lambda _debt: True)
    assert (match and left(match.work)) == after
    assert debts._settle(ActView(work, Act.parse(act)), lambda _debt: False) is None


# -- what is skipped ---------------------------------------------------------------------------------------------------


def leaving(work: AgendaBuilder) -> list[str]:
    """Return the items on the agenda that abandon a section."""
    return [item.section for item in items(work.stack) if isinstance(item, Leave)]


@pytest.mark.parametrize(
    ("step", "told", "over", "drafts", "debt"),
    [
        pytest.param("burn", {}, "board", ["burn/missed-before-street d burn"], [], id="it-is-told"),
        pytest.param(
            "burn", {"total": 3}, "board", ["burn/missed-before-street 1 of 3 missing: d burn"], [], id="with-its-count"
        ),
        pytest.param("burn", {"total": 1}, "board", ["burn/missed-before-street d burn"], [], id="one-of-one-has-none"),
        pytest.param("burn", {"acts": []}, "board", [], [], id="nothing-is-skipped"),
        pytest.param("burn", {"deadline": "award"}, "board", [], [["d burn"]], id="it-has-time"),
        pytest.param("burn", {"deadline": "award"}, "award", ["- d burn"], [], id="until-this-very-step"),
        pytest.param("burn", {"deadline": "nowhere"}, "board", ["burn/missed-before-street d burn"], [], id="that-comes-no-more"),
        pytest.param("RM-11-back", {}, "board", [], [], id="a-remedy-that-does-not-bind"),
        pytest.param("burn", {"optional": True}, "board", [], [], id="it-is-optional"),
    ],
)
def test_what_is_skipped_is_told_or_has_its_time(step: str, told: dict[str, Any], over: str, drafts, debt) -> None:
    """FTR-03: at once, at its deadline, or not at all."""
    work = working_copy(TABLE)
    work.note(slips=(RuledOn("burn_error", "burn/missed-before-street", LAST, ()),))
    target = attrs.evolve(
        STEPS[step], deadline=told.get("deadline", ""), optional=(lambda _now: True) if "optional" in told else None
    )
    move = Move(work, Act.parse("d deal board"), [])
    debts.skip(move, target, acts(*told.get("acts", ["d burn"])), told.get("total", 0), STEPS[over])
    came = [f"{'-' if over == 'award' else draft.code} {draft.expected}" for draft in move.drafts]
    assert (came, left(work)) == (drafts, debt)
    assert [draft.owed and (draft.owed.total, draft.owed.at) for draft in move.drafts] == [(told.get("total", 0), LAST)] * len(
        drafts
    )


@pytest.mark.parametrize(
    ("act", "kinds", "plan"),
    [
        pytest.param("d deal s2", None, [], id="the-next-one"),
        pytest.param("d burn", None, [], id="none-of-the-plan"),
        pytest.param("d deal s3", ["skipped d deal s2"], ["d deal s4", "d deal s1"], id="one-was-skipped"),
        pytest.param("d deal s4", ["misplaced d deal s2"], ["d deal s2", "d deal s3", "d deal s1"], id="out-of-its-place"),
        pytest.param("d deal s4 up", ["wrong-face d deal s4"], ["d deal s2", "d deal s3", "d deal s1"], id="and-wrongly"),
        pytest.param("d deal s1", ["misplaced d deal s2"], ["d deal s2", "d deal s3", "d deal s4"], id="the-last-one"),
    ],
)
def test_an_act_from_further_on_skips_one_or_is_out_of_place(act: str, kinds: list[str] | None, plan: list[str]) -> None:
    """DP-16: one place on, or more."""
    table = holdem_at("pitch")
    work = working_copy(table, plan=["d deal s2", "d deal s3", "d deal s4", "d deal s1"])
    step = work.step = attrs.evolve(steps_of(table)["pitch"], codes={}, deadline="")
    match = debts.further_on(ActView(work, Act.parse(act)))
    assert (match and [one.text for one in match.work.plan]) == (plan or None)
    told = [words.split(" ", 1) for words in kinds or ()]
    drafts = match.drafts if match is not None else ()
    assert [(draft.code, draft.expected) for draft in drafts] == [(step.code(kind, work.now), due) for kind, due in told]
    work.step = None
    assert debts.further_on(ActView(work, Act.parse(act))) is None


@pytest.mark.parametrize(
    ("named", "deadline", "same", "code"),
    [(True, "award", True, "misplaced"), (True, "", True, "skipped"), (False, "award", True, ""), (True, "award", False, "")],
)
def test_what_is_due_by_name_and_has_time_is_only_out_of_order(named: bool, deadline: str, same: bool, code: str) -> None:
    """BA-48: a seat that is paid before another, in the same step."""
    step = attrs.evolve(with_do(STEPS["burn"], named=named), deadline=deadline, codes={})
    work = working_copy(TABLE)
    move = Move(work, Act.parse("d deal board"), [])
    debts.skip(move, step, acts("d burn"), 0, step if same else STEPS["board"])
    assert [draft.code for draft in move.drafts] == ([step.code(code, work.now)] if code else [])
    assert left(work) == ([] if code else [["d burn"]])


@pytest.mark.parametrize(
    ("standing", "deadline", "waits", "again"),
    [(True, "award", True, True), (False, "award", True, False), (True, "", True, False), (True, "award", False, False)],
)
def test_a_standing_remedy_is_asked_for_again_behind_the_step_that_it_interrupted(standing, deadline, waits, again) -> None:
    """RB-10: chips of a remedy that have their time."""
    step = attrs.evolve(with_do(REMEDY, standing=standing, plan=lambda *_: acts(PAY)), deadline=deadline, when=())
    work = working_copy(TABLE)
    resumed = Resume(STEPS["turn_burn"], acts("d burn"), False)
    below = work.stack
    work.stack = (resumed, below) if waits else below
    debts.skip(Move(work, Act.parse("d burn"), []), step, acts(PAY), 1, STEPS["turn_burn"])
    expected = [resumed, step] if again else [resumed] if waits else []
    assert [*items(work.stack)] == [*expected, *items(below)]


@pytest.mark.parametrize(
    ("told", "other", "round_", "missing"),
    [(0, False, 0, True), (-1, False, 0, False), (0, True, 0, False), (0, False, -1, False), (3, False, 0, True)],
)
def test_what_is_missing_already_is_not_skipped_again(told: int, other: bool, round_: int, missing: bool) -> None:
    """RB-10: a standing step whose acts are owed for a finding of this round."""
    step, work = with_do(STEPS["burn"], standing=True), working_copy(TABLE)
    debt = owed(STEPS["award"] if other else step, "d burn", finding=told, round=work.round.begun + round_)
    work.debts = [owed(STEPS["award"], PAY), debt]
    assert debts._is_missing(work, step) is missing
    move = Move(work, Act.parse("d deal board"), [])
    debts.skip(move, step, acts("d burn"), 0, STEPS["board"])
    assert len(move.drafts) == (not missing)
    move = Move(work, Act.parse("d deal board"), [])
    debts.skip(move, attrs.evolve(step, do=attrs.evolve(step.do, standing=False)), acts("d burn"), 0, STEPS["board"])
    assert len(move.drafts) == 1, "what does not stay due is skipped each time"


@pytest.mark.parametrize(
    ("acts_", "told", "owed_for", "skipped"),
    [
        (["d burn", "d tap"], {}, [], ["d burn", "d tap"]),
        (["d burn", "d tap"], {"draft": "d burn"}, [], ["d burn", "d tap"]),
        (["d burn", "d tap"], {"draft": "d burn", "fresh": True}, [], ["d tap"]),
        (["d deal board", "d tap"], {"partial": 0, "shared": True}, [["d deal board"]], ["d tap"]),
        (["d deal board", "d tap"], {"partial": 0}, [], ["d tap"]),
        (["d deal board", "d tap"], {"partial": 0, "shared": True, "act": "s2 check"}, [], ["d tap"]),
        (["d deal board", "d tap"], {"partial": None, "shared": True}, [], ["d deal board", "d tap"]),
        (["d deal board", "d tap"], {"partial": -1, "shared": True}, [], ["d deal board", "d tap"]),
        (["d deal board", "d tap"], {"partial": 0, "shared": True, "found": False}, [], ["d tap"]),
    ],
)
def test_of_what_is_skipped_that_is_told_which_no_finding_tells(acts_, told, owed_for, skipped) -> None:
    """FTR-06: the rest of a flop of which a part was dealt is owed for the finding on that."""
    work, due = working_copy(TABLE), acts(*acts_)
    step = with_do(STEPS["turn_card"], shared=told.get("shared", False), fresh=told.get("fresh", False))
    partial = told.get("partial")
    work.partial = None if partial is None else due[0] if partial == 0 else Act.parse("d deal board 2")
    work.found = [finding(step="turn_card"), finding(step="turn_card"), finding()] if told.get("found", True) else [finding()]
    drafts = [Draft(step, "x/y", "", "", owed=owed(step, told["draft"])), Draft(step, "x/z", "", "")] if "draft" in told else []
    if "draft" in told:
        due = (drafts[0].owed.acts[0] if drafts[0].owed else due[0], *due[1:])
    move = Move(work, Act.parse(told.get("act", "d burn")), drafts)
    assert [one.text for one in debts._not_told_yet(move, step, due)] == skipped
    assert left(work) == owed_for
    assert [(debt.finding, debt.total, debt.round) for debt in work.debts] == [(1, 1, work.round.begun)] * len(owed_for)


@pytest.mark.parametrize(
    ("step", "then", "acts_", "noted", "found", "debt"),
    [
        pytest.param(STEPS["burn"], None, ["d burn"], [], True, [], id="it-is-noted"),
        pytest.param(STEPS["burn"], Leave("hand"), ["d burn"], [], True, [["d burn"]], id="it-may-still-be-done"),
        pytest.param(with_do(REMEDY, fresh=True), None, [PAY, "d burn"], [], True, [[PAY]], id="chips-of-a-remedy-stay-owed"),
        pytest.param(with_do(REMEDY, fresh=True), None, [PAY], [], False, [], id="for-a-finding"),
        pytest.param(with_do(REMEDY, fresh=True), None, [PAY], [[PAY]], True, [[PAY]], id="once"),
        pytest.param(with_do(REMEDY, fresh=True), None, [PAY], [["d pay s2 4"]], True, [["d pay s2 4"], [PAY]], id="each-sum"),
        pytest.param(with_do(REMEDY, fresh=True), None, ["d burn"], [], True, [], id="no-cards"),
        pytest.param(with_do(REMEDY, fresh=False), None, [PAY], [], True, [], id="that-are-worked-out"),
        pytest.param(with_do(MONEY, fresh=True), None, [PAY], [], True, [], id="and-no-others"),
    ],
)
def test_what_may_be_left_out_is_noted(step: DealerStep, then: Leave | None, acts_, noted, found: bool, debt) -> None:
    """RM-01, RB-10: optional acts; chips that a remedy was to move stay owed."""
    work = working_copy(TABLE)
    work.debts = [owed(MONEY, *texts) for texts in noted]
    work.found = [finding(2), finding(LAST)] if found else []
    debts._leave_out(work, step, acts(*acts_), len(acts_), then)
    assert left(work) == debt
    assert [one.text for one in work.books.left_out] == acts_
    for each in work.debts[len(noted) :]:
        amends = then is None
        expected = (1, LAST, True, None) if amends else (-1, 0, False, then)
        assert (each.finding, each.found, each.amends, each.then, each.round) == (*expected, work.round.begun)


@pytest.mark.parametrize(
    ("standing", "plan", "floor", "is_binding"),
    [(False, [], True, True), (True, [], True, False), (True, [PAY], True, True), (True, [PAY], False, False)],
)
def test_a_step_of_a_remedy_binds_while_something_is_due_in_it(standing, plan, floor: bool, is_binding: bool) -> None:
    """RM-11: and once the floor has ruled."""
    step = attrs.evolve(with_do(REMEDY, standing=standing, plan=lambda *_: acts(*plan)), when=())
    work = working_copy(TABLE, *(["f rule board_redealt"] if floor else []))
    work.note(slips=(RuledOn("burn_error", "burn/missed-before-street", LAST, ()),))
    assert debts._is_binding(work, step) is is_binding


@pytest.mark.parametrize(
    ("remedy", "over", "hangs_on_it"), [(True, False, True), (True, True, False), (False, False, False), (False, True, False)]
)
@pytest.mark.parametrize("optional", [False, True])
def test_the_end_of_the_hand_hangs_on_a_remedy_that_was_skipped(
    remedy: bool, over: bool, hangs_on_it: bool, optional: bool
) -> None:
    """RM-01: for a step of the procedure; the remedy's own steps come in any order."""
    work, leave = working_copy(TABLE), Leave("hand")
    step = attrs.evolve(STEPS["burn"], path="none.burn", remedy=remedy, optional=(lambda _now: True) if optional else None)
    work.stack = stacked([leave, STEPS["award"]])
    move = Move(work, Act.parse("d deal board"), [])
    debts.skip(move, step, acts("d burn"), 1, attrs.evolve(STEPS["board"], remedy=over))
    assert any(isinstance(item, Leave) for item in items(work.stack)) is not hangs_on_it
    noted = [*(debt.then for debt in work.debts), *(draft.owed.then for draft in move.drafts if draft.owed is not None)]
    assert [then for then in noted if then is not None] == [leave] * hangs_on_it
    assert bool(move.drafts) is not optional


@pytest.mark.parametrize(
    ("above", "dropped"), [([], True), (["step"], True), (["resume"], False), (["loop"], False), (None, False)]
)
def test_what_would_break_the_hand_off_behind_a_skipped_remedy_is_dropped(above: list[str] | None, dropped: bool) -> None:
    """RM-01: only where it comes before anything that goes on."""
    work, leave = working_copy(TABLE), Leave("hand")
    loop = work.loop()
    assert loop is not None
    known: dict[str, Any] = {"step": STEPS["burn"], "resume": Resume(STEPS["burn"], acts("d burn"), False), "loop": loop}
    work.stack = stacked([] if above is None else [*(known[name] for name in above), leave, leave, STEPS["award"]])
    before = [*items(work.stack)]
    came = debts._drop_leave(work)
    assert came is (leave if dropped else None)
    assert [*items(work.stack)] == ([item for item in before if item is not leave] if dropped else before)


# -- what follows when it has come -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noted", "told", "again", "sent"),
    [
        pytest.param([], {}, True, True, id="all-is-back"),
        pytest.param([(AS_IT_LAY, ["d move s2 stub"], {})], {}, False, False, id="another-card-is-still-to-be-taken-back"),
        pytest.param([(AS_IT_LAY, [PAY], {})], {}, False, True, id="chips-are-still-owed"),
        pytest.param([(AS_IT_LAY, [PAY], {"round": -1})], {}, True, True, id="of-the-round-before"),
        pytest.param([(MONEY, [PAY], {})], {}, True, True, id="for-something-else"),
        pytest.param([], {"fresh": False}, False, True, id="a-plan-that-does-not-count-what-came"),
        pytest.param([], {"remedy": True}, False, True, id="a-remedy"),
        pytest.param([], {"step": False}, False, True, id="no-step-is-open"),
        pytest.param([], {"players": False}, True, False, id="nobody-is-asked"),
        pytest.param([], {"hears": ""}, True, False, id="nobody-hears-it"),
        pytest.param([], {"hears": "move"}, True, True, id="who-hears-it"),
    ],
)
def test_what_lies_as_it_lay_is_planned_again_and_told_to_the_players(noted, told, again, sent, monkeypatch) -> None:
    """SD-18: when the last of it is back."""
    done: list[str] = []
    monkeypatch.setattr(debts, "replan", lambda *_: done.append("again"))
    monkeypatch.setattr(debts, "plan_what_is_known", lambda *_: done.append("known"))
    mechanic = attrs.make_class("Hears", ["hears_all", "verbs"])("hears" not in told, told.get("hears", "").split())
    players = attrs.make_class("Players", ["mechanic"])(mechanic) if told.get("players", True) else None
    monkeypatch.setattr(AgendaBuilder, "answer", lambda *_: done.append("sent"))
    monkeypatch.setattr(AgendaBuilder, "players", players)
    work = working_copy(TABLE)
    step = with_do(STEPS["turn_burn"], fresh=told.get("fresh", True))
    work.step = attrs.evolve(step, remedy=told.get("remedy", False)) if told.get("step", True) else None
    work.debts = [owed(one, *texts, **({"round": work.round.begun} | words)) for one, texts, words in noted]
    debts._told_and_planned(work, Act.parse("d move s2 board"))
    assert done == ["known", *["again"] * again, *["sent"] * sent]


@pytest.mark.parametrize(
    ("step", "told", "then"),
    [
        pytest.param(AS_IT_LAY, {"acts": ["d move s2 stub"]}, debts._told_and_planned, id="as-it-lay"),
        pytest.param(STEPS["burn"], {}, plan_what_is_known, id="a-step"),
        pytest.param("open", {}, debts._planned_anew, id="the-open-step-that-counts-what-came"),
        pytest.param("open", {"acts": [PAY]}, plan_what_is_known, id="its-chips"),
    ],
)
def test_behind_a_debt_that_is_settled_the_plan_is_made_again(step, told, then) -> None:
    """FTR-03, SD-18: of what could not be known, of the open step, or of what lies as it lay."""
    work = working_copy(TABLE)
    if step == "open":
        step = work.step = with_do(STEPS["turn_burn"], fresh=True)
    debt: Debt = owed(step, *told.get("acts", ["d burn"]), at=LAST)
    work.debts = [debt]
    match = debts._settled(ActView(work, debt.acts[0]), debt, debt.acts, 0, too_late=False)
    assert match.then is then
    assert left(match.work) == []
    with_leave = attrs.evolve(debt, then=Leave("hand"))
    work.debts = [with_leave]
    follows = [
        debts._settled(ActView(work, debt.acts[0]), with_leave, due, 0, too_late=late).then is not then
        for due, late in ((debt.acts, False), (debt.acts, True), ((*debt.acts, *acts("d tap")), False))
    ]
    assert follows == [True, False, False]


@pytest.mark.parametrize(
    ("step", "told", "kept"),
    [
        (with_do(REMEDY, standing=True), {}, True),
        (with_do(REMEDY, standing=False), {}, False),
        (with_do(STEPS["burn"], standing=True), {}, False),
        (with_do(REMEDY, standing=True), {"acts": [PAY]}, False),
        (with_do(REMEDY, standing=True), {"then": Leave("hand")}, False),
    ],
)
def test_what_remains_of_a_standing_remedy_is_worked_out_from_the_felt(
    step: DealerStep, told: dict[str, Any], kept: bool
) -> None:
    """RM-11: its last noted card has come, and its planner says whether another is due."""
    work = working_copy(TABLE)
    debt = owed(step, *told.get("acts", ["d burn"]), at=LAST, then=told.get("then"))
    work.debts = [debt]
    match = debts._settled(ActView(work, debt.acts[0]), debt, debt.acts, 0, too_late=False)
    assert left(match.work) == ([["d burn"]] if kept else [])


@pytest.mark.parametrize(
    ("act", "before", "step", "same"),
    [
        ("d deal board", [], UNASKED, True),
        ("d deal board down", [], UNASKED, False),
        ("d deal board 2", [], UNASKED, False),
        ("d move stub board", [], UNASKED, False),
        ("d deal s2", [], UNASKED, False),
        ("d deal board", ["d move stub burns"], UNASKED, False),  # the next card is another one then
        ("d deal board", [], "burn", False),
    ],
)
def test_a_card_is_dealt_to_the_board_from_which_it_was_taken(act: str, before: list[str], step: str, same: bool) -> None:
    """DH-04, RM-15: the very card, put back on the stub, and not another."""
    table = dk.Table("holdem", "rrop", seats=4, seed=7)
    table.advance("turn_burn")
    table.push("d putback board")
    work = working_copy(table)
    [debt] = work.debts
    assert [one.text for one in debt.acts] == ["d move stub board"]
    debt = attrs.evolve(debt, step=STEPS[step], acts=(*acts(*before), *debt.acts))
    assert debts._lays_the_same_back(ActView(work, Act.parse(act)), debt, debt.acts, len(before)) is same


def test_no_card_is_dealt_to_a_hand_to_which_its_own_is_owed() -> None:
    """DH-04: another player's card, moved back by the dealer, is no card of the deal."""
    table = dk.Table("holdem", "rrop", seats=4, seed=7)
    table.advance("turn_burn")
    table.push("d putback s2")
    work = working_copy(table)
    [debt] = work.debts
    assert not debts._lays_the_same_back(ActView(work, Act.parse("d deal s2")), debt, debt.acts, 0)
