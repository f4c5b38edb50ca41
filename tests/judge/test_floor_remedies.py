"""Remedies that the floor names: those of another game are refused in words, and nothing breaks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.judge.floor.remedies import _put_before, _put_under_loop
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.agenda import Item, Loop, items, stacked
from dealerkit.procedure.steps import DealerStep
from dealerkit.rules.games import games


@pytest.mark.parametrize("game", sorted(games()))
def test_any_remedy_that_the_floor_names_is_dealt_or_refused(game: str) -> None:
    """Whatever the floor says, at whatever moment, the table goes on from where it was or deals the remedy."""
    table = dk.Table(game, seed=3)
    for until in (3, 30):
        while len(table.log) < until:
            table.push(str(table.next_act()))
        for name in table.house.remedies:
            log = list(table.log)
            try:
                table.push(f"f rule misdeal {name}")
            except Impossible:
                assert table.log == log
            else:
                table.next_act()
                table.pop()
                assert table.log == log


def test_a_remedy_of_another_game_is_named_in_the_refusal() -> None:
    """RB-01 moves a card of the player's hand to the banker's, and a poker table has neither."""
    table = dk.Table("holdem", seats=3, seed=3)
    table.advance("preflop")
    with pytest.raises(Impossible, match=r"RB-01.*another game"):
        table.push("f rule misdeal RB-01")


STREETS: list[tuple[int, list[str], list[str]]] = [
    (1, ["tap", "flop", "turn", "(hand)", "river"], ["tap", "NEW", "flop", "turn", "(hand)", "river"]),
    (2, ["tap", "flop", "turn", "(hand)", "river"], ["tap", "flop", "NEW", "turn", "(hand)", "river"]),
    (3, ["tap", "flop", "turn", "(hand)", "river"], ["tap", "flop", "turn", "(hand)", "river"]),
    (1, ["tap", "showdown", "river"], ["tap", "showdown", "NEW", "river"]),
    (1, ["(hand)", "river"], ["(hand)", "river"]),
    (1, ["tap"], ["tap"]),
    (1, [], []),
]


@pytest.mark.parametrize(("streets", "before", "after"), STREETS)
def test_what_waits_for_a_street_comes_before_it_or_not_at_all(streets: int, before: list[str], after: list[str]) -> None:
    """RM-15, RM-18: before the next street of this hand, or the one after it; no street of another hand."""
    assert put(lambda work, nodes: _put_before(work, streets, nodes), before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["tap", "flop", "(hand)", "river"], ["tap", "flop", "NEW", "(hand)", "river"]),
        (["(hand)", "(hand)"], ["NEW", "(hand)", "(hand)"]),
    ],
)
def test_what_waits_for_the_end_of_a_round_comes_last_in_it(before: list[str], after: list[str]) -> None:
    """RB-15: right before it is decided whether another one begins."""
    assert put(_put_under_loop, before) == after


def put(how: Callable[[AgendaBuilder, list[DealerStep]], None], before: list[str]) -> list[str]:
    """Return a stack of Hold'em's steps, streets and `(hand)`, where another may begin, with a new step put on it."""
    table = dk.Table("holdem", seats=3, seed=3)
    program = table.house.program
    sections: dict[str, Item] = {section.id: section for section in program.sections()}
    steps = {step.id: step for step in program.walk() if isinstance(step, DealerStep)}
    known = {**sections, **steps, "(hand)": Loop(next(section for section in program.sections() if section.id == "hand"))}
    names = {id(item): name for name, item in known.items()} | {id(steps["spread"]): "NEW"}
    work = AgendaBuilder(table.agenda, table.now, table.house, table._runs)
    work.stack = stacked(known[name] for name in before)
    how(work, [steps["spread"]])
    return [names[id(item)] for item in items(work.stack)]
