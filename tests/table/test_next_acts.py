"""What comes next at a table, each reason by itself: a ruling, a duty that would be late, what is owed, planned or asked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from dealerkit.felt import Act
from dealerkit.procedure.compiled_game import CHIPS_BACK
from dealerkit.procedure.duties import Duty, Pending, duties
from dealerkit.procedure.planners.registry import Do
from dealerkit.procedure.steps import Compiler
from dealerkit.table import next_acts
from dealerkit.table.next_acts import expectation_at, next_act_at, plain_act, urgent_act, urgent_duty
from tests.procedure.agendas import acts, asking, remedy, step, texts

RULE = Act.parse("f rule misdeal")


def table(**parts: Any) -> Any:
    """A table at which nothing is due, with these parts."""
    floor = {"to_rule": None, "begins": False, "question": None, "answer": None, "choice": None, "to_repeat": None}
    floor |= parts.pop("floor", {})
    books = SimpleNamespace(duties=tuple(parts.pop("duties", ())), may=tuple(parts.pop("may", ())))
    opened, players = parts.pop("step", None), parts.pop("players", None)
    felt = {"cut_card_at_mouth": lambda: False, "left": lambda: 9, "layout": SimpleNamespace(stock="stub")} | parts.pop(
        "felt", {}
    )
    planned, program = acts(*parts.pop("plan", ())), parts.pop("program", ())
    return SimpleNamespace(
        floor=SimpleNamespace(means=lambda act: (act,), **floor),
        rulings=[SimpleNamespace(act=at) for at in parts.pop("rulings", ())],
        agenda=SimpleNamespace(step=opened, players=players, books=books),
        players=players,
        ask=parts.pop("ask", {}),
        log=list(acts(*parts.pop("log", ()))),
        owed=acts(*parts.pop("owed", ())),
        plan=lambda: list(planned),
        felt=SimpleNamespace(**felt),
        house=SimpleNamespace(program=SimpleNamespace(walk=lambda: program)),
        game=SimpleNamespace(say=lambda words: f"{words}!"),
        now=None,
        **parts,
    )


def duty(*do: str, before: tuple[str, ...] = ("d sweep",), **parts: Any) -> Duty:
    """A duty with these cures, which the sweep ends unless another act does."""
    spec = {"on": {"fold": "always"}, "code": "hand/x", "do": list(do), "before": list(before), **parts}
    ((one,),) = duties({"duties": {"one": spec}}, Compiler()).values()
    return one


def pending(one: Duty, owner: str = "s2") -> Pending:
    """The duty as it is open, brought by a seat."""
    return Pending(one, "hand/x", owner, frozenset({"s3"}), one.cures)


def said(act: Act | None) -> str:
    """An act as text; empty for none."""
    return "" if act is None else act.text


# The floor


@pytest.mark.parametrize(
    ("rulings", "floor", "log", "due"),
    [
        ([1], {"to_rule": RULE, "begins": True}, ["d burn"], "d floor"),
        ([1], {"to_rule": RULE, "begins": True}, ["d burn", "d floor"], "f rule misdeal"),
        ([2], {"to_rule": RULE, "begins": True}, ["d floor", "d burn"], "d floor"),
        ([1, 3], {"to_rule": RULE, "begins": True}, ["d burn", "d floor", "d burn"], "d floor"),
        ([1], {"to_rule": RULE}, ["d burn"], "d tap"),
        ([], {"to_rule": RULE, "begins": True}, ["d burn"], "d tap"),
        ([1], {"begins": True}, ["d burn"], "d tap"),
    ],
)
def test_the_floor_is_called_and_then_rules(rulings, floor, log, due):
    """RM-26: where its ruling begins what is to be done; a call before the slip is no call for it."""
    assert said(next_act_at(table(rulings=rulings, floor=floor, log=log, plan=["d tap"]))) == due


@pytest.mark.parametrize(
    ("rulings", "floor", "log", "due"),
    [
        ([1], {"answer": RULE}, ["d burn"], "d floor"),
        ([1], {"answer": RULE}, ["d burn", "d floor"], "f rule misdeal"),
        ([1], {"choice": RULE}, ["d burn", "d floor"], "f rule misdeal"),
        ([1], {"answer": Act.parse("f rule play_on"), "choice": RULE}, ["d burn", "d floor"], "f rule play_on"),
        ([1], {}, ["d burn", "d floor"], "d tap"),
        ([], {"answer": RULE}, ["d burn"], "d tap"),
    ],
)
def test_a_question_to_the_floor_is_answered(rulings, floor, log, due):
    """By what is known at the table, else by one of the outcomes; without either the hand goes on."""
    asked = {"question": SimpleNamespace(act=1), **floor}
    assert said(next_act_at(table(rulings=rulings, floor=asked, log=log, plan=["d tap"]))) == due


def test_without_a_question_nothing_is_answered():
    """And where nothing is due there is no next act."""
    assert said(next_act_at(table(rulings=[1], floor={"answer": RULE}, plan=["d tap"]))) == "d tap"
    assert next_act_at(table()) is None


# Duties


@pytest.mark.parametrize(
    ("do", "log", "owner", "due"),
    [
        pytest.param(["d allin"], [], "s2", "d allin s2", id="an-all-in-button"),
        pytest.param(["d allin", "s allin"], [], "s2", "d allin s2", id="whoever-does-it"),
        pytest.param(["d allin", "d tap"], [], "s2", "", id="several-cures"),
        pytest.param(["d announce"], ["s2 bet 5", "s3 fold"], "s2", "d announce bet 5", id="a-bet"),
        pytest.param(["d announce"], ["s2 bet 5", "s2 raise 9"], "s2", "d announce raise 9", id="a-raise"),
        pytest.param(["d announce"], ["s2 put 5"], "s2", "d announce bet 5", id="chips-put-in"),
        pytest.param(["d announce"], ["s3 bet 5"], "s2", "d announce high", id="nothing-of-the-seat"),
        pytest.param(["d announce"], ["d burn"], "d", "d announce high", id="the-dealers-own-act"),
        pytest.param(["d tap"], [], "s2", "", id="it-can-wait"),
        pytest.param(["d rebuild"], [], "s2", "d rebuild stub", id="a-fallen-stub"),
        pytest.param(["d cut"], [], "s2", "d cut", id="the-dealer-cuts"),
        pytest.param(["owner cut"], [], "s2", "s2 cut", id="its-owner-cuts"),
        pytest.param(["s cut"], [], "s2", "s3 cut", id="who-cuts-the-stub"),
        pytest.param(["s cut", "d cut"], [], "s2", "d cut", id="the-dealer-may-cut"),
        pytest.param(["d tap", "d rebuild"], [], "s2", "d rebuild stub", id="one-of-several"),
    ],
)
def test_what_a_duty_asks_at_once(do, log, owner, due, monkeypatch):
    """Before anybody goes on: a bet announced, an all-in button, a stub shuffled and cut (DP-12, FTR-27)."""
    monkeypatch.setattr(next_acts, "cutter_of_stub", lambda now: 3)
    here = table(log=log, duties=[pending(duty(*do), owner)], plan=["d tap"])
    assert said(urgent_act(here)) == due
    assert said(next_act_at(here)) == (due or "d tap")


@pytest.mark.parametrize(
    ("log", "repeat", "by", "due"),
    [
        (["s2 dispute"], None, True, "d floor"),
        (["s2 dispute", "d floor"], None, True, "f rule play_on"),
        (["s2 dispute", "d floor"], RULE, True, "f rule misdeal"),
        (["d floor", "s2 dispute"], None, True, "d floor"),
        (["s1 dispute", "d floor", "s2 dispute"], None, True, "d floor"),
        (["d floor"], None, True, "f rule play_on"),
        (["d burn"], None, True, "d floor"),
        (["d floor", "s2 dispute", "d tap"], None, True, "d floor"),
        (["s2 dispute"], None, False, ""),
    ],
)
def test_a_dispute_is_the_floors(log, repeat, by, due):
    """RM-26, SD-16: it is called after the dispute, and rules before the next hand; without a dispute in the log, once."""
    parts: dict[str, Any] = {"by": "taps"} if by else {}
    here = table(log=log, floor={"to_repeat": repeat}, duties=[pending(duty("f rule", **parts))])
    assert said(urgent_act(here)) == due


def test_a_duty_of_the_floor_is_no_other_duty():
    """A cure of the dealer's waits."""
    assert urgent_act(table(log=["s2 dispute"], duties=[pending(duty("d tap", by="taps"))])) is None


