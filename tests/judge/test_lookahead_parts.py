"""What is to come, item by item of an agenda that is put together for it: how far it is looked, and past whom."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge import lookahead
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Item, Leave, Loop, Resume, Stack, stacked
from dealerkit.procedure.steps import DealerStep, PlayerStep, Section
from tests.judge.copies import acts, holdem_at, steps_of, with_do, working_copy

TABLE = holdem_at("turn_burn")
"""The turn is to be burned for; the dealer has tapped, and nobody is asked."""
STEPS = steps_of(TABLE)
SECTIONS = {section.id: section for section in TABLE.house.program.sections()}
PLAYERS = {step.id: step for step in TABLE.house.program.walk() if isinstance(step, PlayerStep)}


def repeated(*, part: bool, again: bool) -> Section:
    """Return a section that is repeated, in the round or with it, and that begins again or not."""
    return attrs.evolve(SECTIONS["hand"], id="part" if part else "round", part=part, repeat=lambda _now: again)


def asks(step: str, *plan: str, **changes: Any) -> DealerStep:
    """Return a step that asks for these acts."""
    return attrs.evolve(with_do(STEPS[step], plan=lambda *_: acts(*plan)), when=(), **changes)


def section_of(*nodes: DealerStep | PlayerStep, begins: bool = True) -> Section:
    """Return a section with some steps."""
    return attrs.evolve(SECTIONS["flop"], nodes=nodes, when=(lambda _now: begins,), repeat=None)


BURN, EMPTY, TAP = asks("burn", "d burn"), asks("river_burn"), asks("tap", "d tap")
CARD, DEALS = asks("board", "d deal board"), asks("board")
UNKNOWN = attrs.evolve(with_do(STEPS["turn_burn"], plan=lambda *_: None), when=())
WAITING = with_do(asks("burn", "d burn"), waits=lambda _now: True)
BET = attrs.evolve(PLAYERS["flop_betting"], when=(), passable=False)
MAY_CUT = attrs.evolve(BET, passable=True)
NO_BET = attrs.evolve(BET, when=(lambda _now: False,))
ITEMS: dict[str, Item] = {
    "burn": BURN,
    "empty": EMPTY,
    "tap": TAP,
    "card": CARD,
    "deals": DEALS,
    "unknown": UNKNOWN,
    "closed": attrs.evolve(BURN, when=(lambda _now: False,)),
    "waits": WAITING,
    "bet": BET,
    "may bet": MAY_CUT,
    "no bet": NO_BET,
    "(round)": Loop(repeated(part=False, again=True)),
    "(last round)": Loop(repeated(part=False, again=False)),
    "(part)": Loop(repeated(part=True, again=True)),
    "(last part)": Loop(repeated(part=True, again=False)),
    "leave round": Leave("round"),
    "leave part": Leave("part"),
    "leave nothing": Leave("nowhere"),
    "round again": Leave("round", again=True),
    "resume burn": Resume(BURN, acts("d burn"), False),
    "resume tap": Resume(TAP, acts("d tap"), False),
    "[tap burn]": section_of(TAP, BURN),
    "[closed]": section_of(BURN, begins=False),
    "[bet]": section_of(BET, begins=False),
    "[open bet]": section_of(BET),
    "[may bet]": section_of(MAY_CUT, begins=False),
    "[no bet]": section_of(TAP, begins=False),
}


ITEMS |= {
    "(bets)": Loop(attrs.evolve(section_of(BURN, BET), id="bets", part=True, repeat=lambda _now: True)),
    "(no more bets)": Loop(attrs.evolve(section_of(BURN, BET), id="bets", part=True, repeat=lambda _now: False)),
    "(round of bets)": Loop(attrs.evolve(section_of(BURN, BET), id="bets", part=False, repeat=lambda _now: True)),
    "(deals)": Loop(attrs.evolve(section_of(BURN), id="deals", part=True, repeat=lambda _now: True)),
}


def stack_of(words: str) -> Stack:
    """Return the stack of items that are named."""
    return stacked(ITEMS[word] for word in filter(None, words.split(", ")))


def name_of(step: object) -> str:
    """Return the name of an item in these rows."""
    return next((name for name, item in ITEMS.items() if item is step), "-")


def at_the_turn(words: str, *, step: DealerStep | None = None, plan: tuple[Act, ...] = ()) -> AgendaBuilder:
    """Return a working copy with other items to come."""
    work = working_copy(TABLE)
    work.stack, work.step, work.plan = stack_of(words), step, plan
    return work


@pytest.mark.parametrize(
    ("stack", "coming"),
    [
        ("", []),
        ("tap, burn", ["tap", "burn"]),
        ("tap, [tap burn], burn", ["tap", "tap", "burn", "burn"]),
        ("[closed], tap", ["burn", "tap"]),
        ("bet, burn", ["bet", "burn"]),
        ("tap, (round), burn", ["tap"]),
        ("tap, (last round), burn", ["tap"]),
        ("tap, (part), burn", ["tap", "burn"]),
        ("resume burn, tap", ["burn", "tap"]),
        # the rest of a section that is broken off does not come
        ("tap, leave round, burn, (round), tap", ["tap"]),
        ("tap, leave part, burn, (part), empty", ["tap", "empty"]),
        ("tap, leave part, burn, (round), empty", ["tap", "burn"]),
        ("leave nothing, tap, burn", ["tap", "burn"]),
        ("round again, tap, (round), burn", ["tap"]),
        ("leave part, tap, (last part), [tap burn], (round)", ["tap", "burn"]),
    ],
)
def test_what_comes_up_to_where_a_round_would_begin_again(stack: str, coming: list[str]) -> None:
    """RM-01: with the open step before it."""
    assert [name_of(step) for step in lookahead.coming(at_the_turn(stack))] == coming
    assert [name_of(step) for step in lookahead.coming(at_the_turn(stack, step=CARD))] == ["card", *coming]


@pytest.mark.parametrize(
    ("stack", "found"),
    [
        ("", "-"),
        ("tap", "-"),
        ("tap, burn", "burn"),
        ("empty, burn", "burn"),
        ("closed, burn", "burn"),
        ("closed", "-"),
        ("[tap burn]", "burn"),
        ("[closed], tap", "-"),
        ("[closed], burn", "burn"),
        ("unknown", "unknown"),
        # players who bet stand between, those who may be passed over or are not asked do not
        ("bet, burn", "burn behind players"),
        ("bet, empty", "empty behind players"),
        ("no bet, burn", "burn"),
        ("no bet, empty, burn", "burn"),
        ("may bet, burn", "burn"),
        ("may bet, waits", "waits behind players"),
        ("no bet, waits", "waits"),
        ("waits", "waits"),
        ("[open bet], burn", "burn behind players"),
        # what a remedy has interrupted
        ("resume burn", "burn"),
        ("bet, resume burn", "burn behind players"),
        ("resume tap, burn", "burn"),
        # a round that begins again ends it; a part of the round comes first
        ("(round), burn", "-"),
        ("(last round), burn", "burn"),
        ("(part), burn", "burn behind players"),
        ("(part), empty", "empty behind players"),
        ("(last part), burn", "burn"),
        ("(last part), empty, burn", "burn"),
        ("(last round), (round), burn", "-"),
        ("leave round, burn, (last round), tap", "-"),
        ("leave part, burn, (last part), waits", "waits"),
        ("leave nothing, burn", "burn"),
        ("round again, burn, (round)", "burn"),
    ],
)
def test_the_step_of_an_act_is_the_next_that_could_ask_for_it(stack: str, found: str) -> None:
    """DP-16, DP-20: and whether players come before it."""
    work = working_copy(TABLE)
    work.step, work.plan = None, ()
    step, behind = lookahead.step_for(work, Act.parse("d burn"), stack_of(stack))
    assert f"{name_of(step)}{' behind players' * behind}" == found


@pytest.mark.parametrize(
    ("stack", "found"),
    [
        ("burn", "burn"),
        ("(last part), burn", "-"),
        ("(last part), waits", "waits behind players"),
        ("(last part), resume burn", "-"),
        ("resume burn, (last part)", "burn"),
        ("(last round), burn", "-"),
        ("(last round), waits", "-"),
        ("(part), waits", "waits behind players"),
        ("unknown", "-"),
    ],
)
def test_before_a_round_has_begun_only_what_waits_for_it_is_looked_for(stack: str, found: str) -> None:
    """NM-01: a part of the round has yet to begin."""
    work = working_copy(dk.Table("holdem", seats=4, seed=7))
    work.step, work.plan = None, ()
    hand = Loop(attrs.evolve(repeated(part=False, again=False), id="hand"))
    work.stack = stacked([hand])
    assert not lookahead.round_begun(work)
    step, behind = lookahead.step_for(work, Act.parse("d burn"), stack_of(stack))
    assert f"{name_of(step)}{' behind players' * behind}" == found


@pytest.mark.parametrize(("passable", "behind"), [(False, True), (True, False)])
def test_who_is_asked_now_stands_between_unless_he_may_be_passed_over(passable: bool, behind: bool) -> None:
    """DP-20, BA-09: a betting round, or a cut that is offered."""
    table = holdem_at("flop_betting")
    work = working_copy(table)
    assert work.open is not None
    work.open = work.open._replace(step=attrs.evolve(work.open.step, passable=passable))
    assert lookahead.step_for(work, Act.parse("d burn"), stack_of("burn")) == (BURN, behind)


@pytest.mark.parametrize(
    ("step", "plan", "stack", "begins"),
    [
        (CARD, "d deal board", "[bet]", True),
        (CARD, "d deal board", "[may bet]", False),
        (CARD, "d deal board", "[no bet]", False),
        (CARD, "d deal board", "", False),
        (CARD, "d deal board", "[open bet]", False),
        (CARD, "d deal board", "tap, [bet]", True),
        (CARD, "d deal board", "burn, [bet]", False),  # the step that is looked for comes first
        (CARD, "d tap", "[bet]", False),
        (CARD, "d tap", "card, [bet]", True),
        (CARD, "d tap", "deals, [bet]", False),
        (CARD, "d tap", "deals, card, [bet]", True),
        (None, "", "[bet]", False),
        (None, "", "card, [bet]", True),
        (None, "", "tap, [bet]", False),
        (attrs.evolve(CARD, remedy=True), "d deal board", "[bet]", False),
    ],
)
def test_players_who_are_asked_behind_cards_to_come_stand_between(step, plan: str, stack: str, begins: bool) -> None:
    """MS-05: their part of the round begins only when the cards are out."""
    work = at_the_turn("", step=step, plan=acts(plan) if plan else ())
    assert lookahead._begins_behind_cards(work, BURN, stack_of(f"{stack}, burn")) is begins


def test_a_remedy_that_deals_is_no_deal_to_come() -> None:
    """RM-11: the players are not asked behind it."""
    work = at_the_turn("")
    deals = attrs.evolve(CARD, remedy=True)
    assert not lookahead._begins_behind_cards(work, BURN, stacked([deals, ITEMS["[bet]"], BURN]))


@pytest.mark.parametrize(
    ("act", "same", "attempt", "plan", "may"),
    [
        ("d burn", True, False, ["d burn"], True),
        ("d burn", True, False, ["d tap", "d burn"], True),
        ("d burn", False, True, ["d tap"], True),
        ("d burn", False, False, ["d burn"], False),
        ("d burn", True, True, [], False),
    ],
)
def test_a_step_may_ask_for_an_act_of_its_plan_or_a_wrong_attempt_at_one(act, same, attempt, plan, may) -> None:
    """DP-20: another card, or another sum to the same seat."""
    step = with_do(
        asks("burn", *plan),
        same=lambda due, other: same and due.what == other.what,
        attempt=lambda _params, _due, _act: attempt,
    )
    work, parsed = at_the_turn(""), Act.parse(act)
    assert lookahead._may_ask_for(work, step, parsed) is may


@pytest.mark.parametrize(
    ("act", "tried_at", "goes_on"),
    [("d deal s2", "", True), ("d burn", "", False), ("d burn", "d tap", True), ("d burn", "d deal s2", False)],
)
def test_an_interrupted_step_goes_on_with_any_of_its_acts_or_a_try_at_the_first(act: str, tried_at: str, goes_on: bool) -> None:
    """RM-11: what a remedy has interrupted."""
    step = with_do(STEPS["burn"], attempt=lambda _params, due, _act: due.text == tried_at)
    resumed = Resume(step, acts("d tap", "d deal s2"), False)
    assert lookahead._goes_on_with(resumed, Act.parse(act)) is goes_on


@pytest.mark.parametrize(
    ("begun", "act", "optional", "can_be"),
    [
        (True, "d burn", False, True),
        (False, "d burn", False, False),
        (True, "d pay s2 5", False, False),
        (True, "d burn", True, False),
    ],
)
def test_what_cannot_be_planned_yet_may_be_reached(begun: bool, act: str, optional: bool, can_be: bool) -> None:
    """DP-20: by an act that moves no chips, and that has to be done."""
    work = working_copy(TABLE if begun else dk.Table("holdem", seats=4, seed=7))
    step = attrs.evolve(UNKNOWN, optional=lambda _now: optional)
    if not begun:
        work.stack = stacked([Loop(SECTIONS["hand"])])
    assert lookahead._may_ask_for(work, step, Act.parse(act)) is can_be


@pytest.mark.parametrize(
    ("stack", "entered", "mark", "since", "begun"),
    [
        ("", False, 0, [], True),
        ("(round)", False, 0, [], False),
        ("(round)", True, 0, [], True),
        ("(round)", True, 1, [], False),
        ("(round)", False, 0, ["d tap"], True),
        ("(round)", False, 0, ["s2 check"], False),
        ("(part)", False, 0, ["s2 check"], True),
        ("(part)", False, 0, [], False),
    ],
)
def test_a_round_has_begun_with_the_dealers_first_act(stack: str, entered: bool, mark: int, since, begun: bool) -> None:
    """NM-01, DE-02: a player's act begins a turn of his, and a table may be set up in the middle of a round."""
    work = at_the_turn(stack)
    work.now = work.now.elsewhere(work.now.felt, [*acts("s1 check"), *acts(*since)] if mark else [*acts(*since)])
    work.now.marks = {"round": mark, "part": mark}
    work.round = work.round._replace(entered=entered)
    assert lookahead.round_begun(work) is begun


