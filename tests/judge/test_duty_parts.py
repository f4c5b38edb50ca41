"""Duties by themselves: when one comes, is settled, or is late, and which is told of several."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.judge import duties
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.duties import Duty, Pattern, Pending
from tests.judge.copies import holdem_at, owed, steps_of, working_copy

TABLE = holdem_at("turn_burn")
STEPS = steps_of(TABLE)
LAST = TABLE.log[-1]


def yes(_now: Situation) -> bool:
    """Hold always."""
    return True


def no(_now: Situation) -> bool:
    """Never hold."""
    return False


BURNS = Pattern("d", frozenset({"burn"}), "")


def duty(name: str = "stop", **told: Any) -> Duty:
    """Return a duty that a tap brings and a burn settles."""
    usual: dict[str, Any] = {
        "on": {"tap": ()},
        "when": (),
        "cures": (BURNS,),
        "all_of": False,
        "before": (),
        "codes": f"x/{name}",
        "say": f"{name}!",
        "cite": (),
        "unplanned": False,
        "severity": "major",
    }
    return Duty(id=name, **(usual | told))


def pending(one: Duty, place: str = "") -> Pending:
    """Return a duty that is open."""
    return Pending(one, f"x/{one.id}", "d", frozenset(), one.cures, place)


def after(text: str) -> AgendaBuilder:
    """Return a working copy of the table behind an act, which is judged."""
    work = working_copy(TABLE, text)
    work.now.act = work.now.log[-1]
    return work


@pytest.mark.parametrize(
    ("told", "kept", "slips"),
    [
        ({}, ["stop"], []),
        ({"outcome": True}, [], []),
        ({"when": (no,)}, [], []),
        ({"when": (yes,)}, ["stop"], []),
        ({"on": {"tap": (no,)}}, [], []),
        ({"on": {"tap": (no, yes)}}, ["stop"], []),
        ({"cures": ()}, [], ["x/stop"]),
        ({"cures": (), "done": (yes,)}, ["stop"], []),
        ({"outcome": True, "cures": ()}, [], []),
    ],
)
def test_a_duty_comes_with_time_left_or_is_a_slip_at_once(told: dict[str, Any], kept: list[str], slips: list[str]) -> None:
    """DP-20: each by itself, and none hides the next."""
    one, other = duty(**told), duty("other")
    came, drafts = duties.new_duties([one, other], TABLE.now, LAST)
    assert [each.duty.id for each in came] == [*kept, "other"]
    assert [(draft.code, draft.expected, draft.got, draft.severity) for draft in drafts] == [
        (code, "stop!", LAST.text, "major") for code in slips
    ]
    assert {(each.owner, each.place, each.turn) for each in came} == {("d", LAST.to[0] if LAST.to else "", TABLE.now.asked)}


def test_a_duty_knows_at_which_place_it_came() -> None:
    """DP-20: the first target of the act."""
    [one], _ = duties.new_duties([duty(on={"deal": ()})], TABLE.now, Act.parse("d deal s2 Ah"))
    assert one.place == "s2"


@pytest.mark.parametrize(
    ("told", "act", "cured", "open_", "slips"),
    [
        pytest.param({}, "d tap", True, ["stop"], [], id="another-act-settles-nothing"),
        pytest.param({}, "d burn", True, [], [], id="the-cure-settles-it"),
        pytest.param({}, "d burn", False, ["stop"], [], id="unless-it-was-due-for-something-else"),
        pytest.param({"done": (yes,)}, "d tap", True, [], [], id="a-fact-settles-it"),
        pytest.param({"done": (no, yes)}, "d tap", True, [], [], id="any-of-several"),
        pytest.param({"done": (no,)}, "d tap", True, ["stop"], [], id="once-it-holds"),
        pytest.param({"by": (yes,)}, "d tap", True, [], ["x/stop"], id="its-time-is-over"),
        pytest.param({"by": (no,)}, "d tap", True, ["stop"], [], id="not-yet"),
        pytest.param({"by": (yes,), "done": (yes,)}, "d tap", True, [], ["x/stop"], id="over-whatever-holds-now"),
        pytest.param({"by": (yes,)}, "d burn", True, [], [], id="settled-in-time"),
        pytest.param({"before": (BURNS,), "cures": ()}, "d burn", True, [], ["x/stop"], id="an-act-ends-its-time"),
        pytest.param({"before": (BURNS,), "cures": ()}, "d tap", True, ["stop"], [], id="and-no-other"),
    ],
)
def test_an_open_duty_is_settled_or_late_or_stays(told: dict[str, Any], act: str, cured: bool, open_, slips) -> None:
    """DP-20: after each act."""
    one = pending(duty(**told))
    work, parsed = after(act), Act.parse(act)
    work.note(duties=(one,))
    drafts = duties.mind(work, parsed, [one] if cured else [], planned=True)
    mine = [draft for draft in drafts if draft.code.startswith("x/")]
    assert [each.duty.id for each in work.books.duties if each.code.startswith("x/")] == open_
    assert [(draft.code, draft.expected, draft.got, draft.severity) for draft in mine] == [
        (code, "stop!", act, "major") for code in slips
    ]


@pytest.mark.parametrize(
    ("manner", "remark", "asked"),
    [("", 0, False), ("together", 0, False), ("pitched", 0, False), ("boxed", 0, True), ("", 1, True), ("", 2, False)],
)
def test_oddities_bring_duties_of_their_own(manner: str, remark: int, asked: bool) -> None:
    """MD-05: how a card lay, or what the felt has remarked on this very act."""
    text = f"d deal board {manner}".strip()
    work = after(text)
    work.now.remark = (len(work.now.log) + 1 - remark, "boxed") if remark else (0, "")
    came: list[tuple[str, bool, bool]] = []

    class Likely(dict[tuple[str, bool, bool], tuple[Duty, ...]]):
        """A map that says what it was asked."""

        def get(self, key: tuple[str, bool, bool], default: Any = None) -> Any:
            """Note the key."""
            came.append(key)
            return default

    work.house = attrs.evolve(work.house, likely=Likely())
    duties.mind(work, Act.parse(text), [], planned=True)
    assert came == [("deal", True, asked)]


def test_duties_are_noted_if_there_are_any_or_were() -> None:
    """DP-20: and who has acted out of turn with them; else nothing is written."""
    work = after("d tap")
    work.house = attrs.evolve(work.house, likely={("tap", True, False): (duty(),)})
    assert duties.mind(work, Act.parse("d tap"), [], planned=True) == []
    assert [each.duty.id for each in work.books.duties] == ["stop"]
    work.house = attrs.evolve(work.house, likely={("tap", True, False): (duty(cures=()),)})
    [draft] = duties.mind(work, Act.parse("d tap"), [], planned=True)
    assert draft.code == "x/stop"
    assert [each.duty.id for each in work.books.duties] == ["stop"]


@pytest.mark.parametrize(
    ("of", "act", "told", "code"),
    [
        (duty(outcome=True), "d tap", {}, "x/stop"),
        (duty(outcome=True, when=(no,)), "d tap", {}, "x/other"),
        (duty(), "d tap", {}, "x/other"),
        (duty(outcome=True), "d burn", {}, ""),
        (duty(outcome=True), "d tap", {"remarked": True}, ""),
    ],
)
def test_of_the_states_that_must_not_be_the_first_is_told(of: Duty, act: str, told: dict[str, bool], code: str) -> None:
    """SD-18: with what lays the act back."""
    house = attrs.evolve(TABLE.house, likely={("tap", False, False): (of, duty("other", outcome=True)), ("tap", True, False): ()})
    parsed = Act.parse(act)
    drafts = duties.outcomes(house, TABLE.now, parsed, **({"remarked": False} | told))
    assert [draft.code for draft in drafts] == [code] * bool(code)
    for draft in drafts:
        assert (draft.amend, draft.severity, draft.got) == ((AS_IT_LAY, parsed), "major", act)


@pytest.mark.parametrize(
    ("cure", "act", "planned", "step", "back", "cured"),
    [
        ("", "d burn", False, "turn_burn", False, True),
        ("", "d burn", True, "turn_burn", False, True),
        ("", "d tap", False, "turn_burn", False, False),
        ("same", "d burn s2", False, "turn_burn", False, True),
        ("same", "d burn s2", True, "turn_burn", False, False),  # that burn was due anyway
        ("same", "d burn s2", True, "RM-11-back", False, True),
        ("same", "d burn s2", True, None, False, False),
        ("same", "d burn s3", False, "turn_burn", False, False),
        ("", "d burn", False, "turn_burn", True, False),
    ],
)
def test_an_act_settles_a_duty_unless_it_was_due_or_lays_something_back(cure, act, planned, step, back, cured) -> None:
    """DP-11: at the same place, an act that was due anyway settles nothing; in a remedy it does."""
    work = working_copy(TABLE)
    work.step = STEPS[step] if step else None
    work.note(duties=(pending(duty(cures=(Pattern("d", frozenset({"burn"}), cure),)), "s2"),))
    work.debts = [owed(AS_IT_LAY, act)] if back else []
    assert bool(duties.cured_by(work, Act.parse(act), planned=planned)) is cured


@pytest.mark.parametrize(
    ("act", "needs_none"),
    [
        ("d burn", True),
        ("d wash", False),
        ("s2 put 5", True),
        ("s2 take banker 5", True),
        ("s2 cut", True),
        ("s2 check", False),
        ("f rule play_on", False),
    ],
)
def test_an_act_that_settles_a_duty_needs_no_more_judgement_or_does(act: str, needs_none: bool) -> None:
    """DP-03: a wash may begin the shuffle again; a player's bet is his own."""
    assert "wash" in TABLE.house.felt["anew"]
    assert duties.mends(TABLE.house, Act.parse(act)) is needs_none