@pytest.mark.parametrize(
    ("do", "before", "more", "plan", "due"),
    [
        pytest.param(["d tap"], ["d sweep"], {}, ["d sweep"], "d tap", id="the-next-act-would-be-too-late"),
        pytest.param(["d tap"], ["d sweep"], {}, ["d burn"], "", id="there-is-time"),
        pytest.param(["d tap"], ["d sweep"], {}, [], "", id="nothing-comes"),
        pytest.param(["d sweep"], ["d sweep"], {}, ["d sweep"], "", id="the-next-act-settles-it"),
        pytest.param(["s fold", "d tap"], ["d sweep"], {}, ["d sweep"], "d tap", id="the-dealers-cure"),
        pytest.param(["s fold"], ["d sweep"], {}, ["d sweep"], "", id="a-players-cure"),
        pytest.param(["d wash|tap"], ["d sweep"], {}, ["d sweep"], "d tap", id="the-first-by-name"),
        pytest.param(["d deal|wash"], ["d sweep"], {}, ["d sweep"], "d wash", id="an-act-without-a-place"),
        pytest.param(["d deal"], ["d sweep"], {}, ["d sweep"], "", id="an-act-that-needs-a-place"),
        pytest.param(["d insert"], ["d sweep"], {}, ["d sweep"], "", id="an-act-that-needs-a-number"),
        pytest.param(["d announce", "d tap"], ["d sweep"], {"all": True}, ["d sweep"], "d announce cash", id="cash"),
        pytest.param(["d tap", "d announce"], ["d sweep"], {"all": True}, ["d sweep"], "d tap", id="one-of-all-that-are-needed"),
    ],
)
def test_what_has_to_be_done_before_the_next_act(do, before, more, plan, due):
    """A duty whose time that act would end, by a cure of the dealer's that is an act by itself."""
    here = table(duties=[pending(duty(*do, before=tuple(before), **more))], plan=plan)
    assert said(urgent_act(here)) == due