@pytest.mark.parametrize("harmless", sorted(lookahead.NEVER_WRONG))
def test_what_is_never_wrong_begins_no_round(harmless: str) -> None:
    """DE-02: a call for the floor between two hands."""
    work = at_the_turn("(round)")
    work.now = work.now.elsewhere(work.now.felt, [Act.make("d", harmless, *(["time"] if harmless == "announce" else []))])
    work.now.marks = {"round": 0}
    assert not lookahead.round_begun(work)


@pytest.mark.parametrize(
    ("noted", "put", "came", "to_note"),
    [
        pytest.param(None, {}, [], (0, {}), id="nothing-in-the-pots"),
        pytest.param(None, {2: 5}, [], (0, {2: 5}), id="as-the-felt-has-it"),
        pytest.param({2: 3}, {2: 5}, [], (0, {2: 5}), id="rather-than-as-it-was-noted"),
        pytest.param({2: 3}, {2: 5}, ["d gather"], (-1, {2: 3}), id="but-not-behind-a-gather"),
        pytest.param({2: 3}, {}, [], (0, {2: 3}), id="or-if-the-felt-has-forgotten"),
        pytest.param(None, {2: 5}, ["d gather"], (0, {2: 5}), id="unless-nothing-was-noted"),
    ],
)
def test_the_stakes_are_noted_before_the_felt_forgets_them(noted, put, came, to_note) -> None:
    """RM-07: each seat's chips in the pots."""
    work = working_copy(TABLE)
    now = work.now = work.now.elsewhere(work.now.felt.copy(), work.now.log[:])
    at = len(now.log)
    now.felt.put[:] = [put.get(seat, 0) for seat in range(len(now.felt.put))]
    if noted is not None:
        now.stakes = (at, noted)
    now.log += acts(*came)
    back, chips = lookahead.stakes_to_note(now)
    assert chips == to_note[1]
    assert back == (at if noted is not None and chips == noted else len(now.log))


