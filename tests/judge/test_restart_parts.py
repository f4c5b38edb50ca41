"""Cards that are taken back, and a shuffle that begins again: what is noted of them, each part by itself."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge.findings import Finding
from dealerkit.judge.lookahead import this_round
from dealerkit.judge.match import ActView
from dealerkit.judge.matchers import restart
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.agenda import items
from dealerkit.procedure.steps import DealerStep, PlayerStep
from tests.judge.copies import acts, holdem_at, left, owed, steps_of, working_copy

TABLE = holdem_at("turn_burn")
STEPS = steps_of(TABLE)
REMEDY = STEPS["RM-11-back"]
BEGUN = TABLE.agenda.books.taken[0]


@pytest.mark.parametrize(
    ("act", "told", "taken"),
    [
        pytest.param("d putback board", {}, {"board": 1}, id="a-card-of-the-board"),
        pytest.param("d putback s2 2", {}, {"s2": 1}, id="a-card-by-its-place-is-one"),
        pytest.param("d move board muck 3", {}, {"board": 1}, id="wherever-it-goes"),
        pytest.param("d move s2 s3 Ah Kh", {}, {"s2": 2}, id="two-that-are-named"),
        pytest.param("d rebuild board", {}, {"board": 3}, id="the-whole-board"),
        pytest.param("d merge s2 stub", {}, {"s2": 2}, id="a-whole-hand"),
        pytest.param("d move s2 muck", {}, {"s2": 1}, id="a-card-of-a-hand"),
        pytest.param("d move stub s2", {}, {}, id="a-card-of-the-stub-was-nobodys"),
        pytest.param("d move muck s2", {}, {}, id="nor-one-of-the-muck"),
        pytest.param("d move burns s2", {}, {}, id="nor-a-burn"),
        pytest.param("d deal board", {}, {}, id="what-takes-nothing"),
        pytest.param("d putback board", {"known": {"board": 2, "s3": 1}}, {"board": 3, "s3": 1}, id="one-more"),
        pytest.param("d putback board", {"known": {"board": 2}, "ago": 1}, {"board": 1}, id="what-was-taken-before-the-round"),
        pytest.param("d putback board", {"step": REMEDY}, {}, id="a-remedy-deals-its-own"),
        pytest.param("d putback board", {"step": None}, {"board": 1}, id="no-step-is-open"),
        pytest.param("d putback board", {"credit": ["d deal board"]}, {}, id="it-was-dealt-early-and-is-due-again"),
        pytest.param("d putback board", {"credit": ["d deal s2", "d burn"]}, {"board": 1}, id="others-were-dealt-early"),
        pytest.param("d kill s2", {}, {}, id="a-hand-that-is-thrown-in"),
    ],
)
def test_cards_that_are_taken_back_are_counted_by_place(act: str, told: dict[str, Any], taken: dict[str, int]) -> None:
    """RM-15, DH-04: of this round, from the places where players are dealt cards."""
    work = working_copy(TABLE)
    work.step = told.get("step", work.step)
    begun = restart._taken(work)[0]
    assert begun == len(work.now.log) - len(work.now.since("hand"))
    work.note(taken=(begun - told.get("ago", 0), told.get("known", {})))
    work.note(credit={"turn_card": acts(*told["credit"])} if "credit" in told else {})
    restart.note_taken(work, Act.parse(act))
    assert {place: count for place, count in restart._taken(work)[1].items() if count} == taken


@pytest.mark.parametrize(
    ("act", "credit", "kept", "hurried"),
    [
        ("d putback board", {"turn_card": ["d deal board"], "turn_burn": ["d burn"]}, [[], ["d burn"]], ["turn_burn"]),
        ("d move board muck", {"turn_card": ["d deal board"], "turn_burn": ["d burn"]}, [[], []], []),
        ("d move board muck", {"turn_card": ["d deal board"], "turn_burn": ["d burn", "d tap"]}, [[], ["d tap"]], []),
        ("d move board muck", {"turn_card": ["d deal s2"], "turn_burn": ["d burn"]}, [["d deal s2"], ["d burn"]], "all"),
        ("d putback board", {"turn_card": ["d burn", "d deal board"], "turn_burn": []}, [["d burn"], []], ["turn_burn"]),
    ],
)
def test_a_street_that_was_dealt_early_is_due_again(act: str, credit: dict[str, list[str]], kept, hurried) -> None:
    """RM-15: the card alone; with a burn of its own if the card stays out."""
    work = working_copy(TABLE)
    work.note(credit={step: acts(*texts) for step, texts in credit.items()}, hurried=frozenset(credit))
    restart.note_taken(work, Act.parse(act))
    assert [[one.text for one in done] for done in work.books.credit.values()] == kept
    assert sorted(work.books.hurried) == (sorted(credit) if hurried == "all" else hurried)


@pytest.mark.parametrize(
    ("act", "told", "match"),
    [
        pytest.param("d deal board", {}, {"board": 1}, id="one-of-two-that-were-taken"),
        pytest.param("d deal board 2", {}, {"board": 0}, id="both"),
        pytest.param("d deal board 3", {}, None, id="more-than-were-taken"),
        pytest.param("d deal s2", {}, None, id="where-none-was-taken"),
        pytest.param("d deal board 0", {}, None, id="no-card-at-all"),
        pytest.param("d burn", {}, None, id="what-is-no-card-for-anybody"),
        pytest.param("d deal board", {"plan": ["d deal board"]}, None, id="it-is-due"),
        pytest.param("d deal board", {"plan": ["d burn", "d deal board"]}, {"board": 1}, id="it-is-due-later"),
        pytest.param("d deal board", {"plan": ["d burn", "d deal board"], "bag": True}, None, id="in-any-order"),
        pytest.param("d deal s3", {"back": ["d move stub s3"]}, None, id="its-own-is-owed-back-to-a-hand"),
        pytest.param("d deal s3", {"back": ["d move stub s2"]}, {"s3": 0}, id="another-hand-is-owed-its-own"),
        pytest.param("d deal board", {"back": ["d move stub board"]}, {"board": 1}, id="the-board-is-owed-its-own"),
        pytest.param("d deal s3", {"owed": ["d deal s3"]}, {"s3": 0}, id="a-card-that-was-left-out"),
    ],
)
def test_a_card_that_was_taken_back_is_replaced(act: str, told: dict[str, Any], match: dict[str, int] | None) -> None:
    """RM-15, DH-04: as many as were taken from the place, and not if its own comes back."""
    work = working_copy(TABLE, plan=told.get("plan", ["d burn"]))
    work.bag = told.get("bag", False)
    known = {"board": 2, "s3": 1, "s4": 1}
    work.note(taken=(restart._taken(work)[0], known))
    if "back" in told:
        work.debts = [owed(AS_IT_LAY, "d move stub s2 2", *told["back"])]
    if "owed" in told:
        work.debts = [owed(STEPS["pitch"], *told["owed"])]
    came = restart.dealt_again(ActView(work, Act.parse(act)))
    assert (came and dict(came.work.books.taken[1])) == (match if match is None else known | match)


@pytest.mark.parametrize(
    ("pulled", "gathered", "noted"),
    [
        ([], True, {2: 7, 3: 4}),
        ([], False, None),
        (["s2", "s4"], True, {2: 9, 3: 4, 4: 2}),
    ],
)
def test_bets_that_are_swept_behind_a_gathered_hand_have_owners(pulled: list[str], gathered: bool, noted) -> None:
    """RM-07: they are noted beside what had been in the pots; without gathered cards the felt knows them."""
    work = working_copy(TABLE, *(["d gather"] if gathered else []))
    at = len(work.now.log) - 1
    felt = work.now.felt
    for seat in pulled:
        felt.rows["bet"][int(seat[1:])] += 2
    work.note(stakes=(at, {2: 7, 3: 4}))
    restart._note_swept(work)
    chips = dict(work.now.stakes[1]) if work.now.stakes is not None and gathered else None
    assert chips == noted


BEFORE, SHUFFLE = {"at": "cut"}, ["first_riffle", "second_riffle", "strip", "third_riffle"]


@pytest.mark.parametrize(
    ("at", "act", "told", "begins"),
    [
        pytest.param("cut", "d wash", {}, True, id="a-wash-before-the-cut"),
        pytest.param("cut", "d riffle", {}, False, id="what-begins-nothing"),
        pytest.param("cut", "d wash", {"plan": ["d wash"]}, False, id="it-is-due"),
        pytest.param("cut", "d wash", {"plan": ["d cut", "d wash"]}, True, id="it-is-due-later"),
        pytest.param("cut", "d wash", {"log": "d wash"}, False, id="once-more"),
        pytest.param("cut", "d wash", {"log": "d deal s1"}, False, id="a-card-is-out"),
        pytest.param("cut", "d wash", {"owed": ["d wash"]}, False, id="it-was-left-out"),
        pytest.param("cut", "d wash", {"owed": ["d riffle"]}, True, id="something-else-was-left-out"),
        pytest.param("pitch", "d wash", {}, True, id="behind-the-cut"),
    ],
)
def test_a_wash_begins_the_shuffle_again_until_a_card_is_out(at: str, act: str, told: dict[str, Any], begins: bool) -> None:
    """DP-03, SG-03: unless it is due, was left out, or was done just now."""
    table = holdem_at(at)
    work = working_copy(table, *([told["log"]] if "log" in told else []), plan=told.get("plan"))
    work.debts = [owed(steps_of(table)["wash"], *told["owed"])] if "owed" in told else []
    match: Any = restart.begins_anew(ActView(work, Act.parse(act)))
    assert (match and [section.id for section in match.then.args[0]]) == (["shuffle"] if begins else None)


@pytest.mark.parametrize(
    ("at", "act", "found", "owed_for", "comes"),
    [
        pytest.param("pitch", "d riffle", [], [], ["cut"], id="the-cut-is-asked-for-again"),
        pytest.param("pitch", "d riffle", [0], [["d cut"]], [], id="for-a-finding-it-is-owed"),
        pytest.param("pitch", "d riffle", [9], [], ["cut"], id="a-finding-from-before-the-cut"),
        pytest.param("pitch", "d wash", [], [], [], id="no-shuffle-of-cut-cards"),
        pytest.param("cut", "d riffle", [], [], [], id="nothing-was-cut"),
        pytest.param("turn_burn", "d riffle", [], [], [], id="a-card-is-out"),
        pytest.param("remedy", "d riffle", [], [], [], id="a-remedy-is-open"),
    ],
)
def test_cards_that_were_cut_and_are_shuffled_are_cut_again(at: str, act: str, found, owed_for, comes) -> None:
    """CU-02, SG-03: while no card is dealt."""
    table = holdem_at("pitch" if at == "remedy" else at)
    work = working_copy(table, act)
    if at == "remedy":
        work.step = REMEDY
    length = len(work.now.log)
    work.found = [Finding("step/unexpected", "cut", "", act, length - ago) for ago in found]
    before = [*items(work.stack)]
    restart.cut_again(work, Act.parse(act))
    assert left(work) == owed_for
    steps = [] if work.step is table.agenda.step or at == "remedy" else [work.step]
    assert [step.id for step in steps if step is not None] == comes
    if not comes:
        assert [*items(work.stack)] == before
    for debt in work.debts:
        assert (debt.finding, debt.found, debt.amends, debt.total) == (len(found) - 1, length, True, 1)


@pytest.mark.parametrize(
    ("step", "told", "was_cut"),
    [
        ("cut", {}, True),
        ("cut", {"passed": False}, False),
        ("cut", {"open": True}, False),
        ("cut", {"optional": True}, False),
        ("cut", {"when": False}, False),
        ("third_riffle", {}, False),
    ],
)
def test_a_step_that_is_done_was_a_cut_that_had_to_be(step: str, told: dict[str, Any], was_cut: bool) -> None:
    """CU-02: by the dealer."""
    table = holdem_at("pitch")
    work, known = working_copy(table), steps_of(table)[step]
    if "optional" in told:
        known = attrs.evolve(known, optional=lambda _now: True)
    if "when" in told:
        known = attrs.evolve(known, when=(lambda _now: False,))
    work.passed = (known,) if told.get("passed", True) else ()
    work.step = known if "open" in told else work.step
    assert restart._has_cut(work, known) is was_cut


@pytest.mark.parametrize(
    ("results", "optional", "holds", "was_cut"),
    [(True, False, True, True), (False, False, True, False), (True, True, True, False), (True, False, False, False)],
)
def test_a_player_has_cut_if_the_step_came_to_an_end(results: bool, optional: bool, holds: bool, was_cut: bool) -> None:
    """BA-09, CU-02: and had to."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("shuffle")
    work = working_copy(table)
    cuts = next(step for step in table.house.program.walk() if isinstance(step, PlayerStep) and step.id == "bettor_cuts")
    step = attrs.evolve(cuts, optional=optional, when=(lambda _now: holds,))
    work.now.results = {"bettor_cuts": None} if results else {}
    assert restart._has_cut(work, step) is was_cut


