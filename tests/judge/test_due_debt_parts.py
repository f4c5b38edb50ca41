"""What a debt asks for as the felt is now, and on which debts the play has to wait, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.judge import due_debts
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.agenda import Agenda, Debt, OpenStep
from dealerkit.procedure.steps import PlayerStep
from tests.judge.copies import acts, holdem_at, owed, steps_of, with_do, working_copy

TABLE = holdem_at("turn_burn")
STEPS = steps_of(TABLE)
LAST = len(TABLE.log)
PAY, HALF = "d pay s2 5", "d pay s2 3"
ALL = ("d deal s1", "d deal s2", "d deal s3", "d deal s4")


def behind(*texts: str, table: dk.Table = TABLE) -> Situation:
    """Return the situation at a table when other acts have come."""
    return working_copy(table, *texts).now


def agenda_with(*debts: Debt, table: dk.Table = TABLE, **books: Any) -> Agenda:
    """Return the agenda of a table with these debts."""
    return table.agenda._replace(books=table.agenda.books._replace(debts=debts, **books))


def later(now: Situation, since: Sequence[Act], act: Act) -> Act | None:
    """Return a payment as it is now: less by what was paid since; nothing if the bets were swept."""
    assert now is not None
    if any(past.verb == "sweep" for past in since):
        return None
    return Act.parse(HALF) if any(past.verb == "pay" for past in since) else act


@pytest.mark.parametrize(
    ("do", "told", "came", "due"),
    [
        pytest.param({}, {}, [], [PAY], id="as-it-was-noted"),
        pytest.param({"in_parts": True, "plan": [HALF]}, {}, [], [HALF], id="planned-again-part-by-part"),
        pytest.param({"in_parts": True, "plan": []}, {}, [], [], id="nothing-left-of-it"),
        pytest.param({"in_parts": True, "plan": [HALF]}, {"amends": True}, [], [PAY], id="a-correction-is-not-planned"),
        pytest.param({"standing": True, "plan": [HALF]}, {"remedy": True}, [], [HALF], id="a-standing-remedy-is"),
        pytest.param({"standing": True, "plan": [HALF]}, {}, [], [PAY], id="a-standing-step-is-not"),
        pytest.param({"plan": [HALF]}, {"remedy": True}, [], [PAY], id="nor-any-other-remedy"),
        pytest.param({"later": later}, {}, [], [PAY], id="nothing-has-come"),
        pytest.param({"later": later}, {}, ["d pay s3 1"], [HALF], id="less-is-left"),
        pytest.param({"later": later}, {}, ["d sweep"], [], id="it-can-come-no-more"),
        pytest.param({"later": later}, {"at": 1}, ["d tap"], [], id="since-it-was-noted"),
        pytest.param({"later": later}, {"at": 0, "found": LAST}, ["d pay s3 1"], [HALF], id="or-since-it-was-found"),
        pytest.param({"later": later, "in_parts": True, "plan": [HALF]}, {}, [], [HALF], id="a-plan-goes-first"),
        pytest.param({"later": later, "in_parts": True, "plan": []}, {}, [], [], id="what-no-plan-asks-for-is-not-due"),
        pytest.param({"later": later, "in_parts": True, "plan": []}, {}, ["d pay s3 1"], [HALF], id="unless-it-has-changed"),
    ],
)
def test_what_a_debt_asks_for_now(do: dict[str, Any], told: dict[str, Any], came: list[str], due: list[str]) -> None:
    """FTR-05, BA-48: cards that are turned one by one, remedies by the felt, chips where they lie now."""
    plan, told = acts(*do.pop("plan", ())) if "plan" in do else (), {"at": LAST} | told
    remedy = told.pop("remedy", False)
    step = attrs.evolve(with_do(STEPS["award"], **({"later": None} | do), plan=lambda *_: plan), when=(), remedy=remedy)
    assert [act.text for act in due_debts.still_due(owed(step, PAY, **told), behind(*came))] == due


@pytest.mark.parametrize(
    ("dealt_for", "came", "whole"),
    [
        (ALL, [], True),
        (ALL[1:], [], False),
        (ALL[1:], ["d deal s1"], True),
        (ALL[2:], ["d deal s1", "d deal s2"], True),
        (ALL[1:], ["d tap", "d deal s1"], False),  # that card was of another street
        (ALL[1:], ["d burn"], False),
        (ALL, ["f rule play_on"], False),
        (("d burn", *ALL), [], True),
    ],
)
def test_a_street_that_every_hand_lacks_was_left_out(dealt_for: tuple[str, ...], came: list[str], whole: bool) -> None:
    """ST-09: and those who got theirs got it since; the floor has not ruled."""
    debt = owed(STEPS["pitch"], *dealt_for, found=LAST)
    assert due_debts._is_a_whole_street(debt, behind(*came)) is whole


def test_one_hand_alone_is_no_street() -> None:
    """ST-09: with one hand left nobody bets."""
    now = behind()
    now.felt.places = {name: cards for name, cards in now.felt.places.items() if name not in ("s2", "s3", "s4")}
    assert not due_debts._is_a_whole_street(owed(STEPS["pitch"], *ALL, found=LAST), now)


@pytest.mark.parametrize(
    ("act", "step", "came", "lost"),
    [
        ("d deal board", "board", [], False),
        ("d deal board", "board", ["d gather"], True),
        ("d burn", "burn", ["d gather"], True),
        ("d move s2 stub", "-", ["d gather"], True),
        ("d move s2 stub", "-", [], False),
        ("d kill s2", "award", ["d gather"], False),
        ("d deal board", "board", ["d tap"], False),
    ],
)
def test_a_card_of_a_gathered_deck_comes_no_more(act: str, step: str, came: list[str], lost: bool) -> None:
    """MD-17, NM-01: nor does it go back out of it; what is no card stays owed."""
    assert due_debts._is_lost_in_the_deck(owed(STEPS[step], act, found=LAST), behind(*came)) is lost


@pytest.mark.parametrize(
    ("act", "came", "lost"),
    [
        ("d deal board", ["d gather"], True),
        ("d burn", ["d gather"], True),
        ("d deal board", ["d gather", "d deal s2"], False),
        ("d kill s2", ["d gather"], False),
    ],
)
def test_a_deck_that_lies_together_gives_no_card(act: str, came: list[str], lost: bool) -> None:
    """NM-01: also what was found behind the gathering."""
    now = behind(*came)
    assert due_debts._is_lost_in_the_deck(owed(STEPS["board"], act, found=len(now.log)), now) is lost


@pytest.mark.parametrize(
    ("do", "place", "told", "hangs"),
    [
        pytest.param({}, True, {}, False, id="a-burn-is-lost"),
        pytest.param({"in_parts": True}, True, {}, True, id="a-part-of-it-is-to-come"),
        pytest.param({}, "d deal s2 Xx", {}, False, id="the-next-card-can-come"),
        pytest.param({}, True, {"act": "d deal s2", "may": True}, True, id="a-card-that-others-hang-on"),
        pytest.param({}, True, {"act": "d burn", "may": True}, False, id="a-burn-that-none-hang-on"),
        pytest.param({}, True, {"act": "d deal s2"}, False, id="one-hands-card"),
        pytest.param({}, False, {"act": "d deal s2"}, False, id="nothing-is-open"),
        pytest.param({}, False, {"all": True}, True, id="a-whole-street"),
    ],
)
def test_the_play_hangs_on_some_of_what_is_owed(do: dict[str, Any], place: Any, told: dict[str, Any], hangs: bool) -> None:
    """FTR-06, ST-09: cards without which nobody can go on."""
    step = with_do(STEPS["pitch"], **do)
    debt = owed(step, *(ALL if "all" in told else [told.get("act", "d burn")]), found=LAST)
    agenda = agenda_with(debt, may=(STEPS["burn"],) if "may" in told else ())
    if place is False:
        agenda = agenda._replace(place=None)
    assert due_debts._play_hangs_on(debt, agenda, TABLE.now) is hangs


@pytest.mark.parametrize(
    ("cards", "verb", "hangs"), [(0, "d deal board", True), (1, "d deal board", False), (0, "d burn", False)]
)
def test_a_card_that_has_to_go_back_comes_before_one_that_cannot_be_dealt(cards: int, verb: str, hangs: bool) -> None:
    """AF-A8: the stub is out."""
    now = behind()
    now.felt.places["stub"] = now.felt.places["stub"][:cards]
    debt = owed(AS_IT_LAY, "d move s2 stub", found=LAST)
    agenda = agenda_with(debt)
    assert agenda.place is not None
    agenda = agenda._replace(place=agenda.place._replace(acts=acts(verb)))
    assert due_debts._play_hangs_on(debt, agenda, now) is hangs


@pytest.mark.parametrize(
    ("plan", "told", "is_due"),
    [
        (["d deal s2", "d deal s3"], {}, True),
        (["d deal s3"], {}, False),
        (None, {}, False),
        (["d deal s3"], {"amends": True}, True),
        (["d deal s2"], {"round": -1}, False),
        (["d deal s2"], {"piecemeal": False}, False),
    ],
)
def test_cards_that_may_come_in_any_number_are_due_while_their_step_asks_for_them(
    plan, told: dict[str, Any], is_due: bool
) -> None:
    """CN-08: the players wait for them, also behind a ruling."""
    piecemeal = told.pop("piecemeal", True) if "piecemeal" in told else True
    step = with_do(STEPS["pitch"], plan=lambda *_: None if plan is None else acts(*plan))
    step = attrs.evolve(step, when=(), params={**step.params, "piecemeal": piecemeal})
    debt = owed(step, "d deal s2", **({"finding": 0, "found": LAST, "round": TABLE.agenda.round.begun} | told))
    wanted = due_debts._is_wanted(debt, agenda_with(debt), TABLE.now, (), (), ())
    assert wanted is is_due


@pytest.mark.parametrize(
    ("acts_", "asked", "is_due"),
    [
        (["d deal s2"], ["s2"], True),
        (["d deal s2"], ["s3"], False),
        (["d deal s3", "d deal s2"], ["s2"], True),
        (["d burn"], ["s2"], False),
        (["d deal s2"], [], False),
    ],
)
def test_a_card_that_may_come_late_is_due_when_its_player_is_to_act(acts_: list[str], asked: list[str], is_due: bool) -> None:
    """DE-10, ST-05: TDA 37; not before."""
    debt = owed(STEPS["pitch"], *acts_, deadline="award")
    assert due_debts._is_wanted(debt, agenda_with(debt), TABLE.now, (), asked, ()) is is_due


@pytest.mark.parametrize(("remedy", "is_due"), [(None, True), (False, True), (True, False)])
def test_a_deck_is_made_ready_behind_a_hand_that_has_to_be_shown(remedy: bool | None, is_due: bool) -> None:
    """MD-17, SG-03: a remedy asks its player first."""
    table = dk.Table("holdem", "rrop", seats=4, seed=7)
    player = next(step for step in table.house.program.walk() if isinstance(step, PlayerStep))
    debt = owed(steps_of(table)["wash"], "d shuffle", finding=0)
    agenda = agenda_with(debt, table=table)
    if remedy is not None:
        key: Any = ("show", 0)
        agenda = agenda._replace(open=OpenStep(attrs.evolve(player, remedy=remedy), key))
    assert due_debts._readies_the_deck(debt, agenda, table.now)
    assert due_debts._is_wanted(debt, agenda, table.now, (), (), ()) is is_due


@pytest.mark.parametrize(
    ("plan", "act", "came", "told", "readies"),
    [
        ("d riffle", "d gather", [], {}, True),
        ("d riffle", "d gather", ["d gather"], {}, False),
        ("d riffle", "d gather", ["d gather"], {"at": 1, "found": 1}, True),
        ("d riffle", "d gather", ["d gather"], {"found": 1}, True),
        ("d riffle", "d gather", ["d gather"], {"at": 1}, True),
        ("d burn", "d gather", ["d deal s2"], {}, True),  # neither gathered nor shuffled yet
        ("d burn", "d gather", ["d gather"], {}, False),
        ("d burn", "d gather", ["d gather", "d deal s2"], {}, False),
        ("d burn", "d shuffle", ["d deal s2"], {}, False),
        ("d burn", "d shuffle", ["d tap"], {}, True),
        ("d burn", "d shuffle", ["d shuffle"], {}, False),
        ("d burn", "d wash", ["d tap"], {}, True),
        ("d burn", "d wash", ["d deal s2"], {}, False),
        ("d burn", "d wash", ["d riffle"], {}, False),  # the riffle was done in its place
        ("d burn", "d wash", ["d tap", "d riffle"], {}, True),
        ("d burn", "d wash", ["d tap", "d riffle"], {"at": 1}, False),
        ("d burn", "d cut", ["d tap"], {}, False),
    ],
)
def test_what_makes_the_deck_ready_is_due_until_a_card_is_out(plan: str, act: str, came: list[str], told, readies: bool) -> None:
    """SG-03, MD-17: gathered, shuffled, and in the right order."""
    table = dk.Table("holdem", "rrop", seats=4, seed=7)
    now = behind(*came, table=table)
    assert now.begun == 0
    debt = owed(steps_of(table)["wash"], act, finding=0, **told)
    agenda = agenda_with(debt, table=table)
    assert agenda.place is not None
    agenda = agenda._replace(place=agenda.place._replace(acts=acts(plan)))
    assert due_debts._readies_the_deck(debt, agenda, now) is readies
