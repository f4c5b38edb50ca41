"""Paper replayed: every printed sentence that states what comes of something is put to whoever decides, and agrees with it.

The floor's index, the book and what a regulator is sent are read as a supervisor reads them, the first row that fits, with facts
of every class that the rows tell apart. The player's lines are told in full; a line of the dealer's card that hangs on a ruling
stands only where the rule set in force can rule so. Pay tables, drawing tables, points and burns go to the engine, with every
coup there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs
import pytest

from dealerkit.rules.games import game, games_under
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.sheets.document import cell
from dealerkit.sheets.statements import Statement, TableStatement
from tests.gathered import holds_for_each
from tests.sheets.replay import PrintedStatements, Replayed, replay, stated

EVERY_DAY = (("holdem", "tda"), ("mini-baccarat", "us"), ("nap", "social"))
BEFORE_A_CHANGE = (*EVERY_DAY, ("holdem", "rrop"), ("holdem", "wsop-live"), ("mini-baccarat", "france"))


def agrees(found: Replayed) -> None:
    """Nothing came out otherwise than it is printed."""
    assert found.wrong == ()


@pytest.mark.parametrize(
    ("names", "fewest"), [(EVERY_DAY, 600), pytest.param(BEFORE_A_CHANGE, 1_500, marks=pytest.mark.thorough)], ids=["some", "all"]
)
def test_papers_of_every_day(
    names: Sequence[tuple[str, str]], fewest: int, record_property: Callable[[str, object], None]
) -> None:
    """The editions of hold'em, of baccarat and of a home game; before each change under three books, and under two. At least so
    many different statements are replayed.
    """
    found = {name: replay(game(*name)) for name in names}
    holds_for_each(lambda name: agrees(found[name]), names)
    different = frozenset[tuple[object, ...]]().union(*(one.statements for one in found.values()))
    record_property("replayed", (len(different), sum(one.facts for one in found.values())))
    assert len(different) >= fewest


@pytest.mark.slow
@pytest.mark.parametrize("rules", rule_sets())
def test_papers_of_every_game_under(rules: str, record_property: Callable[[str, object], None]) -> None:
    """All games that a rule set or a house serves."""
    names = games_under(rule_set(rules))
    found = {name: replay(game(name, rules)) for name in names}
    holds_for_each(lambda name: agrees(found[name]), names)
    different = frozenset[tuple[object, ...]]().union(*(one.statements for one in found.values()))
    record_property("replayed", (len(different), sum(one.facts for one in found.values())))


# A sentence that is printed otherwise is found


def _floor(fault: str) -> PrintedStatements:
    groups = stated(game("holdem", "rrop"), ("floor",))
    return next(one for one in groups if isinstance(said := one.rows[0][1], Statement) and said.fault == fault)


def _spoilt(group: PrintedStatements, case: str, **otherwise: Any) -> PrintedStatements:
    """The same rows, one of which says something else."""
    rows = [
        (where, attrs.evolve(said, **otherwise) if isinstance(said, Statement) and said.case == case else said)
        for where, said in group.rows
    ]
    return attrs.evolve(group, rows=tuple(rows))


@pytest.mark.parametrize(
    "otherwise",
    [{"outcomes": ("misdeal",)}, {"facts": {}}, {"rules": ("MD-99",)}, {"remedies": ("RM-99",)}, {"say": "Red wins."}],
    ids=lambda one: next(iter(one)),
)
def test_a_row_that_says_something_else_is_found(otherwise: dict[str, Any]) -> None:
    """Its outcome, its circumstances, its rule, its remedies, its words."""
    group = _floor("boxed_card")
    first = group.rows[0][1]
    assert isinstance(first, Statement)
    played = game("holdem", "rrop")
    assert replay(played, [group]).wrong == ()
    assert replay(played, [_spoilt(group, first.case, **otherwise)]).wrong != ()


def test_a_row_that_is_missing_is_found() -> None:
    """What the last row takes is not what the one that is missing says."""
    group = _floor("boxed_card")
    assert replay(game("holdem", "rrop"), [attrs.evolve(group, rows=group.rows[:-1])]).wrong != ()
    assert replay(game("holdem", "rrop"), [attrs.evolve(group, rows=group.rows[1:])]).wrong != ()


def _tables(what: str) -> Iterator[PrintedStatements]:
    for group in stated(game("mini-baccarat", "us"), ("book",)):
        first = group.rows[0][1]
        if isinstance(first, TableStatement) and first.what == what:
            yield group


@pytest.mark.parametrize("what", ["pays", "player_draws", "banker_draws", "counts", "burns"])
@pytest.mark.sample(3, rest="thorough")
def test_a_cell_that_says_something_else_is_found(what: str) -> None:
    """Odds, a draw, a number of points, a number of cards."""
    group = next(_tables(what))
    where, said = group.rows[0]
    assert isinstance(said, TableStatement)
    other: object = ("win", 7, 1, False) if what == "pays" else 17 if what in {"counts", "burns"} else not said.comes_to
    spoilt = attrs.evolve(group, rows=((where, attrs.evolve(said, comes_to=other)), *group.rows[1:]))
    assert replay(game("mini-baccarat", "us"), [group]).wrong == ()
    assert replay(game("mini-baccarat", "us"), [spoilt]).wrong != ()


def test_a_line_of_the_dealer_s_card_that_hangs_on_a_ruling() -> None:
    """MD-18: the books of cash games replace a card that is not in the game; only where it can be a misdeal a line says so."""
    known = {
        rules: {
            outcome
            for group in stated(game("holdem", rules), ("dealer",))
            for _, said in group.rows
            if isinstance(said, Statement) and said.fault == "joker"
            for outcome in said.outcomes
        }
        for rules in ("rrop", "tda")
    }
    assert known == {"rrop": {"card_replaced"}, "tda": {"card_replaced", "ends", "misdeal", "void_hand"}}
    said = Statement("rrop", "joker", {}, {}, game("holdem", "rrop").options, ("misdeal",))
    assert replay(game("holdem", "rrop"), [PrintedStatements("dealer", ((cell("Misdeal."), said),))]).wrong != ()


def test_what_is_stated_is_printed_nowhere() -> None:
    """It makes no document another one, and no format reads it."""
    without, with_it = cell("Misdeal."), cell("Misdeal.", states=(TableStatement("burns", {"rank": "A"}, 1, {}),))
    assert without == with_it
    assert repr(without) == repr(with_it)
