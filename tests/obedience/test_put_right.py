"""Slips after which the table once contradicted itself, by the acts: whoever obeys it from there draws no further finding, and no
chip is left where none belongs.
"""

from __future__ import annotations

import pytest

import dealerkit as dk
from tests.obedience.put_right import Slip, obeyed, table_at_step

SLIPS = (
    Slip("a mark without its box comes off", "all-fours", "hand.count", ("d mark s1 1",), "score/wrong", due=("d mark s1 -1",)),
    Slip(
        "a mark that was too high comes off whole",
        "all-fours",
        "hand.count",
        ("{more}", "{off}"),
        "score/wrong",
        due=("{due}",),
    ),
    Slip(
        "what lacks of the pot is pushed",
        "holdem",
        "award",
        ("{less}", "d floor", "f rule pot_awarded pot/wrong-winner"),
        "pot/wrong-winner",
        seats=3,
        due=("{rest}", "d check burns"),
    ),
    Slip(
        "the second board is dealt before the first",
        "bomb-pot",
        "flop.burn",
        ("d deal board-2 3 together",),
        "burn/missed-before-street",
        rules="wsop-live",
        seats=2,
    ),
    Slip(
        "of a flop that was begun card by card all is dealt again",
        "bomb-pot",
        "flop.tap",
        ("d deal board",),
        "street/no-tap",
        rules="wsop-live",
        seats=2,
    ),
    Slip(
        "four cards on the second board",
        "bomb-pot",
        "flop.board_2",
        ("d deal board-2 4 together",),
        "street/four-card-flop",
        rules="wsop-live",
        seats=2,
    ),
    Slip("a flop of two without a burn", "courchevel", "flop.burn", ("d deal board 2 together",), "burn/missed-before-street"),
    Slip("the flop has come with its first card", "courchevel", "spit", ("d deal board 2",), "street/early-flop"),
    Slip(
        "a card before the shuffle is done counts for the deal",
        "holdem",
        "shuffle.strip",
        ("d deal s2",),
        "deal/started-before-table-ready",
        rules="cedar-room",
        seats=3,
        options={"straddle": "under_the_gun"},
    ),
)


def _words(table: dk.Table, acts: tuple[str, ...]) -> list[str]:
    """The acts, with what is due here in the place of words in braces."""
    act = table.next_act()
    assert act is not None
    n = act.n or 0
    to = " ".join(act.to)
    known = {
        "due": f"d {act.verb} {to} {n}",
        "more": f"d {act.verb} {to} {n + 1}",
        "off": f"d {act.verb} {to} {-n - 1}",
        "less": f"d {act.verb} {to} {n - 1}",
        "rest": f"d {act.verb} {to} 1",
    }
    return [text.format(**known) for text in acts]


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.id)
def test_whoever_obeys_is_not_accused_again(slip: Slip) -> None:
    """And what lies in the pots is pushed."""
    table, players = table_at_step(slip)
    due = _words(table, slip.due)
    for number, text in enumerate(_words(table, slip.acts)):
        found = [finding.code for finding in table.push(text)]
        assert (found[0] if found else "") == ("" if number else slip.found), text
    for text in due:
        assert str(table.next_act()) == text
        assert table.push(text) == ()
    assert obeyed(table, players) == []
    assert not any(table.felt.rows[name][0] for name in table.felt.layout.pots if name in table.felt.rows)
