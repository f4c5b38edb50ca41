"""The judge's finer distinctions: what is put right in time, what is reported once, what belongs to which slip."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.facts.faults import FAULTS
from dealerkit.games.baccarat.facts.coup import natural
from tests.table.dealing import COUP


def codes(table: dk.Table, *acts: str) -> list[str]:
    """What was wrong with some acts."""
    return [finding.code for act in acts for finding in table.push(act)]


def at_first_payment() -> dk.Table:
    """Seat 1 has bet on both hands; the losing bet is taken, the winning one is to be paid."""
    table = dk.Table("mini-baccarat", seats=2, seed=1)
    table.advance("bets")
    assert codes(table, "s1 bet player 100", "s1 bet banker 100") == []
    table.advance("pay")
    return table


@pytest.mark.parametrize(("act", "found"), [("d strip 2", ["shuffle/wrong-routine"]), ("d strip 4", []), ("d strip 6", [])])
def test_dp_06_a_strip_has_a_fewest_number_of_packets(act: str, found: list[str]) -> None:
    """More packets than the house asks for are no slip, fewer are."""
    table = dk.Table("holdem", seats=3, seed=1)
    table.advance("strip")
    assert codes(table, act) == found


@pytest.mark.parametrize(("act", "found"), [("d cut 9", ["cut/missing-or-irregular"]), ("d cut 10", []), ("d cut", [])])
def test_dp_08_a_cut_has_a_fewest_number_of_cards(act: str, found: list[str]) -> None:
    """Ten cards and more are a cut; a cut that nobody counted is not doubted."""
    table = dk.Table("holdem", seats=3, seed=1)
    table.advance("cut")
    assert codes(table, act) == found


def test_what_is_done_before_anybody_acts_is_put_right_by_the_dealer() -> None:
    """The payment that was forgotten at the clear, made at once."""
    table = at_first_payment()
    due = str(table.expected.dealer[0])
    assert codes(table, "d clear", due) == ["coup/cards-racked-early"]
    assert [finding.self_corrected for finding in table.findings] == [True]


def test_what_is_done_after_a_player_has_acted_is_late() -> None:
    """The same payment when the next bet lies there already."""
    table = at_first_payment()
    due = str(table.expected.dealer[0])
    assert codes(table, "d clear", "s2 bet tie 10", due) == ["coup/cards-racked-early"]
    assert [finding.self_corrected for finding in table.findings] == [False]


def test_putting_right_counts_for_the_slip_that_was_put_right() -> None:
    """An earlier slip of the coup stays what it was."""
    table = dk.Table("mini-baccarat", seats=2, seed=1)
    table.advance("bets")
    codes(table, "s1 bet player 100", "s1 bet banker 100", "d deal player")
    table.advance("pay")
    codes(table, "d clear", str(table.expected.dealer[0]))
    assert [(finding.code, finding.self_corrected) for finding in table.findings] == [
        ("coup/no-more-bets-not-called", False),
        ("coup/cards-racked-early", True),
    ]


def test_ba_55_a_bet_for_the_next_coup_may_come_before_the_clear() -> None:
    """It is no late bet, and it stays on its spot when the winner of this coup takes up what lay there."""
    table = at_first_payment()
    table.advance("clear")
    assert codes(table, "s1 bet banker 70", "d clear") == []
    assert table.felt.rows["banker"][1] == 7000
    assert table.ok


def test_a_raise_below_what_is_in_front_moves_no_chips_back() -> None:
    """Chips that were put in stay in."""
    table = dk.Table("holdem", seats=3, seed=1)
    table.advance("preflop")
    table.push("s1 raise 10")
    before = {name: row[:] for name, row in table.felt.rows.items()}
    with pytest.raises(Impossible, match="already has"):
        table.push("s1 raise 5")
    assert table.felt.rows == before


@pytest.mark.parametrize(
    ("after", "last"),
    [
        pytest.param("s1 bet tie 10", True, id="before the coup, in place of its first card"),
        pytest.param("d deal player 9h", True, id="said with the first card, in whose place it came"),
        pytest.param("d deal banker 2c", False, id="said in the coup: one more is dealt"),
    ],
)
def test_ba_56_when_the_cut_card_came_out_says_which_coup_is_the_last(after: str, last: bool) -> None:
    """Where the order of the shoe is not known, the announcement tells when the cut card came."""
    table = dk.Table("mini-baccarat", seats=1)
    table.advance("load")
    at = COUP.index(after) + 1
    opening = ["d load", "d burn up 2c", "d burn", "d burn"]
    assert codes(table, *opening, *COUP[:at], "d cutcard", *COUP[at:]) == []
    assert (table.expected.step == "shoe.gather") is last
    assert codes(table, "s1 bet tie 10", "d close") == (["shoe/cut-card-rule-broken"] if last else [])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ba_56_the_cut_card_of_a_known_shoe_is_due_at_the_mouth(seed: int) -> None:
    """Nothing can be drawn before it is out: it is laid aside there, before a coup or in the middle of one."""
    table = dk.Table("mini-baccarat", seed=seed)
    while not table.felt.cut_card_at_mouth():
        table.push(table.next_act() or "")
    for _ in range(20):
        due = table.next_act()
        assert due is not None
        assert (due.verb == "cutcard") is (table.felt.cut_card_at_mouth() and not table.felt.cut_out)
        table.push(due)
    assert table.felt.cut_out
    assert not table.findings


@pytest.mark.parametrize(("act", "found"), [("d burn", []), ("d burn 2", ["burn/doubled"])])
def test_dp_14_one_card_is_burned_before_the_flop(act: str, found: list[str]) -> None:
    """Two at once are one slip, and it has its own name."""
    table = dk.Table("holdem", seats=3, seed=1)
    table.advance("burn")
    assert codes(table, act) == found


def test_a_payment_out_of_order_and_short_is_one_slip() -> None:
    """The amount is what is told; the other payments are then right."""
    table = dk.Table("mini-baccarat", seats=3, seed=1)
    table.advance("bets")
    codes(table, "s1 bet banker 100", "s2 bet banker 100", "s3 bet banker 100")
    table.advance("pay")
    assert [act.text for act in table.plan()] == ["d pay s3 banker 95", "d pay s2 banker 95", "d pay s1 banker 95"]
    assert codes(table, "d pay s1 banker 90", "d pay s3 banker 95", "d pay s2 banker 95") == ["coup/wrong-payout"]


@pytest.mark.parametrize(
    ("second", "known"),
    [
        pytest.param("Kd", True, id="one hand's natural is enough"),
        pytest.param("3d", None, id="the other hand may have one"),
    ],
)
def test_ba_28_whether_there_is_a_natural_may_not_be_known(second: str, known: bool | None) -> None:
    """A card that nobody has named could make one, and then nothing is said."""
    table = dk.Table("mini-baccarat", seats=1)
    table.advance("load")
    opening = ("d load", "d burn up 2c", "d burn", "d burn", "s1 bet player 10", "d close")
    assert codes(table, *opening, "d deal player ??", "d deal banker 9c", "d deal player 3c", f"d deal banker {second}") == []
    assert natural(table.now) is known


def test_bi_22_the_floor_is_told_how_many_cards_are_too_many() -> None:
    """Two cards on a hand that has a natural: the third and the fourth."""
    table = dk.Table("mini-baccarat", seats=1)
    table.advance("load")
    opening = ("d load", "d burn up 2c", "d burn", "d burn", "s1 bet player 10", "d close")
    codes(table, *opening, "d deal player 2h", "d deal banker 9c", "d deal player 3c", "d deal banker Kd", "d deal banker 2d")
    codes(table, "d deal banker 3d")
    told = FAULTS["surplus_card"](table.now)
    assert told is not None
    assert (told["side"], told["card_number"], told["count"], told["natural"]) == ("banker", 4, 2, True)


def test_a_player_hand_with_a_natural_does_not_stand_by_the_table() -> None:
    """BI-01 is for a hand that stands on six or seven; after a natural nobody draws at all."""
    table = dk.Table("mini-baccarat", seats=1)
    table.advance("load")
    opening = ("d load", "d burn up 2c", "d burn", "d burn", "s1 bet player 10", "d close")
    codes(table, *opening, "d deal player 9h", "d deal banker 2c", "d deal player Kc", "d deal banker 2d", "d deal player 2s")
    told = FAULTS["surplus_card"](table.now)
    assert told is not None
    assert (told["player_stood"], told["natural"]) == (False, True)


@pytest.mark.parametrize(
    ("bets", "told"),
    [
        pytest.param(["s1 bet tie 10"], "d take s1 tie 10", id="one"),
        pytest.param(
            ["s1 bet tie 10", "s2 bet tie 10"],
            "2 of 2 missing: d take s2 tie 10, d take s1 tie 10, the house is short 20 in all",
            id="two",
        ),
    ],
)
def test_ba_52_what_was_left_out_is_named_and_counted(bets: list[str], told: str) -> None:
    """The cards are cleared straight after the draw: the finding names the losing bets still lying, and how many."""
    table = dk.Table("mini-baccarat", seats=2)
    table.advance("load")
    drawn = [act for act in COUP if act.startswith(("d close", "d deal"))]
    acts = ["d load", "d burn up 2c", "d burn", "d burn", *bets, *drawn, "d clear"]
    found = {one.code: one.expected for act in acts for one in table.push(act)}
    assert found["coup/cards-racked-early"] == told


def test_what_a_round_ends_with_is_not_forgotten_when_an_act_is_refused():
    """RM-26: the slip that was found with the last act of a coup still stands when the next coup is gone back to."""
    table = dk.Table("mini-baccarat", seats=2, seed=3)
    table.advance("clear")
    table.push("s1 dispute result")
    assert [found.code for found in table.push("d clear")] == ["floor/dispute-not-escalated"]
    table.push("d close")
    table.push("d deal player")
    known = list(table.findings)
    with pytest.raises(Impossible):
        table.push("d hold nowhere")
    assert table.findings == known
    table.pop()
    assert [found.code for found in table.findings] == ["floor/dispute-not-escalated"]