def test_what_is_found_in_a_shuffle_that_begins_again_is_put_right() -> None:
    """DP-03, SG-03: of its own steps and of this round; what was owed for them is owed no more, and the cut comes again."""
    table = holdem_at("pitch")
    work, known = working_copy(table, "d wash"), steps_of(table)
    section = next(each for each in work.house.program.sections() if each.id == "shuffle")
    mine = [step for step in section.walk() if isinstance(step, DealerStep)]
    since, length = len(work.now.log) - len(this_round(work)), len(work.now.log)
    rows = [(mine[0].id, length), (mine[0].id, since), ("pitch", length), (mine[-1].id, since + 1)]
    work.found = [Finding("step/unexpected", step, "", "d riffle", act) for step, act in rows]
    work.debts = [owed(mine[0], "d riffle"), owed(known["pitch"], "d deal s2"), owed(known["cut"], "d cut")]
    restart._begin_anew([section], work, Act.parse("d wash"))
    assert sorted(work.books.right) == [0, 3]
    assert left(work) == [["d deal s2"]]
    assert work.step is not None
    assert work.step in mine
    assert {step.id for step in work.passed} & {step.id for step in mine} <= {work.step.id, mine[0].id}
    assert [one.id for one in items(work.stack) if one in (known["cut"], section)] == ["cut"]


