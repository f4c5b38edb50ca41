"""The floor's view of a table, part by part: which findings and rulings are of this hand, and what is left for it to say."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from dealerkit.felt import Act
from dealerkit.judge.findings import Finding
from dealerkit.judge.floor import Ruled
from dealerkit.judge.floor import view as views
from dealerkit.judge.floor.view import Floor
from dealerkit.procedure.agenda import Loop, stacked
from dealerkit.rulings import UNDECIDED
from tests.judge.copies import acts, holdem_at, steps_of, working_copy
from tests.table.moments import table_at

TABLE = holdem_at("turn_burn")
STEPS = steps_of(TABLE)
LAST = len(TABLE.log)
GIVEN = table_at("RM-11 floor/ruling-not-carried-out, the stub is not cut", 0, ["d burn up", "d deal board 4 together"]).rulings[
    -1
]
BURN, TAP = "burn/missed-before-street", "street/no-tap"


def ruled(outcome: str = "board_redealt", *remedies: str, act: int = LAST, code: str = BURN) -> Ruled:
    """Return a ruling on a finding."""
    return Ruled(act, attrs.evolve(GIVEN.ruling, outcome=outcome, remedies=remedies, beside=()), code)


def floor_of(*rulings: Ruled, came: tuple[str, ...] = (), begun: int | None = None, **changes: Any) -> Floor:
    """Return the floor's view of the table with these rulings, behind acts that have come since."""
    now = working_copy(TABLE, *came).now
    if begun is not None:
        now.marks = {"hand": begun}
    given: dict[str, Any] = {"now": now, "rulings": rulings, **changes}
    return attrs.evolve(TABLE.floor, **given)


def remedy_open(step: str | None) -> Any:
    """Return the agenda of the table with another step open."""
    place = TABLE.agenda.place
    assert place is not None
    return TABLE.agenda._replace(place=None if step is None else place._replace(step=STEPS[step]))


@pytest.mark.parametrize(
    ("begun", "ended", "part", "loop", "here"),
    [
        (LAST - 2, 1, False, True, [LAST - 1, LAST]),
        (LAST - 1, 1, False, True, [LAST]),
        (LAST, LAST - 2, False, True, [LAST - 1, LAST]),  # the next hand has not begun: the last one is meant
        (LAST, LAST, False, True, []),
        (LAST - 1, 1, True, True, [LAST - 3, LAST - 2, LAST - 1, LAST]),  # a part of a round is no hand
        (LAST - 1, 1, False, False, [LAST - 3, LAST - 2, LAST - 1, LAST]),
    ],
)
def test_which_findings_are_of_this_hand_or_the_last(begun: int, ended: int, part: bool, loop: bool, here: list[int]) -> None:
    """BA-04, NM-01: those behind its beginning."""
    hand = next(section for section in TABLE.house.program.sections() if section.id == "hand")
    now = working_copy(TABLE).now
    now.marks, now.ended = {"hand": begun}, {"hand": ended}
    stack = stacked([STEPS["burn"], Loop(attrs.evolve(hand, part=part))] if loop else [STEPS["burn"]])
    findings = [Finding(TAP, "tap", "", "d tap", LAST - ago) for ago in (3, 2, 1, 0)]
    floor = attrs.evolve(TABLE.floor, now=now, findings=findings, agenda=TABLE.agenda._replace(stack=stack))
    assert [finding.act for finding in floor.here] == here


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"fault": "burn_error"}, "burn_error"),
        ({"dispute": "bet"}, "bet"),
        ({"fault": "burn_error", "dispute": "bet"}, "burn_error"),
        ({}, ""),
        (None, ""),
    ],
)
def test_a_finding_leads_to_a_fault_at_once_or_if_it_is_disputed(entry: dict[str, str] | None, fault: str) -> None:
    """BI-20, FTR-24: by the catalogue."""
    entries: Any = {} if entry is None else {BURN: entry}
    house = attrs.evolve(TABLE.house, catalogue=entries)
    floor = attrs.evolve(TABLE.floor, house=house, findings=[Finding(TAP, "", "", "", LAST), Finding(BURN, "", "", "", LAST)])
    assert floor.fault_of(floor.findings[-1]) == fault
    assert (floor.disputed and floor.disputed[0]) == (fault or None)


