"""What is owed is due until it can come no more."""

from __future__ import annotations

import dealerkit as dk


def test_a_card_owed_from_a_draw_is_due_no_more_once_all_are_gathered() -> None:
    """NM-01, DE-07: two seats had no card in the draw for the deal; no card of the next deal lies face up because of that."""
    table = dk.Table("newmarket", seats=3, seed=5)
    for act in ("d check pack", "d check layout", "d shuffle", "d deal s1 up"):
        table.push(act)
    assert "step/draw_cards-skipped" in [finding.code for finding in table.push("d button s2")]
    while table.now.log[-1].verb != "gather":
        table.advance()
    table.advance("deal")
    for _ in range(12):
        assert table.push(table.next_act()) == ()
        assert " up" not in str(table.next_act())
