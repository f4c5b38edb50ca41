"""A fact that holds only under some values of an option says so, so that no paper prints a step or duty that hangs on it where
the house has another.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import SimpleNamespace

import pytest

import dealerkit as dk
from dealerkit.facts.situation import FACTS, Fact, can_hold
from dealerkit.rules.games import game, games

OPTION = "now.game.options.get"
CHOICES = {name: option for played in map(game, games()) for name, option in played.choices.items()}


def asked_alone(function: Fact) -> list[tuple[str, list[str]]]:
    """Return the options on each of which, by the last line of a fact, all of it hangs, with the values that bar it.

    They are asked by `options.get(NAME) == VALUE`, `in (VALUES)`, `!= VALUE`, `bool(...)`, alone or joined by `and`.
    """
    last = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0].body[-1]  # type: ignore[attr-defined]
    if not isinstance(last, ast.Return) or last.value is None:
        return []
    found = []
    for part in _conjuncts(last.value):
        read = [node for node in ast.walk(part) if isinstance(node, ast.Call) and ast.unparse(node.func) == OPTION]
        name = ast.literal_eval(read[0].args[0]) if len(read) == 1 else ""
        if name not in CHOICES or not _compares(part, read[0]):
            continue
        holds = compile(ast.Expression(part), "<fact>", "eval")
        off = [one for one in CHOICES[name].values if not eval(holds, {"now": _situation(name, one)})]
        found.append((name, [str(one).lower() for one in off]))
    return found


def _conjuncts(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "bool":
        return _conjuncts(node.args[0])
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for one in node.values for part in _conjuncts(one)]
    return [node]


def _compares(part: ast.expr, read: ast.AST) -> bool:
    """Tell whether a condition asks the option and nothing else: itself, or it beside words."""
    if part is read:
        return True
    others = [*part.comparators] if isinstance(part, ast.Compare) and part.left is read else [read]
    return all(isinstance(node, (ast.Constant, ast.Tuple, ast.Load)) for one in others for node in ast.walk(one))


def _situation(name: str, value: object) -> SimpleNamespace:
    return SimpleNamespace(game=SimpleNamespace(options={name: value}))


ASKING = {name: asked for name, function in FACTS.items() if (asked := [one for one in asked_alone(function) if one[1]])}


@pytest.mark.parametrize("name", ASKING)
def test_a_fact_that_hangs_on_an_option_says_so(name: str) -> None:
    """NM-A9, TFS-19: a book split the chips left on the pay cards in a house where they belong to nobody."""
    for option, off in ASKING[name]:
        for value in off:
            read = {"true": True, "false": False}.get(value, value)
            assert not can_hold(name, _situation(option, read).game), (option, value)


def test_such_facts_are_found() -> None:
    """Among them one of each form in which a fact asks an option."""
    assert ASKING.keys() >= {"final_pots_split", "others_add", "pot_counted", "all_in_to_be_tabled", "passed_out"}


@pytest.mark.parametrize(
    ("posts", "holds"),
    [
        ("free", {"posted_freely": True, "not posted_freely": False}),
        ("house", {"posted_freely": False, "not posted_freely": True}),
    ],
)
def test_a_fact_or_its_contrary_can_hold_in_a_game(posts: str, holds: dict[str, bool]) -> None:
    """By the option alone on which it hangs; the contrary of one that hangs on more can always hold (DP-09)."""
    played = dk.Table("holdem", seats=3, seed=1, options={"posts": posts}).now.game
    assert {name: can_hold(name, played) for name in holds} == holds
    assert can_hold("not straddle_allowed", played)