@pytest.mark.parametrize(
    ("planned", "due"), [(["d tap"], "d tap"), (["d burn", "d tap"], "d tap"), (["d burn"], ""), ([], ""), (None, "")]
)
def test_a_duty_may_plan_its_own_acts(planned, due):
    """The first of them that settles it."""
    asks = Do("asked", "tap", plan=lambda now, params: None if planned is None else acts(*planned))
    one = attrs.evolve(duty("d tap"), asks=asks)
    assert said(urgent_act(table(duties=[pending(one)], plan=["d sweep"]))) == due


@pytest.mark.parametrize(
    ("duties_", "due", "of"),
    [
        ([], "", None),
        ([(["d allin"], "d sweep"), (["d tap"], "d sweep")], "d allin s2", 0),
        ([(["d tap"], "d sweep"), (["d allin"], "d sweep")], "d allin s2", 1),
        ([(["d allin"], "d sweep"), (["d tap"], "d allin")], "d tap", 1),
        ([(["d tap"], "d sweep"), (["d wash"], "d tap")], "d wash", 1),
        ([(["d wash"], "d tap"), (["d tap"], "d sweep")], "d wash", 0),
        ([(["d wash"], "d burn"), (["d tap"], "d sweep")], "d tap", 1),
        ([(["d wash"], "d sweep")], "d wash", 0),
        ([(["d tap"], "d sweep"), (["d wash"], "d tap"), (["d riffle"], "d wash")], "d riffle", 2),
    ],
)
def test_an_act_that_a_duty_asks_may_end_the_time_of_another(duties_, due, of):
    """Then that one comes first; each duty once."""
    open_ = [pending(duty(*do, before=(before,))) for do, before in duties_]
    found = urgent_duty(table(duties=open_, plan=["d sweep"]))
    assert said(found[0] if found is not None else None) == due
    assert (found[1] if found is not None else None) is (open_[of].duty if of is not None else None)


# What is owed and planned


@pytest.mark.parametrize(
    ("parts", "due"),
    [
        pytest.param({"owed": ["d burn"], "plan": ["d tap"]}, ["d burn", "d tap"], id="what-is-owed-comes-first"),
        pytest.param({"owed": ["d award s1 5"], "plan": ["d award s1 5", "d tap"]}, ["d award s1 5", "d tap"], id="chips-once"),
        pytest.param({"owed": ["d award s1 4"], "plan": ["d award s1 5"]}, ["d award s1 4", "d award s1 5"], id="another-sum"),
        pytest.param({"owed": ["d tap"], "plan": ["d tap"]}, ["d tap", "d tap"], id="no-chips"),
        pytest.param({"plan": []}, [], id="nothing"),
    ],
)
def test_what_is_owed_and_planned(parts, due):
    """Chips that are owed and planned are moved once (RM-26)."""
    assert texts(expectation_at(table(**parts)).dealer) == due


