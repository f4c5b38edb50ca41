"""The parts of a ruling at the table, each by itself: which of two goes first, what follows from what, what is of this round."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from dealerkit.judge.findings import Finding
from dealerkit.judge.floor import Hearing, Ruled
from dealerkit.judge.floor import act as acts_at
from dealerkit.judge.floor import ruling as rulings_at
from dealerkit.judge.floor import view as views
from dealerkit.judge.floor.act import _ask_which, _confirms, _in_force, _usual, unclear_between
from dealerkit.judge.floor.ruling import outranks
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Resume, items
from dealerkit.procedure.running_mechanics import RunningMechanics
from dealerkit.procedure.steps import DealerStep
from dealerkit.rulings import UNDECIDED, Ruling
from tests.table.moments import table_at

FOUR_CARDS = "RM-11 floor/ruling-not-carried-out, the stub is not cut"
TAP, BURN, SPREAD, ORDER = "street/no-tap", "burn/missed-before-street", "step/spread-skipped", "step/unexpected"


def working_copy(table: dk.Table) -> AgendaBuilder:
    """Return a working copy of a table's agenda, which nobody is sent anything from."""

    def revive(*_: object) -> None:
        pytest.fail("nobody is sent anything")

    return AgendaBuilder(table.agenda, table.now.copy(), table.house, RunningMechanics(revive))


@pytest.fixture(scope="module")
def four_cards() -> dk.Table:
    """A burn was shown, and four cards were laid out for the flop; both were ruled on."""
    return table_at(FOUR_CARDS, 0, ["d burn up", "d deal board 4 together"])


def ruling(table: dk.Table, outcome: str, *remedies: str) -> Ruling:
    """Return the table's ruling with another outcome and other remedies."""
    return attrs.evolve(table.rulings[-1].ruling, outcome=outcome, remedies=remedies, beside=())


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        (("misdeal", "RM-01"), ("board_redealt", "RM-11"), True),
        (("board_redealt", "RM-11"), ("misdeal", "RM-01"), False),
        (("misdeal", "RM-01"), ("misdeal", "RM-01"), False),
        (("misdeal", "RM-01"), ("void_hand", "RM-07"), False),
        (("void_hand", "RM-07"), ("misdeal", "RM-01"), True),
        # a button that is put right, and a round that nobody waits for, end no hand that the floor has to end
        (("misdeal", "RM-10"), ("board_redealt", "RM-11"), False),
        (("misdeal", "RB-05"), ("board_redealt", "RM-11"), False),
        # an outcome that the rule set does not order comes last
        (("player_decides", "RM-01"), ("board_redealt", "RM-11"), False),
        (("misdeal", "RM-01"), ("player_decides", "RM-11"), True),
    ],
)
def test_of_two_rulings_that_goes_first_which_ends_the_hand(four_cards, one, other, first) -> None:
    """RM-01, RM-07: by the order of the rule set, and only where the hand waits for the floor to end it."""
    assert outranks(four_cards.house, ruling(four_cards, *one), ruling(four_cards, *other)) is first


SLIP = ORDER, 3
"""A finding on an earlier act."""


@pytest.mark.parametrize(
    ("codes", "ruled", "causes"),
    [
        pytest.param([(TAP, None), (BURN, None)], "", [BURN, None], id="the-gravest-is-the-cause"),
        pytest.param([(BURN, None), (TAP, None)], "", [None, BURN], id="wherever-it-stands"),
        pytest.param(
            [(SPREAD, None), ("step/count-skipped", None)],
            "",
            [None, SPREAD],
            id="of-equals-the-first",
        ),
        pytest.param([(BURN, None), (TAP, None)], TAP, [TAP, None], id="what-was-ruled-on-before-the-gravest"),
        pytest.param([(BURN, SLIP), (TAP, None)], "", [SLIP, BURN], id="what-follows-from-an-earlier-act-is-a-cause-too"),
        pytest.param([(TAP, None), (BURN, "here")], "", [None, "here"], id="what-follows-from-this-act-is-none"),
        pytest.param([(TAP, "here"), (BURN, "here")], "", ["here", "here"], id="and-without-any-nothing-changes"),
        pytest.param([(TAP, None)], "", [None], id="one-by-itself"),
    ],
)
def test_what_is_found_in_one_act_follows_from_one_of_it(four_cards, codes, ruled, causes) -> None:
    """FTR-03, FTR-24: the one that was ruled on, or the gravest; what follows from something already, stays so."""
    act = len(four_cards.log)
    hearing = Hearing(working_copy(four_cards), [], [])

    def cause(told: Any) -> tuple[str, int] | None:
        return (ORDER, act) if told == "here" else (told, act) if isinstance(told, str) else told

    hearing.found = [Finding(code, "board", "", "d deal board 3", act, because_of=cause(told)) for code, told in codes]
    hearing.ruled = [Ruled(act, ruling(four_cards, "play_on"), ruled)] if ruled else []
    hearing.fold()
    assert [finding.because_of for finding in hearing.found] == [*map(cause, causes)]


