"""What the floor says and what becomes of it, each part by itself; and how grave an act is that fits nowhere."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from dealerkit.judge import classification
from dealerkit.judge.findings import MOVED, Draft, Finding
from dealerkit.judge.floor import Hearing, Ruled
from dealerkit.judge.floor import act as said
from dealerkit.judge.floor import ruling as rulings_at
from dealerkit.judge.match import nothing
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.agenda import Leave, items, stacked
from dealerkit.procedure.compiled_game import CHIPS_BACK
from dealerkit.rulings import UNDECIDED
from tests.judge.copies import acts, holdem_at, left, owed, steps_of, with_do, working_copy
from tests.table.moments import table_at

TABLE = holdem_at("turn_burn")
STEPS = steps_of(TABLE)
KNOWN = TABLE.house.remedies
LAST = len(TABLE.log)
FOUR_CARDS = table_at("RM-11 floor/ruling-not-carried-out, the stub is not cut", 0, ["d burn up", "d deal board 4 together"])
"""A burn was shown, and four cards were laid out for the flop; both were ruled on."""
GIVEN_FAULT = FOUR_CARDS.rulings[-1].ruling.fault
BURN, BOARD = "burn/missed-before-street", "board/wrong-number"


def found(code: str, act: int = LAST) -> Finding:
    """Return a finding on an act."""
    return Finding(code, "burn", "", "d burn", act)


def ruled(code: str, outcome: str = "board_redealt", remedies: tuple[str, ...] = ("RM-11",), act: int = LAST) -> Ruled:
    """Return a ruling on a finding."""
    return Ruled(act, attrs.evolve(FOUR_CARDS.rulings[-1].ruling, outcome=outcome, remedies=remedies, beside=()), code)


# -- the floor's own act -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "outcome", "code", "names"),
    [
        ("f rule play_on", "play_on", "", []),
        ("f rule stands", "play_on", "", []),
        ("f rule void rm-07", "void_hand", "", ["RM-07"]),
        (f"f rule misdeal {BURN} RM-01", "misdeal", BURN, ["RM-01"]),
        (f"f rule misdeal RM-01 s3 {BURN}", "misdeal", BURN, ["RM-01"]),
        ("f rule misdeal play/np-17", "misdeal", "play/NP-17", []),
        ("f rule misdeal no/such", "misdeal", "no/such", []),
    ],
)
def test_what_the_floor_says_in_one_line(text: str, outcome: str, code: str, names: list[str]) -> None:
    """FTR-24, RM-08: the outcome, the finding, the remedies; a seat is none of them."""
    findings = [found(BURN), found("play/NP-17")]
    assert said._spoken(TABLE.house, Act.parse(text), findings) == (outcome, code, names)


def test_what_nobody_knows_is_refused_in_words() -> None:
    """FTR-24: the outcome with those like it, and the remedy with all there are."""
    with pytest.raises(Impossible, match="unknown ruling: 'misdeel'; known: misdeal"):
        said._spoken(TABLE.house, Act.parse("f rule misdeel"), [])
    with pytest.raises(Impossible, match=r"unknown remedy in this rule set: 'RM-99'; known: RB-01, .*RM-01"):
        said._spoken(TABLE.house, Act.parse("f rule misdeal RM-99"), [])


@pytest.mark.parametrize(
    ("remedy", "under_way", "ago", "is_left"),
    [
        ("RM-01", False, 1, True),
        ("RM-01", True, 1, False),
        ("RM-01", False, 0, False),
        ("RM-01", False, None, False),
        ("RM-11", False, 1, False),
    ],
)
def test_a_remedy_that_ends_the_hand_was_ignored_or_not(remedy: str, under_way: bool, ago: int | None, is_left: bool) -> None:
    """RM-01, MD-17: if it was ruled in this hand, and the hand goes on without it."""
    work = working_copy(TABLE)
    work.stack = stacked([STEPS["RM-11-cut"]]) if under_way else None
    assert (KNOWN["RM-01"].then is not None, KNOWN["RM-11"].then) == (True, None)
    rulings = [] if ago is None else [ruled(BURN, act=work.now.begun + 9), ruled(BURN, act=work.now.begun + ago)]
    assert said._is_left(work, KNOWN[remedy], rulings) is is_left


@pytest.mark.parametrize(
    ("step", "code", "noted", "ends", "replaced"),
    [
        ("RM-11-back", "", BURN, False, True),
        ("RM-11-back", BURN, BURN, False, True),
        ("RM-11-back", BURN, "", False, True),
        ("RM-11-back", BURN, None, False, True),
        ("RM-11-back", BURN, BOARD, False, False),
        ("RM-11-back", BURN, BOARD, True, True),
        ("RM-01-gather", BURN, BOARD, False, True),
        ("burn", BURN, BURN, True, False),
    ],
)
def test_a_ruling_replaces_the_remedy_of_its_finding(step: str, code: str, noted: str | None, ends: bool, replaced: bool) -> None:
    """RM-01, RM-11: those for other findings stay, unless the hand ends."""
    work, one = working_copy(TABLE), STEPS[step]
    slip: Any = None if noted is None else attrs.evolve(FOUR_CARDS.now.slips[-1], code=noted)
    work.note(mended={one.path.partition(".")[0]: slip})
    assert said._is_replaced(work, one, code, ends=ends) is replaced


@pytest.mark.parametrize(
    ("other", "is_same"), [(("misdeal", ("RM-01",)), True), (("misdeal", ("RM-07",)), False), (("play_on", ("RM-01",)), False)]
)
def test_two_rulings_are_the_same_by_outcome_and_remedies(other: tuple[str, tuple[str, ...]], is_same: bool) -> None:
    """RM-01: whatever facts they rest on."""
    one = ruled(BURN, "misdeal", ("RM-01",)).ruling
    assert said.is_same(ruled(BURN, *other).ruling, one) is is_same
    assert not said.is_same(None, one)


@pytest.mark.parametrize(
    ("text", "code", "log", "after"),
    [
        pytest.param("f rule play_on", "", ["d tap", "d burn"], ["0a", "1a", "1o"], id="of-the-last-finding"),
        pytest.param("f rule play_on", BURN, ["d tap", "d burn"], ["1o", "2a"], id="of-that-which-is-named"),
        pytest.param("f rule play_on", "", ["s2 dispute bet", "d tap"], ["1o", "2a"], id="up-to-the-dispute"),
        pytest.param(
            "f rule play_on", BOARD, ["s2 dispute bet", "d tap"], ["0a", "1a", "1o"], id="or-that-which-is-named-behind-it"
        ),
        pytest.param(
            "f rule play_on", "", ["s2 dispute bet", "f rule play_on", "d tap"], ["0a", "1a", "1o"], id="one-is-settled"
        ),
    ],
)
def test_what_is_let_stand_is_corrected_no_more(text: str, code: str, log: list[str], after: list[str]) -> None:
    """BI-20, RM-26: what is owed otherwise for the finding stays owed."""
    work = working_copy(TABLE, *log, text)
    findings = [found(BURN, LAST - 1), found(BURN, LAST), found(BOARD, LAST + len(log))]
    known = {
        "0a": owed(AS_IT_LAY, "d pay s2 1", finding=0, amends=True),
        "1a": owed(AS_IT_LAY, "d pay s2 2", finding=1, amends=True),
        "1o": owed(STEPS["award"], "d pay s2 3", finding=1),
        "2a": owed(AS_IT_LAY, "d pay s2 4", finding=2, amends=True),
    }
    work.debts = known.values()
    said._let_stand([], code, findings, work, Act.parse(text))
    assert [name for name, debt in known.items() if debt in work.debts] == after


def test_without_any_finding_nothing_changes_by_what_is_let_stand() -> None:
    """BI-20: and nothing that is owed for none."""
    work = working_copy(TABLE, "f rule play_on")
    work.debts = [owed(AS_IT_LAY, "d pay s2 1", amends=True)]
    said._let_stand([], "", [], work, Act.parse("f rule play_on"))
    assert left(work) == [["d pay s2 1"]]


@pytest.mark.parametrize(
    ("plans", "refused"),
    [
        ([["d deal board"]], False),
        ([["d deal player"]], True),
        ([["d tap shoe"]], False),
        ([["d deal board", "d deal player"]], True),
        ([["d deal board"], None], True),
        ([[]], False),
    ],
)
def test_a_remedy_that_deals_to_a_place_of_another_game_is_refused(plans: list[list[str] | None], refused: bool) -> None:
    """RB-01: it is tried on a copy of the table."""
    work = working_copy(TABLE)

    def planned(plan: list[str] | None) -> Any:
        def plan_it(*_: object) -> tuple[Act, ...]:
            if plan is None:
                raise LookupError
            return acts(*plan)

        return attrs.evolve(with_do(STEPS["burn"], plan=plan_it), when=(), remedy=True)

    section = attrs.evolve(KNOWN["RM-11"].section, nodes=tuple(map(planned, plans)))
    work.house = attrs.evolve(work.house, remedies={"R-1": attrs.evolve(KNOWN["RM-11"], name="R-1", section=section)})
    before, act = work.build(), Act.parse("f rule misdeal R-1")
    if refused:
        with pytest.raises(Impossible, match="can't use R-1 here"):
            said._of_this_game(work, act, ["R-1"], "")
    else:
        said._of_this_game(work, act, ["R-1"], "")
    assert work.build() == before


def test_a_ruling_puts_its_remedies_in_the_place_of_others() -> None:
    """RM-01, RM-11: a section that was to be left is left no more; what is only described is not dealt."""
    work = working_copy(TABLE)
    below = work.stack
    work.stack = stacked([STEPS["RM-11-cut"], Leave("hand")], below)
    work.note(mended={"RM-11": None}, stakes=None)
    work.now.stakes = None
    said._depart([], "", work, Act.parse("f rule play_on"))
    assert [*items(work.stack)] == [*items(below)]
    assert work.step is TABLE.agenda.step
    work.step, work.plan = STEPS["RM-11-back"], acts("d rebuild board")
    said._depart([], "", work, Act.parse("f rule play_on"))
    assert work.step is not None
    assert not work.step.remedy, "and the hand goes on behind it"
    told = next((name for name, remedy in KNOWN.items() if not remedy.dealt), "")
    if told:
        before = work.build()
        said._depart([told], "", work, Act.parse("f rule play_on"))
        assert work.build().stack == before.stack


@pytest.mark.parametrize(
    ("text", "given", "agenda", "then"),
    [
        pytest.param("f rule board_redealt", ("board_redealt", "RM-11"), "", "depart RM-11", id="it-confirms-the-ruling"),
        pytest.param("f rule board_redealt", ("board_redealt", "RM-11"), "under way", "nothing", id="which-is-carried-out"),
        pytest.param("f rule misdeal", ("misdeal", "RM-01"), "under way", "depart RM-01", id="and-the-hand-ends-all-the-same"),
        pytest.param("f rule board_redealt RM-11", ("board_redealt", "RM-11"), "", "depart RM-11", id="by-its-remedy"),
        pytest.param("f rule misdeal RM-11", ("board_redealt", "RM-11"), "under way", "nothing", id="whatever-it-calls-it"),
        pytest.param("f rule board_redealt RM-13", ("board_redealt", "RM-11"), "", "depart RM-13", id="another-remedy"),
        pytest.param("f rule play_on", ("board_redealt", "RM-11"), "", "let stand", id="it-stands"),
        pytest.param("f rule play_on RM-13", ("board_redealt", "RM-11"), "", "let stand RM-13", id="it-stands-with-a-remedy"),
        pytest.param("f rule play_on", ("play_on",), "", "nothing", id="it-stood-already"),
        pytest.param("f rule board_redealt", None, "", "nothing", id="there-is-nothing-to-rule-on"),
        pytest.param("f rule board_redealt RM-13", None, "", "depart RM-13", id="but-a-remedy-is-dealt"),
        pytest.param("f rule action_not_binding", ("misdeal", "RM-01"), "", "depart", id="its-remedy-is-dropped"),
        # a hand that was broken off and gathered is not played on; it may be void
        pytest.param("f rule play_on", ("misdeal", "RM-01"), "broken off", "nothing", id="no-more-of-that-hand"),
        pytest.param("f rule misdeal", ("misdeal", "RM-01"), "broken off", "nothing", id="nor-is-it-ruled-so-again"),
        pytest.param("f rule void_hand RM-07", ("misdeal", "RM-01"), "broken off", "depart RM-07", id="but-it-may-be-void"),
        pytest.param("f rule play_on", ("misdeal", "RM-01"), "to be broken off", "let stand", id="until-its-cards-are-gathered"),
        pytest.param("f rule play_on", ("misdeal", "RM-01"), "gathered", "let stand", id="or-if-it-goes-on"),
    ],
)
def test_what_becomes_of_the_table_when_the_floor_has_ruled(
    text: str, given: tuple[str, ...] | None, agenda: str, then: str
) -> None:
    """FTR-24, RM-01, MD-17: it confirms the ruling, departs from it, or lets it stand."""
    work = working_copy(TABLE, *(["d gather"] if agenda in ("broken off", "gathered") else []))
    on_top: dict[str, list[Any]] = {
        "under way": [STEPS["RM-11-cut"]],
        "broken off": [STEPS["RM-11-cut"], Leave("hand")],
        "to be broken off": [STEPS["RM-11-cut"], Leave("hand")],
    }
    work.stack = stacked(on_top.get(agenda, []), work.stack)
    at = len(work.now.log)
    rulings = [] if given is None else [ruled(BURN, given[0], given[1:], act=at)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(said, "_of_this_game", lambda *_: None)  # whether it can be dealt here has its own tests
        came: Any = said.ruled_by(work, Act.parse(text), [found(BURN, at)], rulings)
    known = {said._depart: "depart", said._let_stand: "let stand"}
    words = "nothing" if came is nothing else " ".join([known[came.func], *came.args[0]])
    assert words == then


def test_the_stakes_are_noted_as_the_floor_rules_if_there_are_any() -> None:
    """RM-07: in the pots."""
    work = working_copy(TABLE)
    said._depart([], "", work, Act.parse("f rule play_on"))
    assert work.books.stakes is not None
    assert any(work.books.stakes[1].values())
    bare = working_copy(dk.Table("holdem", seats=4, seed=7))
    said._depart([], "", bare, Act.parse("f rule play_on"))
    assert bare.books.stakes is None


# -- findings that lead to rulings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("once", "slip", "known", "before", "noted"),
    [
        (True, "", ["a/b"], True, ["a/b"]),
        (True, "", ["a/c"], False, ["a/b", "a/c"]),
        (True, "a/c", ["a/c"], True, ["a/c"]),
        (True, "a/c", [], False, ["a/c"]),
        (False, "", ["a/b"], False, ["a/b"]),
        (False, "", [], False, []),
    ],
)
def test_a_code_is_told_once_a_round_or_each_time(
    once: bool, slip: str, known: list[str], before: bool, noted: list[str]
) -> None:
    """BI-12: those that share a slip count as one."""
    work = working_copy(TABLE)
    entry: Any = {"once": once} | ({"slip": slip} if slip else {})
    work.house = attrs.evolve(work.house, catalogue={"a/b": entry})
    work.round = work.round._replace(reported=frozenset(known))
    hearing = Hearing(work, [], [])
    assert hearing.was_reported("a/b") is before
    assert sorted(work.round.reported) == sorted(known)
    assert hearing.is_reported("a/b") is before
    assert sorted(work.round.reported) == noted


def test_what_a_slip_moved_is_known_to_the_ruling_on_it() -> None:
    """SD-18, IR-02: the acts that lay back what this act moved, and no others."""
    work = working_copy(TABLE)
    work.debts = [
        owed(AS_IT_LAY, "d move s2 stub", found=LAST),
        owed(AS_IT_LAY, "d move s3 stub", found=LAST - 1),
        owed(STEPS["award"], "d pay s2 1", found=LAST),
        owed(AS_IT_LAY, "d move s4 stub", found=LAST),
    ]
    hearing = Hearing(work, [], [])
    given = ruled(BURN).ruling
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rulings_at, "decided", lambda *_: given)
        hearing._weigh("burn_error", BURN, "d burn")
    [(_, slip)] = hearing._open
    assert [act.text for act in slip.back] == ["d move s2 stub", "d move s4 stub"]
    assert (slip.at, slip.code, slip.due, slip.cards) == (LAST, BURN, "d burn", tuple(work.now.felt.moved))


@pytest.mark.parametrize(
    ("remark", "act", "watch", "stops", "code"),
    [
        ("duplicate", "d deal s2", ["deal"], ["deal"], ""),
        ("foreign", "d deal s2", ["deal"], ["deal"], ""),
        ("duplicate", "d deal s2", ["deal"], [], "record/duplicate-card"),
        ("duplicate", "d deal s2", [], ["deal"], "record/duplicate-card"),
        ("foreign", "d deal s2", ["deal"], ["burn"], "record/foreign-card"),
        ("foreign", "d burn", ["burn"], ["burn"], ""),
    ],
)
def test_a_card_that_cannot_be_there_is_a_slip_unless_a_duty_stops_for_it(remark: str, act: str, watch, stops, code: str) -> None:
    """IR-05, WR-01: the felt names the verbs, and the game its duties."""
    work = working_copy(TABLE)
    felt: Any = {**work.house.felt, "stops_for": stops, "odd_cards": {}}
    work.house = attrs.evolve(work.house, watch=dict.fromkeys(watch, ()), felt=felt)
    hearing = Hearing(work, [], [])
    hearing.remark(Act.parse(act), remark)
    assert [one.code for one in hearing.found] == [code] * bool(code)


@pytest.mark.parametrize(("rules", "codes"), [(True, ["record/card-not-dealt"]), (False, [])])
def test_a_card_from_elsewhere_is_a_slip_under_a_rule_set(rules: bool, codes: list[str]) -> None:
    """IR-05: at home nobody asks where it came from."""
    work = working_copy(TABLE)
    if not rules:
        work.house = attrs.evolve(work.house, game=attrs.evolve(work.house.game, rules=None))
    hearing = Hearing(work, [], [])
    hearing.remark(Act.parse("d deal s2"), "elsewhere")
    assert [one.code for one in hearing.found] == codes


@pytest.mark.parametrize(
    ("log", "begun", "spoke"),
    [
        (["f rule play_on"], 0, 1),
        (["f rule play_on", "d tap", "d tap"], 0, 1),
        (["f rule play_on", "d tap", "d tap"], 2, 2),
        (["d tap", "d tap"], 0, 0),
        (["d tap", "d tap"], 2, 2),
        (["f rule play_on", "d tap", "f rule misdeal", "d tap"], 0, 3),
        (["d tap", "s2 check"], 1, 1),
    ],
)
def test_when_the_floor_spoke_last_in_this_round(log: list[str], begun: int, spoke: int) -> None:
    """SD-13: by the number of its act; else when the round began."""
    now = working_copy(TABLE).now
    now = now.elsewhere(now.felt, [*acts(*log)])
    now.marks = {"hand": begun}
    assert rulings_at.floor_spoke(now) == spoke


def test_without_rules_or_for_a_fault_they_do_not_have_nothing_is_decided(monkeypatch) -> None:
    """FTR-24: whatever the table shows; and the facts may show that it is another fault."""
    fault, house = GIVEN_FAULT, FOUR_CARDS.house
    assert rulings_at.decided(house, FOUR_CARDS.now, fault) is not None
    bare = attrs.evolve(house, game=attrs.evolve(house.game, rules=None))
    assert rulings_at.decided(bare, FOUR_CARDS.now, fault) is None
    asked: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(rulings_at, "_facts_at", lambda *_: {"fault": "burn_error", "burn_count": 2})
    assert rulings_at.decided(house, FOUR_CARDS.now, "no_such_fault") is None
    monkeypatch.setattr(rulings_at, "decide", lambda _rules, name, facts, **_: asked.append((name, facts)))
    rulings_at._decided(house, fault, {"fault": "burn_error", "burn_count": 2})
    rulings_at._decided(house, fault, {"burn_count": 2})
    assert asked == [("burn_error", {"burn_count": 2}), (fault, {"burn_count": 2})]


@pytest.mark.parametrize(
    ("step", "passed", "of"), [("burn", ["tap"], "burn"), (None, ["burn", "tap"], "tap"), (None, [], ""), ("burn", [], "burn")]
)
def test_what_is_found_in_a_card_is_of_the_open_step_or_the_last(step: str | None, passed: list[str], of: str) -> None:
    """IR-05: told once a round, and remarked on for the rulings."""
    work = working_copy(TABLE)
    work.step, work.passed = STEPS[step] if step else None, tuple(STEPS[name] for name in passed)
    entries: Any = {"record/card-out-of-order": {"once": True}}
    work.house = attrs.evolve(work.house, catalogue=entries)
    hearing = Hearing(work, [], [])
    for _ in range(2):
        hearing.remark(Act.parse("d deal s2"), "out-of-order")
    assert [(one.code, one.step, one.got, one.act) for one in hearing.found] == [
        ("record/card-out-of-order", of, "d deal s2", LAST)
    ]
    assert work.now.remark == (LAST, "out-of-order")


# -- an act that fits nowhere ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "act", "severity", "back"),
    [
        ("turn_burn", "d clap", "", None),
        ("turn_burn", "d move s2 s3", MOVED, ["d move s3 s2"]),
        ("turn_burn", "d button s3", MOVED, ["d button s1"]),
        ("turn_burn", "d riffle", MOVED, None),
        ("turn_burn", "d cut 20", MOVED, None),
        ("turn_burn", "d return s2 pot 999", "", None),
        ("cut", "d cut 20", "", None),
        ("cut", "d riffle", "", None),
        ("pitch", "d cut 20", "", None),
    ],
)
def test_an_act_that_fits_nowhere_is_as_grave_as_what_it_moved(at: str, act: str, severity: str, back: list[str] | None) -> None:
    """SD-18, CU-02: a cut is harmless until cards are out and chips are bet."""
    table = holdem_at(at)
    work = working_copy(table)
    draft = classification._unexpected(work, Act.parse(act))
    assert (draft.severity, draft.owed and [one.text for one in draft.owed.acts]) == (severity, back)
    if draft.owed is not None and back is not None:
        assert (draft.owed.step, draft.owed.amends, draft.owed.total) == (AS_IT_LAY, True, len(back))
        assert draft.owed.round == work.round.begun
    assert draft.amend is None
    assert (draft.step, draft.got) == (work.step, act)


@pytest.mark.parametrize(("act", "chips"), [("d collect s2 5", True), ("d move s2 s3", False), ("d clap", False)])
def test_chips_that_were_moved_unasked_are_put_right_by_their_sum(act: str, chips: bool) -> None:
    """SD-18: whatever of them comes back first."""
    draft = classification._unexpected(working_copy(TABLE), Act.parse(act))
    assert draft.amend == ((CHIPS_BACK, Act.parse(act)) if chips else None)
    assert (draft.owed is None) is (chips or act == "d clap")


@pytest.mark.parametrize(
    ("hand", "bets", "to_come"),
    [(True, "bet", True), (True, "pot", True), (True, "", False), (False, "bet", False), (False, "", False)],
)
def test_the_order_of_the_stub_counts_while_cards_are_out_and_chips_are_bet(hand: bool, bets: str, to_come: bool) -> None:
    """CU-02, SG-06: in front of somebody or in a pot."""
    work = working_copy(dk.Table("holdem", seats=4, seed=7))
    felt = work.now.felt
    if hand:
        felt.places["s2"].append(felt.places["stub"].pop())
    if bets:
        felt.rows[bets][2 if bets == "bet" else 0] = 5
    assert classification._are_to_come(work) is to_come


@pytest.mark.parametrize(
    ("code", "got", "severity", "graver"),
    [
        ("step/unexpected", "d riffle", "", MOVED),
        ("no/such-code", "d riffle", "", MOVED),
        ("street/no-tap", "d riffle", "", MOVED),
        ("burn/missed-before-street", "d riffle", "", ""),
        ("pot/left-unsettled", "d riffle", "", ""),
        ("step/unexpected", "d riffle", "critical", "critical"),
        ("step/unexpected", "d burn", "", ""),
    ],
)
def test_a_minor_slip_that_mixes_what_is_to_come_is_graver(code: str, got: str, severity: str, graver: str) -> None:
    """SG-06: that of the act itself, which is graver by the catalogue already, or is not."""
    drafts = [Draft(None, "street/no-tap", "", "d tap"), Draft(None, code, "", got, severity=severity)]
    raised = classification._graver(working_copy(TABLE), Act.parse("d riffle"), drafts)
    assert [draft.severity for draft in raised] == ["", graver]


@pytest.mark.parametrize(
    ("act", "odd", "out"),
    [
        ("d deal discard_rack boxed", False, True),
        ("d deal discard_rack boxed", True, False),
        ("d deal discard_rack", False, False),
        ("d deal player boxed", False, False),
    ],
)
def test_a_boxed_card_of_a_shoe_goes_to_the_used_cards(act: str, odd: bool, out: bool) -> None:
    """BJI-01, BI-03: straight from the shoe."""
    work = working_copy(dk.Table("mini-baccarat", seats=2, seed=7))
    assert work.now.felt.layout.burns == work.now.felt.layout.discards == "discard_rack"
    if odd:
        felt: Any = {**work.house.felt, "odd_cards": {}}
        work.house = attrs.evolve(work.house, felt=felt)
    assert classification._is_out_of_play(work, Act.parse(act)) is out


def test_a_question_that_the_rules_leave_open_may_be_answered_in_several_ways() -> None:
    """SD-13: in those which the ruling names, or which the rule set has for the fault; play goes on if it may."""
    table = table_at("SD-13 pot/wrong-winner, one board pays all of it", 0, ["d award s2 10", "d floor"])
    given = table.rulings[-1]
    assert given.ruling.outcome == UNDECIDED
    for possible, outcomes in (
        (("pot_split", "play_on"), ("pot_split", "play_on")),
        (("floor_discretion", "pot_split"), ("pot_split",)),
        (("floor_discretion",), ("play_on",)),
    ):
        table.rulings[-1] = attrs.evolve(given, ruling=attrs.evolve(given.ruling, possible=possible))
        assert table.floor.outcomes == outcomes
    open_ = attrs.evolve(given.ruling, outcome="floor_discretion", possible=("pot_split",))
    table.rulings[-1] = attrs.evolve(given, ruling=open_)
    assert table.floor.outcomes not in ((), ("pot_split",)), "only an open question names its own"
    assert table.floor.answer is None
    assert table.floor.choice is not None
    assert table.floor.choice.to[0] == ("play_on" if "play_on" in table.floor.outcomes else table.floor.outcomes[0])
