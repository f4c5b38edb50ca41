"""Remedies and questions for the floor that stay due until they are settled."""

from __future__ import annotations

import pytest

import dealerkit as dk
from tests.obedience.campaign import Setting, clean, table_at
from tests.obedience.put_right import codes


def test_whoever_leaves_a_remedy_out_is_told_so_and_what_is_missing_stays_due() -> None:
    """BI-06, BA-61: the first card went to the banker, nobody moved it, and the result was called; so are chips moved then."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("bets")
    told = codes(table, "s1 bet player 100", "s2 bet banker 20", "d close", "d deal banker", "d call banker wins")
    assert told == ["coup/wrong-initial-order", "step/rearrange-skipped"]
    assert str(table.next_act()) == "d deal banker"
    assert codes(table, "d pay s1 player 999") == ["coup/wrong-payout"]
    assert table.findings[-1].because_of == ("step/rearrange-skipped", table.findings[-2].act)
    assert [str(act) for act in table.expected.dealer].count("d collect s1 player 999") == 1
    clean = dk.Table("mini-baccarat", seats=2, seed=7)
    clean.advance("bets")
    assert codes(clean, "s1 bet player 100", "s2 bet banker 20", "d close") == []
    for dealt in (table, clean):
        while dealt.log[-1].verb != "clear":
            assert codes(dealt, str(dealt.next_act())) == []
    assert table.felt.rows["stack"] == clean.felt.rows["stack"]


def test_the_floor_is_told_how_far_the_action_has_gone_by_now() -> None:
    """MD-13: a card was missing when the first player folded; two have acted when the floor comes, so no misdeal is due."""
    made = clean(Setting("badugi", "cedar-room", 0))
    at = next(at for at, act in enumerate(made.acts) if act.verb == "deal" and made.acts[at + 1].seat)
    table = table_at(made, at)[0]
    assert codes(table, "s1 fold", "s2 call", str(made.acts[at])) == ["deal/wrong-number-of-cards"]
    assert str(table.next_act()) == "d floor"
    assert codes(table, "d floor") == []
    ruling = str(table.next_act())
    assert ruling.startswith("f rule")
    assert "misdeal" not in ruling
    assert codes(table, ruling) == []


def test_a_question_for_the_floor_is_not_forgotten_for_another_slip_of_the_same_act() -> None:
    """DH-04: a burn before two seats had their second card; that there was no tap is ruled on besides, and closes nothing."""
    table = dk.Table("bomb-pot", "rrop", seats=2, seed=3)
    table.advance("pitch")
    codes(table, *(str(table.next_act()) for _ in range(1)))
    table.push(str(table.next_act()))
    assert len(codes(table, "d burn")) > 1
    assert str(table.next_act()) == "d floor"


def test_what_is_late_is_asked_for_when_the_remedy_is_done() -> None:
    """DP-10: the button's last card comes after the flop's first; the floor is called for the burn, and nobody accused again."""
    made = clean(Setting("bomb-pot", "old-mill", 0))
    at = next(at for at, act in enumerate(made.acts) if act.verb == "deal" and made.acts[at + 1].verb in ("sweep", "tap", "burn"))
    table = table_at(made, at)[0]
    assert codes(table, "d deal board")
    for _ in range(6):
        due = table.next_act()
        assert due is not None
        assert table.push(due) == (), due
    assert made.acts[at] in table.log[-6:]


def test_a_dispute_goes_to_the_floor_before_anything_else() -> None:
    """RM-26, SD-16: a dispute was passed over; the floor is due, and its ruling before the next coup."""
    table = dk.Table("mini-baccarat", seats=2, seed=3)
    table.advance("clear")
    assert codes(table, "s1 dispute result") == []
    assert str(table.next_act()) == "d floor"
    assert "floor/dispute-not-escalated" in codes(table, "d clear")
    assert str(table.next_act()) == "d floor"
    assert codes(table, "d floor") == []
    assert str(table.next_act()) == "f rule play_on"
    assert codes(table, "f rule play_on") == []
    assert str(table.next_act()) == "d close"


@pytest.mark.parametrize("ruled", ["", "f rule play_on"])
def test_a_dispute_never_brings_a_hand_back_whose_cards_are_gathered(ruled: str) -> None:
    """RM-01, RM-26: a misdeal was ruled and carried out, then somebody disputes; the bets still go back, and a new hand comes."""
    table = dk.Table("holdem", "written-poker", seats=4, seed=3, button=1)
    table.advance("preflop")
    assert codes(table, "d button s3") == ["deal/started-before-table-ready"]
    assert codes(table, "d floor", code := "f rule misdeal deal/started-before-table-ready", "d gather", "s2 dispute") == []
    assert str(table.next_act()) == "d floor"
    assert codes(table, "d floor") == []
    assert str(table.next_act()) == code
    assert codes(table, ruled or code) == []
    assert str(table.next_act()) == "d return s3 bet 1"
    while (due := table.next_act()) is not None and due.verb != "deal":
        assert table.push(due) == (), due
    assert str(due) == "d deal s3"