@pytest.mark.parametrize(
    ("remark", "code"),
    [
        ("duplicate", "record/duplicate-card"),
        ("foreign", "record/foreign-card"),
        ("elsewhere", "record/card-not-dealt"),
        ("out-of-order", "record/card-out-of-order"),
        ("flawed", ""),
        ("dealer-change", ""),
    ],
)
def test_a_card_that_cannot_be_there_is_of_the_last_step(remark: str, code: str) -> None:
    """IR-05, NP-02: also while a player is asked, and no step of the dealer is open."""
    table = dk.Table("nap", seats=3, seed=7)
    table.advance("bidding")
    work = working_copy(table)
    hearing = Hearing(work, [], [])
    hearing.remark(Act.parse("d deal s1"), remark)
    assert (work.step, [step.id for step in work.passed]) == (None, ["shuffle", "deal"])
    told = [(code, "deal", "d deal s1", len(table.log))] if code else []
    assert [(one.code, one.step, one.got, one.act) for one in hearing.found] == told


def test_the_same_card_twice_is_a_slip_where_the_deal_does_not_stop_for_it() -> None:
    """WR-01, IR-05: also where something else is watched for in the deal; in poker a duty says what is done about it."""
    for game, codes in (("war", ["record/duplicate-card"]), ("holdem", [])):
        table = dk.Table(game, seats=3, seed=7)
        hearing = Hearing(working_copy(table), [], [])
        hearing.remark(Act.parse("d deal s1"), "duplicate")
        assert [finding.code for finding in hearing.found] == codes, game


@pytest.mark.parametrize("game", ["mini-baccarat", "newmarket"])
@pytest.mark.parametrize("acts", [["d tap"], ["d tap", "d close"]])
def test_before_the_first_round_every_finding_is_of_this_round(game: str, acts: list[str]) -> None:
    """BA-04, NM-01: the first act of all is one of them."""
    table = dk.Table(game, seed=3)
    for act in acts:
        table.push(act)
    assert [finding.act for finding in table.floor.here] == [*range(1, len(acts) + 1)]


# -- whether a slip is ruled on ----------------------------------------------------------------------------------------


def step_of(table: dk.Table, remedy: str) -> DealerStep:
    """Return the first step of a remedy."""
    return next(step for step in table.house.remedies[remedy].section.walk() if isinstance(step, DealerStep))


@pytest.fixture(scope="module")
def tapped() -> dk.Table:
    """The turn is to be burned for; the dealer acted last, and no remedy is under way."""
    table = dk.Table("holdem", "rrop", seats=4, seed=7)
    table.advance("turn_burn")
    assert table.log[-1].text == "d tap"
    return table


@pytest.mark.parametrize(
    ("ago", "left", "last", "is_ruled"),
    [
        pytest.param(None, "", "", True, id="never-ruled-so-before"),
        pytest.param(0, "", "", False, id="what-carries-out-a-ruling-is-not-ruled-on"),
        pytest.param(1, "", "", True, id="a-ruling-of-the-round-before-is-over"),
        pytest.param(0, "", "s2 check", True, id="a-player-has-acted-since"),
        pytest.param(0, "RM-11", "", True, id="the-remedy-itself-was-left-out"),
        pytest.param(0, "RM-13", "", False, id="another-remedy-was-left-out"),
        pytest.param(0, "RM-11", "d collect s2 5", False, id="by-chips-that-are-owed-anyway"),
    ],
)
def test_a_slip_is_ruled_on_again_or_not(tapped, four_cards, monkeypatch, ago, left, last, is_ruled) -> None:
    """FTR-24, RM-11: the same ruling once a round, unless a player acted on what lay there or the remedy was left out."""
    given = ruling(four_cards, "board_redealt", "RM-11")
    monkeypatch.setattr(rulings_at, "decided", lambda *_: given)
    work, at = working_copy(tapped), len(tapped.log)
    if last:
        work.now = work.now.elsewhere(work.now.felt, [*work.now.log, Act.parse(last)])
    if ago is not None:
        work.now.marks = {"hand": at - 1 + ago}
    before = [Ruled(at, given, BURN)] if ago is not None else []
    hearing = Hearing(work, [], before, step_of(tapped, left) if left else None)
    hearing.rule_on(Finding(BURN, "turn_burn", "", "d deal board", at))
    hearing.give()
    assert bool(hearing.ruled) is is_ruled