@pytest.mark.parametrize(
    ("deadline", "ask", "opened", "due"),
    [
        ("deal", {"s1": {"check": (None,)}}, None, ["d burn"]),
        ("deal", {"s1": {"check": (None,)}}, step("open"), ["d burn"]),
        ("deal", {"s1": {"check": (None,)}}, remedy("RM-1"), ["d burn", "d tap"]),
        ("deal", {}, step("open"), ["d burn", "d tap"]),
        ("", {"s1": {"check": (None,)}}, step("open"), ["d burn", "d tap"]),
    ],
)
def test_the_dealer_waits_at_a_deadline_of_the_players(deadline, ask, opened, due):
    """BA-14: while they are asked nothing of the next step is due, but what is owed, and the steps of a remedy."""
    here = table(owed=["d burn"], plan=["d tap"], players=asking(deadline=deadline), ask=ask, step=opened)
    assert texts(expectation_at(here).dealer) == due


@pytest.mark.parametrize(
    ("felt", "log", "plan", "due"),
    [
        ({}, [], ["d deal s1"], ["d deal s1"]),
        ({"cut_card_at_mouth": lambda: True}, [], ["d deal s1"], ["d cutcard", "d deal s1"]),
        ({"cut_card_at_mouth": lambda: True}, [], ["d burn"], ["d cutcard", "d burn"]),
        ({"cut_card_at_mouth": lambda: True}, [], ["d tap", "d burn"], ["d tap", "d burn"]),
        ({"cut_card_at_mouth": lambda: True}, [], [], []),
        ({"left": lambda: 0}, [], ["d deal s1"], ["d rebuild stub", "d deal s1"]),
        ({}, ["d rebuild stub"], ["d deal s1"], ["d rebuild stub", "d deal s1"]),
        ({}, ["d rebuild stub", "d tap"], ["d deal s1"], ["d deal s1"]),
    ],
)
def test_what_is_due_before_a_card_can_be_drawn(felt, log, plan, due):
    """BA-56, BJI-11: by the steps that may come at any time; nothing before an act that draws none."""
    program = (
        asking(),
        step("fixed", "d cutcard", "d rebuild stub"),
        step("done", more={"floating": True, "verbs": frozenset({"cutcard", "rebuild"})}),
        step("out", "d cutcard", more={"floating": True}),
        step("again", "d rebuild stub", more={"floating": True}),
        step("twice", "d cutcard", "d burn", more={"floating": True}),
    )
    assert texts(expectation_at(table(felt=felt, log=log, plan=plan, program=program)).dealer) == due
    bare = [text for text in due if text in plan]
    assert texts(expectation_at(table(felt=felt, log=log, plan=plan)).dealer) == bare


def test_chips_that_go_back_are_no_draw():
    """A game without a step for it has nothing due before a card."""
    here = table(felt={"left": lambda: 0}, plan=["d pay s1 5"], step=CHIPS_BACK)
    assert texts(expectation_at(here).dealer) == ["d pay s1 5"]


# Players


def answering(*able: str, **more: Any) -> Any:
    """A players' step in which these seats check when they only go on, and the dealer does what is asked."""
    players = asking(**more)

    def plain(now: Any, params: Any, seat: str, moves: Any) -> Act | None:
        return Act.make(seat, next(iter(moves))) if seat in able else None

    return attrs.evolve(players, mechanic=attrs.evolve(players.mechanic, plain=plain))


CHECK = {"check": (None,)}


@pytest.mark.parametrize(
    ("able", "ask", "act"),
    [(("s2",), ("s1", "s2"), "s2 check"), (("s1", "s2"), ("s1", "s2"), "s1 check"), ((), ("s1",), ""), (("s1",), (), "")],
)
def test_who_only_goes_on(able, ask, act):
    """The first who can; where nobody is asked, or nobody can, the dealer's next step is looked at."""
    here = table(players=answering(*able), ask=dict.fromkeys(ask, CHECK))
    assert said(plain_act(here)) == act
    assert plain_act(table(ask={"s1": CHECK})) is None