def test_the_last_act_of_a_player_has_a_number_from_one() -> None:
    """DP-20: also the first act of all; none is 0."""
    work = working_copy(TABLE)
    for log, number in (
        (["s2 check"], 1),
        (["d tap"], 0),
        ([], 0),
        (["s2 check", "d tap"], 1),
        (["d tap", "s2 check", "d tap"], 2),
    ):
        work.now = work.now.elsewhere(work.now.felt, [*acts(*log)])
        assert lookahead.last_player_act(work) == number


@pytest.mark.parametrize(
    ("log", "act", "is_again"),
    [
        (["d tap"], "d tap", True),
        (["d tap", "f rule play_on"], "d tap", True),
        (["d tap", "s2 check"], "d tap", False),
        (["d tap", "d burn"], "d tap", False),
        (["d deal s2 Ah"], "d deal s2", True),
        (["s2 check"], "s2 check", False),
        ([], "d tap", False),
    ],
)
def test_an_act_repeats_the_dealers_last_one(log: list[str], act: str, is_again: bool) -> None:
    """DP-20: whatever the floor says between them."""
    work = working_copy(TABLE)
    work.now = work.now.elsewhere(work.now.felt, [*acts(*log)])
    assert lookahead.is_last_again(work, Act.parse(act)) is is_again


