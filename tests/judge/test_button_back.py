"""A button that the dealer moved unasked goes back to its seat, also where the deal is ruled a misdeal (MD-17)."""

from __future__ import annotations

import pytest

import dealerkit as dk


@pytest.mark.parametrize("rules", ["rrop", "tda", "wsop-live"])
@pytest.mark.parametrize("moment", ["cut", "pitch", "preflop"])
def test_md_17_the_same_hand_is_dealt_again_from_the_same_seat(moment: str, rules: str) -> None:
    """Who obeys puts the button back before the cards come again, and it moves on by one seat after that hand."""
    table = dk.Table("holdem", rules=rules, seats=4, seed=1, button=4)
    table.advance(moment)
    (finding,) = table.push("d button s2")
    assert (finding.code, table.owed) == ("deal/started-before-table-ready", (dk.Act.parse("d button s4"),))
    table.push("f rule misdeal")
    table.advance("pitch")
    assert table.felt.button == 4
    table.advance("move_button")
    assert [act.text for act in table.plan()] == ["d button s1"]
    assert len(table.findings) == 1


def test_md_09_after_action_it_goes_back_at_once_and_the_hand_goes_on() -> None:
    """No hand is dealt again."""
    table = dk.Table("holdem", seats=4, seed=1, button=4)
    table.advance("flop_betting")
    table.push("d button s2")
    assert [act.text for act in table.owed] == ["d button s4"]
    assert table.push("d button s4") == ()
    assert (table.owed, table.felt.button) == ((), 4)
    table.advance("river_betting")
    assert len(table.findings) == 1