def test_a_remedy_that_is_under_way_was_not_left_out(four_cards, monkeypatch) -> None:
    """RM-11: what is done between its steps does not bring the same ruling again."""
    given = four_cards.rulings[-1].ruling
    monkeypatch.setattr(rulings_at, "decided", lambda *_: given)
    hearing = Hearing(working_copy(four_cards), [], four_cards.rulings, step_of(four_cards, "RM-11"))
    hearing.rule_on(Finding(BURN, "turn_burn", "", "d deal board", len(four_cards.log)))
    hearing.give()
    assert hearing.ruled == []


@pytest.mark.parametrize(
    ("act", "remark", "fault"),
    [
        ("d deal board", "boxed", ["boxed_card"]),
        ("d deal board boxed", "boxed", ["boxed_card"]),
        ("d deal board boxed", "elsewhere", ["boxed_card"]),  # how it lay is known, wherever it came from
        ("d burn boxed", "boxed", []),
        ("d deal board", "flawed", ["foreign_card"]),
        ("d deal board", "dealer-change", ["dealer_change"]),
        ("d deal board", "nothing like it", []),
    ],
)
def test_a_card_that_lay_oddly_is_ruled_on_where_it_is_dealt(tapped, monkeypatch, act, remark, fault) -> None:
    """MD-05, IR-03, IR-08: a card that is burned is nobody's, however it lay."""
    asked: list[str] = []
    monkeypatch.setattr(rulings_at, "decided", lambda _house, _now, name: asked.append(name))
    hearing = Hearing(working_copy(tapped), [], [])
    hearing.remark(Act.parse(act), remark)
    assert (asked, hearing.found) == (fault, [])


LATE, OTHER = "coup/late-bet-accepted", "coup/wrong-initial-order"