@pytest.mark.parametrize(
    ("rulings", "told", "gives"),
    [
        pytest.param([], {}, None, id="nothing-was-ruled"),
        pytest.param([("misdeal", "RM-01")], {}, "misdeal", id="what-ends-the-hand-waits-for-it"),
        pytest.param([("misdeal", "RM-01")], {"begun": LAST}, None, id="of-the-hand-before"),
        pytest.param([("misdeal", "RM-01")], {"came": ("f rule play_on",)}, None, id="it-has-spoken-since"),
        pytest.param([("misdeal", "RM-01")], {"came": ("d tap",), "now": "same"}, "misdeal", id="it-is-so-still"),
        pytest.param([("misdeal", "RM-01")], {"came": ("d tap",), "now": "other"}, None, id="it-would-be-ruled-otherwise"),
        pytest.param([("misdeal", "RM-01")], {"came": ("d tap",), "now": None}, None, id="or-not-at-all"),
        pytest.param([("misdeal",)], {}, None, id="nothing-is-dealt-for-it"),
        pytest.param([(UNDECIDED, "RM-01")], {}, None, id="nothing-was-decided"),
        pytest.param([("board_redealt", "RM-11")], {}, None, id="what-does-not-wait-is-left-to-the-dealer"),
        pytest.param([("board_redealt", "RM-11")], {"open": "RM-11-back"}, "board_redealt", id="until-it-is-under-way"),
        pytest.param([("misdeal", "RM-01"), ("board_redealt", "RM-11")], {"open": "RM-11-back"}, "misdeal", id="the-end-first"),
        pytest.param([("misdeal", "RM-01"), ("play_on",)], {}, "misdeal", id="the-last-for-which-something-is-dealt"),
        pytest.param([("misdeal", "RM-01"), ("void_hand", "RM-07")], {}, "void_hand", id="of-two-ends-by-their-order"),
    ],
)
def test_what_the_floor_has_to_rule(rulings, told: dict[str, Any], gives: str | None, monkeypatch) -> None:
    """RM-01, RM-07, RM-11: in this hand, since it spoke, if it would still be ruled so."""
    given = [ruled(*words) for words in rulings]
    again = {"same": given[0].ruling, "other": ruled("play_on").ruling}.get(told.get("now", "")) if given else None
    monkeypatch.setattr(views, "decided", lambda *_: again)
    agenda = remedy_open(told["open"]) if "open" in told else TABLE.agenda
    floor = floor_of(*given, came=told.get("came", ()), begun=told.get("begun"), agenda=agenda)
    assert (floor.to_rule and floor.to_rule.to[0]) == gives
    ends = gives in ("misdeal", "void_hand")
    assert floor.begins is ends


@pytest.mark.parametrize(
    ("rulings", "step", "repeats"),
    [
        ([("board_redealt", "RM-11")], "RM-11-back", "board_redealt"),
        ([("board_redealt", "RM-11")], "burn", None),
        ([("board_redealt", "RM-11"), ("play_on",)], "RM-11-back", "board_redealt"),
        ([("play_on",)], "RM-11-back", None),
        ([], "RM-11-back", None),
    ],
)
def test_a_ruling_is_said_again_while_it_is_carried_out(rulings, step: str, repeats: str | None) -> None:
    """RM-11: the last for which something is dealt."""
    floor = floor_of(*(ruled(*words) for words in rulings), agenda=remedy_open(step))
    assert (floor.to_repeat and floor.to_repeat.to[0]) == repeats


@pytest.mark.parametrize(("code", "text"), [(BURN, f"f rule board_redealt {BURN}"), ("", "f rule board_redealt")])
def test_a_ruling_names_its_finding_if_it_has_one(code: str, text: str) -> None:
    """RM-11, MD-05: an event without a slip has none."""
    floor = floor_of(ruled("board_redealt", "RM-11", code=code), agenda=remedy_open("RM-11-back"))
    assert str(floor.to_repeat) == text