@pytest.mark.parametrize(
    ("plan", "able", "after", "act"),
    [
        (["d tap"], ("s1",), ["d burn"], "d tap"),
        ([], ("s1",), ["d burn"], "s1 check"),
        ([], (), ["d burn"], "d burn"),
        ([], (), [], ""),
    ],
)
def test_the_dealers_step_comes_before_the_players_and_the_next_one_after_them(plan, able, after, act, monkeypatch):
    """As long as a player can go on the dealer does not."""
    monkeypatch.setattr(next_acts, "step_after_players", lambda table: (step("after"), acts(*after)))
    assert said(next_act_at(table(plan=plan, players=answering(*able), ask={"s1": CHECK}))) == act
    assert next_act_at(table()) is None


@pytest.mark.parametrize(
    ("parts", "step_", "dealer", "say"),
    [
        pytest.param({"step": step("open", more={"say": "Burn"}), "plan": ["d burn"]}, "open", ["d burn"], "Burn!", id="a-step"),
        pytest.param({"step": step("open"), "plan": ["d burn"]}, "open", ["d burn"], "", id="a-step-without-a-word"),
        pytest.param({"players": asking()}, "ask", [], "", id="players"),
        pytest.param({"players": attrs.evolve(asking(), say="Bet")}, "ask", [], "Bet!", id="players-with-a-word"),
        pytest.param(
            {"players": attrs.evolve(asking(), say="Bet"), "step": step("open", more={"say": "Burn"}), "plan": ["d burn"]},
            "open", ["d burn"], "Burn!", id="the-step-speaks-first",
        ),
        pytest.param({"players": asking(until="after")}, "after", ["d sweep"], "", id="who-may-be-passed"),
        pytest.param({"players": asking(until="after"), "plan": ["d burn"]}, "ask", ["d burn"], "", id="something-is-due"),
        pytest.param({"players": asking(deadline="after")}, "ask", [], "", id="who-may-not"),
        pytest.param({}, "", [], "", id="nothing"),
    ],
)  # fmt: skip
def test_what_is_expected_is_told_with_its_step(parts, step_, dealer, say, monkeypatch):
    """The open step, else the players'; past players who may be passed, the next of the dealer's."""
    monkeypatch.setattr(next_acts, "step_after_players", lambda table: (step("after"), acts("d sweep")))
    found = expectation_at(table(ask={"s1": CHECK}, may=[step("may")], **parts))
    assert (found.step, texts(found.dealer), found.say) == (step_, dealer, say)
    assert (found.any_order, found.players, found.unknown) == (False, {"s1": CHECK}, ("may",))


@pytest.mark.parametrize("any_order", [True, False])
def test_acts_in_any_order_are_told_as_that(any_order):
    """Where the step allows it."""
    here = table(step=step("open", more={"any_order": any_order}), plan=["d burn", "d tap"])
    assert expectation_at(here).any_order is any_order


@pytest.mark.parametrize(
    ("plan", "able", "due"),
    [([], ("d",), ["d tap", "d burn"]), ([], (), ["d tap", "d burn table"]), (["d sweep"], ("d",), ["d sweep"])],
)
def test_the_dealer_is_asked_among_the_players(plan, able, due):
    """What a mechanic asks of the dealer is due, in the words of the mechanic or as it stands; the seats are asked besides."""
    moves = {"tap": (None,), ("burn" if able else "tap table"): (None,)}
    expected = [text.replace("burn table", "tap table") for text in due]
    here = table(plan=plan, players=answering(*able), ask={"s1": CHECK, "d": moves})
    found = expectation_at(here)
    assert texts(found.dealer) == expected
    assert found.players == {"s1": CHECK}


def test_the_dealer_is_asked_for_a_sum():
    """As the mechanic says what is due of it."""
    players = asking()

    def plain(now: Any, params: Any, seat: str, moves: Any) -> Act | None:
        return Act.make(seat, "award", "s1", n=5) if seat == "d" and [*moves] == ["award s1"] else None

    players = attrs.evolve(players, mechanic=attrs.evolve(players.mechanic, plain=plain))
    assert texts(expectation_at(table(players=players, ask={"d": {"award s1": (5,)}})).dealer) == ["d award s1 5"]
