"""The parts of a betting round by themselves: its limits, the rule that a wrong act breaks, what chips in front leave open."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.arithmetic.betting import Betting, Limits
from dealerkit.facts import GameData
from dealerkit.facts.first_to_bet import StreetRound
from dealerkit.facts.hands import left_to_bet
from dealerkit.facts.seats import Blinds
from dealerkit.felt import Act
from dealerkit.mechanics import betting as module
from dealerkit.mechanics.betting import BroughtIn, Made, Scaled
from dealerkit.mechanics.registry import NOTHING
from tests.table.moments import table_at

TABLE = dk.Table("holdem", seats=3, button=3, seed=3)
TABLE.advance("preflop")
HALVES = dk.Table("holdem", seats=3, unit="0.5", seed=1).felt
PARAMS: dict[str, Any] = {}


def acts(*texts: str) -> list[Act]:
    """Acts by their notation."""
    return [Act.parse(text) for text in texts]


def now(options: dict[str, Any] | None = None, log: tuple[str, ...] = (), **told: Any) -> Any:
    """The table before the flop, seat 3 to act over the blinds of 1 and 2, with other options and another log."""
    moment = TABLE.now.copy()
    game = TABLE.now.game
    moment.game = GameData(game.id, game.family, game.tables, {**game.options, **(options or {})}, game.dealing, game.data)
    moment.log, moment.cache, moment.marks = acts(*log), {}, {"hand": 0}
    told = {"barred": 0, "allowed": None, "size": 2, "turns": (0, ()), **told}
    moment.told = SimpleNamespace(**told)  # type: ignore[assignment]
    return moment


# Amounts


@pytest.mark.parametrize(
    ("value", "among"),
    [
        (1, True),
        (2, True),
        (3, False),
        (0, False),
        (Fraction(1, 2), False),
        (Fraction(3, 2), True),
        (Fraction(1, 3), False),
        (None, False),
        ("1", False),
    ],
)
def test_an_amount_of_money_is_among_chips(value, among):
    """Two smallest chips are one; what no chips make up is none of them."""
    assert (value in Scaled(HALVES, range(2, 5))) is among


@pytest.mark.parametrize(("amounts", "ends"), [(range(2, 5), [1, 2]), (range(2, 3), [1]), (range(0), []), ((2, 4, 8), [1, 4])])
def test_the_smallest_and_the_largest_amount_are_offered(amounts, ends):
    """One where they are the same, none where there is none."""
    assert [*Scaled(HALVES, amounts)] == ends


def test_chips_that_were_swept_early_count_with_those_in_front():
    """Seat by seat, and all together."""
    both = BroughtIn([0, 5, 0, 7], [0, 1, 2, 0])
    assert ([*both], both[1], both[1:], len(both), max(both), sum(both)) == ([0, 6, 2, 7], 6, [6, 2, 7], 4, 7, 15)
    assert [*BroughtIn([0, 5], [])] == [0, 5]


@pytest.mark.parametrize(
    ("lies", "left"),
    [
        (0, ["bet 4 to 9", "raise 4 to 9"]),
        (4, ["bet 4 to 9", "raise 4 to 9"]),
        (5, ["bet 5 to 9", "raise 5 to 9"]),
        (9, ["bet 9", "raise 9"]),
        (10, []),
    ],
)
def test_no_bet_is_smaller_than_the_chips_in_front(lies, left):
    """BR-42: they were put in, and stay in; the other moves stay as they are."""
    felt = TABLE.felt
    moves: dict[str, Any] = {
        "fold": NOTHING,
        "bet": Scaled(felt, range(4, 10)),
        "raise": Scaled(felt, range(4, 10)),
        "call": NOTHING,
    }
    over = module._over(moves, lies)
    assert [f"{move} {over[move]}" for move in ("bet", "raise") if move in over] == left
    assert {"fold", "call"} <= {*over}
    assert module._over({"bet": NOTHING}, 10) == {"bet": NOTHING}
    nothing = Scaled(felt, range(0))
    assert module._over({"bet": nothing}, 5) == {"bet": nothing}


@pytest.mark.parametrize(
    ("limits", "more", "most"),
    [
        (Limits("no_limit", 2), 0, 96),
        (Limits("no_limit", 2), 5, 96),
        (Limits("pot_limit", 2), 0, 22),
        (Limits("pot_limit", 2), 5, 12),
        (Limits("pot_limit", 2), 9, 10),
        (Limits("fixed_limit", 2), 0, 8),
        (Limits("fixed_limit", 2), 5, 8),
    ],
)
def test_the_largest_bet_is_that_before_the_chips_were_moved(limits, more, most):
    """BR-41: chips on their way are not in the pot that it is reckoned from."""
    round_ = Betting(
        [0, 90, 84, 90],
        [0, 6, 6, 0],
        [1, 2, 3],
        [1, 2, 3],
        limits,
        top=6,
        pot=4,
        step=4 if limits.structure == "pot_limit" else 0,
    )
    assert module._largest(round_, more) == most


# Limits


@pytest.mark.parametrize(
    ("options", "cap"),
    [
        ({"structure": "fixed_limit", "raise_cap": "3"}, 4),
        ({"structure": "fixed_limit", "raise_cap": "none"}, None),
        ({"structure": "no_limit", "raise_cap": "3"}, None),
        ({"structure": "pot_limit", "raise_cap": "none"}, None),
    ],
)
def test_only_fixed_limit_has_a_cap_on_raises(options, cap):
    """BR-02, BR-03: the first bet and so many raises."""
    limits = module._limits(now(options).game, TABLE.felt, 2)
    assert (limits.cap, limits.structure, limits.size) == (cap, options["structure"], 2)


@pytest.mark.parametrize(
    ("name", "field", "usual"),
    [("heads_up_uncapped", "heads_up_uncapped", True), ("check_raise", "check_raise", True), ("half_bet_rule", "half_bet", True)],
)
def test_the_house_may_bet_by_other_rules(name, field, usual):
    """BR-01, BR-04, BR-10: each by its option, and as usual without one."""
    for value in (True, False):
        assert getattr(module._limits(now({name: value}).game, TABLE.felt, 2), field) is value
    bare = now()
    bare.game.options.pop(name, None)
    assert getattr(module._limits(bare.game, TABLE.felt, 2), field) is usual


@pytest.mark.parametrize(("options", "chip"), [({}, 1), ({"pot_chip": "0"}, 1), ({"pot_chip": "5"}, 5)])
def test_pot_limit_may_be_rounded_up(options, chip):
    """BR-41; and only by its option does the largest raise reopen."""
    assert module._limits(now(options).game, TABLE.felt, 2).pot_chip == chip
    assert not module._limits(now(options).game, TABLE.felt, 2).first_short
    assert module._limits(now({"reopens_by": "largest_raise"}).game, TABLE.felt, 2).first_short


@pytest.mark.parametrize(
    ("options", "params", "size"),
    [
        ({"structure": "fixed_limit", "small_bet": "4", "big_bet": "8"}, {}, 4),
        ({"structure": "fixed_limit", "small_bet": "4", "big_bet": "8"}, {"size": "big_bet"}, 8),
        ({"structure": "no_limit", "big_blind": "3", "small_bet": "4"}, {"size": "big_bet"}, 3),
        ({"structure": "no_limit", "big_blind": "0", "small_bet": "4"}, {}, 4),
        ({"structure": "no_limit", "big_blind": "0", "small_bet": "0"}, {}, 1),
    ],
)
def test_the_bet_of_the_street(options, params, size):
    """In fixed limit by the street; else the big blind, or the smallest bet that there is (BR-11)."""
    assert module._size(now(options), params) == size


# Wrong acts


RAISE, CALL = Scaled(TABLE.felt, range(4, 10)), NOTHING
ASKED = {"s3": {"fold": NOTHING, "call": CALL, "raise": RAISE}}
CLOSED = {"s3": {"fold": NOTHING, "call": CALL}}
OPEN = {"s3": {"fold": NOTHING, "check": CALL, "bet": RAISE, "raise": RAISE}}
SHUT = {"s3": {"fold": NOTHING, "check": CALL}}
CAP = {"rules": {"capped": "x"}}


@pytest.mark.parametrize(
    ("text", "ask", "params", "more", "key"),
    [
        pytest.param("s3 bet player 5", ASKED, {}, {}, "spot", id="another-place"),
        pytest.param("s3 raise 3", ASKED, {}, {}, "amount", id="too-little"),
        pytest.param("s1 call", ASKED, {}, {}, "first", id="before-anybody"),
        pytest.param("s1 call", ASKED, {}, {"log": ("s3 call",)}, "turn", id="out-of-turn"),
        pytest.param("s1 call", ASKED, {}, {"log": ("s3 call", "d burn")}, "first", id="before-anybody-on-the-street"),
        pytest.param("s1 call", ASKED, {}, {"log": ("d tap",)}, "first", id="the-dealers-act-is-none"),
        pytest.param("s3 bet 5", ASKED, {}, {}, "choice", id="a-bet-that-is-a-raise"),
        pytest.param("s3 check", ASKED, {}, {}, "choice", id="a-check-over-a-bet"),
        pytest.param("s3 raise 5", CLOSED, {}, {"barred": 3}, "turn", id="barred-by-an-early-act"),
        pytest.param("s3 raise 5", CLOSED, {}, {"barred": 1}, "closed", id="another-is-barred"),
        pytest.param("s3 raise 5", CLOSED, {}, {}, "closed", id="closed"),
        pytest.param("s3 raise 5", CLOSED, CAP, {"allowed": (range(0), True, "", 0)}, "capped", id="capped"),
        pytest.param("s3 raise 5", CLOSED, CAP, {"allowed": (range(0), False, "", 0)}, "closed", id="not-capped"),
        pytest.param("s3 raise 5", CLOSED, {}, {"allowed": (range(0), True, "", 0)}, "closed", id="capped-without-a-rule"),
        pytest.param(
            "s3 raise 5",
            {"s3": {"call": CALL, "take bet": CALL}},
            {},
            {"allowed": (range(4, 9), True, "", 0)},
            "amount",
            id="below-its-chips",
        ),
        pytest.param(
            "s3 raise 5",
            {"s3": {"call": CALL, "take bet": CALL}},
            {},
            {"allowed": (range(0), True, "", 0)},
            "closed",
            id="with-chips-and-closed",
        ),
        pytest.param("s3 raise 5", {"s3": {"call": CALL, "take bet": CALL}}, {}, {}, "closed", id="with-chips-and-nothing-known"),
        pytest.param(
            "s3 raise 5",
            CLOSED,
            {"rules": {"closed_in_limit": "x"}},
            {"options": {"structure": "fixed_limit"}},
            "closed_in_limit",
            id="closed-in-limit",
        ),
        pytest.param("s3 raise 5", CLOSED, {"rules": {"closed_in_limit": "x"}}, {}, "closed", id="closed-in-no-limit"),
        pytest.param(
            "s3 raise 5", CLOSED, {}, {"options": {"structure": "fixed_limit"}}, "closed", id="closed-in-limit-without-a-rule"
        ),
        pytest.param("s3 bet 5", SHUT, {"opening": True}, {}, "openers", id="without-openers"),
        pytest.param("s3 bet 5", SHUT, {}, {}, "closed", id="no-openers-are-needed"),
        pytest.param("s3 bet 5", CLOSED, {"opening": True}, {}, "closed", id="somebody-has-opened"),
        pytest.param("s3 call", SHUT, {"opening": True}, {}, "choice", id="a-call-of-nothing"),
        pytest.param("s3 take bet 1", ASKED, {}, {}, "pulled", id="chips-pulled-back"),
        pytest.param("s3 check", CLOSED, {"pass_and_out": True}, {}, "choice", id="a-check-over-the-blinds"),
    ],
)
def test_a_wrong_act_breaks_a_rule_of_the_round(text, ask, params, more, key):
    """By its turn, its kind, its amount; and by the rules that the game has for it (BR-03, BR-30, BR-38, DR-11)."""
    assert module._broken(now(**more), params, ask, Act.parse(text)) == key


def test_a_player_who_does_not_bet_is_out():
    """Where the game says so, and nothing is bet (DR-13)."""
    moment = now()
    moment.felt = moment.felt.copy()
    for params, bets, key in (({"pass_and_out": True}, 0, "pass"), ({}, 0, "choice"), ({"pass_and_out": True}, 2, "choice")):
        moment.felt.rows["bet"] = [0, 0, bets, 0]
        assert module._broken(moment, params, CLOSED, Act.parse("s3 check")) == key


@pytest.mark.parametrize(
    ("cap", "text", "over"),
    [
        ("10", "s2 raise 20", False),
        ("10", "s2 raise 21", True),
        ("0", "s2 raise 200", False),
        ("200", "s2 raise 300", False),
        ("10", "s2 call", False),
    ],
)
def test_a_bet_may_be_over_the_cap_of_the_hand(cap, text, over):
    """BR-45: ten big blinds in all, of which two chips lie in front; without a cap below the stack nothing is over it."""
    moment = now({"hand_cap": cap, "structure": "no_limit"})
    act = Act.parse(text)
    assert module._is_over_the_cap(moment, act) is over
    key = module._broken(moment, {"rules": {"over_cap": "x"}}, {"s2": {"raise": RAISE}}, Act.parse("s2 raise 21"))
    assert key == ("over_cap" if cap == "10" else "amount")
    assert module._broken(moment, {}, {"s2": {"raise": RAISE}}, Act.parse("s2 raise 21")) == "amount"
    assert (left_to_bet(moment)[2] == 18) is (cap == "10")


# Corrections


def made(*seats: int) -> list[Made]:
    """Acts of these seats in a round."""
    kept = Betting([0, 9, 9, 9], [0, 0, 0, 0], [1, 2, 3], [1, 2, 3], Limits()).kept()
    return [Made(seat, kept, raised=False) for seat in seats]


@pytest.mark.parametrize(
    ("text", "seats", "turn", "at"),
    [
        ("s1 put 5", (1, 2), 3, 0),
        ("s1 put 5", (1, 2, 1), 3, 2),
        ("s1 take bet 5", (2, 1), 3, 1),
        ("s1 put 5", (2, 3), 3, None),
        ("s1 put 5", (1, 2), 1, None),  # its own turn
        ("s1 call", (1, 2), 3, None),
        ("d return s2 bet 5", (1, 2, 3), 2, 1),
        ("d return s2 bet 5", (1, 3), 1, None),
        ("d collect s2 5", (1, 2), 3, None),
    ],
)
def test_chips_that_are_set_right_belong_to_an_earlier_act(text, seats, turn, at):
    """The last of that seat (BR-36): put in or taken by it when others have the turn, or returned by the dealer."""
    assert module._set_right(Act.parse(text), made(*seats), turn) == at


@pytest.mark.parametrize(
    ("text", "ruled", "spoken", "at", "dead"),
    [
        ("d kill s1 dead", ("hand_dead", True), None, 1, True),
        ("d kill s1", ("hand_dead", True), None, 1, False),
        ("d kill s1 dead", ("hand_dead", False), None, 1, False),
        ("d kill s1 dead", ("play_on", True), None, 1, False),
        ("d kill s1 dead", ("hand_dead", True), None, 0, False),
        ("d kill s1 dead", None, None, 1, False),
        ("d kill s1 dead", None, "f rule hand_dead", 1, True),
        ("d kill s1 dead", None, "f rule play_on", 1, False),
        ("d kill s1", None, "f rule hand_dead", 1, False),
    ],
)
def test_a_hand_is_dead_by_a_ruling_of_this_hand(text, ruled, spoken, at, dead):
    """RM-06: the rule set's, if it is decided, or the floor's word."""
    moment = now(log=(spoken,) if spoken else ())
    ruling = SimpleNamespace(outcome=ruled[0], decided=ruled[1]) if ruled else None
    moment.slips = (SimpleNamespace(at=at, ruling=ruling),)
    for marks in ({"hand": 0}, {}):  # before a hand has begun, whatever was ruled counts
        moment.marks = marks
        assert module._is_ruled_dead(moment, Act.parse(text)) is dead


@pytest.mark.parametrize(
    ("taken", "left", "log", "waits"),
    [
        (["d kill s1"], [2], ["d kill s1"], True),
        (["d kill s1"], [2, 3], ["d kill s1"], False),
        ([], [2], ["d kill s1"], False),
        (["d kill s1"], [2], ["d kill s1", "d floor", "f rule play_on"], False),
        (["d kill s1"], [2], ["f rule play_on", "d kill s1", "d floor"], True),
        (["d kill s1", "d kill s3"], [2], ["d kill s1", "f rule play_on", "d kill s3"], True),
        (["d kill s1"], [], ["d kill s1"], True),
    ],
)
def test_a_round_waits_for_the_floor_if_one_hand_is_left(taken, left, log, waits, monkeypatch):
    """RM-06: until the floor has ruled on the last hand that was taken in."""
    monkeypatch.setattr(module, "live", lambda now: left)
    assert module._floor_decides(now(log=tuple(log)), acts(*taken)) is waits


@pytest.mark.parametrize(
    ("turns", "hand", "then"),
    [
        ((0, ()), 0, (0, ("call",))),
        ((0, ("bet",)), 0, (0, ("bet", "call"))),
        ((0, ("bet",)), 5, (5, ("call",))),
        ((0, ("bet",)), None, (0, ("bet", "call"))),
    ],
)
def test_acts_in_turn_are_noted_for_the_hand(turns, hand, then):
    """MD-02: those of the hand before are forgotten."""
    moment = now(turns=turns)
    moment.marks = {} if hand is None else {"hand": hand}
    module._note_turn(moment, "call")
    assert moment.told.turns == then


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        (ASKED["s3"], "s3 call"),
        (OPEN["s3"], "s3 check"),
        ({"fold": NOTHING}, "s3 fold"),
        ({"bringin": Scaled(TABLE.felt, (2,)), "bet": RAISE}, "s3 bringin 2"),
    ],
)
def test_whoever_only_goes_on_calls(moves, text):
    """A check, a call, the bring-in; else a fold."""
    act = module._call(now(), PARAMS, "s3", moves)
    assert act is not None
    assert act.text == text


# The beginning of a round


@pytest.mark.parametrize(
    ("options", "forced", "rows", "log", "begun"),
    [
        # total to be matched, bets that count, next raise, pot in the middle, bring-in
        pytest.param({}, "blinds", {}, (), (2, 1, 4, 0, 0), id="blinds"),
        pytest.param({}, None, {"bet": [0, 0, 0, 0]}, (), (0, 0, 2, 0, 0), id="nothing"),
        pytest.param({}, "blinds", {"bet": [0, 0, 0, 0]}, (), (0, 0, 2, 0, 0), id="no-blind-lies-there"),
        pytest.param({}, "blinds", {"bet": [0, 1, 1, 0]}, (), (2, 1, 4, 0, 0), id="a-short-blind-is-called-in-full"),
        pytest.param({"posts": "free"}, "blinds", {"bet": [0, 1, 1, 0]}, (), (1, 1, 3, 0, 0), id="as-they-were-posted"),
        pytest.param({}, "blinds", {"pot": [6], "ante": [0, 1, 1, 1]}, (), (2, 1, 4, 9, 0), id="pot-and-antes"),
        pytest.param({}, "blinds", {"bet": [0, 1, 2, 4]}, ("s3 straddle 4",), (4, 1, 8, 0, 0), id="a-straddle"),
        pytest.param(
            {"raise_over_straddle": "big_blind"}, "blinds", {"bet": [0, 1, 2, 4]}, ("s3 straddle 4",), (4, 1, 6, 0, 0),
            id="a-raise-over-the-big-blind",
        ),
        pytest.param(
            {"structure": "fixed_limit", "small_bet": "2"}, "blinds", {"bet": [0, 1, 2, 4]}, ("s3 straddle 4",), (4, 1, 6, 0, 0),
            id="a-straddle-in-fixed-limit",
        ),
        pytest.param({"bring_in": "1"}, "bring_in", {"bet": [0, 0, 0, 0]}, (), (0, 0, 2, 0, 1), id="a-bring-in"),
        pytest.param({"bring_in": "1"}, None, {"bet": [0, 0, 0, 0]}, (), (0, 0, 2, 0, 0), id="no-bring-in"),
        pytest.param({"pot_limit_small_blind": "big_blind"}, "blinds", {}, (), (2, 1, 4, 1, 0), id="a-small-blind-as-a-big-one"),
        pytest.param(
            {"pot_limit_small_blind": "big_blind"}, "blinds", {"bet": [0, 1, 2, 4]}, ("s3 straddle 4",), (4, 1, 8, 0, 0),
            id="nothing-is-added-over-a-straddle",
        ),
    ],
)  # fmt: skip
def test_a_round_begins_with_the_chips_that_lie_there(options, forced, rows, log, begun):
    """BR-11, BR-20, BR-41: blinds and antes, a straddle, a bring-in."""
    moment = now(options, log)
    moment.felt = moment.felt.copy()
    for name, chips in rows.items():
        moment.felt.rows[name] = chips + moment.felt.rows[name][len(chips) :]
    round_ = module.begin(moment, {"forced": forced}, 3)
    assert (round_.top, round_.bets, round_.full, round_.pot, round_.bring_in) == begun
    assert list(round_.order) == [3, 1, 2]
    assert list(module.begin(moment, {"forced": forced}, 0).order) == [1, 2, 3]


@pytest.mark.parametrize(
    ("options", "bets", "more"),
    [
        ({}, [0, 1, 2, 0], 0),
        ({"pot_limit_small_blind": "big_blind"}, [0, 1, 2, 0], 1),
        ({"pot_limit_small_blind": "big_blind"}, [0, 0, 2, 0], 0),
        ({"pot_limit_blinds": "full"}, [0, 1, 1, 0], 1),
        ({"pot_limit_blinds": "full"}, [0, 0, 1, 0], 2),
        ({"pot_limit_blinds": "full", "pot_limit_small_blind": "big_blind"}, [0, 0, 1, 0], 3),
        ({"pot_limit_blinds": "full", "blinds_at": "button"}, [0, 0, 0, 1], 1),
    ],
)
def test_blinds_that_lack_chips_count_in_full_if_the_house_says_so(options, bets, more):
    """BR-41: in the first pot of pot limit."""
    assert module._counted_besides(now(options), bets) == more


def test_where_nobody_posts_a_blind_none_is_counted_besides(monkeypatch):
    """BR-41: a hand without a big blind has no short one."""
    monkeypatch.setattr(module, "blinds_of", lambda now: Blinds(0, 0, 3))
    options = {"pot_limit_blinds": "full", "pot_limit_small_blind": "big_blind"}
    assert module._counted_besides(now(options), [0, 0, 0, 0]) == 0


# The moves of a seat


@pytest.mark.parametrize(
    ("bet", "chips", "double", "lying", "words"),
    [
        (4, 90, True, 0, {"check": [None], "bet": [4, 8], "raise": [4, 8]}),
        (1, 90, True, 0, {"check": [None], "bet": [1, 2], "raise": [1, 2]}),
        (4, 8, True, 0, {"check": [None], "bet": [4, 8], "raise": [4, 8]}),
        (4, 7, True, 0, {"check": [None], "bet": [4], "raise": [4]}),
        (4, 90, False, 0, {"check": [None], "bet": [4], "raise": [4]}),
        (4, 90, True, 4, {"call": [None], "raise": [8]}),
    ],
)
def test_a_double_bet_is_one_bet_or_two(bet, chips, double, lying, words):
    """BR-02: with an open pair on fourth street, as the first bet and if the chips are there; nothing in between."""
    round_ = Betting([0, chips, 90, 90], [0, 0, 0, lying], [1, 2, 3], [1, 2, 3], Limits("fixed_limit", bet))
    moves: Any = module._moves(now(), round_, 1, round_.raises(), double=double, must_bet=False, openers=None)
    assert {word: [*getattr(allowed, "amounts", allowed)] for word, allowed in moves.items()} == {"fold": [None], **words}


# A round from its first question on


@pytest.mark.parametrize(
    ("opener", "texts", "asked", "result"),
    [
        pytest.param(3, (), ["s3"], (3, 0, 0, 0, 0), id="nobody-has-acted"),
        pytest.param(None, (), ["s1", "s2", "s3"], (0, 0, 0, 0, 0), id="nobody-knows-who-is-first"),
        pytest.param(None, ("d tap",), ["s1", "s2", "s3"], (0, 0, 0, 0, 0), id="still-nobody-knows"),
        pytest.param(None, ("s1 call",), ["s2"], (1, 0, 0, 0, 0), id="who-acts-first-is-the-opener"),
        pytest.param(3, ("s3 call",), ["s1"], (3, 0, 0, 0, 0), id="one-has-called"),
        pytest.param(3, ("s3 say well",), ["s3"], (3, 0, 0, 0, 0), id="in-the-middle-of-a-turn"),
        pytest.param(3, ("d tap",), ["s3"], (3, 0, 0, 0, 0), id="the-dealer-has-tapped"),
    ],
)
def test_a_round_that_is_closed_tells_how_far_it_came(opener, texts, asked, result, monkeypatch):
    """Its opener if known, no bets, and where it ended in the log; whenever it is closed (BR-20)."""
    monkeypatch.setattr(module, "opener_of", lambda now, params: opener)
    run = module.betting(now(), {"forced": "blinds"})
    ask = next(run)
    for text in texts:
        ask = run.send(Act.parse(text))
    assert sorted(ask) == asked
    with pytest.raises(StopIteration) as end:
        run.send(None)
    assert end.value.value == StreetRound(*result)


TAKEN_IN = "RM-23 DH-09 a hand that was taken in goes back card by card, and has its turn again"


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (["s2 check", "d kill s3", "s4 check", "d floor", "f rule hand_live", "d move muck s3", "d move muck s3"], ["s3"]),
        (["s2 bet 10", "d kill s1", "d floor", "s3 call"], ["s4"]),
    ],
)
def test_only_a_hand_that_comes_back_has_its_turn_again(lines, asked):
    """RM-23: no other act of the dealer gives it back."""
    assert [*table_at(TAKEN_IN, acts=lines).ask] == asked


def test_an_all_in_in_two_motions_cannot_be_raised_under_a_cap():
    """BR-33, BR-45: nobody is left to bet against, however the last chips came."""
    table = dk.Table("holdem", seats=2, button=1, seed=1, stacks=[8, 200], options={"hand_cap": 10})
    table.advance("preflop")
    for line in ("s1 say all_in", "s1 put 3", "s1 put 4"):
        table.push(line)
    assert {seat: [*moves] for seat, moves in table.ask.items()} == {"s2": ["fold", "call"]}


PLAIN = "BR-45 without a cap the same bet is one"


@pytest.mark.parametrize(
    ("lines", "noted"),
    [
        (["s1 call", "s2 fold"], ("call", "fold")),
        (["s1 put 6", "s2 fold"], ("raise", "fold")),
        (["s1 put 2", "s2 fold"], ("call", "fold")),
        (["s1 say raise", "s1 put 10", "s2 fold"], ("raise", "fold")),
        (["s1 say raise", "s1 put 3", "s2 fold"], ("raise", "fold")),
        (["s1 say well", "s2 fold"], ("call",)),
        (["s1 raise 6", "s2 put 5", "s3 fold"], ("raise", "call", "fold")),
    ],
)
def test_words_and_chips_are_noted_by_their_meaning(lines, noted):
    """MD-02: whatever the chips come to, a raise or a call; BR-32."""
    assert table_at(PLAIN, acts=lines).now.told.turns[1] == noted


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (["s1 call", "s2 raise 6", "s3 fold"], {"s1": ["fold", "call", "raise"]}),
        (["s1 say well", "s1 call", "s2 raise 6", "s3 fold"], {"s1": ["fold", "call", "raise"]}),
        (["s1 say raise", "s1 put 3", "s2 fold"], {"s3": ["fold", "call", "raise"]}),
    ],
)
def test_words_before_an_act_do_not_make_it_an_act_out_of_turn(lines, asked):
    """BR-30: whoever speaks, then calls, has called once, in turn; whoever acts next ends the turn before."""
    table = table_at(PLAIN, acts=lines)
    assert {seat: [*moves] for seat, moves in table.ask.items()} == asked