@pytest.mark.parametrize(
    ("act", "dealt", "is_right"), [("d putback board 2", "d deal board", True), ("d putback board 2", "d deal board 2", False)]
)
def test_for_a_card_that_was_taken_by_its_place_one_may_be_dealt(act: str, dealt: str, is_right: bool) -> None:
    """RM-15: its number says where it lay, and not how many they were."""
    table = dk.Table("holdem", "rrop", seats=4, seed=7)
    table.advance("turn_burn")
    table.push(act)
    assert (table.push(dealt) == ()) is is_right


@pytest.mark.parametrize(("ago", "is_owed"), [(0, True), (1, False)])
def test_a_finding_since_the_cut_makes_the_next_one_a_debt(ago: int, is_owed: bool) -> None:
    """CU-02, SG-03: on the cut itself or behind it, not before."""
    table = holdem_at("pitch")
    work = working_copy(table, "d riffle")
    cut = max(number for number, act in enumerate(work.now.log, 1) if act.verb == "cut")
    work.found = [Finding("step/unexpected", "cut", "", "d cut", cut - ago)]
    restart.cut_again(work, Act.parse("d riffle"))
    assert left(work) == ([["d cut"]] if is_owed else [])


def test_a_shuffle_right_behind_the_cut_is_cut_again() -> None:
    """CU-02: nothing lies between them."""
    work = working_copy(holdem_at("cut"), "d cut 20", "d riffle")
    assert work.step is not None
    work.passed = (*work.passed, work.step)
    work.drop_step()
    restart.cut_again(work, Act.parse("d riffle"))
    again = work.build().step
    assert again is not None
    assert again.id == "cut"