@pytest.mark.parametrize(
    ("stack", "players", "between"),
    [
        ("", "-", []),
        ("bet", "bet", []),
        ("burn, bet", "bet", ["burn"]),
        ("no bet, bet", "bet", ["no bet"]),
        ("burn, no bet", "-", ["burn", "no bet"]),
        ("burn, leave nothing, tap, bet", "bet", ["burn", "tap"]),
        ("[tap burn], bet", "bet", ["tap", "burn"]),
        ("burn, (round of bets), bet", "-", ["burn"]),
        # a turn that comes again is asked before what comes behind the turns
        ("burn, (bets)", "bet", ["burn"]),
        ("burn, (bets), may bet", "bet", ["burn"]),
        ("burn, leave nothing, (bets), may bet", "bet", ["burn"]),
        ("burn, (no more bets), may bet", "may bet", ["burn"]),
        ("burn, (deals), may bet", "may bet", ["burn"]),
        ("burn, [tap burn], (bets), may bet", "may bet", ["burn", "tap", "burn"]),
    ],
)
def test_who_is_asked_next_and_what_comes_before(stack: str, players: str, between: list[str]) -> None:
    """DP-16, DP-20: in this round, another turn of the same part first."""
    for step in (None, CARD):
        step_, ask, steps = lookahead.next_players(at_the_turn(stack, step=step))
        assert (name_of(step_), [name_of(each) for each in steps]) == (players, [*["card"] * (step is not None), *between])
        assert bool(ask) is (players != "-")


