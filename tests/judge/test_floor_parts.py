"""The parts of a ruling at the table, each by itself: which of two goes first, what follows from what, what is of this round."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge.findings import Finding
from dealerkit.judge.floor import Hearing, Ruled
from dealerkit.judge.floor.ruling import outranks
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.running_mechanics import RunningMechanics
from dealerkit.rulings import Ruling
from tests.table.moments import table_at

UNBURNED = "RM-11 floor/ruling-not-carried-out, the stub is not cut"
TAP, BURN, SPREAD, ORDER = "street/no-tap", "burn/missed-before-street", "step/spread-skipped", "step/unexpected"


def working_copy(table: dk.Table) -> AgendaBuilder:
    """Return a working copy of a table's agenda, which nobody is sent anything from."""

    def revive(*_: object) -> None:
        pytest.fail("nobody is sent anything")

    return AgendaBuilder(table.agenda, table.now, table.house, RunningMechanics(revive))


@pytest.fixture(scope="module")
def unburned() -> dk.Table:
    """A flop of four cards without a burn, ruled on."""
    return table_at(UNBURNED, 0, ["d burn up", "d deal board 4 together"])


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
def test_of_two_rulings_that_goes_first_which_ends_the_hand(unburned, one, other, first) -> None:
    """RM-01, RM-07: by the order of the rule set, and only where the hand waits for the floor to end it."""
    assert outranks(unburned.house, ruling(unburned, *one), ruling(unburned, *other)) is first


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
def test_what_is_found_in_one_act_follows_from_one_of_it(unburned, codes, ruled, causes) -> None:
    """FTR-03, FTR-24: the one that was ruled on, or the gravest; what follows from something already, stays so."""
    act = len(unburned.log)
    hearing = Hearing(working_copy(unburned), [], [])

    def cause(told: Any) -> tuple[str, int] | None:
        return (ORDER, act) if told == "here" else (told, act) if isinstance(told, str) else told

    hearing.found = [Finding(code, "board", "", "d deal board 3", act, because_of=cause(told)) for code, told in codes]
    hearing.ruled = [Ruled(act, ruling(unburned, "play_on"), ruled)] if ruled else []
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


@pytest.mark.parametrize("game", ["mini-baccarat", "newmarket"])
@pytest.mark.parametrize("acts", [["d tap"], ["d tap", "d close"]])
def test_before_the_first_round_every_finding_is_of_this_round(game: str, acts: list[str]) -> None:
    """BA-04, NM-01: the first act of all is one of them."""
    table = dk.Table(game, seed=3)
    for act in acts:
        table.push(act)
    assert [finding.act for finding in table.floor.here] == [*range(1, len(acts) + 1)]
