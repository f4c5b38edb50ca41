"""What is laid back, remedies put on an agenda, and findings that become one: part by part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.felt import Act, Felt
from dealerkit.judge import reversal
from dealerkit.judge.findings import Draft, Finding, in_all, merged
from dealerkit.judge.floor import remedies as remedies_at
from dealerkit.judge.floor.remedies import is_broken_off, put_on, under_way
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.judge.severity import severity_of
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Leave, Loop, Resume, items, stacked
from dealerkit.procedure.remedies import BINDS, Remedy
from dealerkit.procedure.steps import DealerStep, Section
from tests.judge.copies import acts, holdem_at, owed, steps_of, working_copy

TABLE = holdem_at("turn_burn")
STEPS = steps_of(TABLE)
SECTIONS = {section.id: section for section in TABLE.house.program.sections()}


def felt_with(change: Callable[[Felt], object]) -> Felt:
    """Return the table's felt with a change."""
    felt = TABLE.felt.copy()
    change(felt)
    return felt


@pytest.mark.parametrize(
    ("change", "alike", "unordered"),
    [
        pytest.param(lambda _felt: None, True, True, id="nothing"),
        pytest.param(lambda felt: felt.places["s2"].reverse(), True, True, id="the-cards-of-a-hand"),
        pytest.param(lambda felt: felt.places["board"].reverse(), True, True, id="or-a-board"),
        pytest.param(lambda felt: felt.places["stub"].reverse(), False, True, id="the-stub-in-another-order"),
        pytest.param(lambda felt: felt.places["s2"].append(felt.places["s3"].pop()), False, False, id="a-card-elsewhere"),
        pytest.param(lambda felt: felt.places["s2"].append(felt.places["stub"].pop()), False, False, id="a-card-of-the-stub"),
        pytest.param(lambda felt: felt.rows["stack"].__setitem__(2, 1), False, False, id="chips"),
        pytest.param(lambda felt: setattr(felt, "button", 3), False, False, id="the-button"),
    ],
)
def test_two_felts_are_alike_or_not(change: Callable[[Felt], object], alike: bool, unordered: bool) -> None:
    """SD-18: the order counts in the stub alone, and not if nobody has seen it."""
    other = felt_with(change)
    assert reversal.lie_alike(TABLE.felt, other) is alike
    assert reversal.lie_alike(TABLE.felt, other, order=False) is unordered