@pytest.mark.parametrize(
    ("found", "is_ruled"),
    [
        pytest.param((LATE, 0), True, id="it-was-put-right-and-came-again"),
        pytest.param((LATE, 1), False, id="it-came-in-the-round-before"),
        pytest.param((OTHER, 0), False, id="another-came"),
    ],
)
def test_what_is_told_once_a_round_is_ruled_on_again_when_it_comes_again(four_cards, monkeypatch, found, is_ruled) -> None:
    """BI-12: a late bet that comes back is corrected; the next one is another slip."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("deal")
    given, at, (code, ago) = ruling(four_cards, "corrected", "RB-01"), len(table.log), found
    monkeypatch.setattr(rulings_at, "decided", lambda *_: given)
    work = working_copy(table)
    work.now.marks = {"coup": at - 1}
    hearing = Hearing(work, [Finding(code, "deal", "", "d deal player", at - ago)], [Ruled(at, given, LATE)])
    hearing.rule_on(Finding(LATE, "deal", "", "d deal player", at))
    assert bool(hearing._open) is is_ruled


@pytest.mark.parametrize(
    ("remedies", "beside"),
    [(("RM-11",), []), (("RM-09",), []), (("RM-05",), ["RM-05"]), (("RM-05", "RM-11"), ["RM-05", "RM-11"])],
)
def test_what_is_dealt_for_the_gravest_ruling_is_dealt_once(four_cards, tapped, monkeypatch, remedies, beside) -> None:
    """RM-05, RM-11: a ruling on the same act stands beside the gravest one if something of it is left to deal."""
    grave = attrs.evolve(ruling(four_cards, "board_redealt", "RM-11"), fault="burn_error")
    lighter = attrs.evolve(ruling(four_cards, "corrected", *remedies), fault="boxed_card")
    by_fault = {one.fault: one for one in (grave, lighter)}
    monkeypatch.setattr(rulings_at, "decided", lambda _house, _now, fault: by_fault[fault])
    hearing = Hearing(working_copy(tapped), [], [])
    hearing.rule_on(Finding(BURN, "turn_burn", "", "d deal board", len(tapped.log)))
    hearing.remark(Act.parse("d deal board boxed"), "boxed")
    hearing.give()
    [given] = hearing.ruled
    assert (given.code, given.ruling.outcome) == (BURN, "board_redealt")
    assert [name for one in given.ruling.beside for name in one.remedies] == beside


@pytest.mark.parametrize(("lighter_by", "open_by"), [("RM-13", "RM-14"), ("RM-14", "RM-13")])
def test_what_was_put_on_for_one_finding_is_not_put_on_for_the_next(four_cards, tapped, monkeypatch, lighter_by, open_by) -> None:
    """RM-11, RM-13, RM-14: a second finding on one act brings its own remedy; what is left to the floor brings none."""
    grave = attrs.evolve(ruling(four_cards, "board_redealt", "RM-11"), fault="burn_error")
    lighter = attrs.evolve(ruling(four_cards, "corrected", lighter_by), fault="boxed_card")
    code, open_one = four_cards.rulings[-1].code, attrs.evolve(ruling(four_cards, UNDECIDED, open_by), possible=("corrected",))
    by_fault = {one.fault: one for one in (grave, lighter, open_one)}
    monkeypatch.setattr(rulings_at, "decided", lambda _house, _now, fault: by_fault[fault])
    work = working_copy(tapped)
    hearing = Hearing(work, [], [])

    def coming() -> list[str]:
        open_ = [
            item.step if isinstance(item, Resume) else item for item in ([work.step] if work.step else []) + [*items(work.stack)]
        ]
        return [step.path.partition(".")[0] for step in open_ if isinstance(step, DealerStep) and step.remedy]

    hearing.rule_on(Finding(BURN, "turn_burn", "", "d deal board", len(tapped.log)))
    hearing.give()
    first = coming()
    assert {*first} == {"RM-11"}
    hearing.remark(Act.parse("d deal board boxed"), "boxed")
    hearing.rule_on(Finding(code, "turn_burn", "", "d deal board", len(tapped.log)))
    hearing.give()
    assert {one.fault for one in hearing.ruled[-1].ruling.each} == {*by_fault}
    assert len(hearing.ruled) == 1
    assert (coming().count("RM-11"), {*coming()}) == (len(first), {lighter_by, "RM-11"})
    slips = {slip.fault: slip.code for slip in work.now.slips[-3:]}
    assert slips == {"burn_error": BURN, "boxed_card": "", open_one.fault: code}


def test_a_fact_that_no_rule_book_covers_is_not_ruled_on(four_cards, monkeypatch) -> None:
    """FTR-24: a number of burns that is none; and a fault that the table does not show."""
    fault = four_cards.rulings[-1].ruling.fault
    facts = four_cards.floor.facts_of(fault)
    assert facts is not None
    assert four_cards.floor.decided(fault) is not None
    assert (four_cards.floor.facts_of("nothing_like_it"), four_cards.floor.decided("nothing_like_it")) == (None, None)
    monkeypatch.setattr(rulings_at, "_facts_at", lambda *_: {**facts, "burn_count": "some"})
    assert (four_cards.floor.facts_of(fault), four_cards.floor.decided(fault)) == (None, None)
    monkeypatch.setattr(rulings_at, "_facts_at", lambda *_: None)
    assert (four_cards.floor.facts_of(fault), four_cards.floor.decided(fault)) == (None, None)


# -- what the floor answers and means ----------------------------------------------------------------------------------


def test_the_floor_answers_by_the_facts_of_the_slip_until_the_action_goes_on() -> None:
    """SD-13, SD-16: whether the next hand has begun is what was so when the ruling was left open."""
    table = table_at("SD-13 pot/wrong-winner, one board pays all of it", 0, ["d award s2 10", "d floor"])
    assert str(table.floor.answer) == "f rule pot_awarded pot/wrong-winner"
    given = table.rulings[-1]
    late = {**given.ruling.facts, "next_hand_started": True}
    table.rulings[-1] = attrs.evolve(given, ruling=attrs.evolve(given.ruling, facts=late))
    assert str(table.floor.answer) == "f rule play_on pot/wrong-winner"


@pytest.mark.parametrize("ago", [0, 1])
def test_what_the_floor_has_not_ruled_in_its_round_is_not_asked_in_the_next(ago: int) -> None:
    """SD-13, MD-01: a question or a ruling on the last act before a round is of the round before."""
    asked = table_at("SD-13 pot/wrong-winner, one board pays all of it", 0, ["d award s2 10", "d floor"])
    waiting = table_at("MD-01 deal/deck-not-ready, a burn before the deck was washed", 0, ["d burn"])
    for table, said in ((asked, "question"), (waiting, "to_rule")):
        now = table.now.copy()
        now.marks = {"hand": table.rulings[-1].act - 1 + ago}
        assert (getattr(attrs.evolve(table.floor, now=now), said) is None) is bool(ago)


def test_what_has_changed_with_the_action_is_answered_by_the_facts_of_now(monkeypatch) -> None:
    """DH-04: what follows from other facts is not kept from the slip; the fault is no fact of a ruling."""
    table = table_at("SD-13 pot/wrong-winner, one board pays all of it", 0, ["d award s2 10", "d floor"])
    given, asked = table.rulings[-1], []
    kept = {"action_reached": True, "heads_up": True, "next_hand_started": True}
    table.rulings[-1] = attrs.evolve(given, ruling=attrs.evolve(given.ruling, facts=kept))
    floor = table.floor
    monkeypatch.setattr(views, "overtaken", lambda *_: True)
    monkeypatch.setattr(views, "facts_of", lambda *_: {"fault": "another", "next_hand_started": False})

    def decide_again(_rules: object, fault: str, facts: dict[str, object], **_: object) -> Ruling:
        asked.append((fault, facts))
        return attrs.evolve(given.ruling, outcome="pot_split")

    monkeypatch.setattr(views, "decide", decide_again)
    assert str(floor.answer) == "f rule pot_split pot/wrong-winner"
    assert asked == [(given.ruling.fault, {"heads_up": True, "next_hand_started": False})]


def test_a_ruling_says_which_finding_it_is_on_if_two_are_open(four_cards) -> None:
    """FTR-24, RM-11: it is refused in words, unless it names the finding or a seat, or only one can have that outcome."""
    codes = sorted({given.code for given in four_cards.rulings})
    assert len(codes) == 2
    with pytest.raises(Impossible, match=f"which finding do you mean.*{codes[0]}, {codes[1]}"):
        four_cards.judge("f rule play_on")
    for said in (f"f rule play_on {codes[0]}", f"f rule play_on {codes[1]}", "f rule board_redealt", "f rule play_on s2"):
        assert four_cards.judge(said).findings == ()


def test_a_finding_that_was_put_right_at_once_is_not_meant(four_cards) -> None:
    """FTR-24: the floor speaks of the other one, and need not name it."""
    act, agenda = Act.parse("f rule play_on"), four_cards.agenda
    assert [meant.text for meant in four_cards.floor.means(act)] == [
        f"f rule play_on {code}" for code in sorted({given.code for given in four_cards.rulings})
    ]
    for number, finding in enumerate(four_cards.findings):
        assert finding.code in {given.code for given in four_cards.rulings}
        books = agenda.books._replace(right=frozenset({number}))
        assert attrs.evolve(four_cards.floor, agenda=agenda._replace(books=books)).means(act) == (act,)
        work = working_copy(four_cards)
        work.note(right=frozenset({number}))
        _ask_which(work, act, "", four_cards.findings, four_cards.rulings)


@pytest.mark.parametrize(
    ("said", "given", "wrong", "unclear"),
    [
        ("play_on", ["a board_redealt 1", "b misdeal 2"], "ab", "ab"),
        ("play_on", ["b misdeal 2", "a board_redealt 1"], "ab", "ab"),
        ("play_on", ["a board_redealt 1", "b misdeal 2"], "a", ""),  # the other was put right
        ("play_on", ["a board_redealt 1", "b misdeal 1"], "ab", ""),  # one fault, found twice
        ("misdeal", ["a board_redealt 1", "b misdeal 2"], "ab", ""),
        ("misdeal", ["a misdeal 1", "b misdeal 2"], "ab", "ab"),
        ("misdeal", ["a misdeal 1", "b misdeal 2", "c play_on 3"], "abc", "abc"),
        ("play_on s2", ["a board_redealt 1", "b misdeal 2"], "ab", ""),
        ("play_on", ["a board_redealt 1"], "ab", ""),
        ("play_on", [], "ab", ""),
    ],
)
@pytest.mark.parametrize("ago", [0, 1])
def test_it_is_clear_which_finding_is_meant_or_not(four_cards, said, given, wrong, unclear, ago) -> None:
    """RM-11: of those since the floor spoke last that are still wrong, each on a fault of its own."""
    now, at = four_cards.now.copy(), len(four_cards.log)
    now.marks = {"hand": at - 1 + ago}  # what was ruled on in the round before is over
    made = []
    for code, outcome, fault in (words.split() for words in given):
        made.append(Ruled(at, attrs.evolve(ruling(four_cards, outcome), fault=fault), code))
    act = Act.parse(f"f rule {said}")
    assert unclear_between(now, act, set(wrong), made) == (() if ago else tuple(unclear))


@pytest.mark.parametrize(
    ("code", "given", "came", "fresh", "in_force"),
    [
        pytest.param("", [TAP, BURN], "", True, BURN, id="the-last-ruling"),
        pytest.param(TAP, [TAP, BURN], "", True, TAP, id="the-ruling-on-the-finding"),
        pytest.param("", [BURN], "d tap", True, BURN, id="what-the-dealer-says-changes-nothing"),
        pytest.param("", [BURN], "s2 check", True, "now", id="a-player-has-acted"),
        pytest.param("", [BURN], "d burn", True, "now", id="a-card-has-come"),
        pytest.param("", [BURN], "s2 check", False, BURN, id="and-nothing-can-be-decided-now"),
        pytest.param(BURN, [], "", True, "now", id="not-ruled-on-yet"),
        pytest.param("", [], "", False, "", id="nothing-to-rule-on"),
    ],
)
def test_the_ruling_in_force_is_decided_again_when_the_action_has_gone_on(
    four_cards, monkeypatch, code, given, came, fresh, in_force
) -> None:
    """FTR-24, MD-02: what was decided before two players had acted may be another ruling after."""
    at = len(four_cards.log)
    now_given, asked = attrs.evolve(ruling(four_cards, "board_stands"), title="now"), []

    def decide_now(_house: object, _now: object, fault: str) -> Ruling | None:
        asked.append(fault)
        return now_given if fresh else None

    monkeypatch.setattr(acts_at, "decided", decide_now)
    work = working_copy(four_cards)
    if came:
        work.now = work.now.elsewhere(work.now.felt, [*work.now.log, Act.parse(came)])
    rulings = [Ruled(at, attrs.evolve(ruling(four_cards, "board_redealt"), title=each), each) for each in given]
    findings = [Finding(each, "board", "", "d deal board 4", at) for each in (TAP, BURN)]
    found = _in_force(work, code, findings, rulings)
    assert (found.title if found is not None else "") == in_force
    assert asked in ([], [four_cards.rulings[-1].ruling.fault if given else "burn_error" if code else ""])
    with pytest.raises(Impossible, match=f"unknown finding: 'pot/wrong'; found so far: {TAP}, {BURN}"):
        _in_force(work, "pot/wrong", findings, rulings)


@pytest.mark.parametrize(
    ("said", "given", "confirms"),
    [
        ("misdeal", ("misdeal", "RM-01"), True),
        ("misdeal", ("board_redealt", "RM-11"), False),
        ("corrected", ("board_redealt", "RM-11"), True),  # both put something right
        ("board_redealt", ("corrected", "RM-13"), True),
        ("corrected", ("card_replaced", "RB-01"), False),  # a remedy that the floor has no part in
        ("corrected", ("card_replaced",), False),
        ("corrected", ("misdeal", "RM-11"), False),
        ("play_on", ("corrected", "RM-13"), False),
    ],
)
def test_an_outcome_confirms_a_ruling_that_comes_to_the_same(four_cards, said, given, confirms) -> None:
    """FTR-20, FTR-24: who says that it is corrected means the way in which the rule set corrects it."""
    assert _confirms(four_cards.house, said, ruling(four_cards, *given)) is confirms


def test_the_remedies_of_an_outcome_are_those_of_the_rule_set(four_cards) -> None:
    """FTR-24, RM-01, RM-07: for the fault that was ruled on; without a fault only for what ends the hand."""
    house, given = four_cards.house, four_cards.rulings[-1].ruling
    assert given.outcome == "board_redealt"
    assert _usual(house, "board_redealt", given) == list(given.remedies)
    assert _usual(house, "board_redealt", None) == []
    assert _usual(house, "misdeal", None) == _usual(house, "misdeal", given) == ["RM-01"]
    ending = [house.remedies[name].then for name in _usual(house, "void_hand", None)]
    assert [then is not None and then.section for then in ending][:1] == ["hand"]
    assert _usual(house, "player_decides", given) == []
