"""The judge's finer distinctions: what is put right in time, what is reported once, what belongs to which slip."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible


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
    with pytest.raises(Impossible, match="already in front"):
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
    coup = [
        "s1 bet tie 10",
        "d close",
        "d deal player 9h",
        "d deal banker 2c",
        "d deal player Kd",
        "d deal banker 5d",
        "d call player wins",
        "d push player",
        "d take s1 tie 10",
        "d clear",
    ]
    at = coup.index(after) + 1
    opening = ["d load", "d burn up 2c", "d burn", "d burn"]
    assert codes(table, *opening, *coup[:at], "d cutcard", *coup[at:]) == []
    assert (table.expected.step == "shoe.gather") is last
    assert codes(table, "s1 bet tie 10", "d close") == (["shoe/cut-card-rule-broken"] if last else [])