@pytest.mark.parametrize(
    ("stack", "results", "last"),
    [
        ("(bets)", ["flop_betting"], "flop_betting"),
        ("(bets)", [], None),
        ("burn", ["flop_betting"], None),
        ("burn, (bets)", ["flop_betting"], "flop_betting"),
        ("(bets), (round)", ["preflop"], "preflop"),
        ("(bets), (round)", ["preflop", "blinds"], "preflop"),
        ("(bets), (round)", ["preflop", "flop_betting"], "flop_betting"),
        ("(deals), (round of bets), (round)", ["preflop"], None),
        ("(round of bets), (round)", ["flop_betting"], "flop_betting"),
    ],
)
def test_the_rules_of_the_last_players_step_still_hold(stack: str, results: list[str], last: str | None) -> None:
    """DP-20: of the part of the round, or of the round around it."""
    work = at_the_turn(stack)
    work.now.results = dict.fromkeys(results)
    step = lookahead.last_players(work)
    assert (step and step.id) == last


REMEDY, DONE = attrs.evolve(BURN, remedy=True), attrs.evolve(EMPTY, remedy=True)


@pytest.mark.parametrize(
    ("stack", "told", "owner"),
    [
        ("burn", {}, "burn early"),
        ("tap, burn", {}, "burn early"),
        ("burn", {"log": "d burn"}, "burn again"),
        ("burn", {"step": BURN, "only": True}, ""),
        ("tap", {}, ""),
        ("closed", {}, ""),
        ("bet, burn", {}, ""),
        ("no bet, burn", {}, "burn early"),
        ("", {"passed": [BURN]}, "burn again"),
        ("", {"passed": [BURN, TAP]}, "burn again"),
        ("", {"passed": [TAP]}, ""),
        ("", {"passed": [attrs.evolve(BURN, when=(lambda _now: False,))]}, ""),
        ("", {"passed": [REMEDY]}, "burn again"),
        ("", {"passed": [DONE]}, ""),
        ("", {"passed": [DONE], "step": attrs.evolve(TAP, remedy=True)}, "river_burn again"),
        ("", {"passed": [DONE], "step": TAP}, ""),
        ("", {"earlier": [BURN]}, ""),
        ("(round)", {"earlier": [BURN], "begun": False}, "burn again"),
        ("(round)", {"earlier": [TAP], "passed": [BURN], "begun": False}, "burn again"),
        ("(round)", {"earlier": [BURN], "begun": True}, ""),
    ],
)
def test_an_act_that_nobody_asked_for_belongs_to_a_step(stack: str, told: dict[str, Any], owner: str) -> None:
    """DP-16: to one that is to come and is not open, or to the last that is done."""
    work = at_the_turn("burn" if "only" in told else stack, step=told.get("step"))
    if "only" in told:
        work.stack = None
    work.passed = tuple(told.get("passed", ()))
    work.round = work.round._replace(earlier=tuple(told.get("earlier", ())), entered=False)
    log = [told["log"]] if "log" in told else ["d tap"] if told.get("begun", True) else []
    work.now = work.now.elsewhere(work.now.felt, [*acts(*log)])
    work.now.marks = {"round": 0}
    came = lookahead.owner_of(work, Act.parse("d burn"))
    assert (f"{came[0].id} {came[1]}" if came else "") == owner


def test_while_players_act_nothing_behind_the_next_players_step_is_early() -> None:
    """DP-20: whether or not that step is asked for as the cards lie."""
    work = working_copy(holdem_at("flop_betting"))
    work.stack = stack_of("no bet, burn")
    work.passed = ()
    assert lookahead.owner_of(work, Act.parse("d burn")) is None
    work.stack = stack_of("burn, no bet")
    assert lookahead.owner_of(work, Act.parse("d burn")) == (BURN, "early")