@pytest.mark.parametrize(
    ("rulings", "came", "begun", "asked"),
    [
        ([(UNDECIDED,)], (), None, UNDECIDED),
        ([("floor_discretion",)], (), None, "floor_discretion"),
        ([("play_on",)], (), None, None),
        ([(UNDECIDED,), ("play_on",)], (), None, UNDECIDED),
        ([(UNDECIDED,), ("floor_discretion",)], (), None, "floor_discretion"),
        ([(UNDECIDED,)], ("f rule play_on",), None, None),
        ([(UNDECIDED,)], ("d tap",), None, UNDECIDED),
        ([(UNDECIDED,)], (), LAST, None),
        ([(UNDECIDED,)], (), LAST - 1, UNDECIDED),
        ([], (), None, None),
    ],
)
def test_what_is_left_to_the_floor_is_a_question(rulings, came: tuple[str, ...], begun: int | None, asked: str | None) -> None:
    """SD-13: of this hand, until it has spoken."""
    floor = floor_of(*(ruled(*words) for words in rulings), came=came, begun=begun)
    assert (floor.question and floor.question.ruling.outcome) == asked


@pytest.mark.parametrize(
    ("remedies", "act", "code", "mended"),
    [
        (("RM-11",), LAST, BURN, [BURN]),
        ((), LAST, BURN, []),
        (("RM-11",), LAST - 1, BURN, []),
        (("RM-11",), LAST, TAP, []),
    ],
)
def test_a_finding_is_mended_by_a_remedy_that_is_dealt(remedies: tuple[str, ...], act: int, code: str, mended: list[str]) -> None:
    """RM-11: for the fault of that finding, on that act."""
    given = ruled("board_redealt", *remedies)
    entries: Any = {BURN: {"fault": given.ruling.fault}, TAP: {}}
    findings = [Finding(TAP, "", "", "", LAST), Finding(code, "", "", "", act)]
    floor = floor_of(given, house=attrs.evolve(TABLE.house, catalogue=entries), findings=findings)
    assert [findings[number].code for number in sorted(floor.being_mended)] == mended


def test_a_remedy_for_which_the_players_wait_puts_something_right() -> None:
    """RM-11: a step of the procedure does not, nor does none."""
    assert [attrs.evolve(TABLE.floor, agenda=remedy_open(step)).puts_right for step in ("RM-11-back", "burn", None)] == [
        True,
        False,
        False,
    ]


def test_what_is_due_is_meant_by_its_outcome_and_the_question_by_any() -> None:
    """SD-13, RM-01: what the floor says without a finding."""
    waits = floor_of(ruled("misdeal", "RM-01"))
    assert [act.text for act in waits.means(Act.parse("f rule misdeal"))] == [f"f rule misdeal {BURN}"]
    assert [act.text for act in waits.means(Act.parse("f rule play_on"))] == ["f rule play_on"]
    finding = Finding(BURN, "", "", "", LAST)
    asked = floor_of(ruled(UNDECIDED), findings=[finding])
    assert [act.text for act in asked.means(Act.parse("f rule play_on"))] == [f"f rule play_on {BURN}"]
    put_right = TABLE.agenda._replace(books=TABLE.agenda.books._replace(right=frozenset({0})))
    assert attrs.evolve(asked, agenda=put_right).means(Act.parse("f rule play_on")) == acts("f rule play_on")


def test_what_comes_of_the_floors_own_act_is_still_to_be_said() -> None:
    """SD-13, RM-01: it has spoken before that, and not since."""
    for outcome, remedies, said in ((UNDECIDED, (), "question"), ("misdeal", ("RM-01",), "to_rule")):
        for at, is_open in ((LAST, False), (LAST + 1, True)):
            floor = floor_of(ruled(outcome, *remedies, act=at), came=("f rule play_on",))
            assert (getattr(floor, said) is not None) is is_open


def test_without_a_question_there_is_nothing_to_choose() -> None:
    """SD-13: and nothing to answer."""
    floor = floor_of(ruled("play_on"))
    assert (floor.outcomes, floor.answer, floor.choice) == ((), None, None)