def test_a_mark_more_is_not_alike() -> None:
    """BA-48: what is noted as owed."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    other = table.felt.copy()
    Act.parse("d mark s1 commission 5").effect(other, Act.parse("d mark s1 commission 5"))
    assert not reversal.lie_alike(table.felt, other)


@pytest.mark.parametrize(
    ("step", "noted", "act", "back"),
    [
        (AS_IT_LAY, ["d move s2 stub"], "d move s2 stub", True),
        (AS_IT_LAY, ["d move s3 stub", "d move s2 stub"], "d move s2 stub", True),
        (AS_IT_LAY, ["d move s2 stub"], "d move s2 muck", False),
        (STEPS["burn"], ["d burn"], "d burn", False),
        (STEPS["RM-11-back"], ["d rebuild board"], "d rebuild board", True),
        (STEPS["RM-11-back"], ["d rebuild board"], "d burn", False),
    ],
)
def test_an_act_puts_back_what_was_moved_unasked_or_what_a_remedy_wants(step: DealerStep, noted, act: str, back: bool) -> None:
    """SD-18, RM-11: what is owed for a step of the procedure is no reversal."""
    work = working_copy(TABLE)
    work.debts = [owed(STEPS["award"], "d pay s2 1"), owed(step, *noted)]
    assert reversal.puts_back(work, Act.parse(act)) is back


@pytest.mark.parametrize(
    ("place", "was", "is_now", "turns"),
    [
        ("s2", (True, True), (False, True), ["d turn s2 1"]),
        ("s2", (True, True), (True, False), ["d turn s2 2"]),
        ("s2", (True, True), (True, True), []),
        ("s2", (False, False), (True, False), ["d turn s2 1 down"]),
        ("s2", (False, False), (False, False), []),
        ("board", (True, True, True), (True, False, True), ["d turn board 2"]),
        ("board", (False, False, False), (True, False, False), []),  # of a board nobody turns a card down again
        ("muck", (True,), (False,), []),
        ("muck", (False,), (True,), []),
    ],
)
def test_cards_lie_up_and_down_as_they_lay(place: str, was, is_now, turns: list[str]) -> None:
    """SD-18, IR-02: what is out of play lies as it lies."""
    before, after = TABLE.felt.copy(), TABLE.felt.copy()
    for felt, ups in ((before, was), (after, is_now)):
        if place == "muck":
            felt.places["muck"] = [felt.places["stub"].pop()]
        cards = felt.places[place]
        assert len(cards) == len(ups)
        for card, up in zip(cards, ups, strict=True):
            felt.up[card] = up
    assert [act.text for act in reversal._turned(before, after)] == turns


@pytest.mark.parametrize(
    ("moved", "back"),
    [
        ({("stack", 2): 5}, ["d collect s2 5"]),
        ({("stack", 2): -5}, ["d pay s2 5"]),
        ({("stack", 2): 1}, ["d collect s2 1"]),
        ({("stack", 2): 5, ("bet", 2): -5}, ["d restore s2 bet 5"]),
        ({("stack", 2): 5, ("bet", 2): -3}, ["d restore s2 bet 3", "d collect s2 2"]),
        ({("stack", 2): 3, ("bet", 2): -5}, ["d restore s2 bet 3"]),
        ({("stack", 2): -5, ("bet", 2): 5}, ["d return s2 bet 5"]),
        ({("stack", 2): -5, ("bet", 2): 3}, ["d return s2 bet 3", "d pay s2 2"]),
        ({("stack", 2): -3, ("bet", 2): 5}, ["d return s2 bet 3"]),
        ({("stack", 2): 5, ("pot", 0): -5}, ["d collect s2 pot 5"]),
        ({("stack", 2): 5, ("stack", 3): -5}, ["d collect s2 5", "d pay s3 5"]),
        ({("stack", 2): 5, ("bet", 3): -5}, ["d collect s2 5"]),
        ({("stack", 4): 1}, ["d collect s4 1"]),
        ({}, []),
    ],
)
def test_chips_go_back_to_where_they_lay_as_far_as_they_go(moved: dict[tuple[str, int], int], back: list[str]) -> None:
    """SD-18: out of a stack to its own bet, to the pot, to the rack; and the other way."""
    before = felt_with(lambda felt: (felt.rows["bet"].__setitem__(2, 9), felt.rows["pot"].__setitem__(0, 40)))
    after = before.copy()
    for (row, cell), more in moved.items():
        after.rows[row][cell] += more
    assert [act.text for act in reversal._chips_back(before, after)] == back


@pytest.mark.parametrize(
    ("noted", "act", "back", "after"),
    [
        pytest.param([["d move stub s2"]], "d move stub burns 1", ["d move burns stub"], [["d move stub s2 NEXT"]], id="deeper"),
        pytest.param([["d move stub s2"]], "d tap", [], "same", id="the-stub-is-as-it-was"),
        pytest.param([["d move stub s2"]], "d move s3 s4", ["d move s4 s3"], "same", id="other-cards"),
        pytest.param([["d move stub s2"]], "d move stub s2", [], [], id="it-is-back"),
        pytest.param([["d move s3 s2"]], "d move stub burns 1", ["d move burns stub"], "same", id="nothing-is-in-the-stub"),
        pytest.param([["d move stub s9"]], "d move stub burns 1", ["d move burns stub"], "same", id="it-cannot-be-done"),
        pytest.param(
            [["d tap"], ["d move stub s2"], ["d move stub s3"]],
            "d move stub burns 1",
            ["d move burns stub"],
            [["d tap"], ["d move stub s2 NEXT", "d move stub s3 LOWER"]],
            id="all-of-them-for-one",
        ),
    ],
)
def test_cards_that_lie_wrongly_in_the_stub_are_looked_for_again(noted, act: str, back: list[str], after: Any) -> None:
    """SD-18: when it has been mixed and put together again."""
    work = working_copy(TABLE)
    places = work.now.felt.places
    for name in ("s3", "s2"):
        places["stub"].append(places[name].pop())
    work.debts = [owed(AS_IT_LAY if "tap" not in texts else STEPS["tap"], *texts) for texts in noted]
    came = reversal.found_again(work, Act.parse(act), acts(*back))
    if after == "same":
        assert came is work.debts
        return
    last = len(places["stub"])
    words = {"NEXT": str(last - 1), "LOWER": str(last - 2)}
    told = [[" ".join(words.get(word, word) for word in text.split()) for text in texts] for texts in after]
    assert [[one.text for one in debt.acts] for debt in came] == told


# -- remedies on the agenda --------------------------------------------------------------------------------------------

BACK, CUT = STEPS["RM-11-back"], STEPS["RM-11-cut"]
HAND = Loop(SECTIONS["hand"])
NAMES = {id(item): name for name, item in {**SECTIONS, **STEPS, "(hand)": HAND}.items()}


def remedy(*nodes: DealerStep, when: str = "now", **told: Any) -> Remedy:
    """Return a remedy with these steps."""
    section = attrs.evolve(SECTIONS["flop"], nodes=nodes, when=(), repeat=None)
    return Remedy("R", section, when, told.pop("then", None), **told)


def put(one: Remedy, *, step: str | None, stack: list[str], **told: Any) -> tuple[list[str], AgendaBuilder]:
    """Return what is to come when a remedy was put on, and the working copy."""
    work = working_copy(holdem_at("flop_betting") if told.get("players") else TABLE)
    known: dict[str, Any] = {**SECTIONS, **STEPS, "(hand)": HAND}
    work.house = attrs.evolve(work.house, remedies={"R": one})
    work.stack = stacked(known[name] for name in stack)
    if not told.get("players"):
        work.step, work.plan = (STEPS[step], acts("d tap")) if step else (None, ())
    if "may" in told:
        work.note(may=(STEPS["burn"],))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(AgendaBuilder, "interrupt", lambda self, nodes, beside=False: self.push(("now", *nodes, beside)))
        patched.setattr(AgendaBuilder, "go_on", lambda self: self.push("on"))
        patched.setattr(remedies_at, "round_begun", lambda _work: told.get("begun", True))
        patched.setattr(remedies_at, "is_dealt", lambda _work: told.get("dealt", True))
        put_on(work, ["R"], "x/y")
    return [said(item) for item in items(work.stack)], work


def said(item: Any) -> str:
    """Return the name of an item of an agenda."""
    if isinstance(item, tuple):
        return f"now {' '.join(said(node) for node in item[1:-1])}{' beside' * item[-1]}"
    return item if isinstance(item, str) else "leave" if isinstance(item, Leave) else NAMES.get(id(item), "?")


LATER = attrs.evolve(CUT, id="later", params={**CUT.params, "streets_on": 1})
NAMES[id(LATER)] = "later"


@pytest.mark.parametrize(
    ("one", "told", "coming"),
    [
        pytest.param(remedy(BACK), {}, ["now RM-11-back", "tap"], id="now"),
        pytest.param(remedy(BACK, floor=BINDS), {}, ["now RM-11-back beside", "tap"], id="beside-what-is-open"),
        pytest.param(remedy(BACK, when="after_step"), {}, ["RM-11-back", "tap"], id="behind-the-open-step"),
        pytest.param(remedy(BACK, when="after_step"), {"may": True}, ["now RM-11-back", "tap"], id="which-may-be-none"),
        pytest.param(remedy(BACK), {"step": None}, ["on", "RM-11-back", "tap"], id="nothing-is-open"),
        pytest.param(remedy(BACK, when="after_step"), {"players": True}, ["now RM-11-back", "tap"], id="players-wait"),
        pytest.param(remedy(BACK, then=Leave("hand")), {}, ["now RM-11-back leave", "tap"], id="and-the-hand-is-left"),
        pytest.param(remedy(), {}, ["tap"], id="nothing-is-done"),
        pytest.param(remedy(parts=("shuffle",)), {"dealt": False}, ["now shuffle", "tap"], id="a-part-is-done-again"),
        pytest.param(remedy(parts=("shuffle",)), {"dealt": True}, ["tap"], id="until-a-card-is-out"),
        pytest.param(remedy(parts=("nothing",)), {"dealt": False}, ["tap"], id="a-part-of-this-game"),
        pytest.param(
            remedy(BACK, when="after_section"),
            {"stack": ["tap", "(hand)", "burn"]},
            ["tap", "RM-11-back", "(hand)", "burn"],
            id="last",
        ),
        pytest.param(
            remedy(BACK, when="after_section"),
            {"stack": ["tap", "(hand)"], "begun": False},
            ["now RM-11-back", "tap", "(hand)"],
            id="before-the-round-begins",
        ),
        pytest.param(remedy(BACK, when="after_section"), {}, ["now RM-11-back", "tap"], id="where-no-round-is"),
        pytest.param(remedy(LATER), {"stack": ["tap", "flop"]}, ["tap", "later", "flop"], id="before-the-next-street"),
        pytest.param(remedy(LATER), {}, ["tap"], id="if-any-comes"),
    ],
)
def test_a_remedy_is_put_on_where_it_belongs(one: Remedy, told: dict[str, Any], coming: list[str]) -> None:
    """RM-11, RB-15, RM-15: now, behind the open step, before a street, or at the end of the round."""
    told = {"step": "burn", "stack": ["tap"]} | told
    came, work = put(one, **told)
    assert came == coming
    assert set(work.books.mended) >= {"R"}


@pytest.mark.parametrize(
    ("step", "stack", "is_under_way", "broken"),
    [
        ("RM-11-back", [], True, False),
        ("burn", [], False, False),
        (None, [], False, False),
        (None, [CUT], True, False),
        ("burn", [STEPS["tap"], CUT], True, False),
        (None, [STEPS["tap"]], False, False),
        (None, [Leave("hand")], False, False),
        (None, [CUT, Leave("hand")], True, True),
        ("RM-11-back", [Leave("hand")], True, True),
        (None, [Resume(CUT, acts("d cut"), False)], False, False),
    ],
)
def test_a_remedy_is_under_way_and_breaks_the_hand_off_or_not(
    step: str | None, stack: list[Any], is_under_way: bool, broken
) -> None:
    """RM-01, RM-11: open, or still to come."""
    work = working_copy(TABLE)
    work.stack = stacked(stack)
    work.step, work.plan = (STEPS[step], acts("d tap")) if step else (None, ())
    assert (under_way(work), under_way(work.build()), is_broken_off(work)) == (is_under_way, is_under_way, broken)


# -- findings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "known", "corrected", "severity"),
    [
        ("", "minor", False, "minor"),
        ("", "minor", True, "minor"),
        ("", "major", True, "minor"),
        ("", "critical", True, "major"),
        ("", "critical", False, "critical"),
        ("", None, False, "minor"),
        ("major", "minor", False, "major"),
        ("major", "critical", True, "minor"),
    ],
)
def test_a_slip_that_is_corrected_at_once_is_a_step_lighter(own: str, known: str | None, corrected: bool, severity: str) -> None:
    """FTR-03: its own severity goes before the catalogue's."""
    catalogue: Any = {"a/b": {"severity": known} if known else {"title": "A slip"}}
    finding = Finding("a/b", "burn", "", "d tap", 1, severity=own, self_corrected=corrected)
    assert severity_of(catalogue, finding) == severity


