"""Acts out of turn in a row, as a ruling on them goes by. BR-30, BR-31"""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.facts.turns import is_action, out_of_turn, since_cards, turns_passed
from dealerkit.felt import Act

ROWS = [
    ("in turn", "s3 call", ""),
    ("BR-30 out of turn", "s4 call", "s4 call"),
    ("BR-31 two in a row", "s4 call; s1 fold", "s4 call, s1 fold"),
    ("BR-31 three in a row", "s4 call; s1 fold; s2 raise 6", "s4 call, s1 fold, s2 raise 6"),
    ("who was passed has acted", "s4 call; s3 call", ""),
    ("and then another waits", "s4 call; s3 call; s2 check", "s2 check"),
    ("words are no act in turn yet", "s4 say raise", ""),
    ("chips behind one's own words are a second motion", "s4 say raise; s4 put 6", ""),
    ("chips alone", "s4 put 6", "s4 put 6"),
    ("chips of another", "s4 say raise; s1 put 6", "s1 put 6"),
    (
        "on another street it begins anew",
        "s3 call; s1 call; s4 call; s2 check; go; s1 check; s2 check; s3 check; s1 bet 4",
        "s1 bet 4",
    ),
]


@pytest.mark.parametrize(("acts", "found"), [pytest.param(*row[1:], id=row[0]) for row in ROWS])
def test_br_30_which_acts_were_out_of_turn(acts: str, found: str) -> None:
    """Those that end with the last one, while the same seat still waits."""
    table = dk.Table("holdem", seats=4, seed=1, button=4)
    table.advance("preflop")
    passed = table.now.out_of_turn
    now = table.now
    for line in acts.split("; "):
        if line == "go":
            table.advance("flop_betting")
            continue
        asked = frozenset(table.ask)
        table.push(line)
        now = table.now.copy()
        now.act, now.asked, now.out_of_turn = table.log[-1], asked, passed
        passed = turns_passed(now)
    assert ", ".join(act.text for act in out_of_turn(now)) == found
    assert now.act is not None
    assert now.act not in since_cards(now)


@pytest.mark.parametrize(
    ("act", "counts"),
    [
        ("s1 check", True),
        ("s1 put 5", True),
        ("s1 bringin 2", True),
        ("s1 say raise", False),
        ("s1 show", False),
        ("d call x", False),
    ],
)
def test_what_is_an_act_in_the_betting(act: str, counts: bool) -> None:
    """A player's; what the dealer calls is none."""
    assert is_action(Act.parse(act)) is counts
