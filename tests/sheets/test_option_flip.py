"""Every option set to every value: what names its rule changes with it or is listed with its reason, and no two tellings differ.

`unmoved_by_option.yaml` lists the clauses that name an option's rule and say the same under all its values. Under each value what
the papers state under these rules is put to the decision lists with that value in force, and so is every dispute that the option
says it settles: book, floor's index, dealer's card, player's page and desk come to one outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import attrs
import pytest

from dealerkit.rules.games import Game, game, games, games_under
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.sheets.statements import Statement
from tests.gathered import holds_for_each
from tests.sheets.clauses import Flip, flipped, options_of, short
from tests.sheets.replay import PrintedStatements, replay, stated
from tests.yaml_files import data_of

LISTED = data_of(Path(__file__).parent / "unmoved_by_option.yaml")
UNMOVED: Mapping[str, frozenset[str]] = {
    option: frozenset(clause for clauses in kinds.values() for clause in clauses) for option, kinds in LISTED["options"].items()
}
"""By option the clauses that name its rule and do not change with it."""
UNDER = [(name, None) for name in games()] + [
    (name, rules)
    for rules in rule_sets()
    for name in ("holdem", "mini-baccarat")
    if name in games_under(rule_set(rules)) and game(name).rules is not rule_set(rules)
]
"""Every game under its own rule set; hold'em and baccarat, which have most options, under all others and every house."""
EVERY_DAY = {
    ("holdem", None): ("check_raise", "tap", "cuts"),
    ("mini-baccarat", None): ("allow_opposed_bets", "coups_after_cut_card", "free_coups"),
    ("holdem", "tda"): ("missed_blinds",),
    ("mini-baccarat", "france"): ("stake_step",),
    ("nap", None): ("revoke", "all_pass"),
}
"""A few options of each family, among them some that a decision list asks."""


def sound(found: Flip) -> None:
    """What names the option's rule changes with it or is listed; what is printed under each value is what is ruled under it."""
    assert unmoved(found) - UNMOVED.get(found.option, frozenset()) == set()
    assert found.wrong == ()
    assert found.values > 1, "no other value of it can be dealt"


def unmoved(found: Flip) -> set[str]:
    """Return the clauses that name the option's rule, say the same under all its values, and are no rulings of cases beside one
    that asks it.
    """
    return {short(one) for one in found.named - found.changed - found.alike}


def counted(flips: Iterable[Flip], record_property: Callable[[str, object], None]) -> None:
    """Keep what was compared for the line at the end of the report."""
    every = list(flips)
    numbers = (
        len(every),
        sum(one.values for one in every),
        sum(len(one.named) * one.values for one in every),
        sum(len(unmoved(one)) for one in every),
        sum(one.replayed for one in every),
    )
    record_property("flipped", numbers)


def test_options_of_every_day(record_property: Callable[[str, object], None]) -> None:
    """A few of each family, always the same."""
    tried = [(*under, option) for under, options in EVERY_DAY.items() for option in options]
    found = {one: flipped(*one) for one in tried}
    holds_for_each(lambda one: sound(found[one]), tried)
    counted(found.values(), record_property)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rules"), UNDER)
def test_options_of(name: str, rules: str | None, record_property: Callable[[str, object], None]) -> None:
    """All options of a game under a rule set."""
    found = {option: flipped(name, rules, option) for option in options_of(name, rules)}
    holds_for_each(lambda option: sound(found[option]), found)
    counted(found.values(), record_property)


def test_every_reason_is_told() -> None:
    """A clause stands under a reason, and an option under its name."""
    assert LISTED["reasons"].keys() >= {kind for kinds in LISTED["options"].values() for kind in kinds}
    known = {option for name in games() for option in game(name).choices}
    assert LISTED["options"].keys() <= known


@pytest.mark.slow
def test_nothing_is_listed_that_moves() -> None:
    """What is listed is unmoved in some game under some rule set; what moves everywhere by now goes from the list."""
    stays: dict[str, set[str]] = {}
    for name, rules in UNDER:
        for option in options_of(name, rules):
            stays.setdefault(option, set()).update(unmoved(flipped(name, rules, option)))
    assert {(option, one) for option, clauses in UNMOVED.items() for one in clauses - stays.get(option, set())} == set()


# What is not so is found


def test_a_paper_of_another_value_is_found() -> None:
    """BR-01: the index of a house that allows the check-raise, held against one that bars it."""
    allows, bars = game("holdem", "rrop"), game("holdem", "rrop", {"check_raise": "no"})
    of_either = {played: list(_of_the_check_raise(played)) for played in (allows, bars)}
    assert replay(bars, of_either[bars]).wrong == ()
    assert replay(bars, of_either[allows]).wrong != ()
    assert replay(allows, of_either[bars]).wrong != ()


def _of_the_check_raise(played: Game) -> Iterator[PrintedStatements]:
    for group in stated(played, ("floor",)):
        said = group.rows[0][1]
        if isinstance(said, Statement) and said.fault == "check_raise":
            yield group


def test_a_clause_that_stays_as_it_is_must_be_listed() -> None:
    """One that names the option's rule and says the same under all its values."""
    found = flipped("nap", None, "all_pass")
    sound(found)
    with pytest.raises(AssertionError, match="book XX-01"):
        sound(attrs.evolve(found, named=found.named | {"book XX-01"}))
    with pytest.raises(AssertionError):
        sound(attrs.evolve(found, wrong=("all_pass=once: something else",)))
