"""Acts that are judged alike whatever is due: cards mixed with others, and cards drawn where none is ever drawn."""

from __future__ import annotations

import functools

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge.matchers.exemptions import is_drawn_elsewhere, mixes_cards
from dealerkit.judge.verdict import is_asked_for
from dealerkit.procedure.advance import AgendaBuilder


@functools.cache
def table_on(game: str, at: str, acts: tuple[str, ...]) -> dk.Table:
    """Return a table for three at a step, after some acts."""
    table = dk.Table(game, seats=3, seed=3, button=1)
    table.advance(at)
    for act in acts:
        table.push(act)
    return table


def work_of(table: dk.Table) -> AgendaBuilder:
    """Return a working copy of where a table stands."""
    return AgendaBuilder(table.agenda, table.now.copy(), table.house, table._runs.trial())


@pytest.mark.parametrize(
    ("act", "mixed"),
    [
        ("d merge s1 muck", True),
        ("d merge muck s1", True),
        ("d merge board muck", True),
        ("d merge muck board", True),
        ("d merge stub muck", True),
        ("d merge muck stub", False),
        ("d merge muck burns", False),
        ("d move s1 muck", False),
        ("d rebuild board", False),
    ],
)
def test_a_hand_a_board_and_the_stub_are_not_mixed_with_other_cards(act, mixed):
    """Piles that are out of play may be."""
    assert mixes_cards(work_of(table_on("holdem", "flop_betting", ())), Act.parse(act)) is mixed


@pytest.mark.parametrize(
    ("at", "before", "act", "elsewhere"),
    [
        ("flop_betting", "", "d burn", False),
        ("flop_betting", "", "d burn burns", False),
        ("flop_betting", "", "d burn muck", False),
        ("flop_betting", "", "d burn board", True),
        ("flop_betting", "", "d burn s1", True),
        ("flop_betting", "", "d deal s1", False),
        ("flop_betting", "", "d deal board", False),
        ("flop_betting", "", "d tap", False),
        ("pitch", "", "d deal s2", False),
        ("move_button", "", "d burn", True),
        ("move_button", "", "d deal s2", True),
        ("move_button", "", "d riffle", False),
        ("flop_betting", "d gather", "d deal s2", True),
    ],
)
def test_no_card_is_drawn_to_where_none_lies_or_from_a_gathered_deck(at, before, act, elsewhere):
    """Whatever is due."""
    table = table_on("holdem", at, tuple(filter(None, [before])))
    assert is_drawn_elsewhere(work_of(table), Act.parse(act)) is elsewhere


@pytest.mark.parametrize(
    ("at", "act", "asked"),
    [
        ("burn", "d burn", True),
        ("burn", "d deal board 3 together", False),
        ("burn", "s2 check", False),
        ("flop_betting", "s2 check", True),
        ("flop_betting", "s2 bet 2", True),
        ("flop_betting", "s2 bet 1", False),
        ("flop_betting", "s2 call", False),
        ("flop_betting", "s3 check", False),
        ("flop_betting", "d burn", False),
    ],
)
def test_asked_for_is_the_next_act_and_a_legal_choice_of_whoever_is_asked(at, act, asked):
    """Of the seats to act, and of nobody else."""
    work = work_of(table_on("holdem", at, ()))
    assert is_asked_for(work, Act.parse(act), frozenset(work.ask)) is asked
