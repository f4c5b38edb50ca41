"""What is owed is due until it can come no more."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge.due_debts import owed_now
from dealerkit.judge.reversal import AS_IT_LAY
from dealerkit.procedure.agenda import Debt
from dealerkit.procedure.steps import DealerStep
from tests.table.moments import table_at


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


@functools.cache
def moment(name: str) -> dk.Table:
    """Return a table at a moment of its hand, which nothing is pushed at any more."""
    if name == "remedy":  # four cards were laid out; they go back, and the floor is here
        return table_at(
            "RM-11 floor/ruling-not-carried-out, the stub is not cut", 0, ["d burn up", "d deal board 4 together", "d floor"]
        )
    if name in ("lots", "dealt"):  # three lots were drawn, gathered and shuffled; then the first card is dealt, or not yet
        table = dk.Table("thirty-one", seats=3, seed=7)
        table.advance("deal")
        if name == "dealt":
            table.advance()
        return table
    table = dk.Table("holdem", "rrop", seats=4, seed=7)
    if name == "riffled":
        table.push("d riffle")
    elif name == "mixed":  # a card came out during the shuffle, and the shuffle went on
        table.push("d deal s1")
        table.push("d riffle")
    elif name == "one hand":
        table.advance("pitch")
        table.advance()
    elif name != "beginning":
        table.advance(name)
    return table


UNASKED = "-"
"""Written for the step of what was moved unasked."""
BACK = "d move s2 stub"
OF_ALL = ("d deal s1", "d deal s2", "d deal s3", "d deal s4")
ROWS: list[tuple[str, str, tuple[str, ...], dict[str, Any], bool]] = [
    # a burn left out is told and lost; of the board, what is short is dealt
    ("flop_betting", "burn", ("d burn",), {}, False),
    ("flop_betting", "board", ("d deal board",), {}, False),
    # chips and the button come back whenever it is; other acts at the button are the procedure's
    ("flop_betting", UNASKED, ("d collect s2 5",), {}, True),
    ("flop_betting", UNASKED, ("d collect s2 5",), {"round": -1}, True),
    ("move_button", UNASKED, ("d collect s2 5",), {"ago": 2}, True),
    ("flop_betting", UNASKED, ("d button s2",), {}, True),
    ("flop_betting", UNASKED, ("d button s2",), {"round": -1}, True),
    ("flop_betting", "move_button", ("d button s2",), {}, False),
    # a card that was moved goes back in its own round, and not out of the gathered deck
    ("flop_betting", UNASKED, (BACK,), {"amends": True}, True),
    ("flop_betting", UNASKED, (BACK,), {"amends": True, "ago": 20}, True),
    ("flop_betting", UNASKED, (BACK,), {"amends": True, "round": -1}, False),
    ("flop_betting", UNASKED, (BACK,), {}, False),
    ("flop_betting", "burn", ("d burn",), {"amends": True}, True),
    ("move_button", UNASKED, ("d move stub s2",), {"amends": True}, True),
    ("move_button", UNASKED, ("d move stub s2",), {"amends": True, "ago": 2}, False),
    ("move_button", "board", ("d deal board",), {"amends": True}, False),
    # what nobody was told yet has its time until its deadline is reached, or the player is asked
    ("flop_betting", "burn", ("d burn",), {"finding": -1}, False),
    ("flop_betting", "burn", ("d burn",), {"finding": -1, "deadline": "pitch"}, True),
    ("flop_betting", "burn", ("d burn",), {"finding": -1, "deadline": "award"}, False),
    ("turn_tap", "burn", ("d burn",), {"finding": -1, "deadline": "turn_tap"}, True),
    ("flop_betting", UNASKED, ("d collect s2 5",), {"finding": -1, "deadline": "award"}, True),
    ("flop_betting", UNASKED, ("d collect s2 5",), {"finding": -1}, False),
    ("flop_betting", "pitch", ("d deal s2",), {"finding": -1, "deadline": "award", "asked": ("s2",)}, True),
    ("flop_betting", "pitch", ("d deal s2",), {"finding": -1, "deadline": "award", "asked": ("s3",)}, False),
    ("flop_betting", "pitch", ("d deal s2",), {"finding": -1, "asked": ("s2",)}, False),
    # a street that every hand lacks is dealt, unless a remedy does it; one hand's card is not
    ("flop_betting", "pitch", ("d deal s2",), {}, False),
    ("flop_betting", "pitch", OF_ALL, {}, True),
    ("flop_betting", "pitch", OF_ALL, {"mended": (0,)}, False),
    ("flop_betting", "pitch", OF_ALL[:3], {}, False),
    ("one hand", "pitch", ("d deal s2",), {}, False),
    # while a remedy is dealt, what is moved after the ruling goes back first; chips and the button have time
    ("remedy", UNASKED, (BACK,), {"amends": True}, True),
    ("remedy", UNASKED, (BACK,), {"amends": True, "ago": 1}, False),
    ("remedy", UNASKED, ("d collect s2 5",), {}, False),
    ("remedy", UNASKED, ("d button s2",), {}, False),
    ("remedy", "burn", ("d burn",), {"amends": True}, False),
    # a shuffle is made good until a card is out; a part of it only if nothing was shuffled
    ("beginning", "wash", ("d wash",), {}, True),
    ("beginning", "first_riffle", ("d riffle",), {}, True),
    ("riffled", "wash", ("d wash",), {"ago": 1}, False),
    ("riffled", "second_riffle", ("d riffle",), {"ago": 1}, False),
    ("lots", "shuffle", ("d shuffle",), {}, True),
    ("lots", "shuffle", ("d shuffle",), {"ago": 2}, False),
    ("lots", "gather", ("d gather",), {}, True),
    ("lots", "gather", ("d gather",), {"ago": 2}, True),
    ("mixed", "gather", ("d gather",), {"ago": 2}, True),
    ("dealt", "shuffle", ("d shuffle",), {"ago": 1}, False),
    ("dealt", "shuffle", ("d shuffle",), {"ago": 3}, False),
    ("dealt", "gather", ("d gather",), {"ago": 3}, False),
]


@pytest.mark.parametrize(
    ("at", "step", "acts", "told", "due"), [pytest.param(*row, id=f"{row[0]}: {row[2][0]} {row[3]}") for row in ROWS]
)
def test_what_is_owed_is_due_now_or_not(at: str, step: str, acts: tuple[str, ...], told: dict[str, Any], due: bool) -> None:
    """SD-18, FTR-03, MD-17, SG-03: told as `ago` acts before, in this round, with a finding, if nothing else is said."""
    table = moment(at)
    steps = {each.id: each for each in table.house.program.walk() if isinstance(each, DealerStep)} | {UNASKED: AS_IT_LAY}
    found = len(table.log) - told.get("ago", 0)
    rest = {word: value for word, value in told.items() if word not in ("ago", "asked", "mended")}
    debt = Debt(steps[step], tuple(map(Act.parse, acts)), len(acts), **{"finding": 0, "found": found, "at": found, **rest})
    agenda = table.agenda._replace(books=table.agenda.books._replace(debts=(debt,)))
    owed = owed_now(agenda, table.now, told.get("mended", ()), told.get("asked", ()))
    assert [act.text for act in owed] == [*acts] * due