@pytest.mark.parametrize(
    ("drafts", "known", "left"),
    [
        ([("remedy", "step/skipped"), ("step", "a/b")], [], ["a/b"]),
        ([("remedy", "floor/ruling-not-carried-out"), ("step", "a/b")], [], ["floor/ruling-not-carried-out", "a/b"]),
        ([("remedy", "step/skipped"), ("step", "a/b")], ["a/b"], ["step/skipped", "a/b"]),
        ([("remedy", "step/skipped")], [], ["step/skipped"]),
        ([("remedy", "step/skipped"), ("duty", "a/b")], [], ["a/b"]),
        ([("duty", "step/x"), ("step", "step/y")], [], ["step/x", "step/y"]),
    ],
)
def test_what_follows_from_a_remedy_that_was_left_out_is_one_slip(drafts, known: list[str], left: list[str]) -> None:
    """RM-11: unless it is all there is to tell."""
    steps: dict[str, DealerStep | None] = {"remedy": BACK, "step": STEPS["burn"], "duty": None}
    assert [draft.code for draft in merged([Draft(steps[of], code, "", "d tap") for of, code in drafts], known)] == left


def test_chips_are_added_up_only_if_there_are_several_and_each_has_a_number() -> None:
    """BA-48: two payments of one debt, too."""
    felt = dk.Table("mini-baccarat", seats=3).felt
    assert in_all([owed(AS_IT_LAY, "d pay s1 5")], felt) == ""
    assert in_all([owed(AS_IT_LAY, "d pay s1 5", "d pay s2 5")], felt) == "the seats are short 10 in all"
    assert in_all([owed(AS_IT_LAY, "d collect s1 5", "d pay s2 5")], felt) == ""
    assert in_all([], felt) == ""


def test_no_section_of_these_rows_is_empty() -> None:
    """RM-11: what the rows name is in the game."""
    assert isinstance(SECTIONS["shuffle"], Section)
    assert SECTIONS["shuffle"].nodes
